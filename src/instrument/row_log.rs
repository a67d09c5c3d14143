//! The changes of the rows in one step, as owned copies: what the row microscope looks through.

use crate::dynamics::{BodyState, Clamp, Pass, Row, RowEvent, RowId, Stage};

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

/// All row changes and stage ends of one step, each in order.
#[derive(Clone, Debug, Default)]
pub struct RowLog {
    samples: Vec<RowSample>,
    stages: Vec<StageSample>,
}

impl RowLog {
    pub fn samples(&self) -> &[RowSample] {
        &self.samples
    }

    pub fn stages(&self) -> &[StageSample] {
        &self.stages
    }

    /// The changes of one row through the step.
    pub fn of_row(&self, id: RowId) -> impl Iterator<Item = &RowSample> {
        self.samples.iter().filter(move |s| s.row_id == id)
    }

    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.samples.clear();
        self.stages.clear();
    }

    pub(super) fn push(&mut self, event: &RowEvent<'_>) {
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
            velocity_before: event.velocity_before,
            velocity_after: event.velocity_after,
        });
    }

    pub(super) fn push_stage(&mut self, substep: u32, stage: Stage, bodies: &[BodyState]) {
        let rows_before = self.samples.len();
        self.stages.push(StageSample { substep, stage, rows_before, bodies: bodies.to_vec() });
    }
}
