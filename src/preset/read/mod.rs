//! From JSON to the schema types. Each function reads one type and looks only at what stands in it; whether names
//! and physics fit together is the business of [`super::check`].

mod body;
mod happening;
mod lesson;
mod spring;
mod template;
mod view;

use super::json::{JsonValue, shorten};
use super::limits::*;
use super::overlay::SettingsOverlay;
use super::reader::{At, Range, Reader};
use super::schema::EulerDegrees;
use super::schema::{BodyChange, Format, NamedList, Preset, Rotation, Scene, Sweep, VERSION, Variant};

/// Reads a whole file. Wherever something is wrong the reader is told, and a stand-in takes the place, so that the
/// rest of the file is looked at too. `None` when the file is not a preset at all.
pub(super) fn preset(reader: &mut Reader<'_>, at: At<'_>) -> Option<Preset> {
    let mut fields = reader.object(at, "Preset")?;
    let format =
        fields.required(reader, "format", |reader, at| reader.word(at, &[("jitterscope-preset", Format::Preset)]));
    let version = fields.required(reader, "version", read_version);
    if format.is_none() || version.is_none() {
        // Of a file that is something else, or newer, nothing more can be said.
        return None;
    }
    let title = fields.required(reader, "title", |reader, at| reader.text(at, 200));
    let description = fields.optional(reader, "description", |reader, at| reader.text(at, MAX_TEXT));
    let hint = fields.optional(reader, "hint", |reader, at| reader.text(at, 1000));
    let tags =
        fields.optional(reader, "tags", |reader, at| reader.list(at, 16, |reader, at| reader.text(at, MAX_NAME)));
    let seconds = fields.optional(reader, "seconds", |reader, at| reader.number(at, &DURATION));
    let settings = fields.optional(reader, "settings", SettingsOverlay::read);
    let scene = fields.required(reader, "scene", read_scene);
    let variants = fields.optional(reader, "variants", |reader, at| reader.named(at, read_variant));
    let camera = fields.optional(reader, "camera", view::camera);
    let watch = fields.optional(reader, "watch", view::watch);
    let lesson = fields.optional(reader, "lesson", lesson::lesson);
    let sweep = fields.optional(reader, "sweep", read_sweep);
    fields.finish(reader);
    if scene.is_none() {
        reader.lose_names("");
    }
    Some(Preset {
        format: format?,
        version: version?,
        title: title.unwrap_or_default(),
        description: description.flatten(),
        hint: hint.flatten(),
        tags: tags.flatten().unwrap_or_default(),
        seconds: seconds.flatten(),
        scene: scene.unwrap_or_default(),
        settings: settings.flatten().unwrap_or_default(),
        variants: variants.flatten().unwrap_or_default(),
        camera: camera.flatten(),
        watch: watch.flatten(),
        lesson: lesson.flatten(),
        sweep: sweep.flatten(),
    })
}

/// Refuses newer versions. When version 2 comes, files of version 1 are converted before they are read.
fn read_version(reader: &mut Reader<'_>, at: At<'_>) -> Option<u32> {
    if let JsonValue::Number(text) = at.node.value
        && text.parse::<f64>().is_ok_and(|number| number > f64::from(VERSION) && number.fract() == 0.0)
    {
        let message = format!(
            "this file is of version {}, this program reads up to {VERSION}; use a newer Jitterscope",
            shorten(text)
        );
        reader.report(at, message);
        return None;
    }
    reader.count(at, 1..=VERSION, "the version of the format")
}

fn read_scene(reader: &mut Reader<'_>, at: At<'_>) -> Option<Scene> {
    let mut fields = reader.object(at, "Scene")?;
    let bodies = fields.required(reader, "bodies", |reader, at| reader.list(at, MAX_BODIES, body::body));
    let templates = fields.optional(reader, "templates", |reader, at| reader.list(at, MAX_BODIES, template::template));
    let joints = fields.optional(reader, "joints", |reader, at| reader.list(at, MAX_JOINTS, happening::joint));
    let springs = fields.optional(reader, "springs", |reader, at| reader.list(at, MAX_SPRINGS, spring::spring));
    let events = fields.optional(reader, "events", |reader, at| reader.list(at, MAX_EVENTS, happening::event));
    fields.finish(reader);
    if bodies.is_none() || templates.is_none() {
        reader.lose_names("");
    }
    Some(Scene {
        bodies: bodies.unwrap_or_default(),
        templates: templates.flatten().unwrap_or_default(),
        joints: joints.flatten().unwrap_or_default(),
        springs: springs.flatten().unwrap_or_default(),
        events: events.flatten().unwrap_or_default(),
    })
}

fn read_variant(reader: &mut Reader<'_>, name: &str, at: At<'_>) -> Option<Variant> {
    let is_plain = !name.is_empty() && name.len() <= MAX_NAME && !name.chars().any(char::is_whitespace);
    if !is_plain {
        reader.report(at, "a variant's name needs at least one letter and no spaces, so that `--variant` can take it");
    }
    let Some(mut fields) = reader.object(at, "Variant") else {
        return Some(Variant::default());
    };
    let title = fields.optional(reader, "title", |reader, at| reader.text(at, 200));
    let cures = fields.optional(reader, "cures", |reader, at| reader.text(at, 1000));
    let note = fields.optional(reader, "note", |reader, at| reader.text(at, MAX_TEXT));
    let settings = fields.optional(reader, "settings", SettingsOverlay::read);
    let bodies = fields.optional(reader, "bodies", |reader, at| reader.named(at, read_change));
    fields.finish(reader);
    Some(Variant {
        title: title.flatten(),
        cures: cures.flatten(),
        note: note.flatten(),
        settings: settings.flatten().unwrap_or_default(),
        bodies: bodies.flatten().unwrap_or_default(),
    })
}

fn read_change(reader: &mut Reader<'_>, _name: &str, at: At<'_>) -> Option<BodyChange> {
    let Some(mut fields) = reader.object(at, "BodyChange") else {
        return Some(BodyChange::default());
    };
    let position = fields.optional(reader, "position", vector(&POSITION));
    let shape = fields.optional(reader, "shape", body::shape);
    let matter = body::matter(reader, &mut fields);
    let inertia_scale = fields.optional(reader, "inertia_scale", number(&SCALE));
    let friction = fields.optional(reader, "friction", number(&FRICTION));
    let restitution = fields.optional(reader, "restitution", number(&RESTITUTION));
    let linear_damping = fields.optional(reader, "linear_damping", number(&DAMPING));
    let angular_damping = fields.optional(reader, "angular_damping", number(&DAMPING));
    let gravity_scale = fields.optional(reader, "gravity_scale", number(&GRAVITY_SCALE));
    let can_sleep = fields.optional(reader, "can_sleep", |reader, at| reader.boolean(at));
    let driven_by = fields.optional(reader, "driven_by", body::driven_by);
    fields.finish(reader);
    let (density, mass) = matter.unwrap_or_default();
    Some(BodyChange {
        position: position.flatten(),
        shape: shape.flatten(),
        density,
        mass,
        inertia_scale: inertia_scale.flatten(),
        friction: friction.flatten(),
        restitution: restitution.flatten(),
        linear_damping: linear_damping.flatten(),
        angular_damping: angular_damping.flatten(),
        gravity_scale: gravity_scale.flatten(),
        can_sleep: can_sleep.flatten(),
        driven_by: driven_by.flatten(),
    })
}

fn read_sweep(reader: &mut Reader<'_>, at: At<'_>) -> Option<Sweep> {
    let mut fields = reader.object(at, "Sweep")?;
    let body = fields.required(reader, "body", reference);
    let offset = fields.required(reader, "offset", vector(&POSITION));
    let count = fields.required(reader, "count", |reader, at| reader.count(at, 1..=MAX_SWEEP, "a number of runs"));
    fields.finish(reader);
    Some(Sweep { body: body?, offset: offset?, count: count? })
}

/// `|reader, at| reader.number(at, range)`, which is needed on every other line.
fn number(range: &Range) -> impl Fn(&mut Reader<'_>, At<'_>) -> Option<f32> {
    move |reader, at| reader.number(at, range)
}

fn vector(range: &Range) -> impl Fn(&mut Reader<'_>, At<'_>) -> Option<[f32; 3]> {
    move |reader, at| reader.vector(at, range)
}

fn direction(reader: &mut Reader<'_>, at: At<'_>) -> Option<[f32; 3]> {
    reader.direction(at)
}

/// A name that something is given.
fn new_name(reader: &mut Reader<'_>, at: At<'_>) -> Option<String> {
    let name = reader.text(at, MAX_NAME)?;
    if name.trim().is_empty() {
        reader.report(at, "a name needs at least one letter");
        return None;
    }
    if name.contains(['[', ']', '*']) || name.chars().any(char::is_control) {
        reader.report(at, format!("the name \"{name}\" has one of [ ] *, which are kept for repetition; take it away"));
        return None;
    }
    Some(name)
}

/// A name that something else was given.
fn reference(reader: &mut Reader<'_>, at: At<'_>) -> Option<String> {
    let name = reader.text(at, MAX_NAME + 40)?;
    if name.is_empty() {
        reader.report(at, "expected the name of a body, found an empty text");
        return None;
    }
    Some(name)
}

fn rotation(reader: &mut Reader<'_>, at: At<'_>) -> Option<Rotation> {
    if matches!(at.node.value, JsonValue::Object(_)) {
        let mut fields = reader.object(at, "EulerDegrees")?;
        let angles = fields.required(reader, "euler_degrees", vector(&DEGREES));
        fields.finish(reader);
        return Some(Rotation::Euler(EulerDegrees { euler_degrees: angles? }));
    }
    let what = "a unit quaternion [x, y, z, w] or {\"euler_degrees\": [x, y, z]}";
    let q = reader.array::<4>(at, &UNIT, what)?;
    let length = q.iter().map(|part| part * part).sum::<f32>().sqrt();
    if (length - 1.0).abs() > QUATERNION_TOLERANCE {
        let advice = if length > 1e-3 {
            let unit: Vec<String> = q.iter().map(|part| format!("{:.6}", part / length)).collect();
            format!("; divided by its length it is [{}]", unit.join(", "))
        } else {
            "; no turn at all is [0, 0, 0, 1]".to_owned()
        };
        reader.report(at, format!("expected a quaternion of length 1, found length {length:.4}{advice}"));
        return None;
    }
    Some(Rotation::Quaternion(q))
}

/// `NamedList` of settings by path, for lessons.
fn toggles(reader: &mut Reader<'_>, at: At<'_>) -> Option<NamedList<serde_json::Value>> {
    reader.named(at, |reader, path, at| {
        let value = at.node.to_value();
        match super::settings_path::set(&mut Default::default(), path, &value) {
            Ok(()) => Some(value),
            Err(error) => {
                reader.report(at, error.to_string());
                None
            }
        }
    })
}
