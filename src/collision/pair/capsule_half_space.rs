//! Capsule against half-space: the balls at both ends.

use super::push_between;
use crate::collision::{CollideOptions, Feature, FeatureId, Manifold};
use crate::geometry::{Capsule, HalfSpace};
use crate::math::Pose;

pub(super) fn collide(
    a: &Capsule,
    pose_a: &Pose,
    b: &HalfSpace,
    pose_b: &Pose,
    options: &CollideOptions,
    manifold: &mut Manifold,
) {
    let up = pose_b.transform_vector(b.normal);
    manifold.normal = -up;
    let ends = if a.half_height > 0.0 { 2 } else { 1 };
    for (i, end) in a.ends().into_iter().take(ends).enumerate() {
        let arm = pose_a.transform_vector(end);
        let separation = up.dot(pose_a.translation - pose_b.translation) + up.dot(arm) - a.radius;
        if separation <= options.max_separation {
            let feature = FeatureId::new(Feature::Vertex(i as u16), Feature::Face(0));
            push_between(manifold, pose_a.translation + arm - up * a.radius, separation, feature);
        }
    }
}
