//! Axis-aligned bounds: the only thing the broad phase sees of a collider.

use crate::math::Vec3;

/// A closed box with edges along the world axes; touching boxes overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Smallest coordinates, m.
    pub min: Vec3,
    /// Largest coordinates, m.
    pub max: Vec3,
}

impl Aabb {
    pub const fn new(min: Vec3, max: Vec3) -> Self {
        Self { min, max }
    }

    /// The box around `center` that reaches `half_extents` (m, not negative) to both sides.
    #[inline]
    pub fn from_center(center: Vec3, half_extents: Vec3) -> Self {
        Self { min: center - half_extents, max: center + half_extents }
    }

    /// The tight box around `points`, or `None` for no points.
    pub fn from_points(points: &[Vec3]) -> Option<Self> {
        let (&first, rest) = points.split_first()?;
        Some(rest.iter().fold(Self::new(first, first), |b, &p| Self::new(b.min.min(p), b.max.max(p))))
    }

    /// The smallest box that contains both.
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// All sides moved outwards by `margin` (m). A negative margin shrinks the box; an axis that would turn inside
    /// out collapses to its centre instead, so the result is always a valid box.
    #[inline]
    pub fn expanded(&self, margin: f32) -> Self {
        let (min, max) = (self.min - Vec3::splat(margin), self.max + Vec3::splat(margin));
        if margin >= 0.0 {
            return Self { min, max };
        }
        let center = self.center();
        Self { min: min.min(center), max: max.max(center) }
    }

    /// True when the boxes share at least a point.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// True when `other` lies inside, borders included.
    #[inline]
    pub fn contains(&self, other: &Self) -> bool {
        self.min.cmple(other.min).all() && other.max.cmple(self.max).all()
    }

    #[inline]
    pub fn contains_point(&self, point: Vec3) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    #[inline]
    pub fn translated(&self, offset: Vec3) -> Self {
        Self { min: self.min + offset, max: self.max + offset }
    }

    /// Bounds of the whole motion when the box travels by `displacement` (m) without turning.
    #[inline]
    pub fn swept(&self, displacement: Vec3) -> Self {
        self.union(&self.translated(displacement))
    }

    /// The middle, m. Halved before adding, so that bounds near the largest float do not overflow.
    #[inline]
    pub fn center(&self) -> Vec3 {
        0.5 * self.min + 0.5 * self.max
    }

    /// Edge lengths, m.
    #[inline]
    pub fn extents(&self) -> Vec3 {
        self.max - self.min
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_negative_margin_never_turns_an_axis_inside_out() {
        let b = Aabb::new(Vec3::new(0.0, 0.0, 0.0), Vec3::new(1.0, 4.0, 1.0)).expanded(-1.0);
        assert_eq!(b, Aabb::new(Vec3::new(0.5, 1.0, 0.5), Vec3::new(0.5, 3.0, 0.5)));
        assert_eq!(b.expanded(0.5).extents(), Vec3::new(1.0, 3.0, 1.0));
    }

    #[test]
    fn touching_counts_as_overlap_and_sweeping_covers_both_ends() {
        let a = Aabb::from_center(Vec3::ZERO, Vec3::ONE);
        let b = a.translated(Vec3::new(2.0, 0.0, 0.0));
        assert!(a.overlaps(&b) && !a.overlaps(&b.translated(Vec3::new(1e-3, 0.0, 0.0))));
        let path = a.swept(Vec3::new(5.0, -3.0, 0.0));
        assert!(path.contains(&a) && path.contains(&a.translated(Vec3::new(5.0, -3.0, 0.0))));
        assert_eq!(path.extents(), Vec3::new(7.0, 5.0, 2.0));
    }
}
