//! Restless stack (8): bodies that should rest shake in place and never sleep.
//!
//! **Number**: the longest time, in seconds, for which a supported body stayed where it was and still moved. A body stays
//! while its centre keeps within [`PLACE`] of its smallest edge from where it was when the time began, and it is
//! supported in every second of it; it moves while its fastest point reaches [`MOVES`] in every second. A rolling wheel, a
//! bouncing ball and a swinging pendulum leave their places; a body that settles comes to rest within seconds.
//!
//! **Second number**: the mean kinetic energy of these bodies in the last [`END_SECS`] of the run, J.
//!
//! **Threshold**: a healthy stack is at rest within 8 s; one that still shakes after 25 s will not stop.

use super::stay::Stay;
use crate::artifact::reading::{Evidence, Reading, SideNumber};
use crate::instrument::Recording;
use crate::instrument::record::{BodyInfo, BodyKind, BodyRecord, StepRecord};
use std::collections::BTreeSet;

/// Share of the body's smallest edge.
const PLACE: f32 = 0.2;
/// m/s, of the fastest point.
const MOVES: f32 = 0.02;
/// s
const END_SECS: f64 = 10.0;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let mut restless = BTreeSet::new();
    for info in recording.header.bodies.iter().filter(|b| b.kind == BodyKind::Dynamic) {
        let extent = info.extents().min_element();
        if extent <= 0.0 {
            continue;
        }
        let mut stay: Option<Stay> = None;
        for step in &recording.steps {
            let Some(body) = step.body(info.id) else { continue };
            let current = stay.get_or_insert_with(|| Stay::begin(body.position, step));
            let moves = speed(body, info) >= MOVES && !body.is_asleep;
            let (allowed, is_supported) = (PLACE * extent, is_supported(step, info.id));
            let Some(lasted) = current.observe(body.position, allowed, moves, is_supported, step) else { continue };
            let first_step = current.first_step;
            if lasted > 1.0 {
                restless.insert(info.id);
            }
            reading.raise(lasted, || Evidence {
                bodies: vec![info.id],
                first_step,
                last_step: step.step,
                text: format!(
                    "`{}` stays where it is and still moves for {lasted:.1} s, from step {first_step} to {}",
                    info.name, step.step
                ),
            });
        }
    }
    if let Some(value) = mean_energy_at_end(recording, &restless) {
        reading.also.push(SideNumber { name: "kinetic energy in the last 10 s", unit: "J", value });
    }
    reading
}

fn speed(body: &BodyRecord, info: &BodyInfo) -> f32 {
    body.velocity.length() + body.angular_velocity.length() * 0.5 * info.extents().length()
}

fn is_supported(step: &StepRecord, id: u32) -> bool {
    step.contacts.iter().any(|c| (c.a == id || c.b == id) && c.normal_impulse > 0.0)
}

fn mean_energy_at_end(recording: &Recording, bodies: &BTreeSet<u32>) -> Option<f64> {
    let end = recording.steps.last()?.time;
    let steps: Vec<_> = recording.steps.iter().filter(|s| s.time > end - END_SECS).collect();
    let energy_of = |step: &&StepRecord| -> f64 {
        bodies
            .iter()
            .filter_map(|id| {
                let (info, body) = (recording.header.body(*id)?, step.body(*id)?);
                let spin = body.rotation.conjugate() * body.angular_velocity;
                let angular = spin.dot(info.inertia * spin);
                Some(0.5 * f64::from(info.mass * body.velocity.length_squared() + angular))
            })
            .sum()
    };
    (!bodies.is_empty() && !steps.is_empty()).then(|| steps.iter().map(energy_of).sum::<f64>() / steps.len() as f64)
}
