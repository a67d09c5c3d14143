//! Invisible hook (figures 2.5 and 2.6): a sliding body catches on a seam that nobody sees.
//!
//! **Number**: the largest share of its speed that a sliding body lost in one step to a hook, in percent: the impulse
//! of the hook along the motion over mass times speed. A hook is a contact with a static body whose normal looks against
//! the motion, although none of its points lies higher than [`FLUSH`] of the body's size over the surface on which the body
//! slides (the lowest contact that carries it). A wall or a kerb has points higher up.
//!
//! **Threshold**: contacts at a flat surface do not brake at all, apart from friction, which is another impulse. A loss
//! of a tenth in one step is felt as a knock.

use crate::artifact::reading::{Evidence, Reading};
use crate::instrument::metrics;
use crate::instrument::record::{BodyKind, ContactRecord, Recording, StepRecord};
use crate::math::Vec3;

/// m/s
const MIN_SPEED: f32 = 1.0;
/// Cosine between the motion and a normal from which on the contact looks against it.
const AGAINST: f32 = 0.5;
/// Height over the surface, in sizes of the body, up to which there is nothing to see.
const FLUSH: f32 = 0.01;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let Some(up) = (-recording.header.gravity).try_normalize() else { return reading };
    for pair in recording.steps.windows(2) {
        let [before, step] = pair else { continue };
        for body in metrics::dynamic_bodies(&recording.header, step) {
            let (Some(old), Some(info)) = (before.body(body.id), recording.header.body(body.id)) else { continue };
            let along = old.velocity - up * old.velocity.dot(up);
            let speed = along.length();
            if speed < MIN_SPEED || info.mass <= 0.0 {
                continue;
            }
            let direction = along / speed;
            let contacts = static_contacts(recording, step, body.id);
            let carries = contacts.iter().filter(|(_, normal)| normal.dot(up) > 0.9);
            let Some(surface) = carries.map(|(c, _)| c.position.dot(up)).reduce(f32::min) else { continue };
            let highest = surface + FLUSH * info.extents().min_element();
            let is_hook = |normal: Vec3| -normal.dot(direction) > AGAINST;
            // A hook has all its points near the surface.
            let is_flush = |collider: (u32, u32)| {
                contacts
                    .iter()
                    .filter(|(c, n)| (c.collider_a, c.collider_b) == collider && is_hook(*n))
                    .all(|(c, _)| c.position.dot(up) <= highest)
            };
            let impulse: f32 = contacts
                .iter()
                .filter(|(c, n)| is_hook(*n) && is_flush((c.collider_a, c.collider_b)))
                .map(|(c, n)| c.normal_impulse * -n.dot(direction))
                .sum();
            let lost = f64::from(100.0 * impulse / (info.mass * speed));
            reading.raise(lost, || Evidence {
                bodies: vec![body.id],
                first_step: before.step,
                last_step: step.step,
                text: format!(
                    "`{}` slides at {speed:.2} m/s and loses {lost:.0} % of it in step {} to a contact that looks \
                     against its motion and is flush with the floor",
                    recording.body_name(body.id),
                    step.step,
                ),
            });
        }
    }
    reading
}

/// Contacts of a body with static ones, with the normals towards the body.
fn static_contacts<'a>(recording: &Recording, step: &'a StepRecord, id: u32) -> Vec<(&'a ContactRecord, Vec3)> {
    let is_static = |other: u32| recording.header.body(other).is_some_and(|b| b.kind == BodyKind::Static);
    step.contacts
        .iter()
        .filter_map(|c| c.seen_from(id).filter(|(other, _)| is_static(*other)).map(|(_, normal)| (c, normal)))
        .collect()
}
