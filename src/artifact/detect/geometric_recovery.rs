//! Geometric recovery (2.10): jointed bodies are put together by hand, and get energy out of it.
//!
//! **Number**: the largest speed, in m/s, that a jointed body has and that is undone by hand, over [`WINDOW_SECS`]. By
//! hand is what a step moves the centre beyond anything between the velocities at its two ends; the number is the
//! smaller one of the median of that (as a speed) and of the root mean square of the velocity. So a body that is only
//! drawn back while it rests has none, and neither has one that was put somewhere else once. A body that contacts push
//! out of where the hand has put it gets a new velocity in each step: energy that nothing has paid for.
//!
//! **Second number**: mean kinetic energy of the jointed bodies in that time, J.
//!
//! **Threshold**: a fifth of a metre per second at no place is a body that visibly trembles or hops; a hundredth is what
//! soft contacts push out of a landing.

use crate::artifact::reading::{Evidence, Reading, SideNumber};
use crate::instrument::record::{BodyKind, BodyRecord, Recording, StepRecord};
use std::collections::BTreeSet;

/// s; windows follow each other without overlap.
const WINDOW_SECS: f64 = 1.0;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let header = &recording.header;
    let is_dynamic = |id: &u32| header.body(*id).is_some_and(|b| b.kind == BodyKind::Dynamic);
    let jointed: BTreeSet<u32> = header.joints.iter().flat_map(|j| [j.body_a, j.body_b]).filter(is_dynamic).collect();
    let mut energy = 0.0;
    for window in windows(&recording.steps) {
        let [first, .., last] = window else { continue };
        let mut by_hand = Vec::with_capacity(window.len());
        for &id in &jointed {
            by_hand.clear();
            let mut squares = 0.0;
            for pair in window.windows(2) {
                let (Some(before), Some(after)) = (pair[0].body(id), pair[1].body(id)) else { continue };
                by_hand.push(hand_speed(before, after, pair[1].time - pair[0].time));
                squares += after.velocity.length_squared();
            }
            let count = by_hand.len();
            if count < 2 {
                continue;
            }
            by_hand.sort_unstable_by(f32::total_cmp);
            let (hand, own) = (by_hand[count / 2], (squares / count as f32).sqrt());
            if f64::from(hand.min(own)) > reading.value {
                energy = kinetic_energy(recording, window, &jointed);
            }
            reading.raise(f64::from(hand.min(own)), || Evidence {
                bodies: vec![id],
                first_step: first.step,
                last_step: last.step,
                text: format!(
                    "`{}` moves at {own:.2} m/s and is put back by hand at {hand:.2} m/s, from step {} to {}",
                    recording.body_name(id),
                    first.step,
                    last.step,
                ),
            });
        }
    }
    if reading.evidence.is_some() {
        reading.also.push(SideNumber {
            name: "kinetic energy of the jointed bodies in that time",
            unit: "J",
            value: energy,
        });
    }
    reading
}

/// Stretches of [`WINDOW_SECS`], each beginning with the last record of the one before.
fn windows(steps: &[StepRecord]) -> Vec<&[StepRecord]> {
    let mut found = Vec::new();
    let mut start = 0;
    for (index, step) in steps.iter().enumerate() {
        if step.time - steps[start].time >= WINDOW_SECS - 1e-6 {
            found.push(&steps[start..=index]);
            start = index;
        }
    }
    found
}

/// By how much the centre moved faster than with any mixture of its two velocities, m/s.
fn hand_speed(before: &BodyRecord, after: &BodyRecord, secs: f64) -> f32 {
    if secs <= 0.0 {
        return 0.0;
    }
    let seen = (after.position - before.position) / secs as f32;
    let (mean, change) = ((before.velocity + after.velocity) * 0.5, (after.velocity - before.velocity) * 0.5);
    ((seen - mean).length() - change.length()).max(0.0)
}

fn kinetic_energy(recording: &Recording, window: &[StepRecord], bodies: &BTreeSet<u32>) -> f64 {
    let of_step = |step: &StepRecord| -> f64 {
        let of_body = |id: &u32| {
            let (info, body) = (recording.header.body(*id)?, step.body(*id)?);
            let spin = body.rotation.conjugate() * body.angular_velocity;
            Some(0.5 * f64::from(info.mass * body.velocity.length_squared() + spin.dot(info.inertia * spin)))
        };
        bodies.iter().filter_map(of_body).sum()
    };
    window.iter().map(of_step).sum::<f64>() / window.len() as f64
}
