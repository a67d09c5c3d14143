//! Capsule against capsule: the closest points of two segments; two contacts when they lie side by side.

use crate::collision::segments::closest_segments;
use crate::collision::{CollideOptions, Feature, FeatureId, Manifold, ManifoldPoint};
use crate::geometry::Capsule;
use crate::math::Pose;
use glam::DVec3;

/// Sine of the angle below which two capsules may count as side by side, about 3°.
const PARALLEL: f64 = 0.05;
/// Share of the radii by which the two axes may lie beside each other, seen along the normal, at a contact. One
/// normal serves both contacts, and each of them is off the surface by about the square of this share.
const BESIDE: f64 = 0.015;

/// Both capsules relative to A's centre, so that coordinates far from the world's origin lose nothing.
struct Input {
    axis_a: DVec3,
    half_a: f64,
    axis_b: DVec3,
    half_b: f64,
    /// Centre of B.
    offset: DVec3,
    radius_a: f64,
    radius_b: f64,
}

pub(super) fn collide(
    a: &Capsule,
    pose_a: &Pose,
    b: &Capsule,
    pose_b: &Pose,
    options: &CollideOptions,
    manifold: &mut Manifold,
) {
    let axis = |pose: &Pose| pose.rotation.as_dquat().normalize() * DVec3::Y;
    let input = Input {
        axis_a: axis(pose_a),
        half_a: a.half_height.into(),
        axis_b: axis(pose_b),
        half_b: b.half_height.into(),
        offset: pose_b.translation.as_dvec3() - pose_a.translation.as_dvec3(),
        radius_a: a.radius.into(),
        radius_b: b.radius.into(),
    };
    let (to_end_a, to_end_b) = (input.axis_a * input.half_a, input.axis_b * input.half_b);
    let (s, t) = closest_segments(-to_end_a, to_end_a, input.offset - to_end_b, input.offset + to_end_b);
    let on_a = to_end_a * (2.0 * s - 1.0);
    let gap = input.offset + to_end_b * (2.0 * t - 1.0) - on_a;
    let separation = gap.length() - input.radius_a - input.radius_b;
    if separation > f64::from(options.max_separation) {
        return;
    }
    // Where the segments cross, the normal runs across both; where they coincide, any direction across will do.
    let across = input.axis_a.cross(input.axis_b);
    let crossing = gap.length() <= 1e-9 * (input.half_a + input.half_b + input.radius_a + input.radius_b);
    let normal = match gap.try_normalize() {
        Some(direction) if !crossing => direction,
        _ if across.length() > 1e-6 => across.normalize(),
        _ => input.axis_a.any_orthonormal_vector(),
    };
    manifold.normal = normal.as_vec3();
    let is_beside = across.length() <= PARALLEL && normal.dot(input.axis_a).abs() <= PARALLEL;
    let stretch = if is_beside { side_by_side(&input, normal) } else { None };
    let part = |x: f64| if x > 0.0 && x < 1.0 { Feature::Edge(0) } else { Feature::Vertex(u16::from(x > 0.5)) };
    let single = [(on_a, separation, FeatureId::new(part(s), part(t)))];
    let contacts: &[Contact] = match &stretch {
        Some(both) => both,
        None => &single,
    };
    for &(on_axis, separation, feature) in contacts {
        if separation <= f64::from(options.max_separation) {
            let middle = on_axis + normal * (input.radius_a + 0.5 * separation);
            let position = pose_a.translation + middle.as_vec3();
            manifold.push(ManifoldPoint { position, separation: separation as f32, feature });
        }
    }
}

/// A point of A's axis, the separation of the surfaces there, and the features.
type Contact = (DVec3, f64, FeatureId);

/// Contacts at both ends of the stretch in which the segments lie beside each other.
fn side_by_side(input: &Input, normal: DVec3) -> Option<[Contact; 2]> {
    let along = input.axis_a.dot(input.axis_b);
    let (center, half) = (input.offset.dot(input.axis_a), input.half_b * along.abs());
    let (low, high) = ((center - half).max(-input.half_a), (center + half).min(input.half_a));
    if high - low <= 1e-3 * (input.half_a + input.half_b) {
        return None;
    }
    let contact = |s: f64, is_upper: bool| {
        let t = ((s - center) * along.signum()).clamp(-input.half_b, input.half_b);
        let on_a = input.axis_a * s;
        let gap = input.offset + input.axis_b * t - on_a;
        let beside = (gap - normal * normal.dot(gap)).length();
        // The end of the stretch is an end of A or an end of B.
        let feature = if s.abs() >= input.half_a {
            FeatureId::new(Feature::Vertex(u16::from(is_upper)), Feature::Edge(0))
        } else {
            FeatureId::new(Feature::Edge(0), Feature::Vertex(u16::from(is_upper == (along > 0.0))))
        };
        let radii = input.radius_a + input.radius_b;
        (beside <= BESIDE * radii).then_some((on_a, normal.dot(gap) - radii, feature))
    };
    Some([contact(low, false)?, contact(high, true)?])
}
