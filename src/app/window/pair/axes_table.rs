//! Every candidate axis with its separation, and how the choice went over the last steps.

use super::{Feature, Looked, Sides, axis_text, mm_text};
use crate::app::window::actions::{Action, Actions};
use crate::app::window::theme::{self, GRID, palette};
use crate::app::window::widgets::{empty_ui, section_ui, switch_ui};
use crate::collision::{AxisCandidate, AxisKind, AxisStatus};
use crate::session::Command;
use egui::{Align2, Color32, FontId, RichText, Sense, Ui, pos2, vec2};
use egui_plot::{HoverPosition, Line, Plot, PlotPoints, VLine};

const ROW: f32 = 22.0;
/// Rows of the table that are seen at once.
const SEEN: f32 = 12.0;

/// What is listed.
#[derive(Default)]
pub struct Options {
    shows_pruned: bool,
}

pub(super) fn ui(ui: &mut Ui, looked: &Looked, options: &mut Options, actions: &mut Actions) -> Option<Feature> {
    history_ui(ui, looked, actions);
    let p = palette(ui);
    let axes = &looked.view.trace.axes;
    if axes.is_empty() {
        let text = "Spheres, capsules and half-spaces meet in closed form: there is one axis, and it is exact. GJK and EPA \
                    can be walked for them as well.";
        empty_ui(ui, "No candidate axes", text);
        return None;
    }
    let count = |status: AxisStatus| axes.iter().filter(|c| c.status == status).count();
    let pruned = count(AxisStatus::PrunedByGaussMap);
    section_ui(ui, "Candidate axes");
    ui.horizontal(|ui| {
        let measured = count(AxisStatus::Accepted) + count(AxisStatus::Chosen);
        ui.label(RichText::new(format!("{measured} measured, {pruned} pruned by the Gauss map")).color(p.weak));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let tip = "Lists the edge pairs too that the Gauss map spares us, with what they would have measured: never more \
                       than the chosen axis.";
            switch_ui(ui, &mut options.shows_pruned, "Show pruned axes").on_hover_text(tip);
            ui.label(RichText::new("Show pruned").color(p.weak)).on_hover_text(tip);
        });
    });
    let mut listed: Vec<&AxisCandidate> = axes
        .iter()
        .filter(|c| options.shows_pruned || matches!(c.status, AxisStatus::Accepted | AxisStatus::Chosen))
        .collect();
    listed.sort_by(|x, y| y.separation.total_cmp(&x.separation));
    let best = listed.first().map_or(0.0, |c| c.separation);
    let worst = listed.iter().map(|c| c.separation).filter(|s| s.is_finite()).fold(f32::INFINITY, f32::min);
    let mut hovered = None;
    let height = SEEN * ROW;
    egui::ScrollArea::vertical().id_salt("axes").max_height(height).auto_shrink([false, true]).show_rows(
        ui,
        ROW,
        listed.len(),
        |ui, rows| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for candidate in &listed[rows] {
                if axis_row_ui(ui, candidate, best, worst) {
                    hovered = Some(Feature::Axis(candidate.kind, candidate.axis));
                }
            }
        },
    );
    ui.add_space(GRID);
    let text = "Separation along each axis: the largest decides. Negative: the shapes overlap along it. Point at a row to see \
                its features on the bodies.";
    ui.label(RichText::new(text).color(p.weak));
    hovered
}

/// One line; true while the mouse is over it.
fn axis_row_ui(ui: &mut Ui, candidate: &AxisCandidate, best: f32, worst: f32) -> bool {
    let (p, sides) = (palette(ui), Sides::of(ui));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let status = match candidate.status {
        AxisStatus::Chosen => "chosen",
        AxisStatus::Accepted => "",
        AxisStatus::PrunedByGaussMap => "pruned",
        AxisStatus::Degenerate => "parallel",
    };
    let separation = mm_text(candidate.separation.into());
    let text = format!("{} {separation} {status}", axis_text(candidate.kind));
    response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Label, true, &text));
    let is_chosen = candidate.status == AxisStatus::Chosen;
    let painter = ui.painter();
    if response.hovered() {
        painter.rect_filled(rect, 3, p.hovered);
    }
    // A bar from the left: how close this one comes to the best.
    if candidate.separation.is_finite() && best > worst {
        let share = (candidate.separation - worst) / (best - worst);
        let bar = egui::Rect::from_min_size(rect.min, vec2(rect.width() * share.clamp(0.0, 1.0), ROW))
            .shrink2(vec2(0.0, 2.0));
        let color = if is_chosen { sides.chosen } else { kind_color(candidate.kind, sides, p.weak) };
        painter.rect_filled(bar, 2, color.gamma_multiply(if is_chosen { 0.35 } else { 0.16 }));
    }
    let font = if is_chosen { theme::semibold(14.0) } else { FontId::proportional(14.0) };
    let color = if matches!(candidate.status, AxisStatus::Accepted | AxisStatus::Chosen) { p.strong } else { p.weak };
    let y = rect.center().y;
    painter.text(pos2(rect.left() + 6.0, y), Align2::LEFT_CENTER, axis_text(candidate.kind), font.clone(), color);
    painter.text(pos2(rect.right() - 76.0, y), Align2::RIGHT_CENTER, separation, font.clone(), color);
    painter.text(pos2(rect.right() - 6.0, y), Align2::RIGHT_CENTER, status, font, color);
    response.hovered()
}

fn kind_color(kind: AxisKind, sides: Sides, other: Color32) -> Color32 {
    match kind {
        AxisKind::FaceA(_) => sides.a,
        AxisKind::FaceB(_) => sides.b,
        _ => other,
    }
}

/// Separation over time, and a strip that shows which kind of axis was chosen and where the contact changed.
fn history_ui(ui: &mut Ui, looked: &Looked, actions: &mut Actions) {
    let (p, sides) = (palette(ui), Sides::of(ui));
    let entries = &looked.history.entries;
    section_ui(ui, "Over the last steps");
    let Some((first, last)) = entries.first().zip(entries.last()) else {
        ui.label(RichText::new("Nothing is recorded yet.").color(p.weak));
        return;
    };
    let flips = looked.history.flips();
    let verdict = match flips {
        0 => "the same axis and the same contact points all the time".to_owned(),
        n => format!("axis or contact points changed {n} times in {} steps", entries.len().saturating_sub(1).max(1)),
    };
    ui.label(RichText::new(verdict).color(if flips > 0 { p.strong } else { p.weak }));
    let points: PlotPoints<'_> = entries
        .iter()
        .filter(|e| e.separation.is_finite())
        .map(|e| [e.time, f64::from(e.separation) * 1000.0])
        .collect();
    let shown = Plot::new("pair separation")
        .height(96.0)
        .show_axes([false, true])
        .show_grid([false, true])
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .y_axis_min_width(44.0)
        .include_y(0.0)
        .label_formatter(|at| match at {
            HoverPosition::NearDataPoint { position, .. } => Some(format!("{:.3} s: {:.3} mm", position.x, position.y)),
            HoverPosition::Elsewhere { .. } => None,
        })
        .show(ui, |plot| {
            plot.line(Line::new("separation, mm", points).color(sides.chosen).width(2.0));
            plot.vline(VLine::new("shown step", last.time).color(p.strong).width(1.0));
        });
    shown.response.on_hover_text("Separation of the pair, mm, over the recorded steps. Negative: overlap.");
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Axis over time"));
    let strip = egui::Rect::from_min_max(pos2(rect.left() + 50.0, rect.top()), rect.max);
    let painter = ui.painter();
    painter.text(pos2(rect.left(), rect.center().y), Align2::LEFT_CENTER, "axis", FontId::proportional(13.0), p.weak);
    let width = strip.width() / entries.len().max(1) as f32;
    for (k, entry) in entries.iter().enumerate() {
        let x = strip.left() + width * k as f32;
        let cell = egui::Rect::from_min_size(pos2(x, strip.top()), vec2(width + 0.5, strip.height()));
        let color = entry.axis.map_or(p.border, |kind| kind_color(kind, sides, p.weak));
        painter.rect_filled(cell, 0, color.gamma_multiply(0.55));
        if entry.is_flip {
            painter.vline(x, strip.y_range(), (1.5, p.strong));
        }
    }
    let response = response.on_hover_text(
        "Which kind of axis decided in each step: blue a face of A, orange a face of B, grey two edges. A line marks a step in \
         which the axis or the contact points changed. Click to go to a step.",
    );
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.clicked()) {
        let index = ((at.x - strip.left()) / width).max(0.0) as usize;
        let step = entries.get(index).map_or(last.step, |e| e.step);
        actions.push(Action::Do(Command::Seek(step.max(first.step))));
    }
}
