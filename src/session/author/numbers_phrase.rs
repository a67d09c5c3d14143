//! Numbers in the words of a sentence: "10 boxes of 0.5 m", "a wall of 30 capsules", "60 Hz", "friction 0.4".

use super::expression::evaluate;
use super::numbers::{Arrangement, NumbersForm, NumbersShape};
use super::numbers_words::{Meaning, meaning, set_number};

/// Words that say nothing of their own.
const FILLERS: &[&str] = &[
    "a", "an", "and", "at", "by", "each", "for", "from", "have", "high", "i", "in", "is", "it", "made", "of", "on",
    "per", "side", "stand", "standing", "that", "the", "there", "to", "use", "using", "we", "wide", "with",
];

/// Puts what a phrase says into the form; what it said, or nothing (and then nothing is changed) when it has a word that is
/// not known.
pub(super) fn read(phrase: &str, form: &mut NumbersForm) -> Option<Vec<String>> {
    let mut changed = form.clone();
    let mut said = Vec::new();
    let words: Vec<&str> = phrase.split_whitespace().collect();
    // A number waits for the word that says what it is, and a name for its number.
    let (mut number, mut name): (Option<f64>, Option<Meaning>) = (None, None);
    for (index, word) in words.iter().enumerate() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '-' | '°' | '%' | 'µ'));
        let bare = bare.trim_end_matches('.').to_lowercase();
        if bare.is_empty() || FILLERS.contains(&bare.as_str()) {
            continue;
        }
        // "0.5 m" is one number; "10 m" may not be a length but only "10" followed by a word.
        let next = words.get(index + 1).map_or("", |next| next.trim_end_matches([',', '.', ';']));
        let with_unit = bare.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-'));
        if let Some(value) = with_unit.then(|| evaluate(&bare).ok()).flatten() {
            let unit: String = bare.chars().skip_while(|c| !c.is_alphabetic()).collect();
            let unit = if unit.is_empty() { next } else { unit.as_str() };
            let value = if unit == next { evaluate(&format!("{bare} {unit}")).unwrap_or(value) } else { value };
            match (name.take(), unit) {
                (Some(meaning), _) => said.push(set_number(&mut changed, meaning, value).ok()?),
                (None, "m" | "cm" | "mm") => said.push(set_number(&mut changed, Meaning::Size, value).ok()?),
                (None, "kg" | "g" | "t") => said.push(set_number(&mut changed, Meaning::Mass, value).ok()?),
                _ => number = Some(value),
            }
        } else if number.is_none() && matches!(bare.as_str(), "m" | "cm" | "mm" | "kg" | "g" | "t" | "s" | "ms") {
            // The unit of the number before.
        } else if let Some(shape) = shape(&bare) {
            changed.shape = shape;
            said.push(bare);
            if let Some(count) = number.take() {
                said.push(set_number(&mut changed, Meaning::Count, count).ok()?);
                if count == 1.0 {
                    changed.arrangement = Arrangement::Single;
                }
            }
        } else if let Some(arrangement) = arrangement(&bare) {
            changed.arrangement = arrangement;
            said.push(bare);
        } else {
            let meaning = meaning(&bare)?;
            match number.take() {
                Some(value) => said.push(set_number(&mut changed, meaning, value).ok()?),
                None => name = Some(meaning),
            }
        }
    }
    if said.is_empty() || number.is_some() || name.is_some() {
        return None;
    }
    *form = changed;
    Some(said)
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
