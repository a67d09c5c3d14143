//! Settings as a preset holds them: only what differs from what lies below.

use super::json::JsonValue;
use super::reader::{At, Path, Reader};
use super::settings_path::{self, SettingError};
use crate::dynamics::{SETTINGS, StepSettings};
use serde::Serialize;
use serde_json::{Map, Value};

/// Some settings, by group. Always valid: every way in checks path, type and range.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct SettingsOverlay(Map<String, Value>);

impl SettingsOverlay {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Lays these settings over others.
    pub fn apply_to(&self, settings: &mut StepSettings) {
        let mut tree = settings_path::to_tree(settings);
        merge(&mut tree, &self.0);
        // Both parts are valid, so the whole is.
        if let Ok(merged) = serde_json::from_value(tree) {
            *settings = merged;
        }
    }

    /// Holds one more setting.
    ///
    /// # Errors
    /// As [`settings_path::set`].
    pub fn set(&mut self, path: &str, value: &Value) -> Result<(), SettingError> {
        let mut settings = StepSettings::default();
        settings_path::set(&mut settings, path, value)?;
        let value = settings_path::get(&settings, path).unwrap_or(Value::Null);
        match path.split_once('.') {
            None => {
                self.0.insert(path.to_owned(), value);
            }
            Some((group, name)) => {
                let group = self.0.entry(group).or_insert_with(|| Value::Object(Map::new()));
                if let Value::Object(group) = group {
                    group.insert(name.to_owned(), value);
                }
            }
        }
        Ok(())
    }

    /// What turns `base` into `changed`.
    pub fn difference(base: &StepSettings, changed: &StepSettings) -> Self {
        let mut overlay = Self::default();
        for setting in SETTINGS {
            let value = settings_path::get(changed, setting.path);
            if let Some(value) = value.filter(|value| settings_path::get(base, setting.path).as_ref() != Some(value)) {
                // The window clamps what is typed, so a refusal means a value that no file could hold: leave it out.
                let _ = overlay.set(setting.path, &value);
            }
        }
        overlay
    }

    /// The paths that are set, with their values, in the order of the table.
    pub fn entries(&self) -> Vec<(&'static str, &Value)> {
        let find = |path: &str| {
            let mut keys = path.split('.');
            let first = self.0.get(keys.next()?)?;
            keys.try_fold(first, |node, key| node.get(key))
        };
        SETTINGS.iter().filter_map(|setting| Some((setting.path, find(setting.path)?))).collect()
    }

    /// Reads a `settings` object and reports everything wrong in it.
    pub(super) fn read(reader: &mut Reader<'_>, at: At<'_>) -> Option<Self> {
        let mut overlay = Self::default();
        overlay.read_group(reader, at, "");
        Some(overlay)
    }

    fn read_group(&mut self, reader: &mut Reader<'_>, at: At<'_>, prefix: &str) {
        let Some(fields) = reader.object(at, "StepSettings") else { return };
        let _ = fields;
        let JsonValue::Object(entries) = &at.node.value else { return };
        for (key, node) in entries {
            if reader.is_full() {
                return;
            }
            let path = Path::Key(at.path, key);
            let entry = At { node, path: &path };
            let setting_path = if prefix.is_empty() { key.to_string() } else { format!("{prefix}.{key}") };
            let group = format!("{setting_path}.");
            let is_group = !key.contains('.') && SETTINGS.iter().any(|setting| setting.path.starts_with(&group));
            if is_group {
                self.read_group(reader, entry, &setting_path);
            } else if key.contains('.') {
                reader.report(
                    entry,
                    format!("write nested objects here, not \"{}\" with dots", super::json::shorten(key)),
                );
            } else if let Err(error) = self.set(&setting_path, &node.to_value()) {
                reader.report(entry, error.to_string());
            }
        }
    }
}

fn merge(below: &mut Value, above: &Map<String, Value>) {
    for (key, value) in above {
        match (below.get_mut(key), value) {
            (Some(slot @ Value::Object(_)), Value::Object(above)) => merge(slot, above),
            (Some(slot), value) => *slot = value.clone(),
            // Cannot happen for a valid overlay, and if it did serde would refuse it.
            (None, _) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_small_and_brings_the_settings_back() {
        let mut changed = StepSettings::default();
        changed.solver.warm_start = 0.1;
        changed.gravity[1] = -1.62;
        changed.time.substeps = 7;
        let overlay = SettingsOverlay::difference(&StepSettings::default(), &changed);
        assert_eq!(overlay.entries().len(), 3);
        let mut settings = StepSettings::default();
        overlay.apply_to(&mut settings);
        assert_eq!(settings, changed);
    }
}
