//! What can be added: shapes, things that stand, things that move by themselves, patterns, ready-made groups.

use super::joint_card::Picking;
use super::offers::{HALF, Offer, PATTERNS, SHAPES, STANDING, chain, ragdoll};
use super::place;
use crate::app::scene::OrbitCamera;
use crate::app::window::actions::{Action, Actions};
use crate::app::window::theme::{self, GRID, palette};
use crate::math::Vec3;
use crate::preset::schema::{Body, Event, Repeat, Rotation, ShapeSpec};
use crate::session::{AuthorWish, Command, Item, Run, Session};
use egui::{RichText, Ui, vec2};
use egui_material_icons::MaterialIcon;
use egui_material_icons::icons as i;

/// Draws the palette: a row of buttons for each kind of thing.
pub fn palette_ui(
    ui: &mut Ui,
    session: &Session,
    run: &Run,
    camera: &OrbitCamera,
    picking: &mut Picking,
    actions: &mut Actions,
) {
    let (header, record) = (run.header(), run.record());
    ui.add_space(GRID);
    let add = |ui: &mut Ui, offer: &Offer, actions: &mut Actions| {
        if !tile_ui(ui, offer.icon, offer.label, offer.tip).clicked() {
            return;
        }
        let mut body = (offer.make)();
        if !matches!(body.shape, ShapeSpec::HalfSpace { .. }) {
            let spot = place::looked_at(header, record, camera);
            body.position = Some(resting_place(run, spot, &body).to_array());
        }
        actions.push(Action::Do(Command::Author(AuthorWish::Add(Box::new(body)))));
        actions.push(Action::Do(Command::EndGesture));
    };
    heading_ui(ui, "Add a body");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(GRID, GRID);
        SHAPES.iter().chain(&STANDING).for_each(|offer| add(ui, offer, actions));
    });
    heading_ui(ui, "Patterns, groups, joints, events");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(GRID, GRID);
        PATTERNS.iter().for_each(|offer| add(ui, offer, actions));
        let tip = "Joins two bodies (J): click the one, then the other where they are to be joined.";
        if tile_ui(ui, i::ICON_LINK, "Joint", tip).clicked() {
            *picking = Picking::JointA;
        }
        let tip = "Eight links and a weight, hanging in the air from nothing: “Held by” in the inspector fixes it.";
        let spot = || place::looked_at(header, record, camera);
        let mut template = None;
        if tile_ui(ui, i::ICON_ALL_INCLUSIVE, "Chain", tip).clicked() {
            template = Some(chain(spot()));
        }
        let tip = "A person of 11 capsules, standing.";
        if tile_ui(ui, i::ICON_ACCESSIBILITY_NEW, "Ragdoll", tip).clicked() {
            let size = place::bounds(&ShapeSpec::Box { size: [1.0, 2.0 * 0.53 * 1.8, 0.4] });
            template = Some(ragdoll(place::resting(header, record, spot(), &size)));
        }
        if let Some(template) = template {
            actions.push(Action::Do(Command::Author(AuthorWish::AddTemplate(Box::new(template)))));
        }
        let body = session.edit_selection().iter().find_map(|item| match item {
            Item::Body(_) | Item::Template(_) => session.bodies_of_item(*item).first().copied(),
            _ => None,
        });
        let tip = "A push on the selected body at a set time. Select a body first.";
        if tile_ui(ui, i::ICON_BOLT, "Event", tip).clicked() {
            match body.and_then(|id| header.body(id)) {
                Some(info) => {
                    let event = push_on(&info.name);
                    actions.push(Action::Do(Command::Author(AuthorWish::AddEvent(Box::new(event)))));
                }
                None => actions.push(Action::Say("Select a body first: an event happens to a body.")),
            }
        }
    });
}

fn push_on(body: &str) -> Event {
    Event {
        at: 1.0,
        duration: None,
        body: body.to_owned(),
        force: None,
        impulse: Some([100.0, 0.0, 0.0]),
        point: None,
        set_velocity: None,
        set_pose: None,
        set_mass: None,
    }
}

/// Where a new body rests; a pattern rests as a whole.
fn resting_place(run: &Run, spot: Vec3, body: &Body) -> Vec3 {
    let mut bounds = place::bounds(&body.shape);
    if let Some(Rotation::Euler(turn)) = &body.rotation {
        // Only the slope is turned, about z: its corners reach lower.
        let angle = turn.euler_degrees[2].to_radians();
        let half = bounds.extents() * 0.5;
        let height = half.y * angle.cos() + half.x * angle.sin();
        bounds.min.y = -height;
    }
    let aside = match &body.repeat {
        Some(Repeat::Line { count, step, .. }) => Vec3::from(*step) * (*count - 1) as f32,
        Some(Repeat::Wall { columns, .. }) => Vec3::X * (HALF * (*columns - 1) as f32),
        Some(Repeat::Pyramid { base, .. }) => Vec3::X * (HALF * (*base - 1) as f32),
        Some(Repeat::Grid { count, step }) => {
            Vec3::new((count[0] - 1) as f32 * step[0], 0.0, (count[2] - 1) as f32 * step[2])
        }
        None => Vec3::ZERO,
    } * Vec3::new(1.0, 0.0, 1.0);
    // The pattern stands about the spot: its first body lies half of it before.
    let mut whole = bounds;
    (whole.min, whole.max) = (whole.min - aside * 0.5, whole.max + aside * 0.5);
    let middle = place::resting(run.header(), run.record(), spot, &whole);
    middle - aside * 0.5
}

fn heading_ui(ui: &mut Ui, title: &str) {
    ui.add_space(GRID);
    ui.label(RichText::new(title).font(theme::semibold(14.0)).color(palette(ui).weak));
}

/// A small button with a sign and a word below.
fn tile_ui(ui: &mut Ui, icon: MaterialIcon, label: &str, tip: &str) -> egui::Response {
    let p = palette(ui);
    let width = ((ui.max_rect().width() + GRID) / 4.0 - GRID).floor().max(52.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 44.0), egui::Sense::click());
    let name = format!("Add {}", label.to_lowercase());
    response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    let is_hot = response.hovered() || response.has_focus();
    ui.painter().rect_filled(rect, 6, if is_hot { p.hovered } else { p.raised });
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 6, egui::Stroke::new(1.0, p.accent), egui::StrokeKind::Inside);
    }
    let font = egui::FontId::new(20.0, icon.font_family());
    let color = if is_hot { p.accent } else { p.strong };
    ui.painter().text(rect.center() - vec2(0.0, 8.0), egui::Align2::CENTER_CENTER, icon.codepoint, font, color);
    let galley = ui.painter().layout_no_wrap(label.to_owned(), egui::FontId::proportional(13.0), p.text);
    ui.painter().galley(rect.center() + vec2(-galley.size().x * 0.5, 5.0), galley, p.text);
    response.on_hover_text(format!("{tip}\n\nIt comes to stand where the camera looks, on what is there."))
}
