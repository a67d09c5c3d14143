//! Inertia tensors: moving them between frames, their principal axes, and the box that has them.

use glam::{Mat3, Quat, Vec3};

/// The tensor `inertia` (given in a frame's own axes) in the axes that `rotation` turns them into: R I Rᵀ.
#[inline]
pub fn rotate_inertia(rotation: Quat, inertia: &Mat3) -> Mat3 {
    let r = Mat3::from_quat(rotation);
    r * *inertia * r.transpose()
}

/// Parallel-axis theorem: the tensor about a point that lies `offset` away from the centre of mass.
#[inline]
pub fn translate_inertia(inertia: &Mat3, mass: f32, offset: Vec3) -> Mat3 {
    let outer = Mat3::from_cols(offset * offset.x, offset * offset.y, offset * offset.z);
    *inertia + (Mat3::from_diagonal(Vec3::splat(offset.length_squared())) - outer) * mass
}

/// Principal moments (ascending order is not promised) and the rotation from principal axes to the tensor's.
///
/// Cyclic Jacobi rotations in double precision: exact for diagonal tensors, and good to single precision after
/// a few sweeps for any symmetric one.
pub fn diagonalise(inertia: &Mat3) -> (Vec3, Quat) {
    let m = inertia.as_dmat3();
    let mut a = [
        [m.x_axis.x, m.y_axis.x, m.z_axis.x],
        [m.y_axis.x, m.y_axis.y, m.z_axis.y],
        [m.z_axis.x, m.z_axis.y, m.z_axis.z],
    ];
    let mut v = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0_f64]];
    for _ in 0..16 {
        let off = a[0][1].abs() + a[0][2].abs() + a[1][2].abs();
        if off <= 1e-14 * (a[0][0].abs() + a[1][1].abs() + a[2][2].abs()) {
            break;
        }
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if a[p][q] == 0.0 {
                continue;
            }
            let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
            let t = 1.0_f64.copysign(theta) / (theta.abs() + (theta * theta + 1.0).sqrt());
            let c = 1.0 / (t * t + 1.0).sqrt();
            let s = t * c;
            for k in 0..3 {
                let (kp, kq) = (a[k][p], a[k][q]);
                a[k][p] = c * kp - s * kq;
                a[k][q] = s * kp + c * kq;
            }
            for k in 0..3 {
                let (pk, qk) = (a[p][k], a[q][k]);
                a[p][k] = c * pk - s * qk;
                a[q][k] = s * pk + c * qk;
            }
            for row in &mut v {
                let (kp, kq) = (row[p], row[q]);
                row[p] = c * kp - s * kq;
                row[q] = s * kp + c * kq;
            }
        }
    }
    let column = |k: usize| Vec3::new(v[0][k] as f32, v[1][k] as f32, v[2][k] as f32);
    let (x, y) = (column(0), column(1));
    let rotation = Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y))).normalize();
    (Vec3::new(a[0][0] as f32, a[1][1] as f32, a[2][2] as f32), rotation)
}

/// The solid box of uniform density with a given mass and inertia: how Jitterscope shows a tensor to people.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EquivalentBox {
    /// Half the edge lengths, m.
    pub half_extents: Vec3,
    /// From the box's axes to the tensor's.
    pub rotation: Quat,
}

/// Inverts I = m/3 (h_y² + h_z²) and so on. A tensor that no box has (one moment larger than the sum of the
/// other two) gives zero for the edge that would have to be imaginary.
pub fn equivalent_box(mass: f32, inertia: &Mat3) -> EquivalentBox {
    let (i, rotation) = diagonalise(inertia);
    let edge = |others: f32, own: f32| (1.5 * (others - own) / mass.max(f32::MIN_POSITIVE)).max(0.0).sqrt();
    EquivalentBox {
        half_extents: Vec3::new(edge(i.y + i.z, i.x), edge(i.x + i.z, i.y), edge(i.x + i.y, i.z)),
        rotation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn box_inertia(mass: f32, h: Vec3) -> Mat3 {
        Mat3::from_diagonal(
            Vec3::new(h.y * h.y + h.z * h.z, h.x * h.x + h.z * h.z, h.x * h.x + h.y * h.y) * (mass / 3.0),
        )
    }

    #[test]
    fn a_turned_tensor_gives_its_principal_moments_back() {
        let inertia = box_inertia(6.0, Vec3::new(0.5, 1.0, 1.5));
        let turn = Quat::from_euler(glam::EulerRot::XYZ, 0.4, -0.9, 1.7);
        let turned = rotate_inertia(turn, &inertia);
        let (moments, rotation) = diagonalise(&turned);
        let back = rotate_inertia(rotation, &Mat3::from_diagonal(moments));
        assert!((back - turned).to_cols_array().iter().all(|e| e.abs() < 1e-4));
    }

    #[test]
    fn the_equivalent_box_of_a_box_is_that_box() {
        let h = Vec3::new(0.5, 1.0, 1.5);
        let found = equivalent_box(6.0, &box_inertia(6.0, h));
        assert!((found.half_extents - h).length() < 1e-5, "{found:?}");
    }

    #[test]
    fn the_parallel_axis_theorem_matches_two_point_masses() {
        let inertia = translate_inertia(&Mat3::ZERO, 2.0, Vec3::new(0.0, 3.0, 0.0));
        assert_eq!(inertia, Mat3::from_diagonal(Vec3::new(18.0, 0.0, 18.0)));
    }
}
