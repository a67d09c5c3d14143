//! Where the handles lie on the screen, and which one is under the pointer.

use super::{Eye, Frame, Handle, Tool};
use crate::math::Quat;
use egui::{Pos2, Vec2};

/// A handle on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    pub handle: Handle,
    /// Corners of a line, or of an area that is filled.
    pub points: Vec<Pos2>,
    pub is_area: bool,
    /// It can be seen and dragged; the far half of a ring is only hinted at.
    pub is_live: bool,
}

/// How close the pointer has to be to a line, points.
const CATCH: f32 = 8.0;
/// An arrow that is shorter than this on the screen points at the eye: dragging it would mean nothing.
const SHORTEST: f32 = 16.0;
/// Where the squares of the planes begin and end, as shares of the arrows.
const PLANE: [f32; 2] = [0.30, 0.52];
/// A plane that is seen at a flatter angle than this (cosine) has no handle.
const FLATTEST: f32 = 0.15;
/// Straight pieces of a ring.
const SIDES: usize = 64;
/// Half the edge of the square in the middle, points.
pub(super) const MIDDLE: f32 = 8.0;

/// Everything that the tool has at this place. Empty when it is behind the eye.
pub fn pieces(tool: Tool, frame: &Frame, eye: &Eye<'_>) -> Vec<Piece> {
    let Some(middle) = eye.screen(frame.origin) else { return Vec::new() };
    let reach = eye.reach(frame.origin);
    let mut found = Vec::new();
    match tool {
        Tool::Move => {
            planes(frame, eye, reach, &mut found);
            arrows(frame, eye, reach, middle, &mut found);
        }
        Tool::Turn => rings(frame, eye, reach * 0.92, &mut found),
        Tool::Scale => {
            arrows(frame, eye, reach, middle, &mut found);
            let corner = |x, y| middle + Vec2::new(x, y) * MIDDLE;
            let points = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
            found.push(Piece { handle: Handle::Whole, points, is_area: true, is_live: true });
        }
    }
    found
}

fn arrows(frame: &Frame, eye: &Eye<'_>, reach: f32, middle: Pos2, found: &mut Vec<Piece>) {
    for (index, axis) in frame.axes.iter().enumerate() {
        let Some(tip) = eye.screen(frame.origin + *axis * reach) else { continue };
        if tip.distance(middle) >= SHORTEST {
            found.push(Piece { handle: Handle::Axis(index), points: vec![middle, tip], is_area: false, is_live: true });
        }
    }
}

fn planes(frame: &Frame, eye: &Eye<'_>, reach: f32, found: &mut Vec<Piece>) {
    let towards = eye.towards(frame.origin);
    for index in 0..3 {
        if frame.axes[index].dot(towards).abs() < FLATTEST {
            continue;
        }
        let (u, v) = (frame.axes[(index + 1) % 3] * reach, frame.axes[(index + 2) % 3] * reach);
        let corners = [[0, 0], [1, 0], [1, 1], [0, 1]];
        let points: Option<Vec<Pos2>> = corners
            .iter()
            .map(|corner| eye.screen(frame.origin + u * PLANE[corner[0]] + v * PLANE[corner[1]]))
            .collect();
        if let Some(points) = points {
            found.push(Piece { handle: Handle::Plane(index), points, is_area: true, is_live: true });
        }
    }
}

/// Each ring comes as two pieces: the half that faces the eye, and the other.
fn rings(frame: &Frame, eye: &Eye<'_>, radius: f32, found: &mut Vec<Piece>) {
    let towards = eye.towards(frame.origin);
    for (index, axis) in frame.axes.iter().enumerate() {
        // The point of the ring that is nearest to the eye; any where the ring faces it squarely.
        let nearest = (towards - *axis * towards.dot(*axis)).normalize_or(frame.axes[(index + 1) % 3]);
        let is_square = towards.dot(*axis).abs() > 0.985;
        let point = |turn: f32| eye.screen(frame.origin + Quat::from_axis_angle(*axis, turn) * nearest * radius);
        let half = |from: f32| -> Option<Vec<Pos2>> {
            let step = std::f32::consts::PI / (SIDES / 2) as f32;
            (0..=SIDES / 2).map(|k| point(from + step * k as f32)).collect()
        };
        let quarter = std::f32::consts::FRAC_PI_2;
        for (from, is_live) in [(quarter, is_square), (-quarter, true)] {
            if let Some(points) = half(from) {
                found.push(Piece { handle: Handle::Ring(index), points, is_area: false, is_live });
            }
        }
    }
}

/// The handle under the pointer: an area that contains it, or else the nearest line.
pub fn hit(pieces: &[Piece], at: Pos2) -> Option<Handle> {
    let mut areas = pieces.iter().filter(|piece| piece.is_area && piece.is_live && contains(&piece.points, at));
    if let Some(piece) = areas.next_back() {
        return Some(piece.handle);
    }
    let lines = pieces.iter().filter(|piece| !piece.is_area && piece.is_live);
    let near =
        lines.map(|piece| (distance(&piece.points, at), piece.handle)).filter(|(distance, _)| *distance <= CATCH);
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, handle)| handle)
}

/// Even-odd rule.
fn contains(corners: &[Pos2], at: Pos2) -> bool {
    let mut is_inside = false;
    for (index, a) in corners.iter().enumerate() {
        let b = corners[(index + 1) % corners.len()];
        if (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x {
            is_inside = !is_inside;
        }
    }
    is_inside
}

/// From a point to a line of straight pieces, points.
pub(super) fn distance(line: &[Pos2], at: Pos2) -> f32 {
    let from_piece = |ends: &[Pos2]| {
        let (from, along) = (ends[0], ends[1] - ends[0]);
        let share = ((at - from).dot(along) / along.length_sq().max(1e-6)).clamp(0.0, 1.0);
        (from + along * share).distance(at)
    };
    line.windows(2).map(from_piece).fold(f32::INFINITY, f32::min)
}
