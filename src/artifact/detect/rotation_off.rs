//! Rotation off (section 2.4): the experiment that shows where the unrest of piles comes from.
//!
//! **Number**: the farthest sideways travel of a body of a pile that was set down flat and at rest and that nobody disturbed,
//! as a share of the body's smallest edge, in %. Laws of mechanics leave such a pile where it is; what walks or falls has
//! been turned by the solver. A body belongs to the pile from its first contact on if at the start it was at rest, and
//! that contact is a face ([`FACE_POINTS`] points of one pair) whose normal is within [`LEVEL`] of gravity. It is
//! disturbed, and counts no more, when
//! - a body touches it that moves and is not of the pile, or that was disturbed itself;
//! - its velocity changes by something that is neither gravity nor the recorded impulses ([`UNEXPLAINED`]): an event, the
//!   mouse, a joint.
//!
//! Beside it: the kinetic energy at the end, and the largest over the run.
//!
//! **Threshold**: the width of a box is a pile that fell. Cured is a hundredth of a box: nobody sees it.

use crate::artifact::reading::{Evidence, Reading, SideNumber};
use crate::instrument::record::{BodyKind, ContactRecord, Recording, StepRecord};
use crate::math::Vec3;
use std::collections::BTreeMap;

/// Cosine: 10 degrees.
const LEVEL: f32 = 0.985;
const FACE_POINTS: usize = 3;
/// m/s and rad/s
const RESTS: f32 = 0.01;
/// Unexplained change of velocity as a share of what gravity makes in a step. Damping and position passes stay below.
const UNEXPLAINED: f32 = 0.5;

#[derive(Clone, Copy, PartialEq)]
enum Standing {
    /// At rest since the start, and not yet on anything.
    Waiting,
    Piled,
    Disturbed,
}

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let header = &recording.header;
    let (Some(down), Some(first)) = (header.gravity.try_normalize(), recording.steps.first()) else {
        return reading;
    };
    let mut bodies: BTreeMap<u32, (Vec3, Standing)> = BTreeMap::new();
    for body in &first.bodies {
        let Some(info) = header.body(body.id).filter(|b| b.kind != BodyKind::Static) else { continue };
        let is_at_rest = body.velocity.length() <= RESTS && body.angular_velocity.length() <= RESTS;
        let is_jointed = header.joints.iter().any(|j| j.body_a == body.id || j.body_b == body.id);
        let is_quiet = is_at_rest && !is_jointed && info.kind == BodyKind::Dynamic;
        bodies.insert(body.id, (body.position, if is_quiet { Standing::Waiting } else { Standing::Disturbed }));
    }
    let mut most_energy = 0.0_f64;
    for pair in recording.steps.windows(2) {
        let [before, after] = pair else { continue };
        most_energy = most_energy.max(after.energy.kinetic());
        find_disturbed(recording, before, after, &mut bodies);
        for id in bodies.keys().copied().collect::<Vec<_>>() {
            advance(id, after, down, &mut bodies);
        }
        for (&id, &(start, standing)) in &bodies {
            let (Some(body), Some(info)) = (after.body(id), header.body(id)) else { continue };
            let edge = info.extents().min_element();
            if standing != Standing::Piled || edge <= 0.0 {
                continue;
            }
            let moved = body.position - start;
            let sideways = (moved - down * down.dot(moved)).length();
            reading.raise(f64::from(sideways / edge * 100.0), || Evidence {
                bodies: vec![id],
                first_step: first.step,
                last_step: after.step,
                text: format!(
                    "`{}` was set down flat and has gone {sideways:.2} m sideways by step {}, though nobody touched the pile",
                    recording.body_name(id),
                    after.step
                ),
            });
        }
    }
    if let (Some(last), true) = (recording.steps.last(), reading.evidence.is_some()) {
        reading.also = vec![
            SideNumber { name: "kinetic energy at the end", unit: "J", value: last.energy.kinetic() },
            SideNumber { name: "largest kinetic energy", unit: "J", value: most_energy },
        ];
    }
    reading
}

fn pushing(step: &StepRecord, id: u32) -> impl Iterator<Item = (&ContactRecord, u32, Vec3)> {
    let pushed = step.contacts.iter().filter(|c| c.normal_impulse > 0.0);
    pushed.filter_map(move |c| c.seen_from(id).map(|(other, normal)| (c, other, normal)))
}

/// A body that waits becomes part of the pile when it is set down on a face; one that meets a disturbed body is disturbed.
fn advance(id: u32, step: &StepRecord, down: Vec3, bodies: &mut BTreeMap<u32, (Vec3, Standing)>) {
    let standing = bodies.get(&id).map_or(Standing::Disturbed, |b| b.1);
    if standing == Standing::Disturbed {
        return;
    }
    let meets_disturbed =
        pushing(step, id).any(|(_, other, _)| bodies.get(&other).is_some_and(|b| b.1 == Standing::Disturbed));
    let mut points = 0;
    let mut is_level = true;
    for (_, _, normal) in pushing(step, id) {
        points += 1;
        is_level &= normal.dot(down).abs() >= LEVEL;
    }
    let next = match standing {
        _ if meets_disturbed => Standing::Disturbed,
        Standing::Waiting if points >= FACE_POINTS && is_level => Standing::Piled,
        Standing::Waiting if points > 0 => Standing::Disturbed,
        unchanged => unchanged,
    };
    if let Some(body) = bodies.get_mut(&id) {
        body.1 = next;
    }
}

/// m Δv against m g Δt and the impulses of the contacts.
fn find_disturbed(
    recording: &Recording,
    before: &StepRecord,
    after: &StepRecord,
    bodies: &mut BTreeMap<u32, (Vec3, Standing)>,
) {
    let fall = recording.header.gravity * (after.time - before.time) as f32;
    for (&id, body) in bodies.iter_mut() {
        let (Some(old), Some(new), Some(info)) = (before.body(id), after.body(id), recording.header.body(id)) else {
            continue;
        };
        if info.mass <= 0.0 || new.is_asleep {
            continue;
        }
        let mut impulse = Vec3::ZERO;
        let mut total = 0.0;
        for (contact, _, normal) in pushing(after, id) {
            let friction = if contact.b == id { contact.friction_impulse } else { -contact.friction_impulse };
            impulse += normal * contact.normal_impulse + friction;
            total += contact.normal_impulse;
        }
        let error = (new.velocity - old.velocity - fall - impulse / info.mass).length();
        // Sums of many large impulses leave a rest in single precision.
        if error > UNEXPLAINED * fall.length() + 1e-3 * total / info.mass {
            body.1 = Standing::Disturbed;
        }
    }
}
