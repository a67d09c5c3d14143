//! The contact manifold: up to eight points that share one normal.

use super::FeatureId;
use crate::math::Vec3;

/// Enough for two quadrilaterals; larger polygons are reduced.
pub const MAX_MANIFOLD_POINTS: usize = 8;

/// One place where two shapes touch or nearly touch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ManifoldPoint {
    /// World space, midway between the two surfaces, m.
    pub position: Vec3,
    /// Distance of the surfaces along the normal, m; negative when overlapping, positive for a speculative contact.
    pub separation: f32,
    /// Which features meet; the same over the steps while they stay the same.
    pub feature: FeatureId,
}

/// Contact points of one pair. Holds its points in place: collecting contacts never allocates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Manifold {
    /// Unit vector from A to B, world space. Meaningless without points.
    pub normal: Vec3,
    points: [ManifoldPoint; MAX_MANIFOLD_POINTS],
    count: u8,
}

impl Manifold {
    pub fn points(&self) -> &[ManifoldPoint] {
        &self.points[..usize::from(self.count)]
    }

    pub fn points_mut(&mut self) -> &mut [ManifoldPoint] {
        &mut self.points[..usize::from(self.count)]
    }

    /// Adds a point; false when there is no room left.
    pub fn push(&mut self, point: ManifoldPoint) -> bool {
        let has_room = usize::from(self.count) < MAX_MANIFOLD_POINTS;
        if has_room {
            self.points[usize::from(self.count)] = point;
            self.count += 1;
        }
        has_room
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// Smallest separation, m; `None` without points.
    pub fn deepest(&self) -> Option<f32> {
        self.points().iter().map(|p| p.separation).reduce(f32::min)
    }

    /// What the manifold would be if A and B changed their names.
    pub fn flip(&mut self) {
        self.normal = -self.normal;
        for p in self.points_mut() {
            p.feature = p.feature.swapped();
        }
    }
}
