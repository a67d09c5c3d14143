//! Hard limit (2.9): a joint lies on its limit, and the limit kicks on and off.
//!
//! **Number**: how often per second a limit takes hold (an impulse in a record after none in the one before), over the
//! busiest [`WINDOW_SECS`] in which the joint stays where it is: its coordinate keeps within [`BAND_ANGLE`] (a slider's
//! within [`BAND_WAY`]). A door that is thrown to and fro leaves that band; one that falls shut takes hold once or
//! twice.
//!
//! **Threshold**: a limit that carries a load holds all the time, and one that is touched now and then does not hold
//! five times a second. A kick in every second step makes 30 at 60 steps per second.

use crate::artifact::reading::{Evidence, Reading};
use crate::instrument::Recording;
use crate::instrument::record::{JointInfo, JointRecord, StepRecord};
use std::collections::VecDeque;

/// s
const WINDOW_SECS: f64 = 2.0;
/// rad
const BAND_ANGLE: f32 = 0.25;
/// m
const BAND_WAY: f32 = 0.05;

/// What one record says of one joint.
#[derive(Clone, Copy)]
struct Entry {
    time: f64,
    coordinate: f32,
    takes_hold: bool,
}

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    for info in &recording.header.joints {
        let band = if info.kind == "slider" { BAND_WAY } else { BAND_ANGLE };
        let mut window: VecDeque<Entry> = VecDeque::new();
        let mut was_held = true;
        let mut holds = 0;
        for step in &recording.steps {
            let Some(joint) = record_of(step, info) else { continue };
            let is_held = joint.limit_impulse != 0.0;
            let entry = Entry { time: step.time, coordinate: joint.coordinate, takes_hold: is_held && !was_held };
            was_held = is_held;
            holds += usize::from(entry.takes_hold);
            window.push_back(entry);
            let mut is_full = false;
            while window.front().is_some_and(|first| step.time - first.time >= WINDOW_SECS) {
                holds -= usize::from(window.pop_front().is_some_and(|first| first.takes_hold));
                is_full = true;
            }
            let rate = holds as f64 / WINDOW_SECS;
            if !is_full || rate <= reading.value || spread(&window) > band {
                continue;
            }
            reading.raise(rate, || Evidence {
                bodies: vec![info.body_b, info.body_a],
                first_step: step.step.saturating_sub(window.len() as u64),
                last_step: step.step,
                text: format!(
                    "the limit of joint `{}` between `{}` and `{}` takes hold {rate:.1} times per second, while the joint stays where it is",
                    info.name,
                    recording.body_name(info.body_a),
                    recording.body_name(info.body_b),
                ),
            });
        }
    }
    reading
}

fn record_of<'r>(step: &'r StepRecord, info: &JointInfo) -> Option<&'r JointRecord> {
    let known = step.joints.get(info.id as usize).filter(|j| j.id == info.id);
    known.or_else(|| step.joints.iter().find(|j| j.id == info.id)).filter(|j| !j.is_broken)
}

/// Largest coordinate minus the smallest.
fn spread(window: &VecDeque<Entry>) -> f32 {
    let range = window
        .iter()
        .fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), e| (least.min(e.coordinate), most.max(e.coordinate)));
    range.1 - range.0
}
