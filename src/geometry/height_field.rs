//! A height field: ground given by heights on a grid, as a solid.
//!
//! It is cut into convex prisms, one per cell where the four corners lie in a plane and two where they do not, all with the
//! same flat underside. So every pair of shapes that the narrow phase knows works on ground as well, a body that has sunk in
//! is still inside of something, and seams are left to the filter of internal edges, as with any other floor of parts.

use super::ConvexHull;
use super::convex_hull::HullError;
use crate::math::{Pose, Vec3};

/// Heights over a rectangle in the plane y = 0, with its middle at the origin.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightField {
    /// Along x and z, m.
    pub size: [f32; 2],
    /// Samples along x.
    pub columns: usize,
    /// `columns` heights along x, then the next row along z, m. At least two rows.
    pub heights: Vec<f32>,
}

/// Corners of a cell that are off their common plane by less than this share of its width count as flat.
const FLAT: f32 = 1e-5;

impl HeightField {
    /// Samples along z.
    pub fn rows(&self) -> usize {
        self.heights.len() / self.columns.max(1)
    }

    /// From one sample to the next along x and z, m.
    pub fn step(&self) -> [f32; 2] {
        [self.size[0] / (self.columns - 1) as f32, self.size[1] / (self.rows() - 1) as f32]
    }

    /// A sample, m.
    pub fn sample(&self, column: usize, row: usize) -> Vec3 {
        let [dx, dz] = self.step();
        let (x, z) = (column as f32 * dx - 0.5 * self.size[0], row as f32 * dz - 0.5 * self.size[1]);
        Vec3::new(x, self.heights[row * self.columns + column], z)
    }

    /// The parts of the solid, each about the middle of its cell with its place in the field's frame.
    ///
    /// # Errors
    /// When a cell is too steep or too thin for single precision; says so.
    pub fn prisms(&self) -> Result<Vec<(Pose, ConvexHull)>, HullError> {
        let [dx, dz] = self.step();
        let lowest = self.heights.iter().copied().fold(f32::INFINITY, f32::min);
        // Deep enough for a body that hits the lowest place hard to be pushed out upwards.
        let floor = lowest - dx.max(dz);
        let mut prisms = Vec::new();
        for row in 0..self.rows() - 1 {
            for column in 0..self.columns - 1 {
                let corner = |right: usize, down: usize| self.sample(column + right, row + down);
                let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)];
                let middle = (a + d) * 0.5;
                let center = Vec3::new(middle.x, 0.5 * (middle.y + floor), middle.z);
                let twist = (a.y + d.y - b.y - c.y).abs();
                let tops: &[&[Vec3]] =
                    if twist <= FLAT * dx.min(dz) { &[&[a, b, d, c]] } else { &[&[a, b, d], &[a, d, c]] };
                for top in tops {
                    let bottom = top.iter().map(|p| Vec3::new(p.x, floor, p.z));
                    let points: Vec<Vec3> = top.iter().copied().chain(bottom).map(|p| p - center).collect();
                    prisms.push((Pose::from_translation(center), ConvexHull::from_points(&points)?));
                }
            }
        }
        Ok(prisms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Ray;
    use crate::geometry::Shape;
    use std::sync::Arc;

    fn height_of(prisms: &[(Pose, ConvexHull)], x: f32, z: f32) -> Option<f32> {
        let ray = Ray { origin: Vec3::new(x, 100.0, z), direction: Vec3::NEG_Y, max_distance: 1000.0 };
        let hits = prisms.iter().filter_map(|(pose, hull)| {
            Shape::Hull(Arc::new(hull.clone())).ray_cast(pose, &ray).map(|hit| 100.0 - hit.distance)
        });
        hits.reduce(f32::max)
    }

    #[test]
    fn a_plane_needs_one_prism_per_cell_and_is_as_high_as_it_says() {
        let heights = (0..12).map(|i| 0.5 * (i % 4) as f32 - 0.25 * (i / 4) as f32).collect();
        let field = HeightField { size: [6.0, 4.0], columns: 4, heights };
        let prisms = field.prisms().unwrap();
        assert_eq!(prisms.len(), 6);
        // 0.25 m up per metre along x, 0.125 m down per metre along z.
        for (x, z) in [(-2.9, -1.9), (0.3, 0.7), (2.5, 1.5), (-1.0, 0.0)] {
            let expected = 0.25 * (x + 3.0) - 0.125 * (z + 2.0);
            let found = height_of(&prisms, x, z).unwrap();
            assert!((found - expected).abs() < 1e-4, "{found} at {x}, {z}; {expected} expected");
        }
        assert_eq!(height_of(&prisms, 3.5, 0.0), None, "it ends at its edge");
    }

    #[test]
    fn a_bent_cell_is_cut_along_its_diagonal_and_meets_its_samples() {
        let field =
            HeightField { size: [2.0, 2.0], columns: 3, heights: vec![0.0, 1.0, 0.2, 0.7, 2.0, 0.1, 0.0, 0.5, 3.0] };
        let prisms = field.prisms().unwrap();
        assert_eq!(prisms.len(), 8);
        for row in 0..3 {
            for column in 0..3 {
                let p = field.sample(column, row) * Vec3::new(0.999, 1.0, 0.999);
                let found = height_of(&prisms, p.x, p.z).unwrap();
                assert!((found - p.y).abs() < 0.01, "{found} at {p}");
            }
        }
        // Along the diagonal of the first cell the ground is straight.
        assert!((height_of(&prisms, -0.5, -0.5).unwrap() - 1.0).abs() < 1e-3);
    }
}
