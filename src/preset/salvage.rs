//! What is left of a file with problems when the parts that have them are taken away.
//!
//! A part is what an author would call one: a body, a joint, a variant, a step of the lesson, one setting. It is cut out of
//! the text and the rest is read again, for without a body the joints that hold it fall too. Nothing is ever guessed or put
//! right: what stays is what was written.

use super::json::{self, JsonValue, Node};
use super::problem::Problem;
use super::schema::Preset;
use super::{check::pointer_key, parse};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Readings until we give up: each finds up to a hundred problems.
const ROUNDS: usize = 16;

/// What can be opened of a file that cannot be opened whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Salvage {
    pub preset: Preset,
    /// Never empty; in the order in which the parts fell.
    pub dropped: Vec<Dropped>,
}

/// A part that is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// JSON pointer into the file as it is.
    pub place: String,
    /// "the body “box”"
    pub what: String,
    /// The problem that it has.
    pub why: String,
}

/// Takes away every part that has a problem. `None` when nothing has to be left out, and when no scene with a body is left:
/// text that is not JSON, a file of another kind or of a newer version.
pub fn salvage(text: &str) -> Option<Salvage> {
    let mut root = json::parse(text).ok()?;
    let places = places(&root);
    let mut dropped = Vec::new();
    for round in 0..ROUNDS {
        let mut written = String::with_capacity(text.len());
        write(&root, &mut written);
        let problems = match parse(&written) {
            Err(problems) => problems,
            Ok(preset) => {
                let is_worth_it = !(preset.scene.bodies.is_empty() && preset.scene.templates.is_empty());
                return (is_worth_it && !dropped.is_empty()).then_some(Salvage { preset, dropped });
            }
        };
        let mut cuts: BTreeMap<Vec<String>, &Problem> = BTreeMap::new();
        for problem in problems.iter() {
            if problem.path.is_empty() && problem.message.contains("\"title\" is missing") {
                give_title(&mut root);
                dropped.push(left_out(String::new(), "the missing title", problem, round));
            } else if let Some(path) = cut_for(&root, problem) {
                cuts.entry(path).or_insert(problem);
            }
        }
        // A part within another that falls too needs no cut of its own.
        let paths: BTreeSet<Vec<String>> = cuts.keys().cloned().collect();
        cuts.retain(|path, _| !(1..path.len()).any(|length| paths.contains(&path[..length])));
        if cuts.is_empty() && dropped.is_empty() {
            return None;
        }
        let found = cuts.iter().map(|(path, problem)| {
            left_out(place_in_file(&root, path, &places), &name_of(&root, path, &problem.message), problem, round)
        });
        let found: Vec<Dropped> = found.collect();
        dropped.extend(found);
        // Later items first, so that the places of earlier ones stay what they are.
        let mut ordered: Vec<&Vec<String>> = cuts.keys().collect();
        ordered.sort_by_key(|path| std::cmp::Reverse(path.iter().map(|s| (s.len(), s.clone())).collect::<Vec<_>>()));
        for path in ordered {
            remove(&mut root, path);
        }
    }
    None
}

fn left_out(place: String, what: &str, problem: &Problem, round: usize) -> Dropped {
    let why = if round == 0 { problem.message.clone() } else { format!("without those: {}", problem.message) };
    Dropped { place, what: what.to_owned(), why }
}

/// The part to take away because of a problem; `None` where the file cannot do without.
fn cut_for(root: &Node<'_>, problem: &Problem) -> Option<Vec<String>> {
    let path: Vec<String> = problem.path.split('/').skip(1).map(str::to_owned).collect();
    let parts: Vec<&str> = path.iter().map(String::as_str).collect();
    let is_superfluous = problem.message.starts_with("unknown field") || is_repeated(&problem.message);
    let length = match parts[..] {
        [] | ["format" | "version" | "title" | "scene"] => 0,
        _ if is_superfluous => path.len(),
        ["scene", "bodies"] => 0,
        ["scene", _] => 2,
        ["scene", ..] | ["lesson", "steps", _, ..] | ["watch", _, _, ..] => 3,
        ["variants", _, ..] => 2,
        ["settings", ..] => path.len(),
        [_, ..] => 1,
    };
    let mut path = path;
    path.truncate(length);
    // A setting of three numbers goes whole; items of the lists of parts can go one by one.
    while path.first().is_some_and(|first| first == "settings")
        && path.len() > 1
        && find(root, &path[..path.len() - 1]).is_some_and(|node| matches!(node.value, JsonValue::Array(_)))
    {
        path.pop();
    }
    (!path.is_empty() && find(root, &path).is_some()).then_some(path)
}

fn is_repeated(message: &str) -> bool {
    message.contains("written twice") || message.contains("is used twice")
}

fn find<'n, 's>(root: &'n Node<'s>, path: &[String]) -> Option<&'n Node<'s>> {
    path.iter().try_fold(root, |node, step| match &node.value {
        JsonValue::Array(items) => items.get(step.parse::<usize>().ok()?),
        JsonValue::Object(entries) => entries.iter().find(|(key, _)| pointer_key(key) == *step).map(|(_, node)| node),
        _ => None,
    })
}

fn find_mut<'n, 's>(root: &'n mut Node<'s>, path: &[String]) -> Option<&'n mut Node<'s>> {
    path.iter().try_fold(root, |node, step| match &mut node.value {
        JsonValue::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        JsonValue::Object(entries) => {
            entries.iter_mut().find(|(key, _)| pointer_key(key) == *step).map(|(_, node)| node)
        }
        _ => None,
    })
}

/// Takes a part away; of a field that is written twice the later one.
fn remove(root: &mut Node<'_>, path: &[String]) {
    let Some((last, parent)) = path.split_last() else { return };
    match find_mut(root, parent).map(|node| &mut node.value) {
        Some(JsonValue::Array(items)) => {
            if let Some(index) = last.parse::<usize>().ok().filter(|index| *index < items.len()) {
                items.remove(index);
            }
        }
        Some(JsonValue::Object(entries)) => {
            if let Some(index) = entries.iter().rposition(|(key, _)| pointer_key(key) == *last) {
                entries.remove(index);
            }
        }
        _ => {}
    }
}

fn give_title(root: &mut Node<'_>) {
    if let JsonValue::Object(entries) = &mut root.value {
        let value = JsonValue::String(Cow::Borrowed("Without a title"));
        entries.push((Cow::Borrowed("title"), Node { value, offset: 0 }));
    }
}

/// Where the items of lists stood before anything was taken away, by where they begin in the text.
fn places(root: &Node<'_>) -> BTreeMap<usize, String> {
    let mut places = BTreeMap::new();
    let JsonValue::Object(tops) = &root.value else { return places };
    for (top, node) in tops {
        let JsonValue::Object(lists) = &node.value else { continue };
        for (list, node) in lists {
            let JsonValue::Array(items) = &node.value else { continue };
            for (index, item) in items.iter().enumerate() {
                places.insert(item.offset, format!("/{}/{}/{index}", pointer_key(top), pointer_key(list)));
            }
        }
    }
    places
}

fn place_in_file(root: &Node<'_>, path: &[String], places: &BTreeMap<usize, String>) -> String {
    let head = path.len().min(3);
    let known = find(root, &path[..head]).filter(|_| head == 3).and_then(|node| places.get(&node.offset));
    let head_text = known.cloned().unwrap_or_else(|| path[..head].iter().map(|step| format!("/{step}")).collect());
    path[head..].iter().fold(head_text, |text, step| format!("{text}/{step}"))
}

/// What a person would call the part.
fn name_of(root: &Node<'_>, path: &[String], message: &str) -> String {
    let parts: Vec<&str> = path.iter().map(String::as_str).collect();
    if is_repeated(message) {
        return format!("the second “{}”", parts.last().unwrap_or(&""));
    }
    let kind = match parts[..] {
        ["scene", "bodies", _] => "body",
        ["scene", "templates", _] => "template",
        ["scene", "joints", _] => "joint",
        ["scene", "springs", _] => "spring",
        ["scene", "events", _] => "event",
        ["lesson", "steps", index] => return format!("step {} of the lesson", number(index)),
        ["variants", name] => return format!("the variant “{name}”"),
        ["settings", ..] => return format!("the setting {}", parts[1..].join(".")),
        ["watch", list, index] => return format!("number {} of {list}", number(index)),
        _ => return format!("the field “{}”", parts.last().unwrap_or(&"")),
    };
    let name = find(root, path).and_then(|node| match &node.value {
        JsonValue::Object(entries) => entries.iter().find(|(key, _)| key == "name").map(|(_, node)| node),
        _ => None,
    });
    match name.map(|node| &node.value) {
        Some(JsonValue::String(name)) if !name.trim().is_empty() => format!("the {kind} “{}”", json::shorten(name)),
        _ => format!("the {kind} number {}", number(parts.last().unwrap_or(&""))),
    }
}

/// People count from one.
fn number(index: &str) -> String {
    index.parse::<usize>().map_or_else(|_| index.to_owned(), |index| (index + 1).to_string())
}

/// The text of a value, numbers as they were written.
fn write(node: &Node<'_>, out: &mut String) {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    match &node.value {
        JsonValue::Null => out.push_str("null"),
        JsonValue::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        JsonValue::Number(text) => out.push_str(text),
        JsonValue::String(text) => out.push_str(&quoted(text)),
        JsonValue::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { "," });
                write(item, out);
            }
            out.push(']');
        }
        JsonValue::Object(entries) => {
            out.push('{');
            for (index, (key, item)) in entries.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { "," });
                out.push_str(&quoted(key));
                out.push(':');
                write(item, out);
            }
            out.push('}');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{"format":"jitterscope-preset","version":1,"title":"Half good","colour":"red",
      "settings":{"gravity":[0,"down",0],"solver":{"warm_start":0.5,"method":"jacoby"}},
      "scene":{"bodies":[
        {"name":"bad","shape":{"type":"sphere","radius":-1}},
        {"name":"good","shape":{"type":"sphere","radius":0.1},"sise":3},
        {"name":"other","shape":{"type":"box","size":[1,1,1]},"position":[3,0,0]}],
      "joints":[{"type":"ball","a":"bad","b":"good","anchor":[0,0,0]},
                {"type":"ball","a":"good","b":"other","anchor":[1,0,0]}]},
      "variants":{"b":{"bodies":{"bad":{"mass":1}}},"a":{}}}"#;

    #[test]
    fn parts_fall_with_what_they_need_and_the_rest_stays_as_written() {
        let Salvage { preset, dropped } = salvage(TEXT).expect("two bodies are good");
        let names: Vec<&str> = preset.scene.bodies.iter().map(|body| body.name.as_str()).collect();
        assert_eq!(names, ["good", "other"]);
        assert_eq!((preset.scene.joints.len(), preset.variants.names().collect::<Vec<_>>()), (1, vec!["a"]));
        let text = preset.to_text().unwrap();
        assert!(text.contains("\"warm_start\": 0.5") && !text.contains("jacoby"), "{text}");
        let said: Vec<(&str, &str)> = dropped.iter().map(|d| (d.place.as_str(), d.what.as_str())).collect();
        for expected in [
            ("/scene/bodies/0", "the body “bad”"),
            ("/scene/bodies/1/sise", "the field “sise”"),
            ("/scene/joints/0", "the joint number 1"),
            ("/settings/gravity", "the setting gravity"),
            ("/settings/solver/method", "the setting solver.method"),
            ("/variants/b", "the variant “b”"),
            ("/colour", "the field “colour”"),
        ] {
            assert!(said.contains(&expected), "{expected:?} is not in {said:?}");
        }
        assert_eq!(said.len(), 7, "{said:?}");
    }

    #[test]
    fn places_are_those_of_the_file_even_after_earlier_parts_fell() {
        let text = TEXT.replace("\"b\":\"other\",\"anchor\":[1,0,0]", "\"b\":\"bad\",\"anchor\":[1,0,0]");
        let dropped = salvage(&text).unwrap().dropped;
        assert!(
            dropped.iter().any(|d| d.place == "/scene/joints/1" && d.why.starts_with("without those")),
            "{dropped:?}"
        );
    }

    #[test]
    fn what_is_whole_or_hopeless_is_not_salvaged() {
        let whole = r#"{"format":"jitterscope-preset","version":1,"title":"x","scene":{"bodies":[]}}"#;
        assert_eq!(salvage(whole), None);
        assert_eq!(salvage(&whole.replace("1,", "99,")), None);
        assert_eq!(salvage("{ not json"), None);
    }
}
