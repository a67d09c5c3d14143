//! Falls in a recording, timed by the clock on the wall: what slow motion and scenes of the wrong size have in common.
//!
//! A fall is a stretch of records in which a free body moves as gravity alone says: nothing touches or pushes it, it has
//! no joint, and its velocity changes by g in each step. The clock on the wall is the frames' real time where there are
//! frames, and the simulated time where nobody drew any.

use crate::instrument::record::{BodyRecord, Recording, StepRecord};
use crate::math::Vec3;

/// How far the change of velocity in a step may be from g dt, as a share: drag and damping are no free fall.
const STEADY: f32 = 0.05;
/// Shortest fall that is timed, records.
const MIN_RECORDS: usize = 8;

/// A stretch of free fall.
pub(super) struct Fall<'r> {
    pub body: u32,
    /// Records of the stretch.
    pub steps: &'r [StepRecord],
    /// Real time at each of them, s.
    pub clock: &'r [f64],
}

impl Fall<'_> {
    fn body_at(&self, index: usize) -> Option<&BodyRecord> {
        self.steps[index].body(self.body)
    }

    /// Height lost between the first record and another, m.
    pub fn drop(&self, index: usize, down: Vec3) -> f32 {
        match (self.body_at(0), self.body_at(index)) {
            (Some(first), Some(later)) => (later.position - first.position).dot(down),
            _ => 0.0,
        }
    }

    /// Downward speed at the first record, m/s.
    pub fn start_speed(&self, down: Vec3) -> f32 {
        self.body_at(0).map_or(0.0, |b| b.velocity.dot(down))
    }

    /// Real time from the first record until the body has lost `height`, s; `None` if it never does.
    pub fn real_secs_to_lose(&self, height: f32, down: Vec3) -> Option<f64> {
        let end = (1..self.steps.len()).find(|&i| self.drop(i, down) >= height)?;
        let (before, after) = (self.drop(end - 1, down), self.drop(end, down));
        let share = f64::from((height - before) / (after - before));
        Some(self.clock[end - 1] + (self.clock[end] - self.clock[end - 1]) * share - self.clock[0])
    }
}

/// Real time at each record, s: within a frame, records share its time in proportion.
pub(super) fn wall_clock(recording: &Recording) -> Vec<f64> {
    let steps = &recording.steps;
    let mut clock: Vec<f64> = steps.iter().map(|s| s.time).collect();
    if !steps.iter().any(|s| s.frame.is_some()) {
        return clock;
    }
    // The start is what was seen while the first frame passed.
    let (mut last, mut last_time) = (0, 0.0);
    for index in 1..steps.len() {
        let Some(frame) = &steps[index].frame else { continue };
        for (i, time) in clock.iter_mut().enumerate().take(index + 1).skip(last + 1) {
            *time = last_time + (frame.real_time - last_time) * (i - last) as f64 / (index - last) as f64;
        }
        (last, last_time) = (index, frame.real_time);
    }
    clock.truncate(last + 1);
    if let Some(first) = clock.first_mut() {
        *first = 0.0;
    }
    clock
}

/// Calls `visit` with every fall of every free body.
pub(super) fn visit<'r>(recording: &'r Recording, clock: &'r [f64], mut visit: impl FnMut(Fall<'r>)) {
    let steps = &recording.steps[..clock.len().min(recording.steps.len())];
    for info in &recording.header.bodies {
        let is_jointed = recording.header.joints.iter().any(|j| j.body_a == info.id || j.body_b == info.id);
        if info.kind != crate::instrument::BodyKind::Dynamic || is_jointed {
            continue;
        }
        let mut start = 0;
        for index in 1..=steps.len() {
            let falls = index < steps.len() && falls_between(recording, &steps[index - 1], &steps[index], info.id);
            if falls {
                continue;
            }
            if index - start >= MIN_RECORDS {
                visit(Fall { body: info.id, steps: &steps[start..index], clock: &clock[start..index] });
            }
            start = index;
        }
    }
}

fn falls_between(recording: &Recording, before: &StepRecord, after: &StepRecord, id: u32) -> bool {
    let (Some(old), Some(new)) = (before.body(id), after.body(id)) else { return false };
    let expected = recording.header.gravity * (after.time - before.time) as f32;
    let pushed = after.contacts.iter().any(|c| (c.a == id || c.b == id) && c.normal_impulse > 0.0);
    let error = (new.velocity - old.velocity - expected).length();
    // What is left over of a speed of many m/s in single precision is no push.
    !pushed && expected != Vec3::ZERO && error <= STEADY * expected.length() + 1e-6 * new.velocity.length()
}
