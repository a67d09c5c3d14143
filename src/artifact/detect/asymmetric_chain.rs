//! Asymmetric bodies in a chain (6): the joints of long thin bodies shake them about their long axes.
//!
//! **Number**: the *jerk of the twist*, in rad/s: how much the turning speed of a slender jointed body about its long
//! axis changes from record to record, as the root mean square about the mean change over [`WINDOW_SECS`]. What turns
//! evenly, or is spun up evenly by a motor, has none; a body that a contact pushes in that time is left out, since a blow
//! off the axis of a thin rod really turns it.
//!
//! **Further numbers**: the largest angular speed of a slender jointed body, and the kinetic energy at that time.
//!
//! **Threshold**: a chain that swings changes its twist by some hundredths of a radian per second from step to step. A
//! whole radian per second, to and fro, is a rod that visibly shivers. Cured is a tenth of that.

use super::asymmetric_body::slender_axis;
use crate::artifact::reading::{Evidence, Reading, SideNumber};
use crate::instrument::{BodyKind, Recording};
use std::collections::VecDeque;

/// s
const WINDOW_SECS: f64 = 1.0;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let (mut fastest, mut energy) = (0.0_f64, 0.0);
    let joints = &recording.header.joints;
    let is_jointed = |id: u32| joints.iter().any(|j| j.body_a == id || j.body_b == id);
    for info in recording.header.bodies.iter().filter(|b| b.kind == BodyKind::Dynamic && is_jointed(b.id)) {
        let Some((axis, _)) = slender_axis(info) else { continue };
        let mut last: Option<f32> = None;
        // Time and change of the twist of the records in the window.
        let mut window: VecDeque<(f64, f64)> = VecDeque::new();
        for step in &recording.steps {
            let Some(body) = step.body(info.id) else { continue };
            let twist = body.angular_velocity.dot(body.rotation * axis);
            let before = last.replace(twist);
            if step.contacts.iter().any(|c| c.normal_impulse > 0.0 && (c.a == info.id || c.b == info.id)) {
                window.clear();
                last = None;
                continue;
            }
            let speed = f64::from(body.angular_velocity.length());
            if speed > fastest {
                (fastest, energy) = (speed, step.energy.kinetic());
            }
            let Some(before) = before else { continue };
            window.push_back((step.time, f64::from(twist - before)));
            let Some(first) = window.front().copied().filter(|w| step.time - w.0 >= WINDOW_SECS - 1e-6) else {
                continue;
            };
            let count = window.len() as f64;
            let mean = window.iter().map(|w| w.1).sum::<f64>() / count;
            let jerk = (window.iter().map(|w| (w.1 - mean).powi(2)).sum::<f64>() / count).sqrt();
            window.pop_front();
            reading.raise(jerk, || Evidence {
                bodies: vec![info.id],
                first_step: step.step.saturating_sub(count as u64),
                last_step: step.step,
                text: format!(
                    "`{}` hangs in its joints, and its twist about its long axis changes by {jerk:.2} rad/s from step to step, from {:.1} s to {:.1} s",
                    info.name, first.0, step.time
                ),
            });
        }
    }
    if reading.evidence.is_some() {
        reading.also = vec![
            SideNumber { name: "largest angular speed of a slender jointed body", unit: "rad/s", value: fastest },
            SideNumber { name: "kinetic energy at that time", unit: "J", value: energy },
        ];
    }
    reading
}
