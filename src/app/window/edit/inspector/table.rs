//! What a field of the document is, and its row: label, control, the way back to the default, and what warns about it.

use super::super::fields::{self, NumberSpec, Outcome, Shown};
use super::rows::{Common, Rows};
use crate::app::window::theme::{GRID, palette};
use crate::app::window::widgets::{row_ui, switch_ui};
use crate::math::{Quat, Vec3};
use egui::{Response, RichText, Sense, Ui, Vec2};
use egui_material_icons::icons as i;
use serde_json::{Value, json};

/// Width of the control of a row, points.
pub const CONTROL: f32 = 196.0;

/// What stands where nothing is written.
#[derive(Clone, Copy, Debug)]
pub enum Unset {
    /// The field has to be there.
    Never,
    /// This number.
    Number(f64),
    /// A word for it, and a number to begin with once it is wanted.
    Word(&'static str, f64),
}

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Number {
        min: f64,
        max: f64,
    },
    Whole {
        min: u32,
        max: u32,
    },
    /// Three numbers along x, y and z.
    Vector {
        min: f64,
        max: f64,
    },
    /// Three whole numbers.
    Counts {
        min: u32,
        max: u32,
    },
    /// Two numbers, called so.
    Pair {
        min: f64,
        max: f64,
        names: [&'static str; 2],
    },
    Rotation,
    Switch {
        default: bool,
    },
    /// Ids with their words; the first is the default.
    Choice(&'static [(&'static str, &'static str)]),
    Text {
        hint: &'static str,
    },
    /// Name of a body; `none` allows for none.
    Body {
        none: Option<&'static str>,
    },
}

/// One field.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// JSON pointer within the thing.
    pub at: &'static str,
    pub label: &'static str,
    pub unit: &'static str,
    pub kind: Kind,
    pub unset: Unset,
    pub tip: &'static str,
}

impl Field {
    fn spec<'a>(&self, label: &'a str, min: f64, max: f64, is_whole: bool) -> NumberSpec<'a> {
        NumberSpec { label, unit: self.unit, min, max, is_whole }
    }

    /// Tooltip: what it is, unit and range, and the default.
    fn tooltip(&self) -> String {
        let range = match self.kind {
            Kind::Number { min, max } | Kind::Vector { min, max } | Kind::Pair { min, max, .. } => {
                format!("\nFrom {} to {} {}", fields::exact(min), fields::exact(max), self.unit)
            }
            Kind::Whole { min, max } | Kind::Counts { min, max } => format!("\nFrom {min} to {max}"),
            _ => String::new(),
        };
        let default = match (self.unset, self.kind) {
            (Unset::Number(value), _) => format!("\nDefault {} {}", fields::exact(value), self.unit),
            (Unset::Word(word, _), _) => format!("\nDefault: {word}"),
            (Unset::Never, Kind::Switch { default }) => format!("\nDefault: {}", if default { "on" } else { "off" }),
            _ => String::new(),
        };
        let how = match self.kind {
            Kind::Number { .. } | Kind::Whole { .. } | Kind::Vector { .. } | Kind::Pair { .. } => {
                "\nDrag, or type: 2*0.05 and 5 cm are understood."
            }
            _ => "",
        };
        format!("{}{}{}{how}", self.tip, range.trim_end(), default.trim_end())
    }

    fn can_reset(&self) -> bool {
        match self.kind {
            Kind::Switch { .. } | Kind::Rotation => true,
            Kind::Choice(_) | Kind::Text { .. } | Kind::Body { .. } | Kind::Number { .. } | Kind::Whole { .. } => {
                !matches!(self.unset, Unset::Never)
            }
            Kind::Vector { .. } | Kind::Counts { .. } | Kind::Pair { .. } => !matches!(self.unset, Unset::Never),
        }
    }
}

/// The row of a field of the things in `rows`; `prefix` leads to where the field's pointer begins.
pub fn field_ui(ui: &mut Ui, rows: &mut Rows<'_>, prefix: &str, field: &Field) {
    let pointer = format!("{prefix}{}", field.at);
    let label = rows.name(prefix, field.label);
    let common = rows.common(&pointer);
    let is_set = !matches!(common, Common::Absent);
    let is_bad = rows.warns_about(&pointer);
    let p = palette(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GRID;
        if reset_ui(ui, &label, is_set && field.can_reset()) {
            rows.set(&pointer, Value::Null, true);
        }
        let color = if is_bad {
            p.bad
        } else if is_set {
            p.strong
        } else {
            p.text
        };
        // The fields of a vector have no room for its unit.
        let has_unit = matches!(field.kind, Kind::Vector { .. }) && !matches!(field.unit, "" | "°");
        let text = if has_unit { format!("{}, {}", field.label, field.unit) } else { field.label.to_owned() };
        let text = RichText::new(text).color(color).size(14.5);
        let (name, control) = row_ui(ui, text, |ui| control_ui(ui, rows, field, &pointer, &label, &common));
        let tip = field.tooltip();
        name.on_hover_text(&tip);
        control.on_hover_text(&tip);
    });
    rows.warnings_ui(ui, &pointer);
}

/// Its place is kept when there is nothing to reset, so that the controls stand still.
fn reset_ui(ui: &mut Ui, label: &str, is_set: bool) -> bool {
    let size = Vec2::new(18.0, 22.0);
    if !is_set {
        ui.allocate_exact_size(size, Sense::hover());
        return false;
    }
    let icon = i::ICON_UNDO.rich_text().size(15.0).color(palette(ui).accent);
    let button = egui::Button::new(icon).frame_when_inactive(false).min_size(size);
    let response = ui
        .scope(|ui| {
            ui.spacing_mut().button_padding = Vec2::ZERO;
            ui.add(button)
        })
        .inner
        .on_hover_text("Leave it to the default: the field is taken out of the file.");
    let name = format!("Reset {label}");
    response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    response.clicked()
}

fn control_ui(
    ui: &mut Ui,
    rows: &mut Rows<'_>,
    field: &Field,
    pointer: &str,
    label: &str,
    common: &Common,
) -> Response {
    match field.kind {
        Kind::Number { min, max } => {
            let spec = field.spec(label, min, max, false);
            let (response, outcome) = fields::number_ui(ui, CONTROL, &spec, shown(common, field.unset));
            rows.take(pointer, outcome, |value| json!(value as f32));
            response
        }
        Kind::Whole { min, max } => {
            let spec = field.spec(label, f64::from(min), f64::from(max), true);
            let (response, outcome) = fields::number_ui(ui, CONTROL, &spec, shown(common, field.unset));
            rows.take(pointer, outcome, |value| json!(value as u32));
            response
        }
        Kind::Vector { min, max } => {
            parts_ui(ui, rows, field, pointer, ["X", "Y", "Z"], &field.spec(label, min, max, false))
        }
        Kind::Counts { min, max } => {
            let spec = field.spec(label, f64::from(min), f64::from(max), true);
            parts_ui(ui, rows, field, pointer, ["X", "Y", "Z"], &spec)
        }
        Kind::Pair { min, max, names } => {
            parts_ui(ui, rows, field, pointer, names, &field.spec(label, min, max, false))
        }
        Kind::Rotation => rotation_ui(ui, rows, pointer, label),
        Kind::Switch { default } => {
            let mut is_on = common.first().and_then(Value::as_bool).unwrap_or(default);
            let response = switch_ui(ui, &mut is_on, label);
            if response.changed() {
                rows.set(pointer, json!(is_on), true);
            }
            if matches!(common, Common::Mixed(_)) {
                ui.label(RichText::new("mixed").color(palette(ui).weak));
            }
            response
        }
        Kind::Choice(choices) => {
            let all: Vec<_> = choices.iter().map(|(id, text)| ((*id).to_owned(), (*text).to_owned())).collect();
            let current = common.first().and_then(Value::as_str).unwrap_or(choices[0].0);
            let word = choices.iter().find(|(id, _)| *id == current).map_or(current, |(_, text)| text);
            let word = if matches!(common, Common::Mixed(_)) { "mixed" } else { word };
            let (response, chosen) = fields::choice_ui(ui, CONTROL, label, word, &all);
            if let Some(id) = chosen {
                rows.set(pointer, json!(id), true);
            }
            response
        }
        Kind::Text { hint } => {
            let text = match common {
                Common::Mixed(_) => "",
                _ => common.first().and_then(Value::as_str).unwrap_or_default(),
            };
            let hint = if matches!(common, Common::Mixed(_)) { "mixed" } else { hint };
            let (response, typed) = fields::text_ui(ui, CONTROL, label, text, hint);
            if let Some(text) = typed {
                let value = if text.trim().is_empty() { Value::Null } else { json!(text.trim()) };
                rows.set(pointer, value, true);
            }
            response
        }
        Kind::Body { none } => body_ui(ui, rows, pointer, label, common, none),
    }
}

fn body_ui(
    ui: &mut Ui,
    rows: &mut Rows<'_>,
    pointer: &str,
    label: &str,
    common: &Common,
    none: Option<&'static str>,
) -> Response {
    let mut all: Vec<(String, String)> = rows.bodies.iter().map(|name| (name.clone(), name.clone())).collect();
    if let Some(word) = none {
        all.insert(0, (String::new(), word.to_owned()));
    }
    let current = common.first().and_then(Value::as_str).or(none).unwrap_or_default();
    let word = if matches!(common, Common::Mixed(_)) { "mixed" } else { current };
    let (response, chosen) = fields::choice_ui(ui, CONTROL, label, word, &all);
    if let Some(name) = chosen {
        rows.set(pointer, if name.is_empty() { Value::Null } else { json!(name) }, true);
    }
    response
}

fn shown(common: &Common, unset: Unset) -> Shown {
    match (common, unset) {
        (Common::Same(value), _) => Shown::Value(value.as_f64().unwrap_or_default()),
        (Common::Mixed(value), _) => Shown::Mixed(value.as_f64().unwrap_or_default()),
        (Common::Absent, Unset::Number(value)) => Shown::Default(value),
        (Common::Absent, Unset::Word(word, value)) => Shown::Absent(word, value),
        (Common::Absent, Unset::Never) => Shown::Absent("none", 0.0),
    }
}

/// Several numbers of one field; a part that is changed leaves the other parts of every thing alone.
fn parts_ui<const N: usize>(
    ui: &mut Ui,
    rows: &mut Rows<'_>,
    field: &Field,
    pointer: &str,
    names: [&str; N],
    spec: &NumberSpec<'_>,
) -> Response {
    let is_whole = spec.is_whole;
    let initial = match field.unset {
        Unset::Number(value) | Unset::Word(_, value) => value,
        Unset::Never => 0.0,
    };
    let all: Vec<Option<[f64; N]>> = rows.things.iter().map(|thing| numbers(thing.json.pointer(pointer))).collect();
    let shown = std::array::from_fn(|part| {
        let first = all.first().copied().flatten();
        let value = |parts: &Option<[f64; N]>| parts.map_or(initial, |parts| parts[part]);
        let own = first.map_or(initial, |parts| parts[part]);
        match (field.unset, first) {
            _ if all.iter().any(|parts| value(parts) != own) => Shown::Mixed(own),
            (Unset::Word(word, _), None) => Shown::Absent(word, initial),
            (_, None) => Shown::Default(own),
            _ => Shown::Value(own),
        }
    });
    let (response, outcome) = fields::numbers_ui(ui, CONTROL, names, spec, shown);
    rows.say(outcome.trouble);
    if let Some((part, value)) = outcome.value {
        let changed = all.into_iter().map(|parts| {
            let mut parts = parts.unwrap_or([initial; N]);
            parts[part] = value;
            if is_whole { json!(parts.map(|v| v as u32).to_vec()) } else { json!(parts.map(|v| v as f32).to_vec()) }
        });
        let changed: Vec<Value> = changed.collect();
        rows.set_each(pointer, changed, outcome.is_done);
    } else if outcome.is_done {
        rows.end();
    }
    response
}

fn numbers<const N: usize>(value: Option<&Value>) -> Option<[f64; N]> {
    let list = value?.as_array()?;
    let mut parts = [0.0; N];
    for (part, value) in parts.iter_mut().zip(list) {
        *part = value.as_f64()?;
    }
    Some(parts)
}

/// Angles about the outer x, y and z axes, one after the other, degrees; from either way of writing a rotation.
pub fn euler_degrees(value: Option<&Value>) -> [f64; 3] {
    let Some(value) = value else { return [0.0; 3] };
    if let Some(angles) = numbers(value.get("euler_degrees")) {
        return angles;
    }
    let Some([x, y, z, w]) = numbers::<4>(Some(value)) else { return [0.0; 3] };
    let (z, y, x) = Quat::from_xyzw(x as f32, y as f32, z as f32, w as f32).to_euler(glam::EulerRot::ZYX);
    // Rounding of the angles would show as 29.999998.
    Vec3::new(x, y, z).to_array().map(|angle| (f64::from(angle).to_degrees() * 1e4).round() / 1e4)
}

fn rotation_ui(ui: &mut Ui, rows: &mut Rows<'_>, pointer: &str, label: &str) -> Response {
    let all: Vec<[f64; 3]> = rows.things.iter().map(|thing| euler_degrees(thing.json.pointer(pointer))).collect();
    let is_set = rows.things.iter().any(|thing| thing.json.pointer(pointer).is_some());
    let first = all.first().copied().unwrap_or_default();
    let shown = std::array::from_fn(|part| match first[part] {
        own if all.iter().any(|angles| angles[part] != own) => Shown::Mixed(own),
        own if is_set => Shown::Value(own),
        own => Shown::Default(own),
    });
    let spec = NumberSpec { label, unit: "°", min: -360.0, max: 360.0, is_whole: false };
    let (response, outcome) = fields::numbers_ui(ui, CONTROL, ["X", "Y", "Z"], &spec, shown);
    let Outcome { value, is_done, trouble } = outcome;
    rows.say(trouble);
    if let Some((part, value)) = value {
        let turned = all.into_iter().map(|mut angles| {
            angles[part] = value;
            json!({ "euler_degrees": angles.map(|angle| angle as f32) })
        });
        let turned: Vec<Value> = turned.collect();
        rows.set_each(pointer, turned, is_done);
    } else if is_done {
        rows.end();
    }
    response
}
