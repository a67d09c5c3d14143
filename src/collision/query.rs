//! Distance and penetration of any two shapes, by GJK and EPA.

use super::PairCache;
use super::convex::{Core, CorePair};
use super::epa::epa;
use super::gjk::gjk;
use crate::geometry::Shape;
use crate::math::{Pose, Vec3};

/// How far apart two shapes are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistanceResult {
    /// m; zero when they overlap.
    pub distance: f32,
    /// Closest points of the surfaces, world space; when overlapping, the witnesses of the cores.
    pub point_a: Vec3,
    pub point_b: Vec3,
    /// Unit, from A to B; zero when the cores overlap and GJK knows no direction.
    pub normal: Vec3,
    /// Of GJK.
    pub iterations: u32,
}

/// How deep two shapes overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PenetrationResult {
    /// Smallest translation that separates them, m; when they are apart, minus their distance.
    pub depth: f32,
    /// Unit, from A to B: moving B along it by `depth` separates them.
    pub normal: Vec3,
    /// Points of the surfaces that would then touch, world space.
    pub point_a: Vec3,
    pub point_b: Vec3,
}

/// Distance by GJK. Compounds give the nearest of their parts; the cache keeps the direction for [`collide`].
///
/// [`collide`]: super::collide
pub fn distance(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, cache: &mut PairCache) -> DistanceResult {
    let nearest = over_parts(a, pose_a, b, pose_b, |a, pose_a, b, pose_b| {
        let (found, iterations) = connect(a, pose_a, b, pose_b, false);
        (found.depth, (found, iterations))
    });
    let Some((found, iterations)) = nearest else { return nothing(pose_a, pose_b) };
    cache.separating_axis = if found.depth < 0.0 { pose_a.inverse_transform_vector(found.normal) } else { Vec3::ZERO };
    DistanceResult {
        distance: (-found.depth).max(0.0),
        point_a: found.point_a,
        point_b: found.point_b,
        normal: found.normal,
        iterations,
    }
}

/// Depth by GJK and EPA. Compounds give the deepest pair of their parts.
pub fn penetration(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> PenetrationResult {
    let deepest = over_parts(a, pose_a, b, pose_b, |a, pose_a, b, pose_b| {
        let (found, _) = connect(a, pose_a, b, pose_b, true);
        (found.depth, found)
    });
    deepest.unwrap_or(PenetrationResult {
        depth: f32::NEG_INFINITY,
        normal: Vec3::Y,
        point_a: pose_a.translation,
        point_b: pose_b.translation,
    })
}

/// The answer for an empty compound: nothing is near.
fn nothing(pose_a: &Pose, pose_b: &Pose) -> DistanceResult {
    DistanceResult {
        distance: f32::INFINITY,
        point_a: pose_a.translation,
        point_b: pose_b.translation,
        normal: Vec3::ZERO,
        iterations: 0,
    }
}

/// The result with the largest depth among all pairs of parts.
fn over_parts<R>(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    query: impl Fn(&Shape, &Pose, &Shape, &Pose) -> (f32, R),
) -> Option<R> {
    if !matches!(a, Shape::Compound(_)) && !matches!(b, Shape::Compound(_)) {
        return Some(query(a, pose_a, b, pose_b).1);
    }
    let mut best: Option<(f32, R)> = None;
    let parts_b = b.flatten();
    for (part_a, shape_a) in a.flatten() {
        for (part_b, shape_b) in &parts_b {
            let (depth, result) = query(&shape_a, &pose_a.mul(&part_a), shape_b, &pose_b.mul(part_b));
            if best.as_ref().is_none_or(|b| depth > b.0) {
                best = Some((depth, result));
            }
        }
    }
    best.map(|b| b.1)
}

/// The shortest connection of two simple shapes and the iterations of GJK. With `deep`, overlapping cores are
/// measured by EPA; without, their depth is zero or what the radii make of it.
fn connect(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, deep: bool) -> (PenetrationResult, u32) {
    let (Some((core_a, radius_a)), Some((core_b, radius_b))) = (Core::of(a), Core::of(b)) else {
        return (with_half_space(a, pose_a, b, pose_b), 0);
    };
    let cores = CorePair::new(core_a, pose_a, core_b, pose_b);
    let result = gjk(&cores);
    let (normal, core_depth, on_a, on_b) = match result.normal() {
        Some(normal) => (normal, -result.distance, result.on_a, result.on_b),
        None if deep => {
            let found = epa(&cores, &result.simplex);
            (found.normal, found.depth, found.on_a, found.on_b)
        }
        None => (glam::DVec3::ZERO, 0.0, result.on_a, result.on_b),
    };
    let found = PenetrationResult {
        depth: core_depth as f32 + radius_a + radius_b,
        normal: pose_a.transform_vector(normal.as_vec3()),
        point_a: pose_a.transform_point((on_a + normal * f64::from(radius_a)).as_vec3()),
        point_b: pose_a.transform_point((on_b - normal * f64::from(radius_b)).as_vec3()),
    };
    (found, result.iterations)
}

/// A half-space has no core; its plane and the other shape's support point say all. Two of them overlap without end.
fn with_half_space(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> PenetrationResult {
    let (plane, plane_pose, other, pose, plane_is_a) = match (a, b) {
        (Shape::HalfSpace(h), other) => (h, pose_a, other, pose_b, true),
        (other, Shape::HalfSpace(h)) => (h, pose_b, other, pose_a, false),
        _ => return PenetrationResult { depth: 0.0, normal: Vec3::Y, point_a: Vec3::ZERO, point_b: Vec3::ZERO },
    };
    let up = plane_pose.transform_vector(plane.normal);
    if matches!(other, Shape::HalfSpace(_)) {
        return PenetrationResult {
            depth: f32::INFINITY,
            normal: up,
            point_a: pose_a.translation,
            point_b: pose_b.translation,
        };
    }
    let lowest = pose.transform_point(other.support(pose.inverse_transform_vector(-up)));
    let height = up.dot(lowest - plane_pose.translation);
    let foot = lowest - up * height;
    let (normal, point_a, point_b) = if plane_is_a { (up, foot, lowest) } else { (-up, lowest, foot) };
    PenetrationResult { depth: -height, normal, point_a, point_b }
}
