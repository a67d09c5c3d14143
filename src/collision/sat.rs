//! Separating axes of two polytopes, with Gauss-map pruning of the edge pairs.
//!
//! Chapter 4 of the *Game Physics Pearls* (Migdalskiy). Everything happens in A's frame, so coordinates are as small
//! as the shapes and their distance, wherever in the world they are.

use super::Feature;
use crate::geometry::{Edge, Polytope};
use crate::math::{Pose, Vec3};

/// Where a candidate axis comes from; numbers are those of the [`Polytope`] views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisKind {
    /// Normal of a face of A.
    FaceA(u16),
    /// Reversed normal of a face of B.
    FaceB(u16),
    /// Cross product of an edge of A and one of B.
    EdgePair(u16, u16),
    /// A direction that GJK or EPA found, which belongs to no face or pair of edges.
    Free,
}

/// An axis and what it measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis {
    pub kind: AxisKind,
    /// Unit, from A to B, in A's frame.
    pub normal: Vec3,
    /// m; negative when the shapes overlap along the axis.
    pub separation: f32,
}

/// Two polytopes and the pose between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PolytopePair<'a> {
    pub a: Polytope<'a>,
    pub b: Polytope<'a>,
    pub a_from_b: Pose,
    pub b_from_a: Pose,
    /// Length below which a difference counts as noise, m: how much better another axis must be to win over face A.
    ///
    /// Without it a resting box would change between face A, face B and edge contacts at random, because all their
    /// separations agree to rounding.
    pub tolerance: f32,
}

/// Tolerance as a share of the smaller shape's half diagonal.
pub(crate) const NOISE_SHARE: f32 = 4e-5;

impl PolytopePair<'_> {
    pub fn face_a(&self, face: usize) -> Axis {
        let f = self.a.faces[face];
        let support = self.b.vertices[self.b.support(self.b_from_a.transform_vector(-f.normal))];
        let separation = f.normal.dot(self.a_from_b.transform_point(support)) - f.offset;
        Axis { kind: AxisKind::FaceA(face as u16), normal: f.normal, separation }
    }

    pub fn face_b(&self, face: usize) -> Axis {
        let f = self.b.faces[face];
        let support = self.a.vertices[self.a.support(self.a_from_b.transform_vector(-f.normal))];
        let separation = f.normal.dot(self.b_from_a.transform_point(support)) - f.offset;
        Axis { kind: AxisKind::FaceB(face as u16), normal: -self.a_from_b.transform_vector(f.normal), separation }
    }

    /// Separation along any unit axis (A's frame, from A to B) by both supports.
    pub fn measure(&self, normal: Vec3) -> f32 {
        let on_a = self.a.vertices[self.a.support(normal)];
        let on_b = self.b.vertices[self.b.support(self.b_from_a.transform_vector(-normal))];
        normal.dot(self.a_from_b.transform_point(on_b) - on_a)
    }

    pub fn arc_a(&self, index: usize) -> Arc {
        Arc::new(&self.a, self.a.edge(index), None)
    }

    /// An edge of B in A's frame.
    pub fn arc_b(&self, index: usize) -> Arc {
        Arc::new(&self.b, self.b.edge(index), Some(&self.a_from_b))
    }
}

/// An edge with its two face normals: an arc on the Gauss map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc {
    /// m, one end of the edge.
    pub start: Vec3,
    /// The edge vector, parallel to the cross product of the two normals.
    pub along: Vec3,
    pub normals: [Vec3; 2],
}

impl Arc {
    fn new(polytope: &Polytope<'_>, edge: Edge, pose: Option<&Pose>) -> Self {
        let [start, end] = edge.vertices.map(|v| polytope.vertices[v as usize]);
        let normals = edge.faces.map(|f| polytope.faces[f as usize].normal);
        match pose {
            None => Self { start, along: end - start, normals },
            Some(p) => Self {
                start: p.transform_point(start),
                along: p.transform_vector(end - start),
                normals: normals.map(|n| p.transform_vector(n)),
            },
        }
    }
}

/// Whether an arc of A crosses an arc of B's negated Gauss map, so that the two edges support a common axis.
///
/// With a₀, a₁ and b₀, b₁ the outward normals and e_A ∥ a₀×a₁, e_B ∥ b₀×b₁: each arc's plane must split the other
/// arc's ends, and on the same hemisphere, which the third condition asks (two great circles cross twice). Where they
/// cross is the axis from A to B, of the sign that the return value gives to e_A × e_B.
#[inline]
pub(crate) fn arcs_cross(a: &Arc, b: &Arc) -> Option<f32> {
    let (b0, b1) = (a.along.dot(b.normals[0]), a.along.dot(b.normals[1]));
    if b0 * b1 >= 0.0 {
        return None;
    }
    let (a0, a1) = (b.along.dot(a.normals[0]), b.along.dot(a.normals[1]));
    (a0 * a1 < 0.0 && b0 * a0 > 0.0).then_some(b0.signum())
}

/// Sine below which two edges count as parallel. Their cross product is then rounding noise, and the neighbouring
/// faces and edges cover the same direction to within this angle.
pub(crate) const PARALLEL: f32 = 1e-5;

/// The edge pair's axis, if its direction is defined.
#[inline]
pub(crate) fn edge_axis(a: &Arc, b: &Arc, sign: f32) -> Option<(Vec3, f32)> {
    let cross = a.along.cross(b.along);
    let limit = PARALLEL * PARALLEL * a.along.length_squared() * b.along.length_squared();
    if cross.length_squared() <= limit {
        return None;
    }
    let normal = (cross * sign).try_normalize()?;
    Some((normal, normal.dot(b.start - a.start)))
}

/// The axis of largest separation, faces of A first, then of B, then edges, each better than the noise.
///
/// Ends at once with any axis that separates by more than `max_separation` (m).
pub(crate) fn best_axis(pair: &PolytopePair<'_>, max_separation: f32) -> Axis {
    let better = |x: Axis, y: Axis| if y.separation > x.separation { y } else { x };
    let mut best_a = pair.face_a(0);
    for i in 1..pair.a.faces.len() {
        best_a = better(best_a, pair.face_a(i));
        if best_a.separation > max_separation {
            return best_a;
        }
    }
    let mut best_b = pair.face_b(0);
    for i in 1..pair.b.faces.len() {
        best_b = better(best_b, pair.face_b(i));
        if best_b.separation > max_separation {
            return best_b;
        }
    }
    let mut edges: Option<Axis> = None;
    let mut floor = best_a.separation.max(best_b.separation) + pair.tolerance;
    for j in 0..pair.b.edge_count() {
        let arc_b = pair.arc_b(j);
        for i in 0..pair.a.edge_count() {
            let arc_a = pair.arc_a(i);
            let Some(sign) = arcs_cross(&arc_a, &arc_b) else { continue };
            let Some((normal, quick)) = edge_axis(&arc_a, &arc_b, sign) else { continue };
            if quick <= floor {
                continue;
            }
            // The direction of nearly parallel edges is uncertain; the supports tell what it is really worth.
            let separation = pair.measure(normal);
            if separation > floor {
                floor = separation;
                edges = Some(Axis { kind: AxisKind::EdgePair(i as u16, j as u16), normal, separation });
                if separation > max_separation {
                    return edges.unwrap_or(best_a);
                }
            }
        }
    }
    edges.unwrap_or(prefer_a(best_a, best_b, pair.tolerance))
}

/// Face A, unless face B is better by more than noise.
pub(crate) fn prefer_a(a: Axis, b: Axis, tolerance: f32) -> Axis {
    if b.separation > a.separation + tolerance { b } else { a }
}

impl AxisKind {
    /// The feature of A that the axis belongs to, and that of B, as far as the axis knows.
    pub fn features(self) -> (Option<Feature>, Option<Feature>) {
        match self {
            Self::FaceA(f) => (Some(Feature::Face(f)), None),
            Self::FaceB(f) => (None, Some(Feature::Face(f))),
            Self::EdgePair(a, b) => (Some(Feature::Edge(a)), Some(Feature::Edge(b))),
            Self::Free => (None, None),
        }
    }
}
