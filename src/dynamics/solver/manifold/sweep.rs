//! A manifold in the sweeps of a substep: warm start, normals, friction.
//!
//! The normals are found together, then the friction patch (see `block.rs` and `patch_friction.rs` for the derivations).

use super::super::{SweepContext, block};
use super::{MAX_POINTS, Manifold};
use crate::dynamics::body::BodyState;
use crate::dynamics::probe::{Clamp, Pass, Probe, RowEvent, Together};
use crate::dynamics::settings::FrictionBound;
use crate::math::Vec3;
use glam::{BVec4A, Vec3A, Vec4};

/// Velocities of the two bodies while the rows between them are solved.
#[derive(Clone, Copy)]
pub(super) struct Motion {
    velocity_a: Vec3A,
    angular_a: Vec3A,
    velocity_b: Vec3A,
    angular_b: Vec3A,
}

impl Motion {
    #[inline]
    pub fn of(a: &BodyState, b: &BodyState) -> Self {
        Self {
            velocity_a: a.velocity.into(),
            angular_a: a.angular_velocity.into(),
            velocity_b: b.velocity.into(),
            angular_b: b.angular_velocity.into(),
        }
    }

    #[inline]
    fn store(&self, a: u32, b: u32, states: &mut [BodyState]) {
        (states[a as usize].velocity, states[a as usize].angular_velocity) =
            (self.velocity_a.into(), self.angular_a.into());
        (states[b as usize].velocity, states[b as usize].angular_velocity) =
            (self.velocity_b.into(), self.angular_b.into());
    }
}

/// Cuts pairs of friction impulses to their bounds, as `row::bounded_friction` does with one pair; and which were cut.
#[inline]
pub(super) fn bounded(lambda: [Vec4; 2], limits: Vec4, bound: FrictionBound) -> ([Vec4; 2], [BVec4A; 2]) {
    match bound {
        FrictionBound::Pyramid => {
            (lambda.map(|lambda| lambda.clamp(-limits, limits)), lambda.map(|lambda| lambda.abs().cmpgt(limits)))
        }
        FrictionBound::Cone => {
            let square = lambda[0] * lambda[0] + lambda[1] * lambda[1];
            let is_cut = square.cmpgt(limits * limits);
            if !is_cut.any() {
                return (lambda, [is_cut; 2]);
            }
            // Where nothing is cut the quotient may be anything; it is not used.
            let scale = limits / Vec4::from_array(square.to_array().map(f32::sqrt));
            (lambda.map(|lambda| Vec4::select(is_cut, lambda * scale, lambda)), [is_cut; 2])
        }
    }
}

impl Manifold {
    #[inline]
    pub(super) fn motion(&self, states: &[BodyState]) -> Motion {
        Motion::of(&states[self.body_a as usize], &states[self.body_b as usize])
    }

    /// J v of the normals, m/s.
    #[inline]
    pub(super) fn normal_velocity(&self, motion: &Motion) -> Vec4 {
        let closing = self.axes[0].dot(motion.velocity_b - motion.velocity_a);
        let (spin_a, spin_b) = (Vec3::from(motion.angular_a), Vec3::from(motion.angular_b));
        (Vec4::splat(closing) + self.angular_b.dot(spin_b) - self.angular_a.dot(spin_a)) * self.mask
    }

    /// Applies an impulse (N s) of one row to the two bodies: what `Row::apply` does.
    #[inline]
    fn push(&self, [axis, point]: [usize; 2], delta: f32, motion: &mut Motion) {
        let linear = self.axes[axis];
        motion.velocity_a -= linear * (self.inv_mass_a * delta);
        motion.angular_a -= self.turn_a[axis][point] * delta;
        motion.velocity_b += linear * (self.inv_mass_b * delta);
        motion.angular_b += self.turn_b[axis][point] * delta;
    }

    /// Changes one accumulated impulse and the velocities with it, and tells the probe: as `row::change` does.
    #[inline]
    fn change<P: Probe>(
        &mut self,
        [axis, point]: [usize; 2],
        delta: f32,
        clamp: Clamp,
        motion: &mut Motion,
        context: &mut SweepContext<'_, P>,
    ) {
        let lambda_before = self.lambda[axis][point];
        self.lambda[axis][point] = lambda_before + delta;
        let before = *motion;
        self.push([axis, point], delta, motion);
        if P::ENABLED && context.probe.wants_rows() {
            let row = self.row(axis, point);
            let velocity = |motion: &Motion| {
                let state = |velocity: Vec3A, angular: Vec3A| BodyState {
                    velocity: velocity.into(),
                    angular_velocity: angular.into(),
                    ..BodyState::AT_REST
                };
                let a = state(motion.velocity_a, motion.angular_a);
                row.velocity(&a, &state(motion.velocity_b, motion.angular_b))
            };
            context.probe.row(&RowEvent {
                substep: context.substep,
                pass: context.pass,
                iteration: context.iteration,
                row_id: row.id,
                row: &row,
                delta_lambda: delta,
                lambda_before,
                lambda_after: row.lambda,
                clamp,
                together: context.together,
                batch: context.batch,
                velocity_before: velocity(&before),
                velocity_after: velocity(motion),
            });
        }
    }

    /// Applies shares of the impulses of the last substep: of the normals, and of friction.
    pub fn warm_start<P: Probe>(
        &mut self,
        [normal, friction]: [f32; 2],
        states: &mut [BodyState],
        context: &mut SweepContext<'_, P>,
    ) {
        let mut motion = self.motion(states);
        let stored = std::mem::take(&mut self.lambda);
        let mut start = |manifold: &mut Self, axis: usize, point: usize, share: f32| {
            let stored = stored[axis][point];
            if share > 0.0 && stored != 0.0 {
                manifold.change([axis, point], stored * share, Clamp::Free, &mut motion, context);
            }
        };
        let count = self.count as usize;
        for point in 0..count {
            start(self, 0, point, normal);
        }
        for point in 0..count {
            start(self, 1, point, friction);
            start(self, 2, point, friction);
        }
        motion.store(self.body_a, self.body_b, states);
    }

    /// One turn of a sweep: the normals, then friction.
    #[inline]
    pub fn solve<P: Probe>(
        &mut self,
        states: &mut [BodyState],
        bound: FrictionBound,
        context: &mut SweepContext<'_, P>,
    ) {
        let mut motion = self.motion(states);
        self.solve_normals(&mut motion, context);
        if self.has_friction {
            if (self.weights.cmpeq(Vec4::ZERO) & self.lambda[0].cmpgt(Vec4::ZERO)).any() {
                // A point that has just come to carry would have no friction in this substep.
                let inv_inertia = |body: u32| &states[body as usize].inv_inertia;
                self.find_patch([inv_inertia(self.body_a), inv_inertia(self.body_b)]);
            }
            self.solve_friction(&mut motion, bound, context);
        }
        motion.store(self.body_a, self.body_b, states);
    }

    #[inline]
    fn solve_normals<P: Probe>(&mut self, motion: &mut Motion, context: &mut SweepContext<'_, P>) {
        let (inverse, bias, compliance) = match context.pass {
            Pass::Bias | Pass::WarmStart => (&self.soft, self.bias, self.compliance),
            Pass::Relax | Pass::Restitution | Pass::Position => (&self.rigid, self.relax_bias, Vec4::ZERO),
        };
        let target = self.normal_velocity(motion) + bias;
        if let Some(inverse) = inverse {
            let delta = *inverse * -(target + compliance * self.lambda[0]);
            if (self.lambda[0] + delta).cmpge(Vec4::ZERO).all() {
                self.change_normals(delta, motion, context);
                return;
            }
        }
        self.let_go(target, compliance, motion, context);
    }

    /// Gives each normal its change; none is held back.
    #[inline]
    fn change_normals<P: Probe>(&mut self, delta: Vec4, motion: &mut Motion, context: &mut SweepContext<'_, P>) {
        let count = self.count as usize;
        if P::ENABLED && context.probe.wants_rows() {
            context.begin_together(Together::Manifold);
            for point in 0..count {
                self.change([0, point], delta[point], Clamp::Free, motion, context);
            }
            context.end_together();
            return;
        }
        self.lambda[0] += delta;
        let mut moved = *motion;
        for point in (0..MAX_POINTS).take_while(|point| *point < count) {
            self.push([0, point], delta[point], &mut moved);
        }
        *motion = moved;
    }

    /// The normals where some point no longer pushes: the full complementarity problem.
    #[inline(never)]
    fn let_go<P: Probe>(
        &mut self,
        target: Vec4,
        compliance: Vec4,
        motion: &mut Motion,
        context: &mut SweepContext<'_, P>,
    ) {
        let count = self.count as usize;
        let mut matrix = self.matrix.map(|column| column.to_array().map(f64::from));
        let mut q = [0.0_f64; MAX_POINTS];
        for i in 0..count {
            let moved: f64 = (0..count).map(|j| matrix[i][j] * f64::from(self.lambda[0][j])).sum();
            // The compliance pulls λ itself towards zero, the proximal term only its change.
            q[i] = f64::from(target[i]) - moved - self.proximal * f64::from(self.lambda[0][i]);
        }
        for i in 0..count {
            matrix[i][i] += f64::from(compliance[i]) + self.proximal;
        }
        let pushing = self.lambda[0].cmpgt(Vec4::ZERO);
        let guess = block::guessed_active(std::array::from_fn(|k| pushing.test(k)), &q, count);
        let Some(lambda) = block::solve_complementarity(&matrix, &q, count, guess) else {
            // Rounding made it cycle: one point after the other.
            for point in 0..count {
                let velocity = self.normal_velocity(motion)[point];
                let (delta, clamp) = self.row(0, point).change_within_bounds(velocity, context.pass);
                self.change([0, point], delta, clamp, motion, context);
            }
            return;
        };
        context.begin_together(Together::Manifold);
        for point in 0..count {
            let delta = lambda[point] as f32 - self.lambda[0][point];
            let clamp = if lambda[point] > 0.0 { Clamp::Free } else { Clamp::Lower };
            self.change([0, point], delta, clamp, motion, context);
        }
        context.end_together();
    }

    #[inline]
    fn solve_friction<P: Probe>(
        &mut self,
        motion: &mut Motion,
        bound: FrictionBound,
        context: &mut SweepContext<'_, P>,
    ) {
        let [normal, t, u] = [0, 1, 2].map(|axis| self.axis(axis));
        let push = self.patch.stop(
            [t, u, normal],
            (motion.velocity_b - motion.velocity_a).into(),
            [motion.angular_a.into(), motion.angular_b.into()],
            context.pass,
        );
        // n × (x t + y u) = x u − y t
        let before = [self.lambda[1], self.lambda[2]];
        let wanted = [
            before[0] + self.weights * (Vec4::splat(push.along[0]) - self.places[1] * push.torque),
            before[1] + self.weights * (Vec4::splat(push.along[1]) + self.places[0] * push.torque),
        ];
        let limits = self.friction * self.supposed_load.unwrap_or_else(|| self.lambda[0].max(Vec4::ZERO));
        let (lambda, is_cut) = bounded(wanted, limits, bound);
        let delta = [lambda[0] - before[0], lambda[1] - before[1]];
        let count = self.count as usize;
        if P::ENABLED && context.probe.wants_rows() {
            context.begin_together(Together::Patch);
            for point in 0..count {
                for k in 0..2 {
                    let clamp = if is_cut[k].test(point) { Clamp::FrictionBound } else { Clamp::Free };
                    self.change([k + 1, point], delta[k][point], clamp, motion, context);
                }
            }
            context.end_together();
            return;
        }
        (self.lambda[1], self.lambda[2]) = (before[0] + delta[0], before[1] + delta[1]);
        let mut moved = *motion;
        for point in (0..MAX_POINTS).take_while(|point| *point < count) {
            self.push([1, point], delta[0][point], &mut moved);
            self.push([2, point], delta[1][point], &mut moved);
        }
        *motion = moved;
    }
}
