//! Where in the world a pointer points, and where something new comes to stand.

use crate::app::scene::OrbitCamera;
use crate::geometry::{Aabb, Ray};
use crate::instrument::{BodyInfo, RunHeader, StepRecord};
use crate::math::{Pose, Vec3};
use crate::preset::schema::ShapeSpec;

/// A place on a body's surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    pub body: u32,
    /// World, m.
    pub point: Vec3,
    /// Out of the body, unit vector of the world.
    pub normal: Vec3,
    /// From the eye, m.
    pub distance: f32,
}

/// Farthest that anything is looked for, m.
const FAR: f32 = 10_000.0;

/// The nearest surface on a ray, leaving some bodies out.
pub fn surface(
    header: &RunHeader,
    record: &StepRecord,
    origin: Vec3,
    direction: Vec3,
    is_left_out: impl Fn(u32) -> bool,
) -> Option<Surface> {
    let ray = Ray { origin, direction, max_distance: FAR };
    let mut nearest: Option<Surface> = None;
    for body in record.bodies.iter().filter(|body| !is_left_out(body.id)) {
        let Some(info) = header.body(body.id) else { continue };
        for (body_from_shape, shape) in &info.shapes {
            let world_from_shape = body.world_from_body().mul(body_from_shape);
            if let Some(hit) = shape.ray_cast(&world_from_shape, &ray)
                && nearest.is_none_or(|found| hit.distance < found.distance)
            {
                let point = ray.point_at(hit.distance);
                nearest = Some(Surface { body: body.id, point, normal: hit.normal, distance: hit.distance });
            }
        }
    }
    nearest
}

/// The place in the middle of the picture: on what is seen there, or on the ground, or where the camera aims.
pub fn looked_at(header: &RunHeader, record: &StepRecord, camera: &OrbitCamera) -> Vec3 {
    let (origin, direction) = camera.ray(1.0, [0.0, 0.0]);
    let near = camera.distance * 4.0;
    if let Some(found) = surface(header, record, origin, direction, |_| false).filter(|s| s.distance < near) {
        return found.point;
    }
    let along = -origin.y / direction.y;
    if along.is_finite() && along > 0.0 && along < near { origin + direction * along } else { camera.target }
}

/// A place for something of this size about its origin, so that it rests on whatever lies below `spot`, m.
///
/// Looks down at the middle and at the four corners from far above: what comes to stand there overlaps nothing.
pub fn resting(header: &RunHeader, record: &StepRecord, spot: Vec3, bounds: &Aabb) -> Vec3 {
    let (min, max) = (bounds.min, bounds.max);
    // A little inside the corners: a neighbour that only touches is none below.
    let shrink = 0.98;
    let corners = [[0.0, 0.0], [min.x, min.z], [min.x, max.z], [max.x, min.z], [max.x, max.z]];
    let mut ground = f32::NEG_INFINITY;
    for [x, z] in corners {
        let from = Vec3::new(spot.x + x * shrink, FAR * 0.4, spot.z + z * shrink);
        if let Some(found) = surface(header, record, from, Vec3::NEG_Y, |_| false) {
            ground = ground.max(found.point.y);
        }
    }
    let ground = if ground.is_finite() { ground } else { spot.y };
    Vec3::new(tidy(spot.x), settled(ground) - min.y, tidy(spot.z))
}

/// Rounded to centimetres: a file with 1.2300001 in it is nobody's wish.
fn tidy(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

/// The rounding of the ray's length, taken back where a round number lies within it.
fn settled(value: f32) -> f32 {
    let near = (value * 1000.0).round() / 1000.0;
    if (near - value).abs() < 4e-4 { near } else { value }
}

/// Bounds of a shape as it is written, about its origin, m. A half-space has none to speak of.
pub fn bounds(shape: &ShapeSpec) -> Aabb {
    let about = |half: Vec3| Aabb::from_center(Vec3::ZERO, half);
    match shape {
        ShapeSpec::Sphere { radius } => about(Vec3::splat(*radius)),
        ShapeSpec::Box { size } => about(Vec3::from(*size) * 0.5),
        ShapeSpec::Capsule { length, radius } => about(Vec3::new(*radius, length * 0.5 + radius, *radius)),
        ShapeSpec::Hull { points } => {
            let points: Vec<Vec3> = points.iter().copied().map(Vec3::from).collect();
            Aabb::from_points(&points).unwrap_or_else(|| about(Vec3::ZERO))
        }
        ShapeSpec::Compound { parts } => {
            let moved =
                parts.iter().map(|part| bounds(&part.shape).translated(part.position.unwrap_or_default().into()));
            moved.reduce(|all, one| all.union(&one)).unwrap_or_else(|| about(Vec3::ZERO))
        }
        _ => about(Vec3::ZERO),
    }
}

/// Bounds of a body in its own frame, m; none for what has no end.
pub fn body_bounds(info: &BodyInfo) -> Option<Aabb> {
    let all = info.shapes.iter().map(|(pose, shape)| shape.aabb(pose)).reduce(|all, one| all.union(&one))?;
    (all.extents().is_finite() && all.extents().max_element() < 1000.0).then_some(all)
}

/// The corners of bounds, placed in the world; those that differ in one bit are joined by an edge.
pub fn corners(bounds: &Aabb, world_from_body: &Pose) -> [Vec3; 8] {
    let ends = [bounds.min, bounds.max];
    std::array::from_fn(|k| {
        world_from_body.transform_point(Vec3::new(ends[k & 1].x, ends[(k >> 1) & 1].y, ends[(k >> 2) & 1].z))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset;

    fn scene() -> (RunHeader, StepRecord) {
        let text = r#"{"format": "jitterscope-preset", "version": 1, "title": "t", "scene": {"bodies": [
            {"name": "floor", "type": "static", "shape": {"type": "half_space"}},
            {"name": "crate", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0.5, 0]}]}}"#;
        let instance = preset::parse(text).unwrap().instantiate(None).unwrap();
        let mut recorder = crate::instrument::Recorder::new(crate::instrument::RecorderOptions::default());
        let mut recording = recorder.record_start(&instance.world, &instance.settings);
        (recording.header, recording.steps.remove(0))
    }

    #[test]
    fn something_new_stands_on_what_is_there() {
        let (header, record) = scene();
        let half = bounds(&ShapeSpec::Box { size: [0.5, 0.5, 0.5] });
        let on_crate = resting(&header, &record, Vec3::new(0.1, 0.0, 0.0), &half);
        assert_eq!(on_crate, Vec3::new(0.1, 1.25, 0.0));
        let on_edge = resting(&header, &record, Vec3::new(0.7, 0.0, 0.0), &half);
        assert_eq!(on_edge.y, 1.25, "it would overlap the crate's side");
        assert_eq!(resting(&header, &record, Vec3::new(2.0, 3.0, 0.0), &half), Vec3::new(2.0, 0.25, 0.0));
    }

    #[test]
    fn a_surface_has_the_normal_of_the_face_that_is_hit() {
        let (header, record) = scene();
        let found = surface(&header, &record, Vec3::new(5.0, 0.5, 0.0), Vec3::NEG_X, |_| false).unwrap();
        assert_eq!((found.body, found.normal), (1, Vec3::X));
        assert!((found.point - Vec3::new(0.5, 0.5, 0.0)).length() < 1e-5);
        let behind =
            surface(&header, &record, Vec3::new(5.0, 0.5, 0.0), Vec3::new(-1.0, -0.2, 0.0).normalize(), |b| b == 1);
        assert_eq!(behind.unwrap().body, 0);
    }
}
