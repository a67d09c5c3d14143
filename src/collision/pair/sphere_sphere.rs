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
    let offset = pose_b.translation - pose_a.translation;
    ball_contact(Vec3::ZERO, a.radius, offset, b.radius, Vec3::Y, feature, options, manifold);
    manifold.points_mut().iter_mut().for_each(|p| p.position += pose_a.translation);
}
