//! What dragging a handle means: a way, a turn or a growth, counted from where the drag began.

use super::{Eye, Frame, Handle, Tool};
use crate::math::{Quat, Vec3};
use egui::Pos2;

/// What the drag has done since it began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    /// World, m.
    Move(Vec3),
    /// About a unit vector of the world, right-hand rule.
    Turn { axis: Vec3, degrees: f32 },
    /// Factors along the frame's axes.
    Scale(Vec3),
}

/// Steps to which a drag keeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snap {
    /// m
    pub metres: f32,
    pub degrees: f32,
}

/// Step of factors while snapping.
const SCALE_STEP: f32 = 0.1;
/// Growing and shrinking in one drag.
const FACTORS: std::ops::RangeInclusive<f32> = 0.01..=100.0;
/// A ring seen at a flatter angle than this (cosine) is turned by moving along it, not around it.
const FLATTEST: f32 = 0.1;

/// A drag under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    pub tool: Tool,
    pub handle: Handle,
    /// The handles as they stood when it began.
    pub frame: Frame,
    start: Pos2,
    /// Angle already turned, so that a turn of more than 180° goes on counting, rad.
    turned: f32,
    last: Pos2,
}

impl Drag {
    pub const fn new(tool: Tool, handle: Handle, frame: Frame, start: Pos2) -> Self {
        Self { tool, handle, frame, start, turned: 0.0, last: start }
    }

    /// What the drag means with the pointer at `at`. None where that cannot be said, as beyond the horizon.
    pub fn change(&mut self, eye: &Eye<'_>, at: Pos2, snap: Option<Snap>) -> Option<Change> {
        let axes = self.frame.axes;
        match (self.tool, self.handle) {
            (Tool::Move, Handle::Axis(index)) => {
                let way = self.along(eye, at, axes[index])? - self.along(eye, self.start, axes[index])?;
                Some(Change::Move(axes[index] * snapped(way, snap.map(|s| s.metres))))
            }
            (Tool::Move, Handle::Plane(index)) => {
                let way = self.in_plane(eye, at, axes[index])? - self.in_plane(eye, self.start, axes[index])?;
                let part = |axis: Vec3| axis * snapped(way.dot(axis), snap.map(|s| s.metres));
                Some(Change::Move(part(axes[(index + 1) % 3]) + part(axes[(index + 2) % 3])))
            }
            (Tool::Turn, Handle::Ring(index)) => {
                self.turned += self.turn(eye, self.last, at, axes[index])?;
                self.last = at;
                let degrees = snapped(self.turned.to_degrees(), snap.map(|s| s.degrees));
                Some(Change::Turn { axis: axes[index], degrees })
            }
            (Tool::Scale, Handle::Axis(index)) => {
                let (now, then) = (self.along(eye, at, axes[index])?, self.along(eye, self.start, axes[index])?);
                let mut factors = Vec3::ONE;
                factors[index] = factor(now / then, snap)?;
                Some(Change::Scale(factors))
            }
            (Tool::Scale, Handle::Whole) => {
                let way = (at.x - self.start.x) - (at.y - self.start.y);
                Some(Change::Scale(Vec3::splat(factor((way * 0.008).exp(), snap)?)))
            }
            _ => None,
        }
    }

    /// Place on the line through the origin along `axis` that is nearest to the pointer's ray, m.
    ///
    /// Both lines' common normal gives it: with c = axis·ray, the place is (axis − c ray)·(eye − origin) / (1 − c²).
    fn along(&self, eye: &Eye<'_>, at: Pos2, axis: Vec3) -> Option<f32> {
        let (from, ray) = eye.ray(at);
        let c = axis.dot(ray);
        let way = (axis - ray * c).dot(from - self.frame.origin) / (1.0 - c * c);
        (1.0 - c * c > 1e-4 && way.is_finite()).then_some(way)
    }

    /// Where the pointer's ray meets the plane through the origin, from the origin, m.
    fn in_plane(&self, eye: &Eye<'_>, at: Pos2, normal: Vec3) -> Option<Vec3> {
        let (from, ray) = eye.ray(at);
        let way = (self.frame.origin - from).dot(normal) / ray.dot(normal);
        (way.is_finite() && way > 0.0).then(|| from + ray * way - self.frame.origin)
    }

    /// Angle from one place of the pointer to another as seen from the axis, rad.
    fn turn(&self, eye: &Eye<'_>, from: Pos2, to: Pos2, axis: Vec3) -> Option<f32> {
        if eye.towards(self.frame.origin).dot(axis).abs() >= FLATTEST {
            let (a, b) = (self.in_plane(eye, from, axis)?, self.in_plane(eye, to, axis)?);
            return Some(axis.dot(a.cross(b)).atan2(a.dot(b)));
        }
        // Seen from the side the ring is almost a line: the way along it counts.
        let towards = eye.towards(self.frame.origin);
        let nearest = (towards - axis * towards.dot(axis)).normalize_or_zero() * eye.reach(self.frame.origin);
        let small = 0.05;
        let before = eye.screen(self.frame.origin + nearest)?;
        let after = eye.screen(self.frame.origin + Quat::from_axis_angle(axis, small) * nearest)?;
        let along = after - before;
        let turn = (to - from).dot(along) / along.length_sq().max(1e-6) * small;
        turn.is_finite().then_some(turn)
    }
}

fn snapped(value: f32, step: Option<f32>) -> f32 {
    match step {
        Some(step) if step > 0.0 => (value / step).round() * step,
        _ => value,
    }
}

fn factor(wanted: f32, snap: Option<Snap>) -> Option<f32> {
    if !wanted.is_finite() {
        return None;
    }
    let value = snapped(wanted, snap.map(|_| SCALE_STEP));
    let least = if snap.is_some() { SCALE_STEP } else { *FACTORS.start() };
    Some(value.clamp(least, *FACTORS.end()))
}
