//! Every row of the step in solving order, with what it got in the sweep at the cursor. Only what is seen is laid out.

use super::words;
use crate::app::window::actions::{Action, Actions};
use crate::app::window::format::number;
use crate::app::window::theme::palette;
use crate::dynamics::Clamp;
use crate::session::{Command, Microscope, MicroscopeMove, Run, Selection};
use egui::{Align2, FontId, Sense, Ui, pos2, vec2};

const HEIGHT: f32 = 24.0;

/// What the list remembers: it follows the cursor only when that has moved.
#[derive(Default)]
pub struct Rows {
    followed: Option<(u64, usize)>,
}

impl Rows {
    pub fn ui(&mut self, ui: &mut Ui, scope: &Microscope, run: &Run, selection: Selection, actions: &mut Actions) {
        let p = palette(ui);
        let matrix = scope.matrix();
        if matrix.lines.is_empty() {
            super::empty_ui(
                ui,
                "No rows",
                "Nothing was solved in this step: no body that is awake touches anything or hangs on a joint.",
            );
            return;
        }
        let column = column_shown(scope);
        let (line, key) = (scope.place().map(|(line, _)| line), (scope.step(), scope.cursor()));
        let width = ui.available_width();
        // Left edges of kind and bodies, right edges of the three numbers.
        let edges = [44.0, 44.0 + (width - 290.0) * 0.56, width - 174.0, width - 92.0, width - 12.0];
        let (head, _) = ui.allocate_exact_size(vec2(width, 20.0), Sense::hover());
        let font = FontId::proportional(14.0);
        let painter = ui.painter();
        let (y, left) = (head.center().y, head.left());
        painter.text(pos2(left + edges[0] - 10.0, y), Align2::RIGHT_CENTER, "row", font.clone(), p.weak);
        let sweep = words::sweep(&matrix.columns[column.min(matrix.columns.len().saturating_sub(1))]);
        painter.text(pos2(left + edges[0], y), Align2::LEFT_CENTER, format!("in {sweep}"), font.clone(), p.weak);
        for (edge, word) in [(edges[2], "Δλ"), (edges[3], "left over"), (edges[4], "clamped")] {
            painter.text(pos2(left + edge, y), Align2::RIGHT_CENTER, word, font.clone(), p.weak);
        }
        let mut area = egui::ScrollArea::vertical().id_salt("rows").auto_shrink(false);
        ui.spacing_mut().item_spacing.y = 0.0;
        if self.followed != Some(key) {
            self.followed = Some(key);
            if let Some(line) = line {
                let middle = line as f32 * HEIGHT - 0.5 * (ui.available_height() - HEIGHT);
                area = area.vertical_scroll_offset(middle.max(0.0));
            }
        }
        area.show_rows(ui, HEIGHT, matrix.lines.len(), |ui, range| {
            for index in range {
                let row = &matrix.lines[index];
                let (rect, response) = ui.allocate_exact_size(vec2(width - 8.0, HEIGHT), Sense::click());
                let cell = matrix.cell(index, column).filter(|cell| cell.turns > 0);
                let title = format!("{}   {}", words::kind(row), words::bodies(row, run));
                let label = format!("Row {}: {title}", index + 1);
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
                if line == Some(index) {
                    ui.painter().rect_filled(rect, 4, p.accent_soft);
                } else if response.hovered() {
                    ui.painter().rect_filled(rect, 4, p.hovered);
                }
                if scope.touches(index, selection) {
                    let mark = egui::Rect::from_min_size(rect.min, vec2(3.0, HEIGHT));
                    ui.painter().rect_filled(mark, 0, p.accent);
                }
                let (y, painter) = (rect.center().y, ui.painter());
                let color = if cell.is_some() { p.text } else { p.weak };
                let text = |x: f32, align, text: String, color| {
                    painter.text(pos2(left + x, y), align, text, font.clone(), color);
                };
                text(edges[0] - 10.0, Align2::RIGHT_CENTER, (index + 1).to_string(), p.strong);
                for (from, to, word) in [
                    (edges[0], edges[1] - 8.0, words::short_kind(row)),
                    (edges[1], edges[2] - 70.0, words::bodies(row, run)),
                ] {
                    let clip = egui::Rect::from_x_y_ranges(left + from..=left + to, rect.y_range());
                    let clipped = ui.painter().with_clip_rect(clip.intersect(ui.clip_rect()));
                    clipped.text(pos2(clip.left(), y), Align2::LEFT_CENTER, word, font.clone(), color);
                }
                if let Some(cell) = cell {
                    let turns = if cell.turns > 1 { format!("{}× ", cell.turns) } else { String::new() };
                    text(edges[2], Align2::RIGHT_CENTER, turns + &number(f64::from(cell.change)), p.strong);
                    text(edges[3], Align2::RIGHT_CENTER, number(f64::from(cell.residual)), p.text);
                    if cell.clamp != Clamp::Free {
                        text(edges[4], Align2::RIGHT_CENTER, words::clamp(cell.clamp, row.kind).to_owned(), p.accent);
                    }
                } else {
                    text(edges[2], Align2::RIGHT_CENTER, "not solved".to_owned(), p.weak);
                }
                if response.clicked() && cell.is_some() {
                    let wish = MicroscopeMove::Cell { line: index, column };
                    actions.push(Action::Do(Command::Microscope(wish)));
                }
                response.on_hover_text(format!("{title}\nClick to go to this row in {sweep}."));
            }
        });
    }
}

/// The sweep at the cursor, or the next one to come.
fn column_shown(scope: &Microscope) -> usize {
    scope.column_ahead().0.min(scope.matrix().columns.len().saturating_sub(1))
}
