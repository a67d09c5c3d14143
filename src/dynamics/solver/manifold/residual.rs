//! How far a manifold is from what its rows ask for: to the bit what `row::residual` says of its rows.

use super::super::Pass;
use super::sweep::{Motion, bounded};
use super::{Lanes, MAX_POINTS, Manifold};
use crate::dynamics::body::BodyState;
use crate::dynamics::settings::FrictionBound;
use glam::Vec4;

impl Manifold {
    /// Largest violation of a row, m/s: the change that it would still get, over its effective mass.
    pub fn residual(&self, states: &[BodyState], pass: Pass, bound: FrictionBound) -> f32 {
        let (a, b) = (&states[self.body_a as usize], &states[self.body_b as usize]);
        let is_bias = matches!(pass, Pass::Bias | Pass::WarmStart);
        let bias = if is_bias { self.bias } else { self.relax_bias };
        let scales = if is_bias { [self.arms.mass_scale, self.arms.impulse_scale] } else { [Vec4::ONE, Vec4::ZERO] };
        let mass = self.effective_masses(0, &self.angular_a, &self.angular_b);
        let velocity = self.normal_velocity(&Motion::of(a, b));
        let lambda = self.lambda[0];
        let wanted = -mass * scales[0] * (velocity + bias) - scales[1] * lambda;
        let worst = self.most((lambda + wanted).max(Vec4::ZERO) - lambda, mass);
        if !self.has_friction {
            return worst;
        }
        let [t, u] = [1, 2].map(|axis| {
            let tangent = self.axis(axis);
            let (angular_a, angular_b) = (self.arms.r_a.cross(tangent), self.arms.r_b.cross(tangent));
            let velocity = Vec4::splat(tangent.dot(b.velocity - a.velocity)) + angular_b.dot(b.angular_velocity)
                - angular_a.dot(a.angular_velocity);
            let bias = if is_bias { self.arms.drift_bias[axis - 1] } else { Vec4::ZERO };
            let mass = self.effective_masses(axis, &angular_a, &angular_b);
            (self.lambda[axis] + -mass * (velocity + bias), mass)
        });
        let limits = self.friction * self.supposed_load.unwrap_or_else(|| self.lambda[0].max(Vec4::ZERO));
        let (bounded, _) = bounded([t.0, u.0], limits, bound);
        let change = (bounded[0] - self.lambda[1]).abs().max((bounded[1] - self.lambda[2]).abs());
        // The two tangents of a point count as one row.
        worst.max(self.most(change, t.1))
    }

    /// 1/K of the rows along an axis.
    fn effective_masses(&self, axis: usize, angular_a: &Lanes, angular_b: &Lanes) -> Vec4 {
        let turn_a = Lanes::gather(MAX_POINTS, |k| self.turn_a[axis][k].into());
        let turn_b = Lanes::gather(MAX_POINTS, |k| self.turn_b[axis][k].into());
        let linear = self.axis(axis).length_squared() * (self.inv_mass_a + self.inv_mass_b);
        let k = Vec4::splat(linear) + angular_a.dot_each(&turn_a) + angular_b.dot_each(&turn_b);
        Vec4::select(k.cmpgt(Vec4::ZERO), Vec4::ONE / k, Vec4::ZERO)
    }

    fn most(&self, change: Vec4, mass: Vec4) -> f32 {
        let is_row = mass.cmpgt(Vec4::ZERO) & self.mask.cmpgt(Vec4::ZERO);
        Vec4::select(is_row, change.abs() / mass, Vec4::ZERO).max_element()
    }
}
