//! Looking into a step without changing it.
//!
//! The step is generic over a [`Probe`]. With `()` every call compiles to nothing; any other probe sees copies or
//! shared references, so it can never change a result (tested: probe on = off, bit for bit).

use super::body::BodyState;
use super::solver::{Row, RowId};

/// The stages of a step, in order. The same word names the function, the timer, the plot and the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    UpdatePairs,
    UpdateManifolds,
    BuildIslands,
    IntegrateVelocities,
    Prepare,
    WarmStart,
    Solve,
    IntegratePositions,
    Relax,
    Restitution,
    Store,
    CorrectPositions,
    Ccd,
    FinishStep,
}

impl Stage {
    pub const ALL: [Self; 14] = [
        Self::UpdatePairs,
        Self::UpdateManifolds,
        Self::BuildIslands,
        Self::IntegrateVelocities,
        Self::Prepare,
        Self::WarmStart,
        Self::Solve,
        Self::IntegratePositions,
        Self::Relax,
        Self::Restitution,
        Self::Store,
        Self::CorrectPositions,
        Self::Ccd,
        Self::FinishStep,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::UpdatePairs => "update pairs",
            Self::UpdateManifolds => "update manifolds",
            Self::BuildIslands => "build islands",
            Self::IntegrateVelocities => "integrate velocities",
            Self::Prepare => "prepare",
            Self::WarmStart => "warm start",
            Self::Solve => "solve",
            Self::IntegratePositions => "integrate positions",
            Self::Relax => "relax",
            Self::Restitution => "restitution",
            Self::Store => "store",
            Self::CorrectPositions => "correct positions",
            Self::Ccd => "continuous collision",
            Self::FinishStep => "finish step",
        }
    }
}

/// Which sweep is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// The last impulses are applied again.
    WarmStart,
    /// Position errors are removed by bias velocities.
    Bias,
    /// Velocities only.
    Relax,
    /// Bounces.
    Restitution,
    /// Pseudo-velocities that only move positions.
    Position,
}

/// Why a row's impulse is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clamp {
    /// The row got all it asked for.
    Free,
    /// λ stopped at its lower bound (a contact only pushes: λ ≥ 0).
    Lower,
    /// λ stopped at its upper bound.
    Upper,
    /// Friction stopped at µ times the normal impulse.
    FrictionBound,
}

/// What was found from the same velocities, at once. The changes are applied one after the other all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// The row saw the velocities that the row before it had left.
    Alone,
    /// The two tangents of one point.
    FrictionPair,
    /// The normals of one manifold.
    Manifold,
    /// The friction of one manifold.
    Patch,
    /// The equality rows of one joint.
    Joint,
    /// The rows of a whole jointed structure.
    Tree,
    /// All rows of a sweep (Jacobi).
    Sweep,
}

/// What a set of rows was gathered for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gathering {
    /// The velocities of a substep.
    Velocities,
    /// The same rows, without the bias of overlaps.
    Relax,
    /// The same rows, with the speeds at which contacts bounce as targets.
    Bounces,
    /// Pseudo-velocities that start from zero and only move positions.
    PseudoVelocities,
    /// One impact of a swept body.
    Impact,
}

/// One change of one accumulated impulse: raised only in `solver/row.rs` and `solver/manifold/sweep.rs`.
#[derive(Clone, Copy, Debug)]
pub struct RowEvent<'a> {
    pub substep: u32,
    pub pass: Pass,
    /// Sweep within the pass, from 0.
    pub iteration: u32,
    pub row_id: RowId,
    /// The row after the change.
    pub row: &'a Row,
    /// The change that was applied to the velocities, N s (N m s for angular rows).
    pub delta_lambda: f32,
    /// Accumulated impulse before and after, N s (N m s for angular rows).
    pub lambda_before: f32,
    pub lambda_after: f32,
    pub clamp: Clamp,
    pub together: Together,
    /// Counts what was found together within a sweep; changes of one number belong together.
    pub batch: u32,
    /// J v before and after, m/s (rad/s for angular rows).
    pub velocity_before: f32,
    pub velocity_after: f32,
}

/// State of the solution after a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IterationEvent {
    pub substep: u32,
    pub pass: Pass,
    pub iteration: u32,
    /// Largest remaining row violation, m/s: how far J v + bias is on the wrong side of what the row's bounds allow.
    pub residual: f32,
    /// Sum of the magnitudes of all changes in this sweep, N s.
    pub total_change: f32,
}

/// Watches a step. Every method has an empty default.
pub trait Probe {
    /// False only for `()`: lets the step skip work that is done for watchers alone.
    const ENABLED: bool = true;

    /// Whether [`Self::row`] is to be called: per-row events cost time.
    fn wants_rows(&self) -> bool {
        false
    }

    /// Whether [`Self::iteration`] is to be called: residuals cost one more look at each row.
    fn wants_iterations(&self) -> bool {
        false
    }

    fn begin_stage(&mut self, _substep: u32, _stage: Stage, _bodies: &[BodyState]) {}
    fn end_stage(&mut self, _substep: u32, _stage: Stage, _bodies: &[BodyState]) {}
    /// Rows were gathered, or got new targets; `bodies` are what they start from.
    fn gathered(&mut self, _substep: u32, _what: Gathering, _rows: &[Row], _bodies: &[BodyState]) {}
    fn row(&mut self, _event: &RowEvent<'_>) {}
    fn iteration(&mut self, _event: &IterationEvent) {}
}

impl Probe for () {
    const ENABLED: bool = false;
}
