//! Compound jam (figure 2.4): a body stuck between two parts of one compound, which push it to and fro.
//!
//! **Number**: root mean square speed of the stuck body, seen from the compound, over the records in which two parts of
//! the same body pushed it in opposite directions, m/s. At least [`MIN_RECORDS`] such records within the run count: two
//! parts that meet a passing body for a moment are no jam. A body that lies still in a slot that fits it has opposed
//! contacts as well, and a number near zero.
//!
//! **Threshold**: contacts that agree bring a body to rest below a millimetre per second. A tenth of a metre per second
//! is seen as shaking.

use crate::artifact::reading::{Evidence, Reading};
use crate::instrument::record::{BodyKind, Recording, StepRecord};
use crate::math::Vec3;
use std::collections::BTreeMap;

/// Cosine between two normals below which they are opposed.
const OPPOSED: f32 = -0.5;
const MIN_RECORDS: usize = 20;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    // Body and compound: squares of the speed, records, first and last step.
    let mut jams: BTreeMap<(u32, u32), (f64, usize, u64, u64)> = BTreeMap::new();
    for step in &recording.steps {
        for (body, compound) in opposed_pairs(recording, step) {
            let (Some(stuck), Some(around)) = (step.body(body), step.body(compound)) else { continue };
            let arm = stuck.position - around.position;
            let speed = (stuck.velocity - around.velocity - around.angular_velocity.cross(arm)).length();
            let jam = jams.entry((body, compound)).or_insert((0.0, 0, step.step, step.step));
            jam.0 += f64::from(speed) * f64::from(speed);
            jam.1 += 1;
            jam.3 = step.step;
        }
    }
    for (&(body, compound), &(squares, count, first_step, last_step)) in &jams {
        if count < MIN_RECORDS {
            continue;
        }
        let speed = (squares / count as f64).sqrt();
        reading.raise(speed, || Evidence {
            bodies: vec![body, compound],
            first_step,
            last_step,
            text: format!(
                "`{}` is stuck between two parts of `{}` that push in opposite directions in {count} steps, and shakes \
                 at {speed:.3} m/s",
                recording.body_name(body),
                recording.body_name(compound),
            ),
        });
    }
    reading
}

/// Dynamic bodies that two different colliders of one other body push in opposite directions.
fn opposed_pairs(recording: &Recording, step: &StepRecord) -> Vec<(u32, u32)> {
    let mut pushes: BTreeMap<(u32, u32), Vec<(u32, Vec3)>> = BTreeMap::new();
    for contact in step.contacts.iter().filter(|c| c.normal_impulse > 0.0) {
        for id in [contact.a, contact.b] {
            let Some((other, normal)) = contact.seen_from(id) else { continue };
            let is_free = recording.header.body(id).is_some_and(|b| b.kind == BodyKind::Dynamic);
            let is_compound = recording.header.body(other).is_some_and(|b| b.shapes.len() > 1);
            if is_free && is_compound {
                let part = if other == contact.a { contact.collider_a } else { contact.collider_b };
                pushes.entry((id, other)).or_default().push((part, normal));
            }
        }
    }
    let is_opposed = |list: &Vec<(u32, Vec3)>| {
        list.iter().any(|(part, n)| list.iter().any(|(other, m)| part != other && n.dot(*m) < OPPOSED))
    };
    pushes.into_iter().filter(|(_, list)| is_opposed(list)).map(|(key, _)| key).collect()
}
