//! The Gauss maps of two polytopes on one sphere: A's, and B's negated, so that crossing arcs are the pairs of edges
//! that can touch.
//!
//! Chapter 4 of the *Game Physics Pearls* (Migdalskiy): a face is a point (its normal), an edge an arc between the
//! normals of its two faces, a vertex the region between. Two edges support a common axis, and their cross product is
//! worth measuring, exactly where an arc of A crosses an arc of B's negated map.

use super::{PairView, PlacedShape};
use crate::collision::{AxisKind, AxisStatus};
use crate::geometry::{Polytope, Shape};
use crate::math::Vec3;

/// An arc of A and an arc of −B that cross.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    pub edge_a: u16,
    pub edge_b: u16,
    /// Where they cross: unit, world, from A to B.
    pub direction: Vec3,
    /// Along it, m.
    pub separation: f32,
    pub is_chosen: bool,
}

/// Both maps, in world axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GaussMap {
    /// Unit normals of the faces of A, and the negated ones of B.
    pub points_a: Vec<Vec3>,
    pub points_b: Vec<Vec3>,
    /// The two face numbers of every edge.
    pub arcs_a: Vec<[u16; 2]>,
    pub arcs_b: Vec<[u16; 2]>,
    /// The pairs of edges that the Gauss map lets through.
    pub crossings: Vec<Crossing>,
    /// All pairs of edges: what brute force would have to measure.
    pub pairs: usize,
    /// Axis that the narrow phase chose (unit, world, from A to B) and its kind.
    pub chosen: Option<(AxisKind, Vec3)>,
}

impl GaussMap {
    /// `None` unless both shapes are boxes or hulls.
    pub(super) fn of(view: &PairView) -> Option<Self> {
        let (points_a, arcs_a) = map(&view.a, 1.0)?;
        let (points_b, arcs_b) = map(&view.b, -1.0)?;
        let axes = &view.trace.axes;
        let crossings = axes.iter().filter_map(|c| match (c.kind, c.status) {
            (AxisKind::EdgePair(edge_a, edge_b), AxisStatus::Accepted | AxisStatus::Chosen) => Some(Crossing {
                edge_a,
                edge_b,
                direction: c.axis,
                separation: c.separation,
                is_chosen: c.status == AxisStatus::Chosen,
            }),
            _ => None,
        });
        let pairs = arcs_a.len() * arcs_b.len();
        Some(Self {
            crossings: crossings.collect(),
            points_a,
            points_b,
            arcs_a,
            arcs_b,
            pairs,
            chosen: axes.iter().find(|c| c.status == AxisStatus::Chosen).map(|c| (c.kind, c.axis)),
        })
    }
}

/// Calls `f` with the polytope of a box or hull.
pub(super) fn with_polytope<R>(shape: &Shape, f: impl FnOnce(&Polytope<'_>) -> R) -> Option<R> {
    match shape {
        Shape::Cuboid(c) => Some(f(&c.polytope().view())),
        Shape::Hull(h) => Some(f(&h.polytope())),
        _ => None,
    }
}

/// Normals and arcs of one shape.
type Map = (Vec<Vec3>, Vec<[u16; 2]>);

fn map(placed: &PlacedShape, sign: f32) -> Option<Map> {
    with_polytope(&placed.shape, |p| {
        let normals = p.faces.iter().map(|f| placed.world_from_shape.transform_vector(f.normal) * sign).collect();
        (normals, p.edges().map(|e| e.faces).collect())
    })
}

impl PlacedShape {
    /// Corners of a face, world, m.
    pub fn face(&self, face: u16) -> Vec<Vec3> {
        let world = |v| self.world_from_shape.transform_point(v);
        with_polytope(&self.shape, |p| {
            let is_there = usize::from(face) < p.faces.len();
            if is_there { p.face_vertices(face.into()).map(world).collect() } else { Vec::new() }
        })
        .unwrap_or_default()
    }

    /// Both ends of an edge, world, m.
    pub fn edge(&self, edge: u16) -> Option<[Vec3; 2]> {
        with_polytope(&self.shape, |p| {
            let is_there = usize::from(edge) < p.edge_count();
            is_there.then(|| {
                p.edge(edge.into()).vertices.map(|v| self.world_from_shape.transform_point(p.vertices[usize::from(v)]))
            })
        })
        .flatten()
    }

    /// All corners, world, m; none for round shapes.
    pub fn corners(&self) -> Vec<Vec3> {
        let world = |v: &Vec3| self.world_from_shape.transform_point(*v);
        with_polytope(&self.shape, |p| p.vertices.iter().map(world).collect()).unwrap_or_default()
    }

    /// The face that looks most along `outward` (world).
    pub fn face_towards(&self, outward: Vec3) -> Option<u16> {
        let local = self.world_from_shape.inverse_transform_vector(outward);
        with_polytope(&self.shape, |p| p.most_aligned_face(local) as u16)
    }
}
