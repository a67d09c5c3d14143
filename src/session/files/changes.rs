//! What differs between two documents, by JSON pointer.

use crate::preset::Preset;
use serde_json::Value;

/// More differences than anybody reads.
const MOST: usize = 500;

/// One difference of the open document against its file.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentChange {
    /// JSON pointer into the document, or into the file where something is gone.
    pub place: String,
    /// What the file says; `None` where it says nothing.
    pub old: Option<Value>,
    /// What the document says; `None` where it says nothing any more.
    pub new: Option<Value>,
}

/// Every difference, at most some hundreds.
pub(super) fn between(old: &Preset, new: &Preset) -> Vec<DocumentChange> {
    // A document that cannot be written differs in whole; saving will say why.
    let value = |preset| serde_json::to_value(preset).unwrap_or(Value::Null);
    let mut found = Vec::new();
    compare("", &value(old), &value(new), &mut found);
    found
}

fn compare(place: &str, old: &Value, new: &Value, found: &mut Vec<DocumentChange>) {
    if old == new || found.len() >= MOST {
        return;
    }
    match (old, new) {
        (Value::Object(before), Value::Object(after)) => {
            let gone = before.iter().filter(|(key, _)| !after.contains_key(*key));
            for (key, value) in gone {
                note(&join(place, key), Some(value), None, found);
            }
            for (key, value) in after {
                match before.get(key) {
                    Some(other) => compare(&join(place, key), other, value, found),
                    None => note(&join(place, key), None, Some(value), found),
                }
            }
        }
        // Vectors are read as one thing.
        (Value::Array(before), Value::Array(after)) if !(is_plain(before) && is_plain(after)) => {
            compare_lists(place, before, after, found);
        }
        _ => note(place, Some(old), Some(new), found),
    }
}

/// Items are the same where their names are, or else where they stand, counted from the nearer end.
fn compare_lists(place: &str, before: &[Value], after: &[Value], found: &mut Vec<DocumentChange>) {
    let partner = partners(before, after);
    for (index, item) in before.iter().enumerate() {
        if !partner.contains(&Some(index)) {
            note(&join(place, &index.to_string()), Some(item), None, found);
        }
    }
    for (index, item) in after.iter().enumerate() {
        let here = join(place, &index.to_string());
        match partner[index] {
            Some(old) => compare(&here, &before[old], item, found),
            None => note(&here, None, Some(item), found),
        }
    }
}

/// For each item of `after` the one of `before` that it comes from.
fn partners(before: &[Value], after: &[Value]) -> Vec<Option<usize>> {
    let name = |value: &Value| value.get("name").and_then(Value::as_str).map(str::to_owned);
    if before.iter().chain(after).all(|item| name(item).is_some()) {
        let places: std::collections::BTreeMap<_, _> =
            before.iter().enumerate().map(|(index, item)| (name(item), index)).collect();
        let by_name: Vec<Option<usize>> = after.iter().map(|item| places.get(&name(item)).copied()).collect();
        if before.len() != after.len() || by_name.iter().all(Option::is_some) {
            return by_name;
        }
        // As many as before, and some with another name: those were renamed.
        return by_name
            .iter()
            .enumerate()
            .map(|(index, known)| known.or_else(|| (!by_name.contains(&Some(index))).then_some(index)))
            .collect();
    }
    let same_start = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (rest_before, rest_after) = (before.len() - same_start, after.len() - same_start);
    let ends = before.iter().rev().zip(after.iter().rev()).take(rest_before.min(rest_after));
    let same_end = ends.take_while(|(a, b)| a == b).count();
    let (end_before, end_after) = (before.len() - same_end, after.len() - same_end);
    (0..after.len())
        .map(|index| match index {
            _ if index >= end_after => Some(index - end_after + end_before),
            _ if index < end_before => Some(index),
            _ => None,
        })
        .collect()
}

fn is_plain(items: &[Value]) -> bool {
    items.iter().all(|item| !item.is_object() && !item.is_array())
}

fn join(place: &str, key: &str) -> String {
    format!("{place}/{}", key.replace('~', "~0").replace('/', "~1"))
}

fn note(place: &str, old: Option<&Value>, new: Option<&Value>, found: &mut Vec<DocumentChange>) {
    if found.len() < MOST {
        found.push(DocumentChange { place: place.to_owned(), old: old.cloned(), new: new.cloned() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn places(old: Value, new: Value) -> Vec<String> {
        let mut found = Vec::new();
        compare("", &old, &new, &mut found);
        found.into_iter().map(|change| change.place).collect()
    }

    #[test]
    fn a_vector_is_one_change_and_a_field_gone_is_one() {
        assert_eq!(places(json!({"a": [1, 2], "b": 1, "c": 0}), json!({"a": [1, 3], "c": 0})), ["/b", "/a"]);
        assert!(places(json!([{"x": 1}]), json!([{"x": 1}])).is_empty());
    }

    #[test]
    fn a_body_taken_from_the_middle_does_not_change_those_behind_it() {
        let old = json!([{"name": "a"}, {"name": "b"}, {"name": "c", "m": 1}]);
        assert_eq!(places(old.clone(), json!([{"name": "a"}, {"name": "c", "m": 2}])), ["/1", "/1/m"]);
        assert_eq!(places(old, json!([{"name": "a"}, {"name": "z"}, {"name": "c", "m": 1}])), ["/1/name"]);
        let joints = json!([{"t": 1}, {"t": 2}, {"t": 3}]);
        assert_eq!(places(joints, json!([{"t": 1}, {"t": 3}])), ["/1"]);
    }
}
