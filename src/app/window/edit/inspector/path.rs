//! Fields of the paths of animated bodies.

use super::rows::Rows;
use super::table::field_ui;
use super::tables as t;
use crate::app::window::theme::{self, GRID, palette};
use crate::app::window::widgets::{chip_ui, icon_button_ui};
use egui::{RichText, Ui};
use egui_material_icons::icons as i;
use serde_json::{Value, json};

/// How an animated body moves.
pub fn path_ui(ui: &mut Ui, rows: &mut Rows<'_>) {
    let kind = rows.word("/path/type");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(GRID, GRID);
        let is_none = !rows.has("/path");
        if chip_ui(ui, is_none, "Stands", "It does not move.").clicked() && !is_none {
            rows.set("/path", Value::Null, true);
        }
        for (id, word, tip) in [
            ("oscillation", "To and fro", "Swings about its start."),
            ("spin", "Spin", "Turns about an axis at a constant rate."),
            ("keyframes", "Keyframes", "Through given poses at given times."),
        ] {
            let is_on = kind.as_deref() == Some(id);
            if chip_ui(ui, is_on, word, tip).clicked() && !is_on {
                let paths = rows.things.iter().map(|thing| new_path(id, &thing.json)).collect();
                rows.set_each("/path", paths, true);
            }
        }
    });
    ui.add_space(GRID);
    match kind.as_deref() {
        Some("oscillation") => t::OSCILLATION.iter().for_each(|field| field_ui(ui, rows, "", field)),
        Some("spin") => t::SPIN.iter().for_each(|field| field_ui(ui, rows, "", field)),
        Some("keyframes") => keyframes_ui(ui, rows),
        _ => {}
    }
}

fn new_path(kind: &str, body: &Value) -> Value {
    let start = body.get("position").cloned().unwrap_or_else(|| json!([0, 0, 0]));
    match kind {
        "oscillation" => json!({"type": "oscillation", "axis": [1, 0, 0], "amplitude": 1, "period": 4}),
        "spin" => json!({"type": "spin", "axis": [0, 1, 0], "speed": 1}),
        _ => {
            let mut end = start.clone();
            if let Some(y) = end.get_mut(1) {
                *y = json!(y.as_f64().unwrap_or_default() as f32 + 1.0);
            }
            json!({"type": "keyframes", "frames": [{"time": 0, "position": start}, {"time": 2, "position": end}]})
        }
    }
}

fn keyframes_ui(ui: &mut Ui, rows: &mut Rows<'_>) {
    for field in t::KEYFRAMES {
        field_ui(ui, rows, "", field);
    }
    let [thing] = rows.things else {
        ui.label(RichText::new("Keyframes are edited one body at a time.").size(14.0).color(palette(ui).weak));
        return;
    };
    let frames = thing.json.pointer("/path/frames").and_then(Value::as_array).cloned().unwrap_or_default();
    for index in 0..frames.len() {
        ui.add_space(GRID);
        ui.horizontal(|ui| {
            let title = format!("Keyframe {}", index + 1);
            ui.label(RichText::new(title).font(theme::semibold(14.0)).color(palette(ui).strong));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let label = format!("Remove keyframe {}", index + 1);
                if frames.len() > 1 && icon_button_ui(ui, i::ICON_DELETE, &label, "Takes this keyframe away.").clicked()
                {
                    let mut rest = frames.clone();
                    rest.remove(index);
                    rows.set("/path/frames", Value::Array(rest), true);
                }
            });
        });
        for field in t::KEYFRAME {
            field_ui(ui, rows, &format!("/path/frames/{index}"), field);
        }
    }
    ui.add_space(GRID);
    let tip = "One more, a second after the last and at the same place: then change its numbers.";
    if ui.button("Add keyframe").on_hover_text(tip).clicked() {
        let mut more = frames;
        if let Some(mut last) = more.last().cloned() {
            last["time"] = json!(last["time"].as_f64().unwrap_or_default() as f32 + 1.0);
            more.push(last);
            rows.set("/path/frames", Value::Array(more), true);
        }
    }
}
