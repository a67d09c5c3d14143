//! Fields of events.

use super::link_tables as t;
use super::rows::Rows;
use super::table::{Field, field_ui};
use crate::app::window::theme::GRID;
use crate::app::window::widgets::{chip_ui, section_ui};
use egui::Ui;
use serde_json::{Map, Value, json};

/// What can happen: key of the file, word, what it does, what it begins with, its fields.
const KINDS: [(&str, &str, &str, &[Field]); 5] = [
    ("force", "Force", "Pushes for a while, constant or growing evenly.", t::FORCE),
    ("impulse", "Impulse", "Changes the velocity at once.", t::IMPULSE),
    ("set_velocity", "Velocity", "Gives the body another velocity.", t::NEW_VELOCITY),
    ("set_pose", "Place", "Puts the body somewhere else.", t::NEW_POSE),
    ("set_mass", "Mass", "Gives the body another mass.", t::NEW_MASS),
];

fn first(kind: &str) -> Value {
    match kind {
        "set_velocity" => json!({"linear": [0, 2, 0]}),
        "set_pose" => json!({"position": [0, 1, 0]}),
        "set_mass" => json!(10),
        "impulse" => json!([1, 0, 0]),
        _ => json!([10, 0, 0]),
    }
}

/// Which of the kinds an event is.
pub fn kind_of(event: &Value) -> Option<(&'static str, &'static str)> {
    KINDS.iter().find(|(key, ..)| event.get(key).is_some()).map(|(key, word, ..)| (*key, *word))
}

/// Draws the rows of events.
pub fn event_ui(ui: &mut Ui, rows: &mut Rows<'_>) {
    for field in t::EVENT {
        field_ui(ui, rows, "", field);
    }
    let kinds: Vec<Option<&str>> = rows.things.iter().map(|thing| kind_of(&thing.json).map(|(key, _)| key)).collect();
    let kind = kinds.first().copied().flatten().filter(|kind| kinds.iter().all(|other| *other == Some(*kind)));
    section_ui(ui, "What happens");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(GRID, GRID);
        for (key, word, tip, _) in KINDS {
            let is_on = kind == Some(key);
            if chip_ui(ui, is_on, word, tip).clicked() && !is_on {
                let changed = rows.things.iter().map(|thing| with_kind(&thing.json, key)).collect();
                rows.set_each("", changed, true);
            }
        }
    });
    ui.add_space(GRID);
    let Some(kind) = kind else { return };
    let is_ramp = rows.things.iter().all(|thing| thing.json.pointer("/force/from").is_some());
    if kind == "force" {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GRID;
            let constant = chip_ui(ui, !is_ramp, "Constant", "The same all the time.").clicked();
            let growing =
                chip_ui(ui, is_ramp, "Growing", "From one force evenly to another. It needs a duration.").clicked();
            if (constant && is_ramp) || (growing && !is_ramp) {
                let changed = rows.things.iter().map(|thing| with_ramp(&thing.json, growing)).collect();
                rows.set_each("", changed, true);
            }
        });
        ui.add_space(GRID);
        field_ui(ui, rows, "", &t::DURATION);
    }
    let fields =
        if is_ramp { t::RAMP } else { KINDS.iter().find(|(key, ..)| *key == kind).map_or(&[] as &[Field], |k| k.3) };
    for field in fields {
        field_ui(ui, rows, "", field);
    }
    if matches!(kind, "force" | "impulse") {
        field_ui(ui, rows, "", &t::POINT);
    }
}

/// The same event with something else happening in it.
fn with_kind(event: &Value, kind: &str) -> Value {
    let mut changed = Map::new();
    for key in ["at", "body"] {
        if let Some(value) = event.get(key) {
            changed.insert(key.to_owned(), value.clone());
        }
    }
    if let Some(point) = event.get("point").filter(|_| matches!(kind, "force" | "impulse")) {
        changed.insert("point".to_owned(), point.clone());
    }
    changed.insert(kind.to_owned(), first(kind));
    Value::Object(changed)
}

fn with_ramp(event: &Value, is_growing: bool) -> Value {
    let mut changed = event.clone();
    let Some(map) = changed.as_object_mut() else { return changed };
    let force = map.get("force").cloned().unwrap_or(Value::Null);
    if is_growing {
        map.insert("force".to_owned(), json!({"from": [0, 0, 0], "to": force}));
        map.entry("duration").or_insert(json!(1));
    } else {
        map.insert("force".to_owned(), force.get("to").cloned().unwrap_or_else(|| json!([10, 0, 0])));
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_keeps_time_and_body_when_something_else_is_to_happen() {
        let event = json!({"at": 2, "body": "crate", "force": [1, 2, 3], "duration": 1, "point": [0, 1, 0]});
        assert_eq!(kind_of(&event), Some(("force", "Force")));
        let impulse = with_kind(&event, "impulse");
        assert_eq!(impulse, json!({"at": 2, "body": "crate", "impulse": [1, 0, 0], "point": [0, 1, 0]}));
        assert_eq!(with_kind(&event, "set_mass"), json!({"at": 2, "body": "crate", "set_mass": 10}));
        let ramp = with_ramp(&event, true);
        assert_eq!(ramp["force"], json!({"from": [0, 0, 0], "to": [1, 2, 3]}));
        assert_eq!(with_ramp(&ramp, false), event);
    }
}
