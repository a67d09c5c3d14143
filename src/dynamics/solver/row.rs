//! A row: one scalar constraint. Here and in `manifold/sweep.rs`, and nowhere else, an
//! accumulated impulse changes.
//!
//! ```text
//! C      constraint value, m (rad)          Ċ = J v
//! J      = [ −linear, −angular_a, linear, angular_b ]
//! K      = J M⁻¹ Jᵀ,  effective mass = 1/K, kg (kg m²)
//! Δλ     = −(1/K) · mass_scale · (J v + bias) − impulse_scale · λ,  then λ is clamped
//! Δv     = M⁻¹ Jᵀ Δλ
//! ```
//!
//! Sources: Catto, "Iterative Dynamics with Temporal Coherence" (2005) for accumulated clamping; `softness.rs` for
//! the soft form.

use super::SweepContext;
use crate::dynamics::body::BodyState;
use crate::dynamics::probe::{Clamp, Pass, Probe, RowEvent, Together};
use crate::dynamics::settings::FrictionBound;
use crate::math::Vec3;

/// Which constraint a row belongs to; the same from sweep to sweep and, while a contact lives, from step to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowId {
    /// `contact` indexes `World::contacts`, `point` its points; axis 0 is the normal, 1 and 2 are friction.
    Contact { contact: u32, point: u8, axis: u8 },
    /// `joint` indexes `World::joints`.
    Joint { joint: u32, row: u8 },
    /// The mouse.
    Grab { row: u8 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    Normal,
    /// Comes in pairs: the two tangents of one point.
    Friction,
    JointLinear,
    JointAngular,
    /// Of a joint: J v is kept from falling below zero where the limit is reached.
    Limit,
    /// Of a joint: drives it.
    Motor,
    /// Of a joint: brakes it.
    JointFriction,
    JointDamping,
    Grab,
}

/// One scalar constraint between two bodies (see the head of this file for the legend).
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub id: RowId,
    pub kind: RowKind,
    pub body_a: u32,
    pub body_b: u32,
    pub linear: Vec3,
    pub angular_a: Vec3,
    pub angular_b: Vec3,
    /// M⁻¹ Jᵀ, kept so that applying an impulse is a multiplication.
    pub inv_mass_a: f32,
    pub inv_mass_b: f32,
    pub delta_angular_a: Vec3,
    pub delta_angular_b: Vec3,
    /// 1/K; times the over-relaxation, and less where masses are split (Jacobi) or two tangents share one.
    pub effective_mass: f32,
    /// Constraint value now, m or rad.
    pub c: f32,
    /// Velocity target in [`Pass::Bias`] is −bias, m/s.
    pub bias: f32,
    pub mass_scale: f32,
    pub impulse_scale: f32,
    /// The same in [`Pass::Relax`]: 0 except for a gap that may still close, and for springs.
    pub relax_bias: f32,
    /// Springs (the mouse) stay soft in the relax pass; constraints do not.
    pub is_spring: bool,
    /// Accumulated impulse, N s, and its bounds. Friction rows take their bound from the normal row.
    pub lambda: f32,
    pub lambda_min: f32,
    pub lambda_max: f32,
    /// µ of a friction row.
    pub friction: f32,
    /// Of a friction row: how many rows before it the normal stands that bounds it.
    pub rows_after_normal: u32,
    /// Normal impulse that bounds a decoupled friction row, N s; `None` when the normal row does.
    pub supposed_load: Option<f32>,
    /// J v after forces and before impulses, m/s: the speed from which a contact bounces.
    pub approach: f32,
    /// e of a normal row.
    pub restitution: f32,
    /// Set when the row was sent back in the restitution pass of this substep.
    pub is_bouncing: bool,
}

impl Row {
    /// J v, m/s (rad/s).
    #[inline]
    pub fn velocity(&self, a: &BodyState, b: &BodyState) -> f32 {
        self.linear.dot(b.velocity - a.velocity) + self.angular_b.dot(b.angular_velocity)
            - self.angular_a.dot(a.angular_velocity)
    }

    /// Applies the impulse `delta` (N s) to the two bodies: exactly what the solver does.
    #[inline]
    pub fn apply(&self, delta: f32, a: &mut BodyState, b: &mut BodyState) {
        a.velocity -= self.linear * (self.inv_mass_a * delta);
        a.angular_velocity -= self.delta_angular_a * delta;
        b.velocity += self.linear * (self.inv_mass_b * delta);
        b.angular_velocity += self.delta_angular_b * delta;
    }

    /// Fills M⁻¹ Jᵀ and the effective mass from the inverse masses of the two bodies.
    pub(in crate::dynamics) fn set_masses(&mut self, a: &BodyState, b: &BodyState, scale_a: f32, scale_b: f32) {
        self.inv_mass_a = a.inv_mass * scale_a;
        self.inv_mass_b = b.inv_mass * scale_b;
        self.delta_angular_a = a.inv_inertia * self.angular_a * scale_a;
        self.delta_angular_b = b.inv_inertia * self.angular_b * scale_b;
        self.set_effective_mass();
    }

    /// 1/K, from M⁻¹ Jᵀ.
    pub(super) fn set_effective_mass(&mut self) {
        let k = self.linear.length_squared() * (self.inv_mass_a + self.inv_mass_b)
            + self.angular_a.dot(self.delta_angular_a)
            + self.angular_b.dot(self.delta_angular_b);
        self.effective_mass = if k > 0.0 { 1.0 / k } else { 0.0 };
    }

    /// Bias (m/s), mass scale and impulse scale that the row has in a pass.
    pub fn terms(&self, pass: Pass) -> (f32, f32, f32) {
        match pass {
            Pass::Bias | Pass::WarmStart => (self.bias, self.mass_scale, self.impulse_scale),
            Pass::Position => (self.bias, 1.0, 0.0),
            Pass::Relax if self.is_spring => (self.relax_bias, self.mass_scale, self.impulse_scale),
            Pass::Relax | Pass::Restitution => (self.relax_bias, 1.0, 0.0),
        }
    }

    /// The change that the row asks for before any bound, N s, where J v is `velocity`.
    #[inline]
    pub fn wanted_change(&self, velocity: f32, pass: Pass) -> f32 {
        let (bias, mass_scale, impulse_scale) = self.terms(pass);
        -self.effective_mass * mass_scale * (velocity + bias) - impulse_scale * self.lambda
    }

    /// Compliance that softness adds to K, and the velocity target: what a direct solver needs.
    pub(super) fn compliance(&self, pass: Pass) -> (f32, f32) {
        let (bias, mass_scale, impulse_scale) = self.terms(pass);
        if mass_scale <= 0.0 || impulse_scale == 0.0 {
            return (0.0, bias);
        }
        let k = if self.effective_mass > 0.0 { 1.0 / self.effective_mass } else { 0.0 };
        (k * impulse_scale / mass_scale, bias)
    }

    /// Greatest impulse of a friction row, N s, where the normal row of its point has the impulse `load`.
    #[inline]
    pub fn friction_limit(&self, load: f32) -> f32 {
        self.friction * self.supposed_load.unwrap_or_else(|| load.max(0.0))
    }

    /// The change that the row still asks for within its own bounds, over its effective mass, m/s.
    pub fn violation(&self, velocity: f32, pass: Pass) -> f32 {
        if self.effective_mass <= 0.0 {
            return 0.0;
        }
        let (lambda, _) = self.clamped(self.lambda + self.wanted_change(velocity, pass));
        (lambda - self.lambda).abs() / self.effective_mass
    }

    /// The change that the row gets within its own bounds where J v is `velocity`, and why it gets no more.
    #[inline]
    pub(super) fn change_within_bounds(&self, velocity: f32, pass: Pass) -> (f32, Clamp) {
        let (lambda, clamp) = self.clamped(self.lambda + self.wanted_change(velocity, pass));
        (lambda - self.lambda, clamp)
    }

    fn clamped(&self, lambda: f32) -> (f32, Clamp) {
        if lambda < self.lambda_min {
            (self.lambda_min, Clamp::Lower)
        } else if lambda > self.lambda_max {
            (self.lambda_max, Clamp::Upper)
        } else {
            (lambda, Clamp::Free)
        }
    }
}

/// A rigid two-sided row without error; callers fill in what differs.
pub(in crate::dynamics) fn blank_row(
    id: RowId,
    kind: RowKind,
    body_a: u32,
    body_b: u32,
    linear: Vec3,
    angular_a: Vec3,
    angular_b: Vec3,
) -> Row {
    Row {
        id,
        kind,
        body_a,
        body_b,
        linear,
        angular_a,
        angular_b,
        inv_mass_a: 0.0,
        inv_mass_b: 0.0,
        delta_angular_a: Vec3::ZERO,
        delta_angular_b: Vec3::ZERO,
        effective_mass: 0.0,
        c: 0.0,
        bias: 0.0,
        mass_scale: 1.0,
        impulse_scale: 0.0,
        relax_bias: 0.0,
        is_spring: false,
        lambda: 0.0,
        lambda_min: f32::NEG_INFINITY,
        lambda_max: f32::INFINITY,
        friction: 0.0,
        rows_after_normal: 0,
        supposed_load: None,
        approach: 0.0,
        restitution: 0.0,
        is_bouncing: false,
    }
}

/// The two bodies of a row, to be written.
#[inline]
pub(super) fn bodies_mut<'a>(states: &'a mut [BodyState], row: &Row) -> (&'a mut BodyState, &'a mut BodyState) {
    let (a, b) = (row.body_a as usize, row.body_b as usize);
    debug_assert_ne!(a, b, "a row never joins a body to itself");
    if a < b {
        let (low, high) = states.split_at_mut(b);
        (&mut low[a], &mut high[0])
    } else {
        let (low, high) = states.split_at_mut(a);
        (&mut high[0], &mut low[b])
    }
}

/// Changes one accumulated impulse and the velocities with it, and tells the probe.
#[inline]
pub(super) fn change<P: Probe>(
    rows: &mut [Row],
    index: usize,
    delta: f32,
    clamp: Clamp,
    states: &mut [BodyState],
    context: &mut SweepContext<'_, P>,
) {
    let row = &mut rows[index];
    let lambda_before = row.lambda;
    row.lambda += delta;
    let (a, b) = bodies_mut(states, row);
    let is_watched = P::ENABLED && context.probe.wants_rows();
    let velocity_before = if is_watched { row.velocity(a, b) } else { 0.0 };
    row.apply(delta, a, b);
    if is_watched {
        let velocity_after = row.velocity(a, b);
        context.probe.row(&RowEvent {
            substep: context.substep,
            pass: context.pass,
            iteration: context.iteration,
            row_id: row.id,
            row,
            delta_lambda: delta,
            lambda_before,
            lambda_after: row.lambda,
            clamp,
            together: context.together,
            batch: context.batch,
            velocity_before,
            velocity_after,
        });
    }
}

/// Solves one row whose bounds do not depend on another row.
#[inline]
pub(super) fn solve<P: Probe>(
    rows: &mut [Row],
    index: usize,
    states: &mut [BodyState],
    context: &mut SweepContext<'_, P>,
) {
    let (delta, clamp) = solved_change(&rows[index], states, context.pass);
    change(rows, index, delta, clamp, states, context);
}

/// The change that a row gets within its own bounds, and why it gets no more.
#[inline]
pub(super) fn solved_change(row: &Row, states: &[BodyState], pass: Pass) -> (f32, Clamp) {
    let velocity = row.velocity(&states[row.body_a as usize], &states[row.body_b as usize]);
    row.change_within_bounds(velocity, pass)
}

/// The changes of the two friction rows `index` and `index + 1`, bounded by µ times the normal impulse.
pub(super) fn friction_changes(
    rows: &[Row],
    index: usize,
    states: &[BodyState],
    pass: Pass,
    bound: FrictionBound,
) -> ([f32; 2], [Clamp; 2]) {
    let pair = [&rows[index], &rows[index + 1]];
    let (a, b) = (&states[pair[0].body_a as usize], &states[pair[0].body_b as usize]);
    pair_changes(pair, pair.map(|row| row.velocity(a, b)), friction_limit(rows, index), pass, bound)
}

/// The changes that a pair of friction rows gets where J v is `velocities`, with at most `limit` (N s).
pub fn pair_changes(
    pair: [&Row; 2],
    velocities: [f32; 2],
    limit: f32,
    pass: Pass,
    bound: FrictionBound,
) -> ([f32; 2], [Clamp; 2]) {
    let wanted = std::array::from_fn(|k| pair[k].lambda + pair[k].wanted_change(velocities[k], pass));
    let (lambda, clamps) = bounded_friction(wanted, limit, bound);
    ([lambda[0] - pair[0].lambda, lambda[1] - pair[1].lambda], clamps)
}

/// Greatest friction impulse at a point, N s: µ times the normal impulse, found or supposed.
#[inline]
pub(super) fn friction_limit(rows: &[Row], index: usize) -> f32 {
    rows[index].friction_limit(rows[index - rows[index].rows_after_normal as usize].lambda)
}

/// Cuts a pair of friction impulses to the bound. Cone: along its own direction. Pyramid: each by itself.
#[inline]
pub(super) fn bounded_friction(mut lambda: [f32; 2], limit: f32, bound: FrictionBound) -> ([f32; 2], [Clamp; 2]) {
    let mut clamps = [Clamp::Free; 2];
    match bound {
        FrictionBound::Pyramid => {
            for (value, clamp) in lambda.iter_mut().zip(&mut clamps) {
                if value.abs() > limit {
                    *value = value.clamp(-limit, limit);
                    *clamp = Clamp::FrictionBound;
                }
            }
        }
        FrictionBound::Cone => {
            let square = lambda[0] * lambda[0] + lambda[1] * lambda[1];
            if square > limit * limit {
                let length = square.sqrt();
                lambda = lambda.map(|value| value * (limit / length));
                clamps = [Clamp::FrictionBound; 2];
            }
        }
    }
    (lambda, clamps)
}

/// Solves a pair of friction rows.
#[inline]
pub(super) fn solve_friction<P: Probe>(
    rows: &mut [Row],
    index: usize,
    states: &mut [BodyState],
    bound: FrictionBound,
    context: &mut SweepContext<'_, P>,
) {
    let (deltas, clamps) = friction_changes(rows, index, states, context.pass, bound);
    context.begin_together(Together::FrictionPair);
    for k in 0..2 {
        change(rows, index + k, deltas[k], clamps[k], states, context);
    }
    context.end_together();
}

/// The bodies have moved for h seconds with the velocities found: C changes by h Ċ, to first order. The drift of friction
/// rows is of interest only to who watches.
pub(super) fn advance_constraint_values(rows: &mut [Row], states: &[BodyState], h: f32, is_watched: bool) {
    for row in rows.iter_mut().filter(|row| is_watched || row.kind != RowKind::Friction) {
        row.c += h * row.velocity(&states[row.body_a as usize], &states[row.body_b as usize]);
    }
}

/// After the motion a gap that is still open may close in the next substep; an overlap must not grow.
pub(super) fn refresh_biases_after_motion(rows: &mut [Row], h: f32) {
    for row in rows {
        if row.kind == RowKind::Normal || (row.kind == RowKind::Limit && !row.is_spring) {
            row.relax_bias = row.c.max(0.0) / h;
        }
    }
}

/// Violation of a row (of a pair, for friction), m/s: the change that it would still get, over its effective mass.
pub(super) fn violation(rows: &[Row], index: usize, states: &[BodyState], pass: Pass, bound: FrictionBound) -> f32 {
    let row = &rows[index];
    if row.effective_mass <= 0.0 {
        return 0.0;
    }
    if row.kind == RowKind::Friction {
        let ([t, u], _) = friction_changes(rows, index, states, pass, bound);
        return t.abs().max(u.abs()) / row.effective_mass;
    }
    row.violation(row.velocity(&states[row.body_a as usize], &states[row.body_b as usize]), pass)
}

/// Largest violation of any row, m/s.
pub(super) fn residual(rows: &[Row], states: &[BodyState], pass: Pass, bound: FrictionBound) -> f32 {
    let mut worst = 0.0_f32;
    let mut index = 0;
    while index < rows.len() {
        worst = worst.max(violation(rows, index, states, pass, bound));
        index += if rows[index].kind == RowKind::Friction { 2 } else { 1 };
    }
    worst
}
