//! How time moves in an open scene: steps forward, any moment of the recording again, and what comes in from outside.
//!
//! A step within the recording is made again with the recorded inputs and held against the recorded hash. An input at a
//! past moment starts a branch there; what had been the future stays in the branch that was left.

use super::branch::{BranchId, Input, Note};
use super::problem::Problem;
use super::run::{self, Run};
use crate::dynamics::{BodyDef, BodyId, ColliderDef, MassSpec, World, WorldEdit};
use crate::geometry::{Shape, Sphere};
use crate::instrument::{Recorder, RecorderOptions};
use crate::math::{Pose, Quat, Vec3};
use crate::preset::settings_path;
use serde_json::Value;
use std::time::Instant;

/// Trimming moves what is left, so it is done now and then.
const STEPS_BETWEEN_TRIMS: u64 = 32;
/// Full records that are kept at most: what is older is made again.
const MOST_RECORDS: usize = 320;
/// Residuals cost a look at each row in each sweep, so while time runs only every so many steps have them.
const STEPS_BETWEEN_RESIDUALS: u64 = 64;

/// A ball that is shot: m, kg/m³, m/s. Heavy enough to topple a stack of crates.
const BALL_RADIUS: f32 = 0.25;
const BALL_DENSITY: f32 = 2000.0;
const BALL_SPEED: f32 = 18.0;

impl Run {
    // ---- time -----------------------------------------------------------------------------------------------------

    /// One step of many: within the recording the recorded one, at its end a new one.
    pub(super) fn step_on(&mut self) -> Result<(), Problem> {
        let has_residuals = (self.cursor() + 1).is_multiple_of(STEPS_BETWEEN_RESIDUALS);
        self.recorder.options.residuals = has_residuals;
        let outcome = self.make_step();
        self.lacks_residuals = !has_residuals;
        outcome
    }

    /// One step that is to be looked at: as [`Self::step_on`], with all that is measured during a step.
    pub(super) fn step(&mut self) -> Result<(), Problem> {
        self.recorder.options.residuals = true;
        self.lacks_residuals = false;
        self.make_step()
    }

    /// Measures what was left out while time ran.
    pub(super) fn complete_record(&mut self) {
        let cursor = self.cursor();
        let is_due = std::mem::take(&mut self.lacks_residuals) && !self.is_faulted;
        let Some(mut instance) = is_due.then(|| self.instance_before(cursor)).flatten() else { return };
        let mut recorder = Recorder::new(RecorderOptions { residuals: true, ..RecorderOptions::default() });
        if instance.step(&mut recorder).is_ok()
            && let Some(last) = self.recording.steps.last_mut()
        {
            last.residuals = recorder.record_step(&instance.world).residuals;
        }
    }

    fn make_step(&mut self) -> Result<(), Problem> {
        if self.is_faulted {
            return Err(Problem::new("This run cannot go on", "Go back on the timeline, or press R to restart."));
        }
        let begun = Instant::now();
        // Watching costs a little even when nothing is asked for.
        let outcome = if self.recorder.options.residuals {
            self.instance.step(&mut self.recorder)
        } else {
            self.instance.step(&mut ())
        };
        if let Err(fault) = outcome {
            self.is_faulted = true;
            if self.cursor() == self.timeline.end() {
                self.timeline.note_fault(fault.clone());
            }
            return Err(Problem::new(
                "The simulation has stopped",
                "The recording up to this step is kept. Restart (R) with smaller forces, shorter steps or more \
                 iterations.",
            )
            .with(format!("step {}, body “{}”", fault.step, fault.body_name), fault.to_string()));
        }
        let is_same = self.lengthen_last_record();
        if !is_same {
            let record = self.recorder.record_step(&self.instance.world);
            self.recording.steps.push(record);
        }
        let (step, hash) = (self.record().step, self.record().hash);
        if step <= self.timeline.end() {
            self.timeline.check(step, hash);
            self.repeat_inputs(step);
            self.show_inputs(step);
        } else {
            let note = match self.timeline.note(step - 1).filter(|_| is_same) {
                Some(before) => Note { hash, sample: before.sample.unchanged_at(step, self.record().time) },
                None => run::note(&self.recording),
            };
            self.timeline.push(&self.instance, note, begun.elapsed().as_secs_f64());
        }
        if step.is_multiple_of(STEPS_BETWEEN_TRIMS) {
            for record in self.recording.take_oldest(self.timeline.records_budget(), MOST_RECORDS) {
                self.recorder.recycle(record);
            }
        }
        Ok(())
    }

    /// After a step in which nothing changed: lets the last record stand for it too, because a scene that sleeps for
    /// minutes is not worth a copy for every step. False where the step needs a record of its own.
    fn lengthen_last_record(&mut self) -> bool {
        let world = &self.instance.world;
        if !world.is_still() {
            self.still_content = None;
            return false;
        }
        let Some(last) = self.recording.steps.last_mut().filter(|last| last.step + 1 == world.step_count()) else {
            return false;
        };
        let Some(content) = self.still_content else {
            // The step before may have been the last one in which something happened: that one stays as it is.
            self.still_content = Some(world.content_hash());
            return false;
        };
        (last.step, last.time) = (world.step_count(), world.time());
        last.hash = World::hash_at(content, last.step);
        last.residuals = self.recorder.take_residuals();
        true
    }

    /// Goes to a recorded step of the current branch; beyond its end, to the end.
    pub(super) fn seek(&mut self, step: u64) {
        self.release_grab();
        let step = step.min(self.timeline.end());
        if step != self.cursor() || self.is_faulted {
            self.restore(step, false);
        }
    }

    /// Goes to another branch, at the same step as far as it has one.
    pub(super) fn switch_branch(&mut self, id: BranchId) {
        self.release_grab();
        let step = self.cursor();
        if id != self.timeline.current() && self.timeline.switch(id) {
            self.restore(step.min(self.timeline.end()), true);
        }
    }

    /// Back to the start with the settings as they are now, and without what the user did on the way.
    pub(super) fn restart(&mut self) {
        self.release_grab();
        let settings = self.instance.settings.clone();
        let has_edits = self.timeline.inputs_at(0).iter().any(|(_, input)| matches!(input, Input::Edit(_)));
        if !has_edits && self.timeline.input_steps().iter().all(|step| *step == 0) {
            return self.seek(0);
        }
        self.timeline.fork(0, "restart".to_owned(), false);
        self.restore(0, true);
        if settings != self.instance.settings {
            self.timeline.log(0, Input::Settings(Box::new(settings.clone())));
            self.instance.settings = settings;
            self.observe_settings();
        }
    }

    /// Makes the state after `step` of the current branch again; `anew` where the state at hand is of no use for it.
    pub(super) fn restore(&mut self, step: u64, anew: bool) {
        let keyframe = self.timeline.keyframe_before(step);
        let cursor = self.instance.world.step_count();
        // From where we are it may be nearer than from the keyframe.
        let can_go_on = !anew && !self.is_faulted && cursor < step && keyframe.step <= cursor;
        if !can_go_on {
            self.instance = keyframe.instance();
            self.is_faulted = false;
            self.repeat_inputs_of(self.instance.world.step_count());
        }
        let from = self.instance.world.step_count();
        self.still_content = None;
        self.recorder.options.residuals = true;
        self.lacks_residuals = false;
        for record in self.recording.steps.drain(..) {
            self.recorder.recycle(record);
        }
        for at in from + 1..=step {
            let outcome = if at == step {
                self.recorder.observe_settings(&self.instance.settings);
                self.instance.step(&mut self.recorder)
            } else {
                self.instance.step(&mut ())
            };
            // A step that once succeeded fails only if it is no longer the same step.
            if outcome.is_err() {
                self.timeline.check(at, 0);
                self.is_faulted = true;
                break;
            }
            if at < step {
                self.timeline.check(at, self.instance.world.state_hash());
                self.timeline.keep_near(&self.instance, step, step - from);
                self.repeat_inputs_of(at);
            }
        }
        self.observe_settings();
        self.recording.header.bodies.truncate(self.instance.world.bodies().len());
        self.recording.header.joints.truncate(self.instance.world.joints().len());
        self.recording.header.add_new(&self.instance.world);
        let record = self.recorder.record_step(&self.instance.world);
        if from < step {
            self.timeline.check(step, record.hash);
        }
        self.recording.steps.push(record);
        if from < step && !self.is_faulted {
            self.repeat_inputs(step);
        }
        self.show_inputs(step);
    }

    fn repeat_inputs_of(&mut self, step: u64) {
        for (_, input) in self.timeline.inputs_at(step) {
            input.apply(&mut self.instance);
        }
    }

    /// Lets in what a recording says came in at this moment.
    pub(super) fn take(&mut self, input: Input) {
        input.apply(&mut self.instance);
        self.timeline.log(self.cursor(), input);
        self.observe_settings();
        self.recording.header.add_new(&self.instance.world);
        self.refresh_record();
    }

    fn repeat_inputs(&mut self, step: u64) {
        self.repeat_inputs_of(step);
        self.observe_settings();
    }

    /// Lets the record show what the inputs of its moment did.
    fn show_inputs(&mut self, step: u64) {
        if !self.timeline.inputs_at(step).is_empty() {
            self.recording.header.add_new(&self.instance.world);
            self.refresh_record();
        }
    }

    // ---- from outside ---------------------------------------------------------------------------------------------

    /// At a past moment an input starts a branch; `label` says what it was.
    fn begin_input(&mut self, label: impl FnOnce(&Self) -> String) {
        let step = self.cursor();
        if self.is_faulted {
            // Something is being changed: then it may go on from the last good state.
            self.restore(step, true);
        }
        if step < self.timeline.end() {
            let label = label(self);
            self.timeline.fork(step, label, true);
            if self.instance.world.grab().is_some() {
                self.edit(WorldEdit::ReleaseGrab);
            }
        }
    }

    /// Applies an edit and logs it if it was accepted.
    fn edit(&mut self, edit: WorldEdit) -> bool {
        let is_accepted = self.instance.world.apply(edit.clone()).is_ok();
        if is_accepted {
            self.timeline.log(self.cursor(), Input::Edit(edit));
        }
        is_accepted
    }

    pub(super) fn set_setting(&mut self, path: &str, value: &Value) -> Result<(), Problem> {
        let mut settings = self.instance.settings.clone();
        settings_path::set(&mut settings, path, value)
            .map_err(|e| Problem::new("This setting cannot have that value", "").with(path, e.to_string()))?;
        if settings == self.instance.settings {
            return Ok(());
        }
        self.begin_input(|_| {
            let info = crate::dynamics::SETTINGS.iter().find(|info| info.path == path);
            format!("{} = {}", info.map_or(path, |info| info.label), short(value))
        });
        self.timeline.log(self.cursor(), Input::Settings(Box::new(settings.clone())));
        self.instance.settings = settings;
        self.observe_settings();
        // Energies are those of the new settings from here on, as they are when this moment is made again.
        self.refresh_record();
        Ok(())
    }

    fn observe_settings(&mut self) {
        let settings = &self.instance.settings;
        self.recorder.observe_settings(settings);
        self.recording.header.dt = settings.time.dt;
        self.recording.header.substeps = settings.time.substeps;
        self.recording.header.gravity = Vec3::from_array(settings.gravity);
    }

    pub(super) fn grab(&mut self, body: u32, point: Vec3) {
        let Some(record) = self.record().body(body) else { return };
        let local_anchor = record.world_from_body().inverse_transform_point(point);
        let can_be_held = |run: &Self| {
            let kind = run.instance.world.bodies().get(body as usize).map(|b| b.body_type);
            kind == Some(crate::dynamics::BodyType::Dynamic)
        };
        if !point.is_finite() || !can_be_held(self) {
            return;
        }
        self.begin_input(|run| format!("drag of {}", run.recording.body_name(body)));
        self.is_holding = self.edit(WorldEdit::Grab { body: BodyId(body), local_anchor, target: point });
    }

    pub(super) fn move_grab(&mut self, target: Vec3) {
        if self.is_holding && self.grabbed().is_some_and(|grabbed| grabbed.target != target) {
            self.edit(WorldEdit::MoveGrab { target });
        }
    }

    pub(super) fn release_grab(&mut self) {
        if std::mem::take(&mut self.is_holding) {
            self.edit(WorldEdit::ReleaseGrab);
        }
    }

    pub(super) fn shoot(&mut self, origin: Vec3, direction: Vec3) {
        if self.is_faulted || !(origin.is_finite() && direction.is_finite()) {
            return;
        }
        self.begin_input(|_| "a ball".to_owned());
        let balls = self.instance.world.bodies().len().saturating_sub(self.instance.body_names().len());
        let mut collider = ColliderDef::new(Shape::Sphere(Sphere { radius: BALL_RADIUS }));
        collider.restitution = 0.2;
        let place = Pose::new(origin + direction * (2.0 * BALL_RADIUS), Quat::IDENTITY);
        let def =
            BodyDef::dynamic(&format!("ball {}", balls + 1), place, vec![collider], MassSpec::Density(BALL_DENSITY))
                .with_velocity(direction * BALL_SPEED, Vec3::ZERO);
        if self.edit(WorldEdit::AddBody(Box::new(def))) {
            self.recording.header.add_new(&self.instance.world);
            self.refresh_record();
        }
    }

    /// Replaces the last record by the state as it is now, after an edit between two steps.
    fn refresh_record(&mut self) {
        self.still_content = None;
        let mut record = self.recorder.record_step(&self.instance.world);
        if let Some(last) = self.recording.steps.last_mut() {
            std::mem::swap(&mut record.residuals, &mut last.residuals);
            *last = record;
        }
    }
}

/// A value for a label.
fn short(value: &Value) -> String {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(number) => format!("{}", (number * 1e4).round() / 1e4),
            None => number.to_string(),
        },
        Value::String(text) => text.replace('_', " "),
        other => other.to_string(),
    }
}
