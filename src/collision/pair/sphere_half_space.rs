//! Sphere against half-space: the lowest point.

use super::push_between;
use crate::collision::{CollideOptions, Feature, FeatureId, Manifold};
use crate::geometry::{HalfSpace, Sphere};
use crate::math::Pose;

pub(super) fn collide(
    a: &Sphere,
    pose_a: &Pose,
    b: &HalfSpace,
    pose_b: &Pose,
    options: &CollideOptions,
    manifold: &mut Manifold,
) {
    let up = pose_b.transform_vector(b.normal);
    let separation = up.dot(pose_a.translation - pose_b.translation) - a.radius;
    if separation <= options.max_separation {
        manifold.normal = -up;
        let feature = FeatureId::new(Feature::Vertex(0), Feature::Face(0));
        push_between(manifold, pose_a.translation - up * a.radius, separation, feature);
    }
}
