//! Tunnelling (12a): a body passes through another one without touching it.
//!
//! **Number**: 100 % when the centre of any body crossed a shape in a single step, else 0. Over a sweep of start
//! offsets the readings are averaged, which gives the share of starts that pass through.
//!
//! A body crossed a shape when the segment between its recorded positions, both seen from the other body at their
//! own times, enters the shape and leaves it again, and no impulse acted between the two. The other body has to be
//! static, animated or at least [`HEAVIER`] times as heavy: two pebbles that miss each other are no story. Excluded,
//! because it happens without the artifact: a body that goes around a corner while it bounces or is pulled. So its
//! velocity must not have changed, apart from gravity, by more than [`STEADY`] of its speed seen from the other body.
//!
//! **Threshold**: a start that meets the wall by luck is caught, at most (wall + bullet) / travel per step of them;
//! 80 % leaves room for that. Cured means none at all: a wall that holds sometimes does not hold.

use crate::artifact::reading::{Evidence, Reading};
use crate::geometry::Ray;
use crate::instrument::record::{BodyInfo, BodyKind, BodyRecord};
use crate::instrument::{Recording, StepRecord, metrics};
use crate::math::Vec3;

/// How many times as heavy a dynamic body must be to count as a wall.
const HEAVIER: f32 = 20.0;
/// Largest change of velocity, as a share of the speed.
const STEADY: f32 = 0.2;
/// Less than any wall is thick, m: spares the rays for all that rests.
const MIN_TRAVEL: f32 = 1e-4;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    for pair in recording.steps.windows(2) {
        let [before, after] = pair else { continue };
        for body in metrics::dynamic_bodies(&recording.header, after) {
            if let Some(crossing) = find_crossing(recording, before, after, body) {
                let step = after.step;
                reading.raise(100.0, || Evidence {
                    bodies: vec![body.id, crossing.wall],
                    first_step: before.step,
                    last_step: step,
                    text: format!(
                        "`{}` travels {:.2} m in step {step} and passes through {:.3} m of `{}` without an impulse",
                        recording.body_name(body.id),
                        crossing.travel,
                        crossing.thickness,
                        recording.body_name(crossing.wall),
                    ),
                });
            }
        }
    }
    reading
}

struct Crossing {
    wall: u32,
    travel: f32,
    thickness: f32,
}

fn find_crossing(
    recording: &Recording,
    before: &StepRecord,
    after: &StepRecord,
    body: &BodyRecord,
) -> Option<Crossing> {
    let old = before.body(body.id)?;
    let info = recording.header.body(body.id)?;
    let secs = (after.time - before.time) as f32;
    let change = (body.velocity - old.velocity - recording.header.gravity * secs).length();
    let mut walls = recording.header.bodies.iter().filter(|w| w.id != body.id && is_wall(w, info));
    walls.find_map(|wall| {
        let (wall_old, wall_new) = (before.body(wall.id)?, after.body(wall.id)?);
        let start = wall_old.world_from_body().inverse_transform_point(old.position);
        let end = wall_new.world_from_body().inverse_transform_point(body.position);
        let travel = start.distance(end);
        if travel < MIN_TRAVEL || change * secs > STEADY * travel {
            return None;
        }
        let thickness = crossed_thickness(wall, start, end)?;
        let pair = [(body.id, wall.id), (wall.id, body.id)];
        let touched = after.contacts.iter().any(|c| c.normal_impulse > 0.0 && pair.contains(&(c.a, c.b)));
        (!touched).then_some(Crossing { wall: wall.id, travel, thickness })
    })
}

fn is_wall(wall: &BodyInfo, body: &BodyInfo) -> bool {
    wall.kind != BodyKind::Dynamic || wall.mass >= HEAVIER * body.mass
}

/// How much of the wall lies between two points of its frame that are both outside, m.
fn crossed_thickness(wall: &BodyInfo, start: Vec3, end: Vec3) -> Option<f32> {
    let length = start.distance(end);
    let direction = (end - start).try_normalize()?;
    let forth = Ray { origin: start, direction, max_distance: length };
    let back = Ray { origin: end, direction: -direction, max_distance: length };
    // The parts one by one: a body that enters one part and leaves another has still crossed nothing of the first.
    let mut parts = wall
        .shapes
        .iter()
        .flat_map(|(pose, shape)| shape.flatten().into_iter().map(move |(inner, leaf)| (pose.mul(&inner), leaf)));
    parts.find_map(|(pose, leaf)| {
        let enter = leaf.ray_cast(&pose, &forth)?.distance;
        let leave = leaf.ray_cast(&pose, &back)?.distance;
        let thickness = length - enter - leave;
        (enter > 0.0 && leave > 0.0 && thickness > 0.0).then_some(thickness)
    })
}
