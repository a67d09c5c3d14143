//! The second run of a comparison beside the first one: at the same moment, wherever the scrubber is.
//!
//! It is made again from its start like everything else. Keyframes at even distances, thinned out when they take too much
//! memory, let it follow the scrubber backwards.

use super::side::{Side, Walk};
use crate::instrument::{Recorder, RecorderOptions, RunHeader, StepRecord};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Steps between two keyframes at first, and most keyframes that are kept.
const FIRST_INTERVAL: u64 = 8;
const MOST_KEYFRAMES: usize = 128;

/// A side that follows the scrubber.
pub struct Ghost {
    walk: Walk,
    recorder: Recorder,
    header: RunHeader,
    record: StepRecord,
    /// Sorted by step; the start is always there.
    keyframes: Vec<Walk>,
    interval: u64,
    /// The last step there is, once the one after it has failed.
    last: Option<u64>,
}

impl Ghost {
    pub(in crate::session) fn new(side: &Arc<Side>) -> Self {
        let walk = Side::walk(side);
        let mut recorder = Recorder::new(RecorderOptions::default());
        let mut recording = recorder.record_start(walk.world(), walk.settings());
        let record = recording.steps.swap_remove(0);
        let keyframes = vec![walk.clone()];
        let header = recording.header;
        Self { walk, recorder, header, record, keyframes, interval: FIRST_INTERVAL, last: None }
    }

    /// Its bodies and joints.
    pub const fn header(&self) -> &RunHeader {
        &self.header
    }

    /// Its state at the moment that it has reached.
    pub const fn record(&self) -> &StepRecord {
        &self.record
    }

    /// Whether it stands at its last step, because the next one fails.
    pub fn is_at_fault(&self) -> bool {
        self.last == Some(self.step())
    }

    fn step(&self) -> u64 {
        self.walk.world().step_count()
    }

    /// Goes to the state nearest to a simulated time, s, but works no longer than `budget`: then it has to be called again.
    /// Returns whether it has arrived.
    pub(in crate::session) fn follow(&mut self, time: f64, budget: Duration) -> bool {
        let begun = Instant::now();
        if self.is_after(time) {
            let index = self.keyframes.partition_point(|k| k.world().time() < time + half_step(k));
            self.walk = self.keyframes[index.saturating_sub(1)].clone();
        }
        let mut has_arrived = true;
        while !self.is_at_fault() && self.walk.world().time() + half_step(&self.walk) <= time {
            if begun.elapsed() >= budget {
                has_arrived = false;
                break;
            }
            let before = self.step();
            if self.walk.step(&mut ()).is_ok() {
                self.walk.take_inputs();
                self.keep();
            } else {
                // What is left of the world is of no use: back, and up to the step before.
                self.last = Some(before);
                self.walk = self.keyframes[self.keyframes.len() - 1].clone();
            }
        }
        if self.record.step != self.step() {
            self.recorder.observe_settings(self.walk.settings());
            self.header.bodies.truncate(self.walk.world().bodies().len());
            self.header.add_new(self.walk.world());
            self.record = self.recorder.record_step(self.walk.world());
        }
        has_arrived
    }

    /// Whether it has to go back for this time: the step before would still be as near.
    fn is_after(&self, time: f64) -> bool {
        self.walk.world().time() - half_step(&self.walk) > time && self.step() > self.keyframes[0].world().step_count()
    }

    fn keep(&mut self) {
        let step = self.step();
        let is_new = self.keyframes.last().is_some_and(|last| last.world().step_count() < step);
        if !is_new || !step.is_multiple_of(self.interval) {
            return;
        }
        self.keyframes.push(self.walk.clone());
        if self.keyframes.len() > MOST_KEYFRAMES {
            self.interval *= 2;
            let (interval, start) = (self.interval, self.keyframes[0].world().step_count());
            self.keyframes
                .retain(|k| k.world().step_count() == start || k.world().step_count().is_multiple_of(interval));
        }
    }
}

/// Half a step of a walk, s.
fn half_step(walk: &Walk) -> f64 {
    0.5 * f64::from(walk.settings().time.dt)
}
