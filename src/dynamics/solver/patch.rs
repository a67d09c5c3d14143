//! The friction patch of a manifold: its three rows (two slips and a twist) and how its points share what stops it.
//!
//! The legend and the derivation stand in `patch_friction.rs`.

use crate::dynamics::probe::Pass;
use crate::math::{Mat3, Vec3};

/// Below this a patch counts as a point, m².
pub(super) const LEAST_SPREAD: f32 = 1e-12;

/// The friction patch of one manifold, found once per substep.
#[derive(Clone, Copy, Default)]
pub(super) struct Patch {
    /// Moments of the two tangents about the centres of mass, for A and B, at the centre of the patch.
    pub angular_a: [Vec3; 2],
    pub angular_b: [Vec3; 2],
    /// K⁻¹ of the two slips and the twist.
    pub inv_k: Mat3,
    /// 1 / Σ w |r − c|², or 0 when the patch is too small to carry a torque.
    pub inv_spread: f32,
    /// Velocities that take the drift from the anchors back: along the tangents, m/s, and about the normal, rad/s, which is
    /// Σ w (x b_u − y b_t) over the spread for points at (x, y) that go back with b.
    pub bias: Vec3,
}

/// What the rows of a patch are made of.
pub(super) struct PatchFrame {
    pub normal: Vec3,
    /// Moments of the two tangents about the centres of mass, at the centre of the patch.
    pub angular_a: [Vec3; 2],
    pub angular_b: [Vec3; 2],
    /// Of both bodies together, 1/kg.
    pub inv_mass: f32,
    /// World axes, of A and B.
    pub inv_inertias: [Mat3; 2],
}

impl Patch {
    /// `spread` is Σ w |r − c|², `bias` as above.
    #[inline(always)]
    pub fn new(frame: &PatchFrame, spread: f32, bias: Vec3) -> Self {
        let PatchFrame { angular_a, angular_b, .. } = *frame;
        let mut patch = Self { angular_a, angular_b, inv_k: Mat3::ZERO, inv_spread: 0.0, bias };
        let k = frame.k();
        let has_spread =
            spread > LEAST_SPREAD && k.z_axis.z > 0.0 && k.determinant() > 1e-6 * k.x_axis.x * k.y_axis.y * k.z_axis.z;
        if has_spread {
            patch.inv_k = k.inverse();
            patch.inv_spread = 1.0 / spread;
        } else {
            patch.inv_k = inverse_of_slips(&k);
        }
        patch
    }

    /// What would stop the patch: `axes` are the tangents and the normal, `velocity` that of B's centre relative to A's,
    /// `spins` the angular velocities of A and B.
    #[inline(always)]
    pub fn stop(&self, [t, u, normal]: [Vec3; 3], velocity: Vec3, spins: [Vec3; 2], pass: Pass) -> PatchImpulse {
        let spin = |k: usize| self.angular_b[k].dot(spins[1]) - self.angular_a[k].dot(spins[0]);
        let twist = normal.dot(spins[1] - spins[0]);
        let mut slip = Vec3::new(t.dot(velocity) + spin(0), u.dot(velocity) + spin(1), twist);
        if pass == Pass::Bias {
            slip += self.bias;
        }
        let impulse = self.inv_k * -slip;
        PatchImpulse { along: [impulse.x, impulse.y], torque: impulse.z * self.inv_spread }
    }
}

/// On B, at the centre of the patch: along the two tangents, N s, and about the normal per spread, N s/m.
#[derive(Clone, Copy)]
pub(super) struct PatchImpulse {
    pub along: [f32; 2],
    pub torque: f32,
}

impl PatchImpulse {
    /// The share of a point of weight `w` at a place of the patch.
    #[inline]
    pub fn share(&self, w: f32, [x, y]: [f32; 2]) -> [f32; 2] {
        // n × (x t + y u) = x u − y t
        [w * (self.along[0] - self.torque * y), w * (self.along[1] + self.torque * x)]
    }
}

impl PatchFrame {
    /// K of the two slips and the twist.
    #[inline]
    fn k(&self) -> Mat3 {
        let angular_a = [self.angular_a[0], self.angular_a[1], self.normal];
        let angular_b = [self.angular_b[0], self.angular_b[1], self.normal];
        let delta_a = angular_a.map(|j| self.inv_inertias[0] * j);
        let delta_b = angular_b.map(|j| self.inv_inertias[1] * j);
        let entry = |i: usize, j: usize| {
            let linear = if i == j && i < 2 { self.inv_mass } else { 0.0 };
            linear + angular_a[i].dot(delta_a[j]) + angular_b[i].dot(delta_b[j])
        };
        Mat3::from_cols(
            Vec3::new(entry(0, 0), entry(0, 1), entry(0, 2)),
            Vec3::new(entry(0, 1), entry(1, 1), entry(1, 2)),
            Vec3::new(entry(0, 2), entry(1, 2), entry(2, 2)),
        )
    }
}

/// Without a spread the patch carries no torque: the inverse of the upper left 2 × 2, or zero.
fn inverse_of_slips(k: &Mat3) -> Mat3 {
    let (k00, k01, k11) = (k.x_axis.x, k.x_axis.y, k.y_axis.y);
    let determinant = k00 * k11 - k01 * k01;
    if determinant <= 1e-9 * k00 * k11 {
        return Mat3::ZERO;
    }
    Mat3::from_cols(Vec3::new(k11, -k01, 0.0), Vec3::new(-k01, k00, 0.0), Vec3::ZERO) * (1.0 / determinant)
}
