//! How long something stays where it is and still moves: what the detectors of restless stacks and ragdolls have in common.

use crate::instrument::StepRecord;
use crate::math::Vec3;

/// Without motion or support for this long, s, a stay is over.
const OVER_SECS: f64 = 1.0;

/// How a body or a structure has fared since it last left its place.
#[derive(Clone, Copy)]
pub(super) struct Stay {
    place: Vec3,
    /// s
    pub start: f64,
    pub first_step: u64,
    last_motion: f64,
    last_support: f64,
}

impl Stay {
    /// Begins at a place, m.
    pub fn begin(place: Vec3, step: &StepRecord) -> Self {
        let time = step.time;
        Self { place, start: time, first_step: step.step, last_motion: time, last_support: time }
    }

    /// Takes in a record: for how long it has stayed within `allowed` (m) of its place and moved on, s. `None` when it left,
    /// came to rest or lost its support, and a new stay begins.
    pub fn observe(
        &mut self,
        place: Vec3,
        allowed: f32,
        moves: bool,
        is_supported: bool,
        step: &StepRecord,
    ) -> Option<f64> {
        if moves {
            self.last_motion = step.time;
        }
        if is_supported {
            self.last_support = step.time;
        }
        let has_left = place.distance(self.place) > allowed;
        let is_calm = step.time - self.last_motion > OVER_SECS;
        let is_free = step.time - self.last_support > OVER_SECS;
        if has_left || is_calm || is_free {
            *self = Self::begin(place, step);
            return None;
        }
        Some(self.last_motion - self.start)
    }
}
