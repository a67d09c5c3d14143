//! Settings of the numbers form by their paths; what is out of range is refused in words.

use crate::dynamics::StepSettings;
use crate::preset::settings_path;
use crate::session::NumbersForm;
use serde_json::json;

/// Changes a setting that is a number; out of range it says so.
pub fn set_setting(form: &mut NumbersForm, path: &str, value: f64) -> Result<(), String> {
    settings_path::set(&mut form.settings, path, &json!(value as f32)).map_err(|error| error.to_string())
}

/// Changes a setting that is a whole number.
pub fn set_whole(form: &mut NumbersForm, path: &str, value: f64) -> Result<(), String> {
    settings_path::set(&mut form.settings, path, &json!(value.round().max(0.0) as u64))
        .map_err(|error| error.to_string())
}

/// A setting as a number.
pub fn setting(settings: &StepSettings, path: &str) -> f64 {
    settings_path::get(settings, path).and_then(|value| value.as_f64()).unwrap_or_default()
}
