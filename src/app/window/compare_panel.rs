//! The tab of comparisons: what to change, where the two runs part, the numbers of both, and both in one plot.

use super::actions::{Action, Actions};
use super::picker;
use super::theme::{self, GRID, Palette, palette};
use super::widgets::{chip_ui, color32, empty_ui, primary_button_ui, row_ui, section_ui, switch_ui};
use super::{format, plots};
use crate::artifact::Measure;
use crate::instrument::metric_table::RUN_METRICS;
use crate::overlay::palette as colors;
use crate::session::compare::{Choice, Comparison};
use crate::session::{Command, CompareEntry, CompareWish, Comparing, MicroscopeMove, Run, Sample, Session};
use egui::{Align, RichText, Ui, vec2};
use egui_plot::{Line, VLine};

/// A number over time that both runs have.
struct Curve {
    label: &'static str,
    unit: &'static str,
    tooltip: &'static str,
    value: fn(&Sample) -> f64,
}

const CURVES: [Curve; 6] = [
    Curve { label: "Overlap", unit: "mm", tooltip: "Deepest overlap, mm.", value: |s| s.penetration * 1000.0 },
    Curve { label: "Energy", unit: "J", tooltip: "Kinetic energy of all bodies, J.", value: |s| s.kinetic },
    Curve { label: "Speed", unit: "m/s", tooltip: "Speed of the fastest body, m/s.", value: |s| s.speed },
    Curve { label: "Impulse", unit: "N s", tooltip: "Largest normal impulse of a point, N s.", value: |s| s.impulse },
    Curve { label: "Gap", unit: "mm", tooltip: "Largest joint gap, mm.", value: |s| s.joint_gap * 1000.0 },
    Curve { label: "Churn", unit: "points", tooltip: "Contact points born and gone.", value: |s| s.churn as f64 },
];

/// Most points that a line is drawn with.
const MOST_POINTS: usize = 500;

/// The tab.
#[derive(Default)]
pub struct ComparePanel {
    path: String,
    value: String,
    starts_here: bool,
    curve: usize,
}

impl ComparePanel {
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, run: &Run, actions: &mut Actions) {
        egui::ScrollArea::vertical().id_salt("compare").auto_shrink(false).show(ui, |ui| {
            ui.set_width(ui.available_width() - GRID);
            variants_ui(ui, run, actions);
            self.setting_ui(ui, run, actions);
            let Some(comparing) = session.comparing() else {
                empty_ui(
                    ui,
                    "Nothing is compared yet",
                    "Two runs from the same start, with one thing changed: you see the first step and the first row where \
                     they part, and the numbers of both.",
                );
                return;
            };
            entries_ui(ui, comparing, actions);
            let entry = comparing.shown_entry();
            match entry.result() {
                None => {
                    ui.add_space(GRID);
                    ui.label(RichText::new("Running both …").color(palette(ui).weak));
                }
                Some(Err(problem)) => {
                    ui.label(RichText::new(problem).color(palette(ui).bad));
                }
                Some(Ok(comparison)) => self.result_ui(ui, run, entry, comparison, actions),
            }
        });
    }

    fn setting_ui(&mut self, ui: &mut Ui, run: &Run, actions: &mut Actions) {
        section_ui(ui, "Change one setting");
        picker::setting_ui(ui, "compared setting", "Setting to change", &mut self.path);
        let Some(info) = picker::info(&self.path) else { return };
        let now = run.setting(&self.path).map_or_else(String::new, |value| match value {
            serde_json::Value::String(text) => text,
            other => other.to_string(),
        });
        let tip = format!("Value in the second run: {}. In this run it is {now}.", picker::allowed(info));
        let is_entered = picker::text_ui(ui, "Value of the second run", &now, &tip, &mut self.value);
        ui.horizontal(|ui| {
            let has_past = run.cursor() > 0;
            if chip_ui(ui, !self.starts_here || !has_past, "From the start", "Both runs begin at the start.").clicked()
            {
                self.starts_here = false;
            }
            let tip = "Both runs begin at the step that is shown, with everything that came in from outside after it.";
            let label = format!("From step {}", run.cursor());
            if has_past && chip_ui(ui, self.starts_here, &label, tip).clicked() {
                self.starts_here = true;
            }
            ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                let button = egui::Button::new("Compare with this value").min_size(vec2(84.0, 28.0));
                let tip = "Runs both beside the window, and shows where they part.";
                let can_compare = !self.value.trim().is_empty();
                let is_asked = ui.add_enabled(can_compare, button).on_hover_text(tip).clicked() || is_entered;
                if is_asked && can_compare {
                    let text = self.value.trim();
                    let value = serde_json::from_str(text).unwrap_or_else(|_| text.into());
                    let choice =
                        Choice { variant: run.variant().map(str::to_owned), sets: vec![(self.path.clone(), value)] };
                    let start = if self.starts_here { run.cursor() } else { 0 };
                    actions.push(Action::Do(Command::Compare(CompareWish::With { choice, start })));
                }
            });
        });
    }

    fn result_ui(
        &mut self,
        ui: &mut Ui,
        run: &Run,
        entry: &CompareEntry,
        comparison: &Comparison,
        actions: &mut Actions,
    ) {
        let p = palette(ui);
        ui.horizontal_wrapped(|ui| {
            for (letter, text, color) in
                [("A", entry.reference(), p.accent), ("B", entry.label(), color32(colors::GHOST))]
            {
                ui.label(RichText::new(letter).font(theme::semibold(15.0)).color(color));
                ui.label(RichText::new(text).color(p.strong));
                ui.add_space(2.0 * GRID);
            }
        });
        for side in comparison.sides.iter().filter_map(|side| side.fault.as_ref()) {
            ui.label(RichText::new(side).color(p.bad));
        }
        headline_ui(ui, comparison);
        parting_ui(ui, run, comparison, actions);
        numbers_ui(ui, comparison);
        self.plot_ui(ui, run, comparison, actions);
    }

    fn plot_ui(&mut self, ui: &mut Ui, run: &Run, comparison: &Comparison, actions: &mut Actions) {
        section_ui(ui, "Both over time");
        ui.horizontal_wrapped(|ui| {
            for (index, curve) in CURVES.iter().enumerate() {
                if chip_ui(ui, self.curve == index, curve.label, curve.tooltip).clicked() {
                    self.curve = index;
                }
            }
        });
        let curve = &CURVES[self.curve.min(CURVES.len() - 1)];
        let [a, b] = [0, 1].map(|side| points(&comparison.sides[side].samples, curve.value));
        let difference: Vec<[f64; 2]> = a.iter().zip(&b).map(|(a, b)| [a[0], b[1] - a[1]]).collect();
        let ghost = color32(colors::GHOST);
        let p = palette(ui);
        let parting = comparison.parting.as_ref().map(|parting| parting.time);
        let shown = plots::free_plot(ui, "both runs", 190.0).show(ui, |plot| {
            let name = |letter: &str| format!("{letter}, {}", curve.unit);
            plot.line(Line::new(name("B − A"), difference).color(p.weak).width(1.0));
            plot.line(Line::new(name("A"), a).color(p.accent).width(2.0));
            plot.line(Line::new(name("B"), b).color(ghost).width(2.0));
            if let Some(time) = parting {
                plot.vline(VLine::new("they part", time).color(p.bad).width(1.0));
            }
            plot.vline(VLine::new("shown step", run.record().time).color(p.strong).width(1.0));
        });
        ui.label(RichText::new("A amber, B turquoise, B − A grey; red: where they part.").size(14.0).color(p.weak));
        plots::seek_from(&shown, run, actions);
    }
}

/// One click for the counterfactual of the artifact.
fn variants_ui(ui: &mut Ui, run: &Run, actions: &mut Actions) {
    let others = run.variant_names().filter(|name| Some(*name) != run.variant()).count();
    if others == 0 {
        return;
    }
    section_ui(ui, "Variants");
    let name = run.variant().unwrap_or("this scene");
    let label = format!("Compare {name} with each other variant");
    let tip =
        "Runs this variant and each of the others from the same start, and puts the artifact's numbers side by side.";
    if primary_button_ui(ui, &label).on_hover_text(tip).clicked() {
        actions.push(Action::Do(Command::Compare(CompareWish::Variants)));
    }
}

fn entries_ui(ui: &mut Ui, comparing: &Comparing, actions: &mut Actions) {
    section_ui(ui, "Compared");
    if let Some(share) = comparing.progress() {
        ui.horizontal(|ui| {
            ui.add(egui::ProgressBar::new(share).desired_width(ui.available_width() - 92.0).show_percentage());
            if ui.button("Cancel").on_hover_text("Stops what is still running; what is done stays.").clicked() {
                actions.push(Action::Do(Command::Compare(CompareWish::Cancel)));
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        for (index, entry) in comparing.entries().iter().enumerate() {
            let tip = "Shows this comparison; its second run is drawn over the scene.";
            if chip_ui(ui, index == comparing.shown(), &entry.label(), tip).clicked() {
                actions.push(Action::Do(Command::Compare(CompareWish::Show(index))));
            }
        }
    });
    let mut is_drawn = comparing.ghost().is_some();
    let (label, ()) = row_ui(ui, RichText::new("Draw the second run over the first"), |ui| {
        if ui.button("Close").on_hover_text("Forgets these comparisons.").clicked() {
            actions.push(Action::Do(Command::Compare(CompareWish::Close)));
        }
        if switch_ui(ui, &mut is_drawn, "Draw the second run").changed() {
            actions.push(Action::Do(Command::Compare(CompareWish::DrawGhost(is_drawn))));
        }
    });
    label.on_hover_text("Its bodies as wire at the same moment, with a line from where each is in the first run.");
}

fn parting_ui(ui: &mut Ui, run: &Run, comparison: &Comparison, actions: &mut Actions) {
    section_ui(ui, "Where they part");
    let p = palette(ui);
    let header = &comparison.sides[0].header;
    let lines = comparison.parting.as_ref().map_or_else(|| comparison.sameness(), |parting| parting.lines(header));
    egui::Grid::new("parting").num_columns(2).spacing(vec2(14.0, 3.0)).show(ui, |ui| {
        for (name, text) in lines {
            ui.label(RichText::new(name).color(p.weak));
            ui.add(egui::Label::new(RichText::new(text).color(p.strong)).wrap());
            ui.end_row();
        }
    });
    let Some(parting) = &comparison.parting else { return };
    ui.horizontal_wrapped(|ui| {
        let label = format!("Go to step {}", parting.step);
        let tip = "Shows the first step whose states differ. A step that is not recorded yet is run up to.";
        if ui.button(label).on_hover_text(tip).clicked() {
            actions.push(Action::Do(Command::RunTo(parting.step)));
        }
        let is_recorded = parting.step <= run.timeline().end() && parting.row.is_some();
        let tip = "Goes to that step and opens the row microscope. The step has to be recorded.";
        if ui.add_enabled(is_recorded, egui::Button::new("Look into that step")).on_hover_text(tip).clicked() {
            actions.push(Action::Do(Command::Seek(parting.step)));
            actions.push(Action::Do(Command::Microscope(MicroscopeMove::Enter)));
        }
    });
}

/// The artifact's own number on both sides, large.
fn headline_ui(ui: &mut Ui, comparison: &Comparison) {
    let p = palette(ui);
    for number in &comparison.numbers {
        let measure = &number.artifact.measure;
        ui.horizontal(|ui| {
            let [a, b] = [0, 1].map(|side| {
                let value = number.readings[side].value;
                let text = RichText::new(format::number(value)).font(theme::semibold(19.0));
                text.color(verdict_color(p, measure, value))
            });
            ui.label(a);
            ui.label(RichText::new("→").color(p.weak));
            ui.label(b);
            ui.label(RichText::new(format!("{} ({})", measure.unit, measure.name)).color(p.weak));
        });
    }
}

/// Red from where the artifact is there, green up to where it is cured.
fn verdict_color(p: &Palette, measure: &Measure, value: f64) -> egui::Color32 {
    if value >= measure.sick_min {
        p.bad
    } else if value <= measure.cured_max {
        p.good
    } else {
        p.text
    }
}

fn numbers_ui(ui: &mut Ui, comparison: &Comparison) {
    section_ui(ui, "Numbers of both");
    let p = palette(ui);
    let [a, b] = [&comparison.sides[0].metrics, &comparison.sides[1].metrics];
    egui::Grid::new("numbers").num_columns(5).striped(true).spacing(vec2(14.0, 3.0)).show(ui, |ui| {
        for head in ["", "A", "B", "B − A", ""] {
            ui.label(RichText::new(head).color(p.weak));
        }
        ui.end_row();
        for number in &comparison.numbers {
            let measure = &number.artifact.measure;
            ui.label(RichText::new(number.artifact.title).font(theme::semibold(14.5)).color(p.strong))
                .on_hover_text(format!("{}: the same number as in `verify`.", measure.name));
            let values = [0, 1].map(|side| number.readings[side].value);
            for value in values {
                let color = verdict_color(p, measure, value);
                ui.label(RichText::new(format::number(value)).font(theme::semibold(14.5)).color(color))
                    .on_hover_text(format!("sick from {}, cured up to {}", measure.sick_min, measure.cured_max));
            }
            ui.label(format::number(values[1] - values[0]));
            ui.label(RichText::new(measure.unit).color(p.weak));
            ui.end_row();
        }
        for metric in &RUN_METRICS {
            let (x, y) = ((metric.of)(a), (metric.of)(b));
            if x == 0.0 && y == 0.0 {
                continue;
            }
            ui.label(metric.label);
            for value in [x, y, y - x] {
                ui.label(format::number(value));
            }
            ui.label(RichText::new(metric.unit).color(p.weak));
            ui.end_row();
        }
    });
}

fn points(samples: &[Sample], value: fn(&Sample) -> f64) -> Vec<[f64; 2]> {
    let every = samples.len().div_ceil(MOST_POINTS).max(1);
    samples.iter().step_by(every).map(|s| [s.time, value(s)]).filter(|p| p[1].is_finite()).collect()
}
