//! Rays and what they hit.

use crate::math::{Pose, Vec3};

/// A half-line with an end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// m.
    pub origin: Vec3,
    /// Unit vector.
    pub direction: Vec3,
    /// Hits farther away than this do not count, m.
    pub max_distance: f32,
}

/// Where a ray enters a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Along the ray, m. Zero when the ray starts inside.
    pub distance: f32,
    /// Outward unit normal of the surface at the hit; when the ray starts inside, the reverse of its direction.
    pub normal: Vec3,
}

impl Ray {
    pub fn point_at(&self, distance: f32) -> Vec3 {
        self.origin + self.direction * distance
    }

    /// The ray in the frame that `world_from_shape` places.
    pub fn seen_from(&self, world_from_shape: &Pose) -> Self {
        Self {
            origin: world_from_shape.inverse_transform_point(self.origin),
            direction: world_from_shape.inverse_transform_vector(self.direction),
            max_distance: self.max_distance,
        }
    }

    /// Clips the ray by planes n·x ≤ d that bound a convex solid.
    ///
    /// The answer is where it passes from outside the last plane, provided that it has not left another one before.
    pub fn cast_planes(&self, planes: impl Iterator<Item = (Vec3, f32)>) -> Option<RayHit> {
        let (mut enter, mut leave) = (0.0_f32, self.max_distance);
        let mut normal = -self.direction;
        for (n, d) in planes {
            let height = n.dot(self.origin) - d;
            let speed = n.dot(self.direction);
            if speed < 0.0 {
                let t = -height / speed;
                if t > enter {
                    (enter, normal) = (t, n);
                }
            } else if speed > 0.0 {
                leave = leave.min(-height / speed);
            } else if height > 0.0 {
                return None;
            }
            if enter > leave {
                return None;
            }
        }
        Some(RayHit { distance: enter, normal })
    }

    /// The first hit on a ball, computed from the point of closest approach because the textbook discriminant
    /// loses all digits for a small ball far away.
    pub fn cast_ball(&self, center: Vec3, radius: f32) -> Option<RayHit> {
        let to_center = center - self.origin;
        if to_center.length_squared() <= radius * radius {
            return Some(RayHit { distance: 0.0, normal: -self.direction });
        }
        let along = to_center.dot(self.direction);
        let miss = to_center - self.direction * along;
        let inside = radius * radius - miss.length_squared();
        if along < 0.0 || inside < 0.0 {
            return None;
        }
        let distance = (along - inside.sqrt()).max(0.0);
        let normal = (self.point_at(distance) - center).normalize_or(-self.direction);
        (distance <= self.max_distance).then_some(RayHit { distance, normal })
    }
}
