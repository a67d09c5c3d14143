//! Fields of joints and springs.

use super::link_tables as t;
use super::rows::Rows;
use super::table::field_ui;
use super::tables;
use crate::app::window::theme::GRID;
use crate::app::window::widgets::{row_ui, section_ui, switch_ui};
use egui::{RichText, Ui};
use serde_json::{Value, json};

/// Draws the rows of joints.
pub fn joint_ui(ui: &mut Ui, rows: &mut Rows<'_>) {
    field_ui(ui, rows, "", &tables::JOINT_NAME);
    for field in t::JOINT {
        field_ui(ui, rows, "", field);
    }
    let kind = rows.word("/type").unwrap_or_default();
    section_ui(ui, "Place");
    if rows.has("/anchor_a") || rows.has("/anchor_b") {
        for field in t::ANCHORS {
            field_ui(ui, rows, "", field);
        }
    } else {
        field_ui(ui, rows, "", &t::ANCHOR);
    }
    let has_axis = matches!(kind.as_str(), "hinge" | "slider" | "ball");
    if has_axis {
        field_ui(ui, rows, "", &t::AXIS);
    }
    if kind == "distance" {
        field_ui(ui, rows, "", &t::LENGTH);
    }
    if has_axis {
        limits_ui(ui, rows, &kind);
    }
    if matches!(kind.as_str(), "hinge" | "slider") {
        section_ui(ui, "Motor");
        let first = json!({"speed": 1.0, "max": 10.0});
        if optional_ui(
            ui,
            rows,
            "/motor",
            "Motor",
            "Drives the joint at a speed as long as its strength suffices.",
            first,
        ) {
            for field in t::MOTOR {
                field_ui(ui, rows, "", field);
            }
        }
    }
    section_ui(ui, "Resistance and breaking");
    for field in t::JOINT_REST {
        field_ui(ui, rows, "", field);
    }
}

fn limits_ui(ui: &mut Ui, rows: &mut Rows<'_>, kind: &str) {
    section_ui(ui, "Limits");
    let (pointer, field, first) = match kind {
        "slider" => ("/limit", &t::LIMIT, json!([-0.5, 0.5])),
        "ball" => ("/limit_degrees", &t::LIMIT_DEGREES, json!([-30.0, 30.0])),
        _ => ("/limit_degrees", &t::LIMIT_DEGREES, json!([-45.0, 45.0])),
    };
    if kind == "ball" {
        field_ui(ui, rows, "", &t::SWING);
    }
    let tip = "Bounds the motion about (or along) the axis.";
    let label = if kind == "ball" { "Twist limited" } else { "Limited" };
    if optional_ui(ui, rows, pointer, label, tip, first) {
        field_ui(ui, rows, "", field);
    }
    if rows.has(pointer) || rows.has("/swing_limit_degrees") {
        let tip = "Makes the limits springs: less of a kick, at the price of going a little beyond.";
        if optional_ui(ui, rows, "/soft_limit", "Soft limits", tip, json!({"hertz": 10.0, "damping_ratio": 1.0})) {
            for field in t::SOFT {
                field_ui(ui, rows, "", field);
            }
        }
    }
}

/// A switch for a group of fields that may be missing; true when it is there.
fn optional_ui(ui: &mut Ui, rows: &mut Rows<'_>, pointer: &str, label: &str, tip: &str, first: Value) -> bool {
    let mut is_on = rows.has(pointer);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GRID;
        ui.allocate_exact_size(egui::vec2(18.0, 22.0), egui::Sense::hover());
        let (name, response) = row_ui(ui, RichText::new(label).size(14.5), |ui| switch_ui(ui, &mut is_on, label));
        name.on_hover_text(tip);
        if response.on_hover_text(tip).changed() {
            rows.set(pointer, if is_on { first } else { Value::Null }, true);
        }
    });
    rows.warnings_ui(ui, pointer);
    is_on && rows.has(pointer)
}

/// Draws the rows of springs.
pub fn spring_ui(ui: &mut Ui, rows: &mut Rows<'_>) {
    field_ui(ui, rows, "", &tables::JOINT_NAME);
    for field in t::SPRING {
        field_ui(ui, rows, "", field);
    }
    if rows.has("/point") {
        field_ui(ui, rows, "", &t::SPRING_POINT);
    } else {
        for field in t::SPRING_B {
            field_ui(ui, rows, "", field);
        }
    }
    ui.add_space(GRID);
}
