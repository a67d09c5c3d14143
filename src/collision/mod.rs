//! Collision as pure functions of shapes and poses: which pairs are near, where they touch, how far apart they are.
//!
//! Normals are unit vectors from A to B; separations are negative when overlapping. [`collide`] looks the pair of
//! shapes up in a table and calls the file in `pair/` that knows it, with the shapes swapped if need be.

mod aabb_tree;
mod broad_phase;
mod clip;
mod convex;
mod core_trace;
mod epa;
mod feature;
mod gjk;
mod manifold;
mod pair;
mod quantised_sweep;
mod query;
mod reduce;
mod sat;
mod sat_box;
mod segments;
mod simplex;
mod toi;
mod trace;

pub use broad_phase::{BroadPhase, BroadPhaseMethod, Proxy};
pub use core_trace::{CoreTrace, DifferencePoint, EpaStep, GjkStep, trace_cores};
pub use feature::{Feature, FeatureId};
pub use manifold::{MAX_MANIFOLD_POINTS, Manifold, ManifoldPoint};
pub use query::{DistanceResult, PenetrationResult, distance, penetration};
pub use sat::AxisKind;
pub use toi::{Impact, MotionSweep, MovingShape, TimeOfImpact, time_of_impact};
pub use trace::{AxisCandidate, AxisStatus, PairTrace};

use crate::geometry::Shape;
use crate::math::{Pose, Vec3};

/// How the normal and depth of a pair with a box or a hull are found. Round pairs have closed forms and ignore it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NarrowPhaseRoute {
    /// Separating axes with Gauss-map pruning (chapter 4 of the *Game Physics Pearls*); GJK only across a gap.
    #[default]
    Sat,
    /// GJK for the distance, the expanding polytope algorithm for the depth (chapter 5).
    GjkEpa,
}

/// How many of the found points are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reduction {
    /// All of them, up to [`MAX_MANIFOLD_POINTS`].
    None,
    /// The four that span the largest area, the deepest among them.
    #[default]
    FourPoints,
}

/// Choices of the narrow phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CollideOptions {
    pub route: NarrowPhaseRoute,
    /// Points farther apart than this are not reported, m, ≥ 0: the speculative distance.
    pub max_separation: f32,
    pub reduction: Reduction,
    /// Contact points from sampled corners instead of clipped faces; round shapes have closed forms and ignore it.
    pub sampling: Option<Sampling>,
}

/// How corners are sampled around a normal (chapter 4, step 2c).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// Directions, 3 to 16.
    pub count: u32,
    /// Tangent of the angle δ between the normal and the directions.
    pub tangent: f32,
}

impl Default for CollideOptions {
    /// Separating axes, 2 cm of speculative distance, four points.
    fn default() -> Self {
        Self { route: NarrowPhaseRoute::Sat, max_separation: 0.02, reduction: Reduction::FourPoints, sampling: None }
    }
}

/// What a pair remembers from step to step to be faster.
///
/// It holds an axis along which the pair was last found apart. The axis can only confirm that the pair is still
/// apart, by more than rounding; so the manifold is the same, bit for bit, with the cache or without.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairCache {
    /// In A's frame, from A to B; zero when there is none.
    pub separating_axis: Vec3,
}

/// Finds the contact points of two shapes. Clears `manifold` first; leaves it empty for shapes that are farther
/// apart than the speculative distance.
///
/// Compounds are not taken apart here (the caller collides their parts) and give an empty manifold, and so do two
/// half-spaces.
pub fn collide(
    a: &Shape,
    world_from_a: &Pose,
    b: &Shape,
    world_from_b: &Pose,
    options: &CollideOptions,
    cache: &mut PairCache,
    manifold: &mut Manifold,
) {
    collide_any(a, world_from_a, b, world_from_b, options, cache, manifold, None);
}

/// Contacts of two boxes or hulls along the face of one of them (A's if `reference_is_a`) that looks most along
/// `outward` (world, out of that shape), whatever the shortest way out is. Adds nothing for other shapes, and nothing
/// if no face looks that way.
pub fn collide_along_face(
    a: (&Shape, &Pose),
    b: (&Shape, &Pose),
    reference_is_a: bool,
    outward: Vec3,
    options: &CollideOptions,
    manifold: &mut Manifold,
) {
    manifold.clear();
    pair::collide_along_face(a, b, reference_is_a, outward, options, manifold);
}

/// The axis of largest separation of two boxes or hulls: its kind, its direction (unit, world, from A to B) and the
/// separation along it, m. `None` for other shapes.
pub fn chosen_axis(a: (&Shape, &Pose), b: (&Shape, &Pose)) -> Option<(AxisKind, Vec3, f32)> {
    pair::chosen_axis(a, b).map(|axis| (axis.kind, axis.normal, axis.separation))
}

/// As [`collide`], with the same result bit for bit, and fills `trace` with all that was weighed.
#[allow(clippy::too_many_arguments, reason = "both shapes with their poses, and the buffers that the caller keeps")]
pub fn collide_traced(
    a: &Shape,
    world_from_a: &Pose,
    b: &Shape,
    world_from_b: &Pose,
    options: &CollideOptions,
    cache: &mut PairCache,
    manifold: &mut Manifold,
    trace: &mut PairTrace,
) {
    trace.clear();
    collide_any(a, world_from_a, b, world_from_b, options, cache, manifold, Some(trace));
}

#[allow(clippy::too_many_arguments, reason = "both shapes with their poses, and the buffers that the caller keeps")]
fn collide_any(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    options: &CollideOptions,
    cache: &mut PairCache,
    manifold: &mut Manifold,
    trace: Option<&mut PairTrace>,
) {
    manifold.clear();
    // Pairs of polytopes, the only ones with a trace or a cache, have equal ranks and are never swapped.
    if pair::rank(a) <= pair::rank(b) {
        pair::collide_ordered(a, pose_a, b, pose_b, options, cache, manifold, trace);
    } else {
        pair::collide_ordered(b, pose_b, a, pose_a, options, cache, manifold, trace);
        manifold.flip();
    }
}

#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod tests;
