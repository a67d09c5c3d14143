//! Early stop (13): a falling body stands still above the floor, and then falls the last bit.
//!
//! **Number**: the gap at which it stood, in sizes of the body along the contact's normal. A body stands still when it came at [`MIN_SPEED`] or
//! more, has lost all but [`STILL`] of that speed one record later by a contact whose surfaces do not touch, and moves
//! on in the same direction in one of the next records. The apex of a bounce is none: there the speed of the record
//! before is what gravity takes away in one step, and nothing pushed.
//!
//! **Threshold**: a contact that may close its gap within the step leaves none worth mentioning; a fifth of the body's
//! size is seen in the air.

use crate::artifact::reading::{Evidence, Reading};
use crate::instrument::metrics;
use crate::instrument::record::{BodyInfo, BodyRecord, ContactRecord, Recording, StepRecord};
use crate::math::Vec3;

/// m/s
const MIN_SPEED: f32 = 1.0;
/// Share of the speed that is left in a body that stands.
const STILL: f32 = 0.1;
/// Records within which it falls again.
const FALLS_AGAIN: usize = 4;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    for (index, pair) in recording.steps.windows(2).enumerate() {
        let [before, step] = pair else { continue };
        for body in metrics::dynamic_bodies(&recording.header, step) {
            let Some(old) = before.body(body.id) else { continue };
            let speed = old.velocity.length();
            if speed < MIN_SPEED || body.velocity.length() > STILL * speed {
                continue;
            }
            let Some((contact, normal)) = nearest_push(step, body.id) else { continue };
            let Some(info) = recording.header.body(body.id) else { continue };
            let size = size_along(info, body, normal);
            // A body that did not come along the normal was stopped by something else.
            let came = -old.velocity.dot(normal) > 0.5 * speed;
            if !came || contact.separation <= 0.0 || size <= 0.0 {
                continue;
            }
            let later = &recording.steps[index + 2..];
            let falls = later.iter().take(FALLS_AGAIN).filter_map(|s| s.body(body.id));
            let fell = falls.map(|b| (body.position - b.position).dot(normal)).fold(0.0, f32::max);
            if fell < 0.01 * size.min(contact.separation) {
                continue;
            }
            reading.raise(f64::from(contact.separation / size), || Evidence {
                bodies: vec![body.id],
                first_step: before.step,
                last_step: step.step + FALLS_AGAIN as u64,
                text: format!(
                    "`{}` comes at {speed:.1} m/s, stands still {:.3} m above `{}` in step {}, and then falls again",
                    recording.body_name(body.id),
                    contact.separation,
                    contact.seen_from(body.id).map_or("?", |(other, _)| recording.body_name(other)),
                    step.step,
                ),
            });
        }
    }
    reading
}

/// The contact of smallest separation that pushed the body, with the normal towards it.
fn nearest_push(step: &StepRecord, id: u32) -> Option<(&ContactRecord, Vec3)> {
    let pushed = step.contacts.iter().filter(|c| c.normal_impulse > 0.0);
    pushed
        .filter_map(|c| c.seen_from(id).map(|(_, normal)| (c, normal)))
        .reduce(|best, c| if c.0.separation < best.0.separation { c } else { best })
}

fn size_along(info: &BodyInfo, body: &BodyRecord, normal: Vec3) -> f32 {
    let pose = body.world_from_body();
    let reach = |direction: Vec3| {
        let heights = info.shapes.iter().map(|(body_from_shape, shape)| {
            let shape_pose = pose.mul(body_from_shape);
            shape_pose.transform_point(shape.support(shape_pose.inverse_transform_vector(direction))).dot(direction)
        });
        heights.reduce(f32::max).unwrap_or(0.0)
    };
    reach(normal) + reach(-normal)
}
