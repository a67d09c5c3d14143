//! What GJK and EPA see of a shape: a support function of its core. The radius of round shapes is added afterwards,
//! so that a sphere is a point and a capsule a segment: exact, and solved in a few iterations.

use crate::geometry::{Polytope, Shape};
use crate::math::Pose;
use glam::{DMat3, DVec3, Vec3};

/// A convex set without its radius.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Core<'a> {
    Point,
    /// From −h to +h on the local Y axis, m.
    Segment(f32),
    Cuboid(Vec3),
    Vertices(&'a [Vec3]),
}

impl<'a> Core<'a> {
    /// The core and radius (m) of a bounded convex shape; `None` for half-spaces and compounds.
    pub fn of(shape: &'a Shape) -> Option<(Self, f32)> {
        match shape {
            Shape::Sphere(s) => Some((Self::Point, s.radius)),
            Shape::Capsule(c) => Some((Self::Segment(c.half_height), c.radius)),
            Shape::Cuboid(c) => Some((Self::Cuboid(c.half_extents), 0.0)),
            Shape::Hull(h) => Some((Self::Vertices(h.vertices()), 0.0)),
            Shape::HalfSpace(_) | Shape::Compound(_) => None,
        }
    }

    pub fn of_polytope(polytope: &Polytope<'a>) -> Self {
        Self::Vertices(polytope.vertices)
    }

    /// A farthest point along `direction`, and its number among the core's vertices.
    fn support(&self, direction: DVec3) -> (DVec3, u16) {
        match *self {
            Self::Point => (DVec3::ZERO, 0),
            Self::Segment(h) => {
                let upper = direction.y >= 0.0;
                (DVec3::new(0.0, f64::from(if upper { h } else { -h }), 0.0), u16::from(upper))
            }
            Self::Cuboid(h) => {
                let positive = direction.cmpge(DVec3::ZERO);
                (DVec3::select(positive, h.as_dvec3(), -h.as_dvec3()), positive.bitmask() as u16)
            }
            Self::Vertices(vertices) => {
                let mut best = (f64::NEG_INFINITY, 0);
                for (i, v) in vertices.iter().enumerate() {
                    let height = v.as_dvec3().dot(direction);
                    if height > best.0 {
                        best = (height, i);
                    }
                }
                (vertices[best.1].as_dvec3(), best.1 as u16)
            }
        }
    }

    /// A point in the middle of the core, from which searches start.
    fn center(&self) -> DVec3 {
        match self {
            Self::Vertices(v) => v.iter().map(|p| p.as_dvec3()).sum::<DVec3>() / v.len().max(1) as f64,
            _ => DVec3::ZERO,
        }
    }

    /// Largest distance from the local origin: the scale of tolerances, m.
    fn reach(&self) -> f64 {
        match *self {
            Self::Point => 0.0,
            Self::Segment(h) => f64::from(h),
            Self::Cuboid(h) => f64::from(h.length()),
            Self::Vertices(v) => v.iter().map(|p| f64::from(p.length_squared())).fold(0.0, f64::max).sqrt(),
        }
    }
}

/// A point of the Minkowski difference A − B and the two points that it came from, all in A's frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SupportPoint {
    pub w: DVec3,
    pub on_a: DVec3,
    pub on_b: DVec3,
    /// Vertex numbers on A and B; equal numbers mean an equal point.
    pub ids: [u16; 2],
}

/// Two cores and the pose between them, in A's frame and in double precision.
///
/// Doubles cost little here and take the tolerances of GJK and EPA so far below single precision that their
/// answers can be called exact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CorePair<'a> {
    a: Core<'a>,
    b: Core<'a>,
    rotation: DMat3,
    translation: DVec3,
    /// Sum of both reaches, m.
    pub scale: f64,
}

impl<'a> CorePair<'a> {
    pub fn new(a: Core<'a>, world_from_a: &Pose, b: Core<'a>, world_from_b: &Pose) -> Self {
        let (turn_a, turn_b) =
            (world_from_a.rotation.as_dquat().normalize(), world_from_b.rotation.as_dquat().normalize());
        let inverse = turn_a.conjugate();
        let offset = world_from_b.translation.as_dvec3() - world_from_a.translation.as_dvec3();
        Self {
            a,
            b,
            rotation: DMat3::from_quat(inverse * turn_b),
            translation: inverse * offset,
            scale: (a.reach() + b.reach()).max(1e-9),
        }
    }

    /// The point of A − B farthest along `direction`.
    pub fn support(&self, direction: DVec3) -> SupportPoint {
        let (on_a, id_a) = self.a.support(direction);
        let (local_b, id_b) = self.b.support(self.rotation.transpose() * -direction);
        let on_b = self.rotation * local_b + self.translation;
        SupportPoint { w: on_a - on_b, on_a, on_b, ids: [id_a, id_b] }
    }

    /// Middle of A minus middle of B.
    pub fn center_difference(&self) -> DVec3 {
        self.a.center() - (self.rotation * self.b.center() + self.translation)
    }
}
