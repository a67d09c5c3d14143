//! Euler blow-up (chapter 1): a body on an orbit or a spring flies in ever wider turns.
//!
//! **Number**: by how much per cent the mean kinetic energy of an undisturbed bound motion (see [`super::bound_motion`]) grows
//! from its first quarter to its last, in stretches whose steps are all about equally long ([`STEADY`]). Nothing can feed
//! such a motion but the integrator. Loss is no sign of it: a damper or the air does that by rights.
//!
//! **Threshold**: methods that keep energy let it swing by h ω/2, and single precision adds its noise: a few per cent. Twice
//! the energy is an orbit half as wide again.

use super::bound_motion;
use crate::artifact::reading::{Evidence, Reading};
use crate::instrument::Recording;

/// Longest minus shortest step over their mean.
pub(super) const STEADY: f64 = 0.05;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    for bound in bound_motion::find(recording).iter().filter(|b| b.spread <= STEADY) {
        let (first, last) = (&bound.steps[0], &bound.steps[bound.steps.len() - 1]);
        reading.raise((bound.growth - 1.0) * 100.0, || Evidence {
            bodies: vec![bound.body],
            first_step: first.step,
            last_step: last.step,
            text: format!(
                "the kinetic energy around `{}` becomes {:.3} times what it was, within {:.2} s of undisturbed motion",
                recording.body_name(bound.body),
                bound.growth,
                last.time - first.time
            ),
        });
    }
    reading
}
