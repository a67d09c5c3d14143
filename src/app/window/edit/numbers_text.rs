//! Reads the numbers of a bug report as people write them: a line for each, in the words of this and other programs.

use crate::dynamics::StepSettings;
use crate::preset::settings_path;
use crate::session::{Arrangement, NumbersForm, NumbersShape, Weight, evaluate, evaluate_degrees};
use serde_json::json;

/// Puts what the text says into the form.
///
/// Returns the lines that were not understood, each with the reason.
pub fn read(text: &str, form: &mut NumbersForm) -> Vec<String> {
    let mut lost = Vec::new();
    for line in text.lines().flat_map(parts) {
        let line = line.trim().trim_start_matches(['-', '*', '•', '#', '/']).trim();
        if line.is_empty() {
            continue;
        }
        if let Err(why) = read_line(line, form) {
            lost.push(format!("{line}: {why}"));
        }
    }
    lost
}

/// A line may say several things, parted by semicolons, or by commas where a word follows.
fn parts(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut from = 0;
    for (at, c) in line.char_indices() {
        let rest = line[at + c.len_utf8()..].trim_start();
        let is_end = c == ';' || (c == ',' && rest.starts_with(char::is_alphabetic));
        if is_end {
            found.push(&line[from..at]);
            from = at + c.len_utf8();
        }
    }
    found.push(&line[from..]);
    found
}

/// What a line is about.
#[derive(Clone, Copy)]
enum Key {
    Title,
    Shape,
    Size,
    Diameter,
    Radius,
    Height,
    Mass,
    Density,
    Count,
    Arrangement,
    Gap,
    Drop,
    Slope,
    Velocity,
    Spin,
    Friction,
    Restitution,
    LinearDamping,
    AngularDamping,
    Sleep,
    Gravity,
    Step,
    Rate,
    Substeps,
    Iterations,
    PositionIterations,
    WarmStart,
}

/// Words without spaces and signs, in this program and in others.
const WORDS: &[(Key, &[&str])] = &[
    (Key::Title, &["title", "name", "scene"]),
    (Key::Shape, &["shape", "collider", "geometry", "type"]),
    (
        Key::Size,
        &["size", "sizes", "edge", "edges", "dimensions", "extents", "fullextents", "scale", "width", "boxsize"],
    ),
    (Key::Diameter, &["diameter"]),
    (Key::Radius, &["radius"]),
    (Key::Height, &["height", "length"]),
    (Key::Mass, &["mass", "weight", "masses", "bodymass"]),
    (Key::Density, &["density"]),
    (Key::Count, &["count", "number", "bodies", "boxes", "n", "numberofbodies", "numbodies"]),
    (Key::Arrangement, &["arrangement", "layout", "pattern"]),
    (Key::Gap, &["gap", "spacing", "distance"]),
    (Key::Drop, &["dropheight", "drop", "fallheight", "fromheight"]),
    (Key::Slope, &["slope", "incline", "inclination", "tilt", "ramp", "slopeangle", "angle"]),
    (Key::Velocity, &["velocity", "speed", "initialvelocity", "linearvelocity", "startvelocity"]),
    (Key::Spin, &["angularvelocity", "spin", "initialangularvelocity"]),
    (Key::Friction, &["friction", "mu", "µ", "μ", "frictioncoefficient", "dynamicfriction", "staticfriction"]),
    (Key::Restitution, &["restitution", "bounciness", "bounce", "elasticity", "e"]),
    (Key::LinearDamping, &["lineardamping", "damping", "drag", "lineardrag"]),
    (Key::AngularDamping, &["angulardamping", "angulardrag"]),
    (Key::Sleep, &["sleep", "sleeping", "cansleep", "allowsleep", "allowsleeping"]),
    (Key::Gravity, &["gravity", "g", "gravityy"]),
    (
        Key::Step,
        &[
            "dt",
            "timestep",
            "step",
            "fixeddeltatime",
            "fixedtimestep",
            "deltatime",
            "h",
            "maximumdeltatime",
            "stepsize",
        ],
    ),
    (
        Key::Rate,
        &[
            "hz",
            "hertz",
            "rate",
            "fps",
            "tickrate",
            "physicsrate",
            "steprate",
            "frequency",
            "stepspersecond",
            "physicsfps",
        ],
    ),
    (Key::Substeps, &["substeps", "substepcount", "maxsubsteps", "numsubsteps"]),
    (
        Key::Iterations,
        &[
            "iterations",
            "solveriterations",
            "velocityiterations",
            "solvervelocityiterations",
            "numiterations",
            "defaultsolveriterations",
            "numsolveriterations",
        ],
    ),
    (Key::PositionIterations, &["positioniterations", "solverpositioniterations", "numpositioniterations"]),
    (Key::WarmStart, &["warmstart", "warmstarting"]),
];

fn key(word: &str) -> Option<Key> {
    let plain: String = word.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    WORDS.iter().find(|(_, words)| words.contains(&plain.as_str())).map(|(key, _)| *key)
}

fn read_line(line: &str, form: &mut NumbersForm) -> Result<(), String> {
    if let Some((word, value)) = line.split_once(['=', ':']) {
        let key = key(word).ok_or_else(|| format!("“{}” is no number that this form has", word.trim()))?;
        return set(form, key, value.trim());
    }
    // "friction 0.4": the longest beginning that is a word of ours.
    let ends = line.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at).collect::<Vec<_>>();
    for at in ends.iter().rev() {
        let value = line[*at..].trim().trim_start_matches("of ").trim_start_matches("is ");
        if let Some(key) = key(&line[..*at])
            && set(form, key, value).is_ok()
        {
            return Ok(());
        }
    }
    if let Some(key) = ends.first().and_then(|at| key(&line[..*at])) {
        return set(form, key, line[ends[0]..].trim());
    }
    // "10 boxes", "wall of 30 capsules", "60 Hz".
    if words(line, form) { Ok(()) } else { Err("no number or word that this form has".to_owned()) }
}

/// Words that say nothing of their own.
const FILLERS: &[&str] = &["a", "an", "and", "at", "in", "is", "made", "of", "on", "the", "with"];

/// Words in any order: a count, a shape, an arrangement, or a rate. False, and nothing changed, when one of them is unknown.
fn words(line: &str, form: &mut NumbersForm) -> bool {
    let mut changed = form.clone();
    let mut is_known = false;
    let mut number = None;
    for word in line.split_whitespace() {
        let plain: String = word.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == '.').collect();
        if let Ok(value) = plain.parse::<f64>() {
            number = Some(value);
            continue;
        }
        let is_fine = if let Some(shape) = shape(&plain) {
            changed.shape = shape;
            if let Some(count) = number.filter(|count| count.fract() == 0.0 && *count >= 1.0) {
                changed.count = count as u32;
                if count == 1.0 {
                    changed.arrangement = Arrangement::Single;
                }
            }
            true
        } else if let Some(arrangement) = arrangement(&plain) {
            changed.arrangement = arrangement;
            true
        } else if FILLERS.contains(&plain.as_str()) {
            continue;
        } else {
            match (plain.as_str(), number) {
                ("hz" | "fps", Some(value)) => set_setting(&mut changed, "time.dt", 1.0 / value).is_ok(),
                ("substeps", Some(value)) => set_whole(&mut changed, "time.substeps", value).is_ok(),
                ("iterations", Some(value)) => set_whole(&mut changed, "solver.velocity_iterations", value).is_ok(),
                _ => false,
            }
        };
        if !is_fine {
            return false;
        }
        is_known = true;
    }
    if is_known {
        *form = changed;
    }
    is_known
}

fn shape(word: &str) -> Option<NumbersShape> {
    Some(match word {
        "box" | "boxes" | "cube" | "cubes" | "cuboid" | "cuboids" | "crate" | "crates" | "brick" | "bricks" => {
            NumbersShape::Box
        }
        "sphere" | "spheres" | "ball" | "balls" => NumbersShape::Sphere,
        "capsule" | "capsules" => NumbersShape::Capsule,
        _ => return None,
    })
}

fn arrangement(word: &str) -> Option<Arrangement> {
    Some(match word {
        "single" | "one" => Arrangement::Single,
        "stack" | "tower" | "column" | "pile" => Arrangement::Stack,
        "row" | "line" => Arrangement::Row,
        "wall" => Arrangement::Wall,
        "pyramid" => Arrangement::Pyramid,
        _ => return None,
    })
}

fn set(form: &mut NumbersForm, key: Key, value: &str) -> Result<(), String> {
    match key {
        Key::Title => form.title = value.to_owned(),
        Key::Shape | Key::Arrangement => {
            if !words(value, form) {
                return Err(format!("“{value}” is neither a shape nor an arrangement that this form has"));
            }
        }
        Key::Size => {
            let parts = list(value)?;
            form.size = match parts[..] {
                [edge] => [edge; 3],
                [x, y, z] => [x, y, z],
                _ => return Err("a size is one number or three".to_owned()),
            };
        }
        Key::Diameter => form.size = [positive(value)?; 3],
        Key::Radius => (form.size[0], form.size[2]) = (2.0 * positive(value)?, 2.0 * positive(value)?),
        Key::Height => form.size[1] = positive(value)?,
        Key::Mass => form.weight = Weight::Mass(positive(value)?),
        Key::Density => form.weight = Weight::Density(positive(value)?),
        Key::Count => {
            // "boxes: 10", and also "count: 10 spheres".
            let is_plain = evaluate(value).map(|count| form.count = count.round().max(1.0) as u32).is_ok();
            if !is_plain && !words(value, form) {
                return Err(format!("“{value}” is no count"));
            }
        }
        Key::Gap => form.gap = number(value)?,
        Key::Drop => form.drop_height = number(value)?,
        Key::Slope => form.slope_degrees = evaluate_degrees(&value.replace('°', "deg"))? as f32,
        Key::Velocity => form.velocity = vector(value)?,
        Key::Spin => form.angular_velocity = vector(value)?,
        Key::Friction => form.friction = number(value)?,
        Key::Restitution => form.restitution = number(value)?,
        Key::LinearDamping => form.linear_damping = number(value)?,
        Key::AngularDamping => form.angular_damping = number(value)?,
        Key::Sleep => form.can_sleep = is_on(value)?,
        Key::Gravity => {
            // Its size, or the vector, or its y.
            let parts = list(value)?;
            let gravity = match parts[..] {
                [y] => [0.0, -y.abs(), 0.0],
                [x, y, z] => [x, y, z],
                _ => return Err("gravity is one number or three".to_owned()),
            };
            settings_path::set(&mut form.settings, "gravity", &json!(gravity)).map_err(|error| error.to_string())?;
        }
        Key::Step => set_setting(form, "time.dt", evaluate(value)?)?,
        Key::Rate => set_setting(form, "time.dt", 1.0 / evaluate(value.trim_end_matches(['H', 'h', 'z']).trim())?)?,
        Key::Substeps => set_whole(form, "time.substeps", evaluate(value)?)?,
        Key::Iterations => set_whole(form, "solver.velocity_iterations", evaluate(value)?)?,
        Key::PositionIterations => set_whole(form, "solver.position_iterations", evaluate(value)?)?,
        Key::WarmStart => {
            let share = is_on(value).map(f64::from).or_else(|_| evaluate(value))?;
            set_setting(form, "solver.warm_start", share)?;
        }
    }
    Ok(())
}

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

fn number(text: &str) -> Result<f32, String> {
    Ok(evaluate(text)? as f32)
}

fn positive(text: &str) -> Result<f32, String> {
    number(text).and_then(|value| if value > 0.0 { Ok(value) } else { Err(format!("“{text}” has to be above zero")) })
}

/// Numbers parted by ×, commas or spaces; a unit behind the last counts for all.
fn list(text: &str) -> Result<Vec<f32>, String> {
    let text = text.trim().trim_matches(['(', ')', '[', ']', '{', '}']);
    if let Ok(value) = evaluate(text) {
        return Ok(vec![value as f32]);
    }
    let pieces = |signs: &[char]| -> Vec<String> {
        text.split(signs).map(|piece| piece.trim().to_owned()).filter(|piece| !piece.is_empty()).collect()
    };
    let found = [pieces(&['×', 'x', '*']), pieces(&[',']), pieces(&[',', ' '])];
    let pieces = found.into_iter().find(|pieces| pieces.len() >= 3).ok_or_else(|| format!("“{text}” is no number"))?;
    let unit: String =
        pieces.last().map(|last| last.chars().skip_while(|c| !c.is_alphabetic()).collect()).unwrap_or_default();
    let is_unit = |piece: &String| piece.chars().all(char::is_alphabetic);
    pieces
        .iter()
        .filter(|piece| !is_unit(piece))
        .map(|piece| {
            number(&if piece.contains(char::is_alphabetic) { piece.clone() } else { format!("{piece} {unit}") })
        })
        .collect()
}

fn vector(text: &str) -> Result<[f32; 3], String> {
    match list(text)?[..] {
        [x, y, z] => Ok([x, y, z]),
        [x] => Ok([x, 0.0, 0.0]),
        _ => Err("it takes three numbers: x y z".to_owned()),
    }
}

fn is_on(text: &str) -> Result<bool, String> {
    match text.trim().to_lowercase().as_str() {
        "on" | "yes" | "true" => Ok(true),
        "off" | "no" | "false" | "0" => Ok(false),
        other => Err(format!("“{other}” is neither on nor off")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_report_is_read() {
        let mut form = NumbersForm::default();
        let text = "Tower of 12 boxes\nsize: 0.5 x 0.25 x 0.5 m\nMass = 5 kg\n- friction 0.4, bounciness 0.1\n\
                    Fixed Timestep: 0.02\nsolver iterations: 6\nslope 10 deg\ngravity: (0, -9.81, 0)\nsleeping: off";
        assert_eq!(read(text, &mut form), Vec::<String>::new());
        assert_eq!((form.count, form.shape, form.arrangement), (12, NumbersShape::Box, Arrangement::Stack));
        assert_eq!((form.size, form.weight), ([0.5, 0.25, 0.5], Weight::Mass(5.0)));
        assert_eq!((form.friction, form.restitution, form.can_sleep), (0.4, 0.1, false));
        assert!((form.slope_degrees - 10.0).abs() < 1e-5);
        assert!((setting(&form.settings, "time.dt") - 0.02).abs() < 1e-8);
        assert_eq!(setting(&form.settings, "solver.velocity_iterations"), 6.0);
        assert_eq!(form.settings.gravity, [0.0, -9.81, 0.0]);
    }

    #[test]
    fn words_of_other_programs_and_short_forms_are_read() {
        let mut form = NumbersForm::default();
        assert_eq!(
            read("30 spheres; diameter 40 cm; 120 Hz; 4 substeps; mu=.3; g 1.62", &mut form),
            Vec::<String>::new()
        );
        assert_eq!((form.count, form.shape), (30, NumbersShape::Sphere));
        assert!((form.size[0] - 0.4).abs() < 1e-6);
        assert!((setting(&form.settings, "time.dt") - 1.0 / 120.0).abs() < 1e-8);
        assert_eq!(setting(&form.settings, "time.substeps"), 4.0);
        assert!((form.settings.gravity[1] + 1.62).abs() < 1e-6);
    }

    #[test]
    fn lines_that_are_not_understood_are_returned_and_change_nothing() {
        let mut form = NumbersForm::default();
        let lost = read("colour: red\nmass: -3\nThe tower shakes.\nfriction: 0.7\nsubsteps: 9999", &mut form);
        assert_eq!(lost.len(), 4, "{lost:?}");
        assert!(lost[0].starts_with("colour: red") && lost[1].contains("above zero"));
        assert_eq!(form, NumbersForm { friction: 0.7, ..NumbersForm::default() });
    }
}
