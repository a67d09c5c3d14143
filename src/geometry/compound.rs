//! Several shapes that move as one.

use super::{Aabb, MassProperties, Ray, RayHit, Shape};
use crate::math::{Pose, Vec3};

/// A rigid union of parts. Parts may overlap and may be compounds themselves.
#[derive(Clone, Debug)]
pub struct Compound {
    /// Each part with its pose in the compound's frame.
    pub parts: Vec<(Pose, Shape)>,
}

impl Compound {
    /// The union of the parts' bounds; without parts, the point at the pose's origin.
    pub fn aabb(&self, world_from_shape: &Pose) -> Aabb {
        let part_bounds = |(pose, shape): &(Pose, Shape)| shape.aabb(&world_from_shape.mul(pose));
        let origin = world_from_shape.translation;
        self.parts.iter().map(part_bounds).reduce(|a, b| a.union(&b)).unwrap_or(Aabb::new(origin, origin))
    }

    /// Parallel-axis sum over the parts; where parts overlap the matter counts twice.
    pub fn mass_properties(&self, density: f32) -> MassProperties {
        self.parts
            .iter()
            .map(|(pose, shape)| shape.mass_properties(density).transformed(pose))
            .fold(MassProperties::ZERO, |sum, part| sum.combined(&part))
    }

    /// The farthest of the parts' support points.
    pub fn support(&self, direction: Vec3) -> Vec3 {
        let mut best = (f32::NEG_INFINITY, Vec3::ZERO);
        for (pose, shape) in &self.parts {
            let point = pose.transform_point(shape.support(pose.inverse_transform_vector(direction)));
            let height = point.dot(direction);
            if height > best.0 {
                best = (height, point);
            }
        }
        best.1
    }

    /// The nearest hit among the parts.
    pub fn ray_cast(&self, world_from_shape: &Pose, ray: &Ray) -> Option<RayHit> {
        self.parts
            .iter()
            .filter_map(|(pose, shape)| shape.ray_cast(&world_from_shape.mul(pose), ray))
            .reduce(|a, b| if b.distance < a.distance { b } else { a })
    }

    pub(super) fn flatten_into(&self, compound_pose: &Pose, leaves: &mut Vec<(Pose, Shape)>) {
        for (pose, shape) in &self.parts {
            let pose = compound_pose.mul(pose);
            match shape {
                Shape::Compound(inner) => inner.flatten_into(&pose, leaves),
                leaf => leaves.push((pose, leaf.clone())),
            }
        }
    }
}
