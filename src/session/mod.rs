//! The running tool without its window: the open scene, time, settings, selection, grab, recording, undo.
//!
//! All wishes arrive as [`Command`]s at [`Session::apply`]; time passes in [`Session::tick`]. Everything else only
//! reads. So whatever the window can do, a test can do without one.

mod clock;
mod command;
mod history;
mod pick;
mod problem;
mod run;
mod selection;
mod undo;

pub use clock::SPEEDS;
pub use command::{Command, Source};
pub use history::{History, Sample};
pub use pick::{Pick, pick};
pub use problem::{Problem, ProblemItem};
pub use run::{Grabbed, MAX_RECORDING_BYTES, Run};
pub use selection::Selection;

use clock::Clock;
use serde_json::Value;
use std::time::Duration;
use undo::{Change, UndoStack};

/// Computing time that one tick may use: a quarter of it is left for drawing at 60 pictures a second.
pub const TICK_BUDGET: Duration = Duration::from_millis(12);

/// The headless model of the running tool.
#[derive(Default)]
pub struct Session {
    run: Option<Run>,
    is_playing: bool,
    clock: Clock,
    selection: Selection,
    undo: UndoStack,
    problem: Option<Problem>,
    /// A short word about the last thing done ("saved to …"), until the next.
    note: Option<String>,
    revision: u64,
}

impl Session {
    pub fn new() -> Self {
        Self::default()
    }

    // ---- what is there to see -------------------------------------------------------------------------------------

    /// The open scene, if any.
    pub const fn run(&self) -> Option<&Run> {
        self.run.as_ref()
    }

    pub const fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// Simulated seconds per real second that are asked for.
    pub const fn speed(&self) -> f32 {
        self.clock.speed
    }

    /// Share of that which the machine manages, 0 to 1.
    pub const fn delivered_speed(&self) -> f32 {
        self.clock.delivered()
    }

    pub const fn selection(&self) -> Selection {
        self.selection
    }

    pub const fn problem(&self) -> Option<&Problem> {
        self.problem.as_ref()
    }

    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// Grows with every change that could be seen.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    pub const fn can_undo(&self) -> bool {
        self.undo.can_undo()
    }

    pub const fn can_redo(&self) -> bool {
        self.undo.can_redo()
    }

    // ---- time -----------------------------------------------------------------------------------------------------

    /// Lets `real_dt` seconds pass. Returns whether anything moved.
    pub fn tick(&mut self, real_dt: f32) -> bool {
        self.tick_within(real_dt, TICK_BUDGET)
    }

    /// As [`Self::tick`], with another bound on the computing time.
    pub fn tick_within(&mut self, real_dt: f32, budget: Duration) -> bool {
        let Some(run) = self.run.as_mut().filter(|_| self.is_playing) else { return false };
        let mut fault = None;
        let dt = run.settings().time.dt;
        let done = self.clock.run(real_dt, dt, budget, || match run.step() {
            Ok(()) => true,
            Err(problem) => {
                fault = Some(problem);
                false
            }
        });
        if let Some(problem) = fault {
            self.is_playing = false;
            self.problem = Some(problem);
        }
        if done > 0 {
            self.revision += 1;
        }
        done > 0
    }

    // ---- wishes ---------------------------------------------------------------------------------------------------

    /// The one place that acts on what the user wants.
    pub fn apply(&mut self, command: Command) {
        self.revision += 1;
        match command {
            Command::Open(source) => self.open(source),
            Command::SetVariant(variant) => self.set_variant(variant),
            Command::Play => self.set_playing(true),
            Command::Pause => self.set_playing(false),
            Command::TogglePlay => self.set_playing(!self.is_playing),
            Command::Step(count) => self.step(count),
            Command::Restart => self.restart(),
            Command::SetSpeed(speed) => self.set_speed(speed),
            Command::Faster => self.set_speed(self.clock.neighbour(1)),
            Command::Slower => self.set_speed(self.clock.neighbour(-1)),
            Command::SetSetting { path, value } => self.set_setting(path, value),
            Command::EndGesture => self.undo.end_gesture(),
            Command::ResetSetting(path) => self.reset_setting(path),
            Command::ResetAllSettings => {
                for path in self.run.as_ref().map(Run::changed_paths).unwrap_or_default() {
                    self.reset_setting(path);
                }
            }
            Command::Undo => {
                if let Some(change) = self.undo.undo() {
                    self.write_setting(&change.path, &change.before);
                }
            }
            Command::Redo => {
                if let Some(change) = self.undo.redo() {
                    self.write_setting(&change.path, &change.after);
                }
            }
            Command::Select(selection) => self.selection = selection,
            Command::GrabStart { body, point } => self.with_run(|run| run.grab(body, point)),
            Command::GrabMove(target) => self.with_run(|run| run.move_grab(target)),
            Command::GrabEnd => self.with_run(Run::release_grab),
            Command::Shoot { origin, direction } => self.with_run(|run| run.shoot(origin, direction)),
            Command::SaveAs(path) => match self.run.as_ref().map(|run| run.save(&path)) {
                Some(Ok(())) => self.note = Some(format!("Saved to {}", path.display())),
                Some(Err(problem)) => self.problem = Some(problem),
                None => {}
            },
            Command::DismissProblem => self.problem = None,
        }
    }

    fn with_run(&mut self, act: impl FnOnce(&mut Run)) {
        if let Some(run) = &mut self.run {
            act(run);
        }
    }

    fn open(&mut self, source: Source) {
        match Run::open(source) {
            Ok(run) => {
                self.run = Some(run);
                self.is_playing = false;
                self.selection = Selection::None;
                self.undo.clear();
                self.clock.reset();
                (self.problem, self.note) = (None, None);
            }
            Err(problem) => self.problem = Some(problem),
        }
    }

    fn set_variant(&mut self, variant: Option<String>) {
        let Some(run) = &mut self.run else { return };
        match run.switch_variant(variant) {
            Ok(()) => {
                self.is_playing = false;
                self.undo.clear();
                self.clock.reset();
                self.forget_lost_selection();
            }
            Err(problem) => self.problem = Some(problem),
        }
    }

    fn restart(&mut self) {
        let Some(run) = &mut self.run else { return };
        if let Err(problem) = run.restart() {
            self.problem = Some(problem);
        }
        self.clock.reset();
        self.forget_lost_selection();
    }

    /// Balls that were shot are gone after a restart.
    fn forget_lost_selection(&mut self) {
        let count = self.run.as_ref().map_or(0, |run| run.header().bodies.len());
        if self.selection.body().is_some_and(|id| id as usize >= count) {
            self.selection = Selection::None;
        }
    }

    fn set_playing(&mut self, playing: bool) {
        self.is_playing = playing && self.run.as_ref().is_some_and(|run| !run.is_faulted());
        if !self.is_playing {
            self.clock.reset();
        }
    }

    fn step(&mut self, count: u32) {
        self.set_playing(false);
        let Some(run) = &mut self.run else { return };
        for _ in 0..count.min(10_000) {
            if let Err(problem) = run.step() {
                self.problem = Some(problem);
                break;
            }
        }
    }

    fn set_speed(&mut self, speed: f32) {
        if speed.is_finite() {
            self.clock.speed = speed.clamp(SPEEDS[0], SPEEDS[SPEEDS.len() - 1]);
        }
    }

    fn set_setting(&mut self, path: String, value: Value) {
        let Some(before) = self.run.as_ref().and_then(|run| run.setting(&path)) else { return };
        if self.write_setting(&path, &value) {
            let after = self.run.as_ref().and_then(|run| run.setting(&path)).unwrap_or(value);
            if before != after {
                self.undo.push(Change { path, before, after });
            }
        }
    }

    fn reset_setting(&mut self, path: String) {
        let Some(value) = self.run.as_ref().and_then(|run| run.baseline_setting(&path)) else { return };
        self.set_setting(path, value);
        self.undo.end_gesture();
    }

    fn write_setting(&mut self, path: &str, value: &Value) -> bool {
        let Some(run) = &mut self.run else { return false };
        match run.set_setting(path, value) {
            Ok(()) => true,
            Err(problem) => {
                self.problem = Some(problem);
                false
            }
        }
    }
}

#[cfg(test)]
mod tests;
