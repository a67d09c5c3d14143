//! The open scene: the preset it came from, the living instance, and what was recorded of it. How time moves in it, and
//! what comes in from outside, is in `playback`.

use super::branch::Note;
use super::problem::Problem;
use super::timeline::{DEFAULT_BUDGET, Timeline};
use super::{Sample, Source};
use crate::dynamics::{BodyId, StepSettings};
use crate::instrument::{Drift, Recorder, RecorderOptions, Recording, RunHeader, StageTimes, StepRecord};
use crate::math::{Pose, Vec3};
use crate::preset::{self, Instance, Preset, settings_path};
use serde_json::Value;
use std::sync::Arc;

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
    preset: Arc<Preset>,
    variant: Option<String>,
    pub(super) instance: Instance,
    /// The settings that the preset and its variant give.
    baseline: StepSettings,
    pub(super) recorder: Recorder,
    /// The stretch of full records that ends with the moment shown.
    pub(super) recording: Recording,
    pub(super) timeline: Timeline,
    /// The user holds a body: what the world holds otherwise is a drag that is played back.
    pub(super) is_holding: bool,
    pub(super) is_faulted: bool,
    /// Digest of the world since the last record, as long as nothing has changed in it.
    pub(super) still_content: Option<u64>,
    /// The last record was made while time ran, without residuals.
    pub(super) lacks_residuals: bool,
}

impl Run {
    /// Loads a scene, at its start, as its first variant.
    pub(super) fn open(source: Source) -> Result<Self, Problem> {
        let preset = Self::read(&source)?;
        let variant = preset.variants.names().next().map(str::to_owned);
        Self::start(source, preset, variant, DEFAULT_BUDGET)
    }

    /// What is to be opened.
    pub(super) fn read(source: &Source) -> Result<Preset, Problem> {
        match source {
            Source::Shipped(id) => preset::find(id),
            Source::File(path) => preset::load(path),
            Source::New(title) => Ok(preset::edit::new_scene(title)),
        }
        .map_err(|problems| problem(format!("“{}” cannot be opened", source.name()), &problems))
    }

    pub(super) fn start(
        source: Source,
        preset: impl Into<Arc<Preset>>,
        variant: Option<String>,
        budget: usize,
    ) -> Result<Self, Problem> {
        let preset = preset.into();
        let instance = instantiate(&source, &preset, variant.as_deref())?;
        let mut recorder =
            Recorder::new(RecorderOptions { residuals: true, timings: true, ..RecorderOptions::default() });
        let mut recording = recorder.record_start(&instance.world, &instance.settings);
        recording.header.preset = source.name();
        recording.header.variant = variant.clone().unwrap_or_default();
        let mut timeline = Timeline::new(&instance, note(&recording), budget);
        if let Some(at) = preset.watch.as_ref().and_then(|watch| watch.at) {
            let step = (f64::from(at) / f64::from(instance.settings.time.dt)).round();
            if step >= 1.0 {
                timeline.add_bookmark(step as u64, "the moment to look at".to_owned());
            }
        }
        Ok(Self {
            baseline: instance.settings.clone(),
            source,
            preset,
            variant,
            instance,
            recorder,
            recording,
            timeline,
            is_holding: false,
            is_faulted: false,
            still_content: None,
            lacks_residuals: false,
        })
    }

    // ---- what is there to see -------------------------------------------------------------------------------------

    pub const fn source(&self) -> &Source {
        &self.source
    }

    pub fn preset(&self) -> &Preset {
        &self.preset
    }

    /// The preset, shared.
    pub(super) fn shared_preset(&self) -> Arc<Preset> {
        self.preset.clone()
    }

    /// The settings that the user changed, by path.
    pub(super) fn by_hand(&self) -> Vec<(String, Value)> {
        self.changed_paths().into_iter().filter_map(|path| Some((path.clone(), self.setting(&path)?))).collect()
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

    /// Everything that was recorded, and what can be gone back to.
    pub const fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The frame in which a body was written, as it lies at the moment shown.
    pub fn world_from_authored(&self, body: u32) -> Pose {
        self.instance.world_from_authored(BodyId(body))
    }

    /// The step that is shown: not always the last one recorded.
    pub fn cursor(&self) -> u64 {
        self.record().step
    }

    /// The numbers of the step that is shown.
    pub fn sample(&self) -> Option<&Sample> {
        self.timeline.note(self.cursor()).map(|note| &note.sample)
    }

    /// Where the time of the last watched step went; while time runs only some steps are watched.
    pub fn stage_times(&self) -> &StageTimes {
        self.recorder.stage_times()
    }

    /// Memory of the recording, bytes; bounded by the budget of the timeline.
    pub fn memory_bytes(&self) -> usize {
        self.timeline.memory_bytes() + self.recording.memory_bytes()
    }

    /// What has drifted by now: friction anchors, angles of joints.
    pub fn drift(&self) -> Drift {
        Drift::of(&self.instance.world, &self.instance.settings)
    }

    /// The body that is held by the mouse, now or in the recording.
    pub fn grabbed(&self) -> Option<Grabbed> {
        let grab = self.instance.world.grab()?;
        Some(Grabbed { body: grab.body.0, local_anchor: grab.local_anchor, target: grab.target })
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

    pub(super) fn switch_variant(&mut self, variant: Option<String>) -> Result<(), Problem> {
        let kept = self.by_hand();
        let old_baseline = self.baseline.clone();
        *self = Self::start(self.source.clone(), self.preset.clone(), variant, self.timeline.budget())?;
        for (path, value) in kept {
            // Where the variants themselves differ, the difference is the point of switching.
            if settings_path::get(&old_baseline, &path) == self.baseline_setting(&path) {
                self.set_setting(&path, &value)?;
            }
        }
        Ok(())
    }

    /// The same scene with another document: anew, at its start, as the same variant if there still is one, with settings
    /// changed by hand.
    pub(super) fn with_document(&self, document: Arc<Preset>, by_hand: &[(String, Value)]) -> Result<Self, Problem> {
        let known = self.variant.clone().filter(|name| document.variants.get(name).is_some());
        // Who looks at the preset itself goes on to do so.
        let first = || document.variants.names().next().map(str::to_owned).filter(|_| self.variant.is_some());
        let variant = known.or_else(first);
        let mut run = Self::start(self.source.clone(), document, variant, self.timeline.budget())?;
        for (path, value) in by_hand {
            run.set_setting(path, value)?;
        }
        Ok(run)
    }

    pub(super) fn add_bookmark(&mut self) {
        let step = self.cursor();
        let label = self.sample().map_or_else(String::new, |sample| format!("{:.3} s", sample.time));
        self.timeline.add_bookmark(step, label);
    }

    pub(super) fn set_budget(&mut self, bytes: usize) {
        self.timeline.set_budget(bytes);
        self.recording.trim_to(self.timeline.records_budget());
    }

    pub(super) fn set_source(&mut self, source: Source) {
        self.source = source;
    }

    /// Another text of the same scene: nothing moves, and the settings are what they were.
    pub(super) fn set_preset(&mut self, preset: impl Into<Arc<Preset>>) {
        self.preset = preset.into();
    }
}

fn instantiate(source: &Source, preset: &Preset, variant: Option<&str>) -> Result<Instance, Problem> {
    preset.instantiate(variant).map_err(|p| problem(format!("“{}” cannot be started", source.name()), &p))
}

pub(super) fn problem(title: String, problems: &preset::Problems) -> Problem {
    let advice = "Correct the file and open it again. `jitterscope check FILE` lists the same findings.";
    problems.iter().fold(Problem::new(title, advice), |all, one| {
        let place = one.line.map_or_else(|| one.path.clone(), |line| format!("{} (line {line})", one.path));
        all.with(place, one.message.clone())
    })
}

/// What is kept of the last record.
pub(super) fn note(recording: &Recording) -> Note {
    let previous = recording.steps.len().checked_sub(2).map(|i| &recording.steps[i]);
    // There is always a last one; a default would only be a sample of zeros.
    let empty = StepRecord::default();
    let last = recording.steps.last().unwrap_or(&empty);
    Note { hash: last.hash, sample: Sample::of(&recording.header, previous, last) }
}
