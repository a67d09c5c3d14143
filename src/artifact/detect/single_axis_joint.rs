//! Single-axis joint (2.7.2): a joint that is held along one direction only lets its anchors slide past each other.
//!
//! **Number**: the fastest root mean square, over [`WINDOW_SECS`], of the speed with which the gap between a joint's
//! two anchors changes *across itself*, in link lengths per second. A joint that opens under load changes its gap along
//! the gap; one that is held in all directions has a gap that is small and stays on its side. Where a single row pulls
//! along the gap, what it takes away there comes back on the other two axes: the anchors circle around each other.
//!
//! Only joints whose anchors belong together count (ball, hinge, weld). The link length is that of `joint_drift`.
//!
//! **Threshold**: at one link length per second the anchors visibly dance; below a tenth of that nothing is seen.

use super::joint_drift::link_length;
use crate::artifact::reading::{Evidence, Reading, SideNumber};
use crate::instrument::Recording;
use crate::instrument::record::{JointInfo, StepRecord};
use crate::math::Vec3;
use std::collections::VecDeque;

/// s
const WINDOW_SECS: f64 = 1.0;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let mut widest = 0.0_f64;
    for info in recording.header.joints.iter().filter(|j| matches!(j.kind, "ball" | "hinge" | "weld")) {
        let Some(length) = link_length(&recording.header, info) else { continue };
        // Seconds and squared sideways way per second of the records in the window.
        let mut window: VecDeque<(f64, f64)> = VecDeque::new();
        for pair in recording.steps.windows(2) {
            let (Some(before), Some(gap)) = (gap(&pair[0], info), gap(&pair[1], info)) else { continue };
            let secs = pair[1].time - pair[0].time;
            if secs <= 0.0 {
                continue;
            }
            widest = widest.max(f64::from(gap.length() / length));
            let across =
                before.try_normalize().map_or(0.0, |along| (gap - before).reject_from_normalized(along).length());
            window.push_back((secs, f64::from(across).powi(2) / secs));
            let mut time: f64 = window.iter().map(|w| w.0).sum();
            while window.front().is_some_and(|first| time - first.0 >= WINDOW_SECS) {
                time -= window.pop_front().map_or(0.0, |first| first.0);
            }
            if time < 0.99 * WINDOW_SECS {
                continue;
            }
            let speed = (window.iter().map(|w| w.1).sum::<f64>() / time).sqrt();
            let step = &pair[1];
            reading.raise(speed / f64::from(length), || Evidence {
                bodies: vec![info.body_a, info.body_b],
                first_step: step.step.saturating_sub(window.len() as u64),
                last_step: step.step,
                text: format!(
                    "the anchors of joint `{}` between `{}` and `{}` slide past each other at {speed:.3} m/s, {:.2} links of {length:.2} m per second",
                    info.name,
                    recording.body_name(info.body_a),
                    recording.body_name(info.body_b),
                    speed / f64::from(length),
                ),
            });
        }
    }
    if reading.evidence.is_some() {
        reading.also.push(SideNumber { name: "widest gap, in link lengths", unit: "%", value: 100.0 * widest });
    }
    reading
}

/// From anchor A to anchor B, m, world; `None` for a joint that is broken or not recorded.
fn gap(step: &StepRecord, info: &JointInfo) -> Option<Vec3> {
    let known = step.joints.get(info.id as usize).filter(|j| j.id == info.id);
    let joint = known.or_else(|| step.joints.iter().find(|j| j.id == info.id))?;
    (!joint.is_broken).then(|| joint.anchor_b - joint.anchor_a)
}
