//! The open scene: the preset it came from, the living instance, and what was recorded of it.

use super::Source;
use super::history::{History, Sample};
use super::problem::Problem;
use crate::dynamics::{BodyDef, BodyId, ColliderDef, MassSpec, StepSettings, WorldEdit};
use crate::geometry::{Shape, Sphere};
use crate::instrument::metrics::StepMetrics;
use crate::instrument::{Recorder, RecorderOptions, Recording, RunHeader, StepRecord};
use crate::math::{Pose, Quat, Vec3};
use crate::preset::{self, Instance, Preset, settings_path};
use serde_json::Value;
use std::path::Path;

/// Memory that records of a run may take; beyond it the oldest go. The status line shows how much is used.
pub const MAX_RECORDING_BYTES: usize = 256 << 20;

/// Trimming moves what is left, so it is done now and then.
const STEPS_BETWEEN_TRIMS: u64 = 120;

/// The body that the mouse holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grabbed {
    pub body: u32,
    /// In the body's frame, m.
    pub local_anchor: Vec3,
    /// World, m.
    pub target: Vec3,
}

/// A loaded scene and its run so far.
pub struct Run {
    source: Source,
    preset: Preset,
    variant: Option<String>,
    instance: Instance,
    /// The settings that the preset and its variant give.
    baseline: StepSettings,
    recorder: Recorder,
    recording: Recording,
    history: History,
    grabbed: Option<Grabbed>,
    is_faulted: bool,
    dropped: usize,
    balls: u32,
}

impl Run {
    /// Loads a scene, at its start, as its first variant.
    pub(super) fn open(source: Source) -> Result<Self, Problem> {
        let preset = match &source {
            Source::Shipped(id) => preset::find(id),
            Source::File(path) => preset::load(path),
        }
        .map_err(|problems| problem(format!("“{}” cannot be opened", source.name()), &problems))?;
        let variant = preset.variants.names().next().map(str::to_owned);
        Self::start(source, preset, variant)
    }

    fn start(source: Source, preset: Preset, variant: Option<String>) -> Result<Self, Problem> {
        let instance = instantiate(&source, &preset, variant.as_deref())?;
        let mut recorder = Recorder::new(RecorderOptions { residuals: true, ..RecorderOptions::default() });
        let mut recording = recorder.record_start(&instance.world, &instance.settings);
        recording.header.preset = source.name();
        recording.header.variant = variant.clone().unwrap_or_default();
        let mut run = Self {
            baseline: instance.settings.clone(),
            source,
            preset,
            variant,
            instance,
            recorder,
            recording,
            history: History::default(),
            grabbed: None,
            is_faulted: false,
            dropped: 0,
            balls: 0,
        };
        run.note_sample();
        Ok(run)
    }

    // ---- what is there to see -------------------------------------------------------------------------------------

    pub const fn source(&self) -> &Source {
        &self.source
    }

    pub const fn preset(&self) -> &Preset {
        &self.preset
    }

    pub fn variant(&self) -> Option<&str> {
        self.variant.as_deref()
    }

    pub fn variant_names(&self) -> impl Iterator<Item = &str> {
        self.preset.variants.names()
    }

    pub const fn settings(&self) -> &StepSettings {
        &self.instance.settings
    }

    pub const fn header(&self) -> &RunHeader {
        &self.recording.header
    }

    /// The latest state; there is always one.
    pub fn record(&self) -> &StepRecord {
        static EMPTY: std::sync::OnceLock<StepRecord> = std::sync::OnceLock::new();
        self.recording.steps.last().unwrap_or_else(|| EMPTY.get_or_init(StepRecord::default))
    }

    pub const fn recording(&self) -> &Recording {
        &self.recording
    }

    /// How many records had to go.
    pub const fn dropped_records(&self) -> usize {
        self.dropped
    }

    pub const fn history(&self) -> &History {
        &self.history
    }

    pub const fn grabbed(&self) -> Option<&Grabbed> {
        self.grabbed.as_ref()
    }

    /// Whether a step failed; only a restart helps.
    pub const fn is_faulted(&self) -> bool {
        self.is_faulted
    }

    pub fn setting(&self, path: &str) -> Option<Value> {
        settings_path::get(&self.instance.settings, path)
    }

    /// What the preset and its variant give.
    pub fn baseline_setting(&self, path: &str) -> Option<Value> {
        settings_path::get(&self.baseline, path)
    }

    pub fn is_changed(&self, path: &str) -> bool {
        self.setting(path) != self.baseline_setting(path)
    }

    /// Paths of the settings that the user changed.
    pub fn changed_paths(&self) -> Vec<String> {
        if self.instance.settings == self.baseline {
            return Vec::new();
        }
        let paths = crate::dynamics::SETTINGS.iter().map(|info| info.path);
        paths.filter(|path| self.is_changed(path)).map(str::to_owned).collect()
    }

    // ---- what can be done to it -----------------------------------------------------------------------------------

    pub(super) fn step(&mut self) -> Result<(), Problem> {
        if self.is_faulted {
            return Err(Problem::new("This run cannot go on", "Press R to restart the scene."));
        }
        if let Err(fault) = self.instance.step(&mut self.recorder) {
            self.is_faulted = true;
            return Err(Problem::new(
                "The simulation has stopped",
                "The recording up to this step is kept. Restart (R) with smaller forces, shorter steps or more \
                 iterations.",
            )
            .with(format!("step {}, body “{}”", fault.step, fault.body_name), fault.to_string()));
        }
        self.push_record();
        Ok(())
    }

    fn push_record(&mut self) {
        let record = self.recorder.record_step(&self.instance.world);
        let step = record.step;
        self.recording.steps.push(record);
        self.note_sample();
        if step.is_multiple_of(STEPS_BETWEEN_TRIMS) {
            self.dropped += self.recording.trim_to(MAX_RECORDING_BYTES);
        }
    }

    fn note_sample(&mut self) {
        if let [.., last] = self.recording.steps.as_slice() {
            let previous = self.recording.steps.len().checked_sub(2).map(|i| &self.recording.steps[i]);
            self.history.push(Sample::from(&StepMetrics::of(&self.recording.header, previous, last)));
        }
    }

    /// Replaces the last record by the state as it is now, after an edit between two steps.
    fn refresh_record(&mut self) {
        let mut record = self.recorder.record_step(&self.instance.world);
        if let Some(last) = self.recording.steps.last_mut() {
            std::mem::swap(&mut record.residuals, &mut last.residuals);
            *last = record;
        }
    }

    pub(super) fn restart(&mut self) -> Result<(), Problem> {
        let (settings, baseline) = (self.instance.settings.clone(), self.baseline.clone());
        *self = Self::start(self.source.clone(), self.preset.clone(), self.variant.clone())?;
        if settings != baseline {
            self.instance.settings = settings;
            self.recorder.observe_settings(&self.instance.settings);
        }
        Ok(())
    }

    pub(super) fn switch_variant(&mut self, variant: Option<String>) -> Result<(), Problem> {
        let kept: Vec<(String, Value)> =
            self.changed_paths().into_iter().filter_map(|path| Some((path.clone(), self.setting(&path)?))).collect();
        let old_baseline = self.baseline.clone();
        *self = Self::start(self.source.clone(), self.preset.clone(), variant)?;
        for (path, value) in kept {
            // Where the variants themselves differ, the difference is the point of switching.
            if settings_path::get(&old_baseline, &path) == self.baseline_setting(&path) {
                self.set_setting(&path, &value)?;
            }
        }
        Ok(())
    }

    pub(super) fn set_setting(&mut self, path: &str, value: &Value) -> Result<(), Problem> {
        settings_path::set(&mut self.instance.settings, path, value)
            .map_err(|e| Problem::new("This setting cannot have that value", "").with(path, e.to_string()))?;
        self.recorder.observe_settings(&self.instance.settings);
        self.recording.header.dt = self.instance.settings.time.dt;
        self.recording.header.substeps = self.instance.settings.time.substeps;
        self.recording.header.gravity = Vec3::from_array(self.instance.settings.gravity);
        Ok(())
    }

    pub(super) fn grab(&mut self, body: u32, point: Vec3) {
        let Some(record) = self.record().body(body) else { return };
        let local_anchor = record.world_from_body().inverse_transform_point(point);
        // The world refuses what cannot be held, such as a body of infinite mass; then nothing is held.
        let edit = WorldEdit::Grab { body: BodyId(body), local_anchor, target: point };
        if self.instance.world.apply(edit).is_ok() {
            self.grabbed = Some(Grabbed { body, local_anchor, target: point });
        }
    }

    pub(super) fn move_grab(&mut self, target: Vec3) {
        if let Some(grabbed) = &mut self.grabbed
            && self.instance.world.apply(WorldEdit::MoveGrab { target }).is_ok()
        {
            grabbed.target = target;
        }
    }

    pub(super) fn release_grab(&mut self) {
        if self.grabbed.take().is_some() {
            // Refused only when nothing is held, which is what is wanted.
            let _ = self.instance.world.apply(WorldEdit::ReleaseGrab);
        }
    }

    pub(super) fn shoot(&mut self, origin: Vec3, direction: Vec3) {
        if self.is_faulted || !(origin.is_finite() && direction.is_finite()) {
            return;
        }
        self.balls += 1;
        let mut collider = ColliderDef::new(Shape::Sphere(Sphere { radius: BALL_RADIUS }));
        collider.restitution = 0.2;
        let place = Pose::new(origin + direction * (2.0 * BALL_RADIUS), Quat::IDENTITY);
        let name = format!("ball {}", self.balls);
        let def = BodyDef::dynamic(&name, place, vec![collider], MassSpec::Density(BALL_DENSITY))
            .with_velocity(direction * BALL_SPEED, Vec3::ZERO);
        if self.instance.world.apply(WorldEdit::AddBody(Box::new(def))).is_ok() {
            self.recording.header.add_new(&self.instance.world);
            self.refresh_record();
        }
    }

    /// Writes the preset with the settings that the user changed: into the variant that runs where that one names the
    /// setting, or else into the preset, so that the other variants go on to differ only in what they name.
    pub(super) fn save(&self, path: &Path) -> Result<(), Problem> {
        let title = "The scene was not saved";
        let advice = "Choose another folder, or check that it can be written to.";
        let refused = |place: &str, message: String| Problem::new(title, advice).with(place, message);
        let mut preset = self.preset.clone();
        for changed in self.changed_paths() {
            let Some(value) = self.setting(&changed) else { continue };
            let variant = preset.variants.0.iter_mut().find(|(name, _)| Some(name.as_str()) == self.variant.as_deref());
            let is_named = |(path, _): &(&'static str, &Value)| *path == changed;
            let overlay = match variant {
                Some((_, variant)) if variant.settings.entries().iter().any(is_named) => &mut variant.settings,
                _ => &mut preset.settings,
            };
            overlay.set(&changed, &value).map_err(|e| refused(&changed, e.to_string()))?;
        }
        preset::save(path, &preset).map_err(|e| refused(&path.display().to_string(), e.to_string()))
    }
}

/// A ball that is shot: m, kg/m³, m/s. Heavy enough to topple a stack of crates.
const BALL_RADIUS: f32 = 0.25;
const BALL_DENSITY: f32 = 2000.0;
const BALL_SPEED: f32 = 18.0;

fn instantiate(source: &Source, preset: &Preset, variant: Option<&str>) -> Result<Instance, Problem> {
    preset.instantiate(variant).map_err(|p| problem(format!("“{}” cannot be started", source.name()), &p))
}

fn problem(title: String, problems: &preset::Problems) -> Problem {
    let advice = "Correct the file and open it again. `jitterscope check FILE` lists the same findings.";
    problems.iter().fold(Problem::new(title, advice), |all, one| {
        let place = one.line.map_or_else(|| one.path.clone(), |line| format!("{} (line {line})", one.path));
        all.with(place, one.message.clone())
    })
}
