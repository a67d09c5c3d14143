//! Vectors side by side: one of each kind per point of a manifold, so that the points are worked on at once.

use glam::{Mat4, Vec3A, Vec4};

use crate::math::{Mat3, Vec3};

/// Four vectors, by their components.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Lanes {
    pub x: Vec4,
    pub y: Vec4,
    pub z: Vec4,
}

impl Lanes {
    /// The same vector four times.
    #[inline]
    pub fn splat(v: Vec3) -> Self {
        Self { x: Vec4::splat(v.x), y: Vec4::splat(v.y), z: Vec4::splat(v.z) }
    }

    /// One vector per point; zero where there is none.
    #[inline]
    pub fn gather(count: usize, vector: impl Fn(usize) -> Vec3) -> Self {
        let column = |k: usize| if k < count { vector(k).extend(0.0) } else { Vec4::ZERO };
        // Written down one by one and read as a whole, numbers would make the processor wait.
        let rows = Mat4::from_cols(column(0), column(1), column(2), column(3)).transpose();
        Self { x: rows.x_axis, y: rows.y_axis, z: rows.z_axis }
    }

    /// One vector after the other.
    #[inline]
    pub fn split(&self) -> [Vec3A; 4] {
        let columns = Mat4::from_cols(self.x, self.y, self.z, Vec4::ZERO).transpose();
        [columns.x_axis, columns.y_axis, columns.z_axis, columns.w_axis].map(Vec3A::from_vec4)
    }

    #[inline]
    pub fn get(&self, k: usize) -> Vec3 {
        Vec3::new(self.x[k], self.y[k], self.z[k])
    }

    #[inline]
    pub fn dot(&self, v: Vec3) -> Vec4 {
        self.x * v.x + self.y * v.y + self.z * v.z
    }

    /// Each with its own.
    #[inline]
    pub fn dot_each(&self, other: &Self) -> Vec4 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// Each of them × `v`.
    #[inline]
    pub fn cross(&self, v: Vec3) -> Self {
        Self { x: self.y * v.z - self.z * v.y, y: self.z * v.x - self.x * v.z, z: self.x * v.y - self.y * v.x }
    }

    /// The matrix times each of them.
    #[inline]
    pub fn transformed(&self, m: &Mat3) -> Self {
        let row = |x: f32, y: f32, z: f32| self.x * x + self.y * y + self.z * z;
        Self {
            x: row(m.x_axis.x, m.y_axis.x, m.z_axis.x),
            y: row(m.x_axis.y, m.y_axis.y, m.z_axis.y),
            z: row(m.x_axis.z, m.y_axis.z, m.z_axis.z),
        }
    }

    /// Σ weight · vector.
    #[inline]
    pub fn weighted_sum(&self, weights: Vec4) -> Vec3 {
        Vec3::new(self.x.dot(weights), self.y.dot(weights), self.z.dot(weights))
    }
}

impl std::ops::Add for Lanes {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl std::ops::Sub for Lanes {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl std::ops::Mul<f32> for Lanes {
    type Output = Self;
    #[inline]
    fn mul(self, factor: f32) -> Self {
        Self { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;

    #[test]
    fn lanes_do_what_vectors_do_one_by_one() {
        let points: [Vec3; 3] = [Vec3::new(1.0, -2.0, 0.5), Vec3::new(0.3, 0.7, -4.0), Vec3::new(-9.0, 2.5, 1.25)];
        let v = Vec3::new(0.2, -1.3, 3.1);
        let m = Mat3::from_quat(Quat::from_scaled_axis(v));
        let lanes = Lanes::gather(points.len(), |k| points[k]);
        for (k, p) in points.into_iter().enumerate() {
            assert_eq!(lanes.dot(v)[k], p.dot(v));
            assert_eq!(lanes.cross(v).get(k), p.cross(v));
            assert_eq!(lanes.dot_each(&lanes.cross(v))[k], p.dot(p.cross(v)));
            assert!((lanes.transformed(&m).get(k) - m * p).length() < 1e-5);
            assert_eq!((lanes + Lanes::splat(v) * 2.0).get(k), p + v * 2.0);
            assert_eq!((lanes - Lanes::splat(v)).get(k), p - v);
        }
        assert_eq!(lanes.get(3), Vec3::ZERO);
        assert_eq!(lanes.split().map(Vec3::from), [points[0], points[1], points[2], Vec3::ZERO]);
        let sum = lanes.weighted_sum(Vec4::new(0.5, 0.25, 2.0, 9.0));
        assert!((sum - (points[0] * 0.5 + points[1] * 0.25 + points[2] * 2.0)).length() < 1e-5);
    }
}
