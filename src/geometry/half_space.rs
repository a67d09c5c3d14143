//! The half-space: an infinite floor for static bodies.

use super::{Aabb, Ray, RayHit};
use crate::math::{Pose, Vec3};

/// Stands for "without end" in the bounds of a half-space, m.
///
/// Finite, so that centres, differences and their squares stay finite: infinity minus infinity would put a NaN
/// into the broad phase.
pub const HALF_SPACE_BOUND: f32 = 1e12;

/// All points on or below the plane through the local origin; `normal` points out of the solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    /// Unit vector.
    pub normal: Vec3,
}

impl HalfSpace {
    /// The plane n·x = d in world space.
    #[inline]
    pub fn world_plane(&self, world_from_shape: &Pose) -> (Vec3, f32) {
        let normal = world_from_shape.transform_vector(self.normal);
        (normal, normal.dot(world_from_shape.translation))
    }

    /// Bounded on one side only, and only when the normal runs along a world axis (to 1e-6 rad); everything else
    /// reaches to ±[`HALF_SPACE_BOUND`].
    pub fn aabb(&self, world_from_shape: &Pose) -> Aabb {
        let normal = world_from_shape.transform_vector(self.normal);
        let mut bounds = Aabb::from_center(Vec3::ZERO, Vec3::splat(HALF_SPACE_BOUND));
        for axis in 0..3 {
            let others = normal[(axis + 1) % 3].abs() + normal[(axis + 2) % 3].abs();
            if others < 1e-6 {
                let side = if normal[axis] > 0.0 { &mut bounds.max } else { &mut bounds.min };
                side[axis] = world_from_shape.translation[axis];
            }
        }
        bounds
    }

    pub fn ray_cast(&self, world_from_shape: &Pose, ray: &Ray) -> Option<RayHit> {
        ray.cast_planes(std::iter::once(self.world_plane(world_from_shape)))
    }
}
