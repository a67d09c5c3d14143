//! What would have happened: a comparison that starts at a recorded moment, with everything that came in from outside.

use super::{Choice, Plan, Side};
use crate::artifact::runner::{Job, Length, RunError, steps_for};
use crate::preset::settings_path;
use crate::session::Run;
use std::sync::Arc;

impl Plan {
    /// The current branch of a recording from a step on, against the same with something changed.
    ///
    /// Another variant can only be had from the start, because its bodies may be others; `start` is then taken as 0. A
    /// recording into which nothing came from outside is run as its preset is run everywhere else, so that the artifact's
    /// number is the one of `verify`.
    ///
    /// # Errors
    /// When the variant or a setting is unknown.
    pub fn from_recording(run: &Run, start: u64, choice: Choice) -> Result<Self, RunError> {
        let (name, preset) = (run.source().name(), run.shared_preset());
        let variant = run.variant().map(str::to_owned);
        let is_other = choice.variant != variant;
        let end = run.timeline().end();
        let start = if is_other { 0 } else { start.min(end) };
        let own = Choice { variant, sets: Vec::new() };
        let inputs = run.timeline().inputs_from(start);
        if start == 0 && inputs.is_empty() {
            return Self::from_start(&name, preset, [own, choice], None);
        }
        let first = run.instance_after(start);
        // As far as the recording goes, but at least as long as the preset says: then the artifact had its time to show.
        let asked = steps_for(preset.seconds().into(), first.settings.time.dt);
        let length = Length::Steps(end.max(asked).saturating_sub(start).max(1));
        let recorded = first.settings.clone();
        let other = if is_other {
            Job { name: &name, preset: &preset, variant: choice.variant.as_deref(), sets: &choice.sets, length }
                .instantiate(0)?
        } else {
            let mut other = first.clone();
            for (path, value) in &choice.sets {
                settings_path::set(&mut other.settings, path, value).map_err(|error| RunError {
                    preset: name.clone(),
                    variant: choice.variant.clone(),
                    problem: error.to_string(),
                })?;
            }
            other
        };
        let sides = [
            Arc::new(Side::from_recording(first, own, inputs.clone(), recorded.clone())),
            Arc::new(Side::from_recording(other, choice, inputs, recorded)),
        ];
        Ok(Self { name, preset, sides, length })
    }
}
