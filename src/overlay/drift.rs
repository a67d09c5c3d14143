//! What should stand still and does not: friction anchors, gaps and angles of joints with the way they came, the shells
//! at which contacts begin and below which overlaps are left alone, and the ways of fast bodies.

use super::palette::{self as p, Color};
use super::{Mark, Overlay, OverlayOptions, Primitive, Scale};
use crate::geometry::Shape;
use crate::instrument::{BodyKind, Drift, RunHeader, StepRecord};
use crate::math::{Pose, Vec3};
use std::f32::consts::TAU;

/// Anchors drift by tenths of millimetres: they are drawn so many times as large.
const ANCHOR_SCALE: f32 = 10.0;
/// Records of the past that are drawn.
const HISTORY: usize = 60;
/// A body is fast when it travels more than this share of its own radius in a step.
const FAST: f32 = 0.5;

/// The overlays that this file draws.
pub(super) const DRIFT_OVERLAYS: [Overlay; 4] =
    [Overlay::Anchors, Overlay::JointDrift, Overlay::Shells, Overlay::Sweeps];

/// Whether any of it is shown: what it is made from has to be read from the world.
pub fn shows_drift(options: &OverlayOptions) -> bool {
    DRIFT_OVERLAYS.iter().any(|overlay| options.is_shown(*overlay))
}

/// Adds whatever of it is shown. `steps` are records up to the one that is drawn.
pub fn push_drift(
    header: &RunHeader,
    steps: &[StepRecord],
    drift: &Drift,
    options: &OverlayOptions,
    out: &mut Vec<Primitive>,
) {
    let scale = Scale::of(header);
    let past = &steps[steps.len().saturating_sub(HISTORY)..];
    if options.is_shown(Overlay::Sweeps) {
        push_sweeps(header, past, out);
    }
    if options.is_shown(Overlay::Shells)
        && let Some(now) = past.last()
    {
        push_shells(header, now, drift, options.scale(Overlay::Shells), out);
    }
    if options.is_shown(Overlay::Anchors) {
        push_anchors(drift, options.scale(Overlay::Anchors) * ANCHOR_SCALE, &scale, out);
    }
    if options.is_shown(Overlay::JointDrift) {
        push_joints(past, drift, options.scale(Overlay::JointDrift), &scale, out);
    }
}

fn push_anchors(drift: &Drift, factor: f32, scale: &Scale, out: &mut Vec<Primitive>) {
    for anchor in &drift.anchors {
        let reach = (anchor.drift * factor).clamp_length_max(4.0 * scale.length);
        if reach.length() > 0.01 * scale.length {
            let to = anchor.on_a + reach;
            out.push(Primitive::Arrow { from: anchor.on_a, to, width: 2.4, color: p::ANCHOR_DRIFT });
        }
        out.push(Primitive::Point { at: anchor.on_a, size: 7.0, mark: Mark::Cross, color: p::ANCHOR_DRIFT });
    }
}

/// The gap as an arrow from A's anchor to B's, the way that B's anchor took seen from A's, and the angle about its axis.
fn push_joints(past: &[StepRecord], drift: &Drift, factor: f32, scale: &Scale, out: &mut Vec<Primitive>) {
    let Some(now) = past.last() else { return };
    for joint in now.joints.iter().filter(|joint| !joint.is_broken) {
        let gap_of = |record: &StepRecord| {
            let then = record.joints.get(joint.id as usize).filter(|j| j.id == joint.id);
            then.map(|j| joint.anchor_a + (j.anchor_b - j.anchor_a) * factor)
        };
        let way: Vec<Vec3> = past.iter().filter_map(gap_of).collect();
        for (k, pair) in way.windows(2).enumerate() {
            if pair[0].distance(pair[1]) > 1e-4 * scale.length {
                // Older is fainter.
                let alpha = 60 + (150 * (k + 1) / way.len()) as u8;
                let color = p::JOINT_WAY.with_alpha(alpha);
                out.push(Primitive::Line { from: pair[0], to: pair[1], width: 1.6, color });
            }
        }
        let to = joint.anchor_a + (joint.anchor_b - joint.anchor_a) * factor;
        if to.distance(joint.anchor_a) > 1e-3 * scale.length {
            out.push(Primitive::Arrow { from: joint.anchor_a, to, width: 3.0, color: p::JOINT_GAP });
        }
    }
    for angle in &drift.angles {
        // One radian is one body long.
        let reach = (angle.error * (scale.length * factor)).clamp_length_max(4.0 * scale.length);
        if reach.length() > 1e-3 * scale.length {
            out.push(Primitive::Arrow { from: angle.at, to: angle.at + reach, width: 2.4, color: p::JOINT_ANGLE });
        }
    }
}

fn push_sweeps(header: &RunHeader, past: &[StepRecord], out: &mut Vec<Primitive>) {
    for pair in past.windows(2) {
        for (before, after) in pair[0].bodies.iter().zip(&pair[1].bodies).filter(|(b, a)| b.id == a.id) {
            let Some(info) = header.body(after.id).filter(|info| info.kind != BodyKind::Static) else { continue };
            let radius = info.shapes.iter().map(|(_, shape)| shape.bounding_radius()).fold(0.0, f32::max);
            if before.position.distance(after.position) > FAST * radius {
                let (from, to) = (before.position, after.position);
                out.push(Primitive::Line { from, to, width: 2.0, color: p::SWEEP });
                for at in [from, to] {
                    out.push(Primitive::Point { at, size: 7.0, mark: Mark::Dot, color: p::SWEEP });
                }
            }
        }
    }
}

fn push_shells(header: &RunHeader, now: &StepRecord, drift: &Drift, factor: f32, out: &mut Vec<Primitive>) {
    for body in &now.bodies {
        let Some(info) = header.body(body.id).filter(|info| info.kind != BodyKind::Static) else { continue };
        for (body_from_shape, shape) in &info.shapes {
            for (shape_from_part, part) in shape.flatten() {
                let pose = body.world_from_body().mul(body_from_shape).mul(&shape_from_part);
                push_outline(&part, &pose, drift.engage_distance * factor, p::ENGAGE_SHELL, out);
                push_outline(&part, &pose, -drift.slop * factor, p::SLOP_SHELL, out);
            }
        }
    }
}

/// The outline of a shape whose surface lies `grown` (m) further out. Of a hull the corners are moved away from its
/// middle, which is the surface moved out to first order.
fn push_outline(shape: &Shape, pose: &Pose, grown: f32, color: Color, out: &mut Vec<Primitive>) {
    let width = 1.2;
    let mut line = |from: Vec3, to: Vec3| {
        let (from, to) = (pose.transform_point(from), pose.transform_point(to));
        out.push(Primitive::Line { from, to, width, color });
    };
    match shape {
        Shape::Cuboid(cuboid) => {
            let half_extents = (cuboid.half_extents + grown).max(Vec3::ZERO);
            let (center, rotation) = (pose.translation, pose.rotation);
            out.push(Primitive::WireBox { center, half_extents, rotation, width, color });
        }
        Shape::Sphere(sphere) => {
            let radius = (sphere.radius + grown).max(0.0);
            for (u, v) in [(Vec3::X, Vec3::Y), (Vec3::Y, Vec3::Z), (Vec3::Z, Vec3::X)] {
                circle(Vec3::ZERO, u * radius, v * radius, &mut line);
            }
        }
        Shape::Capsule(capsule) => {
            let radius = (capsule.radius + grown).max(0.0);
            let end = Vec3::Y * capsule.half_height;
            for center in [end, -end] {
                circle(center, Vec3::X * radius, Vec3::Z * radius, &mut line);
                for across in [Vec3::X, Vec3::Z] {
                    circle(center, across * radius, Vec3::Y * radius, &mut line);
                }
            }
            for across in [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z] {
                line(end + across * radius, across * radius - end);
            }
        }
        Shape::Hull(hull) => {
            let center = hull.local_aabb().center();
            let moved = |index: u16| {
                let corner = hull.vertices()[usize::from(index)];
                corner + (corner - center).normalize_or_zero() * grown
            };
            for edge in hull.edges() {
                let [from, to] = edge.vertices.map(moved);
                line(from, to);
            }
        }
        // A plane has no outline, and a compound was taken apart.
        Shape::HalfSpace(_) | Shape::Compound(_) => {}
    }
}

fn circle(center: Vec3, u: Vec3, v: Vec3, line: &mut impl FnMut(Vec3, Vec3)) {
    const SIDES: usize = 24;
    let at = |k: usize| {
        let (sin, cos) = (TAU * k as f32 / SIDES as f32).sin_cos();
        center + u * cos + v * sin
    };
    for k in 0..SIDES {
        line(at(k), at(k + 1));
    }
}
