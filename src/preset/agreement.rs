//! Tests that the reader, the schema and the writer speak of the same fields.

use super::reader::{At, Path, Reader};
use super::{Preset, check, json, read, shipped};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// One of everything that can be written.
const EVERYTHING: &str = r#"{
  "format": "jitterscope-preset", "version": 1, "title": "t", "description": "d", "hint": "h", "tags": ["t"], "seconds": 2,
  "scene": {
    "bodies": [
      {"name": "a", "type": "dynamic", "shape": {"type": "sphere", "radius": 1}, "position": [1, 2, 3], "rotation": [0, 0, 0, 1],
       "velocity": [0, 0, 0], "angular_velocity": [0, 0, 0], "density": 1, "inertia_scale": 1, "friction": 1, "restitution": 1,
       "linear_damping": 1, "angular_damping": 1, "linear_drag": 1, "quadratic_drag": 1, "gravity_scale": 1, "can_sleep": true, "ccd": true, "group": "g"},
      {"name": "b", "shape": {"type": "box", "size": [1, 1, 1]}, "mass": 1, "rotation": {"euler_degrees": [0, 0, 0]},
       "repeat": {"type": "line", "count": 2, "step": [1, 0, 0], "turn_degrees": [0, 0, 0]}},
      {"name": "c", "shape": {"type": "capsule", "length": 1, "radius": 1}, "repeat": {"type": "grid", "count": [1, 1, 1], "step": [1, 1, 1]}},
      {"name": "ground", "type": "static", "shape": {"type": "height_field", "size": [4, 2], "heights": [[0, 0.5], [0.25, 1]]}},
      {"name": "d", "shape": {"type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]},
       "repeat": {"type": "wall", "columns": 2, "rows": 2, "along": "z", "step": [1, 1]}},
      {"name": "e", "type": "static", "shape": {"type": "half_space", "normal": [0, 1, 0]}},
      {"name": "f", "shape": {"type": "compound", "parts": [{"shape": {"type": "sphere", "radius": 1}, "position": [0, 0, 0], "rotation": [0, 0, 0, 1]}]},
       "repeat": {"type": "pyramid", "base": 2, "along": "x", "step": [1, 1]}},
      {"name": "g", "type": "animated", "shape": {"type": "sphere", "radius": 1}, "driven_by": "pose",
       "path": {"type": "keyframes", "frames": [{"time": 0, "position": [0, 0, 0], "rotation": [0, 0, 0, 1]}], "interpolation": "smooth", "loop": true}},
      {"name": "h", "type": "animated", "shape": {"type": "sphere", "radius": 1}, "path": {"type": "oscillation", "axis": [1, 0, 0], "amplitude": 1, "period": 1}},
      {"name": "i", "type": "animated", "shape": {"type": "sphere", "radius": 1}, "path": {"type": "spin", "axis": [1, 0, 0], "speed": 1}}
    ],
    "templates": [
      {"type": "chain", "name": "k", "count": 2, "shape": {"type": "sphere", "radius": 1}, "link_length": 2, "start": [0, 0, 0],
       "direction": [1, 0, 0], "attach_to": "a", "attach_end_to": "e", "joint": "hinge", "axis": [0, 0, 1], "density": 1, "friction": 1,
       "inertia_scale": 1, "angular_damping": 1, "collide_connected": true, "end": {"shape": {"type": "sphere", "radius": 1}, "mass": 1}},
      {"type": "ragdoll", "name": "l", "position": [0, 0, 0], "rotation": [0, 0, 0, 1], "height": 1, "mass": 1, "velocity": [0, 0, 0],
       "friction": 1, "collide_connected": true, "limits": true}
    ],
    "joints": [
      {"type": "hinge", "a": "a", "b": "e", "anchor": [0, 0, 0], "axis": [0, 0, 1], "limit_degrees": [-10, 20],
       "soft_limit": {"hertz": 5, "damping_ratio": 1}, "motor": {"speed": 1, "max": 2}, "friction": 1, "damping": 1, "max_force": 10,
       "max_torque": 10},
      {"type": "ball", "a": "a", "b": "e", "anchor": [0, 0, 0], "axis": [0, 0, 1], "limit_degrees": [-10, 20], "swing_limit_degrees": 30},
      {"type": "slider", "a": "a", "b": "e", "anchor": [0, 0, 0], "axis": [0, 0, 1], "limit": [-1, 2]},
      {"name": "j", "type": "hinge", "a": "a", "b": "e", "anchor": [0, 0, 0], "axis": [0, 0, 1], "collide_connected": true},
      {"type": "distance", "a": "a", "b": "e", "anchor_a": [0, 0, 0], "anchor_b": [0, 0, 0], "length": 1}
    ],
    "springs": [
      {"name": "s", "a": "a", "b": "e", "anchor_a": [0, 0, 0], "anchor_b": [0, 0, 0], "stiffness": 1, "damping": 1, "rest_length": 1},
      {"a": "a", "point": [0, 0, 0], "stiffness": 1}
    ],
    "events": [
      {"at": 0, "duration": 1, "body": "a", "force": {"from": [0, 0, 0], "to": [1, 0, 0]}, "point": [0, 0, 0]},
      {"at": 0, "duration": 1, "body": "a", "force": [1, 0, 0]},
      {"at": 0, "body": "a", "impulse": [0, 0, 0]},
      {"at": 0, "body": "a", "set_velocity": {"linear": [0, 0, 0], "angular": [0, 0, 0]}},
      {"at": 0, "body": "a", "set_pose": {"position": [0, 0, 0], "rotation": [0, 0, 0, 1]}},
      {"at": 0, "body": "a", "set_mass": 1}
    ]
  },
  "settings": {"gravity": [0, -1, 0], "time": {"dt": 0.01, "substeps": 2}},
  "variants": {"v": {"title": "t", "cures": "c", "note": "n", "settings": {"time": {"substeps": 3}},
    "bodies": {"a": {"position": [1, 2, 3], "shape": {"type": "sphere", "radius": 2}, "density": 2, "inertia_scale": 2, "friction": 0, "restitution": 0,
      "linear_damping": 0, "angular_damping": 0, "gravity_scale": 0, "can_sleep": false}, "b": {"mass": 2}, "g": {"driven_by": "velocity"}}}},
  "camera": {"target": [0, 0, 0], "distance": 1, "yaw_degrees": 1, "pitch_degrees": 1},
  "watch": {"plots": [{"quantity": "speed", "body": "a"}], "overlays": ["contacts"], "at": 1},
  "lesson": {"steps": [{"text": "t", "question": "q", "choices": ["a"], "answer": 0, "variant": "v", "run_to": 1, "toggle": {"time.substeps": 2}},
    {"text": "t", "question": "q", "choices": ["a", "b", "c"], "run_to": 1, "reveal": "r",
     "measure": {"quantity": "speed", "body": "a", "take": "largest", "from": 0, "seconds": 1, "ranges": [[null, 1], [1, 2.5], null]}},
    {"text": "t", "question": "q", "run_to": 1, "measure": {"artifact": "squashed-stack", "tolerance": 1}}]},
  "sweep": {"body": "a", "offset": [1, 0, 0], "count": 2}
}"#;

/// Property names by type as the schema says; the cases of a tagged type are called `Type.tag`.
fn schema_fields() -> BTreeMap<String, BTreeSet<String>> {
    let schema = Preset::json_schema();
    let mut types = BTreeMap::new();
    let names = |node: &Value| -> BTreeSet<String> {
        node["properties"].as_object().map(|p| p.keys().cloned().collect()).unwrap_or_default()
    };
    types.insert("Preset".to_owned(), names(&schema));
    for (name, node) in schema["$defs"].as_object().unwrap() {
        if node["properties"].is_object() {
            types.insert(name.clone(), names(node));
        }
        for case in node["oneOf"].as_array().into_iter().flatten() {
            if let Some(tag) = case["properties"]["type"]["const"].as_str() {
                types.insert(format!("{name}.{tag}"), names(case));
            }
        }
    }
    types
}

#[test]
fn the_reader_asks_for_exactly_the_fields_of_the_schema() {
    let root = json::parse(EVERYTHING).unwrap();
    let mut reader = Reader::new(EVERYTHING);
    let preset = read::preset(&mut reader, At { node: &root, path: &Path::Root }).unwrap();
    let problems = check::find_problems(&preset, &[]);
    assert!(problems.is_empty(), "{problems:?}");
    let schema = schema_fields();
    let asked = std::mem::take(&mut reader.asked);
    reader.finish(Some(())).unwrap();
    let mut compared = 0;
    for (type_name, fields) in &asked {
        // A template is a tag around a struct: the schema shows the two as one.
        let key = match *type_name {
            "Chain" => "Template.chain",
            "Ragdoll" => "Template.ragdoll",
            name => name,
        };
        let expected = schema.get(key).unwrap_or_else(|| panic!("{key} is not in the schema: {:?}", schema.keys()));
        let fields: BTreeSet<String> = fields.iter().map(|f| (*f).to_owned()).collect();
        assert_eq!(&fields, expected, "{type_name}");
        compared += 1;
    }
    assert!(compared >= 28, "{compared}");
}

/// Every field that a shipped preset uses is in the schema, where the schema allows no others.
#[test]
fn shipped_presets_and_the_one_with_everything_obey_the_schema() {
    let schema = Preset::json_schema();
    let texts = shipped().iter().map(|s| s.text.to_owned()).chain([EVERYTHING.to_owned()]);
    let rewritten = shipped().iter().map(|s| s.preset().unwrap().to_text().unwrap());
    for text in texts.chain(rewritten) {
        let value: Value = serde_json::from_str(&text).unwrap();
        if let Err(reason) = obeys(&value, &schema, &schema) {
            panic!("{}: {reason}", value["title"]);
        }
    }
    let mut wrong: Value = serde_json::from_str(EVERYTHING).unwrap();
    wrong["scene"]["bodies"][0]["shape"]["radios"] = 1.into();
    assert!(obeys(&wrong, &schema, &schema).is_err(), "the check itself sees unknown fields");
}

/// As much of JSON Schema as the schema uses: references, alternatives, types, constants, properties, items.
fn obeys(value: &Value, node: &Value, root: &Value) -> Result<(), String> {
    if let Some(reference) = node["$ref"].as_str() {
        let target = root.pointer(reference.trim_start_matches('#')).ok_or(format!("no {reference}"))?;
        obeys(value, target, root)?;
    }
    for word in ["anyOf", "oneOf"] {
        if let Some(cases) = node[word].as_array() {
            let failures: Vec<String> = cases.iter().filter_map(|case| obeys(value, case, root).err()).collect();
            if failures.len() == cases.len() {
                return Err(format!("{value} fits none of: {}", failures.join("; ")));
            }
        }
    }
    if let Some(constant) = node.get("const")
        && constant != value
    {
        return Err(format!("{value} is not {constant}"));
    }
    if let Some(choices) = node["enum"].as_array()
        && !choices.contains(value)
    {
        return Err(format!("{value} is none of {choices:?}"));
    }
    let is_type = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|n| n.fract() == 0.0),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    };
    let fits = match &node["type"] {
        Value::String(name) => is_type(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is_type),
        _ => true,
    };
    if !fits {
        return Err(format!("{value} is not {}", node["type"]));
    }
    if let Some(fields) = value.as_object() {
        for (key, field) in fields {
            match (node["properties"].get(key), &node["additionalProperties"]) {
                (Some(property), _) => obeys(field, property, root).map_err(|reason| format!("{key}: {reason}"))?,
                (None, Value::Bool(false)) => return Err(format!("unknown field {key}")),
                (None, other @ Value::Object(_)) => {
                    obeys(field, other, root).map_err(|reason| format!("{key}: {reason}"))?
                }
                _ => {}
            }
        }
        for required in node["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(required) {
                return Err(format!("{required} is missing"));
            }
        }
    }
    if let (Some(items), Some(item)) = (value.as_array(), node.get("items")) {
        for (index, value) in items.iter().enumerate() {
            obeys(value, item, root).map_err(|reason| format!("{index}: {reason}"))?;
        }
    }
    Ok(())
}
