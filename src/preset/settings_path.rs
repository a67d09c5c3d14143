//! Settings by path: `solver.velocity_iterations` as in `--set`, in lessons, and in preset files.
//!
//! The table [`SETTINGS`] says what exists and what is allowed; serde knows how the values are spelled.

use super::problem::did_you_mean;
use super::reader::quoted;
use crate::dynamics::{SETTINGS, SettingInfo, SettingKind, StepSettings};
use serde_json::{Number, Value};
use std::fmt;

/// Why a setting could not be changed, in a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError(String);

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SettingError {}

/// The table's entry of a setting.
///
/// # Errors
/// For an unknown path, with the nearest names.
pub fn info(path: &str) -> Result<&'static SettingInfo, SettingError> {
    SETTINGS.iter().find(|setting| setting.path == path).ok_or_else(|| {
        let prefix = format!("{path}.");
        if SETTINGS.iter().any(|setting| setting.path.starts_with(&prefix)) {
            let members = SETTINGS.iter().filter_map(|setting| setting.path.strip_prefix(&prefix));
            return SettingError(format!("\"{path}\" is a group of settings: {}", quoted(members)));
        }
        let hint = did_you_mean(path, SETTINGS.iter().map(|setting| setting.path));
        SettingError(format!("there is no setting \"{}\".{hint}", super::json::shorten(path)))
    })
}

/// The value of a setting, as it would stand in a file; `None` if there is no such setting.
pub fn get(settings: &StepSettings, path: &str) -> Option<Value> {
    info(path).ok()?;
    let tree = to_tree(settings);
    path.split('.').try_fold(&tree, |node, key| node.get(key)).cloned()
}

/// Changes one setting.
///
/// # Errors
/// When there is no such setting, or the value has the wrong type or is out of range. The settings are then unchanged.
pub fn set(settings: &mut StepSettings, path: &str, value: &Value) -> Result<(), SettingError> {
    let setting = info(path)?;
    check(setting, value)?;
    let mut tree = to_tree(settings);
    let slot = path.split('.').try_fold(&mut tree, |node, key| node.get_mut(key));
    let refusal = |reason: String| SettingError(format!("{path} cannot be set to {value}: {reason}"));
    *slot.ok_or_else(|| refusal("it is not in the settings".to_owned()))? = whole_number(setting, value);
    *settings = serde_json::from_value(tree).map_err(|error| refusal(error.to_string()))?;
    Ok(())
}

/// Whether every setting has a value that is allowed: for settings that come from a file other than a preset.
///
/// # Errors
/// Names the first that has not, and says what is allowed.
pub fn validate(settings: &StepSettings) -> Result<(), SettingError> {
    let tree = to_tree(settings);
    SETTINGS.iter().try_for_each(|setting| {
        let value = setting.path.split('.').try_fold(&tree, |node, key| node.get(key));
        value.map_or(Ok(()), |value| check(setting, value))
    })
}

/// Takes `solver.warm_start=0.8` apart. A value that is not JSON is taken as text, so that choices need no quotes.
///
/// # Errors
/// When there is no `=`, or nothing before it.
pub fn parse_assignment(text: &str) -> Result<(String, Value), SettingError> {
    let (path, value) = text.split_once('=').filter(|(path, _)| !path.trim().is_empty()).ok_or_else(|| {
        SettingError(format!("\"{text}\" is no assignment: write path=value, like solver.warm_start=0.8"))
    })?;
    let value = value.trim();
    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
    Ok((path.trim().to_owned(), value))
}

/// Whether a value suits a setting.
pub(super) fn check(setting: &SettingInfo, value: &Value) -> Result<(), SettingError> {
    let is_within = |value: &Value, min: f32, max: f32| {
        // Compared in single precision, because a bound like 1e-4 is not the same number in double precision.
        value.as_f64().is_some_and(|number| number.is_finite() && (min..=max).contains(&(number as f32)))
    };
    let (is_allowed, expected) = match setting.kind {
        SettingKind::Bool => (value.is_boolean(), "true or false".to_owned()),
        SettingKind::Int { min, max } => {
            let number = value.as_f64().filter(|number| number.fract() == 0.0);
            let is_allowed = number.is_some_and(|n| n >= f64::from(min) && n <= f64::from(max));
            (is_allowed, format!("a whole number from {min} to {max}"))
        }
        SettingKind::Float { min, max, .. } => {
            (is_within(value, min, max), format!("a number from {min} to {max}{}", unit_words(setting)))
        }
        SettingKind::Vector { min, max } => {
            let is_allowed = value.as_array().is_some_and(|v| v.len() == 3 && v.iter().all(|x| is_within(x, min, max)));
            (is_allowed, format!("[x, y, z], each from {min} to {max}{}", unit_words(setting)))
        }
        SettingKind::Choice(choices) => {
            let is_allowed = value.as_str().is_some_and(|text| choices.iter().any(|(name, _)| *name == text));
            (is_allowed, format!("one of {}", quoted(choices.iter().map(|(name, _)| *name))))
        }
    };
    if is_allowed {
        return Ok(());
    }
    let mut message = format!("{} is {expected}, not {}", setting.path, super::json::shorten(&value.to_string()));
    if let (SettingKind::Choice(choices), Some(text)) = (setting.kind, value.as_str()) {
        message.push('.');
        message.push_str(&did_you_mean(text, choices.iter().map(|(name, _)| *name)));
    }
    Err(SettingError(message))
}

fn unit_words(setting: &SettingInfo) -> String {
    if setting.unit.is_empty() { String::new() } else { format!(" {}", setting.unit) }
}

/// `4.0` is as good as `4` to a person, but not to serde.
fn whole_number(setting: &SettingInfo, value: &Value) -> Value {
    match (setting.kind, value.as_f64()) {
        (SettingKind::Int { .. }, Some(number)) => Value::from(number as u64),
        _ => value.clone(),
    }
}

/// The settings as a tree of JSON values, with numbers as short as single precision allows: 0.1, not 0.10000000149.
pub(super) fn to_tree(settings: &StepSettings) -> Value {
    let mut tree = serde_json::to_value(settings).unwrap_or(Value::Null);
    shorten_numbers(&mut tree);
    tree
}

fn shorten_numbers(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            if let Some(short) = number.as_f64().and_then(short_number) {
                *number = short;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(shorten_numbers),
        Value::Object(map) => map.values_mut().for_each(shorten_numbers),
        _ => {}
    }
}

/// The shortest decimal that is still the same single-precision number.
fn short_number(wide: f64) -> Option<Number> {
    let single = wide as f32;
    let short: f64 = single.to_string().parse().ok()?;
    Number::from_f64(if short as f32 == single { short } else { f64::from(single) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_can_be_read_and_set_by_its_path() {
        for setting in SETTINGS {
            let mut settings = StepSettings::default();
            let value = get(&settings, setting.path).unwrap();
            set(&mut settings, setting.path, &value).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(settings, StepSettings::default(), "{}", setting.path);
        }
        assert_eq!(get(&StepSettings::default(), "solver.baumgarte").unwrap().to_string(), "0.2");
    }

    #[test]
    fn what_is_wrong_is_said_with_what_would_be_right() {
        let mut settings = StepSettings::default();
        let mut refused = |path: &str, value: Value| set(&mut settings, path, &value).unwrap_err().to_string();
        assert!(refused("solver.velocity_iteration", 4.into()).contains("solver.velocity_iterations"));
        assert!(refused("velocity_iterations", 4.into()).contains("solver.velocity_iterations"));
        assert!(refused("solver", 4.into()).contains("group"));
        assert!(refused("time.substeps", 0.into()).contains("a whole number from 1 to 64"));
        assert!(refused("time.substeps", 1.5.into()).contains("a whole number"));
        assert!(refused("solver.method", "jacoby".into()).contains("Did you mean \"jacobi\"?"));
        assert!(refused("gravity", 9.81.into()).contains("[x, y, z]"));
        assert!(refused("sleep.enabled", "yes".into()).contains("true or false"));
        assert_eq!(settings, StepSettings::default());
    }

    #[test]
    fn assignments_need_no_quotes() {
        let mut settings = StepSettings::default();
        for text in ["solver.method=jacobi", "time.substeps = 4.0", "gravity=[0,-1,0]", "sleep.enabled=false"] {
            let (path, value) = parse_assignment(text).unwrap();
            set(&mut settings, &path, &value).unwrap();
        }
        assert_eq!(settings.solver.method, crate::dynamics::SolverMethod::Jacobi);
        assert_eq!((settings.time.substeps, settings.gravity[1], settings.sleep.enabled), (4, -1.0, false));
        assert!(parse_assignment("solver.method").is_err());
    }
}
