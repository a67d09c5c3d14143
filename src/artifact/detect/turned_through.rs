//! Turned through (12b): a body goes through a wall although it touched it.
//!
//! **Number**: 100 % when the centre of any dynamic body entered a static or animated shape and left it at another
//! side that looks the other way, else 0. Averaged over a sweep of starts: the share that goes through.
//!
//! The centre's way seen from the wall is followed from record to record. It enters where a segment between two
//! records first hits the shape, and leaves where it last does; when the outward normals of the two places differ by
//! more than 120°, the body came out at the back. Contacts may have pushed meanwhile, which is what tells this from
//! tunnelling. A body that sinks in and comes out on the side it came from has not gone through.
//!
//! **Threshold**: of the starts of the thin rod nearly all go through; cured means none.

use crate::artifact::reading::{Evidence, Reading};
use crate::geometry::{Ray, Shape};
use crate::instrument::metrics;
use crate::instrument::record::{BodyInfo, BodyKind, Recording};
use crate::math::{Pose, Vec3};
use std::collections::BTreeMap;

/// Cosine between the normals of the places of entry and exit below which they are opposite.
const OPPOSITE: f32 = -0.5;
/// m; spares the rays for all that rests.
const MIN_TRAVEL: f32 = 1e-4;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    // Body, wall and part: where the centre went in (outward normal in the wall's frame, step).
    let mut inside: BTreeMap<(u32, u32, usize), (Vec3, u64)> = BTreeMap::new();
    let walls: Vec<(&BodyInfo, Vec<(Pose, Shape)>)> = recording
        .header
        .bodies
        .iter()
        .filter(|b| b.kind != BodyKind::Dynamic)
        .map(|wall| (wall, parts(wall)))
        .collect();
    for pair in recording.steps.windows(2) {
        let [before, step] = pair else { continue };
        for body in metrics::dynamic_bodies(&recording.header, step) {
            let Some(old) = before.body(body.id) else { continue };
            for (wall, parts) in &walls {
                let (Some(wall_old), Some(wall_now)) = (before.body(wall.id), step.body(wall.id)) else { continue };
                let start = wall_old.world_from_body().inverse_transform_point(old.position);
                let end = wall_now.world_from_body().inverse_transform_point(body.position);
                if start.distance(end) < MIN_TRAVEL {
                    continue;
                }
                for (index, (pose, shape)) in parts.iter().enumerate() {
                    let key = (body.id, wall.id, index);
                    if let Some(normal) = surface_towards(shape, pose, start, end) {
                        inside.entry(key).or_insert((normal, step.step));
                    }
                    let Some(&(entry, since)) = inside.get(&key) else { continue };
                    let Some(exit) = surface_towards(shape, pose, end, start) else { continue };
                    inside.remove(&key);
                    if entry.dot(exit) < OPPOSITE {
                        reading.raise(100.0, || Evidence {
                            bodies: vec![body.id, wall.id],
                            first_step: since,
                            last_step: step.step,
                            text: format!(
                                "the centre of `{}` enters `{}` in step {since} and leaves it at the back in step {}",
                                recording.body_name(body.id),
                                recording.body_name(wall.id),
                                step.step,
                            ),
                        });
                    }
                }
            }
        }
    }
    reading
}

fn parts(wall: &BodyInfo) -> Vec<(Pose, Shape)> {
    let shapes = wall.shapes.iter();
    shapes
        .flat_map(|(pose, shape)| shape.flatten().into_iter().map(move |(inner, leaf)| (pose.mul(&inner), leaf)))
        .collect()
}

/// The outward normal where the way from a point outside to another point meets the shape; `None` if it does not, or
/// starts inside.
fn surface_towards(shape: &Shape, pose: &Pose, from: Vec3, to: Vec3) -> Option<Vec3> {
    let direction = (to - from).try_normalize()?;
    let hit = shape.ray_cast(pose, &Ray { origin: from, direction, max_distance: from.distance(to) })?;
    (hit.distance > 0.0).then_some(hit.normal)
}
