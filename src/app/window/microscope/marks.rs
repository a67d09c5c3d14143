//! Over the picture: arrows of the moment, the rows' numbers at their places, A and B beside the bodies of the current
//! row, and where the cursor is.

use super::{strip, words};
use crate::app::scene::OrbitCamera;
use crate::app::window::format::number;
use crate::app::window::theme::{self, palette};
use crate::app::window::view_input::screen;
use crate::app::window::widgets::color32;
use crate::math::Vec3;
use crate::overlay::{self, Primitive};
use crate::session::{Microscope, Run};
use egui::{Align2, Color32, FontId, Pos2, Rect, Stroke, Ui, pos2, vec2};
use std::collections::BTreeMap;

/// Most numbers that are drawn: more would be a wall.
const MOST: usize = 80;

/// Draws it all.
pub fn marks_ui(ui: &Ui, rect: Rect, camera: &OrbitCamera, scope: &Microscope, run: &Run) {
    let painter = ui.painter().with_clip_rect(rect);
    let banner = banner_ui(ui, rect, scope, run);
    arrows_ui(&painter, rect, camera, scope, run);
    let mut taken = letters_ui(&painter, rect, camera, scope, run);
    taken.push(banner);
    numbers_ui(&painter, rect, camera, scope, taken);
}

/// Rows at one place.
struct Spot {
    at: Vec3,
    lines: Vec<usize>,
    rank: u8,
}

fn numbers_ui(painter: &egui::Painter, rect: Rect, camera: &OrbitCamera, scope: &Microscope, mut taken: Vec<Rect>) {
    let current = scope.place().map(|(line, _)| line);
    let bodies = current.map(|line| (scope.matrix().lines[line].body_a, scope.matrix().lines[line].body_b));
    let mut spots: Vec<Spot> = Vec::new();
    let mut places: BTreeMap<[u32; 3], usize> = BTreeMap::new();
    for (index, line) in scope.matrix().lines.iter().enumerate() {
        let Some(at) = line.place.filter(|at| at.is_finite()) else { continue };
        // The current row first, then those between the same bodies, then all others: that is who gets the room.
        let rank = match bodies {
            _ if current == Some(index) => 0,
            Some(pair) if pair == (line.body_a, line.body_b) => 1,
            Some((a, b)) if [line.body_a, line.body_b].iter().any(|id| *id == b || *id == a) => 2,
            _ => 3,
        };
        let key = at.to_array().map(f32::to_bits);
        let spot = *places.entry(key).or_insert_with(|| {
            spots.push(Spot { at, lines: Vec::new(), rank });
            spots.len() - 1
        });
        spots[spot].lines.push(index);
        spots[spot].rank = spots[spot].rank.min(rank);
    }
    spots.sort_by_key(|spot| spot.rank);
    for spot in spots {
        let Some(place) = screen(rect, camera, spot.at).filter(|place| rect.shrink(10.0).contains(*place)) else {
            continue;
        };
        let is_current = spot.rank == 0;
        let text = match current.filter(|_| is_current) {
            Some(line) => (line + 1).to_string(),
            // Near the current row all rows of a point, elsewhere its first: a wall of numbers would hide the scene.
            None if spot.rank < 2 || scope.matrix().lines.len() < MOST => runs(&spot.lines),
            None => (spot.lines[0] + 1).to_string(),
        };
        let font = if is_current { theme::semibold(17.0) } else { FontId::proportional(14.0) };
        let color = if is_current { Color32::from_rgb(255, 150, 228) } else { Color32::from_gray(238) };
        let galley = painter.layout_no_wrap(text, font, color);
        let corner = place + vec2(9.0, -8.0 - galley.size().y * 0.5);
        let field = Rect::from_min_size(corner, galley.size()).expand2(vec2(4.0, 1.0));
        if taken.len() > MOST || (!is_current && taken.iter().any(|other| other.intersects(field))) {
            continue;
        }
        taken.push(field);
        painter.rect_filled(field, 4, Color32::from_black_alpha(if is_current { 216 } else { 150 }));
        painter.galley(corner, galley, color);
    }
}

/// "4, 28–29": numbers from 1, neighbours joined.
fn runs(lines: &[usize]) -> String {
    let mut text = String::new();
    let mut k = 0;
    while k < lines.len() {
        let mut end = k;
        while end + 1 < lines.len() && lines[end + 1] == lines[end] + 1 {
            end += 1;
        }
        if !text.is_empty() {
            text += ", ";
        }
        text += &(lines[k] + 1).to_string();
        if end > k {
            text += &format!("–{}", lines[end] + 1);
        }
        k = end + 1;
    }
    text
}

/// A and B beside the bodies of the current row; returns the room they take.
fn letters_ui(painter: &egui::Painter, rect: Rect, camera: &OrbitCamera, scope: &Microscope, run: &Run) -> Vec<Rect> {
    let Some((line, _)) = scope.place() else { return Vec::new() };
    let row = &scope.matrix().lines[line];
    let usual = overlay::Scale::of(run.header()).length;
    let left = -camera.axes()[0];
    let mut taken = Vec::new();
    for (letter, body) in [("A", row.body_a), ("B", row.body_b)] {
        let (Some(state), Some(info)) = (scope.bodies().get(body as usize), run.header().body(body)) else { continue };
        let radius = info.shapes.iter().map(|(p, s)| p.translation.length() + s.bounding_radius()).fold(0.0, f32::max);
        let beside = if radius < 4.0 * usual {
            screen(rect, camera, state.position + left * (0.6 * radius)).map(|place| place - vec2(16.0, 0.0))
        } else {
            // A large body, such as the floor, has its middle anywhere: its letter stands below the row.
            row.place.and_then(|at| screen(rect, camera, at)).map(|place| place + vec2(-34.0, 22.0))
        };
        let Some(place) = beside.filter(|place| rect.shrink(16.0).contains(*place)) else { continue };
        painter.circle_filled(place, 11.0, Color32::from_black_alpha(216));
        painter.circle_stroke(place, 11.0, Stroke::new(1.5, Color32::from_gray(238)));
        painter.text(place, Align2::CENTER_CENTER, letter, theme::semibold(14.0), Color32::WHITE);
        taken.push(Rect::from_center_size(place, vec2(24.0, 24.0)));
    }
    taken
}

/// The arrows of the moment, in front of everything: a velocity inside a body would otherwise hardly be seen.
fn arrows_ui(painter: &egui::Painter, rect: Rect, camera: &OrbitCamera, scope: &Microscope, run: &Run) {
    let mut primitives = Vec::new();
    overlay::push_microscope(scope, run.header(), &mut primitives);
    for primitive in primitives {
        match primitive {
            Primitive::Arrow { from, to, width, color } => {
                if let (Some(from), Some(to)) = (screen(rect, camera, from), screen(rect, camera, to)) {
                    arrow(painter, from, to, width, color32(color));
                }
            }
            Primitive::Point { at, size, color, .. } => {
                if let Some(place) = screen(rect, camera, at) {
                    painter.circle_stroke(place, size * 0.5, Stroke::new(4.5, Color32::from_black_alpha(160)));
                    painter.circle_stroke(place, size * 0.5, Stroke::new(2.5, color32(color)));
                }
            }
            _ => {}
        }
    }
}

/// With a dark edge, so that it stands out from bodies of any colour.
fn arrow(painter: &egui::Painter, from: Pos2, to: Pos2, width: f32, color: Color32) {
    let reach = to - from;
    let length = reach.length();
    if length < 3.0 {
        return;
    }
    let along = reach / length;
    let head = (width * 3.6).min(0.6 * length);
    let (neck, side) = (to - along * head, along.rot90() * (head * 0.5));
    let edge = Color32::from_black_alpha(170);
    for (more, ink) in [(2.5, edge), (0.0, color)] {
        painter.line_segment([from, neck], Stroke::new(width + more, ink));
        let points = vec![to, neck + side, neck - side];
        painter.add(egui::Shape::convex_polygon(points, ink, Stroke::new(more, ink)));
    }
    painter.circle_filled(from, width * 0.5 + 1.25, edge);
    painter.circle_filled(from, width * 0.5 + 0.5, color);
}

/// Where the cursor is and how long the arrows are; returns the room it takes.
fn banner_ui(ui: &Ui, rect: Rect, scope: &Microscope, run: &Run) -> Rect {
    let p = palette(ui);
    let mut first = strip::place(scope);
    if let Some((line, _)) = scope.place() {
        first += &format!("   ·   row {}: {}", line + 1, words::kind(&scope.matrix().lines[line]));
    }
    let (speed, spin) = overlay::largest_speeds(scope, run.header());
    let second = format!("fastest in this step: {} m/s, {} rad/s", number(f64::from(speed)), number(f64::from(spin)));
    let title = ui.painter().layout_no_wrap(first, theme::semibold(15.0), p.strong);
    let scale = ui.painter().layout_no_wrap(second, FontId::proportional(14.0), p.weak);
    let size = vec2(title.size().x.max(scale.size().x) + 30.0, title.size().y + scale.size().y + 16.0);
    let card = Rect::from_min_size(rect.min + vec2(12.0, 12.0), size.min(rect.size() - vec2(24.0, 24.0)));
    let painter = ui.painter().with_clip_rect(card.intersect(ui.clip_rect()));
    painter.rect_filled(card, 8, p.glass);
    let edge = Rect::from_min_size(card.min, vec2(4.0, card.height()));
    painter.rect_filled(edge, egui::CornerRadius { nw: 8, sw: 8, ne: 0, se: 0 }, p.accent);
    let height = title.size().y;
    painter.galley(card.min + vec2(16.0, 8.0), title, p.strong);
    painter.galley(pos2(card.left() + 16.0, card.top() + 8.0 + height), scale, p.weak);
    card
}

#[cfg(test)]
mod tests {
    use super::runs;

    #[test]
    fn neighbouring_numbers_are_joined() {
        assert_eq!(runs(&[3, 27, 28]), "4, 28–29");
        assert_eq!(runs(&[0]), "1");
        assert_eq!(runs(&[0, 1, 2, 7]), "1–3, 8");
    }
}
