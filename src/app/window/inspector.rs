//! The numbers of whatever is selected; with nothing selected, a list to choose from.

use super::actions::{Action, Actions};
use super::format::{self, fixed};
use super::theme::{self, GRID, palette};
use super::widgets::{empty_ui, section_ui, value_row_ui};
use crate::instrument::{BodyInfo, BodyKind, BodyRecord, ContactRecord, JointRecord};
use crate::math::{Vec3, equivalent_box, rotate_inertia};
use crate::session::{Command, Run, Selection};
use egui::{RichText, Ui};

/// Draws the panel.
pub fn inspector_ui(ui: &mut Ui, run: &Run, selection: Selection, actions: &mut Actions) {
    egui::ScrollArea::vertical().id_salt("inspector").auto_shrink(false).show(ui, |ui| {
        ui.set_width(ui.available_width() - GRID);
        ui.spacing_mut().item_spacing.y = 1.0;
        match selection {
            Selection::None => outliner_ui(ui, run, actions),
            Selection::Body(id) => match (run.header().body(id), run.record().body(id)) {
                (Some(info), Some(record)) => body_ui(ui, run, info, record, actions),
                _ => empty_ui(ui, "This body is gone", "It was added after the start; a restart removes it."),
            },
            Selection::Contact { collider_a, collider_b, feature } => {
                let key = (collider_a, collider_b, feature);
                match run.record().contacts.iter().find(|c| c.key() == key) {
                    Some(contact) => contact_ui(ui, run, contact, actions),
                    None => empty_ui(
                        ui,
                        "This contact point ended",
                        "Its features no longer meet. At rest that should not happen: step back and forth to see what \
                         took its place.",
                    ),
                }
            }
            Selection::Joint(id) => match run.record().joints.iter().find(|j| j.id == id) {
                Some(joint) => joint_ui(ui, run, joint, actions),
                None => empty_ui(ui, "This joint is gone", ""),
            },
        }
        ui.add_space(4.0 * GRID);
    });
}

fn head_ui(ui: &mut Ui, title: &str, kind: &str, actions: &mut Actions) {
    ui.add_space(GRID);
    ui.horizontal(|ui| {
        ui.add(egui::Label::new(RichText::new(title).font(theme::semibold(17.0)).color(palette(ui).strong)).truncate());
        ui.label(RichText::new(kind).color(palette(ui).weak));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let icon = egui_material_icons::icons::ICON_CLOSE;
            if super::widgets::icon_button_ui(ui, icon, "Deselect", "Select nothing (Esc).").clicked() {
                actions.push(Action::Do(Command::Select(Selection::None)));
            }
        });
    });
}

fn body_ui(ui: &mut Ui, run: &Run, info: &BodyInfo, record: &BodyRecord, actions: &mut Actions) {
    let kind = match info.kind {
        BodyKind::Static => "static",
        BodyKind::Animated => "animated",
        BodyKind::Dynamic => "dynamic",
    };
    head_ui(ui, &info.name, kind, actions);
    let shapes: Vec<&str> = info.shapes.iter().map(|(_, shape)| shape.kind_name()).collect();
    value_row_ui(ui, "Shape", &shapes.join(" + "), "", "What it collides with.");
    let extents = info.extents();
    if extents.is_finite() && extents.max_element() < 1e4 {
        vector_ui(ui, "Size", extents, 3, "m", "Edge lengths of its bounds in its own frame.");
    }
    if info.kind == BodyKind::Dynamic {
        section_ui(ui, "Mass");
        value_row_ui(ui, "Mass", &format::number(f64::from(info.mass)), "kg", "");
        let equivalent = equivalent_box(info.mass, &info.inertia).half_extents * 2.0;
        let tip = "Edges of the solid box with the same mass and inertia: how this body resists turning, as something \
                   that can be imagined. A thin rod gives a thin box.";
        vector_ui(ui, "Inertia box", equivalent, 3, "m", tip);
    }
    section_ui(ui, "Motion");
    vector_ui(ui, "Position", record.position, 3, "m", "Of the centre of mass.");
    vector_ui(ui, "Velocity", record.velocity, 3, "m/s", "Of the centre of mass.");
    let speed = f64::from(record.velocity.length());
    value_row_ui(ui, "Speed", &fixed(speed, 4), "m/s", "A body at rest should show less than a millimetre per second.");
    let spin = f64::from(record.angular_velocity.length());
    value_row_ui(ui, "Angular speed", &fixed(spin, 4), "rad/s", "How fast it turns, about whatever axis.");
    if info.kind == BodyKind::Dynamic {
        energy_ui(ui, run, info, record);
    }
    section_ui(ui, "State");
    let sleep = if record.is_asleep { "asleep" } else { "awake" };
    value_row_ui(ui, "Sleep", sleep, "", "Sleeping bodies are not solved until something wakes them.");
    value_row_ui(ui, "Island", &record.island.to_string(), "", "Bodies with the same number are solved together.");
    touching_ui(ui, run, info.id, actions);
}

fn energy_ui(ui: &mut Ui, run: &Run, info: &BodyInfo, record: &BodyRecord) {
    let linear = 0.5 * f64::from(info.mass) * f64::from(record.velocity.length_squared());
    let inertia = rotate_inertia(record.rotation, &info.inertia);
    let angular = 0.5 * f64::from(record.angular_velocity.dot(inertia * record.angular_velocity));
    let potential = -f64::from(info.mass) * f64::from(run.header().gravity.dot(record.position));
    section_ui(ui, "Energy");
    value_row_ui(ui, "Kinetic", &fixed(linear + angular, 3), "J", "½ m v² + ½ ω·Iω");
    value_row_ui(ui, "Potential", &fixed(potential, 2), "J", "Zero at the world’s origin.");
}

fn touching_ui(ui: &mut Ui, run: &Run, id: u32, actions: &mut Actions) {
    section_ui(ui, "Contacts");
    let mut partners: Vec<(u32, usize, f64, f32)> = Vec::new();
    for contact in &run.record().contacts {
        let Some((other, _)) = contact.seen_from(id) else { continue };
        let impulse = f64::from(contact.normal_impulse);
        match partners.iter_mut().find(|p| p.0 == other) {
            Some(p) => (p.1, p.2, p.3) = (p.1 + 1, p.2 + impulse, p.3.min(contact.separation)),
            None => partners.push((other, 1, impulse, contact.separation)),
        }
    }
    if partners.is_empty() {
        ui.label(RichText::new("Touches nothing.").color(palette(ui).weak));
    }
    for (other, points, impulse, separation) in partners {
        let name = run.recording().body_name(other).to_owned();
        if link_ui(ui, &name, &format!("{points} points")).clicked() {
            actions.push(Action::Do(Command::Select(Selection::Body(other))));
        }
        value_row_ui(ui, "  Normal impulse", &fixed(impulse, 3), "N s", "Sum over its points and the step.");
        let (value, unit) = format::length(-f64::from(separation));
        value_row_ui(ui, "  Deepest overlap", &value, unit, "Negative: a gap.");
    }
    for joint in &run.header().joints {
        let is_mine = joint.body_a == id || joint.body_b == id;
        if is_mine && link_ui(ui, &joint.name, &format!("{} joint", joint.kind)).clicked() {
            actions.push(Action::Do(Command::Select(Selection::Joint(joint.id))));
        }
    }
}

fn contact_ui(ui: &mut Ui, run: &Run, contact: &ContactRecord, actions: &mut Actions) {
    head_ui(ui, "Contact point", "", actions);
    for (label, id) in [("A", contact.a), ("B", contact.b)] {
        if link_ui(ui, run.recording().body_name(id), label).clicked() {
            actions.push(Action::Do(Command::Select(Selection::Body(id))));
        }
    }
    let (value, unit) = format::length(f64::from(contact.separation));
    value_row_ui(ui, "Separation", &value, unit, "Negative when overlapping.");
    let age = contact.age.to_string();
    value_row_ui(ui, "Age", &age, "steps", "How long the same features have met. 0: born in this step.");
    value_row_ui(ui, "Feature", &format!("{:08x}", contact.feature), "", "Which corner, edge or face meets which.");
    vector_ui(ui, "Position", contact.position, 3, "m", "");
    vector_ui(ui, "Normal", contact.normal, 3, "", "Unit vector from A to B.");
    section_ui(ui, "Impulses of the step");
    let normal = f64::from(contact.normal_impulse);
    let friction = f64::from(contact.friction_impulse.length());
    value_row_ui(ui, "Normal", &fixed(normal, 4), "N s", "");
    value_row_ui(ui, "Friction", &fixed(friction, 4), "N s", "");
    let ratio = if normal > 1e-9 { fixed(friction / normal, 3) } else { "–".to_owned() };
    value_row_ui(ui, "Friction / normal", &ratio, "", "Reaches µ when the point slips.");
}

fn joint_ui(ui: &mut Ui, run: &Run, joint: &JointRecord, actions: &mut Actions) {
    let info = run.header().joints.iter().find(|j| j.id == joint.id);
    head_ui(ui, info.map_or("Joint", |i| &i.name), info.map_or("", |i| i.kind), actions);
    for (label, id) in info.map(|i| [("A", i.body_a), ("B", i.body_b)]).into_iter().flatten() {
        if link_ui(ui, run.recording().body_name(id), label).clicked() {
            actions.push(Action::Do(Command::Select(Selection::Body(id))));
        }
    }
    let (value, unit) = format::length(f64::from(joint.gap));
    value_row_ui(ui, "Gap", &value, unit, "Distance between the anchors: zero in a perfect joint.");
    value_row_ui(ui, "Angle error", &fixed(f64::from(joint.angle_error.to_degrees()), 3), "°", "");
    vector_ui(ui, "Anchor A", joint.anchor_a, 3, "m", "");
    vector_ui(ui, "Anchor B", joint.anchor_b, 3, "m", "");
    value_row_ui(ui, "Impulse of the step", &fixed(f64::from(joint.impulse.length()), 4), "N s", "On B.");
}

/// Nothing is selected: everything that could be.
fn outliner_ui(ui: &mut Ui, run: &Run, actions: &mut Actions) {
    ui.add_space(2.0 * GRID);
    ui.label(
        RichText::new("Click a body, a contact point or a joint in the view, or choose here.").color(palette(ui).weak),
    );
    let (bodies, joints) = (&run.header().bodies, &run.header().joints);
    section_ui(ui, &format!("Bodies  {}", bodies.len()));
    // A heap of thousands would make the list useless and slow.
    const MOST: usize = 200;
    for info in bodies.iter().take(MOST) {
        let kind = match info.kind {
            BodyKind::Static => "static",
            BodyKind::Animated => "animated",
            BodyKind::Dynamic => "",
        };
        if link_ui(ui, &info.name, kind).clicked() {
            actions.push(Action::Do(Command::Select(Selection::Body(info.id))));
        }
    }
    if bodies.len() > MOST {
        ui.label(
            RichText::new(format!("and {} more: click them in the view", bodies.len() - MOST)).color(palette(ui).weak),
        );
    }
    if !joints.is_empty() {
        section_ui(ui, &format!("Joints  {}", joints.len()));
    }
    for info in joints.iter().take(MOST) {
        if link_ui(ui, &info.name, info.kind).clicked() {
            actions.push(Action::Do(Command::Select(Selection::Joint(info.id))));
        }
    }
}

/// A row that can be clicked, with a word on the right.
fn link_ui(ui: &mut Ui, text: &str, note: &str) -> egui::Response {
    let p = palette(ui);
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(egui::vec2(width, 24.0), egui::Sense::click());
    let label = text.to_owned();
    response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Link, true, &label));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 4, p.raised);
    }
    let font = egui::FontId::proportional(14.5);
    let at = |x| egui::pos2(x, rect.center().y);
    ui.painter().text(at(rect.left() + 4.0), egui::Align2::LEFT_CENTER, text, font.clone(), p.strong);
    ui.painter().text(at(rect.right() - 4.0), egui::Align2::RIGHT_CENTER, note, font, p.weak);
    response
}

/// Three components in columns of their own.
fn vector_ui(ui: &mut Ui, label: &str, v: Vec3, digits: usize, unit: &str, tooltip: &str) {
    let text = v.to_array().map(|c| format!("{:>7}", fixed(f64::from(c), digits))).join("  ");
    value_row_ui(ui, label, &text, unit, tooltip);
}
