//! Colours of bodies, their bounds and their velocities.

use super::palette::{self as p, Color};
use super::{Overlay, OverlayOptions, Primitive, Scale};
use crate::instrument::{BodyInfo, BodyKind, BodyRecord, RunHeader, StepRecord};
use crate::math::{Quat, Vec3};

/// How one body is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tint {
    pub color: Color,
    pub kind: BodyKind,
}

/// Longest half edge of a box that is drawn, m: the bounds of a half-space are endless.
const LARGEST_BOX: f32 = 500.0;

/// Bodies with both a description and a state, in the order of the record.
fn paired<'a>(
    header: &'a RunHeader,
    record: &'a StepRecord,
) -> impl Iterator<Item = (&'a BodyInfo, &'a BodyRecord)> + 'a {
    record.bodies.iter().filter_map(|body| header.body(body.id).map(|info| (info, body)))
}

/// One tint for each body of the record, in its order.
pub fn tints(header: &RunHeader, record: &StepRecord, options: &OverlayOptions) -> Vec<Tint> {
    let by_island = options.is_shown(Overlay::Islands);
    let by_sleep = options.is_shown(Overlay::Sleep);
    paired(header, record)
        .map(|(info, body)| {
            let base = match info.kind {
                BodyKind::Static => p::STATIC,
                BodyKind::Animated => p::ANIMATED,
                BodyKind::Dynamic if by_island => p::ISLANDS[body.island as usize % p::ISLANDS.len()],
                BodyKind::Dynamic => p::DYNAMIC[body.id as usize % p::DYNAMIC.len()],
            };
            let is_grey = by_sleep && body.is_asleep && info.kind == BodyKind::Dynamic;
            // Under island colours a sleeper keeps a trace of its own.
            let share = if by_island { 0.6 } else { 0.9 };
            Tint { color: if is_grey { base.mixed(p::SLEEPING, share) } else { base }, kind: info.kind }
        })
        .collect()
}

pub(super) fn push_aabbs(header: &RunHeader, record: &StepRecord, out: &mut Vec<Primitive>) {
    for (info, body) in paired(header, record) {
        for (body_from_shape, shape) in &info.shapes {
            let bounds = shape.aabb(&body.world_from_body().mul(body_from_shape));
            let half_extents = (bounds.max - bounds.min) * 0.5;
            if half_extents.is_finite() && half_extents.max_element() < LARGEST_BOX {
                out.push(Primitive::WireBox {
                    center: (bounds.min + bounds.max) * 0.5,
                    half_extents,
                    rotation: Quat::IDENTITY,
                    width: 1.4,
                    color: p::AABB,
                });
            }
        }
    }
}

/// How far ahead a velocity arrow looks, s.
const LOOK_AHEAD: f32 = 0.25;

pub(super) fn push_velocities(
    header: &RunHeader,
    record: &StepRecord,
    factor: f32,
    scale: &Scale,
    out: &mut Vec<Primitive>,
) {
    for (info, body) in paired(header, record) {
        let reach: Vec3 = body.velocity * (LOOK_AHEAD * factor);
        if info.kind != BodyKind::Static && reach.length() > 0.01 * scale.length {
            let reach = reach.clamp_length_max(scale.length * 12.0);
            out.push(Primitive::Arrow {
                from: body.position,
                to: body.position + reach,
                width: 2.6,
                color: p::VELOCITY,
            });
        }
    }
}
