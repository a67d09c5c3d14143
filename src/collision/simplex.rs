//! The point of a simplex that is closest to the origin.
//!
//! Voronoi regions after Ericson, "Real-Time Collision Detection" (2005), section 5.1. Degenerate simplices fall to
//! their edges, so no division is by zero.

use super::Feature;
use super::convex::SupportPoint;
use crate::geometry::Polytope;
use glam::DVec3;

/// Up to four support points and the weights of the point closest to the origin.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Simplex {
    pub points: [SupportPoint; 4],
    /// Barycentric weights, all positive after [`Simplex::reduce`], with sum one.
    pub weights: [f64; 4],
    pub len: usize,
}

impl Simplex {
    pub fn push(&mut self, point: SupportPoint) {
        if self.len < 4 {
            self.points[self.len] = point;
            self.len += 1;
        }
    }

    pub fn contains(&self, ids: [u16; 2]) -> bool {
        self.points[..self.len].iter().any(|p| p.ids == ids)
    }

    fn combine(&self, value: impl Fn(&SupportPoint) -> DVec3) -> DVec3 {
        (0..self.len).map(|i| value(&self.points[i]) * self.weights[i]).sum()
    }

    pub fn closest(&self) -> DVec3 {
        self.combine(|p| p.w)
    }

    pub fn witnesses(&self) -> (DVec3, DVec3) {
        (self.combine(|p| p.on_a), self.combine(|p| p.on_b))
    }

    /// The vertex or edge of polytope A that carries the closest point; `None` when it is a face or unclear.
    pub fn feature_on_a(&self, polytope: &Polytope<'_>) -> Option<Feature> {
        self.feature(0, polytope)
    }

    /// As [`Simplex::feature_on_a`], of polytope B.
    pub fn feature_on_b(&self, polytope: &Polytope<'_>) -> Option<Feature> {
        self.feature(1, polytope)
    }

    fn feature(&self, of: usize, polytope: &Polytope<'_>) -> Option<Feature> {
        let first = self.points[0].ids[of];
        let mut others = self.points[..self.len].iter().map(|p| p.ids[of]).filter(|&i| i != first);
        match (others.next(), others.next()) {
            (None, _) => Some(Feature::Vertex(first)),
            (Some(second), third) if third.is_none_or(|t| t == second) => {
                polytope.edge_between(first, second).map(|e| Feature::Edge(e as u16))
            }
            _ => None,
        }
    }

    /// Keeps the vertices that carry the closest point. True when the origin lies inside the tetrahedron.
    pub fn reduce(&mut self) -> bool {
        let w = self.points.map(|p| p.w);
        match self.len {
            0 => false,
            1 => {
                self.weights[0] = 1.0;
                false
            }
            2 => {
                self.keep(&[0, 1], segment(w[0], w[1]));
                false
            }
            3 => {
                let [a, b, c] = triangle(w[0], w[1], w[2]);
                self.keep(&[0, 1, 2], [a, b, c, 0.0]);
                false
            }
            _ => {
                let (indices, weights, inside) = tetrahedron(&w);
                self.keep(&indices, weights);
                inside
            }
        }
    }

    /// Takes the given vertices, without those of zero weight.
    fn keep(&mut self, indices: &[usize], weights: [f64; 4]) {
        let old = self.points;
        self.len = 0;
        for (k, &i) in indices.iter().enumerate() {
            if weights[k] > 0.0 {
                self.points[self.len] = old[i];
                self.weights[self.len] = weights[k];
                self.len += 1;
            }
        }
    }
}

/// Weights of the point of segment ab closest to the origin.
fn segment(a: DVec3, b: DVec3) -> [f64; 4] {
    let ab = b - a;
    let (t, length) = (-a.dot(ab), ab.length_squared());
    if t <= 0.0 || length <= 0.0 {
        [1.0, 0.0, 0.0, 0.0]
    } else if t >= length {
        [0.0, 1.0, 0.0, 0.0]
    } else {
        [1.0 - t / length, t / length, 0.0, 0.0]
    }
}

/// Weights of the point of triangle abc closest to the origin.
pub(crate) fn triangle(a: DVec3, b: DVec3, c: DVec3) -> [f64; 3] {
    let (ab, ac) = (b - a, c - a);
    let (d1, d2) = (-ab.dot(a), -ac.dot(a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let (d3, d4) = (-ab.dot(b), -ac.dot(b));
    if d3 >= 0.0 && d4 <= d3 {
        return [0.0, 1.0, 0.0];
    }
    let (d5, d6) = (-ab.dot(c), -ac.dot(c));
    if d6 >= 0.0 && d5 <= d6 {
        return [0.0, 0.0, 1.0];
    }
    // The area form through the normal keeps digits where d1·d4 − d3·d2 cancels.
    let n = ab.cross(ac);
    let size = n.length_squared();
    let (u, v, w) = (n.dot(b.cross(c)), n.dot(c.cross(a)), n.dot(a.cross(b)));
    if size <= 1e-24 * ab.length_squared() * ac.length_squared() || u <= 0.0 || v <= 0.0 || w <= 0.0 {
        return best_edge(a, b, c);
    }
    [u / size, v / size, w / size]
}

/// The best of the three edges: for the edge regions and for triangles without area.
fn best_edge(a: DVec3, b: DVec3, c: DVec3) -> [f64; 3] {
    let (ab, bc, ca) = (segment(a, b), segment(b, c), segment(c, a));
    let candidates = [[ab[0], ab[1], 0.0], [0.0, bc[0], bc[1]], [ca[1], 0.0, ca[0]]];
    let distance = |w: &[f64; 3]| (a * w[0] + b * w[1] + c * w[2]).length_squared();
    let mut best = candidates[0];
    for candidate in &candidates[1..] {
        if distance(candidate) < distance(&best) {
            best = *candidate;
        }
    }
    best
}

/// The face of the tetrahedron that is closest to the origin and sees it, or the inside.
fn tetrahedron(w: &[DVec3; 4]) -> ([usize; 4], [f64; 4], bool) {
    const FACES: [[usize; 4]; 4] = [[0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2], [1, 3, 2, 0]];
    let mut best: Option<(f64, [usize; 4], [f64; 4])> = None;
    let mut volumes = [0.0; 4];
    for (k, face) in FACES.iter().enumerate() {
        let [a, b, c, d] = face.map(|i| w[i]);
        let normal = (b - a).cross(c - a);
        let (origin_side, apex_side) = (-normal.dot(a), normal.dot(d - a));
        volumes[k] = origin_side * apex_side.signum();
        // A flat tetrahedron has no inside: every face is then looked at.
        let flat = apex_side.abs() <= 1e-13 * normal.length() * (d - a).length();
        if flat || origin_side * apex_side < 0.0 {
            let t = triangle(a, b, c);
            let distance = (a * t[0] + b * t[1] + c * t[2]).length_squared();
            if best.is_none_or(|b| distance < b.0) {
                best = Some((distance, *face, [t[0], t[1], t[2], 0.0]));
            }
        }
    }
    if let Some((_, face, weights)) = best {
        return (face, weights, false);
    }
    // Each vertex weighs as much as the tetrahedron between the origin and the opposite face.
    let total: f64 = volumes.iter().sum();
    let share = |k: usize| if total > 0.0 { volumes[k] / total } else { 0.25 };
    ([3, 1, 2, 0], [share(0), share(1), share(2), share(3)], true)
}
