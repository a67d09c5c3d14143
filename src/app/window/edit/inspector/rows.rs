//! The things whose fields are shown, and what is to be done to them: one value for all, or one for each.

use super::super::fields::Outcome;
use crate::app::window::actions::{Action, Actions};
use crate::app::window::theme::{GRID, palette};
use crate::artifact::ARTIFACTS;
use crate::session::{AuthorWish, Command, Source, Warning};
use egui::{RichText, Ui};
use egui_material_icons::icons as i;
use serde_json::Value;
use std::collections::BTreeSet;

/// A thing of the document.
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// JSON pointer into the preset.
    pub place: String,
    pub json: Value,
}

/// A field of several things.
#[derive(Clone, Debug, PartialEq)]
pub enum Common {
    /// None has it.
    Absent,
    /// All have the same.
    Same(Value),
    /// They differ; the value of the first that has one.
    Mixed(Value),
}

impl Common {
    pub const fn first(&self) -> Option<&Value> {
        match self {
            Self::Absent => None,
            Self::Same(value) | Self::Mixed(value) => Some(value),
        }
    }
}

/// What the rows of an inspector read and write.
pub struct Rows<'a> {
    pub things: &'a [Thing],
    /// Names of all bodies of the running scene.
    pub bodies: &'a [String],
    /// Those about the things shown, with the pointer within the thing.
    pub warnings: Vec<(String, &'a Warning)>,
    /// Those that stood at a row already.
    said: BTreeSet<usize>,
    trouble: &'a mut Option<String>,
    actions: &'a mut Actions,
}

impl<'a> Rows<'a> {
    pub fn new(
        things: &'a [Thing],
        bodies: &'a [String],
        warnings: &'a [Warning],
        trouble: &'a mut Option<String>,
        actions: &'a mut Actions,
    ) -> Self {
        let warnings = warnings
            .iter()
            .filter_map(|warning| {
                let own = things.iter().find_map(|thing| warning.place.strip_prefix(&thing.place))?;
                (own.is_empty() || own.starts_with('/')).then(|| (own.to_owned(), warning))
            })
            .collect();
        Self { things, bodies, warnings, said: BTreeSet::new(), trouble, actions }
    }

    pub fn common(&self, pointer: &str) -> Common {
        let mut values = self.things.iter().map(|thing| thing.json.pointer(pointer));
        let Some(first) = values.next() else { return Common::Absent };
        let is_same = values.all(|value| value == first);
        match first.or_else(|| self.things.iter().find_map(|thing| thing.json.pointer(pointer))) {
            None => Common::Absent,
            Some(value) if is_same => Common::Same(value.clone()),
            Some(value) => Common::Mixed(value.clone()),
        }
    }

    /// A text that all things have in this field.
    pub fn word(&self, pointer: &str) -> Option<String> {
        match self.common(pointer) {
            Common::Same(value) => value.as_str().map(str::to_owned),
            _ => None,
        }
    }

    pub fn has(&self, pointer: &str) -> bool {
        self.things.iter().any(|thing| thing.json.pointer(pointer).is_some())
    }

    /// Name of a row's control: parts of parts say which part they belong to.
    pub fn name(&self, prefix: &str, label: &str) -> String {
        let place = prefix.split('/').find_map(|step| step.parse::<usize>().ok());
        place.map_or_else(|| label.to_owned(), |index| format!("{} {label}", index + 1))
    }

    // ---- writing --------------------------------------------------------------------------------------------------

    fn push(&mut self, wish: AuthorWish) {
        self.actions.push(Action::Do(Command::Author(wish)));
    }

    pub fn end(&mut self) {
        self.actions.push(Action::Do(Command::EndGesture));
    }

    /// The same value for all.
    pub fn set(&mut self, pointer: &str, value: Value, is_done: bool) {
        self.push(AuthorWish::SetField { field: pointer.to_owned(), value });
        if is_done {
            self.end();
        }
    }

    /// A value for each of the things, in their order.
    pub fn set_each(&mut self, pointer: &str, values: Vec<Value>, is_done: bool) {
        let places: Vec<String> = self.things.iter().map(|thing| format!("{}{pointer}", thing.place)).collect();
        for (place, value) in places.into_iter().zip(values) {
            self.push(AuthorWish::Set { place, value });
        }
        if is_done {
            self.end();
        }
    }

    /// What a field of a number came to.
    pub fn take(&mut self, pointer: &str, outcome: Outcome<f64>, json: impl Fn(f64) -> Value) {
        self.say(outcome.trouble);
        match outcome.value {
            Some(value) => self.set(pointer, json(value), outcome.is_done),
            None if outcome.is_done => self.end(),
            None => {}
        }
    }

    pub fn say(&mut self, trouble: Option<String>) {
        if trouble.is_some() {
            *self.trouble = trouble;
        }
    }

    // ---- warnings -------------------------------------------------------------------------------------------------

    pub fn warns_about(&self, pointer: &str) -> bool {
        self.warnings.iter().any(|(place, _)| place == pointer)
    }

    /// What warns about this field, under its row.
    pub fn warnings_ui(&mut self, ui: &mut Ui, pointer: &str) {
        let mine: Vec<usize> = (0..self.warnings.len())
            .filter(|index| self.warnings[*index].0 == pointer && !self.said.contains(index))
            .collect();
        self.list_ui(ui, mine);
    }

    /// What belongs to no row that was shown.
    pub fn other_warnings_ui(&mut self, ui: &mut Ui) {
        let rest: Vec<usize> = (0..self.warnings.len()).filter(|index| !self.said.contains(index)).collect();
        self.list_ui(ui, rest);
    }

    fn list_ui(&mut self, ui: &mut Ui, indices: Vec<usize>) {
        for index in indices {
            self.said.insert(index);
            let warning = self.warnings[index].1;
            if warning_ui(ui, warning) {
                open_artifact(warning, self.actions);
            }
        }
    }
}

/// Opens the preset that shows what the warning is about.
pub fn open_artifact(warning: &Warning, actions: &mut Actions) {
    if let Some(entry) = ARTIFACTS.iter().find(|entry| entry.id == warning.artifact) {
        actions.push(Action::Do(Command::Open(Source::Shipped(entry.preset.to_owned()))));
    }
}

/// The sentence and a link to the artifact; true when the link was clicked.
pub fn warning_ui(ui: &mut Ui, warning: &Warning) -> bool {
    let p = palette(ui);
    let entry = ARTIFACTS.iter().find(|entry| entry.id == warning.artifact);
    let mut is_clicked = false;
    let frame = egui::Frame::NONE.fill(p.bad.gamma_multiply(0.12)).corner_radius(6).inner_margin(8.0);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = GRID;
        ui.horizontal_top(|ui| {
            ui.label(i::ICON_WARNING.rich_text().size(17.0).color(p.bad));
            ui.vertical(|ui| {
                ui.add(egui::Label::new(RichText::new(&warning.text).size(14.0).color(p.text)).wrap());
                let Some(entry) = entry else { return };
                let text = RichText::new(format!("See {}", entry.title)).size(14.0).color(p.accent).underline();
                let link = ui.add(egui::Label::new(text).sense(egui::Sense::click()));
                let name = format!("See {}", entry.title);
                link.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Link, true, &name));
                let link = link.on_hover_cursor(egui::CursorIcon::PointingHand);
                let tip = format!("{}\n\nOpens the preset that shows it; this scene is closed.", entry.symptom);
                is_clicked = link.on_hover_text(tip).clicked();
            });
        });
    });
    ui.add_space(GRID);
    is_clicked
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn several_things_have_a_field_in_common_or_not() {
        let thing = |index: usize, json: Value| Thing { place: format!("/scene/bodies/{index}"), json };
        let things = [
            thing(0, json!({"friction": 0.5, "mass": 1.0})),
            thing(1, json!({"friction": 0.5, "mass": 2.0, "ccd": true})),
        ];
        let (mut trouble, mut actions) = (None, Vec::new());
        let warning = |place: &str| Warning {
            items: Vec::new(),
            place: place.to_owned(),
            text: "heavy".to_owned(),
            artifact: "squashed-stack",
        };
        let warnings = [warning("/scene/bodies/1/mass"), warning("/scene/bodies/11/mass")];
        let mut rows = Rows::new(&things, &[], &warnings, &mut trouble, &mut actions);
        assert_eq!(rows.common("/friction"), Common::Same(json!(0.5)));
        assert_eq!(rows.common("/mass"), Common::Mixed(json!(1.0)));
        assert_eq!(rows.common("/ccd"), Common::Mixed(json!(true)));
        assert_eq!(rows.common("/velocity"), Common::Absent);
        assert!(rows.warns_about("/mass"));
        assert_eq!(rows.warnings.len(), 1, "body 11 is another one");
        rows.set_each("/mass", vec![json!(3), json!(4)], true);
        let place = "/scene/bodies/1/mass".to_owned();
        assert_eq!(actions[1], Action::Do(Command::Author(AuthorWish::Set { place, value: json!(4) })));
        assert_eq!(actions[2], Action::Do(Command::EndGesture));
    }
}
