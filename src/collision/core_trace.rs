//! GJK and EPA step by step, for the view of the configuration space.
//!
//! The steps are those of the functions that the narrow phase calls, told by an observer: same input, same bits.

use super::convex::{Core, CorePair, SupportPoint};
use super::epa::epa_observed;
use super::gjk::gjk_observed;
use super::pair::with_polytope;
use super::simplex::Simplex;
use crate::geometry::Shape;
use crate::math::{Pose, Vec3};
use glam::DVec3;

/// A point of the Minkowski difference A − B of the two cores, in world axes, m: the origin is where the cores touch.
pub type DifferencePoint = Vec3;

/// One iteration of GJK.
#[derive(Clone, Debug, PartialEq)]
pub struct GjkStep {
    /// One to four vertices, without those that do not carry the closest point.
    pub simplex: Vec<DifferencePoint>,
    /// Of the simplex to the origin: v.
    pub closest: DifferencePoint,
    /// The support point of A − B against v, which comes next.
    pub support: DifferencePoint,
    /// |v|: the distance of the cores is at most this, m.
    pub upper: f64,
    /// v·w/|v|: and at least this, m. Negative while the origin may still be inside.
    pub lower: f64,
}

/// One step of the expanding polytope algorithm.
#[derive(Clone, Debug, PartialEq)]
pub struct EpaStep {
    pub points: Vec<DifferencePoint>,
    /// Triangles of the polytope, by the numbers of their points.
    pub triangles: Vec<[usize; 3]>,
    /// The triangle nearest to the origin, and the point of its plane that is nearest.
    pub nearest: [usize; 3],
    pub foot: DifferencePoint,
    /// The support point along the normal of that triangle, which is added next.
    pub support: DifferencePoint,
    /// Distance of the triangle: the depth of the cores is at least this, m.
    pub lower: f64,
    /// Height of the support point: and at most this, m.
    pub upper: f64,
}

/// All steps for one pair, and what they end on.
#[derive(Clone, Debug, PartialEq)]
pub struct CoreTrace {
    pub gjk: Vec<GjkStep>,
    /// Empty where the cores are apart.
    pub epa: Vec<EpaStep>,
    /// Separation of the cores, m; negative when they overlap.
    pub separation: f64,
    /// Unit, world axes, from A to B; zero where the cores only just touch.
    pub normal: Vec3,
    /// Radii that are added around the cores, m: a sphere's core is a point, a capsule's a segment.
    pub radius_a: f32,
    pub radius_b: f32,
    /// The last simplex: of GJK, or the triangle in which EPA ended.
    pub last: Vec<DifferencePoint>,
}

impl CoreTrace {
    /// Separation of the shapes themselves, m.
    pub fn shape_separation(&self) -> f64 {
        self.separation - f64::from(self.radius_a) - f64::from(self.radius_b)
    }
}

/// Walks GJK, and EPA if the cores overlap. `None` for half-spaces, which have no core, and for compounds, whose parts
/// are looked at one by one.
pub fn trace_cores(a: &Shape, world_from_a: &Pose, b: &Shape, world_from_b: &Pose) -> Option<CoreTrace> {
    let (radius_a, radius_b) = (Core::of(a)?.1, Core::of(b)?.1);
    let world = world_from_a.rotation.as_dquat().normalize();
    // Boxes and hulls are handed over as the narrow phase does it: as vertices, B by its pose seen from A.
    let walk = |core_a: Core<'_>, core_b: Core<'_>, is_relative: bool| {
        let cores = if is_relative {
            CorePair::new(core_a, &Pose::IDENTITY, core_b, &world_from_a.inverse_mul(world_from_b))
        } else {
            CorePair::new(core_a, world_from_a, core_b, world_from_b)
        };
        walk(&cores, |p| (world * p).as_vec3(), radius_a, radius_b)
    };
    let both = with_polytope(a, |pa| with_polytope(b, |pb| walk(Core::of_polytope(pa), Core::of_polytope(pb), true)));
    both.flatten().or_else(|| Some(walk(Core::of(a)?.0, Core::of(b)?.0, false)))
}

fn walk(cores: &CorePair<'_>, world: impl Fn(DVec3) -> Vec3, radius_a: f32, radius_b: f32) -> CoreTrace {
    let corners = |s: &Simplex| s.points[..s.len].iter().map(|p| world(p.w)).collect::<Vec<_>>();
    let mut gjk = Vec::new();
    let near = gjk_observed(cores, |p| {
        let closest = p.simplex.closest();
        gjk.push(GjkStep {
            simplex: corners(p.simplex),
            closest: world(closest),
            support: world(p.support.w),
            upper: closest.length(),
            lower: p.lower,
        });
    });
    if let Some(normal) = near.normal() {
        let last = corners(&near.simplex);
        return CoreTrace {
            gjk,
            epa: Vec::new(),
            separation: near.distance,
            normal: world(normal),
            radius_a,
            radius_b,
            last,
        };
    }
    let mut epa = Vec::new();
    let deep = epa_observed(cores, &near.simplex, |p| {
        let place = |q: &SupportPoint| world(q.w);
        epa.push(EpaStep {
            points: p.points.iter().map(place).collect(),
            triangles: p.faces.iter().map(|f| f.vertices).collect(),
            nearest: p.nearest.vertices,
            foot: world(p.nearest.normal * p.nearest.distance),
            support: world(p.support.w),
            lower: p.nearest.distance,
            upper: p.support.w.dot(p.nearest.normal),
        });
    });
    let last = corners(&deep.simplex);
    CoreTrace { gjk, epa, separation: -deep.depth, normal: world(deep.normal), radius_a, radius_b, last }
}
