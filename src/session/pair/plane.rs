//! The contact seen along its normal: a plane with two axes, the outline of the contact points, and where the weight of
//! the bodies comes down on it.

use super::PairView;
use crate::math::{Vec2, Vec3, tangent_basis};
use crate::session::Run;

/// Where a body's weight meets the plane of the contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BalancePoint {
    pub body: u32,
    /// On the plane, m.
    pub at: Vec2,
    /// To the outline of the contact points, m: positive inside, negative outside. A body that rests on this contact
    /// alone tips over when it is negative.
    pub margin: f32,
}

/// A plane through the contact, across the normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPlane {
    /// World, m.
    pub origin: Vec3,
    /// Unit, from A to B.
    pub normal: Vec3,
    pub axes: [Vec3; 2],
}

impl ContactPlane {
    /// Through the middle of the manifold; `None` where the pair does not touch.
    pub fn of(view: &PairView) -> Option<Self> {
        let points = view.manifold.points();
        let middle = points.iter().map(|p| p.position).sum::<Vec3>() / points.len().max(1) as f32;
        let normal = view.manifold.normal;
        let (u, v) = tangent_basis(normal);
        (!points.is_empty()).then_some(Self { origin: middle, normal, axes: [u, v] })
    }

    /// Coordinates of a world point on the plane, m.
    pub fn flat(&self, point: Vec3) -> Vec2 {
        let offset = point - self.origin;
        Vec2::new(offset.dot(self.axes[0]), offset.dot(self.axes[1]))
    }

    /// The outline of points on the plane, counter-clockwise: their convex hull.
    pub fn outline(points: &[Vec2]) -> Vec<Vec2> {
        let mut sorted = points.to_vec();
        sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        sorted.dedup();
        if sorted.len() < 3 {
            return sorted;
        }
        let half = |points: &mut dyn Iterator<Item = Vec2>| {
            let mut chain: Vec<Vec2> = Vec::new();
            for p in points {
                while let [.., a, b] = chain[..]
                    && (b - a).perp_dot(p - b) <= 0.0
                {
                    chain.pop();
                }
                chain.push(p);
            }
            chain.pop();
            chain
        };
        let mut outline = half(&mut sorted.iter().copied());
        outline.extend(half(&mut sorted.iter().rev().copied()));
        outline
    }

    /// Distance of a point to the sides of an outline, m: positive inside.
    pub fn margin(outline: &[Vec2], point: Vec2) -> f32 {
        let mut nearest = f32::INFINITY;
        let mut is_inside = outline.len() >= 3;
        for (k, &a) in outline.iter().enumerate() {
            let b = outline[(k + 1) % outline.len()];
            let side = b - a;
            let t =
                if side == Vec2::ZERO { 0.0 } else { ((point - a).dot(side) / side.length_squared()).clamp(0.0, 1.0) };
            nearest = nearest.min(point.distance(a + side * t));
            is_inside &= side.perp_dot(point - a) >= 0.0;
        }
        if is_inside { nearest } else { -nearest }
    }

    /// Centres of mass of the bodies that can move, carried along gravity onto the plane. A body whose weight runs along
    /// the plane has no such point.
    pub fn balance(&self, run: &Run, view: &PairView) -> Vec<BalancePoint> {
        let points: Vec<Vec2> = view.manifold.points().iter().map(|p| self.flat(p.position)).collect();
        let outline = Self::outline(&points);
        let gravity = run.header().gravity.normalize_or_zero();
        let across = gravity.dot(self.normal);
        if across.abs() < 0.02 {
            return Vec::new();
        }
        let bodies = [view.a.body, view.b.body];
        let moving = bodies
            .into_iter()
            .filter(|&id| run.header().body(id).is_some_and(|info| info.kind == crate::instrument::BodyKind::Dynamic));
        moving
            .filter_map(|body| {
                let center = run.record().body(body)?.position;
                let way = (self.origin - center).dot(self.normal) / across;
                let at = self.flat(center + gravity * way);
                Some(BalancePoint { body, at, margin: Self::margin(&outline, at) })
            })
            .collect()
    }
}
