//! Ghost animation (16): an animated body slides away under its passenger, or sinks into what it should push.
//!
//! **Number**: the larger of two shares, in %.
//! - *Slip*: how far a body that stands on an animated one was left behind, over how far the animated one went, from the
//!   record in which it touched down (or the start) on. Only travel counts that a foot could follow: at [`MAX_ACCELERATION`] or
//!   less, which any µ above a tenth allows, so that a platform that is torn away leaves its passenger by rights.
//! - *Depth*: how deep an animated body that moves sinks into a body, over the smallest extent of that body, while the
//!   contact's normal has a part along its motion.
//!
//! **Threshold**: a passenger that is brought up to speed by friction lags by v²/2µg, a few per cent of a ride worth the name;
//! a soft contact gives way by less than a per cent. A fifth is a passenger who steps off, or a paddle seen inside a box.

use crate::artifact::reading::{Evidence, Reading, SideNumber};
use crate::instrument::record::{BodyKind, BodyRecord, ContactRecord, Recording, StepRecord};
use crate::math::Vec3;

/// m/s²
const MAX_ACCELERATION: f32 = 1.0;
/// Travel below which nothing is said about slip, m.
const MIN_TRAVEL: f32 = 0.5;
/// m/s: an animated body that moves.
const MIN_SPEED: f32 = 0.05;
/// Part of a contact's normal against gravity that makes the body a passenger.
const UPRIGHT: f32 = 0.9;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let (mut slip, mut depth) = (Reading::default(), Reading::default());
    for info in recording.header.bodies.iter().filter(|b| b.kind == BodyKind::Animated) {
        for other in recording.header.bodies.iter().filter(|b| b.kind == BodyKind::Dynamic) {
            find_slip(recording, info.id, other.id, &mut slip);
            find_depth(recording, info.id, other.id, &mut depth);
        }
    }
    let also = vec![
        SideNumber { name: "passenger slip over platform travel", unit: "%", value: slip.value },
        SideNumber { name: "depth of an animated body in what it pushes", unit: "%", value: depth.value },
    ];
    let worst = if slip.value >= depth.value { slip } else { depth };
    Reading { also: if worst.evidence.is_some() { also } else { Vec::new() }, ..worst }
}

/// Speed of an animated body from its poses: what its velocity says is what is in doubt.
fn speed_between(before: &StepRecord, after: &StepRecord, id: u32) -> Option<Vec3> {
    let (old, new) = (before.body(id)?, after.body(id)?);
    Some((new.position - old.position) / (after.time - before.time) as f32)
}

fn find_slip(recording: &Recording, platform: u32, passenger: u32, slip: &mut Reading) {
    let Some(down) = recording.header.gravity.try_normalize() else { return };
    let level = |v: Vec3| v - down * v.dot(down);
    let (mut travel, mut lag) = (0.0_f32, Vec3::ZERO);
    let mut last_speed: Option<Vec3> = None;
    let mut first_step = None;
    for pair in recording.steps.windows(2) {
        let [before, after] = pair else { continue };
        let Some(speed) = speed_between(before, after, platform) else { continue };
        let secs = (after.time - before.time) as f32;
        let is_gentle = last_speed.is_some_and(|last| (speed - last).length() <= MAX_ACCELERATION * secs + 1e-4);
        last_speed = Some(speed);
        let carried = contacts(after, platform, passenger)
            .any(|(c, normal)| normal.dot(-down) > UPRIGHT && (c.normal_impulse > 0.0 || c.separation <= 0.002));
        let alone = !after
            .contacts
            .iter()
            .any(|c| c.normal_impulse > 0.0 && c.seen_from(passenger).is_some_and(|(other, _)| other != platform));
        if !carried || !alone || !is_gentle {
            continue;
        }
        let (Some(old), Some(new)) = (before.body(passenger), after.body(passenger)) else { continue };
        first_step.get_or_insert(before.step);
        let step = level(speed) * secs;
        travel += step.length();
        lag += step - level(new.position - old.position) + turning_lag(before, after, platform, old, down);
        if travel >= MIN_TRAVEL {
            slip.raise(f64::from(lag.length() / travel * 100.0), || Evidence {
                bodies: vec![passenger, platform],
                first_step: first_step.unwrap_or_default(),
                last_step: after.step,
                text: format!(
                    "`{}` stands on `{}`, which has gone {travel:.2} m, and was left behind by {:.2} m",
                    recording.body_name(passenger),
                    recording.body_name(platform),
                    lag.length()
                ),
            });
        }
    }
}

/// How far a turning platform would carry a passenger beyond its own travel.
fn turning_lag(before: &StepRecord, after: &StepRecord, platform: u32, passenger: &BodyRecord, down: Vec3) -> Vec3 {
    let (Some(old), Some(new)) = (before.body(platform), after.body(platform)) else { return Vec3::ZERO };
    let arm = passenger.position - old.position;
    let turn = new.rotation * old.rotation.conjugate();
    let swept = turn * arm - arm;
    swept - down * swept.dot(down)
}

fn find_depth(recording: &Recording, paddle: u32, body: u32, depth: &mut Reading) {
    let Some(size) = recording.header.body(body).map(|b| b.extents().min_element()).filter(|s| *s > 0.0) else {
        return;
    };
    for pair in recording.steps.windows(2) {
        let [before, after] = pair else { continue };
        let Some(speed) = speed_between(before, after, paddle).filter(|v| v.length() > MIN_SPEED) else { continue };
        for (contact, normal) in contacts(after, paddle, body) {
            if contact.separation >= 0.0 || normal.dot(speed) < 0.5 * speed.length() {
                continue;
            }
            depth.raise(f64::from(-contact.separation / size * 100.0), || Evidence {
                bodies: vec![body, paddle],
                first_step: before.step,
                last_step: after.step,
                text: format!(
                    "`{}` moves at {:.2} m/s and is {:.3} m deep in `{}`, which measures {size:.2} m",
                    recording.body_name(paddle),
                    speed.length(),
                    -contact.separation,
                    recording.body_name(body)
                ),
            });
        }
    }
}

/// Contacts between two bodies, with the normal from the first to the second.
fn contacts(step: &StepRecord, from: u32, to: u32) -> impl Iterator<Item = (&ContactRecord, Vec3)> {
    step.contacts
        .iter()
        .filter_map(move |c| c.seen_from(to).filter(|(other, _)| *other == from).map(|(_, normal)| (c, normal)))
}
