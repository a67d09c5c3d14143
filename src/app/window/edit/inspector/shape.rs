//! Fields of shapes: the kind, its sizes, the points of a hull and the parts of a compound.

use super::rows::Rows;
use super::table::{Field, field_ui};
use super::tables as t;
use crate::app::window::theme::{self, GRID, palette};
use crate::app::window::widgets::{chip_ui, icon_button_ui, primary_button_ui};
use egui::{RichText, Ui};
use egui_material_icons::icons as i;
use serde_json::{Value, json};

const KINDS: [(&str, &str, &str); 6] = [
    ("sphere", "Sphere", "A ball about its origin."),
    ("box", "Box", "A box about its origin."),
    ("capsule", "Capsule", "A cylinder with round ends along y."),
    ("hull", "Hull", "The convex hull of some points."),
    ("half_space", "Half-space", "Everything below a plane: a floor without end. Static bodies only."),
    ("compound", "Compound", "Several shapes that move as one."),
];

/// The rows of the shape at `pointer`.
pub fn shape_ui(ui: &mut Ui, rows: &mut Rows<'_>, pointer: &str) {
    let kind = rows.word(&format!("{pointer}/type"));
    let is_part = pointer.contains("/parts/");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(GRID, GRID);
        for (id, label, tip) in KINDS.iter().filter(|(id, ..)| !is_part || !matches!(*id, "half_space" | "compound")) {
            let is_on = kind.as_deref() == Some(*id);
            if chip_ui(ui, is_on, label, tip).clicked() && !is_on {
                rows.set(pointer, new_shape(id, size_of(rows, pointer)), true);
            }
        }
    });
    ui.add_space(GRID);
    let list: &[Field] = match kind.as_deref() {
        Some("sphere") => t::SPHERE,
        Some("box") => t::BOX,
        Some("capsule") => t::CAPSULE,
        Some("half_space") => t::HALF_SPACE,
        Some("hull") => return points_ui(ui, rows, pointer),
        Some("compound") => return parts_ui(ui, rows, pointer),
        Some("height_field") => {
            let text = "Ground by heights, from a grey picture: its heights are kept as they were read.";
            ui.label(RichText::new(text).size(14.0).color(palette(ui).weak));
            t::HEIGHT_FIELD
        }
        _ => {
            ui.label(RichText::new("The shapes are of different kinds.").size(14.0).color(palette(ui).weak));
            return;
        }
    };
    for field in list {
        field_ui(ui, rows, pointer, field);
    }
}

/// Edge of the box that a shape about fills, m: another kind of shape is about as large.
fn size_of(rows: &Rows<'_>, pointer: &str) -> [f64; 3] {
    let shape = rows.things.first().and_then(|thing| thing.json.pointer(pointer));
    let number = |key: &str| shape.and_then(|shape| shape.get(key)).and_then(Value::as_f64);
    if let Some(radius) = number("radius") {
        let length = number("length").unwrap_or_default();
        return [2.0 * radius, length + 2.0 * radius, 2.0 * radius];
    }
    let size = shape.and_then(|shape| shape.get("size")).and_then(Value::as_array);
    let size: Option<Vec<f64>> = size.map(|list| list.iter().filter_map(Value::as_f64).collect());
    size.and_then(|size| size.try_into().ok()).unwrap_or([0.5; 3])
}

fn new_shape(kind: &str, [x, y, z]: [f64; 3]) -> Value {
    let radius = x.min(z) / 2.0;
    let (hx, hy, hz) = (x / 2.0, y / 2.0, z / 2.0);
    match kind {
        "sphere" => json!({"type": "sphere", "radius": x.min(y).min(z) / 2.0}),
        "capsule" => json!({"type": "capsule", "length": (y - 2.0 * radius).max(radius), "radius": radius}),
        "hull" => json!({"type": "hull", "points": [
            [-hx, -hy, -hz], [hx, -hy, -hz], [-hx, -hy, hz], [hx, -hy, hz], [-hx, hy, -hz], [-hx, hy, hz]
        ]}),
        "half_space" => json!({"type": "half_space"}),
        "compound" => json!({"type": "compound", "parts": [
            {"shape": {"type": "box", "size": [x, y / 3.0, z]}, "position": [0, -y / 3.0, 0]},
            {"shape": {"type": "box", "size": [x / 3.0, y * 2.0 / 3.0, z / 3.0]}, "position": [0, y / 6.0, 0]},
        ]}),
        _ => json!({"type": "box", "size": [x, y, z]}),
    }
}

/// Points as lines of three numbers: they can be pasted from anywhere.
fn points_ui(ui: &mut Ui, rows: &mut Rows<'_>, pointer: &str) {
    let [thing] = rows.things else {
        ui.label(RichText::new("Points of a hull are edited one body at a time.").size(14.0).color(palette(ui).weak));
        return;
    };
    let place = format!("{pointer}/points");
    let points = thing.json.pointer(&place).and_then(Value::as_array).cloned().unwrap_or_default();
    let text = points.iter().map(line).collect::<Vec<_>>().join("\n");
    let id = ui.scope_id().with(("points", &thing.place, &place));
    let mut draft = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| text.clone());
    ui.label(
        RichText::new(format!("{} points, one in a line: x y z, m", points.len())).size(14.0).color(palette(ui).weak),
    );
    let field = egui::TextEdit::multiline(&mut draft)
        .font(egui::TextStyle::Monospace)
        .desired_rows(6)
        .desired_width(f32::INFINITY);
    let response = egui::ScrollArea::vertical().id_salt(id).max_height(150.0).show(ui, |ui| ui.add(field)).inner;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::MultilineTextInput, true, "Points"));
    let response = response.on_hover_text(
        "At least four that do not lie in a plane. Numbers may be parted by spaces, commas or semicolons.",
    );
    if draft == text {
        ui.data_mut(|data| data.remove::<String>(id));
        return;
    }
    ui.horizontal(|ui| {
        if primary_button_ui(ui, "Use points").on_hover_text("Makes the hull of these points.").clicked() {
            match read_points(&draft) {
                Ok(points) => {
                    rows.set(&place, json!(points), true);
                    ui.data_mut(|data| data.remove::<String>(id));
                }
                Err(why) => rows.say(Some(why)),
            }
        } else if ui.button("Discard").on_hover_text("Back to the points as they are.").clicked() {
            ui.data_mut(|data| data.remove::<String>(id));
        } else if response.changed() {
            ui.data_mut(|data| data.insert_temp(id, draft));
        }
    });
}

fn line(point: &Value) -> String {
    let numbers = point.as_array().map(Vec::as_slice).unwrap_or_default();
    numbers.iter().map(|v| (v.as_f64().unwrap_or_default() as f32).to_string()).collect::<Vec<_>>().join(" ")
}

/// Three numbers from each line that is not empty.
fn read_points(text: &str) -> Result<Vec<[f32; 3]>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            let line = line.replace(['[', ']', '(', ')', ',', ';'], " ");
            let numbers: Vec<f32> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            let is_whole = numbers.len() == line.split_whitespace().count() && numbers.iter().all(|n| n.is_finite());
            match numbers.try_into() {
                Ok(point) if is_whole => Ok(point),
                _ => Err(format!("Line {} of the points needs three numbers: x y z.", index + 1)),
            }
        })
        .collect()
}

fn parts_ui(ui: &mut Ui, rows: &mut Rows<'_>, pointer: &str) {
    let [thing] = rows.things else {
        ui.label(RichText::new("Parts are edited one body at a time.").size(14.0).color(palette(ui).weak));
        return;
    };
    let place = format!("{pointer}/parts");
    let parts = thing.json.pointer(&place).and_then(Value::as_array).cloned().unwrap_or_default();
    for index in 0..parts.len() {
        ui.add_space(GRID);
        ui.horizontal(|ui| {
            let title = format!("Part {}", index + 1);
            ui.label(RichText::new(title).font(theme::semibold(14.0)).color(palette(ui).strong));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let label = format!("Remove part {}", index + 1);
                let tip = "Takes this part away. A compound needs at least one.";
                if parts.len() > 1 && icon_button_ui(ui, i::ICON_DELETE, &label, tip).clicked() {
                    let mut rest = parts.clone();
                    rest.remove(index);
                    rows.set(&place, Value::Array(rest), true);
                }
            });
        });
        let at = format!("{place}/{index}");
        shape_ui(ui, rows, &format!("{at}/shape"));
        for field in t::POSE {
            field_ui(ui, rows, &at, field);
        }
    }
    ui.add_space(GRID);
    if ui.button("Add part").on_hover_text("One more box in this compound, above the others.").clicked() {
        let mut more = parts;
        more.push(json!({"shape": {"type": "box", "size": [0.2, 0.2, 0.2]}, "position": [0, 0.5, 0]}));
        rows.set(&place, Value::Array(more), true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_from_lines_however_they_are_parted() {
        let points = read_points("0 0 0\n[1, 2.5, -3]\n\n(1e-1; 0; 2)").unwrap();
        assert_eq!(points, [[0.0; 3], [1.0, 2.5, -3.0], [0.1, 0.0, 2.0]]);
        for (text, line) in [("0 0\n", "Line 1"), ("0 0 0\n1 x 2 3", "Line 2"), ("1 2 inf", "Line 1")] {
            assert!(read_points(text).unwrap_err().contains(line), "{text}");
        }
    }

    #[test]
    fn another_kind_of_shape_is_about_as_large() {
        assert_eq!(new_shape("sphere", [0.4, 0.6, 0.8])["radius"], json!(0.2));
        assert_eq!(new_shape("box", [0.4, 0.6, 0.8])["size"], json!([0.4, 0.6, 0.8]));
        let capsule = new_shape("capsule", [0.4, 1.0, 0.4]);
        assert!((capsule["length"].as_f64().unwrap() - 0.6).abs() < 1e-12);
    }
}
