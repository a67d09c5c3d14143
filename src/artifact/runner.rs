//! Runs presets without a window and hands the recordings to the detectors.
//!
//! Runs are spread over threads, but each run is one job whose result depends on nothing else, and results are put
//! together in the order of the jobs: the number of threads cannot change a verdict. A recording is read and dropped
//! inside its job, so that a sweep of a hundred runs needs the memory of as many recordings as there are threads.

use super::catalogue::{ARTIFACTS, Artifact, SICK};
use super::reading::Reading;
use super::verdict::{ArtifactVerdict, ControlVerdict, LitmusPoint, judge, judge_control, judge_litmus};
use crate::dynamics::{Probe, StepFault};
use crate::instrument::frame_loop::Pacer;
use crate::instrument::{Recorder, RecorderOptions, Recording, StepRecord};
use crate::preset::{self, Instance, Preset};
use rayon::prelude::*;
use std::fmt;

/// Numbers of substeps of the litmus test.
pub const LITMUS_SUBSTEPS: [u32; 5] = [1, 2, 4, 8, 16];

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

/// One run to be done.
#[derive(Clone, Copy, Debug)]
struct Job<'a> {
    preset: &'a str,
    variant: Option<&'a str>,
    /// Replaces the preset's number of substeps.
    substeps: Option<u32>,
}

impl Job<'_> {
    fn error(&self, problem: impl fmt::Display) -> RunError {
        RunError {
            preset: self.preset.to_owned(),
            variant: self.variant.map(str::to_owned),
            problem: problem.to_string(),
        }
    }

    fn load(&self) -> Result<Preset, RunError> {
        preset::find(self.preset).map_err(|p| self.error(p))
    }

    /// A fresh world for the run with the given number of the preset's sweep.
    fn instantiate(&self, preset: &Preset, run: u32) -> Result<Instance, RunError> {
        let made = match &preset.sweep {
            Some(_) => preset.instantiate_sweep(self.variant, run),
            None => preset.instantiate(self.variant),
        };
        let mut instance = made.map_err(|problems| self.error(problems))?;
        if let Some(substeps) = self.substeps {
            instance.settings.time.substeps = substeps;
        }
        Ok(instance)
    }

    fn record(&self, preset: &Preset, run: u32) -> Result<Recording, RunError> {
        let instance = self.instantiate(preset, run)?;
        let mut recording = record(instance, preset.seconds().into()).map_err(|e| self.error(e))?;
        recording.header.preset = self.preset.to_owned();
        recording.header.variant = self.variant.unwrap_or_default().to_owned();
        Ok(recording)
    }

    /// The number of each artifact in this preset and variant, averaged over the sweep if there is one.
    fn read(&self, artifacts: &[&Artifact]) -> Result<Vec<Reading>, RunError> {
        let preset = self.load()?;
        let runs = preset.sweep.as_ref().map_or(1, |s| s.count.max(1));
        let per_run: Vec<Vec<Reading>> = (0..runs)
            .into_par_iter()
            .map(|run| {
                let recording = self.record(&preset, run)?;
                Ok(artifacts.iter().map(|a| (a.detect)(&recording)).collect())
            })
            .collect::<Result<_, RunError>>()?;
        Ok((0..artifacts.len()).map(|i| average(per_run.iter().map(|readings| &readings[i]))).collect())
    }
}

/// Runs an instance for some simulated seconds (at least one step) and keeps every record.
pub fn record(mut instance: Instance, seconds: f64) -> Result<Recording, StepFault> {
    let mut recorder = Recorder::new(RecorderOptions::default());
    let mut recording = recorder.record_start(&instance.world, &instance.settings);
    let mut pacer = Pacer::new(&instance.settings.time);
    while recording.steps.len() == 1 || is_time_left(&instance, seconds) {
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

/// Judges some artifacts: their sick and cured variants, the controls, and on request the substep litmus.
///
/// `progress` is told what has just been finished; it may be called from several threads at once.
pub fn verify(
    artifacts: &[&'static Artifact],
    with_litmus: bool,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<Vec<ArtifactVerdict>, RunError> {
    let controls = control_presets();
    let control_readings: Vec<Vec<Reading>> = controls
        .par_iter()
        .map(|id| {
            let readings = Job { preset: id, variant: None, substeps: None }.read(artifacts)?;
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
                .map(|(id, readings)| judge_control(artifact, id, None, readings[index].clone()))
                .collect();
            let mut verdict = judge_variants(artifact, progress)?.with_controls(silent);
            if with_litmus && artifact.falls_with_substeps {
                verdict = verdict.with_litmus(judge_litmus(artifact, litmus_points(artifact, progress)?));
            }
            Ok(verdict)
        })
        .collect()
}

fn judge_variants(artifact: &'static Artifact, progress: &(dyn Fn(&str) + Sync)) -> Result<ArtifactVerdict, RunError> {
    let variants: Vec<&str> = std::iter::once(SICK).chain(artifact.cures.iter().map(|c| c.variant)).collect();
    let mut readings = variants
        .par_iter()
        .map(|&variant| {
            let job = Job { preset: artifact.preset, variant: Some(variant), substeps: None };
            let reading = job.read(&[artifact])?.swap_remove(0);
            progress(&format!("{} {variant}", artifact.preset));
            Ok(reading)
        })
        .collect::<Result<Vec<_>, RunError>>()?
        .into_iter();
    let sick = readings.next().unwrap_or_default();
    Ok(judge(artifact, sick, readings.collect()))
}

/// The sick variant's number with different numbers of substeps.
pub fn litmus_points(artifact: &Artifact, progress: &(dyn Fn(&str) + Sync)) -> Result<Vec<LitmusPoint>, RunError> {
    LITMUS_SUBSTEPS
        .par_iter()
        .map(|&substeps| {
            let job = Job { preset: artifact.preset, variant: Some(SICK), substeps: Some(substeps) };
            let value = job.read(&[artifact])?[0].value;
            progress(&format!("{} with {substeps} substeps", artifact.preset));
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
