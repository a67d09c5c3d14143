//! Writing one field, or the same field of several things, by JSON pointer.
//!
//! The document goes through its own file format: it becomes JSON, the field is written, and the whole is read again. So
//! every rule of the loader holds here too, and what is refused is refused with the loader's words and place.

use super::names::{first_of_repeat, renamed, repoint};
use super::{Item, Preset, Problem, Problems};
use crate::preset::schema::NamedList;
use serde_json::{Map, Value};

/// The value at a JSON pointer of the document; `None` for what is not written there.
pub fn value_at(preset: &Preset, pointer: &str) -> Option<Value> {
    serde_json::to_value(preset).ok()?.pointer(pointer).cloned()
}

/// The document with some fields written, one after the other; null takes a field or a list's entry away. A list takes one
/// more entry at the index after its last, or at `-`.
///
/// # Errors
/// When a place does not exist, or the document would not be valid: all problems with their places.
pub fn fields_set(preset: &Preset, fields: &[(String, Value)]) -> Result<Preset, Problems> {
    let mut base = preset.clone();
    let mut written = Vec::new();
    for (pointer, value) in fields {
        match name_field(pointer) {
            // References follow a new name.
            Some(item) if item.is_in(&base) => {
                let Value::String(name) = value else {
                    return Err(refusal(pointer, "a body needs a name: write some text"));
                };
                base = renamed(&base, item, name);
            }
            _ => {
                follow_repeat(&mut base, pointer, value);
                written.push((pointer, value));
            }
        }
    }
    let mut tree = serde_json::to_value(&base).map_err(|error| Problems::whole(error.to_string()))?;
    for (pointer, value) in written {
        write(&mut tree, pointer, value)?;
    }
    let text = serde_json::to_string(&tree).map_err(|error| Problems::whole(error.to_string()))?;
    let mut changed = crate::preset::parse(&text).map_err(without_lines)?;
    restore_order(&mut changed, &base);
    Ok(changed)
}

/// The thing whose name a pointer means.
fn name_field(pointer: &str) -> Option<Item> {
    let owner = pointer.strip_suffix("/name")?;
    Item::at(owner).filter(|item| matches!(item, Item::Body(_) | Item::Template(_)) && item.pointer() == owner)
}

/// A body that becomes repeated, or stops to be, has another name for its first: what refers to it follows.
fn follow_repeat(preset: &mut Preset, pointer: &str, value: &Value) {
    let owner = pointer.strip_suffix("/repeat").and_then(Item::at);
    let Some(Item::Body(index)) = owner.filter(|item| format!("{}/repeat", item.pointer()) == pointer) else { return };
    let Some(body) = preset.scene.bodies.get(index) else { return };
    let name = body.name.clone();
    let before = body.repeat.as_ref().map_or(name.clone(), |repeat| format!("{name}{}", first_of_repeat(repeat)));
    let after = match value.get("type").and_then(Value::as_str) {
        Some("line") => format!("{name}[0]"),
        Some("grid") => format!("{name}[0,0,0]"),
        Some(_) => format!("{name}[0,0]"),
        None => name.clone(),
    };
    if before != after {
        repoint(preset, &|reference| (reference == before).then(|| after.clone()));
        if before == name {
            // Only a single body can be put somewhere else by a variant.
            for (_, variant) in &mut preset.variants.0 {
                for (_, change) in variant.bodies.0.iter_mut().filter(|(pattern, _)| *pattern == name) {
                    change.position = None;
                }
            }
        }
    }
}

fn refusal(pointer: &str, message: impl Into<String>) -> Problems {
    Problems(vec![Problem { path: pointer.to_owned(), line: None, message: message.into() }])
}

/// Lines of a text that nobody has seen would only confuse.
fn without_lines(mut problems: Problems) -> Problems {
    for problem in &mut problems.0 {
        problem.line = None;
    }
    problems
}

fn write(tree: &mut Value, pointer: &str, value: &Value) -> Result<(), Problems> {
    let steps: Vec<String> =
        pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~")).collect();
    let Some((last, ways)) = steps.split_last().filter(|_| pointer.starts_with('/')) else {
        return Err(refusal(pointer, "expected a place in the document, like /scene/bodies/0/friction"));
    };
    let mut node = tree;
    for step in ways {
        if node.is_null() {
            *node = Value::Object(Map::new());
        }
        node = match node {
            Value::Object(map) => {
                if value.is_null() && !map.contains_key(step) {
                    return Ok(());
                }
                map.entry(step.clone()).or_insert(Value::Null)
            }
            Value::Array(list) => {
                let found = step.parse::<usize>().ok().and_then(|index| list.get_mut(index));
                found.ok_or_else(|| refusal(pointer, format!("there is no entry {step} in this list")))?
            }
            _ => return Err(refusal(pointer, format!("there is nothing that could have a field \"{step}\""))),
        };
    }
    if node.is_null() {
        // A list that is not written yet begins with its first entry.
        *node = if last == "-" || last == "0" { Value::Array(Vec::new()) } else { Value::Object(Map::new()) };
    }
    match node {
        Value::Object(map) if value.is_null() => drop(map.remove(last)),
        Value::Object(map) => drop(map.insert(last.clone(), value.clone())),
        Value::Array(list) => {
            let index = if last == "-" { Some(list.len()) } else { last.parse::<usize>().ok() };
            match index {
                Some(index) if index < list.len() && value.is_null() => drop(list.remove(index)),
                Some(index) if index < list.len() => list[index] = value.clone(),
                Some(index) if index == list.len() && !value.is_null() => list.push(value.clone()),
                _ => return Err(refusal(pointer, format!("there is no entry {last} in this list"))),
            }
        }
        _ => return Err(refusal(pointer, format!("there is nothing that could have a field \"{last}\""))),
    }
    Ok(())
}

/// JSON objects in memory are sorted by their keys; lists by name go back to the order in which they were.
fn restore_order(changed: &mut Preset, base: &Preset) {
    sort_as(&mut changed.variants, &base.variants);
    for (name, variant) in &mut changed.variants.0 {
        if let Some(before) = base.variants.get(name) {
            sort_as(&mut variant.bodies, &before.bodies);
        }
    }
    let steps = changed.lesson.iter_mut().flat_map(|lesson| &mut lesson.steps);
    for (step, before) in steps.zip(base.lesson.iter().flat_map(|lesson| &lesson.steps)) {
        sort_as(&mut step.toggle, &before.toggle);
    }
}

fn sort_as<T>(list: &mut NamedList<T>, before: &NamedList<T>) {
    // New names come last.
    list.0.sort_by_key(|(name, _)| before.names().position(|known| known == name).unwrap_or(usize::MAX));
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn scene() -> Preset {
        crate::preset::parse(
            r#"{"format": "jitterscope-preset", "version": 1, "title": "t", "scene": {
                "bodies": [
                    {"name": "floor", "type": "static", "shape": {"type": "half_space"}},
                    {"name": "crate", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0.1, 0]},
                    {"name": "tow", "shape": {"type": "sphere", "radius": 0.5}, "position": [3, 1, 0]}],
                "joints": [{"type": "ball", "a": "crate", "b": "tow", "anchor": [1, 0, 0]}],
                "events": [{"at": 1, "body": "crate", "impulse": [0, 1, 0]}]},
              "variants": {"z": {"bodies": {"crate": {"friction": 0.1, "position": [0, 2, 0]}}}, "a": {"bodies": {"c*": {"mass": 2}}}},
              "sweep": {"body": "crate", "offset": [1, 0, 0], "count": 3},
              "watch": {"plots": [{"quantity": "speed", "body": "crate"}]}}"#,
        )
        .unwrap()
    }

    fn set(preset: &Preset, pointer: &str, value: Value) -> Result<Preset, Problems> {
        fields_set(preset, &[(pointer.to_owned(), value)])
    }

    #[test]
    fn a_field_is_written_and_taken_away_and_nothing_else_changes() {
        let before = scene();
        let set_to = set(&before, "/scene/bodies/1/friction", json!(0.4)).unwrap();
        assert_eq!(set_to.scene.bodies[1].friction, Some(0.4));
        assert_eq!(set(&set_to, "/scene/bodies/1/friction", Value::Null).unwrap(), before);
        let deep = set(&before, "/settings/solver/velocity_iterations", json!(20)).unwrap();
        assert_eq!(deep.step_settings(None).unwrap().solver.velocity_iterations, 20);
        assert_eq!(set(&before, "/camera/target", json!([0, 1, 0])).unwrap().camera.unwrap().target, [0.0, 1.0, 0.0]);
        let names: Vec<String> = deep.variants.names().map(str::to_owned).collect();
        assert_eq!(names, ["z", "a"], "the order of the author");
    }

    #[test]
    fn what_the_loader_refuses_is_refused_with_its_place() {
        let problems = set(&scene(), "/scene/bodies/1/shape/size", json!([1, -1, 1])).unwrap_err();
        assert_eq!(problems.0[0].path, "/scene/bodies/1/shape/size/1");
        assert_eq!(problems.0[0].line, None);
        assert!(set(&scene(), "/scene/bodies/9/friction", json!(1)).is_err());
        assert!(set(&scene(), "friction", json!(1)).is_err());
        assert!(set(&scene(), "/scene/joints/0/a", json!("nobody")).is_err());
        assert!(set(&scene(), "/title/deeper", json!(1)).is_err());
    }

    #[test]
    fn whatever_names_a_body_follows_its_new_name() {
        let renamed = set(&scene(), "/scene/bodies/1/name", json!("house")).unwrap();
        assert_eq!((renamed.scene.joints[0].a.as_str(), renamed.scene.events[0].body.as_str()), ("house", "house"));
        assert_eq!(renamed.sweep.as_ref().unwrap().body, "house");
        assert_eq!(renamed.watch.as_ref().unwrap().plots[0].body.as_deref(), Some("house"));
        assert_eq!(renamed.variants.get("z").unwrap().bodies.names().collect::<Vec<_>>(), ["house"]);
        assert_eq!(renamed.variants.get("a").unwrap().bodies.names().collect::<Vec<_>>(), ["house"]);
        assert!(set(&scene(), "/scene/bodies/1/name", json!("tow")).is_err(), "names are used once");
        assert!(set(&scene(), "/scene/bodies/1/name", Value::Null).is_err());
    }

    #[test]
    fn a_body_that_becomes_many_keeps_its_joints_by_the_first() {
        let pattern = json!({"type": "line", "count": 3, "step": [0, 1, 0]});
        let many = set(&scene(), "/scene/bodies/1/repeat", pattern).unwrap();
        assert_eq!(many.scene.joints[0].a, "crate[0]");
        assert_eq!(many.variants.get("z").unwrap().bodies.get("crate").unwrap().position, None);
        let one = set(&many, "/scene/bodies/1/repeat", Value::Null).unwrap();
        assert_eq!(one.scene.joints[0].a, "crate");
    }
}
