//! Sphere against sphere: the line of centres.

use super::ball_contact;
use crate::collision::{CollideOptions, Feature, FeatureId, Manifold};
use crate::geometry::Sphere;
use crate::math::{Pose, Vec3};

/// Coincident centres give the normal +Y.
pub(super) fn collide(
    a: &Sphere,
    pose_a: &Pose,
    b: &Sphere,
    pose_b: &Pose,
    options: &CollideOptions,
    manifold: &mut Manifold,
) {
    let feature = FeatureId::new(Feature::Vertex(0), Feature::Vertex(0));
    ball_contact(pose_a.translation, a.radius, pose_b.translation, b.radius, Vec3::Y, feature, options, manifold);
}
