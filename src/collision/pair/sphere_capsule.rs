//! Sphere against capsule: the sphere against the ball about the nearest point of the capsule's segment.

use super::ball_contact;
use crate::collision::{CollideOptions, Feature, FeatureId, Manifold};
use crate::geometry::{Capsule, Sphere};
use crate::math::{Pose, Vec3};

/// A centre on the segment gives the capsule's local X as normal.
pub(super) fn collide(
    a: &Sphere,
    pose_a: &Pose,
    b: &Capsule,
    pose_b: &Pose,
    options: &CollideOptions,
    manifold: &mut Manifold,
) {
    // Relative to the capsule's centre, so that coordinates far from the world's origin lose nothing.
    let center = pose_a.translation - pose_b.translation;
    let axis = pose_b.transform_vector(Vec3::Y);
    let height = center.dot(axis);
    let nearest = height.clamp(-b.half_height, b.half_height);
    let part = if nearest == height { Feature::Edge(0) } else { Feature::Vertex(u16::from(height > 0.0)) };
    let feature = FeatureId::new(Feature::Vertex(0), part);
    let fallback = pose_b.transform_vector(Vec3::X);
    ball_contact(center, a.radius, axis * nearest, b.radius, fallback, feature, options, manifold);
    manifold.points_mut().iter_mut().for_each(|p| p.position += pose_b.translation);
}
