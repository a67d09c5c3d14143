//! Which body lies under a ray.

use crate::geometry::Ray;
use crate::instrument::{RunHeader, StepRecord};
use crate::math::Vec3;

/// A body hit by a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pick {
    pub body: u32,
    /// World, m.
    pub point: Vec3,
    /// m
    pub distance: f32,
}

/// The nearest body on the ray from `origin` along the unit vector `direction`.
pub fn pick(header: &RunHeader, record: &StepRecord, origin: Vec3, direction: Vec3) -> Option<Pick> {
    let ray = Ray { origin, direction, max_distance: 10_000.0 };
    let mut nearest: Option<Pick> = None;
    for body in &record.bodies {
        let Some(info) = header.body(body.id) else { continue };
        for (body_from_shape, shape) in &info.shapes {
            let world_from_shape = body.world_from_body().mul(body_from_shape);
            if let Some(hit) = shape.ray_cast(&world_from_shape, &ray)
                && nearest.is_none_or(|n| hit.distance < n.distance)
            {
                let point = origin + direction * hit.distance;
                nearest = Some(Pick { body: body.id, point, distance: hit.distance });
            }
        }
    }
    nearest
}
