//! The running tool without its window: the open scene, time, settings, selection, grab, recording, undo.
//!
//! All wishes arrive as [`Command`]s at [`Session::apply`]; time passes in [`Session::tick`]. Everything else only
//! reads. So whatever the window can do, a test can do without one.

pub mod author;
mod authoring;
mod branch;
mod clock;
mod command;
pub mod compare;
mod comparing;
mod files;
mod job;
mod lesson;
mod lesson_sheet;
mod looking;
mod microscope;
mod opening;
pub mod pair;
mod pick;
mod playback;
mod problem;
mod rerun;
mod run;
mod sample;
pub mod saved;
mod selection;
mod stop;
mod stopping;
mod sweeping;
mod timeline;
mod transport;
mod undo;

pub use author::{
    Arrangement, AuthorWish, ImportWish, Item, NumbersForm, NumbersRead, NumbersShape, Warning, Weight, evaluate,
    evaluate_degrees,
};
pub use branch::{Branch, BranchId, Input, Note};
pub use clock::SPEEDS;
pub use command::{Command, Source};
pub use comparing::{CompareEntry, CompareWish, Comparing};
pub use files::{DocumentChange, FileWish, UnsavedWork};
pub use lesson::{LessonMove, LessonProgress, Prediction};
pub use microscope::{
    BAND_SECS, Band, BandPoint, Card, Cell, Column, Event, Line, Matrix, Microscope, MicroscopeMove, Moment, Spread,
};
pub use pick::{Pick, pick};
pub use problem::{Problem, ProblemItem};
pub use run::{Grabbed, Run};
pub use sample::Sample;
pub use selection::Selection;
pub use stop::{Condition, ConditionInfo, Hit, Passing, Search, Stop, Stops};
pub use sweeping::{SweepWish, Sweeping};
pub use timeline::{BUDGETS, Bookmark, DEFAULT_BUDGET, Mismatch, Timeline};

use author::Authoring;
use clock::Clock;
use files::Files;
use opening::Opening;
use serde_json::Value;
use transport::Transport;
use undo::{Change, UndoStack};

pub use transport::TICK_BUDGET;

/// The headless model of the running tool.
#[derive(Default)]
pub struct Session {
    run: Option<Run>,
    transport: Transport,
    clock: Clock,
    selection: Selection,
    undo: UndoStack,
    authoring: Authoring,
    microscope: Option<Microscope>,
    stops: Stops,
    stop_hit: Option<Hit>,
    comparing: Option<Comparing>,
    sweeping: Option<Sweeping>,
    opening: Option<Opening>,
    problem: Option<Problem>,
    /// A short word about the last thing done ("saved to …"), until the next.
    note: Option<String>,
    /// How far the lesson of the open scene has been taken.
    lesson: LessonProgress,
    files: Files,
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

    /// The step that is looked into, if one is.
    pub const fn microscope(&self) -> Option<&Microscope> {
        self.microscope.as_ref()
    }

    pub const fn can_undo(&self) -> bool {
        self.undo.can_undo()
    }

    pub const fn can_redo(&self) -> bool {
        self.undo.can_redo()
    }

    // ---- wishes ---------------------------------------------------------------------------------------------------

    /// The one place that acts on what the user wants.
    pub fn apply(&mut self, command: Command) {
        self.revision += 1;
        let may_change = command.may_change_document();
        match command {
            Command::Open(source) => self.open(source),
            Command::SetVariant(variant) => self.set_variant(variant),
            Command::Play => self.set_playing(true),
            Command::Pause => self.set_playing(false),
            Command::TogglePlay => self.set_playing(!self.is_playing()),
            Command::PlayBackwards => self.play_backwards(),
            Command::Step(count) => self.step(count),
            Command::StepBack(count) => self.step_back(count),
            Command::Seek(step) => self.seek(step),
            Command::Restart => self.restart(),
            Command::SetLoop(range) => self.set_loop(range),
            Command::RunTo(step) => self.run_to(step),
            Command::AddBookmark => self.with_run(Run::add_bookmark),
            Command::RemoveBookmark(step) => self.with_run(|run| run.timeline.remove_bookmark(step)),
            Command::SwitchBranch(id) => self.switch_branch(id),
            Command::SetMemoryBudget(bytes) => self.with_run(|run| run.set_budget(bytes)),
            Command::SetSpeed(speed) => self.set_speed(speed),
            Command::Faster => self.set_speed(self.clock.neighbour(1)),
            Command::Slower => self.set_speed(self.clock.neighbour(-1)),
            Command::SetSetting { path, value } => self.set_setting(path, value),
            Command::EndGesture => {
                self.undo.end_gesture();
                self.keep_copy();
            }
            Command::ResetSetting(path) => self.reset_setting(path),
            Command::ResetAllSettings => {
                for path in self.run.as_ref().map(Run::changed_paths).unwrap_or_default() {
                    self.reset_setting(path);
                }
            }
            Command::Undo => match self.undo.undo() {
                Some(Change::Setting { path, before, .. }) => drop(self.write_setting(&path, &before)),
                Some(Change::Document { before, .. }) => self.show_document(&before),
                None => {}
            },
            Command::Redo => match self.undo.redo() {
                Some(Change::Setting { path, after, .. }) => drop(self.write_setting(&path, &after)),
                Some(Change::Document { after, .. }) => self.show_document(&after),
                None => {}
            },
            Command::Select(selection) => {
                self.selection = selection;
                self.follow_selection();
            }
            Command::GrabStart { body, point } => self.with_run(|run| run.grab(body, point)),
            Command::GrabMove(target) => self.with_run(|run| run.move_grab(target)),
            Command::GrabEnd => self.with_run(Run::release_grab),
            Command::Shoot { origin, direction } => self.with_run(|run| run.shoot(origin, direction)),
            Command::SaveAs(path) => self.save_to(&path),
            Command::File(wish) => self.file_wish(wish),
            Command::Lesson(wish) => self.lesson_move(wish),
            Command::DismissProblem => self.dismiss_problem(),
            Command::Microscope(wish) => self.move_microscope(wish),
            Command::SetStop { condition, bound, is_enabled } => self.stops.set(condition, bound, is_enabled),
            Command::FindStop(search) => self.find_stop(search),
            Command::Compare(wish) => self.compare(wish),
            Command::Sweep(wish) => self.sweep(wish),
            Command::SaveRecording(path) => self.save_recording(&path),
            Command::OpenRecording(path) => self.open_recording(&path),
            Command::CancelOpening => self.cancel_opening(),
            Command::SaveTable(path) => self.save_table(&path),
            Command::Author(wish) => self.author(wish),
        }
        self.follow_with_authoring();
        self.follow_with_microscope();
        self.follow_with_ghost();
        if may_change {
            self.look_for_changes();
        }
    }

    fn with_run(&mut self, act: impl FnOnce(&mut Run)) {
        if let Some(run) = &mut self.run {
            act(run);
        }
    }

    fn open(&mut self, source: Source) {
        match Run::open(source.clone()) {
            Ok(run) => self.show_run(run),
            Err(problem) => {
                self.problem = Some(problem);
                self.look_for_good_parts(&source);
            }
        }
    }

    /// Another scene takes the place of what is open.
    fn show_run(&mut self, run: Run) {
        self.lesson = LessonProgress::new(run.preset().lesson.as_ref());
        self.run = Some(run);
        self.selection = Selection::None;
        self.undo.clear();
        self.forget_authoring();
        (self.problem, self.note, self.opening) = (None, None, None);
        self.forget_what_was_asked();
        self.files_opened();
    }

    fn set_variant(&mut self, variant: Option<String>) {
        self.keep_what_is_saved();
        let Some(run) = &mut self.run else { return };
        match run.switch_variant(variant) {
            Ok(()) => {
                self.forget_what_was_asked();
                self.forget_lost_selection();
            }
            Err(problem) => self.problem = Some(problem),
        }
    }

    /// What was set and found out about the run that is no longer there.
    fn forget_what_was_asked(&mut self) {
        self.transport = Transport::default();
        self.clock.reset();
        self.stop_hit = None;
        (self.comparing, self.sweeping) = (None, None);
    }

    /// Balls that were shot are not there at an earlier moment.
    fn forget_lost_selection(&mut self) {
        let count = self.run.as_ref().map_or(0, |run| run.header().bodies.len());
        if self.selection.body().is_some_and(|id| id as usize >= count) {
            self.selection = Selection::None;
        }
    }

    fn set_setting(&mut self, path: String, value: Value) {
        let Some(before) = self.run.as_ref().and_then(|run| run.setting(&path)) else { return };
        if self.write_setting(&path, &value) {
            let after = self.run.as_ref().and_then(|run| run.setting(&path)).unwrap_or(value);
            if before != after {
                self.undo.push(Change::Setting { path, before, after });
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
mod beside_tests;
#[cfg(test)]
mod still_tests;
#[cfg(test)]
mod stop_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod timeline_tests;
