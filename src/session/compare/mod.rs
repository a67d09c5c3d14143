//! Compare: two runs from the same start that differ by what the user picked.
//!
//! Both are run to their end; then the two lists of hashes tell the first step at which they part, and that step alone is
//! made again in both, from the last state that was equal, with every row logged. The artifact's number is taken by the
//! detector from the same recording that `verify` would make, so it is the same number.

mod ghost;
mod parting;
mod recorded;
mod side;
#[cfg(test)]
mod tests;
mod words;

pub use ghost::Ghost;
pub use parting::{Parting, RowDifference, StageDifference};
pub use side::Side;
pub use words::{body_name, clamp_name, pass_name, row_name};

use crate::artifact::runner::{Job, Length, RunError};
use crate::artifact::{ARTIFACTS, Artifact, Reading};
use crate::instrument::metrics::{RunMetrics, StepMetrics};
use crate::instrument::{Recorder, RecorderOptions, Recording, RunHeader, StepRecord};
use crate::preset::Preset;
use crate::session::Sample;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is to be compared.
#[derive(Clone)]
pub struct Plan {
    /// Id or file of the preset.
    pub name: String,
    pub preset: Arc<Preset>,
    /// First the one that is held against, then the one that differs.
    pub sides: [Arc<Side>; 2],
    pub length: Length,
}

/// What became of one side.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub label: String,
    pub header: RunHeader,
    /// Of each step, from the start on: what the plots show.
    pub samples: Vec<Sample>,
    pub hashes: Vec<u64>,
    pub metrics: RunMetrics,
    /// Why it stopped early.
    pub fault: Option<String>,
}

/// What the detectors say about one side.
type Numbers = Vec<(&'static Artifact, Reading)>;

/// The number of one artifact on both sides.
#[derive(Clone, Debug)]
pub struct Number {
    pub artifact: &'static Artifact,
    pub readings: [Reading; 2],
}

/// What came of a comparison.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub sides: [Outcome; 2],
    /// Where the two part; `None` when all bits are the same.
    pub parting: Option<Parting>,
    /// Of the artifacts that the preset is made for; for other presets, of those that show on either side.
    pub numbers: Vec<Number>,
}

/// Why there is no comparison.
#[derive(Debug)]
pub enum CompareError {
    /// The user does not want it any more.
    Cancelled,
    Run(RunError),
}

impl std::fmt::Display for CompareError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Cancelled => f.write_str("the comparison was cancelled"),
            Self::Run(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CompareError {}

impl From<RunError> for CompareError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

/// What a side differs by, before it is made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// `None`: the preset as it stands.
    pub variant: Option<String>,
    /// Settings that replace the variant's.
    pub sets: Vec<(String, Value)>,
}

impl Choice {
    /// "cured-block, solver.warm_start = 0.5"
    pub fn label(&self) -> String {
        let variant = self.variant.clone().unwrap_or_else(|| "as the preset stands".to_owned());
        let sets = self.sets.iter().map(|(path, value)| match value {
            Value::String(text) => format!("{path} = {text}"),
            other => format!("{path} = {other}"),
        });
        std::iter::once(variant).chain(sets).collect::<Vec<_>>().join(", ")
    }
}

impl Plan {
    /// Two runs of a preset from its start.
    ///
    /// # Errors
    /// When a variant or a setting is unknown.
    pub fn from_start(
        name: &str,
        preset: Arc<Preset>,
        choices: [Choice; 2],
        length: Option<Length>,
    ) -> Result<Self, RunError> {
        let length = length.unwrap_or_else(|| Length::of(&preset));
        let [a, b] = choices;
        let side = |choice: Choice| {
            let job = Job { name, preset: &preset, variant: choice.variant.as_deref(), sets: &choice.sets, length };
            Ok::<_, RunError>(Side::from_start(job.instantiate(0)?, choice.clone()))
        };
        let sides = [Arc::new(side(a)?), Arc::new(side(b)?)];
        Ok(Self { name: name.to_owned(), preset, sides, length })
    }

    /// Runs both sides; `is_cancelled` is looked at now and then, `progress` is told the steps done of both.
    ///
    /// # Errors
    /// When it was cancelled, or a run of the preset's own sweep failed. A side that fails on the way is no error: it ends
    /// there, and says so.
    pub fn run(&self, is_cancelled: &AtomicBool, progress: &(dyn Fn(u64) + Sync)) -> Result<Comparison, CompareError> {
        let [a, b] = &self.sides;
        let work = |side: &Arc<Side>| self.run_side(side, is_cancelled, progress);
        let (a, b) = rayon::join(|| work(a), || work(b));
        let [(a, numbers_a), (b, numbers_b)] = [a?, b?];
        let parting = Parting::find(self, [&a, &b]);
        let is_own = self.own_artifacts().next().is_some();
        let numbers = numbers_a
            .into_iter()
            .zip(numbers_b)
            .map(|((artifact, a), (_, b))| Number { artifact, readings: [a, b] })
            .filter(|n| is_own || n.readings.iter().any(|r| r.value >= n.artifact.measure.sick_min))
            .collect();
        Ok(Comparison { sides: [a, b], parting, numbers })
    }

    /// The catalogue's entries that the preset is made for.
    fn own_artifacts(&self) -> impl Iterator<Item = &'static Artifact> {
        ARTIFACTS.iter().filter(|artifact| artifact.preset == self.name)
    }

    fn run_side(
        &self,
        side: &Arc<Side>,
        is_cancelled: &AtomicBool,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(Outcome, Numbers), CompareError> {
        let mut walk = Side::walk(side);
        let mut recorder = Recorder::new(RecorderOptions::default());
        let mut recording = recorder.record_start(walk.world(), walk.settings());
        recording.header.preset.clone_from(&self.name);
        recording.header.variant = side.choice().variant.clone().unwrap_or_default();
        let first = &recording.steps[0];
        let mut samples = vec![Sample::of(&recording.header, None, first)];
        let mut metrics = RunMetrics::start(StepMetrics::of(&recording.header, None, first));
        let mut fault = None;
        let mut done = 0;
        while self.length.goes_on(done, walk.instance()) {
            if is_cancelled.load(Ordering::Relaxed) {
                return Err(CompareError::Cancelled);
            }
            let frame = match walk.step(&mut recorder) {
                Ok(frame) => frame,
                Err(problem) => {
                    fault = Some(problem.to_string());
                    break;
                }
            };
            recorder.observe_settings(walk.settings());
            recording.header.add_new(walk.world());
            let record = StepRecord { frame, ..recorder.record_step(walk.world()) };
            let before = recording.steps.last();
            samples.push(Sample::of(&recording.header, before, &record));
            metrics.add(StepMetrics::of(&recording.header, before, &record));
            recording.steps.push(record);
            walk.take_inputs();
            recorder.observe_settings(walk.settings());
            done += 1;
            progress(done);
        }
        let numbers = self.numbers(side, &recording, fault.is_some())?;
        let hashes = recording.steps.iter().map(|step| step.hash).collect();
        let label = side.label();
        Ok((Outcome { label, header: recording.header, samples, hashes, metrics, fault }, numbers))
    }

    /// What the detectors say about a side; over all runs of the preset's own sweep, as `verify` has it.
    fn numbers(&self, side: &Side, recording: &Recording, has_failed: bool) -> Result<Numbers, RunError> {
        let own: Vec<_> = self.own_artifacts().collect();
        let artifacts = if own.is_empty() { ARTIFACTS.iter().collect() } else { own };
        if self.preset.sweep.is_some() && side.is_from_start() && !has_failed {
            let Choice { variant, sets } = side.choice();
            let (name, preset, length) = (self.name.as_str(), &*self.preset, self.length);
            let readings = Job { name, preset, variant: variant.as_deref(), sets, length }.read(&artifacts)?;
            return Ok(artifacts.into_iter().zip(readings).collect());
        }
        Ok(artifacts.into_iter().map(|artifact| (artifact, (artifact.detect)(recording))).collect())
    }
}
