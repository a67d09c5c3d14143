//! Rows against sweeps, coloured by what each row got or still lacked, on a logarithmic scale. A click goes there.

use super::words;
use crate::app::window::actions::{Action, Actions};
use crate::app::window::format::number;
use crate::app::window::plots::decade;
use crate::app::window::theme::{GRID, palette};
use crate::app::window::widgets::chip_ui;
use crate::dynamics::{Clamp, Pass};
use crate::session::{Cell, Column, Command, Microscope, MicroscopeMove, Run};
use egui::{Align2, Color32, FontId, Rect, Sense, Stroke, Ui, pos2, vec2};

/// Powers of ten from the darkest to the brightest colour.
const DECADES: f32 = 5.0;
const GUTTER: f32 = 40.0;
const HEAD: f32 = 38.0;
const FOOT: f32 = 24.0;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Value {
    #[default]
    Change,
    Residual,
}

/// The table, with what it remembers.
#[derive(Default)]
pub struct Table {
    value: Value,
    followed: Option<(u64, usize)>,
}

/// Sizes of this frame.
#[derive(Clone, Copy)]
struct Layout {
    cell: egui::Vec2,
    /// Logarithm of the value with the brightest colour.
    top: f32,
    value: Value,
}

impl Table {
    pub fn ui(&mut self, ui: &mut Ui, scope: &Microscope, run: &Run, actions: &mut Actions) {
        let matrix = scope.matrix();
        if matrix.columns.is_empty() {
            super::empty_ui(
                ui,
                "No rows",
                "Nothing was solved in this step: no body that is awake touches anything or hangs on a joint.",
            );
            return;
        }
        self.choice_ui(ui);
        let (change, residual) = matrix.largest();
        let largest = if self.value == Value::Change { change } else { residual };
        let size = ui.available_size() - vec2(0.0, HEAD + FOOT);
        let fit = vec2((size.x - GUTTER - 8.0) / matrix.columns.len() as f32, size.y / matrix.lines.len() as f32);
        let layout = Layout {
            cell: vec2(fit.x.clamp(11.0, 56.0), fit.y.clamp(12.0, 24.0)),
            top: largest.max(1e-30).log10().ceil(),
            value: self.value,
        };
        let (head, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), Sense::hover());
        let place = scope.place();
        let mut area =
            egui::ScrollArea::both().id_salt("rows and sweeps").auto_shrink(false).max_height(size.y.max(40.0));
        let key = (scope.step(), scope.cursor());
        if self.followed != Some(key) {
            self.followed = Some(key);
            if let Some((line, column)) = place {
                let middle = vec2(column as f32 * layout.cell.x, line as f32 * layout.cell.y);
                let offset = (middle - 0.5 * (size - vec2(GUTTER, 0.0))).max(egui::Vec2::ZERO);
                area = area.scroll_offset(offset);
            }
        }
        let content =
            vec2(GUTTER + layout.cell.x * matrix.columns.len() as f32, layout.cell.y * matrix.lines.len() as f32);
        let shown = area.show_viewport(ui, |ui, viewport| cells_ui(ui, content, viewport, layout, scope, run, actions));
        head_ui(ui, head, shown.state.clamped_offset().x, layout, &matrix.columns, place.map(|(_, column)| column));
        foot_ui(ui, layout, &matrix.columns);
    }

    fn choice_ui(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 1.5 * GRID;
            ui.label(egui::RichText::new("colour").size(14.0).color(palette(ui).weak));
            for (value, label, tip) in [
                (
                    Value::Change,
                    "Change of impulse",
                    "What each row got in each sweep. A solver that converges goes dark to the right.",
                ),
                (
                    Value::Residual,
                    "Left over",
                    "What each row still asked for when the sweep was over, over its effective mass.",
                ),
            ] {
                if chip_ui(ui, self.value == value, label, tip).clicked() {
                    self.value = value;
                }
            }
        });
    }
}

impl Layout {
    fn number(&self, cell: &Cell) -> f32 {
        if self.value == Value::Change { cell.change.abs() } else { cell.residual }
    }

    /// Place on the scale of colours, 0 to 1; none for nothing at all.
    fn share(&self, value: f32) -> Option<f32> {
        (value > 0.0).then(|| ((value.log10() - self.top + DECADES) / DECADES).clamp(0.0, 1.0))
    }
}

fn cells_ui(
    ui: &mut Ui,
    content: egui::Vec2,
    viewport: Rect,
    layout: Layout,
    scope: &Microscope,
    run: &Run,
    actions: &mut Actions,
) {
    let p = palette(ui);
    let matrix = scope.matrix();
    let (rect, response) = ui.allocate_exact_size(content, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "Table of rows and sweeps"));
    let (w, h) = (layout.cell.x, layout.cell.y);
    let range = |low: f32, high: f32, size: f32, count: usize| {
        let first = (low / size).floor().max(0.0) as usize;
        first..(((high / size).ceil().max(0.0)) as usize).min(count)
    };
    let lines = range(viewport.min.y, viewport.max.y, h, matrix.lines.len());
    let columns = range(viewport.min.x - GUTTER, viewport.max.x, w, matrix.columns.len());
    let corner = |line: usize, column: usize| rect.min + vec2(GUTTER + column as f32 * w, line as f32 * h);
    let clip = ui.clip_rect();
    let inner = Rect::from_min_max(pos2(clip.left() + GUTTER, clip.top()), clip.max);
    let painter = ui.painter().with_clip_rect(inner);
    for column in columns {
        for line in lines.clone() {
            let Some(cell) = matrix.cell(line, column) else { continue };
            let field = Rect::from_min_size(corner(line, column), layout.cell).shrink(0.5);
            if cell.turns == 0 && (layout.value == Value::Change || cell.residual == 0.0) {
                continue;
            }
            let share = layout.share(layout.number(cell));
            match share {
                Some(share) => painter.rect_filled(field, 1, color(share)),
                None => painter.rect_stroke(field, 1, Stroke::new(1.0, p.border), egui::StrokeKind::Inside),
            };
            if cell.turns > 0 && cell.clamp != Clamp::Free {
                let size = (0.5 * field.height()).min(7.0);
                let tip = field.right_top();
                let points = vec![tip, tip - vec2(size, 0.0), tip + vec2(0.0, size)];
                let ink =
                    if share.is_some_and(|s| s > 0.55) { Color32::from_gray(10) } else { Color32::from_gray(245) };
                painter.add(egui::Shape::convex_polygon(points, ink, Stroke::NONE));
            }
        }
    }
    if let Some((line, column)) = scope.place() {
        let field = Rect::from_min_size(corner(line, column), layout.cell);
        painter.rect_stroke(field, 2, Stroke::new(4.0, p.panel), egui::StrokeKind::Middle);
        painter.rect_stroke(field, 2, Stroke::new(2.0, p.accent), egui::StrokeKind::Middle);
    }
    for line in lines {
        let is_here = scope.place().is_some_and(|(here, _)| here == line);
        let every = (13.0 / h).ceil() as usize;
        let is_near = scope.place().is_some_and(|(here, _)| here.abs_diff(line) < every);
        if is_here || (line % every == 0 && !is_near) {
            let at = pos2(clip.left() + GUTTER - 6.0, rect.top() + (line as f32 + 0.5) * h);
            let color = if is_here { p.accent } else { p.weak };
            ui.painter().text(at, Align2::RIGHT_CENTER, (line + 1).to_string(), FontId::proportional(14.0), color);
        }
    }
    let under = |pos: egui::Pos2| {
        let at = pos - rect.min - vec2(GUTTER, 0.0);
        let (line, column) = ((at.y / h).floor(), (at.x / w).floor());
        (pos.x >= inner.left() && line >= 0.0 && column >= 0.0).then_some((line as usize, column as usize))
    };
    let hovered = response.hover_pos().and_then(under);
    if let Some((line, column)) = response.interact_pointer_pos().filter(|_| response.clicked()).and_then(under)
        && matrix.cell(line, column).is_some_and(|cell| cell.turns > 0)
    {
        actions.push(Action::Do(Command::Microscope(MicroscopeMove::Cell { line, column })));
    }
    if let Some(text) = hovered.and_then(|(line, column)| tip(scope, run, line, column)) {
        response.on_hover_text_at_pointer(text);
    }
}

fn tip(scope: &Microscope, run: &Run, line: usize, column: usize) -> Option<String> {
    let matrix = scope.matrix();
    let (row, cell, sweep) = (matrix.lines.get(line)?, matrix.cell(line, column)?, matrix.columns.get(column)?);
    let (impulse, speed) = words::units(row.is_angular);
    let title = format!("Row {}: {}\n{}\n{}", line + 1, words::kind(row), words::bodies(row, run), words::sweep(sweep));
    if cell.turns == 0 {
        return Some(format!(
            "{title}\nnot solved in this sweep; left over {} {speed}",
            number(f64::from(cell.residual))
        ));
    }
    let turns = if cell.turns > 1 { format!(" in {} turns", cell.turns) } else { String::new() };
    let clamp = words::clamp(cell.clamp, row.kind);
    let clamp = if clamp.is_empty() { "not clamped".to_owned() } else { format!("clamped: {clamp}") };
    Some(format!(
        "{title}\nΔλ {} {impulse}{turns}, {clamp}\nleft over {} {speed}",
        number(f64::from(cell.change)),
        number(f64::from(cell.residual))
    ))
}

/// Substeps and sweeps over the columns.
fn head_ui(ui: &Ui, head: Rect, offset: f32, layout: Layout, columns: &[Column], here: Option<usize>) {
    let p = palette(ui);
    let inner = Rect::from_min_max(pos2(head.left() + GUTTER, head.top()), head.max);
    let painter = ui.painter().with_clip_rect(inner.intersect(ui.clip_rect()));
    let x = |column: usize| head.left() + GUTTER + column as f32 * layout.cell.x - offset;
    let mut k = 0;
    while k < columns.len() {
        let count = columns[k..].iter().take_while(|c| c.substep == columns[k].substep).count();
        let (left, right) = (x(k) + 1.5, x(k + count) - 1.5);
        painter.hline(left..=right, head.top() + 18.0, Stroke::new(1.0, p.weak));
        let number = columns[k].substep + 1;
        let text = if right - left > 76.0 { format!("substep {number}") } else { number.to_string() };
        let middle = pos2((left + right) * 0.5, head.top() + 9.0);
        painter.text(middle, Align2::CENTER_CENTER, text, FontId::proportional(14.0), p.weak);
        k += count;
    }
    for (index, column) in columns.iter().enumerate() {
        let color = if here == Some(index) { p.accent } else { p.text };
        let at = pos2(x(index) + 0.5 * layout.cell.x, head.bottom() - 9.0);
        let number = if layout.cell.x >= 26.0 { number_of(column) } else { String::new() };
        painter.text(at, Align2::CENTER_CENTER, letter(column) + &number, FontId::proportional(14.0), color);
    }
}

/// One sign for a sweep: its number, or what it is for.
fn letter(column: &Column) -> String {
    match column.pass {
        Pass::WarmStart => "w".to_owned(),
        Pass::Bias => (column.iteration + 1).to_string(),
        Pass::Relax if column.stage == crate::dynamics::Stage::Ccd => "i".to_owned(),
        Pass::Relax => "r".to_owned(),
        Pass::Restitution => "b".to_owned(),
        Pass::Position => "p".to_owned(),
    }
}

/// Which of several sweeps of its kind it is.
fn number_of(column: &Column) -> String {
    match column.pass {
        Pass::WarmStart | Pass::Bias => String::new(),
        Pass::Relax | Pass::Restitution | Pass::Position => (column.iteration + 1).to_string(),
    }
}

/// The scale, and what the marks mean.
fn foot_ui(ui: &mut Ui, layout: Layout, columns: &[Column]) {
    let p = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), FOOT - 4.0), Sense::hover());
    let unit = if layout.value == Value::Change { "N s" } else { "m/s" };
    let font = FontId::proportional(14.0);
    let painter = ui.painter();
    let y = rect.center().y;
    let low = painter.text(
        pos2(rect.left(), y),
        Align2::LEFT_CENTER,
        decade(f64::from(layout.top - DECADES)),
        font.clone(),
        p.text,
    );
    let bar = Rect::from_min_size(pos2(low.right() + 6.0, y - 6.0), vec2(120.0, 12.0));
    let steps = 40;
    for k in 0..steps {
        let share = k as f32 / (steps - 1) as f32;
        let x = bar.left() + bar.width() * k as f32 / steps as f32;
        painter.rect_filled(
            Rect::from_min_size(pos2(x, bar.top()), vec2(bar.width() / steps as f32 + 0.5, 12.0)),
            0,
            color(share),
        );
    }
    let high = format!("{} {unit}", decade(f64::from(layout.top)));
    let high = painter.text(pos2(bar.right() + 6.0, y), Align2::LEFT_CENTER, high, font.clone(), p.text);
    let mark = Rect::from_min_size(pos2(high.right() + 18.0, y - 6.0), vec2(12.0, 12.0));
    painter.rect_filled(mark, 1, color(0.3));
    let tip = mark.right_top();
    let points = vec![tip, tip - vec2(7.0, 0.0), tip + vec2(0.0, 7.0)];
    painter.add(egui::Shape::convex_polygon(points, Color32::from_gray(245), Stroke::NONE));
    let clamped = painter.text(pos2(mark.right() + 6.0, y), Align2::LEFT_CENTER, "clamped", font.clone(), p.text);
    let letters = [("w", "warm start"), ("r", "relax"), ("b", "bounce"), ("p", "position"), ("i", "impact")];
    let there = letters.into_iter().filter(|(sign, _)| columns.iter().any(|column| letter(column) == *sign));
    let letters = there.map(|(sign, word)| format!("{sign} {word}")).collect::<Vec<_>>().join("   ");
    painter.text(pos2(clamped.right() + 18.0, y), Align2::LEFT_CENTER, letters, font, p.weak);
    response.on_hover_text(
        "Each colour is a power of ten; dark is small. Empty fields: the sweep left the row out, or it changed nothing. \
         Angular rows are in N m s and rad/s.",
    );
}

/// Viridis, which grows lighter all the way and is read by colour-blind people as well.
fn color(share: f32) -> Color32 {
    const STOPS: [[f32; 3]; 6] = [
        [72.0, 24.0, 106.0],
        [64.0, 68.0, 135.0],
        [44.0, 113.0, 142.0],
        [34.0, 160.0, 135.0],
        [116.0, 208.0, 85.0],
        [253.0, 231.0, 37.0],
    ];
    let at = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f32;
    let k = (at as usize).min(STOPS.len() - 2);
    let mix = |c: usize| egui::lerp(STOPS[k][c]..=STOPS[k + 1][c], at - k as f32) as u8;
    Color32::from_rgb(mix(0), mix(1), mix(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_grows_lighter_all_the_way_so_that_hue_is_not_needed() {
        let light = |share: f32| {
            let c = color(share);
            0.2126 * f32::from(c.r()) + 0.7152 * f32::from(c.g()) + 0.0722 * f32::from(c.b())
        };
        for k in 0..50 {
            assert!(light((k + 1) as f32 / 50.0) > light(k as f32 / 50.0), "{k}");
        }
    }

    #[test]
    fn a_decade_is_a_fifth_of_the_scale() {
        let layout = Layout { cell: vec2(1.0, 1.0), top: 0.0, value: Value::Change };
        assert_eq!(layout.share(0.0), None);
        assert_eq!(layout.share(1.0), Some(1.0));
        assert!((layout.share(0.1).unwrap() - 0.8).abs() < 1e-6);
        assert_eq!(layout.share(1e-20), Some(0.0));
    }
}
