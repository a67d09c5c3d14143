//! Reduction: four points that hold a body as well as all of them.

use super::Reduction;
use super::clip::Candidate;
use crate::math::{Vec3, tangent_basis};

/// Collects found contacts. When more than fit have come it thins them out and goes on, so any polygon may be fed in.
#[derive(Clone, Debug)]
pub(crate) struct CandidateSet {
    points: [Candidate; 32],
    len: usize,
    /// Of the reference face, in its shape's frame.
    normal: Vec3,
}

impl CandidateSet {
    pub fn new(normal: Vec3) -> Self {
        Self { points: [Candidate::default(); 32], len: 0, normal }
    }

    pub fn push(&mut self, candidate: Candidate) {
        if self.len == self.points.len() {
            self.len = reduce(&mut self.points, self.normal, Reduction::None);
        }
        self.points[self.len] = candidate;
        self.len += 1;
    }

    pub fn points(&self) -> &[Candidate] {
        &self.points[..self.len]
    }

    pub fn lowest(&self) -> Option<f32> {
        self.points().iter().map(|p| p.separation).reduce(f32::min)
    }

    /// The points worth keeping.
    pub fn reduced(&mut self, reduction: Reduction) -> &mut [Candidate] {
        self.len = reduce(&mut self.points[..self.len], self.normal, reduction);
        &mut self.points[..self.len]
    }
}

/// Moves the points worth keeping to the front of `points` and returns their number.
///
/// `normal` and the points are in the reference shape's frame, so the choice turns with the shape. The first point is
/// extreme along a fixed direction that is askew to everything a box has; the others follow by distance and area.
/// Two equal boxes turned by 45° make a regular octagon with eight equal depths: starting from the deepest would pick
/// another four with every rounding; this start has a margin of a seventh of the radius.
fn reduce(points: &mut [Candidate], normal: Vec3, reduction: Reduction) -> usize {
    let limit = match reduction {
        Reduction::None => super::MAX_MANIFOLD_POINTS,
        Reduction::FourPoints => 4,
    };
    if points.len() <= limit {
        return points.len();
    }
    let (u, v) = tangent_basis(normal);
    let mut kept = 0;
    match reduction {
        Reduction::FourPoints => four_points(points, normal, u, v, &mut kept),
        Reduction::None => {
            for k in 0..limit {
                let angle = ASKEW + k as f32 * (std::f32::consts::TAU / limit as f32);
                let direction = u * angle.cos() + v * angle.sin();
                take_best(points, &mut kept, |p| p.position.dot(direction), f32::NEG_INFINITY);
            }
        }
    }
    keep_deepest(points, kept);
    kept
}

/// Direction of the first point within the tangent plane, rad.
const ASKEW: f32 = 0.3;

fn four_points(points: &mut [Candidate], normal: Vec3, u: Vec3, v: Vec3, kept: &mut usize) {
    let direction = u * ASKEW.cos() + v * ASKEW.sin();
    take_best(points, kept, |p| p.position.dot(direction), f32::NEG_INFINITY);
    let first = points[0].position;
    take_best(points, kept, |p| flat_distance(p.position, first, normal), 0.0);
    if *kept < 2 {
        return;
    }
    // Signed area to the left and to the right of the line through the first two. Slivers hold nothing.
    let along = points[1].position - first;
    let sliver = 1e-4 * along.length_squared();
    let area = |p: &Candidate| normal.dot(along.cross(p.position - first));
    take_best(points, kept, area, sliver);
    take_best(points, kept, |p| -area(p), sliver);
    if *kept == 3 {
        // All on one side: the fourth adds most area outside the triangle.
        let corners = [points[0].position, points[1].position, points[2].position];
        let turn = normal.dot(along.cross(corners[2] - first)).signum();
        let outside = |p: &Candidate| {
            let side = |a: Vec3, b: Vec3| -turn * normal.dot((b - a).cross(p.position - a));
            side(corners[1], corners[2]).max(side(corners[2], corners[0]))
        };
        take_best(points, kept, outside, sliver);
    }
}

/// Moves the point with the highest score above `floor` to the end of the kept ones.
fn take_best(points: &mut [Candidate], kept: &mut usize, score: impl Fn(&Candidate) -> f32, floor: f32) {
    let mut best = (floor, None);
    for (i, p) in points.iter().enumerate().skip(*kept) {
        let s = score(p);
        if s > best.0 {
            best = (s, Some(i));
        }
    }
    if let Some(i) = best.1 {
        points.swap(*kept, i);
        *kept += 1;
    }
}

fn flat_distance(p: Vec3, q: Vec3, normal: Vec3) -> f32 {
    let d = p - q;
    let height = d.dot(normal);
    d.length_squared() - height * height
}

/// The deepest point must stay. If it was left out by more than rounding, it replaces its nearest kept neighbour.
fn keep_deepest(points: &mut [Candidate], kept: usize) {
    let deepest = |range: &[Candidate]| {
        let mut best = 0;
        for (i, p) in range.iter().enumerate() {
            if p.separation < range[best].separation {
                best = i;
            }
        }
        best
    };
    if kept == 0 {
        return;
    }
    let (all, own) = (deepest(points), deepest(&points[..kept]));
    let size = points.iter().map(|p| p.position.distance(points[0].position)).fold(0.0, f32::max);
    if points[all].separation >= points[own].separation - 1e-5 * size {
        return;
    }
    let target = points[all].position;
    let mut nearest = 0;
    for i in 1..kept {
        if points[i].position.distance_squared(target) < points[nearest].position.distance_squared(target) {
            nearest = i;
        }
    }
    points.swap(nearest, all);
}
