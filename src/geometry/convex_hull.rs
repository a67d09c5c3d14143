//! The convex hull: a closed half-edge mesh with polygon faces, built from points and checked before use.

use super::hull_merge::merge_coplanar;
use super::quickhull::quickhull;
use super::{Aabb, Edge, Face, HalfEdge, MassProperties, Polytope};
use crate::math::{Mat3, Pose, Vec3};
use glam::{DMat3, DVec3};
use std::collections::BTreeMap;
use std::fmt;

/// More corners than this make a shape too slow to collide, and feature ids have no room for them.
pub const MAX_HULL_VERTICES: usize = 256;

/// Quickhull gives up after adding this many points: far beyond what [`MAX_HULL_VERTICES`] allows.
const MAX_STEPS: usize = 8192;

/// Why points make no hull.
#[derive(Clone, Debug, PartialEq)]
pub enum HullError {
    /// Fewer than four points (after joining equal ones), or all within rounding of one plane.
    Flat { points: usize, size: f32, thickness: f32 },
    /// A coordinate is infinite or not a number; the index of the point.
    NotFinite { index: usize },
    /// The hull would have this many corners.
    TooManyVertices { vertices: usize },
    /// The finished mesh failed a check; the text says which.
    Invalid { reason: &'static str },
}

impl fmt::Display for HullError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flat { points, size, thickness } => write!(
                f,
                "a hull needs at least 4 points that do not lie in one plane: got {points} different points, \
                 {size} m wide and {thickness} m thick"
            ),
            Self::NotFinite { index } => write!(f, "point {index} has a coordinate that is not a finite number"),
            Self::TooManyVertices { vertices } => {
                write!(f, "the hull has {vertices} corners; at most {MAX_HULL_VERTICES} are allowed")
            }
            Self::Invalid { reason } => write!(f, "the points make no valid hull: {reason}"),
        }
    }
}

impl std::error::Error for HullError {}

/// A convex polyhedron. Immutable; what can be computed once is.
#[derive(Clone, Debug)]
pub struct ConvexHull {
    vertices: Vec<Vec3>,
    faces: Vec<Face>,
    half_edges: Vec<HalfEdge>,
    bounds: Aabb,
    bounding_radius: f32,
    min_extent: f32,
    /// For a density of 1 kg/m³, so that the mass is the volume.
    unit_mass: MassProperties,
}

impl ConvexHull {
    /// The hull of `points`; the corners are a subset of them, unchanged.
    ///
    /// Points closer than about two millionths of the cloud's size count as equal, and faces that flat count as
    /// one. The tolerance is relative, so a pebble and a mountain are treated alike. The same points in the same
    /// order always give the same hull.
    pub fn from_points(points: &[Vec3]) -> Result<Self, HullError> {
        if let Some(index) = points.iter().position(|p| !p.is_finite()) {
            return Err(HullError::NotFinite { index });
        }
        let bounds = Aabb::from_points(points).ok_or(HullError::Flat { points: 0, size: 0.0, thickness: 0.0 })?;
        let center = bounds.center().as_dvec3();
        let size = f64::from(bounds.extents().max_element());
        let magnitude = f64::from(bounds.min.abs().max(bounds.max.abs()).max_element());
        // Single-precision noise is 6e-8 of a coordinate; a few operations upstream make that several times larger.
        let tolerance = 2e-6 * size + 3e-7 * magnitude;
        let mut error = HullError::Invalid { reason: "rounding tears the surface" };
        for scale in [1.0, 8.0, 64.0] {
            match Self::build(points, center, tolerance * scale) {
                Err(e @ HullError::Invalid { .. }) => error = e,
                done => return done,
            }
        }
        Err(error)
    }

    fn build(points: &[Vec3], center: DVec3, tolerance: f64) -> Result<Self, HullError> {
        let kept = weld(points, tolerance);
        let local: Vec<DVec3> = kept.iter().map(|&i| points[i as usize].as_dvec3() - center).collect();
        let seed = spanning_points(&local, 4.0 * tolerance)?;
        let triangles = quickhull(&local, seed, 1e-4 * tolerance, MAX_STEPS)
            .ok_or(HullError::Invalid { reason: "rounding tears the surface" })?;
        let loops = merge_coplanar(&local, &triangles, tolerance)
            .ok_or(HullError::Invalid { reason: "coplanar triangles do not join to simple polygons" })?;
        let mut used: Vec<u32> = loops.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        if used.len() > MAX_HULL_VERTICES {
            return Err(HullError::TooManyVertices { vertices: used.len() });
        }
        let vertices: Vec<Vec3> = used.iter().map(|&i| points[kept[i as usize] as usize]).collect();
        let number = |v: u32| used.binary_search(&v).unwrap_or(0) as u16;
        let loops: Vec<Vec<u16>> = loops.iter().map(|l| l.iter().map(|&v| number(v)).collect()).collect();
        let half_edges = connect(&loops)?;
        let faces = faces_of(&vertices, &loops, &half_edges, center, tolerance)?;
        if vertices.len() + faces.len() != half_edges.len() / 2 + 2 {
            return Err(HullError::Invalid { reason: "V - E + F is not 2" });
        }
        let view = Polytope { vertices: &vertices, faces: &faces, half_edges: &half_edges };
        let unit_mass = unit_mass(&view, center);
        if unit_mass.mass <= 0.0 {
            return Err(HullError::Invalid { reason: "it has no volume" });
        }
        let width = |f: &Face| f.offset - vertices.iter().map(|v| v.dot(f.normal)).fold(f32::INFINITY, f32::min);
        let min_extent = faces.iter().map(width).fold(f32::INFINITY, f32::min);
        let bounds = Aabb::from_points(&vertices).unwrap_or(Aabb::new(Vec3::ZERO, Vec3::ZERO));
        let bounding_radius = vertices.iter().map(|v| v.length()).fold(0.0, f32::max);
        Ok(Self { vertices, faces, half_edges, bounds, bounding_radius, min_extent, unit_mass })
    }

    /// Corners, m, in the order in which they stood among the input points.
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    pub fn half_edges(&self) -> &[HalfEdge] {
        &self.half_edges
    }

    /// Each edge once, with its two vertices and two faces: the arcs of the Gauss map.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        (0..self.half_edges.len() / 2).map(|k| self.polytope().edge(k))
    }

    #[inline]
    pub fn polytope(&self) -> Polytope<'_> {
        Polytope { vertices: &self.vertices, faces: &self.faces, half_edges: &self.half_edges }
    }

    /// Bounds in the local frame.
    pub fn local_aabb(&self) -> Aabb {
        self.bounds
    }

    pub fn aabb(&self, world_from_shape: &Pose) -> Aabb {
        let world = |v: &Vec3| world_from_shape.transform_point(*v);
        let first = world(&self.vertices[0]);
        self.vertices.iter().map(world).fold(Aabb::new(first, first), |b, p| Aabb::new(b.min.min(p), b.max.max(p)))
    }

    /// Largest distance of a corner from the local origin, m.
    pub fn bounding_radius(&self) -> f32 {
        self.bounding_radius
    }

    /// Smallest width across a face, m.
    pub fn min_extent(&self) -> f32 {
        self.min_extent
    }

    /// m³.
    pub fn volume(&self) -> f32 {
        self.unit_mass.mass
    }

    pub fn mass_properties(&self, density: f32) -> MassProperties {
        let unit = &self.unit_mass;
        MassProperties { mass: unit.mass * density, inertia: unit.inertia * density, ..*unit }
    }
}

/// Indices of the points that are farther than `tolerance` from all earlier kept ones, ascending.
fn weld(points: &[Vec3], tolerance: f64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.sort_by(|&i, &j| points[i as usize].x.total_cmp(&points[j as usize].x).then(i.cmp(&j)));
    let mut kept: Vec<u32> = Vec::new();
    for i in order {
        let p = points[i as usize].as_dvec3();
        let near = kept.iter().rev().take_while(|&&k| p.x - f64::from(points[k as usize].x) <= tolerance);
        if near.clone().all(|&k| points[k as usize].as_dvec3().distance(p) > tolerance) {
            kept.push(i);
        }
    }
    kept.sort_unstable();
    kept
}

/// Four points that span a volume: an extreme pair, the point farthest from their line, and from that plane.
fn spanning_points(points: &[DVec3], flat: f64) -> Result<[u32; 4], HullError> {
    let farthest = |measure: &dyn Fn(DVec3) -> f64| {
        let mut best = (0.0, 0);
        for (i, &p) in points.iter().enumerate() {
            let m = measure(p);
            if m > best.0 {
                best = (m, i);
            }
        }
        best
    };
    let error = |size: f64, thickness: f64| HullError::Flat {
        points: points.len(),
        size: size as f32,
        thickness: thickness as f32,
    };
    if points.len() < 4 {
        return Err(error(0.0, 0.0));
    }
    let (_, a) = farthest(&|p| p.length());
    let (size, b) = farthest(&|p| p.distance(points[a]));
    let Some(along) = (points[b] - points[a]).try_normalize() else { return Err(error(size, 0.0)) };
    let (width, c) = farthest(&|p| (p - points[a]).cross(along).length());
    let normal = along.cross(points[c] - points[a]).try_normalize();
    let Some(normal) = normal.filter(|_| width > flat) else { return Err(error(size, 0.0)) };
    let (thickness, d) = farthest(&|p| normal.dot(p - points[a]).abs());
    if thickness <= flat {
        return Err(error(size, thickness));
    }
    Ok([a as u32, b as u32, c as u32, d as u32])
}

/// Half-edges in twin pairs from the corner loops; fails unless every side has exactly one opposite.
fn connect(loops: &[Vec<u16>]) -> Result<Vec<HalfEdge>, HullError> {
    let open = HullError::Invalid { reason: "an edge does not have exactly two faces" };
    // For each directed side its face; ordered, so that the numbering depends on the input alone.
    let mut number = BTreeMap::new();
    let mut count = 0;
    for corners in loops {
        for (i, &a) in corners.iter().enumerate() {
            let b = corners[(i + 1) % corners.len()];
            let index = match number.get(&(b, a)) {
                Some(&twin) if twin % 2 == 0 => twin + 1,
                Some(_) => return Err(open),
                None => {
                    count += 2;
                    count - 2
                }
            };
            if number.insert((a, b), index).is_some() {
                return Err(open);
            }
        }
    }
    if number.len() != count as usize {
        return Err(open);
    }
    let mut half_edges = vec![HalfEdge { origin: 0, face: 0, next: 0 }; count as usize];
    for (f, corners) in loops.iter().enumerate() {
        for (i, &a) in corners.iter().enumerate() {
            let (b, c) = (corners[(i + 1) % corners.len()], corners[(i + 2) % corners.len()]);
            half_edges[number[&(a, b)] as usize] = HalfEdge { origin: a, face: f as u16, next: number[&(b, c)] };
        }
    }
    Ok(half_edges)
}

/// Planes by Newell's sum, pushed out so that no vertex lies in front; fails when one would by more than `tolerance`.
fn faces_of(
    vertices: &[Vec3],
    loops: &[Vec<u16>],
    half_edges: &[HalfEdge],
    center: DVec3,
    tolerance: f64,
) -> Result<Vec<Face>, HullError> {
    let mut faces: Vec<Face> = Vec::with_capacity(loops.len());
    for corners in loops {
        let p = |i: usize| vertices[corners[i % corners.len()] as usize].as_dvec3() - center;
        let newell: DVec3 = (1..corners.len() - 1).map(|i| (p(i) - p(0)).cross(p(i + 1) - p(0))).sum();
        let Some(normal) = newell.try_normalize() else {
            return Err(HullError::Invalid { reason: "a face has no area" });
        };
        let normal = normal.as_vec3().normalize();
        let height = |v: &Vec3| normal.as_dvec3().dot(v.as_dvec3());
        let own = corners.iter().map(|&v| height(&vertices[v as usize])).fold(f64::NEG_INFINITY, f64::max);
        let all = vertices.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        if all > own + 2.0 * tolerance {
            return Err(HullError::Invalid { reason: "it is not convex" });
        }
        faces.push(Face { normal, offset: all as f32, first_edge: 0 });
    }
    for (i, e) in half_edges.iter().enumerate().rev() {
        faces[e.face as usize].first_edge = i as u16;
    }
    Ok(faces)
}

/// Volume, centre and inertia by signed tetrahedra between `center` and the triangles of each face.
///
/// For a tetrahedron (0, a, b, c) with six-fold volume D = a·(b×c): ∫x = D/24 (a+b+c) and
/// ∫x xᵀ = D/120 (a aᵀ + b bᵀ + c cᵀ + s sᵀ) with s = a+b+c (Blow and Binstock, "How to find the inertia tensor of
/// a 3D solid body", 2004). Doubles, because the sums cancel for hulls far from their origin.
fn unit_mass(view: &Polytope<'_>, center: DVec3) -> MassProperties {
    let outer = |v: DVec3| DMat3::from_cols(v * v.x, v * v.y, v * v.z);
    let (mut volume, mut moment, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
    for f in 0..view.faces.len() {
        let corners: Vec<DVec3> = view.face_vertices(f).map(|v| v.as_dvec3() - center).collect();
        for pair in corners[1..].windows(2) {
            let (a, b, c) = (corners[0], pair[0], pair[1]);
            let d = a.dot(b.cross(c));
            let s = a + b + c;
            volume += d / 6.0;
            moment += s * (d / 24.0);
            second += (outer(a) + outer(b) + outer(c) + outer(s)) * (d / 120.0);
        }
    }
    let mean = moment / volume;
    let second = second - outer(mean) * volume;
    let trace = second.x_axis.x + second.y_axis.y + second.z_axis.z;
    let inertia: Mat3 = (DMat3::from_diagonal(DVec3::splat(trace)) - second).as_mat3();
    MassProperties { mass: volume as f32, center_of_mass: (mean + center).as_vec3(), inertia }
}
