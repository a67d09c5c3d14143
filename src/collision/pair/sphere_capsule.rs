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
    let height = pose_b.inverse_transform_point(pose_a.translation).y;
    let nearest = height.clamp(-b.half_height, b.half_height);
    let on_segment = pose_b.transform_point(Vec3::new(0.0, nearest, 0.0));
    let part = if nearest == height { Feature::Edge(0) } else { Feature::Vertex(u16::from(height > 0.0)) };
    let feature = FeatureId::new(Feature::Vertex(0), part);
    let fallback = pose_b.transform_vector(Vec3::X);
    ball_contact(pose_a.translation, a.radius, on_segment, b.radius, fallback, feature, options, manifold);
}
