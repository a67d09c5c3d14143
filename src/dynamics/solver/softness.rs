//! Soft constraints: a spring and a damper in place of an infinitely stiff row.
//!
//! A row with the error c and the speed ċ shall move like a mass m on a spring k = m ω² with a damper
//! d = 2 m ζ ω, integrated implicitly over h (Catto, "Soft Constraints", 2011, and "Solver2D", 2024). Writing the
//! implicit step as an impulse λ gives
//!
//! ```text
//! a₁ = 2 ζ + h ω,   a₂ = h ω a₁,   a₃ = 1 / (1 + a₂)
//! Δλ = −(1/K) · a₂ a₃ · (ċ + (ω / a₁) c) − a₃ λ
//! ```
//!
//! Limits: ω → ∞ gives mass scale 1, impulse scale 0 and bias rate 1/h, the rigid row that removes the whole error
//! in one substep; ω → 0 gives mass scale 0: no row at all; ζ → ∞ leaves only the damper, which never corrects.

use crate::dynamics::settings::StepSettings;

/// The three numbers by which a soft row differs from a rigid one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Softness {
    /// Share of the error removed per second, 1/s.
    pub bias_rate: f32,
    /// Scales the effective mass, 0 to 1.
    pub mass_scale: f32,
    /// Share of the accumulated impulse given back, 0 to 1.
    pub impulse_scale: f32,
}

impl Softness {
    pub const RIGID: Self = Self { bias_rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0 };

    /// From a frequency in cycles per second, a damping ratio, and the substep h in seconds.
    pub fn new(hertz: f32, damping_ratio: f32, h: f32) -> Self {
        if hertz <= 0.0 {
            return Self::RIGID;
        }
        let omega = std::f32::consts::TAU * hertz;
        let a1 = 2.0 * damping_ratio + h * omega;
        let a2 = h * omega * a1;
        let a3 = 1.0 / (1.0 + a2);
        Self { bias_rate: omega / a1, mass_scale: a2 * a3, impulse_scale: a3 }
    }
}

/// The highest frequency that a substep can carry: four substeps per cycle.
pub(super) fn limited(hertz: f32, h: f32) -> f32 {
    hertz.min(0.25 / h)
}

/// Whether a frequency is as high as the substep can carry.
pub(super) fn is_at_limit(hertz: f32, h: f32) -> bool {
    hertz >= 0.25 / h
}

/// Contacts between two dynamic bodies. Contacts with a body of infinite mass are twice as stiff: they carry the
/// whole stack, and their mass ratio cannot make them stiffer than the substep can follow.
pub fn for_contacts(settings: &StepSettings, h: f32) -> [Softness; 2] {
    let hertz = limited(settings.solver.contact_hertz, h);
    let ratio = settings.solver.contact_damping_ratio;
    [Softness::new(hertz, ratio, h), Softness::new(2.0 * hertz, ratio, h)]
}

/// Joint rows: soft in the method `soft`, else rigid with Baumgarte's share of the error per substep.
///
/// That share β stays in the impulse that warm starting applies again, where it sums up like the integral part of a
/// controller. A motion of which the sweeps of one substep remove the share r then follows (per substep)
/// s³ + r s² + r s + r β = 0, and is stable for r > β only: a heavy load on a long chain, full warm starting and few
/// sweeps explode at any number of substeps. The relax pass of `soft` takes the bias out again, a direct solve has
/// r = 1, and a warm start below 1 leaks.
pub fn for_joints(settings: &StepSettings, h: f32) -> Softness {
    use crate::dynamics::settings::{PositionCorrection, SolverMethod};
    if settings.solver.method == SolverMethod::Soft {
        Softness::new(limited(settings.solver.joint_hertz, h), settings.solver.joint_damping_ratio, h)
    } else if settings.solver.position_correction == PositionCorrection::Baumgarte {
        Softness { bias_rate: settings.solver.baumgarte / h, ..Softness::RIGID }
    } else {
        Softness::RIGID
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinite_stiffness_is_the_rigid_row() {
        let soft = Softness::new(1e9, 1.0, 0.01);
        assert!((soft.bias_rate - 100.0).abs() < 0.01 && soft.mass_scale > 0.999_99 && soft.impulse_scale < 1e-5);
    }

    #[test]
    fn the_two_scales_share_one() {
        let soft = Softness::new(30.0, 10.0, 1.0 / 240.0);
        assert!((soft.mass_scale + soft.impulse_scale - 1.0).abs() < 1e-6);
    }
}
