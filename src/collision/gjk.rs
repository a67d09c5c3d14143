//! GJK: the distance between two convex cores and the points where it is attained.
//!
//! Chapter 5 of the *Game Physics Pearls* (van den Bergen): v runs over points of A − B towards the one closest to
//! the origin; |v| is an upper bound of the distance and v·w/|v| a lower one.

use super::convex::{CorePair, SupportPoint};
use super::simplex::Simplex;
use glam::DVec3;

/// Random pairs of hulls need fewer than 20; the limit is there for rounding only.
const MAX_ITERATIONS: u32 = 64;

/// The answer of [`gjk`], in A's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GjkOutput {
    /// Between the cores, m; zero when they overlap.
    pub distance: f64,
    /// Closest points; when overlapping, a common point.
    pub on_a: DVec3,
    pub on_b: DVec3,
    /// The simplex that carries them: EPA starts from it.
    pub simplex: Simplex,
    pub overlapping: bool,
    pub iterations: u32,
}

impl GjkOutput {
    /// Unit vector from A to B, or `None` when the cores overlap or touch.
    pub fn normal(&self) -> Option<DVec3> {
        if self.overlapping { None } else { (self.on_b - self.on_a).try_normalize() }
    }
}

/// Cores closer than this share of their size count as overlapping: below it the direction of v is rounding noise.
const TOUCHING: f64 = 1e-10;

/// What one iteration came to, for the views that walk through it.
pub(crate) struct GjkProgress<'a> {
    /// The vertices that carry the point closest to the origin.
    pub simplex: &'a Simplex,
    /// The support point that was asked for next, and its bound: no point of A − B is nearer than this, m.
    pub support: SupportPoint,
    pub lower: f64,
}

pub(crate) fn gjk(pair: &CorePair<'_>) -> GjkOutput {
    gjk_observed(pair, |_| {})
}

/// As [`gjk`], bit for bit, and tells `observe` of every simplex with the support point against it.
pub(crate) fn gjk_observed(pair: &CorePair<'_>, mut observe: impl FnMut(&GjkProgress<'_>)) -> GjkOutput {
    let start = pair.center_difference();
    let mut simplex = Simplex::default();
    simplex.push(pair.support(if start == DVec3::ZERO { DVec3::NEG_Y } else { -start }));
    let mut overlapping = simplex.reduce();
    let mut v = simplex.closest();
    let mut iterations = 0;
    while iterations < MAX_ITERATIONS && !overlapping {
        iterations += 1;
        let size = v.length_squared();
        if size <= (TOUCHING * pair.scale).powi(2) {
            overlapping = true;
            break;
        }
        let w = pair.support(-v);
        observe(&GjkProgress { simplex: &simplex, support: w, lower: v.dot(w.w) / size.sqrt() });
        // A point seen before cannot bring the origin nearer: rounding has the last word.
        if size - v.dot(w.w) <= 1e-13 * size || simplex.contains(w.ids) {
            break;
        }
        let previous = simplex;
        simplex.push(w);
        overlapping = simplex.reduce();
        let next = simplex.closest();
        if !overlapping && next.length_squared() >= size {
            simplex = previous;
            break;
        }
        v = next;
    }
    let (on_a, on_b) = simplex.witnesses();
    let distance = if overlapping { 0.0 } else { v.length() };
    GjkOutput { distance, on_a, on_b, simplex, overlapping, iterations }
}
