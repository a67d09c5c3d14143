//! What the scene has answered: the prediction beside the measured number, and how that number came about.

use crate::app::window::format;
use crate::app::window::plots::free_plot;
use crate::app::window::theme::{self, GRID, palette};
use crate::app::window::widgets::color32;
use crate::artifact::Measured;
use crate::overlay::palette as colors;
use crate::preset::schema::{Lesson, LessonStep};
use crate::session::{LessonProgress, Prediction};
use egui::{RichText, Ui};
use egui_material_icons::icons as i;
use egui_plot::{HLine, Line, LineStyle, Points};

/// Draws it; nothing before the scene has answered.
pub fn reveal_ui(ui: &mut Ui, lesson: &Lesson, progress: &LessonProgress, at: usize) {
    let Some(step) = lesson.steps.get(at).filter(|_| progress.has_shown(at)) else { return };
    verdict_ui(ui, lesson, step, progress, at);
    match progress.measured(at) {
        Some(Ok(measured)) => measured_ui(ui, step, measured, progress.predicted(at)),
        Some(Err(why)) => {
            ui.label(RichText::new(format!("The run gave no number: {why}")).color(palette(ui).bad));
        }
        None => {}
    }
}

fn verdict_ui(ui: &mut Ui, lesson: &Lesson, step: &LessonStep, progress: &LessonProgress, at: usize) {
    let p = palette(ui);
    let right = progress.right_choice(lesson, at).and_then(|choice| step.choices.get(choice as usize));
    let shows = right.map(|right| format!("The scene shows: {right}.")).unwrap_or_default();
    let (icon, text, color) = match (progress.is_right(lesson, at), progress.predicted(at)) {
        (Some(true), _) => (Some(i::ICON_CHECK), "You predicted it.".to_owned(), p.good),
        (Some(false), Some(_)) if shows.is_empty() => (Some(i::ICON_CLOSE), "Not quite.".to_owned(), p.bad),
        (Some(false), Some(_)) => (Some(i::ICON_CLOSE), shows, p.bad),
        (Some(false), None) => (None, shows, p.text),
        (None, _) if step.measure.is_some() && !step.choices.is_empty() => {
            (None, "None of the choices fits what happened.".to_owned(), p.text)
        }
        (None, _) => return,
    };
    ui.add_space(GRID);
    ui.horizontal(|ui| {
        if let Some(icon) = icon {
            ui.label(icon.rich_text().size(18.0).color(color));
        }
        ui.label(RichText::new(text).font(theme::semibold(15.0)).color(color));
    });
}

fn measured_ui(ui: &mut Ui, step: &LessonStep, measured: &Measured, predicted: Option<Prediction>) {
    let p = palette(ui);
    ui.add_space(GRID);
    ui.label(RichText::new(format!("Measured in this run: {}", measured.label)).color(p.weak).size(14.0));
    ui.label(RichText::new(number(measured.value, measured.unit)).font(theme::semibold(22.0)).color(p.strong));
    if let Some(Prediction::Number(guess)) = predicted.filter(|_| step.choices.is_empty()) {
        let off = guess - measured.value;
        let text = format!("You said {}: off by {}.", number(guess, measured.unit), number(off.abs(), measured.unit));
        ui.label(RichText::new(text).color(p.text));
    }
    if measured.series.len() > 1 {
        plot_ui(ui, step, measured, predicted);
    }
    if let Some(text) = &measured.evidence {
        ui.label(RichText::new(text).color(p.text).size(14.0));
    }
}

/// "12.5 %"
pub fn number(value: f64, unit: &str) -> String {
    format!("{} {unit}", format::number(value)).trim_end().to_owned()
}

/// The number over time, with what was predicted as a dashed line and the bounds between choices as dotted ones.
fn plot_ui(ui: &mut Ui, step: &LessonStep, measured: &Measured, predicted: Option<Prediction>) {
    let p = palette(ui);
    let color = color32(colors::CONTACT_PERSISTED);
    let what = if measured.is_per_run { "of each run" } else { "over time, s" };
    ui.label(RichText::new(format!("{} {what}", unit_word(measured.unit))).color(p.weak).size(14.0));
    let bounds = || {
        let ranges = step.measure.iter().flat_map(|measure| measure.ranges.iter().flatten());
        ranges.flat_map(|range| range.iter().flatten()).map(|bound| f64::from(*bound))
    };
    free_plot(ui, "lesson number", 132.0).show(ui, |plot| {
        // Bounds far away from what was measured would press it flat.
        let top = measured.series.iter().map(|point| point[1].abs()).fold(1e-9, f64::max);
        for bound in bounds().filter(|bound| bound.abs() <= 2.0 * top) {
            plot.hline(HLine::new("between choices", bound).color(p.border).style(LineStyle::dotted_dense()));
        }
        if let Some(Prediction::Number(guess)) = predicted {
            plot.hline(
                HLine::new("your prediction", guess).color(p.accent).style(LineStyle::dashed_dense()).width(2.0),
            );
        }
        if measured.is_per_run {
            plot.points(Points::new("each run", measured.series.clone()).color(color).radius(2.5));
        } else {
            plot.line(Line::new("measured", measured.series.clone()).color(color).width(2.0));
            let last = measured.series.last().copied().unwrap_or_default();
            plot.points(Points::new("at the end", vec![last]).color(color).radius(4.0));
        }
    });
}

fn unit_word(unit: &str) -> String {
    if unit.is_empty() { "number".to_owned() } else { unit.to_owned() }
}
