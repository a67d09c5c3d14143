//! What a file of the open scene would hold: the preset with the settings that were changed by hand.

use super::super::{Problem, Run};
use crate::preset::Preset;

impl Run {
    /// The preset with the settings that the user changed: in the variant that runs where that one names the setting, or
    /// else in the preset, so that the other variants go on to differ only in what they name.
    ///
    /// # Errors
    /// When a setting cannot be written; the problem names it.
    pub fn document(&self) -> Result<Preset, Problem> {
        let refused = |place: &str, message: String| {
            let advice = "Set it back to its value in the preset, and report this as a bug in Jitterscope.";
            Problem::new("The scene cannot be written", advice).with(place, message)
        };
        let mut preset = self.preset().clone();
        for changed in self.changed_paths() {
            let Some(value) = self.setting(&changed) else { continue };
            let variant = preset.variants.0.iter_mut().find(|(name, _)| Some(name.as_str()) == self.variant());
            let overlay = match variant {
                Some((_, variant)) if variant.settings.entries().iter().any(|(path, _)| *path == changed) => {
                    &mut variant.settings
                }
                _ => &mut preset.settings,
            };
            overlay.set(&changed, &value).map_err(|e| refused(&changed, e.to_string()))?;
        }
        Ok(preset)
    }
}
