//! Capsule against capsule: the closest points of two segments; two contacts when they lie side by side.

use super::{any_perpendicular, ball_contact, push_between};
use crate::collision::segments::closest_segments;
use crate::collision::{CollideOptions, Feature, FeatureId, Manifold};
use crate::geometry::Capsule;
use crate::math::{Pose, Vec3};

/// Sine of the angle below which two capsules count as side by side, about 3°: a log that settles on another one
/// needs both contacts before it is exactly parallel.
const PARALLEL: f32 = 0.05;

pub(super) fn collide(
    a: &Capsule,
    pose_a: &Pose,
    b: &Capsule,
    pose_b: &Pose,
    options: &CollideOptions,
    manifold: &mut Manifold,
) {
    // Everything relative to A's centre, so that coordinates far from the world's origin lose nothing.
    let axis_a = pose_a.transform_vector(Vec3::Y);
    let axis_b = pose_b.transform_vector(Vec3::Y);
    let offset = pose_b.translation - pose_a.translation;
    let (half_a, half_b) = (axis_a * a.half_height, axis_b * b.half_height);
    let (s, t) = closest_segments(-half_a, half_a, offset - half_b, offset + half_b);
    let (on_a, on_b) = (half_a * (2.0 * s - 1.0), offset + half_b * (2.0 * t - 1.0));
    let separation = on_a.distance(on_b) - a.radius - b.radius;
    if separation > options.max_separation {
        return;
    }
    let across = axis_a.cross(axis_b);
    let fallback = across.try_normalize().filter(|_| across.length() > 1e-6).unwrap_or(any_perpendicular(axis_a));
    let gap = on_b - on_a;
    // Cores that cross: the direction between their closest points is rounding noise.
    let crossing = gap.length() <= 1e-6 * (a.half_height + b.half_height + a.radius + b.radius);
    let normal = if crossing { fallback } else { gap.try_normalize().unwrap_or(fallback) };
    if across.length() <= PARALLEL && normal.dot(axis_a).abs() <= PARALLEL {
        side_by_side(a, axis_a, b, axis_b, offset, normal, options, manifold);
    }
    if manifold.len() < 2 {
        manifold.clear();
        let part = |x: f32| if x > 0.0 && x < 1.0 { Feature::Edge(0) } else { Feature::Vertex(u16::from(x > 0.5)) };
        let feature = FeatureId::new(part(s), part(t));
        ball_contact(on_a, a.radius, if crossing { on_a } else { on_b }, b.radius, normal, feature, options, manifold);
    }
    for p in manifold.points_mut() {
        p.position += pose_a.translation;
    }
}

/// Contacts at both ends of the stretch in which the segments lie beside each other.
#[allow(clippy::too_many_arguments)]
fn side_by_side(
    a: &Capsule,
    axis_a: Vec3,
    b: &Capsule,
    axis_b: Vec3,
    offset: Vec3,
    normal: Vec3,
    options: &CollideOptions,
    manifold: &mut Manifold,
) {
    let same_way = axis_a.dot(axis_b).signum();
    let (center, half) = (offset.dot(axis_a), b.half_height * axis_a.dot(axis_b).abs());
    let (low, high) = ((center - half).max(-a.half_height), (center + half).min(a.half_height));
    if high - low <= 1e-3 * (a.half_height + b.half_height) {
        return;
    }
    manifold.normal = normal;
    for (s, upper) in [(low, false), (high, true)] {
        let t = ((s - center) * same_way).clamp(-b.half_height, b.half_height);
        let (on_a, on_b) = (axis_a * s, offset + axis_b * t);
        let separation = normal.dot(on_b - on_a) - a.radius - b.radius;
        // The end of the stretch is an end of A or an end of B.
        let ends_a = (s.abs() - a.half_height).abs() <= 1e-6 * a.half_height;
        let feature = if ends_a {
            FeatureId::new(Feature::Vertex(u16::from(upper)), Feature::Edge(0))
        } else {
            FeatureId::new(Feature::Edge(0), Feature::Vertex(u16::from(upper == (same_way > 0.0))))
        };
        if separation <= options.max_separation {
            push_between(manifold, on_a + normal * a.radius, separation, feature);
        }
    }
}
