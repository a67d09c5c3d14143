//! Slow motion (2a): everything falls too slowly, because frames are longer than the steps they make.
//!
//! **Number**: real time of a free fall over the time that its height demands, √(v² + 2 g h) − v over g with the speed v at its
//! start; the largest over all falls of at least [`MIN_SECS`]. Height, speed and gravity are those of the record, the time
//! is that of the wall: a large thing that takes its time falls exactly as its height demands and gives 1.
//!
//! **Threshold**: an integrator of first order is off by half a step in a fall of many, a few per cent. 1.5 times too slow is
//! seen by anybody who has ever dropped something; cured is within 2 % of theory, so at most 1.02.

use super::falls;
use crate::artifact::reading::{Evidence, Reading};
use crate::instrument::Recording;

/// Shortest fall that counts, s by the simulated clock: in shorter ones the frame that it begins in matters.
const MIN_SECS: f64 = 0.5;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let gravity = recording.header.gravity.length();
    let Some(down) = recording.header.gravity.try_normalize() else { return reading };
    let clock = falls::wall_clock(recording);
    falls::visit(recording, &clock, |fall| {
        let last = fall.steps.len() - 1;
        let (first, end) = (&fall.steps[0], &fall.steps[last]);
        let (speed, height) = (f64::from(fall.start_speed(down)), f64::from(fall.drop(last, down)));
        // Thrown up and come down below its start it still counts; what only rises does not.
        if end.time - first.time < MIN_SECS || height <= 0.0 {
            return;
        }
        let g = f64::from(gravity);
        let demanded = ((speed * speed + 2.0 * g * height).sqrt() - speed) / g;
        let taken = fall.clock[last] - fall.clock[0];
        reading.raise(taken / demanded, || Evidence {
            bodies: vec![fall.body],
            first_step: first.step,
            last_step: end.step,
            text: format!(
                "`{}` falls {height:.2} m in {taken:.3} s of real time; that height demands {demanded:.3} s",
                recording.body_name(fall.body)
            ),
        });
    });
    reading
}
