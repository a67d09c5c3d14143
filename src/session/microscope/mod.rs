//! The row microscope: one recorded step taken apart into everything that happened in it.
//!
//! The state before the step is made again from the timeline, and stepped once with a probe that keeps every event. The
//! hash of the result says whether it is the same step. What is shown is then read from that log alone: a flat list of
//! moments with a cursor, the motion of all bodies at it, a card about the row that changed there, and the table of
//! rows against sweeps.

mod card;
mod convergence;
mod matrix;
mod navigate;
mod walk;

pub use card::Card;
pub use convergence::{BAND_SECS, Band, BandPoint, Spread};
pub use matrix::{Cell, Column, Line, Matrix};
pub use navigate::MicroscopeMove;
pub use walk::{Event, Moment};

use super::problem::Problem;
use super::run::Run;
use super::{BranchId, Selection};
use crate::dynamics::{BodyState, IterationEvent, Pass, RowId};
use crate::instrument::{Recorder, RecorderOptions, RowLog, RowSample, StepRecord};
use convergence::BandJob;
use std::time::Duration;
use walk::Walk;

/// Computing time for the band in one tick.
const BAND_BUDGET: Duration = Duration::from_millis(8);

/// One step under the microscope.
pub struct Microscope {
    step: u64,
    branch: BranchId,
    /// Hash of the step as recorded, and as it was made again.
    recorded: u64,
    found: u64,
    log: RowLog,
    walk: Walk,
    matrix: Matrix,
    cursor: usize,
    /// The motion of all bodies at the cursor.
    bodies: Vec<BodyState>,
    band: Option<BandJob>,
}

impl Microscope {
    /// Takes the step that is shown apart.
    pub(super) fn open(run: &Run) -> Result<Self, Problem> {
        let title = "There is nothing to look into yet";
        let step = run.cursor();
        if step == 0 {
            return Err(Problem::new(title, "The scene is at its start. Make a step first: press → or Space."));
        }
        let recorded = run.timeline().note(step).map(|note| note.hash);
        let (Some(recorded), Some(mut instance)) = (recorded, run.instance_before(step)) else {
            return Err(Problem::new(title, "This step cannot be made again. Go to another one on the timeline."));
        };
        let bound = instance.settings.friction.bound;
        let mut recorder = Recorder::new(RecorderOptions { residuals: true, rows: true, timings: false });
        if let Err(fault) = instance.step(&mut recorder) {
            return Err(Problem::new("This step fails", fault.to_string()));
        }
        let log = recorder.take_rows();
        if log.lost() > 0 {
            return Err(Problem::new(
                "This step is too large for the microscope",
                format!(
                    "It changes impulses {} times. Use fewer iterations or substeps, or a smaller scene.",
                    log.samples().len() + log.lost()
                ),
            ));
        }
        let walk = Walk::new(&log);
        let matrix = Matrix::new(&log, &instance.world, bound);
        let bodies = walk.bodies_at(&log, 0);
        let (branch, found) = (run.timeline().current(), instance.world.state_hash());
        Ok(Self { step, branch, recorded, found, log, walk, matrix, cursor: 0, bodies, band: None })
    }

    // ---- what is there to see -------------------------------------------------------------------------------------

    /// The step that is taken apart: it led from the state after `step` − 1 to the state after `step`.
    pub const fn step(&self) -> u64 {
        self.step
    }

    /// Whether making the step again gave the recorded state, and every row change leads where the step went.
    pub const fn is_proven(&self) -> bool {
        self.recorded == self.found && self.walk.flaws == 0
    }

    /// Hash of the step as recorded, and as it was made again.
    pub const fn hashes(&self) -> (u64, u64) {
        (self.recorded, self.found)
    }

    pub fn moments(&self) -> &[Moment] {
        &self.walk.moments
    }

    /// Index of the moment that is looked at.
    pub const fn cursor(&self) -> usize {
        self.cursor
    }

    pub fn moment(&self) -> Moment {
        self.walk.moments[self.cursor]
    }

    pub const fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    pub const fn log(&self) -> &RowLog {
        &self.log
    }

    /// The motion of all bodies at the cursor. Behind the last body stands the fixed ground of the mouse.
    pub fn bodies(&self) -> &[BodyState] {
        &self.bodies
    }

    /// The change at the cursor, if it is one.
    pub fn sample(&self) -> Option<&RowSample> {
        match self.moment().event {
            Event::Row(index) => self.log.samples().get(index as usize),
            _ => None,
        }
    }

    /// The row at the cursor and the sweep it is in.
    pub fn place(&self) -> Option<(usize, usize)> {
        let Event::Row(index) = self.moment().event else { return None };
        let line = self.matrix.line(self.log.samples().get(index as usize)?.row_id)?;
        Some((line, self.matrix.column_of_sample[index as usize] as usize))
    }

    /// All about the change at the cursor, if it is one.
    pub fn card(&self) -> Option<Card> {
        let Event::Row(index) = self.moment().event else { return None };
        Card::new(self, index as usize)
    }

    /// What happened at the cursor, in words; for changes of rows how they were found.
    pub fn story(&self) -> &'static str {
        let moment = self.moment();
        if let (Some(card), Some(sample)) = (self.card(), self.sample()) {
            return card.method(sample.pass);
        }
        let gathered = match moment.event {
            Event::Gathered(index) => Some(self.log.gatherings()[index as usize].what),
            _ => None,
        };
        card::story(moment.event, moment.stage, gathered)
    }

    /// What the engine itself measured after each sweep of the step.
    pub fn iterations(&self) -> impl Iterator<Item = &IterationEvent> {
        self.log.iterations().iter().filter(|event| matches!(event.pass, Pass::Bias | Pass::Relax))
    }

    /// How the last second converged, as far as that was asked for.
    pub fn band(&self) -> Option<&Band> {
        self.band.as_ref().map(|job| &job.band)
    }

    /// The record with the bodies as they are at the cursor.
    pub fn record(&self, shown: &StepRecord) -> StepRecord {
        let mut record = shown.clone();
        for body in &mut record.bodies {
            if let Some(state) = self.bodies.get(body.id as usize) {
                (body.position, body.rotation) = (state.position, state.rotation);
                (body.velocity, body.angular_velocity) = (state.velocity, state.angular_velocity);
            }
        }
        record.displacements.clear();
        record
    }

    /// Whether a row has to do with what is selected.
    pub fn touches(&self, line: usize, selection: Selection) -> bool {
        let Some(line) = self.matrix.lines.get(line) else { return false };
        match selection {
            Selection::None => false,
            Selection::Body(id) => line.body_a == id || line.body_b == id,
            Selection::Contact { collider_a, collider_b, feature } => {
                line.contact == Some((collider_a, collider_b, feature))
            }
            Selection::Joint(id) => matches!(line.id, RowId::Joint { joint, .. } if joint == id),
        }
    }

    // ---- for the card ---------------------------------------------------------------------------------------------

    /// J v of the row of `sample` before the sample `first`.
    fn velocity_before(&self, first: usize, sample: &RowSample) -> f32 {
        let Some(moment) = self.walk.moment_of_sample.get(first) else { return sample.velocity_before };
        let bodies = self.walk.bodies_at(&self.log, (*moment as usize).saturating_sub(1));
        let (a, b) = (sample.row.body_a as usize, sample.row.body_b as usize);
        match (bodies.get(a), bodies.get(b)) {
            (Some(a), Some(b)) => sample.row.velocity(a, b),
            _ => sample.velocity_before,
        }
    }

    /// Accumulated impulse of the normal of a friction row before the sample `first`, N s.
    fn normal_impulse_before(&self, first: usize, sample: &RowSample) -> f32 {
        let RowId::Contact { contact, point, .. } = sample.row_id else { return 0.0 };
        let normal = RowId::Contact { contact, point, axis: 0 };
        let Some(line) = self.matrix.line(normal) else { return 0.0 };
        let samples = &self.matrix.samples_of_line[line];
        let last = samples.partition_point(|index| (*index as usize) < first).checked_sub(1).map(|at| samples[at]);
        // Impulses of another era are gone.
        let era = self.matrix.era_of_sample[first];
        last.filter(|index| self.matrix.era_of_sample[*index as usize] == era)
            .map_or(0.0, |index| self.log.samples()[index as usize].lambda_after)
    }

    // ---- the band -------------------------------------------------------------------------------------------------

    pub(super) fn start_band(&mut self, run: &Run) {
        if self.band.is_none() {
            self.band = BandJob::new(run, self.step);
        }
    }

    /// Goes on with the band for a while; whether there was anything to do.
    pub(super) fn advance_band(&mut self, run: &Run) -> bool {
        match &mut self.band {
            Some(job) if !job.band.is_over => {
                job.advance(run, BAND_BUDGET);
                true
            }
            _ => false,
        }
    }

    /// Whether the run shows another step by now.
    pub(super) fn is_outdated(&self, run: &Run) -> bool {
        let recorded = run.timeline().note(self.step).map(|note| note.hash);
        self.step != run.cursor() || self.branch != run.timeline().current() || recorded != Some(self.recorded)
    }
}

#[cfg(test)]
mod tests;
