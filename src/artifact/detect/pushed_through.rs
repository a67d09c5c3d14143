//! Pushed through (11): a body is squeezed into a wall by another one.
//!
//! **Number**: the deepest that the body came into a static body while another dynamic body pressed on it, in percent
//! of its own size along the normal; 100 and more: its trailing face is in the wall's surface, it has been pushed through or is buried.
//!
//! The depth is that of the body's lowest point below the plane in which the two first met, not that of the contact of
//! the moment: once the body is past the middle of the wall, contact generation pushes it out on the far side and would
//! call that depth small. It counts once another dynamic body has pressed, while wall and body share a contact, while
//! the centre of the body lies over the wall as seen along the normal (a box that tips over an edge has not sunk), and
//! within one size of the place where the two met (a box that slides down stairs meets another surface).
//!
//! **Threshold**: 100 % is a body that is gone. A tenth of its size is seen as contact.

use crate::artifact::reading::{Evidence, Reading};
use crate::geometry::Ray;
use crate::instrument::record::{BodyInfo, BodyKind, BodyRecord, Recording, RunHeader, StepRecord};
use crate::math::Vec3;
use std::collections::BTreeMap;

/// Where a body first met a wall.
#[derive(Clone, Copy)]
struct Meeting {
    /// From the wall to the body.
    normal: Vec3,
    /// Centre of the body when the two met, m.
    center: Vec3,
    /// Height of the wall's surface along the normal, m.
    surface: f32,
    step: u64,
    was_pressed: bool,
}

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let mut meetings: BTreeMap<(u32, u32), Meeting> = BTreeMap::new();
    let header = &recording.header;
    for step in &recording.steps {
        note_meetings(header, step, &mut meetings);
        meetings.retain(|(body, wall), meeting| {
            let (Some(info), Some(now), Some(wall_info)) = (header.body(*body), step.body(*body), header.body(*wall))
            else {
                return false;
            };
            let Some(wall_now) = step.body(*wall) else { return false };
            meeting.was_pressed |= is_pressed(header, step, *body, meeting.normal);
            let reach = reach(info, now, -meeting.normal);
            let size = reach + self::reach(info, now, meeting.normal);
            // `reach` is the height of the lowest point with its sign turned.
            let depth = meeting.surface + reach;
            let way = now.position - meeting.center;
            let is_near = (way - meeting.normal * way.dot(meeting.normal)).length() <= size;
            let touches = step.contacts.iter().any(|c| [(c.a, c.b), (c.b, c.a)].contains(&(*body, *wall)));
            if !touches || !is_near || !lies_over(wall_info, wall_now, now.position, meeting.normal, size) {
                return false;
            }
            if meeting.was_pressed && size > 0.0 {
                reading.raise(f64::from((100.0 * depth / size).min(200.0)), || Evidence {
                    bodies: vec![*body, *wall],
                    first_step: meeting.step,
                    last_step: step.step,
                    text: format!(
                        "`{}` is pressed {:.3} m into `{}`, by {:.0} % of its own size",
                        recording.body_name(*body),
                        depth,
                        recording.body_name(*wall),
                        100.0 * depth / size,
                    ),
                });
            }
            true
        });
    }
    reading
}

fn note_meetings(header: &RunHeader, step: &StepRecord, meetings: &mut BTreeMap<(u32, u32), Meeting>) {
    for contact in step.contacts.iter().filter(|c| c.normal_impulse > 0.0) {
        for id in [contact.a, contact.b] {
            let Some((wall, normal)) = contact.seen_from(id) else { continue };
            let is_pair = header.body(id).is_some_and(|b| b.kind == BodyKind::Dynamic)
                && header.body(wall).is_some_and(|w| w.kind == BodyKind::Static);
            let Some(now) = step.body(id).filter(|_| is_pair) else { continue };
            let half = 0.5 * contact.separation;
            meetings.entry((id, wall)).or_insert(Meeting {
                normal,
                center: now.position,
                surface: contact.position.dot(normal) - half,
                step: step.step,
                was_pressed: false,
            });
        }
    }
}

/// Whether another dynamic body presses on the body towards the wall.
fn is_pressed(header: &RunHeader, step: &StepRecord, body: u32, normal: Vec3) -> bool {
    step.contacts.iter().filter(|c| c.normal_impulse > 0.0).any(|c| {
        c.seen_from(body).is_some_and(|(other, push)| {
            push.dot(normal) < -0.5 && header.body(other).is_some_and(|o| o.kind == BodyKind::Dynamic)
        })
    })
}

/// How far a body reaches along a direction, from the world's origin, m.
fn reach(info: &BodyInfo, body: &BodyRecord, direction: Vec3) -> f32 {
    let pose = body.world_from_body();
    let heights = info.shapes.iter().map(|(body_from_shape, shape)| {
        let shape_pose = pose.mul(body_from_shape);
        shape_pose.transform_point(shape.support(shape_pose.inverse_transform_vector(direction))).dot(direction)
    });
    heights.reduce(f32::max).unwrap_or(0.0)
}

/// Whether a ray from well before the body, against the normal and through its centre, hits the wall.
fn lies_over(wall: &BodyInfo, wall_now: &BodyRecord, center: Vec3, normal: Vec3, size: f32) -> bool {
    let ray = Ray { origin: center + normal * (4.0 * size), direction: -normal, max_distance: 12.0 * size };
    let pose = wall_now.world_from_body();
    wall.shapes.iter().any(|(body_from_shape, shape)| shape.ray_cast(&pose.mul(body_from_shape), &ray).is_some())
}
