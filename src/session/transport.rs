//! Playing: forwards into what is new, forwards and backwards through what is recorded, loops, and single steps.

use super::clock::SPEEDS;
use super::{BranchId, Run, Session};
use crate::instrument::StepRecord;
use std::borrow::Cow;
use std::time::Duration;

/// Computing time that one tick may use: a quarter of it is left for drawing at 60 pictures a second.
pub const TICK_BUDGET: Duration = Duration::from_millis(12);

/// Most steps that one wish can ask for.
const MOST_STEPS: u32 = 10_000;

/// Which way time runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Motion {
    #[default]
    Paused,
    Forward,
    Backward,
}

/// What the play controls are set to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Transport {
    motion: Motion,
    /// First and last step of the stretch that is played over and over.
    looped: Option<(u64, u64)>,
    /// Pause when this step is reached.
    stop_at: Option<u64>,
}

impl Session {
    /// Whether time runs, one way or the other.
    pub fn is_playing(&self) -> bool {
        self.transport.motion != Motion::Paused
    }

    pub fn is_playing_backwards(&self) -> bool {
        self.transport.motion == Motion::Backward
    }

    /// First and last step of the stretch that is played over and over.
    pub const fn looped(&self) -> Option<(u64, u64)> {
        self.transport.looped
    }

    fn is_drawn_between(&self) -> bool {
        self.transport.motion == Motion::Forward
            && self.run.as_ref().is_some_and(|run| run.settings().time.interpolation)
    }

    /// The record as a picture shows it: while time runs forwards and the setting `time.interpolation` is on, the bodies are
    /// on their way from the state before to the one that is shown.
    pub fn drawn_record(&self) -> Option<Cow<'_, StepRecord>> {
        let run = self.run.as_ref()?;
        let record = run.record();
        if !self.is_drawn_between() {
            return Some(Cow::Borrowed(record));
        }
        let steps = &run.recording().steps;
        let before = steps.len().checked_sub(2).map(|index| &steps[index]);
        // A jump of the loop, or a gap in what is kept in full, is no way that a body went.
        let before = before.filter(|before| before.step + 1 == record.step);
        Some(record.drawn_between(before, self.clock.alpha(run.settings().time.dt)))
    }

    /// Lets `real_dt` seconds pass. Returns whether anything moved.
    pub fn tick(&mut self, real_dt: f32) -> bool {
        self.tick_within(real_dt, TICK_BUDGET)
    }

    /// As [`Self::tick`], with another bound on the computing time.
    pub fn tick_within(&mut self, real_dt: f32, budget: Duration) -> bool {
        let moved = match self.transport.motion {
            Motion::Paused => self.tick_microscope(),
            // Between two states there is something new to draw although no step was made.
            Motion::Forward => self.tick_forward(real_dt, budget) | self.is_drawn_between(),
            Motion::Backward => self.tick_backward(real_dt, budget),
        };
        let has_news = self.tick_opening() | self.tick_sweeping() | self.tick_comparing() | self.tick_files();
        let has_shown = self.tick_lesson();
        if moved || has_news || has_shown {
            self.revision += 1;
        }
        moved || has_news || has_shown
    }

    /// Whether work goes on beside the window, so that it has to look for news.
    pub fn is_working(&self) -> bool {
        self.opening.is_some()
            || self.waits_for_number()
            || self.sweeping.as_ref().is_some_and(|sweeping| sweeping.progress().is_some())
            || self.comparing.as_ref().is_some_and(|comparing| comparing.progress().is_some())
    }

    fn tick_forward(&mut self, real_dt: f32, budget: Duration) -> bool {
        let Some(run) = &mut self.run else { return false };
        let Transport { looped, stop_at, .. } = self.transport;
        let (mut fault, mut has_arrived, mut passing) = (None, false, None);
        let stops = &self.stops;
        let time = run.settings().time.clone();
        let done = self.clock.run_frames(real_dt, &time, budget, || {
            if let Some((first, last)) = looped
                && !(first..last).contains(&run.cursor())
            {
                run.seek(first);
                return true;
            }
            match run.step_on() {
                Ok(()) => {
                    has_arrived = stop_at.is_some_and(|step| run.cursor() >= step);
                    passing = stops.passed_at(run.timeline(), run.cursor()).next();
                    !has_arrived && passing.is_none()
                }
                Err(problem) => {
                    fault = Some(problem);
                    passing = stops.passed_at(run.timeline(), run.cursor() + 1).next();
                    false
                }
            }
        });
        if has_arrived || fault.is_some() || passing.is_some() {
            self.set_playing(false);
        }
        if fault.is_some() {
            self.problem = fault;
        }
        if looped.is_some() {
            self.forget_lost_selection();
        }
        if let Some(passing) = passing {
            self.note_hit(passing);
        }
        done > 0
    }

    fn tick_backward(&mut self, real_dt: f32, budget: Duration) -> bool {
        let Some(run) = &mut self.run else { return false };
        let dt = run.settings().time.dt;
        let due = u64::from(self.clock.run(real_dt, dt, budget, || true));
        if due == 0 {
            return false;
        }
        let cursor = run.cursor();
        let first = self.transport.looped.map_or(0, |(first, _)| first);
        let target = cursor.saturating_sub(due).max(first.min(cursor));
        let is_at_start = cursor <= first;
        match self.transport.looped {
            Some((_, last)) if is_at_start => run.seek(last),
            _ => run.seek(target),
        }
        if target == 0 && self.transport.looped.is_none() {
            self.set_playing(false);
        }
        self.forget_lost_selection();
        true
    }

    pub(super) fn set_playing(&mut self, playing: bool) {
        let can_play = playing && self.run.as_ref().is_some_and(|run| !run.is_faulted());
        self.transport.motion = if can_play { Motion::Forward } else { Motion::Paused };
        self.transport.stop_at = None;
        if !can_play {
            self.clock.reset();
            self.with_run(Run::complete_record);
        }
    }

    pub(super) fn play_backwards(&mut self) {
        self.set_playing(false);
        if self.run.as_ref().is_some_and(|run| run.cursor() > 0) {
            self.transport.motion = Motion::Backward;
        }
    }

    pub(super) fn step(&mut self, count: u32) {
        self.set_playing(false);
        let Some(run) = &mut self.run else { return };
        let mut passing = None;
        let count = count.min(MOST_STEPS);
        for done in 1..=count {
            let next = run.cursor() + 1;
            let outcome = if done == count { run.step() } else { run.step_on() };
            passing = self.stops.passed_at(run.timeline(), next).next();
            if let Err(problem) = outcome {
                self.problem = Some(problem);
                break;
            }
            if passing.is_some() {
                break;
            }
        }
        run.complete_record();
        if let Some(passing) = passing {
            self.note_hit(passing);
        }
    }

    pub(super) fn step_back(&mut self, count: u32) {
        let cursor = self.run.as_ref().map_or(0, Run::cursor);
        self.seek(cursor.saturating_sub(u64::from(count)));
    }

    pub(super) fn seek(&mut self, step: u64) {
        self.set_playing(false);
        self.with_run(|run| run.seek(step));
        self.forget_lost_selection();
    }

    /// To a recorded step at once, to a later one by running there.
    pub(super) fn run_to(&mut self, step: u64) {
        let end = self.run.as_ref().map_or(0, |run| run.timeline().end());
        self.seek(step.min(end));
        if step > end {
            self.set_playing(true);
            self.transport.stop_at = Some(step);
        }
    }

    pub(super) fn set_loop(&mut self, range: Option<(u64, u64)>) {
        self.transport.looped = range.map(|(a, b)| (a.min(b), a.max(b).max(a.min(b) + 1)));
    }

    pub(super) fn switch_branch(&mut self, id: BranchId) {
        self.set_playing(false);
        self.with_run(|run| run.switch_branch(id));
        self.forget_lost_selection();
    }

    pub(super) fn restart(&mut self) {
        self.with_run(Run::restart);
        self.clock.reset();
        self.forget_lost_selection();
    }

    pub(super) fn set_speed(&mut self, speed: f32) {
        if speed.is_finite() {
            self.clock.speed = speed.clamp(SPEEDS[0], SPEEDS[SPEEDS.len() - 1]);
        }
    }
}
