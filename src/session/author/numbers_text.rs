//! Reading the numbers of a bug report from text: `key = value` and `key: value` lines, pieces of code and of JSON, in the
//! words that other engines use.

use super::expression::{evaluate, evaluate_degrees};
use super::numbers::NumbersForm;
use super::numbers_phrase;
use super::numbers_words::{Meaning, meaning, set_number, set_vector, set_word};

/// Longest text that is read, bytes.
const LONGEST: usize = 100_000;

/// What was made of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumbersRead {
    pub form: NumbersForm,
    /// What was understood, like "friction: 0.4".
    pub understood: Vec<String>,
    /// What was not, with the reason where there is one.
    pub not_understood: Vec<String>,
}

impl NumbersForm {
    /// Reads numbers from text over the defaults.
    pub fn read(text: &str) -> NumbersRead {
        Self::default().read_over(text)
    }

    /// Reads numbers from text over these.
    pub fn read_over(&self, text: &str) -> NumbersRead {
        let mut read = NumbersRead { form: self.clone(), ..NumbersRead::default() };
        let mut reader = Reader { read: &mut read, owners: Vec::new() };
        let end = (0..=text.len().min(LONGEST)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        for line in text[..end].lines() {
            reader.line(line);
        }
        reader.finish();
        read
    }
}

/// A vector that is written part by part: `gravity: {x: 0, y: -10, z: 0}`.
struct Owner {
    key: String,
    parts: [Option<f64>; 3],
}

struct Reader<'r> {
    read: &'r mut NumbersRead,
    owners: Vec<Owner>,
}

impl Reader<'_> {
    fn line(&mut self, line: &str) {
        let line = without_comment(line);
        // What stands between separators outside of round and square brackets is one statement.
        let (mut depth, mut statement) = (0_i32, String::new());
        for c in line.chars() {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth -= 1,
                _ => {}
            }
            match c {
                '{' if depth <= 0 => self.open(&std::mem::take(&mut statement)),
                '}' if depth <= 0 => {
                    self.statement(&std::mem::take(&mut statement));
                    self.close();
                }
                ',' | ';' if depth <= 0 => self.statement(&std::mem::take(&mut statement)),
                _ => statement.push(c),
            }
        }
        self.statement(&statement);
    }

    fn open(&mut self, before: &str) {
        let key = before.trim().trim_end_matches([':', '=']);
        self.owners.push(Owner { key: key.to_owned(), parts: [None; 3] });
    }

    fn close(&mut self) {
        let Some(owner) = self.owners.pop() else { return };
        if owner.parts.iter().any(Option::is_some) {
            let values: Vec<f64> = owner.parts.iter().map(|part| part.unwrap_or(0.0)).collect();
            let written = format!("{} = {values:?}", owner.key.trim());
            self.assign(&owner.key, &format!("({}, {}, {})", values[0], values[1], values[2]), &written);
        }
    }

    fn finish(&mut self) {
        while !self.owners.is_empty() {
            self.close();
        }
    }

    fn statement(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() || text.chars().all(|c| !c.is_alphanumeric()) {
            return;
        }
        let split = text.find(['=', ':']).map(|at| (&text[..at], text[at + 1..].trim_start_matches(['=', ':'])));
        let Some((key, value)) = split.or_else(|| call(text)).or_else(|| short_pair(text)) else {
            let mut changed = self.read.form.clone();
            let said = numbers_phrase::read(text, &mut changed).ok_or_else(String::new);
            match said.and_then(|said| is_possible(&changed).map(|()| said)) {
                Ok(mut said) => {
                    self.read.form = changed;
                    self.read.understood.append(&mut said);
                }
                Err(reason) => self.miss(text, &reason),
            }
            return;
        };
        let (key, value) = (key.trim(), value.trim());
        if let Some(owner) = self.owners.last_mut() {
            let part = ["x", "y", "z"].iter().position(|part| plain(key) == *part);
            if let (Some(part), Some(number)) = (part, number(value, false)) {
                owner.parts[part] = Some(number);
                return;
            }
        }
        self.assign(key, value, text);
    }

    fn miss(&mut self, text: &str, reason: &str) {
        let text: String = text.chars().take(80).collect();
        self.read.not_understood.push(if reason.is_empty() { text } else { format!("{text}: {reason}") });
    }

    fn assign(&mut self, key: &str, value: &str, written: &str) {
        let Some(meaning) = meaning_of(key) else { return self.miss(written, "") };
        let value = value.trim().trim_matches(['"', '\'', '`']).trim();
        let inner = value.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let value = inner.filter(|inner| !inner.contains([',', '(', ')'])).unwrap_or(value);
        // `mass (kg)`: the unit stands with the name.
        let unit = key.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map_or("", |(unit, _)| unit.trim());
        let with_unit = format!("{value} {unit}");
        let is_angle = matches!(meaning, Meaning::Slope);
        let mut changed = self.read.form.clone();
        let form = &mut changed;
        let outcome =
            if let Some(one) = number(value, is_angle).map(|plain| number(&with_unit, is_angle).unwrap_or(plain)) {
                set_number(form, meaning, one)
            } else if let Some(many) = numbers(value) {
                set_vector(form, meaning, many)
            } else {
                set_word(form, meaning, &plain(value))
            };
        match outcome.and_then(|said| is_possible(&changed).map(|()| said)) {
            Ok(said) => {
                self.read.form = changed;
                self.read.understood.push(said);
            }
            Err(reason) => self.miss(written, &reason),
        }
    }
}

/// Whether a form has only numbers that a scene can have; if not, what the loader says.
fn is_possible(form: &NumbersForm) -> Result<(), String> {
    let one = NumbersForm { count: 1, ..form.clone() };
    one.scene().map(|_| ()).map_err(|problems| problems.0.first().map_or_else(String::new, |one| one.message.clone()))
}

/// `body->setFriction(0.4f)`
fn call(text: &str) -> Option<(&str, &str)> {
    let at = text.find('(')?;
    let name = text[..at].rsplit(['.', '>', ':', ' ']).next()?;
    let name = name.strip_prefix("set").or_else(|| name.strip_prefix("Set")).unwrap_or(name);
    meaning(&plain(name)).map(|_| (name, text[at..].trim_end_matches(';')))
}

/// `friction 0.5`, `solver iterations 8`: a known name, and one value behind it.
fn short_pair(text: &str) -> Option<(&str, &str)> {
    let mut ends = text.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at);
    let found = ends.find(|at| {
        meaning(&plain(&text[..*at])).is_some()
            && text[*at..].trim_start().starts_with(|c: char| c.is_ascii_digit() || "-.([".contains(c))
    });
    found.map(|at| (&text[..at], text[at..].trim()))
}

fn without_comment(line: &str) -> &str {
    let end = ["//", "#", "/*"].iter().filter_map(|mark| line.find(mark)).min().unwrap_or(line.len());
    line[..end].trim().trim_start_matches(['-', '*', '•', '>']).trim()
}

/// Letters and digits in lower case.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What a name means: the whole of it, or its last words (`public float mass`, `rigidBody.mass`, `m_friction`).
fn meaning_of(key: &str) -> Option<Meaning> {
    let key = key.split('(').next().unwrap_or(key).trim().trim_matches(['"', '\'', '`']);
    let key = key.rsplit(['.', '>', ':']).find(|part| !part.trim().is_empty()).unwrap_or(key);
    let key = key.strip_prefix("m_").or_else(|| key.strip_prefix("g_")).unwrap_or(key);
    let words: Vec<&str> = key.split_whitespace().collect();
    (0..words.len()).find_map(|first| meaning(&plain(&words[first..].concat())))
}

/// One number, with the letter that some languages put behind it left out.
fn number(text: &str, is_angle: bool) -> Option<f64> {
    let text = text.trim();
    let bare = text.trim_end_matches(['f', 'F']);
    let is_suffix = bare.len() < text.len() && bare.ends_with(|c: char| c.is_ascii_digit() || c == '.');
    let text = if is_suffix { bare } else { text };
    if is_angle { evaluate_degrees(text).ok() } else { evaluate(text).ok() }
}

/// Up to three numbers: `[1, 2, 3]`, `new Vector3(0, -9.8f, 0)`, `1 x 2 x 3 m`.
fn numbers(text: &str) -> Option<[f64; 3]> {
    let inner = text.rfind(['(', '[']).map_or(text, |at| &text[at + 1..]);
    let inner = inner.split([')', ']']).next().unwrap_or(inner);
    let after = text.rsplit([')', ']']).next().filter(|rest| rest.len() < text.len()).unwrap_or("").trim();
    let separated: Vec<&str> = if inner.contains(',') && inner.matches(',').count() >= 1 && !inner.contains('×') {
        inner.split(',').collect()
    } else if inner.contains(['×', 'x']) {
        inner.split(['×', 'x']).collect()
    } else {
        inner.split_whitespace().collect()
    };
    let parts: Vec<&str> = separated.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect();
    if !(2..=3).contains(&parts.len()) {
        return None;
    }
    // The unit behind the last one is that of all.
    let unit: String = if after.is_empty() {
        parts.last()?.chars().skip_while(|c| !c.is_alphabetic()).collect()
    } else {
        after.to_owned()
    };
    let unit = if unit == "f" || unit == "F" { String::new() } else { unit };
    let mut values = [0.0; 3];
    for (value, part) in values.iter_mut().zip(&parts) {
        let has_unit = part.chars().any(char::is_alphabetic) && !part.ends_with(['f', 'F']);
        *value = if has_unit {
            number(part, false)?
        } else {
            number(&format!("{} {unit}", part.trim_end_matches(['f', 'F'])), false)?
        };
    }
    if parts.len() == 2 {
        values[2] = values[0];
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::super::numbers::{Arrangement, NumbersShape, Weight};
    use super::*;
    use crate::dynamics::CcdMode;
    use proptest::prelude::*;

    #[test]
    fn the_words_of_other_engines_are_understood() {
        let text = r#"
            Here is what I see
            a tower of 12 boxes, 60 fps and nothing else
            Time.fixedDeltaTime = 0.02f;            // 50 Hz
            Physics.gravity = new Vector3(0, -20f, 0);
            Physics.defaultSolverIterations: 6
            numVelocityIterations = 8
            rigidBody.mass = 2.5;
            material.bounciness = 0.3
            "friction": 0.4,
            linearDamping 0.1
            public float angularDrag = 0.05f;
            collider: BoxCollider
            size = 1 x 0.5 x 2 m
            count: 12
            warmStarting: false
            frobnication = 7
        "#;
        let read = NumbersForm::read(text);
        let form = &read.form;
        assert_eq!((form.settings.time.dt, form.settings.gravity), (0.02, [0.0, -20.0, 0.0]));
        assert_eq!(form.settings.solver.velocity_iterations, 8);
        assert_eq!(form.settings.solver.method, crate::dynamics::SolverMethod::SequentialImpulse);
        assert_eq!((form.weight, form.restitution, form.friction), (Weight::Mass(2.5), 0.3, 0.4));
        assert_eq!((form.linear_damping, form.angular_damping), (0.1, 0.05));
        assert_eq!((form.shape, form.size, form.count), (NumbersShape::Box, [1.0, 0.5, 2.0], 12));
        assert_eq!(form.settings.solver.warm_start, 0.0);
        assert!(read.not_understood.iter().any(|line| line.contains("frobnication")), "{read:?}");
        assert_eq!(read.not_understood.len(), 3, "{:?}", read.not_understood);
        read.form.scene().unwrap_or_else(|problems| panic!("{problems}"));
    }

    #[test]
    fn sentences_are_understood() {
        let form = |text: &str| {
            let read = NumbersForm::read(text);
            assert_eq!(read.not_understood, Vec::<String>::new(), "{text}");
            read.form
        };
        let text = "Tower of 12 boxes\nsize: 0.5 x 0.25 x 0.5 m\nMass = 5 kg\n- friction 0.4, bounciness 0.1\n\
                    Fixed Timestep: 0.02\nsolver iterations: 6\nslope 10 deg\ngravity: (0, -9.81, 0)\nsleeping: off";
        let tower = form(text);
        assert_eq!((tower.count, tower.shape, tower.arrangement), (12, NumbersShape::Box, Arrangement::Stack));
        assert_eq!((tower.size, tower.weight), ([0.5, 0.25, 0.5], Weight::Mass(5.0)));
        assert_eq!((tower.friction, tower.restitution, tower.can_sleep), (0.4, 0.1, false));
        assert!((tower.slope_degrees - 10.0).abs() < 1e-5);
        let wall = form("a wall of 30 capsules, 60 Hz, 4 substeps, 20 iterations");
        assert_eq!((wall.count, wall.shape, wall.arrangement), (30, NumbersShape::Capsule, Arrangement::Wall));
        assert_eq!((wall.settings.time.substeps, wall.settings.solver.velocity_iterations), (4, 20));
        let boxes = form("10 boxes of 50 cm with friction 0.3; 2 kg each");
        assert_eq!((boxes.count, boxes.size, boxes.friction, boxes.weight), (10, [0.5; 3], 0.3, Weight::Mass(2.0)));
        let engine =
            form("world->setGravity(btVector3(0, -10, 0));\nbody->setFriction(0.7f);\nshape.setRestitution(0.1)");
        assert_eq!((engine.settings.gravity, engine.friction, engine.restitution), ([0.0, -10.0, 0.0], 0.7, 0.1));
        let moon = form("30 spheres; diameter 40 cm; 120 Hz; 4 substeps; mu=.3; g 1.62");
        assert_eq!((moon.count, moon.shape, moon.friction), (30, NumbersShape::Sphere, 0.3));
        assert!((moon.size[0] - 0.4).abs() < 1e-6 && (moon.settings.time.dt - 1.0 / 120.0).abs() < 1e-8);
        assert!((moon.settings.gravity[1] + 1.62).abs() < 1e-6);
        let read = NumbersForm::read("colour: red\nmass: -3\nThe tower shakes.\nfriction: 0.7\nsubsteps: 9999");
        assert_eq!(read.not_understood.len(), 4, "{read:?}");
        assert!(read.not_understood[0].starts_with("colour: red") && read.not_understood[1].contains("mass in kg"));
        assert_eq!(read.form, NumbersForm { friction: 0.7, ..NumbersForm::default() });
        for text in ["my cat is 3 years old", "dt = 900000000", "substeps: 1.5", "mass: heavy", "10"] {
            assert_eq!(NumbersForm::read(text).form, NumbersForm::default(), "{text}");
            assert_eq!(NumbersForm::read(text).not_understood.len(), 1, "{text}");
        }
    }

    #[test]
    fn json_and_units_are_understood() {
        let text = r#"{"world": {"gravity": {"x": 0, "y": 0, "z": -9.81}, "timestep": "16.7 ms", "solverIterations": 4},
            "body": {"shape": "sphere", "radius": "5 cm", "density": 7800, "velocity": [3, 0, 0], "ccd": true}, "mu": 0.2,
            "slope": "15 deg", "arrangement": "row", "Hz": 120}"#;
        let form = NumbersForm::read(text).form;
        assert_eq!(form.settings.gravity, [0.0, -9.81, 0.0], "z up becomes y up");
        assert!((form.settings.time.dt - 1.0 / 120.0).abs() < 1e-7);
        assert_eq!((form.shape, form.size[0], form.weight), (NumbersShape::Sphere, 0.1, Weight::Density(7800.0)));
        assert_eq!((form.velocity, form.friction, form.slope_degrees), ([3.0, 0.0, 0.0], 0.2, 15.0));
        assert_eq!(form.arrangement, Arrangement::Row);
        assert_ne!(form.settings.ccd.mode, CcdMode::Off);
        let bare =
            NumbersForm::read("gravity 9.81\nmass (g): 200\ndt (ms) = 8\ncollision detection mode = Discrete").form;
        assert_eq!(
            (bare.settings.gravity, bare.weight, bare.settings.time.dt),
            ([0.0, -9.81, 0.0], Weight::Mass(0.2), 0.008)
        );
        assert_eq!(bare.settings.ccd.mode, CcdMode::Off);
    }

    #[test]
    fn forms_make_scenes_that_stand() {
        for arrangement in
            [Arrangement::Single, Arrangement::Stack, Arrangement::Row, Arrangement::Wall, Arrangement::Pyramid]
        {
            for shape in [NumbersShape::Box, NumbersShape::Sphere, NumbersShape::Capsule] {
                for slope_degrees in [0.0, 12.0] {
                    let form = NumbersForm {
                        arrangement,
                        shape,
                        slope_degrees,
                        size: [0.5, 0.8, 0.5],
                        count: 6,
                        ..NumbersForm::default()
                    };
                    let preset = form.scene().unwrap_or_else(|problems| panic!("{form:?}: {problems}"));
                    let instance = preset.instantiate(None).unwrap();
                    let count = instance.world.bodies().len() - 1;
                    assert!(
                        if arrangement == Arrangement::Single { count == 1 } else { count >= 6 },
                        "{arrangement:?} {count}"
                    );
                    let warnings = super::super::trouble::find(&preset, &instance);
                    assert!(!warnings.iter().any(|warning| warning.text.contains("overlap")), "{form:?}: {warnings:?}");
                }
            }
        }
        assert!(NumbersForm { friction: -1.0, ..NumbersForm::default() }.scene().is_err());
        assert!(NumbersForm { count: 1_000_000, ..NumbersForm::default() }.scene().is_err());
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[a-z0-9 .:=,;(){}\\[\\]\"\n×-]{0,200}") {
            let _ = NumbersForm::read(&text);
        }
    }
}
