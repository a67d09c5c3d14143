//! One file per pair of shapes, and the table that finds it.

mod capsule_capsule;
mod capsule_half_space;
mod capsule_polytope;
mod gjk_epa;
mod polytope_half_space;
mod polytope_polytope;
mod sampled;
mod sphere_capsule;
mod sphere_half_space;
mod sphere_polytope;
mod sphere_sphere;

use super::{CollideOptions, FeatureId, Manifold, ManifoldPoint, PairCache, PairTrace};
use crate::geometry::{CuboidPolytope, Polytope, Shape};
use crate::math::{Pose, Vec3};

pub(super) use polytope_polytope::{chosen_axis, collide_along_face};

/// Order of the shapes in the names of the files: A's rank is at most B's.
pub(super) fn rank(shape: &Shape) -> u8 {
    match shape {
        Shape::Sphere(_) => 0,
        Shape::Capsule(_) => 1,
        Shape::Cuboid(_) | Shape::Hull(_) => 2,
        Shape::HalfSpace(_) => 3,
        Shape::Compound(_) => 4,
    }
}

/// The table. A box lends its polytope from the stack, a hull from its mesh.
#[allow(clippy::too_many_arguments, reason = "both shapes with their poses, and the buffers that the caller keeps")]
pub(super) fn collide_ordered(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    options: &CollideOptions,
    cache: &mut PairCache,
    manifold: &mut Manifold,
    trace: Option<&mut PairTrace>,
) {
    use Shape::{Capsule, Cuboid, HalfSpace, Hull, Sphere};
    match (a, b) {
        (Sphere(a), Sphere(b)) => sphere_sphere::collide(a, pose_a, b, pose_b, options, manifold),
        (Sphere(a), Capsule(b)) => sphere_capsule::collide(a, pose_a, b, pose_b, options, manifold),
        (Sphere(s), Cuboid(c)) => sphere_polytope::collide_box(s, pose_a, c, pose_b, options, manifold),
        (Sphere(s), Hull(h)) => sphere_polytope::collide_hull(s, pose_a, h, pose_b, options, manifold),
        (Sphere(a), HalfSpace(b)) => sphere_half_space::collide(a, pose_a, b, pose_b, options, manifold),
        (Capsule(a), Capsule(b)) => capsule_capsule::collide(a, pose_a, b, pose_b, options, manifold),
        (Capsule(a), HalfSpace(b)) => capsule_half_space::collide(a, pose_a, b, pose_b, options, manifold),
        (Capsule(c), Cuboid(_) | Hull(_)) => {
            with_polytope(b, |p| capsule_polytope::collide(c, pose_a, p, pose_b, options, manifold));
        }
        (Cuboid(_) | Hull(_), HalfSpace(h)) => {
            with_polytope(a, |p| polytope_half_space::collide(p, pose_a, h, pose_b, options, manifold));
        }
        (Cuboid(_) | Hull(_), Cuboid(_) | Hull(_)) => {
            polytope_polytope::collide(a, pose_a, b, pose_b, options, cache, manifold, trace);
        }
        _ => {}
    }
}

/// Lends the polytope view of a box or a hull; other shapes have none.
pub(super) fn with_polytope<R>(shape: &Shape, f: impl FnOnce(&Polytope<'_>) -> R) -> Option<R> {
    match shape {
        Shape::Cuboid(c) => {
            let data: CuboidPolytope = c.polytope();
            Some(f(&data.view()))
        }
        Shape::Hull(h) => Some(f(&h.polytope())),
        _ => None,
    }
}

/// The contact of two balls: the end of nearly every pair of round shapes.
///
/// `fallback` (unit) is the normal for coincident centres, where none is better than another.
#[allow(clippy::too_many_arguments, reason = "two balls, and where their contact goes")]
fn ball_contact(
    center_a: Vec3,
    radius_a: f32,
    center_b: Vec3,
    radius_b: f32,
    fallback: Vec3,
    feature: FeatureId,
    options: &CollideOptions,
    manifold: &mut Manifold,
) {
    let offset = center_b - center_a;
    let distance = offset.length();
    let separation = distance - radius_a - radius_b;
    if separation > options.max_separation {
        return;
    }
    // Below this the direction is rounding noise.
    let is_noise = distance <= 1e-6 * (radius_a + radius_b);
    manifold.normal = if is_noise { fallback } else { offset.try_normalize().unwrap_or(fallback) };
    push_between(manifold, center_a + manifold.normal * radius_a, separation, feature);
}

/// Adds a contact given the point on A's surface.
fn push_between(manifold: &mut Manifold, on_a: Vec3, separation: f32, feature: FeatureId) {
    let position = on_a + manifold.normal * (0.5 * separation);
    manifold.push(ManifoldPoint { position, separation, feature });
}
