//! The changes of the rows in one step, as owned copies: what the row microscope looks through.

use crate::dynamics::{BodyState, Clamp, Gathering, IterationEvent, Pass, Row, RowEvent, RowId, Stage, Together};

/// One change of one accumulated impulse; the fields are those of [`RowEvent`].
#[derive(Clone, Debug)]
pub struct RowSample {
    pub substep: u32,
    pub pass: Pass,
    pub iteration: u32,
    pub row_id: RowId,
    pub row: Row,
    /// The change that was applied to the velocities, N s (N m s for angular rows).
    pub delta_lambda: f32,
    /// N s (N m s for angular rows).
    pub lambda_before: f32,
    pub lambda_after: f32,
    pub clamp: Clamp,
    pub together: Together,
    pub batch: u32,
    /// m/s (rad/s for angular rows).
    pub velocity_before: f32,
    pub velocity_after: f32,
}

/// The motion of all bodies at the end of a stage.
#[derive(Clone, Debug)]
pub struct StageSample {
    pub substep: u32,
    pub stage: Stage,
    /// How many row samples had been taken by then: says between which rows the stage ended.
    pub rows_before: usize,
    pub bodies: Vec<BodyState>,
}

/// Rows that were gathered, and the motion of all bodies from which they start.
#[derive(Clone, Debug)]
pub struct GatheringSample {
    pub substep: u32,
    pub what: Gathering,
    /// How many row samples had been taken by then.
    pub rows_before: usize,
    /// How many stages had ended by then: the gathering is within the next one.
    pub stages_before: usize,
    pub rows: Vec<Row>,
    pub bodies: Vec<BodyState>,
}

/// All row changes, gatherings, stage ends and residuals of one step, each in order.
#[derive(Clone, Debug, Default)]
pub struct RowLog {
    start: Vec<BodyState>,
    samples: Vec<RowSample>,
    stages: Vec<StageSample>,
    gatherings: Vec<GatheringSample>,
    iterations: Vec<IterationEvent>,
    lost: usize,
}

/// Row changes that are kept of one step: about 150 MB. A step with more is no longer something to walk through.
const MOST_SAMPLES: usize = 400_000;

impl RowLog {
    pub fn samples(&self) -> &[RowSample] {
        &self.samples
    }

    pub fn stages(&self) -> &[StageSample] {
        &self.stages
    }

    /// The motion of all bodies at the beginning of the step.
    pub fn start(&self) -> &[BodyState] {
        &self.start
    }

    pub fn gatherings(&self) -> &[GatheringSample] {
        &self.gatherings
    }

    /// What the engine itself says about each sweep; empty unless residuals were asked for as well.
    pub fn iterations(&self) -> &[IterationEvent] {
        &self.iterations
    }

    /// How many changes came after the log was full.
    pub fn lost(&self) -> usize {
        self.lost
    }

    /// The changes of one row through the step.
    pub fn of_row(&self, id: RowId) -> impl Iterator<Item = &RowSample> {
        self.samples.iter().filter(move |s| s.row_id == id)
    }

    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.start.clear();
        self.samples.clear();
        self.stages.clear();
        self.gatherings.clear();
        self.iterations.clear();
        self.lost = 0;
    }

    pub(super) fn push(&mut self, event: &RowEvent<'_>) {
        if self.samples.len() >= MOST_SAMPLES {
            self.lost += 1;
            return;
        }
        self.samples.push(RowSample {
            substep: event.substep,
            pass: event.pass,
            iteration: event.iteration,
            row_id: event.row_id,
            row: *event.row,
            delta_lambda: event.delta_lambda,
            lambda_before: event.lambda_before,
            lambda_after: event.lambda_after,
            clamp: event.clamp,
            together: event.together,
            batch: event.batch,
            velocity_before: event.velocity_before,
            velocity_after: event.velocity_after,
        });
    }

    /// The motion before the first stage.
    pub(super) fn begin(&mut self, bodies: &[BodyState]) {
        if self.start.is_empty() {
            self.start.extend_from_slice(bodies);
        }
    }

    pub(super) fn push_gathering(&mut self, substep: u32, what: Gathering, rows: &[Row], bodies: &[BodyState]) {
        self.gatherings.push(GatheringSample {
            substep,
            what,
            rows_before: self.samples.len(),
            stages_before: self.stages.len(),
            rows: rows.to_vec(),
            bodies: bodies.to_vec(),
        });
    }

    pub(super) fn push_iteration(&mut self, event: &IterationEvent) {
        self.iterations.push(*event);
    }

    pub(super) fn push_stage(&mut self, substep: u32, stage: Stage, bodies: &[BodyState]) {
        let rows_before = self.samples.len();
        self.stages.push(StageSample { substep, stage, rows_before, bodies: bodies.to_vec() });
    }
}
