//! Shoot-out (10): a body sinks freely into another one and is then thrown out.
//!
//! **Number**: exit speed over entry speed along the normal, of the worst event. An event begins with a contact that
//! was not there in the record before, of a dynamic body with one that is static, animated or [`HEAVIER`] times as
//! heavy. The entry speed is that of the approach along the contact's normal in the record before, with a step of
//! gravity added; slower ones than [`MIN_ENTRY`] are no impact. The exit speed is the fastest separation along the
//! same normal within [`WATCH_SECS`], as long as nothing else touches the body: another body may throw it by rights.
//!
//! **Second number**: energy gained, J, as half the mass times the difference of the squares of the two speeds.
//!
//! **Threshold**: no impact gives back more speed than it took, so anything above 1 is energy from nothing. Sick is
//! twice the speed. The bodies of the scenes have a restitution of 0.2; cured is what leaves with no more than that (and
//! rounding: the bar is 0.205).

use crate::artifact::reading::{Evidence, Reading, SideNumber};
use crate::instrument::record::{BodyInfo, BodyKind, BodyRecord, ContactRecord, Recording, RunHeader, StepRecord};
use crate::math::Vec3;

/// How many times as heavy a dynamic body must be to count as fixed.
const HEAVIER: f32 = 20.0;
/// m/s
const MIN_ENTRY: f32 = 1.0;
/// s
const WATCH_SECS: f64 = 1.0;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let mut gained = 0.0;
    for (index, pair) in recording.steps.windows(2).enumerate() {
        let [before, step] = pair else { continue };
        for (position, contact) in step.contacts.iter().enumerate() {
            let is_first = step.contacts[..position].iter().all(|c| (c.a, c.b) != (contact.a, contact.b));
            let is_new = !before.contacts.iter().any(|c| (c.a, c.b) == (contact.a, contact.b));
            let Some((body, other, normal)) = mover(&recording.header, contact).filter(|_| is_first && is_new) else {
                continue;
            };
            let secs = (step.time - before.time) as f32;
            let Some(entry) = entry_speed(&recording.header, before, body, other, normal, secs) else { continue };
            let exit = exit_speed(&recording.steps[index + 1..], body, other, normal);
            let ratio = f64::from(exit.0 / entry);
            if ratio > reading.value {
                let mass = recording.header.body(body).map_or(0.0, |b| f64::from(b.mass));
                gained = 0.5 * mass * (f64::from(exit.0).powi(2) - f64::from(entry).powi(2)).max(0.0);
            }
            reading.raise(ratio, || Evidence {
                bodies: vec![body, other],
                first_step: step.step,
                last_step: exit.1,
                text: format!(
                    "`{}` meets `{}` at {entry:.2} m/s, first seen {:.3} m deep in step {}, and leaves at {:.2} m/s",
                    recording.body_name(body),
                    recording.body_name(other),
                    -contact.separation,
                    step.step,
                    exit.0,
                ),
            });
        }
    }
    reading.also.push(SideNumber { name: "energy gained", unit: "J", value: gained });
    reading
}

/// The body that is thrown, the one that throws, and the normal towards the first.
fn mover(header: &RunHeader, contact: &ContactRecord) -> Option<(u32, u32, Vec3)> {
    [contact.a, contact.b].into_iter().find_map(|id| {
        let (other, normal) = contact.seen_from(id)?;
        let (info, wall) = (header.body(id)?, header.body(other)?);
        let is_free = info.kind == BodyKind::Dynamic && !header.joints.iter().any(|j| j.body_a == id || j.body_b == id);
        let is_wall = wall.kind != BodyKind::Dynamic || wall.mass >= HEAVIER * info.mass;
        (is_free && is_wall).then_some((id, other, normal))
    })
}

fn entry_speed(header: &RunHeader, before: &StepRecord, body: u32, other: u32, normal: Vec3, secs: f32) -> Option<f32> {
    let (old, wall) = (before.body(body)?, before.body(other)?);
    let is_touched = before.contacts.iter().any(|c| c.normal_impulse > 0.0 && c.seen_from(body).is_some());
    let entry = -(old.velocity + header.gravity * secs - wall.velocity).dot(normal);
    (!is_touched && entry >= MIN_ENTRY).then(|| entry.hypot(turning_speed(header.body(body), old)))
}

/// The speed at which the body would have the energy of its turning, m/s.
fn turning_speed(info: Option<&BodyInfo>, body: &BodyRecord) -> f32 {
    let spin = body.rotation.conjugate() * body.angular_velocity;
    info.filter(|i| i.mass > 0.0).map_or(0.0, |i| (spin.dot(i.inertia * spin).max(0.0) / i.mass).sqrt())
}

/// The fastest separation, and the step in which it was reached.
fn exit_speed(steps: &[StepRecord], body: u32, other: u32, normal: Vec3) -> (f32, u64) {
    let Some(start) = steps.first().map(|s| s.time) else { return (0.0, 0) };
    let mut fastest = (0.0_f32, steps[0].step);
    for step in steps.iter().take_while(|s| s.time - start <= WATCH_SECS) {
        let mut touching = step.contacts.iter().filter(|c| c.normal_impulse > 0.0).filter_map(|c| c.seen_from(body));
        if touching.any(|(third, _)| third != other) {
            break;
        }
        let (Some(now), Some(wall)) = (step.body(body), step.body(other)) else { break };
        let speed = (now.velocity - wall.velocity).dot(normal);
        if speed > fastest.0 {
            fastest = (speed, step.step);
        }
    }
    fastest
}
