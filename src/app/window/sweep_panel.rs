//! The tab of sweeps: a number against one setting as a curve, or against two as a map.

use super::actions::{Action, Actions};
use super::format;
use super::theme::{self, GRID, palette};
use super::widgets::{color32, empty_ui, primary_button_ui, row_ui, section_ui};
use super::{picker, plots};
use crate::artifact::ARTIFACTS;
use crate::artifact::sweep::{Axis, Cell, Measure, litmus_axis};
use crate::instrument::metric_table::RUN_METRICS;
use crate::overlay::palette as colors;
use crate::session::{Command, Run, Session, SweepWish, Sweeping};
use egui::{Align2, Color32, FontId, RichText, Sense, Ui, pos2, vec2};
use egui_plot::{HLine, Line, Points};
use serde_json::Value;

/// Settings that all cells share.
type Sets = Vec<(String, Value)>;

const RANGE_HINT: &str = "1..16";
const RANGE_TIP: &str = "FROM..TO (whole numbers), FROM..TO/N (N even values), FROM..TO*F (each F times the last), or a \
                         list A, B, C.";

/// The tab.
#[derive(Default)]
pub struct SweepPanel {
    paths: [String; 2],
    ranges: [String; 2],
    /// Id of the measure; empty for the artifact of the preset.
    measure: String,
    /// What is wrong with the ranges.
    problem: Option<String>,
}

impl SweepPanel {
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, run: &Run, actions: &mut Actions) {
        egui::ScrollArea::vertical().id_salt("sweep").auto_shrink(false).show(ui, |ui| {
            ui.set_width(ui.available_width() - GRID);
            section_ui(ui, "Over one setting, or two");
            let names = [["Setting", "Range"], ["Second setting", "Second range"]];
            for (index, [setting, range]) in names.into_iter().enumerate() {
                picker::setting_ui(ui, setting, setting, &mut self.paths[index]);
                if let Some(info) = picker::info(&self.paths[index]) {
                    let tip = format!("{RANGE_TIP}\n\nThis setting takes {}.", picker::allowed(info));
                    picker::text_ui(ui, range, RANGE_HINT, &tip, &mut self.ranges[index]);
                } else if index == 0 {
                    break;
                }
            }
            self.measure_ui(ui, run);
            self.buttons_ui(ui, run, actions);
            if let Some(problem) = &self.problem {
                ui.label(RichText::new(problem).color(palette(ui).bad));
            }
            match session.sweeping() {
                Some(sweeping) => result_ui(ui, sweeping, actions),
                None => empty_ui(
                    ui,
                    "Nothing is swept yet",
                    "Each value is a run of its own from the start, beside the window. What shrinks with more substeps comes \
                     from cutting time into steps; what does not is another fault.",
                ),
            }
        });
    }

    fn measure_ui(&mut self, ui: &mut Ui, run: &Run) {
        let id = run.source().name();
        let own = ARTIFACTS.iter().find(|artifact| artifact.preset == id);
        let default = own.map_or("Choose a number", |artifact| artifact.measure.name);
        let shown = Measure::find(Some(&self.measure).filter(|m| !m.is_empty()).map(|m| m.as_str()), &id)
            .map_or(default, |measure| measure.label());
        let tip = "The number that is taken of each run: that of an artifact, or a metric of the whole run.";
        row_ui(ui, RichText::new("Measure"), |ui| {
            let combo =
                egui::ComboBox::from_id_salt("measure").selected_text(shown).width(250.0).truncate().height(460.0);
            let response = combo
                .show_ui(ui, |ui| {
                    let artifacts = own.into_iter().chain(ARTIFACTS.iter().filter(|a| a.preset != id));
                    let metrics = RUN_METRICS.iter().map(|metric| (metric.id, metric.label, metric.unit));
                    let artifacts = artifacts.map(|a| (a.id, a.measure.name, a.measure.unit));
                    let (first, rest): (Vec<_>, Vec<_>) =
                        artifacts.partition(|(id, ..)| own.is_some_and(|o| o.id == *id));
                    for (id, label, unit) in first.into_iter().chain(metrics).chain(rest) {
                        let text = if unit.is_empty() { label.to_owned() } else { format!("{label}, {unit}") };
                        if ui.selectable_label(self.measure == id, text).clicked() {
                            id.clone_into(&mut self.measure);
                        }
                    }
                })
                .response;
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Measure"));
            response.on_hover_text(tip);
        });
    }

    fn buttons_ui(&mut self, ui: &mut Ui, run: &Run, actions: &mut Actions) {
        ui.add_space(GRID);
        ui.horizontal_wrapped(|ui| {
            let tip = "Runs every value from the start, beside the window.";
            if primary_button_ui(ui, "Run sweep").on_hover_text(tip).clicked() {
                let axes = self.paths.iter().zip(&self.ranges).filter(|(path, _)| !path.is_empty());
                let axes: Result<Vec<Axis>, String> =
                    axes.map(|(path, range)| Axis::parse(&format!("{path}={range}"))).collect();
                self.start(axes.map(|axes| (axes, Vec::new())), actions);
            }
            let tip = "The number against 1, 2, 4, 8 and 16 substeps (of slow motion: steps a frame): what shrinks comes from cutting time into steps.";
            if ui.add(egui::Button::new("Litmus").min_size(vec2(84.0, 32.0))).on_hover_text(tip).clicked() {
                let wanted = Some(self.measure.as_str()).filter(|measure| !measure.is_empty());
                let measure = Measure::find(wanted, &run.source().name());
                let litmus = measure.map(|measure| litmus_axis(&measure));
                self.start(litmus.map(|(axis, sets)| (vec![axis], sets)), actions);
            }
        });
    }

    fn start(&mut self, wanted: Result<(Vec<Axis>, Sets), String>, actions: &mut Actions) {
        match wanted {
            Ok((axes, sets)) => {
                self.problem = None;
                let measure = (!self.measure.is_empty()).then(|| self.measure.clone());
                actions.push(Action::Do(Command::Sweep(SweepWish::Start { axes, measure, sets })));
            }
            Err(problem) => self.problem = Some(problem),
        }
    }
}

fn result_ui(ui: &mut Ui, sweeping: &Sweeping, actions: &mut Actions) {
    let sweep = sweeping.sweep();
    let unit = sweep.measure.unit();
    section_ui(ui, &format!("{}{}{unit}", sweep.measure.label(), if unit.is_empty() { "" } else { ", " }));
    ui.horizontal(|ui| {
        if let Some(share) = sweeping.progress() {
            ui.add(egui::ProgressBar::new(share).desired_width(ui.available_width() - 92.0).show_percentage());
            if ui.button("Cancel").on_hover_text("Stops; the runs that are done stay.").clicked() {
                actions.push(Action::Do(Command::Sweep(SweepWish::Cancel)));
            }
        } else {
            let text = format!("{} of {} runs done", sweeping.done(), sweeping.cells().len());
            ui.label(RichText::new(text).color(palette(ui).weak));
            if ui.button("Close").on_hover_text("Forgets this sweep.").clicked() {
                actions.push(Action::Do(Command::Sweep(SweepWish::Close)));
            }
        }
    });
    match &sweep.axes[..] {
        [axis] => {
            curve_ui(ui, axis, sweeping);
            list_ui(ui, axis, sweeping, actions);
        }
        [rows, columns] => map_ui(ui, rows, columns, sweeping, actions),
        _ => {}
    }
}

fn number(cell: &Option<Cell>) -> Option<f64> {
    cell.as_ref().and_then(|cell| cell.number.as_ref().ok()).copied().filter(|value| value.is_finite())
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.as_f64().map_or_else(|| value.to_string(), format::axis), str::to_owned)
}

/// By value where the values are numbers, otherwise by place.
fn curve_ui(ui: &mut Ui, axis: &Axis, sweeping: &Sweeping) {
    let is_numeric = axis.values.iter().all(Value::is_number);
    let x = |index: usize| axis.values[index].as_f64().filter(|_| is_numeric).unwrap_or(index as f64);
    let line: Vec<[f64; 2]> =
        sweeping.cells().iter().enumerate().filter_map(|(i, cell)| Some([x(i), number(cell)?])).collect();
    let p = palette(ui);
    let limits = match sweeping.sweep().measure {
        Measure::Artifact(artifact) => Some((artifact.measure.sick_min, artifact.measure.cured_max)),
        Measure::Metric(_) => None,
    };
    let color = color32(colors::IMPULSE);
    plots::free_plot(ui, "sweep", 200.0).show(ui, |plot| {
        if let Some((sick, cured)) = limits {
            plot.hline(HLine::new("sick from here", sick).color(p.bad).width(1.0));
            plot.hline(HLine::new("cured up to here", cured).color(p.good).width(1.0));
        }
        plot.line(Line::new("number", line.clone()).color(color).width(2.0));
        plot.points(Points::new("runs", line).color(color).radius(4.0));
    });
}

fn list_ui(ui: &mut Ui, axis: &Axis, sweeping: &Sweeping, actions: &mut Actions) {
    let label = picker::info(&axis.path).map_or(axis.path.as_str(), |info| info.label);
    for (index, cell) in sweeping.cells().iter().enumerate() {
        let value = text(&axis.values[index]);
        let shown = match cell {
            None => "…".to_owned(),
            Some(cell) => cell.number.as_ref().map_or_else(Clone::clone, |value| format::number(*value)),
        };
        let line = format!("{label} = {value}: {shown}");
        let tip = "Click to compare the open scene with this run.";
        if ui.selectable_label(false, line).on_hover_text(tip).clicked() {
            actions.push(Action::Do(Command::Sweep(SweepWish::OpenCell(index))));
        }
    }
}

/// Rows downwards, columns to the right; dark is small, and each cell has its number.
fn map_ui(ui: &mut Ui, rows: &Axis, columns: &Axis, sweeping: &Sweeping, actions: &mut Actions) {
    let p = palette(ui);
    let title = |axis: &Axis| picker::info(&axis.path).map_or(axis.path.clone(), |info| info.label.to_owned());
    ui.label(RichText::new(format!("{} downwards, {} to the right", title(rows), title(columns))).color(p.weak));
    let (row_count, column_count) = (rows.values.len(), columns.values.len());
    let head = 56.0;
    let width = ((ui.available_width() - head) / column_count as f32).clamp(14.0, 90.0);
    let height = (360.0 / row_count as f32).clamp(18.0, 34.0);
    let numbers = || sweeping.cells().iter().filter_map(number);
    let (low, high) = (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max));
    let size = vec2(head + width * column_count as f32, height * (row_count as f32 + 1.0));
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let font = FontId::proportional(13.0);
    for (column, value) in columns.values.iter().enumerate() {
        let at = pos2(rect.left() + head + width * (column as f32 + 0.5), rect.top() + height * 0.5);
        ui.painter().text(at, Align2::CENTER_CENTER, text(value), font.clone(), p.weak);
    }
    for (row, value) in rows.values.iter().enumerate() {
        let y = rect.top() + height * (row as f32 + 1.0);
        let at = pos2(rect.left() + head - 6.0, y + height * 0.5);
        ui.painter().text(at, Align2::RIGHT_CENTER, text(value), font.clone(), p.weak);
        for (column, other) in columns.values.iter().enumerate() {
            let index = row * column_count + column;
            let cell = &sweeping.cells()[index];
            let place =
                egui::Rect::from_min_size(pos2(rect.left() + head + width * column as f32, y), vec2(width, height));
            let shown = match cell {
                None => "…".to_owned(),
                Some(cell) => cell.number.as_ref().map_or_else(|_| "✕".to_owned(), |value| format::number(*value)),
            };
            let label = format!("{} = {}, {} = {}: {shown}", title(rows), text(value), title(columns), text(other));
            let response = ui.interact(place, ui.scope_id().with(("cell", index)), Sense::click());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
            let share = number(cell).map(|n| if high > low { ((n - low) / (high - low)) as f32 } else { 0.0 });
            let fill = share.map_or(p.sunken, heat);
            ui.painter().rect_filled(place.shrink(1.0), 2, fill);
            if width > 40.0 {
                let color = if share.is_some_and(|s| s > 0.6) { Color32::BLACK } else { Color32::WHITE };
                ui.painter().text(place.center(), Align2::CENTER_CENTER, &shown, theme::semibold(13.0), color);
            }
            let problem = cell.as_ref().and_then(|cell| cell.number.as_ref().err()).map_or("", String::as_str);
            let tip = format!("{label}\n{problem}\nClick to compare the open scene with this run.");
            if response.on_hover_text(tip).clicked() {
                actions.push(Action::Do(Command::Sweep(SweepWish::OpenCell(index))));
            }
        }
    }
}

/// From dark blue over violet and orange to pale yellow: readable in grey too.
fn heat(share: f32) -> Color32 {
    let stops: [[u8; 3]; 5] = [[13, 8, 70], [126, 3, 168], [204, 71, 120], [248, 149, 64], [240, 249, 140]];
    let at = share.clamp(0.0, 1.0) * (stops.len() - 1) as f32;
    let index = (at as usize).min(stops.len() - 2);
    let mix = |k: usize| {
        let (a, b) = (f32::from(stops[index][k]), f32::from(stops[index + 1][k]));
        (a + (b - a) * (at - index as f32)).round() as u8
    };
    Color32::from_rgb(mix(0), mix(1), mix(2))
}
