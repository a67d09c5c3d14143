//! The expanding polytope algorithm: how deep two overlapping cores are, and in which direction.
//!
//! van den Bergen, "Proximity queries and penetration depth computation on 3D game objects" (2001). A polytope inside
//! A − B grows at the face nearest to the origin until that face lies on the boundary of A − B. Double precision, and
//! for polytopes the end is exact: the face found is one of A − B itself.

use super::convex::{CorePair, SupportPoint};
use super::simplex::{Simplex, triangle};
use glam::DVec3;

/// Each step adds one support point; boxes need about ten.
const MAX_STEPS: usize = 200;

/// The answer of [`epa`], in A's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EpaOutput {
    /// Unit, from A to B: moving B along it by `depth` separates the cores.
    pub normal: DVec3,
    /// m, not negative.
    pub depth: f64,
    pub on_a: DVec3,
    pub on_b: DVec3,
    /// The triangle of A − B nearest to the origin.
    pub simplex: Simplex,
}

/// A face of the growing polytope.
#[derive(Clone, Copy)]
pub(crate) struct Triangle {
    pub vertices: [usize; 3],
    pub normal: DVec3,
    /// Of the plane from the origin, m; infinite for a triangle without area, which is then never the nearest.
    pub distance: f64,
}

/// What one step came to, for the views that walk through it.
pub(crate) struct EpaProgress<'a> {
    pub points: &'a [SupportPoint],
    pub faces: &'a [Triangle],
    /// The face nearest to the origin: the depth is at least its distance.
    pub nearest: &'a Triangle,
    /// The support point along its normal: the depth is at most the height of this.
    pub support: SupportPoint,
}

impl Triangle {
    /// Counter-clockwise seen from outside; `inside` is a point behind all faces.
    fn new(points: &[SupportPoint], vertices: [usize; 3]) -> Self {
        let [a, b, c] = vertices.map(|v| points[v].w);
        match (b - a).cross(c - a).try_normalize() {
            Some(normal) => Self { vertices, normal, distance: normal.dot(a) },
            None => Self { vertices, normal: DVec3::ZERO, distance: f64::INFINITY },
        }
    }
}

/// `start` is the simplex with which GJK found the overlap.
pub(crate) fn epa(pair: &CorePair<'_>, start: &Simplex) -> EpaOutput {
    epa_observed(pair, start, |_| {})
}

/// As [`epa`], bit for bit, and tells `observe` of every polytope with the support point against its nearest face.
pub(crate) fn epa_observed(
    pair: &CorePair<'_>,
    start: &Simplex,
    mut observe: impl FnMut(&EpaProgress<'_>),
) -> EpaOutput {
    let noise = 1e-12 * pair.scale;
    let mut points = match first_tetrahedron(pair, start) {
        Ok(points) => points,
        Err(normal) => return flat(start, normal),
    };
    let mut faces: Vec<Triangle> =
        [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]].into_iter().map(|v| Triangle::new(&points, v)).collect();
    let mut horizon: Vec<(usize, usize)> = Vec::new();
    let mut nearest = faces[0];
    for _ in 0..MAX_STEPS {
        nearest = faces[0];
        for f in &faces {
            if f.distance < nearest.distance {
                nearest = *f;
            }
        }
        let w = pair.support(nearest.normal);
        observe(&EpaProgress { points: &points, faces: &faces, nearest: &nearest, support: w });
        if w.w.dot(nearest.normal) - nearest.distance <= noise || points.iter().any(|p| p.ids == w.ids) {
            break;
        }
        // Faces that see the new point go; edges with one such face only are the horizon.
        horizon.clear();
        faces.retain(|f| {
            let sees = f.normal.dot(w.w) - f.distance > 0.01 * noise;
            if sees {
                for i in 0..3 {
                    let (from, to) = (f.vertices[i], f.vertices[(i + 1) % 3]);
                    match horizon.iter().position(|&e| e == (to, from)) {
                        Some(k) => {
                            horizon.swap_remove(k);
                        }
                        None => horizon.push((from, to)),
                    }
                }
            }
            !sees
        });
        points.push(w);
        let apex = points.len() - 1;
        faces.extend(horizon.iter().map(|&(from, to)| Triangle::new(&points, [from, to, apex])));
        if faces.is_empty() {
            break;
        }
    }
    // A face of A − B can have several triangles in one plane. The origin's foot lies in one of them, not
    // necessarily in the one that came out nearest by a rounding error.
    let foot = nearest.normal * nearest.distance;
    let (mut simplex, mut miss) = carrier(&points, &nearest, foot);
    for f in &faces {
        let is_coplanar =
            f.normal.dot(nearest.normal) > 1.0 - 1e-9 && f.distance - nearest.distance <= 1e-9 * pair.scale;
        if is_coplanar {
            let (other, other_miss) = carrier(&points, f, foot);
            if other_miss < miss {
                (simplex, miss) = (other, other_miss);
            }
        }
    }
    let (on_a, on_b) = simplex.witnesses();
    EpaOutput { normal: nearest.normal, depth: nearest.distance.max(0.0), on_a, on_b, simplex }
}

/// The triangle with the weights of its point closest to `foot`, and how far (squared) that is off.
fn carrier(points: &[SupportPoint], face: &Triangle, foot: DVec3) -> (Simplex, f64) {
    let [a, b, c] = face.vertices.map(|v| points[v]);
    let [u, v, w] = triangle(a.w - foot, b.w - foot, c.w - foot);
    let simplex = Simplex { points: [a, b, c, c], weights: [u, v, w, 0.0], len: 3 };
    (simplex, simplex.closest().distance_squared(foot))
}

/// Four support points that span a volume, starting with those of GJK; without volume, a direction across A − B.
fn first_tetrahedron(pair: &CorePair<'_>, start: &Simplex) -> Result<Vec<SupportPoint>, DVec3> {
    let far = 1e-9 * pair.scale;
    let mut points: Vec<SupportPoint> = start.points[..start.len].to_vec();
    if points.len() == 4 {
        let [a, b, c, d] = [points[0].w, points[1].w, points[2].w, points[3].w];
        let volume = (b - a).cross(c - a).dot(d - a);
        if volume.abs() <= far * (b - a).cross(c - a).length() {
            points.truncate(3);
        }
    }
    if points.is_empty() {
        points.push(pair.support(DVec3::Y));
    }
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let origin = points[0].w;
    if points.len() == 1 {
        let found = axes.iter().flat_map(|&d| [d, -d]).map(|d| pair.support(d)).find(|p| p.w.distance(origin) > far);
        points.push(found.ok_or(DVec3::Y)?);
    }
    let along = (points[1].w - origin).try_normalize().ok_or(DVec3::Y)?;
    let across = along.any_orthonormal_vector();
    let over = along.cross(across);
    if points.len() == 2 {
        let directions = [across, -across, over, -over];
        let found =
            directions.into_iter().map(|d| pair.support(d)).find(|p| (p.w - origin).cross(along).length() > far);
        points.push(found.ok_or(across)?);
    }
    let normal = along.cross(points[2].w - origin).try_normalize().ok_or(across)?;
    if points.len() == 3 {
        let found = [normal, -normal]
            .into_iter()
            .map(|d| pair.support(d))
            .max_by(|p, q| normal.dot(p.w - origin).abs().total_cmp(&normal.dot(q.w - origin).abs()));
        points.push(found.filter(|p| normal.dot(p.w - origin).abs() > far).ok_or(normal)?);
    }
    let [a, b, c, d] = [points[0].w, points[1].w, points[2].w, points[3].w];
    // Faces are listed for a fourth point below the first three.
    if (b - a).cross(c - a).dot(d - a) > 0.0 {
        points.swap(1, 2);
    }
    Ok(points)
}

/// A − B has no volume (two crossing segments, say): the depth is zero in the direction across it.
fn flat(start: &Simplex, normal: DVec3) -> EpaOutput {
    let (on_a, on_b) = start.witnesses();
    EpaOutput { normal, depth: 0.0, on_a, on_b, simplex: *start }
}
