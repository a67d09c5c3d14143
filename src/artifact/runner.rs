//! Runs presets without a window and hands the recordings to the detectors.
//!
//! Runs are spread over threads, but each run is one job whose result depends on nothing else, and results are put
//! together in the order of the jobs: the number of threads cannot change a verdict. A recording is read and dropped
//! inside its job, so that a sweep of a hundred runs needs the memory of as many recordings as there are threads.

use super::catalogue::{ARTIFACTS, Artifact, Litmus, SICK};
use super::reading::Reading;
use super::verdict::{ArtifactVerdict, ControlVerdict, LitmusPoint, judge, judge_control, judge_litmus};
use crate::dynamics::{Probe, StepFault};
use crate::instrument::frame_loop::Pacer;
use crate::instrument::{Recorder, RecorderOptions, Recording, StepRecord};
use crate::preset::{self, Instance, Preset, settings_path};
use rayon::prelude::*;
use serde_json::Value;
use std::fmt;

/// Numbers of substeps of the litmus test.
pub const LITMUS_SUBSTEPS: [u32; 5] = [1, 2, 4, 8, 16];

/// Lengths of a step (s) and numbers of substeps at which controls are tried when that is asked for.
pub const CONTROL_STEPS: [(f32, u32); 6] =
    [(1.0 / 60.0, 1), (1.0 / 60.0, 4), (1.0 / 120.0, 1), (1.0 / 120.0, 4), (1.0 / 240.0, 1), (1.0 / 240.0, 4)];

/// What [`verify`] does besides judging the variants and trying each control with its own settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The sick variant at all [`LITMUS_SUBSTEPS`].
    pub litmus: bool,
    /// Every control at all [`CONTROL_STEPS`] too.
    pub control_steps: bool,
}

/// Why a run gave no recording.
#[derive(Clone, Debug)]
pub struct RunError {
    pub preset: String,
    pub variant: Option<String>,
    pub problem: String,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "preset `{}`", self.preset)?;
        if let Some(variant) = &self.variant {
            write!(f, ", variant `{variant}`")?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for RunError {}

/// One measurement to be done: a preset in a variant, with some settings changed, for some time.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// Id or file of the preset, for messages and for what is recorded.
    pub name: &'a str,
    pub preset: &'a Preset,
    pub variant: Option<&'a str>,
    /// Settings that replace the variant's.
    pub sets: &'a [(String, Value)],
    pub length: Length,
}

/// How long to run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    Steps(u64),
    /// Simulated, s; at least one step.
    Seconds(f64),
}

impl Length {
    /// As long as a preset says.
    pub fn of(preset: &Preset) -> Self {
        Self::Seconds(preset.seconds().into())
    }

    /// Whether there is a further step to make after so many.
    pub fn goes_on(self, done: u64, instance: &Instance) -> bool {
        match self {
            Self::Steps(steps) => done < steps,
            Self::Seconds(seconds) => done == 0 || is_time_left(instance, seconds),
        }
    }
}

impl Job<'_> {
    pub(super) fn error(&self, problem: impl fmt::Display) -> RunError {
        RunError {
            preset: self.name.to_owned(),
            variant: self.variant.map(str::to_owned),
            problem: problem.to_string(),
        }
    }

    /// How many runs it takes: one, or as many as the preset's own sweep has.
    pub(super) fn runs(&self) -> u32 {
        self.preset.sweep.as_ref().map_or(1, |s| s.count.max(1))
    }

    /// A fresh world for the run with the given number of the preset's sweep.
    ///
    /// # Errors
    /// When the variant or a setting is unknown.
    pub fn instantiate(&self, run: u32) -> Result<Instance, RunError> {
        let made = match &self.preset.sweep {
            Some(_) => self.preset.instantiate_sweep(self.variant, run),
            None => self.preset.instantiate(self.variant),
        };
        let mut instance = made.map_err(|problems| self.error(problems))?;
        for (path, value) in self.sets {
            settings_path::set(&mut instance.settings, path, value).map_err(|e| self.error(e))?;
        }
        Ok(instance)
    }

    /// The recording of one run.
    ///
    /// # Errors
    /// As [`Self::instantiate`], and when a number of the world is no longer finite.
    pub fn record(&self, run: u32) -> Result<Recording, RunError> {
        let instance = self.instantiate(run)?;
        let mut recording = record_for(instance, self.length).map_err(|e| self.error(e))?;
        recording.header.preset = self.name.to_owned();
        recording.header.variant = self.variant.unwrap_or_default().to_owned();
        Ok(recording)
    }

    /// The number of each artifact in this preset and variant, averaged over the preset's sweep if it has one.
    ///
    /// # Errors
    /// As [`Self::record`].
    pub fn read(&self, artifacts: &[&Artifact]) -> Result<Vec<Reading>, RunError> {
        let per_run: Vec<Vec<Reading>> = (0..self.runs())
            .into_par_iter()
            .map(|run| {
                let recording = self.record(run)?;
                Ok(artifacts.iter().map(|a| (a.detect)(&recording)).collect())
            })
            .collect::<Result<_, RunError>>()?;
        Ok((0..artifacts.len()).map(|i| average(per_run.iter().map(|readings| &readings[i]))).collect())
    }
}

/// Runs an instance for some simulated seconds (at least one step) and keeps every record.
pub fn record(instance: Instance, seconds: f64) -> Result<Recording, StepFault> {
    record_for(instance, Length::Seconds(seconds))
}

/// Runs an instance and keeps every record.
///
/// # Errors
/// When a number of the world is no longer finite.
pub fn record_for(mut instance: Instance, length: Length) -> Result<Recording, StepFault> {
    let mut recorder = Recorder::new(RecorderOptions::default());
    let mut recording = recorder.record_start(&instance.world, &instance.settings);
    let mut pacer = Pacer::new(&instance.settings.time);
    while length.goes_on(recording.steps.len() as u64 - 1, &instance) {
        paced_step(&mut instance, &mut pacer, &mut recorder)?;
        let frame = pacer.step_done(&instance.settings.time);
        recording.steps.push(StepRecord { frame, ..recorder.record_step(&instance.world) });
    }
    Ok(recording)
}

/// One step of the length that the frame loop says; the pacer still has to be told that it is done.
///
/// # Errors
/// When a number of the world is no longer finite.
pub fn paced_step<P: Probe>(instance: &mut Instance, pacer: &mut Pacer, probe: &mut P) -> Result<(), StepFault> {
    let nominal = instance.settings.time.dt;
    instance.settings.time.dt = pacer.next_dt(&instance.settings.time);
    let stepped = instance.step(probe);
    instance.settings.time.dt = nominal;
    stepped
}

/// Whether a further step would bring the run nearer to `seconds` of simulated time.
pub fn is_time_left(instance: &Instance, seconds: f64) -> bool {
    instance.world.time() + 0.5 * f64::from(instance.settings.time.dt) < seconds
}

/// How many steps of `dt` (s) make `seconds`; at least one.
pub fn steps_for(seconds: f64, dt: f32) -> u64 {
    (seconds / f64::from(dt)).round().max(1.0) as u64
}

/// Mean value; evidence and side numbers of the worst run.
fn average<'a>(readings: impl Iterator<Item = &'a Reading> + Clone) -> Reading {
    let count = readings.clone().count().max(1) as f64;
    let sum: f64 = readings.clone().map(|r| r.value).sum();
    // The first of equals, so that the evidence does not depend on rounding.
    let worst = readings.reduce(|worst, r| if r.value > worst.value { r } else { worst });
    let mut mean = worst.cloned().unwrap_or_default();
    mean.value = sum / count;
    mean
}

/// The numbers of artifacts in a shipped preset, as long as it says.
fn read_shipped(
    id: &str,
    variant: Option<&str>,
    sets: &[(String, Value)],
    artifacts: &[&Artifact],
) -> Result<Vec<Reading>, RunError> {
    let preset = preset::find(id).map_err(|problems| RunError {
        preset: id.to_owned(),
        variant: variant.map(str::to_owned),
        problem: problems.to_string(),
    })?;
    Job { name: id, preset: &preset, variant, sets, length: Length::of(&preset) }.read(artifacts)
}

/// Judges some artifacts: their sick and cured variants, the controls, and on request more.
///
/// `progress` is told what has just been finished; it may be called from several threads at once.
pub fn verify(
    artifacts: &[&'static Artifact],
    extent: Extent,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<Vec<ArtifactVerdict>, RunError> {
    let steps: &[(f32, u32)] = if extent.control_steps { &CONTROL_STEPS } else { &[] };
    let controls: Vec<(&'static str, Option<(f32, u32)>)> = control_presets()
        .into_iter()
        .flat_map(|id| std::iter::once((id, None)).chain(steps.iter().map(move |step| (id, Some(*step)))))
        .collect();
    let control_readings: Vec<Vec<Reading>> = controls
        .par_iter()
        .map(|(id, step)| {
            let readings = read_shipped(id, None, &sets_for(*step), artifacts)?;
            progress(id);
            Ok(readings)
        })
        .collect::<Result<_, RunError>>()?;
    artifacts
        .par_iter()
        .enumerate()
        .map(|(index, artifact)| {
            let silent: Vec<ControlVerdict> = controls
                .iter()
                .zip(&control_readings)
                .map(|((id, step), readings)| judge_control(artifact, id, *step, readings[index].clone()))
                .collect();
            let mut verdict = judge_variants(artifact, progress)?.with_controls(silent);
            if extent.litmus && artifact.litmus.is_some() {
                verdict = verdict.with_litmus(judge_litmus(artifact, litmus_points(artifact, progress)?));
            }
            Ok(verdict)
        })
        .collect()
}

/// The settings behind one of [`CONTROL_STEPS`].
fn sets_for(step: Option<(f32, u32)>) -> Vec<(String, Value)> {
    step.map_or(Vec::new(), |(dt, substeps)| {
        vec![("time.dt".to_owned(), Value::from(dt)), ("time.substeps".to_owned(), Value::from(substeps))]
    })
}

fn judge_variants(artifact: &'static Artifact, progress: &(dyn Fn(&str) + Sync)) -> Result<ArtifactVerdict, RunError> {
    let variants: Vec<&str> = std::iter::once(SICK).chain(artifact.cures.iter().map(|c| c.variant)).collect();
    let mut readings = variants
        .par_iter()
        .map(|&variant| {
            let reading = read_shipped(artifact.preset, Some(variant), &[], &[artifact])?.swap_remove(0);
            progress(&format!("{} {variant}", artifact.preset));
            Ok(reading)
        })
        .collect::<Result<Vec<_>, RunError>>()?
        .into_iter();
    let sick = readings.next().unwrap_or_default();
    Ok(judge(artifact, sick, readings.collect()))
}

/// The sick variant's number with time cut into different numbers of parts.
pub fn litmus_points(artifact: &Artifact, progress: &(dyn Fn(&str) + Sync)) -> Result<Vec<LitmusPoint>, RunError> {
    LITMUS_SUBSTEPS
        .par_iter()
        .map(|&substeps| {
            let litmus = artifact.litmus.unwrap_or(Litmus::SUBSTEPS);
            let mut sets = litmus.sets();
            sets.push((litmus.path.to_owned(), Value::from(substeps)));
            let value = read_shipped(artifact.preset, Some(SICK), &sets, &[artifact])?[0].value;
            progress(&format!("{} with {substeps} {}", artifact.preset, litmus.parts()));
            Ok(LitmusPoint { substeps, value })
        })
        .collect()
}

/// Shipped presets on which every detector has to stay silent: the controls, and everything else that is not made to
/// show an artifact.
pub fn control_presets() -> Vec<&'static str> {
    let is_artifact = |id: &str| ARTIFACTS.iter().any(|a| a.preset == id);
    preset::shipped().iter().map(|s| s.id).filter(|id| !is_artifact(id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_gives_the_share_and_the_evidence_of_the_first_worst_run() {
        let reading = |value: f64| Reading { value, ..Reading::default() };
        let readings = [reading(0.0), reading(100.0), reading(100.0), reading(0.0)];
        assert_eq!(average(readings.iter()).value, 50.0);
        assert_eq!(average(std::iter::empty()), Reading::default());
    }

    #[test]
    fn a_run_has_at_least_one_step_and_rounds_to_the_nearest() {
        assert_eq!((steps_for(1.0, 1.0 / 60.0), steps_for(1e-9, 1.0 / 60.0), steps_for(2.0, 0.01)), (60, 1, 200));
    }
}
