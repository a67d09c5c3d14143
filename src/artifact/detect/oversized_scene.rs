//! Oversized scene (2b): everything falls too slowly, because it is modelled too large.
//!
//! **Number**: how long a body takes to fall its own height, over the time that a body of its weight would take. The weight is
//! the clue to the size that was meant: matter has about the density of water ([`MATTER`]), so a crate of 1000 kg means a
//! metre; if it measures ten, its own height takes √10 times too long. The size that was meant is the size as it is
//! times ∛(density / [`MATTER`]). A ball of ten metres that weighs what ten metres of matter weigh is no artifact: it gives 1
//! and may take its time. The fall is timed by the clock on the wall, over falls that begin (almost) at rest.
//!
//! **Threshold**: hollow and padded things reach down to a tenth of water, 1.5 times by this measure; iron gives 0.7. Twice as
//! slow as its weight suggests needs less than a sixty-fourth of water, and no solid has that.

use super::falls;
use crate::artifact::reading::{Evidence, Reading};
use crate::instrument::Recording;

/// Density of ordinary matter, kg/m³.
const MATTER: f32 = 1000.0;
/// Speed at the start of a fall, as a share of the speed after its own height, that still counts as rest.
const REST: f32 = 0.1;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let gravity = recording.header.gravity.length();
    let Some(down) = recording.header.gravity.try_normalize() else { return reading };
    let clock = falls::wall_clock(recording);
    falls::visit(recording, &clock, |fall| {
        let Some(info) = recording.header.body(fall.body) else { return };
        let volume: f32 = info.shapes.iter().map(|(_, shape)| shape.mass_properties(1.0).mass).sum();
        let size = info.extents().max_element();
        let is_known = volume > 0.0 && volume.is_finite() && size > 0.0 && size.is_finite() && info.mass > 0.0;
        if !is_known || fall.start_speed(down).abs() > REST * (2.0 * gravity * size).sqrt() {
            return;
        }
        let Some(taken) = fall.real_secs_to_lose(size, down) else { return };
        let meant = size * (info.mass / volume / MATTER).cbrt();
        let demanded = f64::from((2.0 * meant / gravity).sqrt());
        let (first, end) = (&fall.steps[0], &fall.steps[fall.steps.len() - 1]);
        reading.raise(taken / demanded, || Evidence {
            bodies: vec![fall.body],
            first_step: first.step,
            last_step: end.step,
            text: format!(
                "`{}` is {size:.2} m large and takes {taken:.3} s to fall its own height; its {:.0} kg belong to a body of {meant:.2} m, which takes {demanded:.3} s",
                recording.body_name(fall.body),
                info.mass,
            ),
        });
    });
    reading
}
