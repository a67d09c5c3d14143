//! One borrowed view of boxes and convex hulls, for separating axes, clipping and Gauss maps.
//!
//! The connections are half-edges stored in twin pairs: half-edges 2k and 2k+1 run along edge k in opposite
//! directions, so the twin of `i` is `i ^ 1` and needs no field.

use crate::math::Vec3;

/// One side of an edge, running counter-clockwise around its face as seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfEdge {
    /// Vertex it starts from.
    pub origin: u16,
    /// The face on its left.
    pub face: u16,
    /// Following half-edge around the same face.
    pub next: u16,
}

/// A face polygon in the plane normal·x = offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Outward unit normal.
    pub normal: Vec3,
    /// Height of the plane along its normal, m.
    pub offset: f32,
    /// A half-edge of the face, from which the loop starts.
    pub first_edge: u16,
}

/// An undirected edge. Travelling from the first vertex to the second, the first face is on the left; the edge
/// direction is then parallel to (normal of the first face) × (normal of the second).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub vertices: [u16; 2],
    pub faces: [u16; 2],
}

/// Vertices, faces and half-edges of a convex polyhedron, borrowed from a hull or from a box on the stack.
#[derive(Clone, Copy, Debug)]
pub struct Polytope<'a> {
    /// m, in the shape's frame.
    pub vertices: &'a [Vec3],
    pub faces: &'a [Face],
    pub half_edges: &'a [HalfEdge],
}

impl<'a> Polytope<'a> {
    #[inline]
    pub fn edge_count(&self) -> usize {
        self.half_edges.len() / 2
    }

    #[inline]
    pub fn edge(&self, index: usize) -> Edge {
        let (left, right) = (self.half_edges[2 * index], self.half_edges[2 * index + 1]);
        Edge { vertices: [left.origin, right.origin], faces: [left.face, right.face] }
    }

    /// Each edge once.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + 'a {
        let view = *self;
        (0..view.edge_count()).map(move |k| view.edge(k))
    }

    /// The half-edges around a face, counter-clockwise seen from outside.
    #[inline]
    pub fn face_loop(&self, face: usize) -> FaceLoop<'a> {
        let first = self.faces[face].first_edge;
        FaceLoop { half_edges: self.half_edges, first, next: Some(first) }
    }

    /// The corners of a face, counter-clockwise seen from outside.
    pub fn face_vertices(&self, face: usize) -> impl Iterator<Item = Vec3> + 'a {
        let view = *self;
        self.face_loop(face).map(move |e| view.vertices[view.half_edges[e as usize].origin as usize])
    }

    /// Index of the vertex farthest along `direction`; of equals, the first.
    #[inline]
    pub fn support(&self, direction: Vec3) -> usize {
        let mut best = (f32::NEG_INFINITY, 0);
        for (i, v) in self.vertices.iter().enumerate() {
            let height = v.dot(direction);
            if height > best.0 {
                best = (height, i);
            }
        }
        best.1
    }

    /// Index of the face whose normal is closest to `direction`; of equals, the first.
    #[inline]
    pub fn most_aligned_face(&self, direction: Vec3) -> usize {
        let mut best = (f32::NEG_INFINITY, 0);
        for (i, f) in self.faces.iter().enumerate() {
            let cosine = f.normal.dot(direction);
            if cosine > best.0 {
                best = (cosine, i);
            }
        }
        best.1
    }

    /// Index of the edge between two vertices, if they share one.
    pub fn edge_between(&self, a: u16, b: u16) -> Option<usize> {
        self.edges().position(|e| e.vertices == [a, b] || e.vertices == [b, a])
    }
}

/// Iterator over the indices of the half-edges around one face.
#[derive(Clone, Debug)]
pub struct FaceLoop<'a> {
    half_edges: &'a [HalfEdge],
    first: u16,
    next: Option<u16>,
}

impl Iterator for FaceLoop<'_> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        let current = self.next?;
        let following = self.half_edges[current as usize].next;
        self.next = (following != self.first).then_some(following);
        Some(current)
    }
}
