//! The tab of the stops: conditions at which the run halts, and where the recording passes them.

use super::actions::{Action, Actions};
use super::format;
use super::theme::{self, GRID, palette};
use super::widgets::{empty_ui, row_ui, section_ui, switch_ui};
use crate::session::{BranchId, Command, Condition, Passing, Run, Search, Session, Stop, Stops};
use egui::{RichText, Ui, vec2};

/// Most passings that are listed.
const MOST_LISTED: usize = 200;

/// The tab.
#[derive(Default)]
pub struct StopsPanel {
    listed: Option<Listed>,
}

/// What was found, until something changes.
struct Listed {
    /// Branch, last step, and the hash of that.
    recorded: (BranchId, u64, Option<u64>),
    stops: Stops,
    passings: Vec<Passing>,
}

impl StopsPanel {
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, run: &Run, actions: &mut Actions) {
        egui::ScrollArea::vertical().id_salt("stops").auto_shrink(false).show(ui, |ui| {
            ui.set_width(ui.available_width() - GRID);
            let text = "The run halts in the step in which one of these passes its bound, and selects what it was. They work \
                        backwards too: over everything that is recorded.";
            ui.label(RichText::new(text).color(palette(ui).weak));
            section_ui(ui, "Halt when");
            for stop in session.stops().iter() {
                condition_ui(ui, stop, actions);
            }
            section_ui(ui, "In the recording");
            search_ui(ui, session, actions);
            hit_ui(ui, session);
            self.list_ui(ui, session, run, actions);
        });
    }

    fn list_ui(&mut self, ui: &mut Ui, session: &Session, run: &Run, actions: &mut Actions) {
        if session.is_playing() {
            return;
        }
        let timeline = run.timeline();
        let end = timeline.end();
        let recorded = (timeline.current(), end, timeline.note(end).map(|note| note.hash));
        let is_known = |listed: &&Listed| listed.recorded == recorded && listed.stops == *session.stops();
        if self.listed.as_ref().filter(is_known).is_none() {
            self.listed = Some(Listed {
                recorded,
                stops: session.stops().clone(),
                passings: session.stops().passings(timeline, MOST_LISTED),
            });
        }
        let Some(listed) = &self.listed else { return };
        if listed.passings.is_empty() {
            let text = if run.timeline().end() == 0 {
                "Run the scene first, then switch a condition on."
            } else {
                "No condition that is switched on is passed anywhere in the recording."
            };
            empty_ui(ui, "Nothing is passed", text);
            return;
        }
        ui.add_space(GRID);
        for passing in &listed.passings {
            let text = passing_text(passing);
            let is_here = passing.step == run.cursor();
            let response = ui.selectable_label(is_here, text).on_hover_text("Click to go to this step.");
            if response.clicked() {
                actions.push(Action::Do(Command::RunTo(passing.step.min(run.timeline().end()))));
            }
        }
        if listed.passings.len() == MOST_LISTED {
            ui.label(RichText::new(format!("The first {MOST_LISTED} are listed.")).color(palette(ui).weak));
        }
    }
}

fn condition_ui(ui: &mut Ui, stop: &Stop, actions: &mut Actions) {
    let (info, mut set) = (stop.condition.info(), *stop);
    let (label, ()) = row_ui(ui, RichText::new(info.label), |ui| {
        switch_ui(ui, &mut set.is_enabled, &format!("Halt at {}", info.label.to_lowercase()))
            .on_hover_text(info.tooltip);
        if stop.condition == Condition::NotFinite {
            return;
        }
        let speed = (set.bound.abs() * 0.02).max(1e-4);
        let suffix = if info.unit.is_empty() { String::new() } else { format!(" {}", info.unit) };
        let field = egui::DragValue::new(&mut set.bound)
            .range(0.0..=1e9)
            .speed(speed)
            .custom_formatter(|n, _| format::number(n))
            .custom_parser(|text| text.replace('−', "-").replace(',', ".").trim().parse().ok())
            .suffix(suffix);
        let response = ui.add_sized([120.0, 24.0], field).on_hover_text(info.tooltip);
        let (name, value) = (format!("Bound of {}", info.label.to_lowercase()), set.bound);
        response.widget_info(move || {
            let mut widget = egui::WidgetInfo::drag_value(true, value);
            widget.label = Some(name.clone());
            widget
        });
    });
    label.on_hover_text(info.tooltip);
    if set != *stop {
        let Stop { condition, bound, is_enabled } = set;
        actions.push(Action::Do(Command::SetStop { condition, bound, is_enabled }));
    }
}

fn search_ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let is_any = session.stops().is_any_enabled();
    ui.horizontal_wrapped(|ui| {
        let buttons = [
            ("Find first", Search::First, "Goes to the first step of the recording in which a condition is passed."),
            ("Previous", Search::Before, "Goes back to the last passing before the step that is shown."),
            ("Next", Search::After, "Goes on to the next passing after the step that is shown."),
        ];
        for (label, search, tip) in buttons {
            let button = egui::Button::new(label).min_size(vec2(84.0, 28.0));
            if ui.add_enabled(is_any, button).on_hover_text(tip).clicked() {
                actions.push(Action::Do(Command::FindStop(search)));
            }
        }
    });
}

/// What acted last.
fn hit_ui(ui: &mut Ui, session: &Session) {
    let Some(hit) = session.stop_hit() else { return };
    ui.add_space(GRID);
    let p = palette(ui);
    egui::Frame::NONE.fill(p.accent_soft).corner_radius(6).inner_margin(8).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(&hit.text).font(theme::semibold(14.5)).color(p.strong));
    });
}

fn passing_text(passing: &Passing) -> String {
    let info = passing.condition.info();
    if passing.condition == Condition::NotFinite {
        return format!("step {}: not finite", passing.step);
    }
    format!("step {}: {} {} {}", passing.step, info.label.to_lowercase(), format::number(passing.value), info.unit)
}
