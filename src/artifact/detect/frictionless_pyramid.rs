//! Frictionless pyramid (section 2.5.4): a pile spreads although nothing pushes sideways.
//!
//! **Number**: the farthest sideways travel of a body on which no force had a sideways part worth the name, as a share of
//! its smallest edge, in percent. Such a body has been at rest at the start, and so far all its contacts have had
//! normals within [`LEVEL`] of gravity and no friction impulse; it counts until one of this is no longer so. On level
//! supports without friction every force is vertical, so any travel is made by the solver: it turns boxes a little, and
//! their tilted faces push.
//!
//! **Threshold**: a tenth of a box is seen at once; a settled pile moves by less than a hundredth.

use crate::artifact::reading::{Evidence, Reading};
use crate::instrument::Recording;
use crate::instrument::record::BodyKind;
use crate::math::Vec3;
use std::collections::BTreeMap;

/// Cosine: 10 degrees.
const LEVEL: f32 = 0.985;
/// m/s
const RESTS: f32 = 0.01;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let (Some(down), Some(first)) = (recording.header.gravity.try_normalize(), recording.steps.first()) else {
        return reading;
    };
    // Bodies that are still untouched from the side, with their starts and whether they have been carried at all.
    let mut quiet: BTreeMap<u32, (Vec3, f32, bool)> = BTreeMap::new();
    for info in recording.header.bodies.iter().filter(|b| b.kind == BodyKind::Dynamic) {
        let Some(body) = first.body(info.id) else { continue };
        let extent = info.extents().min_element();
        if body.velocity.length() <= RESTS && body.angular_velocity.length() <= RESTS && extent > 0.0 {
            quiet.insert(info.id, (body.position, extent, false));
        }
    }
    let jointed = recording.header.joints.iter().flat_map(|j| [j.body_a, j.body_b]);
    for id in jointed {
        quiet.remove(&id);
    }
    for step in &recording.steps {
        for contact in step.contacts.iter().filter(|c| c.normal_impulse > 0.0) {
            let is_level = contact.normal.dot(down).abs() >= LEVEL;
            let has_friction = contact.friction_impulse.length() > 1e-6 * contact.normal_impulse;
            for id in [contact.a, contact.b] {
                if !is_level || has_friction {
                    quiet.remove(&id);
                } else if let Some(entry) = quiet.get_mut(&id) {
                    entry.2 = true;
                }
            }
        }
        for (&id, &(start, extent, is_carried)) in &quiet {
            let Some(body) = step.body(id).filter(|_| is_carried) else { continue };
            let moved = body.position - start;
            let sideways = (moved - down * down.dot(moved)).length();
            let share = 100.0 * f64::from(sideways / extent);
            reading.raise(share, || Evidence {
                bodies: vec![id],
                first_step: first.step,
                last_step: step.step,
                text: format!(
                    "`{}` has moved {:.0} mm sideways by step {} although every force on it was vertical",
                    recording.body_name(id),
                    sideways * 1000.0,
                    step.step
                ),
            });
        }
    }
    reading
}
