//! The scalar rows that a manifold stands for, for who watches.

use super::super::{Row, RowId, RowKind, blank_row};
use super::{MAX_POINTS, Manifold};

impl Manifold {
    /// All of them, in the order in which they are solved.
    pub fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        let count = self.count as usize;
        let normals = (0..count).map(|point| self.row(0, point));
        let friction = if self.has_friction { count } else { 0 };
        normals.chain((0..friction).flat_map(|point| [self.row(1, point), self.row(2, point)]))
    }

    /// One of them: axis 0 is the normal, 1 and 2 are the tangents.
    pub fn row(&self, axis: usize, point: usize) -> Row {
        debug_assert!(point < MAX_POINTS, "a manifold has at most four points");
        let (arms, linear) = (&self.arms, self.axis(axis));
        let (angular_a, angular_b) = match axis {
            0 => (self.angular_a.get(point), self.angular_b.get(point)),
            _ => (arms.r_a.get(point).cross(linear), arms.r_b.get(point).cross(linear)),
        };
        let id = RowId::Contact { contact: self.contact, point: point as u8, axis: axis as u8 };
        let kind = if axis == 0 { RowKind::Normal } else { RowKind::Friction };
        let mut row = blank_row(id, kind, self.body_a, self.body_b, linear, angular_a, angular_b);
        row.inv_mass_a = self.inv_mass_a;
        row.inv_mass_b = self.inv_mass_b;
        row.delta_angular_a = self.turn_a[axis][point].into();
        row.delta_angular_b = self.turn_b[axis][point].into();
        row.set_effective_mass();
        row.lambda = self.lambda[axis][point];
        if axis == 0 {
            row.c = self.c[point];
            row.bias = self.bias[point];
            row.mass_scale = arms.mass_scale[point];
            row.impulse_scale = arms.impulse_scale[point];
            row.relax_bias = self.relax_bias[point];
            row.lambda_min = 0.0;
            row.approach = self.approach[point];
            row.restitution = self.restitution;
            row.is_bouncing = self.is_bouncing[point];
        } else {
            row.c = arms.drift[axis - 1][point];
            row.bias = arms.drift_bias[axis - 1][point];
            row.friction = self.friction;
            row.supposed_load = self.supposed_load.map(|load| load[point]);
            // Normals come first, then two tangents per point.
            row.rows_after_normal = self.count + point as u32 + axis as u32 - 1;
        }
        row
    }
}
