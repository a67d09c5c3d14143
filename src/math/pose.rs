//! A rigid pose: a rotation followed by a translation.

use glam::{Quat, Vec3};

/// Position and orientation of a frame.
///
/// A variable that holds one is named after what it maps: `world_from_body.transform_point(p)` takes a
/// point given in the body's frame and returns it in the world's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Where the frame's origin lies, m.
    pub translation: Vec3,
    /// Unit quaternion that turns the frame's axes into the outer ones.
    pub rotation: Quat,
}

impl Pose {
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY };

    pub const fn new(translation: Vec3, rotation: Quat) -> Self {
        Self { translation, rotation }
    }

    pub const fn from_translation(translation: Vec3) -> Self {
        Self::new(translation, Quat::IDENTITY)
    }

    #[inline]
    pub fn transform_point(&self, point: Vec3) -> Vec3 {
        self.rotation * point + self.translation
    }

    #[inline]
    pub fn transform_vector(&self, vector: Vec3) -> Vec3 {
        self.rotation * vector
    }

    #[inline]
    pub fn inverse_transform_point(&self, point: Vec3) -> Vec3 {
        self.rotation.conjugate() * (point - self.translation)
    }

    #[inline]
    pub fn inverse_transform_vector(&self, vector: Vec3) -> Vec3 {
        self.rotation.conjugate() * vector
    }

    #[inline]
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.conjugate();
        Self { translation: rotation * -self.translation, rotation }
    }

    /// `outer_from_middle.mul(middle_from_inner)` is `outer_from_inner`.
    #[inline]
    pub fn mul(&self, inner: &Self) -> Self {
        Self { translation: self.transform_point(inner.translation), rotation: self.rotation * inner.rotation }
    }

    /// `a_from_world.inverse().mul(…)` without forming the inverse: the pose of `other` seen from `self`.
    #[inline]
    pub fn inverse_mul(&self, other: &Self) -> Self {
        let inverse = self.rotation.conjugate();
        Self { translation: inverse * (other.translation - self.translation), rotation: inverse * other.rotation }
    }

    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite()
    }
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_and_inverses_agree_with_transforming_points() {
        let a = Pose::new(Vec3::new(1.0, 2.0, 3.0), Quat::from_rotation_y(0.7));
        let b = Pose::new(Vec3::new(-2.0, 0.5, 1.0), Quat::from_rotation_x(-1.1));
        let p = Vec3::new(0.3, -0.2, 0.9);
        let through = a.transform_point(b.transform_point(p));
        assert!((a.mul(&b).transform_point(p) - through).length() < 1e-6);
        assert!((a.inverse_transform_point(a.transform_point(p)) - p).length() < 1e-6);
        assert!((a.inverse_mul(&b).transform_point(p) - a.inverse().mul(&b).transform_point(p)).length() < 1e-6);
    }
}
