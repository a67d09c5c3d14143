//! The reference: brute force in double precision that shares no code with the library.
//!
//! Every shape is a core (vertices, faces, edges) plus a radius; a sphere has one vertex, a capsule two. Faces are
//! found anew from the vertices alone, by trying all triples.

use glam::{DQuat, DVec3, Quat, Vec3};

/// A convex core with everything that brute force may ask for, in world or local space.
#[derive(Clone, Debug, Default)]
pub struct Core {
    pub vertices: Vec<DVec3>,
    /// Outward unit normal and offset.
    pub planes: Vec<(DVec3, f64)>,
    /// Edges as vertex numbers.
    pub edges: Vec<(usize, usize)>,
    /// Edge directions, parallel ones once.
    pub directions: Vec<DVec3>,
    pub radius: f64,
}

impl Core {
    pub fn point(radius: f64) -> Self {
        Self { vertices: vec![DVec3::ZERO], radius, ..Self::default() }
    }

    pub fn segment(half_height: f64, radius: f64) -> Self {
        let vertices = vec![DVec3::Y * -half_height, DVec3::Y * half_height];
        Self { vertices, edges: vec![(0, 1)], directions: vec![DVec3::Y], radius, ..Self::default() }
    }

    /// All triples whose plane has everything on one side; an edge is a pair of vertices that share two planes and
    /// has no third vertex between them.
    pub fn hull(points: &[Vec3]) -> Self {
        let v: Vec<DVec3> = points.iter().map(|p| p.as_dvec3()).collect();
        let size = v.iter().map(|p| p.distance(v[0])).fold(0.0, f64::max);
        let flat = 1e-9 * size;
        let mut planes: Vec<(DVec3, f64)> = Vec::new();
        for i in 0..v.len() {
            for j in i + 1..v.len() {
                for k in j + 1..v.len() {
                    let n = (v[j] - v[i]).cross(v[k] - v[i]);
                    if n.length() < 1e-6 * size * size {
                        continue;
                    }
                    for n in [n.normalize(), -n.normalize()] {
                        let offset = v.iter().map(|p| n.dot(*p)).fold(f64::NEG_INFINITY, f64::max);
                        let supports = offset - n.dot(v[i]) <= flat;
                        if supports && planes.iter().all(|p| p.0.cross(n).length() > 1e-7 || p.0.dot(n) < 0.0) {
                            planes.push((n, offset));
                        }
                    }
                }
            }
        }
        let on = |p: DVec3| -> Vec<usize> {
            (0..planes.len()).filter(|&f| planes[f].1 - planes[f].0.dot(p) <= flat).collect()
        };
        let faces: Vec<Vec<usize>> = v.iter().map(|p| on(*p)).collect();
        let (mut edges, mut directions) = (Vec::new(), Vec::<DVec3>::new());
        for i in 0..v.len() {
            for j in i + 1..v.len() {
                if faces[i].iter().filter(|f| faces[j].contains(f)).count() >= 2 {
                    edges.push((i, j));
                    let d = (v[j] - v[i]).normalize();
                    if directions.iter().all(|e| e.cross(d).length() > 1e-7) {
                        directions.push(d);
                    }
                }
            }
        }
        Self { vertices: v, planes, edges, directions, radius: 0.0 }
    }

    pub fn placed(&self, translation: Vec3, rotation: Quat) -> Self {
        let (t, r): (DVec3, DQuat) = (translation.as_dvec3(), rotation.as_dquat().normalize());
        Self {
            vertices: self.vertices.iter().map(|v| r * *v + t).collect(),
            planes: self.planes.iter().map(|(n, d)| (r * *n, d + (r * *n).dot(t))).collect(),
            edges: self.edges.clone(),
            directions: self.directions.iter().map(|d| r * *d).collect(),
            radius: self.radius,
        }
    }

    /// Smallest and largest height of the core along an axis.
    fn span(&self, axis: DVec3) -> (f64, f64) {
        self.vertices
            .iter()
            .map(|v| v.dot(axis))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |s, h| (s.0.min(h), s.1.max(h)))
    }

    /// How far a point lies outside the shape, m.
    pub fn distance_to_point(&self, p: DVec3) -> f64 {
        let probe = Core { vertices: vec![p], ..Core::default() };
        if !self.planes.is_empty() && self.planes.iter().all(|(n, d)| n.dot(p) <= *d) {
            return 0.0;
        }
        (core_distance(self, &probe) - self.radius).max(0.0)
    }
}

/// Separation of two shapes along a unit axis from A to B, m.
pub fn separation_along(a: &Core, b: &Core, axis: DVec3) -> f64 {
    b.span(axis).0 - a.span(axis).1 - a.radius - b.radius
}

/// The true signed distance: Euclidean when apart, minus the smallest depth when overlapping.
pub fn signed_distance(a: &Core, b: &Core) -> f64 {
    let best = largest_separation(a, b);
    let cores = if best > 0.0 { core_distance(a, b) } else { best };
    cores - a.radius - b.radius
}

/// Over all face normals and all cross products of edges, both signs.
fn largest_separation(a: &Core, b: &Core) -> f64 {
    let mut best = f64::NEG_INFINITY;
    let mut measure = |axis: DVec3| {
        let (sa, sb) = (a.span(axis), b.span(axis));
        best = best.max(sb.0 - sa.1).max(sa.0 - sb.1);
    };
    a.planes.iter().chain(&b.planes).for_each(|p| measure(p.0));
    for da in &a.directions {
        for db in &b.directions {
            let cross = da.cross(*db);
            if cross.length() > 1e-9 {
                measure(cross.normalize());
            }
        }
    }
    // Without volume on both sides these directions are not enough: cores that merely do not touch have to count
    // as apart, and the distance does the rest.
    if a.planes.is_empty() && b.planes.is_empty() { f64::MIN_POSITIVE } else { best }
}

/// Smallest distance of two disjoint cores: vertices over faces, edges against edges, vertices against vertices.
fn core_distance(a: &Core, b: &Core) -> f64 {
    let mut best = f64::INFINITY;
    for p in &a.vertices {
        for q in &b.vertices {
            best = best.min(p.distance(*q));
        }
    }
    let segments = |c: &Core| -> Vec<(DVec3, DVec3)> {
        let own = c.edges.iter().map(|&(i, j)| (c.vertices[i], c.vertices[j]));
        // A lone vertex takes part as an edge of no length.
        own.chain((c.vertices.len() == 1).then(|| (c.vertices[0], c.vertices[0]))).collect()
    };
    let segments_b = segments(b);
    for s in segments(a) {
        for t in &segments_b {
            best = best.min(segment_distance(s, *t));
        }
    }
    for (solid, other) in [(a, b), (b, a)] {
        for (f, (n, d)) in solid.planes.iter().enumerate() {
            for p in &other.vertices {
                let height = n.dot(*p) - d;
                // Slightly below counts as touching: exact contact has either sign after rounding.
                if height > -1e-9 && height < best && over_face(solid, f, *p - *n * height) {
                    best = height.max(0.0);
                }
            }
        }
    }
    best
}

/// Whether a point on the plane of a face lies in the face: a face is what its plane shares with the solid.
fn over_face(solid: &Core, face: usize, p: DVec3) -> bool {
    solid.planes.iter().enumerate().all(|(g, (n, d))| g == face || n.dot(p) <= d + 1e-9)
}

/// The free minimum if it lies inside both, else the best end against the other segment.
fn segment_distance((p0, p1): (DVec3, DVec3), (q0, q1): (DVec3, DVec3)) -> f64 {
    let to_segment = |p: DVec3, a: DVec3, b: DVec3| {
        let d = b - a;
        let t = if d.length_squared() > 0.0 { ((p - a).dot(d) / d.length_squared()).clamp(0.0, 1.0) } else { 0.0 };
        p.distance(a + d * t)
    };
    let mut best =
        to_segment(p0, q0, q1).min(to_segment(p1, q0, q1)).min(to_segment(q0, p0, p1)).min(to_segment(q1, p0, p1));
    let (d, e, r) = (p1 - p0, q1 - q0, p0 - q0);
    let (dd, ee, de) = (d.length_squared(), e.length_squared(), d.dot(e));
    let denominator = dd * ee - de * de;
    if denominator > 1e-12 * dd * ee {
        let (s, t) = ((de * e.dot(r) - ee * d.dot(r)) / denominator, (dd * e.dot(r) - de * d.dot(r)) / denominator);
        if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
            best = best.min((p0 + d * s).distance(q0 + e * t));
        }
    }
    best
}
