//! Fields of ready-made groups: chains and ragdolls.

use super::rows::Rows;
use super::table::field_ui;
use super::{shape, tables as t};
use crate::app::window::theme::{GRID, palette};
use crate::app::window::widgets::{chip_ui, section_ui};
use egui::{RichText, Ui};
use serde_json::{Value, json};

/// Draws the rows.
pub fn template_ui(ui: &mut Ui, rows: &mut Rows<'_>) {
    if rows.things.len() == 1 {
        field_ui(ui, rows, "", &t::NAME);
    }
    match rows.word("/type").as_deref() {
        Some("chain") => chain_ui(ui, rows),
        Some("ragdoll") => {
            section_ui(ui, "Ragdoll");
            for field in t::RAGDOLL {
                field_ui(ui, rows, "", field);
            }
        }
        _ => {
            ui.label(RichText::new("The templates are of different kinds.").color(palette(ui).weak));
        }
    }
    ui.add_space(GRID);
    let text = "Break apart (in the strip above) turns it into single bodies and joints, each with its own fields.";
    ui.label(RichText::new(text).size(14.0).color(palette(ui).weak));
}

fn chain_ui(ui: &mut Ui, rows: &mut Rows<'_>) {
    section_ui(ui, "Chain");
    for field in t::CHAIN {
        field_ui(ui, rows, "", field);
    }
    section_ui(ui, "A link");
    shape::shape_ui(ui, rows, "/shape");
    weight_ui(ui, rows, "");
    section_ui(ui, "At the end");
    let has_end = rows.has("/end");
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GRID;
        if chip_ui(ui, !has_end, "Nothing", "The last link hangs free.").clicked() && has_end {
            rows.set("/end", Value::Null, true);
        }
        let tip = "A body joined to the last link. A heavy one makes a light chain stretch.";
        if chip_ui(ui, has_end, "A weight", tip).clicked() && !has_end {
            rows.set("/end", json!({"shape": {"type": "sphere", "radius": 0.3}}), true);
        }
    });
    if has_end {
        ui.add_space(GRID);
        shape::shape_ui(ui, rows, "/end/shape");
        weight_ui(ui, rows, "/end");
    }
}

/// Density or mass: writing one takes the other away.
fn weight_ui(ui: &mut Ui, rows: &mut Rows<'_>, prefix: &str) {
    let has_mass = rows.has(&format!("{prefix}/mass"));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GRID;
        let (density, mass) = (format!("{prefix}/density"), format!("{prefix}/mass"));
        if chip_ui(ui, !has_mass, "By density", "The mass follows from the shape.").clicked() && has_mass {
            rows.set(&mass, Value::Null, true);
        }
        if chip_ui(ui, has_mass, "By mass", "The mass is given.").clicked() && !has_mass {
            rows.set(&density, Value::Null, false);
            rows.set(&mass, json!(1), true);
        }
    });
    ui.add_space(GRID);
    field_ui(ui, rows, prefix, if has_mass { &t::MASS } else { &t::DENSITY });
}
