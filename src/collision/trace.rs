//! Everything the narrow phase weighed for one pair of polytopes, for the separating-axis table, the Gauss map and
//! the clipping view.

use super::ManifoldPoint;
use super::sat::{Axis, AxisKind, PolytopePair, arcs_cross, edge_axis};
use crate::math::{Pose, Vec3};

/// What became of a candidate axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisStatus {
    /// Measured, but another axis separates better (or as well to within noise, and comes first).
    Accepted,
    /// The edges' arcs do not cross on the Gauss map: they never support a common axis, and are not looked at.
    PrunedByGaussMap,
    /// Parallel edges: their cross product has no direction.
    Degenerate,
    /// The axis of the manifold.
    Chosen,
}

/// One candidate axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisCandidate {
    pub kind: AxisKind,
    /// Unit, world space, from A to B; zero when degenerate.
    pub axis: Vec3,
    /// Along the axis, by the supports of both shapes, m. For a pruned pair, what it would have measured.
    pub separation: f32,
    pub status: AxisStatus,
}

/// What [`collide_traced`](super::collide_traced) fills. Only pairs of boxes and hulls have axes and polygons to
/// show; other pairs leave it empty.
#[derive(Clone, Debug, Default)]
pub struct PairTrace {
    /// Faces of A, faces of B, then all edge pairs (A's edge runs fastest).
    pub axes: Vec<AxisCandidate>,
    /// True when the reference face belongs to A; `None` for an edge or corner contact.
    pub reference_is_a: Option<bool>,
    /// Face numbers on the reference and the incident shape.
    pub reference_face: Option<u16>,
    pub incident_face: Option<u16>,
    /// World space: the incident face, then what is left of it after each side plane.
    pub clip_polygons: Vec<Vec<Vec3>>,
    /// The points before reduction, in the order of the polygon.
    pub reduction_input: Vec<ManifoldPoint>,
}

impl PairTrace {
    pub fn clear(&mut self) {
        self.axes.clear();
        self.clip_polygons.clear();
        self.reduction_input.clear();
        (self.reference_is_a, self.reference_face, self.incident_face) = (None, None, None);
    }

    /// Number of edge pairs that the Gauss map lets through.
    pub fn accepted_edge_pairs(&self) -> usize {
        let accepted = |c: &&AxisCandidate| {
            matches!(c.kind, AxisKind::EdgePair(..)) && matches!(c.status, AxisStatus::Accepted | AxisStatus::Chosen)
        };
        self.axes.iter().filter(accepted).count()
    }

    /// Measures every candidate, pruned or not, and marks the one that was chosen.
    pub(super) fn record_axes(&mut self, pair: &PolytopePair<'_>, pose_a: &Pose, chosen: &Axis) {
        let faces_a = (0..pair.a.faces.len()).map(|i| (pair.face_a(i), AxisStatus::Accepted));
        let faces_b = (0..pair.b.faces.len()).map(|i| (pair.face_b(i), AxisStatus::Accepted));
        let edges = (0..pair.b.edge_count())
            .flat_map(|j| (0..pair.a.edge_count()).map(move |i| (i, j)))
            .map(|(i, j)| edge_candidate(pair, i, j));
        for (axis, status) in faces_a.chain(faces_b).chain(edges) {
            let status = if axis.kind == chosen.kind { AxisStatus::Chosen } else { status };
            self.axes.push(AxisCandidate {
                kind: axis.kind,
                axis: pose_a.transform_vector(axis.normal),
                separation: axis.separation,
                status,
            });
        }
        if chosen.kind == AxisKind::Free {
            self.axes.push(AxisCandidate {
                kind: AxisKind::Free,
                axis: pose_a.transform_vector(chosen.normal),
                separation: chosen.separation,
                status: AxisStatus::Chosen,
            });
        }
    }
}

fn edge_candidate(pair: &PolytopePair<'_>, i: usize, j: usize) -> (Axis, AxisStatus) {
    let (arc_a, arc_b) = (pair.arc_a(i), pair.arc_b(j));
    let kind = AxisKind::EdgePair(i as u16, j as u16);
    let sign = arcs_cross(&arc_a, &arc_b);
    // A pruned pair has no sign of its own; the better one shows what brute force would have found.
    let measured = |sign: f32| edge_axis(&arc_a, &arc_b, sign).map(|(n, _)| (n, pair.measure(n)));
    let found = match sign {
        Some(sign) => measured(sign),
        None => measured(1.0).into_iter().chain(measured(-1.0)).reduce(|x, y| if y.1 > x.1 { y } else { x }),
    };
    match (found, sign) {
        (None, _) => (Axis { kind, normal: Vec3::ZERO, separation: f32::NEG_INFINITY }, AxisStatus::Degenerate),
        (Some((normal, separation)), Some(_)) => (Axis { kind, normal, separation }, AxisStatus::Accepted),
        (Some((normal, separation)), None) => (Axis { kind, normal, separation }, AxisStatus::PrunedByGaussMap),
    }
}
