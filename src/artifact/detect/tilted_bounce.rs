//! Tilted bounce (4): a box that arrives flat leaves turning.
//!
//! **Number**: the largest angular speed, in rad/s, in the records of and shortly after a *flat impact* of a free body. The
//! laws of impact allow no spin there: equal impulses over a face under the centre of mass, weighted to meet it, stop
//! all of the face at once. Whatever turns has been made by the solver. An impact is flat when, in the record before,
//! - nothing pushed the body, it had no joint, it did not spin ([`MAX_SPIN_BEFORE`]);
//! - a face of it, three corners or more, lay parallel to the surface to come ([`MAX_TILT`]);
//! - it approached a static body along its normal ([`MIN_APPROACH`], [`MAX_SLIDE`]: friction on a sliding face may
//!   turn it by rights);
//!
//! and in the record of the impact the contact points surround the centre of mass, seen along the normal (a body that
//! lands half over an edge turns by rights), and no other body pushes. The following records count as long as no
//! other body joins in, for [`WATCH_RECORDS`]: early engagement may spread an impact over two steps.
//!
//! **Threshold**: a tilt of [`MAX_TILT`] can by itself make a spin of about tilt / h, 0.12 rad/s at 60 Hz; so 0.5 rad/s
//! is the solver's own. Cured is a tenth of that, 3° per second, which nobody sees in a bounce.

use crate::artifact::reading::{Evidence, Reading};
use crate::geometry::Shape;
use crate::instrument::record::{BodyInfo, BodyKind, BodyRecord, ContactRecord};
use crate::instrument::{Recording, StepRecord, metrics};
use crate::math::{Pose, Vec3, tangent_basis};

/// rad/s
const MAX_SPIN_BEFORE: f32 = 0.02;
/// rad
const MAX_TILT: f32 = 0.002;
/// m/s
const MIN_APPROACH: f32 = 1.0;
/// Sliding speed as a share of the approach speed.
const MAX_SLIDE: f32 = 0.02;
/// Records that count from the impact on.
const WATCH_RECORDS: usize = 3;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    for index in 1..recording.steps.len() {
        let (before, after) = (&recording.steps[index - 1], &recording.steps[index]);
        for body in metrics::dynamic_bodies(&recording.header, after) {
            let Some(impact) = flat_impact(recording, before, after, body.id) else { continue };
            for later in &recording.steps[index..recording.steps.len().min(index + WATCH_RECORDS)] {
                if pushing(later, body.id).any(|(_, other, _)| other != impact.surface) {
                    break;
                }
                let Some(now) = later.body(body.id) else { break };
                let spin = now.angular_velocity.length();
                reading.raise(f64::from(spin), || Evidence {
                    bodies: vec![body.id, impact.surface],
                    first_step: after.step,
                    last_step: later.step,
                    text: format!(
                        "`{}` meets `{}` flat at {:.2} m/s in step {} and turns at {spin:.3} rad/s afterwards",
                        recording.body_name(body.id),
                        recording.body_name(impact.surface),
                        impact.approach,
                        after.step,
                    ),
                });
            }
        }
    }
    reading
}

struct FlatImpact {
    surface: u32,
    /// m/s
    approach: f32,
}

fn flat_impact(recording: &Recording, before: &StepRecord, after: &StepRecord, id: u32) -> Option<FlatImpact> {
    let header = &recording.header;
    let (info, old) = (header.body(id)?, before.body(id)?);
    if old.angular_velocity.length() > MAX_SPIN_BEFORE || pushing(before, id).next().is_some() {
        return None;
    }
    let (_, surface, normal) = pushing(after, id).next()?;
    let is_static = header.body(surface).is_some_and(|s| s.kind == BodyKind::Static);
    let one_surface = pushing(after, id).all(|(_, other, n)| other == surface && n.dot(normal) > 0.9999);
    let has_joint = header.joints.iter().any(|j| j.body_a == id || j.body_b == id);
    if !is_static || !one_surface || has_joint {
        return None;
    }
    // Gravity acts during the step of the impact, too.
    let arrival = old.velocity + header.gravity * (after.time - before.time) as f32;
    let approach = -arrival.dot(normal);
    let slide = (arrival + normal * approach).length();
    if approach < MIN_APPROACH || slide > MAX_SLIDE * approach || !lies_flat(info, old, normal) {
        return None;
    }
    let points: Vec<Vec3> = contacts_between(after, id, surface).map(|c| c.position).collect();
    surrounds(&points, after.body(id)?.position, normal).then_some(FlatImpact { surface, approach })
}

/// Contacts that pushed a body in this step, with the other body and the normal towards this one.
fn pushing(step: &StepRecord, id: u32) -> impl Iterator<Item = (&ContactRecord, u32, Vec3)> {
    let pushed = step.contacts.iter().filter(|c| c.normal_impulse > 0.0);
    pushed.filter_map(move |c| c.seen_from(id).map(|(other, normal)| (c, other, normal)))
}

fn contacts_between(step: &StepRecord, a: u32, b: u32) -> impl Iterator<Item = &ContactRecord> {
    step.contacts.iter().filter(move |c| (c.a, c.b) == (a, b) || (c.a, c.b) == (b, a))
}

/// Whether three corners or more, spread over an area, are the lowest along `normal` to within [`MAX_TILT`].
fn lies_flat(info: &BodyInfo, body: &BodyRecord, normal: Vec3) -> bool {
    let pose = body.world_from_body();
    let mut corners = Vec::new();
    for (body_from_shape, shape) in &info.shapes {
        for (inner, leaf) in shape.flatten() {
            push_corners(&leaf, &pose.mul(body_from_shape).mul(&inner), &mut corners);
        }
    }
    let heights = corners.iter().map(|c| (*c - body.position).dot(normal));
    let Some(lowest) = heights.clone().reduce(f32::min) else { return false };
    // Over the largest edge a tilt lifts a corner by edge × tilt. Rounding of the positions is allowed for.
    let tolerance = info.extents().max_element() * MAX_TILT + 1e-6 * body.position.length();
    let face: Vec<Vec3> =
        corners.iter().zip(heights).filter(|(_, h)| h - lowest <= tolerance).map(|(c, _)| *c).collect();
    surrounds(&face, face.iter().sum::<Vec3>() / face.len() as f32, normal)
}

fn push_corners(leaf: &Shape, pose: &Pose, corners: &mut Vec<Vec3>) {
    match leaf {
        Shape::Cuboid(cuboid) => {
            corners.extend(cuboid.polytope().view().vertices.iter().map(|v| pose.transform_point(*v)));
        }
        Shape::Hull(hull) => corners.extend(hull.vertices().iter().map(|v| pose.transform_point(*v))),
        // Round shapes have no face to lie on; a compound has been flattened.
        Shape::Sphere(_) | Shape::Capsule(_) | Shape::HalfSpace(_) | Shape::Compound(_) => {}
    }
}

/// Whether `center` lies well inside the convex hull of the points, all seen along `normal`: not closer to its border
/// than a twentieth of its size.
fn surrounds(points: &[Vec3], center: Vec3, normal: Vec3) -> bool {
    let (u, v) = tangent_basis(normal);
    let flat: Vec<(f32, f32)> = points.iter().map(|p| ((*p - center).dot(u), (*p - center).dot(v))).collect();
    let size = flat.iter().fold(0.0_f32, |size, p| size.max(p.0.hypot(p.1)));
    // Inside means: in every direction some point reaches beyond the centre. Sixteen directions, as the hull's
    // corners are few.
    size > 0.0
        && (0..16).all(|k| {
            let (sin, cos) = (k as f32 * std::f32::consts::TAU / 16.0).sin_cos();
            flat.iter().any(|p| p.0 * cos + p.1 * sin > 0.05 * size)
        })
}
