//! All that there is to say about one change of one row.

use super::Microscope;
use super::walk::Event;
use crate::dynamics::{Clamp, Gathering, Pass, RowKind, Stage, Together};
use crate::instrument::RowSample;
use crate::math::Vec3;

/// One change of one accumulated impulse, with what led to it. Impulses are in N s, of angular rows in N m s; speeds in
/// m/s, of angular rows in rad/s.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Number of the row, from 0: its place in the order of the first sweep.
    pub line: usize,
    pub column: usize,
    pub kind: RowKind,
    pub body_a: u32,
    pub body_b: u32,
    pub is_angular: bool,
    /// J = [ linear A, angular A, linear B, angular B ]
    pub jacobian: [Vec3; 4],
    /// 1/K, kg (kg m²).
    pub effective_mass: f32,
    /// Constraint value, m (rad).
    pub c: f32,
    /// In this pass.
    pub bias: f32,
    pub mass_scale: f32,
    pub impulse_scale: f32,
    pub lambda_before: f32,
    pub lambda_after: f32,
    pub delta_lambda: f32,
    /// Smallest and greatest λ that was allowed.
    pub bounds: (f32, f32),
    pub clamp: Clamp,
    pub together: Together,
    /// How many rows were found together with it, itself included.
    pub together_count: usize,
    /// J v that the solver saw when it chose the change. With rows that are found together this is earlier than
    /// `velocity_before`.
    pub velocity_seen: f32,
    /// J v just before and just after the change was applied.
    pub velocity_before: f32,
    pub velocity_after: f32,
    /// The change by the row's own formula from `velocity_seen`, before any bound; none where the row was not solved by
    /// it (warm starting, and rows whose impulses were found together).
    pub wanted: Option<f32>,
    /// What it still asked for when it had been solved, and when the sweep was over.
    pub residual: f32,
    pub residual_after_sweep: f32,
}

impl Card {
    pub(super) fn new(scope: &Microscope, sample: usize) -> Option<Self> {
        let samples = scope.log().samples();
        let s = samples.get(sample)?;
        let line = scope.matrix().line(s.row_id)?;
        let column = *scope.matrix().column_of_sample.get(sample)? as usize;
        let (first, end) = batch(samples, sample);
        let velocity_seen = scope.velocity_before(first, s);
        let load = s.row.supposed_load.unwrap_or_else(|| scope.normal_impulse_before(first, s));
        let limit = s.row.friction_limit(load);
        let bounds =
            if s.row.kind == RowKind::Friction { (-limit, limit) } else { (s.row.lambda_min, s.row.lambda_max) };
        let mut before = s.row;
        before.lambda = s.lambda_before;
        let is_by_formula = s.pass != Pass::WarmStart
            && matches!(s.together, Together::Alone | Together::FrictionPair | Together::Sweep);
        let (bias, mass_scale, impulse_scale) = s.row.terms(s.pass);
        let wanted = is_by_formula.then(|| before.wanted_change(velocity_seen, s.pass));
        let after = (s.lambda_after + s.row.wanted_change(s.velocity_after, s.pass)).clamp(bounds.0, bounds.1);
        let mass = s.row.effective_mass;
        Some(Self {
            line,
            column,
            kind: s.row.kind,
            body_a: s.row.body_a,
            body_b: s.row.body_b,
            is_angular: s.row.linear == Vec3::ZERO,
            jacobian: [-s.row.linear, -s.row.angular_a, s.row.linear, s.row.angular_b],
            effective_mass: mass,
            c: s.row.c,
            bias,
            mass_scale,
            impulse_scale,
            lambda_before: s.lambda_before,
            lambda_after: s.lambda_after,
            delta_lambda: s.delta_lambda,
            bounds,
            clamp: s.clamp,
            together: s.together,
            together_count: end - first,
            velocity_seen,
            velocity_before: s.velocity_before,
            velocity_after: s.velocity_after,
            wanted,
            residual: if mass > 0.0 { (after - s.lambda_after).abs() / mass } else { 0.0 },
            residual_after_sweep: scope.matrix().cell(line, column)?.residual,
        })
    }

    /// Why the impulse is not what the row asked for, in words.
    pub fn clamp_reason(&self) -> &'static str {
        match (self.clamp, self.kind) {
            (Clamp::Free, _) => "It got all it asked for.",
            (Clamp::Lower, RowKind::Normal) => "λ ≥ 0: a contact pushes and never pulls.",
            (Clamp::Lower, RowKind::Limit) => "λ ≥ 0: a limit pushes back and never pulls.",
            (Clamp::FrictionBound, _) => "Friction bound: |λ| ≤ µ times the normal impulse.",
            (Clamp::Lower | Clamp::Upper, RowKind::Motor) => "The motor's largest force.",
            (Clamp::Lower | Clamp::Upper, RowKind::JointFriction) => "The joint's largest friction.",
            (Clamp::Lower | Clamp::Upper, RowKind::Grab) => "The mouse's largest pull.",
            (Clamp::Lower, _) => "λ is at its lower bound.",
            (Clamp::Upper, _) => "λ is at its upper bound.",
        }
    }

    /// How the change was found, in words.
    pub fn method(&self, pass: Pass) -> &'static str {
        if pass == Pass::WarmStart {
            return "Warm start: a share of the last substep's impulse is applied again.";
        }
        match self.together {
            Together::Alone => "Solved alone, from the velocities that the row before it left.",
            Together::FrictionPair => "Solved with the other tangent of its point, bounded together.",
            Together::Manifold => "All normals of this manifold were found at once.",
            Together::Patch => "The friction of this manifold was found at once, then bounded point by point.",
            Together::Joint => "All equality rows of this joint were found at once.",
            Together::Tree => "The whole jointed structure was solved directly: one elimination, no iteration.",
            Together::Sweep => "Jacobi: every row saw the velocities from before the sweep.",
        }
    }
}

impl RowKind {
    /// For lists and titles.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Friction => "friction",
            Self::JointLinear => "joint, linear",
            Self::JointAngular => "joint, angular",
            Self::Limit => "limit",
            Self::Motor => "motor",
            Self::JointFriction => "joint friction",
            Self::JointDamping => "joint damping",
            Self::Grab => "mouse",
        }
    }
}

/// First sample of what was found together with this one, and one past the last.
pub(super) fn batch(samples: &[RowSample], index: usize) -> (usize, usize) {
    let s = &samples[index];
    if s.together == Together::Alone {
        return (index, index + 1);
    }
    let is_same = |o: &RowSample| {
        (o.batch, o.together, o.iteration, o.substep) == (s.batch, s.together, s.iteration, s.substep)
            && o.pass == s.pass
    };
    let first = samples[..index].iter().rposition(|o| !is_same(o)).map_or(0, |i| i + 1);
    let count = samples[index..].iter().position(|o| !is_same(o)).unwrap_or(samples.len() - index);
    (first, index + count)
}

/// What happened at a moment that is no change of a row, in words.
pub(super) fn story(event: Event, stage: Stage, gathered: Option<Gathering>) -> &'static str {
    match (event, gathered) {
        (Event::Start, _) => "The step begins: positions and velocities are those of the step before.",
        (Event::Gathered(_), Some(Gathering::Impact)) => {
            "A swept body was put back to its first impact, which is now solved by itself."
        }
        (Event::Gathered(_), _) => {
            "Pseudo-velocities start from zero: what they gain moves positions and is forgotten."
        }
        _ => match stage {
            Stage::UpdatePairs => "The broad phase has found the pairs whose bounds overlap.",
            Stage::UpdateManifolds => "The narrow phase has found contact points, or carried the old ones along.",
            Stage::BuildIslands => "Bodies linked by contacts and joints were gathered into islands.",
            Stage::IntegrateVelocities => "Gravity and other forces have changed the velocities.",
            Stage::Prepare => "The rows of all contacts and joints were gathered, with masses and biases.",
            Stage::WarmStart => "Nothing was warm started: no row remembers an impulse, or the share is zero.",
            Stage::Solve => "No row was solved.",
            Stage::IntegratePositions => "The bodies have moved with the velocities found.",
            Stage::Relax => "No relax sweep: only the soft method has one.",
            Stage::Restitution => "Nothing came fast enough to bounce.",
            Stage::Store => "The impulses were kept for the next warm start.",
            Stage::CorrectPositions => "Positions were corrected, as far as the settings ask for it.",
            Stage::Ccd => "Swept bodies were checked for impacts on their way.",
            Stage::FinishStep => "The step is over: bounds, sleep and the state's hash.",
        },
    }
}
