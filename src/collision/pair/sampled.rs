//! Contacts from sampled support points: step 2c and 3 of chapter 4 of the *Game Physics Pearls*.
//!
//! Around the normal N of each shape lie n directions N + (u cos φ + v sin φ) tan δ. Their support points are the
//! corners that the shape shows to the other one, up to a tilt of δ: a corner, an edge or a polygon. The two are
//! intersected in the plane across the normal, and each point of the intersection gets the separation of the two
//! support shapes above it. A corner that is missed tilts the body and is found in a later step.

use crate::collision::clip::Candidate;
use crate::collision::reduce::CandidateSet;
use crate::collision::sat::{Axis, PolytopePair};
use crate::collision::{CollideOptions, Feature, FeatureId, Manifold, ManifoldPoint, Sampling};
use crate::geometry::Polytope;
use crate::math::{Pose, Vec2, Vec3, tangent_basis};

/// Most directions, hence most corners.
pub(super) const MAX_SAMPLES: usize = 16;

/// A support shape in the contact plane: corners counter-clockwise, with their heights along the normal.
struct Flat {
    corners: [Corner; MAX_SAMPLES],
    count: usize,
}

#[derive(Clone, Copy, Default)]
struct Corner {
    at: Vec2,
    height: f32,
    vertex: u16,
}

/// A point of the intersection and the features that make it.
#[derive(Clone, Copy)]
struct Meeting {
    at: Vec2,
    feature: FeatureId,
}

/// Fills `manifold` with the contacts along the axis; false when the two support shapes miss each other.
pub(super) fn contacts(
    pair: &PolytopePair<'_>,
    axis: &Axis,
    pose_a: &Pose,
    options: &CollideOptions,
    sampling: &Sampling,
    manifold: &mut Manifold,
) -> bool {
    let n = axis.normal;
    let (u, v) = tangent_basis(n);
    let flat = |local: Vec3, vertex: usize| Corner {
        at: Vec2::new(u.dot(local), v.dot(local)),
        height: n.dot(local),
        vertex: vertex as u16,
    };
    let tolerance = (pair.tolerance * 10.0).powi(2);
    let a = Flat::of(sampling, tolerance, |side| {
        let i = pair.a.support(n + (u * side.x + v * side.y) * sampling.tangent);
        flat(pair.a.vertices[i], i)
    });
    let b = Flat::of(sampling, tolerance, |side| {
        let direction = -n + (u * side.x + v * side.y) * sampling.tangent;
        let i = pair.b.support(pair.b_from_a.transform_vector(direction));
        flat(pair.a_from_b.transform_point(pair.b.vertices[i]), i)
    });
    let faces =
        (pair.a.most_aligned_face(n) as u16, pair.b.most_aligned_face(pair.b_from_a.transform_vector(-n)) as u16);
    let mut found = CandidateSet::new(n);
    let mut lowest = f32::INFINITY;
    intersect(&a, &b, &pair.a, &pair.b, faces, |meeting| {
        let (low, high) = (a.height_at(meeting.at), b.height_at(meeting.at));
        let separation = high - low;
        lowest = lowest.min(separation);
        if separation <= options.max_separation {
            let position = u * meeting.at.x + v * meeting.at.y + n * high;
            found.push(Candidate { position, separation, feature: meeting.feature });
        }
    });
    if found.points().is_empty() {
        return false;
    }
    manifold.clear();
    manifold.normal = pose_a.transform_vector(n);
    for c in found.reduced(options.reduction) {
        manifold.push(ManifoldPoint {
            position: pose_a.transform_point(c.position - n * (0.5 * c.separation)),
            separation: c.separation,
            feature: c.feature,
        });
    }
    true
}

/// The vertices of one polytope that it shows along −`up` within the sampled cone (for half-spaces), in order.
pub(super) fn lowest_vertices(polytope: &Polytope<'_>, up: Vec3, sampling: &Sampling, mut each: impl FnMut(usize)) {
    let (u, v) = tangent_basis(up);
    let flat = Flat::of(sampling, 0.0, |side| {
        let vertex = polytope.support(-up + (u * side.x + v * side.y) * sampling.tangent);
        let at = polytope.vertices[vertex];
        Corner { at: Vec2::new(u.dot(at), v.dot(at)), height: 0.0, vertex: vertex as u16 }
    });
    flat.corners[..flat.count].iter().for_each(|c| each(usize::from(c.vertex)));
}

impl Flat {
    /// Samples all directions; a corner at the same place as the one before, or the last as the first, counts once.
    fn of(sampling: &Sampling, tolerance_squared: f32, support: impl Fn(Vec2) -> Corner) -> Self {
        let mut flat = Self { corners: [Corner::default(); MAX_SAMPLES], count: 0 };
        let n = (sampling.count as usize).clamp(3, MAX_SAMPLES);
        for k in 0..n {
            let (sin, cos) = (k as f32 * std::f32::consts::TAU / n as f32).sin_cos();
            let corner = support(Vec2::new(cos, sin));
            let is_known =
                |c: &Corner| c.vertex == corner.vertex || c.at.distance_squared(corner.at) <= tolerance_squared;
            if !flat.corners[..flat.count].iter().any(is_known) {
                flat.corners[flat.count] = corner;
                flat.count += 1;
            }
        }
        flat
    }

    /// Height of the support shape above a place: of the plane through its corners, along its edge, or of its corner.
    fn height_at(&self, at: Vec2) -> f32 {
        let corners = &self.corners[..self.count];
        match corners {
            [] => 0.0,
            [only] => only.height,
            [p, q] => {
                let along = q.at - p.at;
                let length = along.length_squared();
                let t = if length > 0.0 { (at - p.at).dot(along) / length } else { 0.5 };
                p.height + (q.height - p.height) * t
            }
            _ => {
                // Newell's normal: exact for flat polygons, a fair mean for others.
                let mut normal = Vec3::ZERO;
                let mut middle = (Vec2::ZERO, 0.0);
                for (i, p) in corners.iter().enumerate() {
                    let q = &corners[(i + 1) % corners.len()];
                    normal.x += (p.at.y - q.at.y) * (p.height + q.height);
                    normal.y += (p.height - q.height) * (p.at.x + q.at.x);
                    normal.z += (p.at.x - q.at.x) * (p.at.y + q.at.y);
                    middle.0 += p.at / corners.len() as f32;
                    middle.1 += p.height / corners.len() as f32;
                }
                if normal.z.abs() <= 1e-9 {
                    middle.1
                } else {
                    middle.1 - normal.truncate().dot(at - middle.0) / normal.z
                }
            }
        }
    }

    fn edge(&self, i: usize) -> (Corner, Corner) {
        (self.corners[i], self.corners[(i + 1) % self.count])
    }
}

/// Calls `emit` for every point of the intersection of two support shapes.
fn intersect(
    a: &Flat,
    b: &Flat,
    polytope_a: &Polytope<'_>,
    polytope_b: &Polytope<'_>,
    faces: (u16, u16),
    mut emit: impl FnMut(Meeting),
) {
    let edge = |p: &Polytope<'_>, (from, to): (Corner, Corner)| {
        // Corners that share no edge of the hull span a chord, numbered by its ends.
        let chord = || usize::from(from.vertex.min(to.vertex)) << 7 | usize::from(from.vertex.max(to.vertex) & 0x7f);
        Feature::Edge(p.edge_between(from.vertex, to.vertex).unwrap_or_else(chord) as u16)
    };
    let corner_a =
        |c: &Corner| Meeting { at: c.at, feature: FeatureId::new(Feature::Vertex(c.vertex), Feature::Face(faces.1)) };
    let corner_b =
        |c: &Corner| Meeting { at: c.at, feature: FeatureId::new(Feature::Face(faces.0), Feature::Vertex(c.vertex)) };
    // A corner meets the other feature's line or plane, wherever it is.
    if a.count == 1 || b.count == 1 {
        emit(if a.count == 1 { corner_a(&a.corners[0]) } else { corner_b(&b.corners[0]) });
        return;
    }
    a.corners[..a.count].iter().filter(|c| b.holds(c.at)).for_each(|c| emit(corner_a(c)));
    b.corners[..b.count].iter().filter(|c| a.holds(c.at)).for_each(|c| emit(corner_b(c)));
    for i in 0..a.edge_count() {
        for j in 0..b.edge_count() {
            let (p, q) = (a.edge(i), b.edge(j));
            if let Some(at) = crossing(p.0.at, p.1.at, q.0.at, q.1.at) {
                emit(Meeting { at, feature: FeatureId::new(edge(polytope_a, p), edge(polytope_b, q)) });
            }
        }
    }
}

impl Flat {
    fn edge_count(&self) -> usize {
        if self.count == 2 { 1 } else { self.count }
    }

    /// Whether a place lies inside the polygon, or on the edge to within rounding of its size.
    fn holds(&self, at: Vec2) -> bool {
        let corners = &self.corners[..self.count];
        if self.count == 2 {
            let along = corners[1].at - corners[0].at;
            let offset = at - corners[0].at;
            let (t, length) = (offset.dot(along), along.length_squared());
            return (0.0..=length).contains(&t) && offset.perp_dot(along).abs() <= 1e-4 * length;
        }
        (0..self.count).all(|i| {
            let (p, q) = self.edge(i);
            let side = q.at - p.at;
            side.perp_dot(at - p.at) >= -1e-5 * side.length_squared()
        })
    }
}

/// Where two segments cross; `None` when they miss or run along each other.
fn crossing(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> Option<Vec2> {
    let (r, s) = (b - a, d - c);
    let denominator = r.perp_dot(s);
    if denominator.abs() <= 1e-6 * (r.length_squared() * s.length_squared()).sqrt() {
        return None;
    }
    let t = (c - a).perp_dot(s) / denominator;
    let w = (c - a).perp_dot(r) / denominator;
    // The ends belong to the corners, which are asked one by one.
    let open = 1e-5..=1.0 - 1e-5;
    (open.contains(&t) && open.contains(&w)).then(|| a + r * t)
}
