//! Fields of bodies: name, shape, pose, mass, surface, start, path, repetition.

use super::super::fields::{self, NumberSpec, Shown};
use super::rows::{Common, Rows};
use super::table::{CONTROL, field_ui};
use super::tables as t;
use super::{path, shape};
use crate::app::window::format;
use crate::app::window::theme::{GRID, palette};
use crate::app::window::widgets::{chip_ui, row_ui, section_ui, value_row_ui};
use crate::instrument::BodyKind;
use crate::math::equivalent_box;
use crate::session::{Item, Run, Session};
use egui::{RichText, Ui};
use serde_json::{Value, json};

/// Draws the rows.
pub fn body_ui(ui: &mut Ui, rows: &mut Rows<'_>, session: &Session, run: &Run, items: &[Item]) {
    if rows.things.len() == 1 {
        field_ui(ui, rows, "", &t::NAME);
    }
    field_ui(ui, rows, "", &t::GROUP);
    field_ui(ui, rows, "", &t::TYPE);
    section_ui(ui, "Shape");
    shape::shape_ui(ui, rows, "/shape");
    section_ui(ui, "Place");
    for field in t::POSE {
        field_ui(ui, rows, "", field);
    }
    let kind = rows.word("/type").unwrap_or_else(|| "dynamic".to_owned());
    let is_dynamic = kind != "static" && kind != "animated";
    if is_dynamic {
        section_ui(ui, "Mass");
        mass_ui(ui, rows, session, run, items);
    }
    section_ui(ui, "Surface");
    for field in t::SURFACE {
        field_ui(ui, rows, "", field);
    }
    if is_dynamic {
        section_ui(ui, "Start");
        for field in t::START {
            field_ui(ui, rows, "", field);
        }
        section_ui(ui, "Resistance and gravity");
        for field in t::RESISTANCE {
            field_ui(ui, rows, "", field);
        }
        section_ui(ui, "Stepping");
        for field in t::STEPPING {
            field_ui(ui, rows, "", field);
        }
    }
    if kind == "animated" || rows.has("/path") {
        section_ui(ui, "Path");
        field_ui(ui, rows, "", &t::DRIVEN);
        path::path_ui(ui, rows);
    }
    section_ui(ui, "Repeated");
    repeat_ui(ui, rows);
}

/// Mass beside density: whichever is typed is what the file gives, and the other follows from it.
fn mass_ui(ui: &mut Ui, rows: &mut Rows<'_>, session: &Session, run: &Run, items: &[Item]) {
    let infos: Vec<_> = items
        .iter()
        .filter_map(|item| session.bodies_of_item(*item).first().and_then(|id| run.header().body(*id)))
        .filter(|info| info.kind == BodyKind::Dynamic && info.mass > 0.0)
        .collect();
    let volume = |shapes: &[(crate::math::Pose, crate::geometry::Shape)]| -> f64 {
        shapes.iter().map(|(_, shape)| f64::from(shape.volume())).sum()
    };
    let masses: Vec<f64> = infos.iter().map(|info| f64::from(info.mass)).collect();
    let densities: Vec<f64> = infos.iter().map(|info| f64::from(info.mass) / volume(&info.shapes).max(1e-12)).collect();
    let is_mass_given = rows.has("/mass");
    let shown = |values: &[f64], is_given: bool| {
        let Some(first) = values.first().copied() else { return Shown::Absent("none", 1.0) };
        // Single precision: what was given in the file comes back a little beside itself.
        let is_same = values.iter().all(|value| (value / first - 1.0).abs() < 1e-5);
        match (is_same, is_given) {
            (false, _) => Shown::Mixed(first),
            (true, true) => Shown::Value(first),
            (true, false) => Shown::Default(first),
        }
    };
    let mut given_mass = shown(&masses, is_mass_given);
    let mut given_density = shown(&densities, rows.has("/density"));
    // The very number of the file, not what single precision made of it.
    for (place, shown) in [("/mass", &mut given_mass), ("/density", &mut given_density)] {
        if let Common::Same(value) = rows.common(place) {
            *shown = Shown::Value(value.as_f64().unwrap_or_default());
        }
    }
    let tip = "Mass and density are two ways to say the same. The one you type is written to the file and the other \
               follows from the volume; it stands in a weaker colour.";
    let of = [
        ("/mass", "Mass", "kg", 1e-6, 1e9, given_mass, "/density"),
        ("/density", "Density", "kg/m³", 1e-3, 1e6, given_density, "/mass"),
    ];
    for (pointer, label, unit, min, max, shown, other) in of {
        let spec = NumberSpec { label, unit, min, max, is_whole: false };
        let shown = rounded(shown);
        let color = if rows.warns_about(pointer) { palette(ui).bad } else { palette(ui).text };
        let (outcome, has_other) = ui
            .horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = GRID;
                ui.allocate_exact_size(egui::vec2(18.0, 22.0), egui::Sense::hover());
                let (name, (response, outcome)) = row_ui(ui, RichText::new(label).color(color).size(14.5), |ui| {
                    fields::number_ui(ui, CONTROL, &spec, shown)
                });
                name.on_hover_text(tip);
                response.on_hover_text(format!("{tip}\n\n{unit}. Water has 1000 kg/m³, the default."));
                (outcome, rows.has(other))
            })
            .inner;
        if outcome.value.is_some() && has_other {
            rows.set(other, Value::Null, false);
        }
        rows.take(pointer, outcome, |value| json!(value as f32));
        rows.warnings_ui(ui, pointer);
    }
    field_ui(ui, rows, "", &t::INERTIA);
    if let [info] = infos.as_slice() {
        let edges = equivalent_box(info.mass, &info.inertia).half_extents * 2.0;
        let text = edges.to_array().map(|edge| format::fixed(f64::from(edge), 3)).join("  ");
        let tip = "Edges of the solid box with the same mass and inertia: how this body resists turning, as something \
                   that can be imagined. A thin rod gives a thin box.";
        ui.horizontal(|ui| {
            ui.add_space(22.0 - ui.spacing().item_spacing.x);
            value_row_ui(ui, "Inertia box", &text, "m", tip);
        });
    }
}

/// What follows from something else needs no more than six digits.
fn rounded(shown: Shown) -> Shown {
    match shown {
        Shown::Default(value) if value != 0.0 => {
            let scale = 10_f64.powf(5.0 - value.abs().log10().floor());
            Shown::Default((value * scale).round() / scale)
        }
        other => other,
    }
}

fn repeat_ui(ui: &mut Ui, rows: &mut Rows<'_>) {
    let kind = rows.word("/repeat/type");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = GRID;
        let is_none = !rows.has("/repeat");
        if chip_ui(ui, is_none, "Once", "A single body.").clicked() && !is_none {
            rows.set("/repeat", Value::Null, true);
        }
        for (id, label, tip, first) in [
            (
                "line",
                "Line",
                "A row, a stack, a spiral stair: each a step further.",
                json!({"type": "line", "count": 5, "step": [0, 1, 0]}),
            ),
            ("grid", "Grid", "Rows along x, y and z.", json!({"type": "grid", "count": [3, 3, 3], "step": [1, 1, 1]})),
            (
                "wall",
                "Wall",
                "Bricks, every second row shifted by half. Boxes only, or give the step.",
                json!({"type": "wall", "columns": 6, "rows": 5}),
            ),
            (
                "pyramid",
                "Pyramid",
                "Rows that get shorter by one. Boxes only, or give the step.",
                json!({"type": "pyramid", "base": 5}),
            ),
        ] {
            let is_on = kind.as_deref() == Some(id);
            if chip_ui(ui, is_on, label, tip).clicked() && !is_on {
                let mut value = first;
                // The step is the size where there is one: bodies that touch and do not overlap.
                if let (Some(size), Some(step)) = (extent(rows), value.get_mut("step")) {
                    *step = if id == "line" { json!([0.0, size[1], 0.0]) } else { json!(size) };
                }
                rows.set("/repeat", value, true);
            }
        }
    });
    let fields = match kind.as_deref() {
        Some("line") => t::LINE,
        Some("grid") => t::GRID,
        Some("wall") => t::WALL,
        Some("pyramid") => t::PYRAMID,
        _ => return,
    };
    ui.add_space(GRID);
    for field in fields {
        field_ui(ui, rows, "", field);
    }
}

/// Size along the body's axes of the first body's shape, m.
fn extent(rows: &Rows<'_>) -> Option<[f64; 3]> {
    let shape = rows.things.first()?.json.get("shape")?;
    let number = |key: &str| shape.get(key).and_then(Value::as_f64);
    match shape.get("type")?.as_str()? {
        "box" => {
            let size: Vec<f64> = shape.get("size")?.as_array()?.iter().filter_map(Value::as_f64).collect();
            size.try_into().ok()
        }
        "sphere" => Some([2.0 * number("radius")?; 3]),
        "capsule" => {
            let (length, radius) = (number("length")?, number("radius")?);
            Some([2.0 * radius, length + 2.0 * radius, 2.0 * radius])
        }
        _ => None,
    }
}
