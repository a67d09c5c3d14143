//! Sliding stack (9): bodies that stick creep on each other.
//!
//! **Number**: the fastest creep of a sticking contact, in mm per minute. A pair of bodies sticks during a window of
//! [`WINDOW_SECS`], after as long a time to settle, when it touches in every record of both, the friction force between them stays below [`HOLDS`] of what
//! the normal force allows (µ is recorded with the contact), and the contact never moves sideways at more than
//! [`CREEPS`]. The creep is the change of the upper body's place, seen from the lower one, along the contact plane,
//! between the first and the last record of the window. Rolling bodies are left out by the same measure: the material
//! points that touch have to be the same ones, so the bodies may not turn against each other by more than [`TURNS`].
//!
//! **Threshold**: 1 mm/min cannot be seen in a scene of metres; at 20 mm/min a stack is visibly out of line after a
//! minute.

use crate::artifact::reading::{Evidence, Reading};
use crate::instrument::record::{BodyKind, ContactRecord, StepRecord};
use crate::instrument::{Recording, RunHeader};
use crate::math::{Pose, Vec3};
use std::collections::BTreeMap;

/// s
const WINDOW_SECS: f64 = 5.0;
const HOLDS: f32 = 0.9;
/// m/s
const CREEPS: f32 = 0.05;
/// rad
const TURNS: f32 = 0.05;

/// A pair that has stuck so far.
struct Window {
    /// When the pair began to stick, s: nothing is measured until it had time to settle.
    since: f64,
    start: f64,
    first_step: u64,
    a_from_b: Pose,
    /// In A's axes.
    normal: Vec3,
    /// Contact in A's frame, m.
    place: Vec3,
}

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let mut windows: BTreeMap<(u32, u32), Window> = BTreeMap::new();
    for step in &recording.steps {
        let sticking = sticking_pairs(&recording.header, step);
        windows.retain(|key, _| sticking.contains_key(key));
        for (key, (normal, place)) in sticking {
            let (Some(a), Some(b)) = (step.body(key.0), step.body(key.1)) else { continue };
            let (world_from_a, world_from_b) = (a.world_from_body(), b.world_from_body());
            let a_from_b = world_from_a.inverse_mul(&world_from_b);
            let since = windows.get(&key).map_or(step.time, |w| w.since);
            let fresh = Window {
                since,
                start: step.time,
                first_step: step.step,
                a_from_b,
                normal: world_from_a.inverse_transform_vector(normal),
                place: world_from_a.inverse_transform_point(place),
            };
            if step.time - since < WINDOW_SECS {
                windows.insert(key, fresh);
                continue;
            }
            let window = &windows[&key];
            let length = step.time - window.start;
            if length < WINDOW_SECS - 1e-6 {
                continue;
            }
            let turn = (window.a_from_b.rotation.conjugate() * a_from_b.rotation).xyz().length() * 2.0;
            // Where the material point of B that touched at the start is now, seen from A.
            let point = window.a_from_b.inverse_transform_point(window.place);
            let moved = a_from_b.transform_point(point) - window.place;
            let sideways = moved - window.normal * window.normal.dot(moved);
            let creep = f64::from(sideways.length()) * 1000.0 * 60.0 / length;
            let first_step = window.first_step;
            if turn < TURNS {
                reading.raise(creep, || Evidence {
                    bodies: vec![key.1, key.0],
                    first_step,
                    last_step: step.step,
                    text: format!(
                        "`{}` creeps on `{}` at {creep:.2} mm/min, from step {first_step} to {}",
                        recording.body_name(key.1),
                        recording.body_name(key.0),
                        step.step
                    ),
                });
            }
            windows.insert(key, fresh);
        }
    }
    reading
}

/// Pairs whose friction could hold more than it does, with the mean normal and place of their contact.
fn sticking_pairs(header: &RunHeader, step: &StepRecord) -> BTreeMap<(u32, u32), (Vec3, Vec3)> {
    let mut pairs: BTreeMap<(u32, u32), Vec<&ContactRecord>> = BTreeMap::new();
    for contact in step.contacts.iter().filter(|c| c.normal_impulse > 0.0) {
        pairs.entry((contact.a, contact.b)).or_default().push(contact);
    }
    let mut found = BTreeMap::new();
    for (key, points) in pairs {
        let is_free = |id| header.body(id).is_some_and(|b| b.kind == BodyKind::Dynamic);
        let is_carried = |id| header.body(id).is_some_and(|b| b.kind == BodyKind::Animated);
        if !(is_free(key.0) || is_free(key.1)) || is_carried(key.0) || is_carried(key.1) {
            continue;
        }
        let bound: f32 = points.iter().map(|c| c.friction * c.normal_impulse).sum();
        let friction: Vec3 = points.iter().map(|c| c.friction_impulse).sum();
        if friction.length() > HOLDS * bound || bound <= 0.0 || points.iter().any(|c| slip(step, c) > CREEPS) {
            continue;
        }
        let normal = points.iter().map(|c| c.normal * c.normal_impulse).sum::<Vec3>().normalize_or_zero();
        let load: f32 = points.iter().map(|c| c.normal_impulse).sum();
        let place = points.iter().map(|c| c.position * (c.normal_impulse / load)).sum::<Vec3>();
        found.insert(key, (normal, place));
    }
    found
}

/// Sideways speed of the contact, m/s.
fn slip(step: &StepRecord, contact: &ContactRecord) -> f32 {
    let velocity = |id: u32| {
        step.body(id).map_or(Vec3::ZERO, |b| b.velocity + b.angular_velocity.cross(contact.position - b.position))
    };
    let relative = velocity(contact.b) - velocity(contact.a);
    (relative - contact.normal * contact.normal.dot(relative)).length()
}
