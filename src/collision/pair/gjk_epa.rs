//! Box or hull against box or hull by GJK and EPA: the direction comes from there, the points from the same clipper.

use crate::collision::convex::{Core, CorePair};
use crate::collision::epa::epa;
use crate::collision::gjk::gjk;
use crate::collision::sat::{Axis, AxisKind, PolytopePair};
use crate::collision::{CollideOptions, Feature, FeatureId, Manifold, ManifoldPoint};
use crate::math::{Pose, Vec3};

/// Cosine above which the direction counts as that of a face (about 0.26°).
const FACE_COSINE: f32 = 0.999_99;

/// The axis of the shortest connection or of the smallest depth.
///
/// A face or edge axis is left to the caller to make contacts from. Of any other direction ([`AxisKind::Free`]) the
/// one contact between the witness points is written to `manifold`.
pub(super) fn find(pair: &PolytopePair<'_>, pose_a: &Pose, options: &CollideOptions, manifold: &mut Manifold) -> Axis {
    let cores = CorePair::new(Core::of_polytope(&pair.a), &Pose::IDENTITY, Core::of_polytope(&pair.b), &pair.a_from_b);
    let gap = gjk(&cores);
    let (normal, separation, on_a, on_b, simplex) = match gap.normal() {
        Some(normal) => (normal, gap.distance, gap.on_a, gap.on_b, gap.simplex),
        None => {
            let deep = epa(&cores, &gap.simplex);
            (deep.normal, -deep.depth, deep.on_a, deep.on_b, deep.simplex)
        }
    };
    let free = Axis { kind: AxisKind::Free, normal: normal.as_vec3(), separation: separation as f32 };
    if free.separation > options.max_separation {
        return free;
    }
    let towards_a = pair.b_from_a.transform_vector(-free.normal);
    let (face_a, face_b) = (pair.a.most_aligned_face(free.normal), pair.b.most_aligned_face(towards_a));
    for axis in [pair.face_a(face_a), pair.face_b(face_b)] {
        if axis.normal.dot(free.normal) >= FACE_COSINE && axis.separation >= free.separation - pair.tolerance {
            return axis;
        }
    }
    let (feature_a, feature_b) = (simplex.feature_on_a(&pair.a), simplex.feature_on_b(&pair.b));
    if let (Some(Feature::Edge(i)), Some(Feature::Edge(j))) = (feature_a, feature_b) {
        return Axis { kind: AxisKind::EdgePair(i, j), ..free };
    }
    let position: Vec3 = (0.5 * (on_a + on_b)).as_vec3();
    manifold.normal = pose_a.transform_vector(free.normal);
    manifold.push(ManifoldPoint {
        position: pose_a.transform_point(position),
        separation: free.separation,
        feature: FeatureId::new(
            feature_a.unwrap_or(Feature::Face(face_a as u16)),
            feature_b.unwrap_or(Feature::Face(face_b as u16)),
        ),
    });
    free
}
