//! Energy of bodies that swing or circle undisturbed: what bad integrators and changing steps have in common.
//!
//! A stretch of records counts when nothing pushes (no contact or joint impulse, no animated body) and some body goes to and
//! fro: the component of its velocity along its first direction changes sign [`MIN_TURNS`] times or more. Over such a
//! stretch, averaged over the first and the last quarter, the kinetic energy of all bodies together stays what it is
//! (for springs the virial theorem makes it half of the whole energy), or falls where there is drag. It cannot grow.

use crate::instrument::record::{Recording, StepRecord};
use crate::instrument::{BodyKind, metrics};

/// Changes of direction that make a motion bound: four times to and fro, so that a quarter holds a period.
const MIN_TURNS: usize = 8;

/// A stretch of undisturbed bound motion.
pub(super) struct Bound<'r> {
    pub steps: &'r [StepRecord],
    /// Body that goes to and fro most often.
    pub body: u32,
    /// Mean kinetic energy in the last quarter over that in the first.
    pub growth: f64,
    /// Longest step minus the shortest, over their mean.
    pub spread: f64,
}

/// All stretches of a recording.
pub(super) fn find(recording: &Recording) -> Vec<Bound<'_>> {
    let header = &recording.header;
    if header.bodies.iter().any(|b| b.kind == BodyKind::Animated) {
        return Vec::new();
    }
    let is_pushed = |step: &StepRecord| {
        step.contacts.iter().any(|c| c.normal_impulse > 0.0) || step.joints.iter().any(|j| j.impulse.length() > 0.0)
    };
    recording.steps.split(is_pushed).filter_map(|steps| judge(recording, steps)).collect()
}

fn judge<'r>(recording: &'r Recording, steps: &'r [StepRecord]) -> Option<Bound<'r>> {
    let quarter = steps.len() / 4;
    if quarter < MIN_TURNS {
        return None;
    }
    let bodies = metrics::dynamic_bodies(&recording.header, &steps[0]);
    let (body, turns) = bodies.map(|b| (b.id, turns(steps, b.id))).max_by_key(|(_, turns)| *turns)?;
    let mean = |part: &[StepRecord]| part.iter().map(|s| s.energy.kinetic()).sum::<f64>() / part.len() as f64;
    let (first, last) = (mean(&steps[..quarter]), mean(&steps[steps.len() - quarter..]));
    let lengths = steps.windows(2).map(|pair| pair[1].time - pair[0].time);
    let (least, most) = lengths.fold((f64::INFINITY, 0.0_f64), |(a, b), dt| (a.min(dt), b.max(dt)));
    let average = (steps[steps.len() - 1].time - steps[0].time) / (steps.len() - 1) as f64;
    (turns >= MIN_TURNS && first > 0.0).then_some(Bound {
        steps,
        body,
        growth: last / first,
        spread: (most - least) / average,
    })
}

/// How often the velocity along its first direction changes sign.
fn turns(steps: &[StepRecord], id: u32) -> usize {
    let mut velocities = steps.iter().filter_map(|s| s.body(id)).map(|b| b.velocity);
    let Some(direction) = velocities.by_ref().find_map(|v| v.try_normalize()) else { return 0 };
    let (mut turns, mut is_forward) = (0, true);
    for along in velocities.map(|v| v.dot(direction)).filter(|along| *along != 0.0) {
        turns += usize::from(is_forward != (along > 0.0));
        is_forward = along > 0.0;
    }
    turns
}
