//! Variable step (2.3): steps that follow the frame time make every run another one, and pump energy into what swings.
//!
//! **Number**: by how much per cent the mean kinetic energy of an undisturbed bound motion (see [`super::bound_motion`]) changes
//! from its first quarter to its last, up or down, in stretches whose steps differ in length by more than
//! [`super::euler_blow_up::STEADY`]. An integrator that keeps energy does so for one length of step; with another length
//! it keeps another energy, and every change moves the motion from one to the next. Whether it gains or loses is the
//! luck of the frame times: both count.
//!
//! **Threshold**: steps that vary by a few per cent change the energy by as much. Half as much again is seen in a swing's height.

use super::bound_motion;
use super::euler_blow_up::STEADY;
use crate::artifact::reading::{Evidence, Reading};
use crate::instrument::Recording;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    for bound in bound_motion::find(recording).iter().filter(|b| b.spread > STEADY) {
        let (first, last) = (&bound.steps[0], &bound.steps[bound.steps.len() - 1]);
        reading.raise((bound.growth - 1.0).abs() * 100.0, || Evidence {
            bodies: vec![bound.body],
            first_step: first.step,
            last_step: last.step,
            text: format!(
                "steps differ by {:.0} % in length, and the kinetic energy around `{}` becomes {:.3} times what it was within {:.2} s",
                bound.spread * 100.0,
                recording.body_name(bound.body),
                bound.growth,
                last.time - first.time
            ),
        });
    }
    reading
}
