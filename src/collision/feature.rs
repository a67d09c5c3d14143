//! Feature ids: which corner, edge or face of A meets which of B.

use std::fmt;

/// A part of one shape's boundary. A sphere counts as one vertex, a capsule as two vertices (0 lower, 1 upper) and
/// the edge between them, a half-space as face 0. Numbers of boxes and hulls are those of their [`Polytope`] view.
///
/// [`Polytope`]: crate::geometry::Polytope
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    Vertex(u16),
    Edge(u16),
    Face(u16),
}

/// A packed pair of features.
///
/// It names the physical meeting place and not the way in which it was found: a corner of B on a face of A has the
/// same id whether A's or B's face was the reference, so accumulated impulses survive a change of reference face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureId(pub u32);

/// Bits for one feature: two for its kind, fourteen for its number (a hull of 256 vertices has at most 762 edges).
const INDEX_BITS: u32 = 14;

impl Feature {
    const fn pack(self) -> u32 {
        let (kind, index) = match self {
            Self::Vertex(i) => (0, i),
            Self::Edge(i) => (1, i),
            Self::Face(i) => (2, i),
        };
        kind << INDEX_BITS | (index as u32 & ((1 << INDEX_BITS) - 1))
    }

    fn label(self, shape: char) -> String {
        match self {
            Self::Vertex(i) => format!("v{shape}{i}"),
            Self::Edge(i) => format!("e{shape}{i}"),
            Self::Face(i) => format!("f{shape}{i}"),
        }
    }

    const fn unpack(bits: u32) -> Self {
        let index = (bits & ((1 << INDEX_BITS) - 1)) as u16;
        match bits >> INDEX_BITS & 3 {
            0 => Self::Vertex(index),
            1 => Self::Edge(index),
            _ => Self::Face(index),
        }
    }
}

impl FeatureId {
    pub const fn new(on_a: Feature, on_b: Feature) -> Self {
        Self(on_a.pack() << 16 | on_b.pack())
    }

    /// The features of A and of B.
    pub const fn features(self) -> (Feature, Feature) {
        (Feature::unpack(self.0 >> 16), Feature::unpack(self.0 & 0xffff))
    }

    /// The same meeting place when A and B change their names.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self(self.0.rotate_left(16))
    }
}

impl fmt::Display for FeatureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, b) = self.features();
        let cross = matches!((a, b), (Feature::Edge(_), Feature::Edge(_)));
        write!(f, "{}{}{}", a.label('A'), if cross { "×" } else { "·" }, b.label('B'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_well_and_survive_packing_and_swapping() {
        let id = FeatureId::new(Feature::Face(3), Feature::Vertex(2));
        assert_eq!(id.to_string(), "fA3·vB2");
        assert_eq!(id.swapped().to_string(), "vA2·fB3");
        assert_eq!(id.swapped().swapped(), id);
        assert_eq!(FeatureId::new(Feature::Edge(2), Feature::Edge(5)).to_string(), "eA2×eB5");
        assert_eq!(id.features(), (Feature::Face(3), Feature::Vertex(2)));
    }
}
