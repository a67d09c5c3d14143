//! Reads joints and events.

use super::super::json::JsonValue;
use super::super::limits::*;
use super::super::reader::{At, Reader};
use super::super::schema::{Event, Force, Joint, JointType, PoseChange, Ramp, VelocityChange};
use super::{direction, new_name, number, reference, rotation, vector};

/// A joint; one that cannot be read becomes one between nobody, which is looked at no further.
pub(super) fn joint(reader: &mut Reader<'_>, at: At<'_>) -> Option<Joint> {
    Some(read_joint(reader, at).unwrap_or_else(|| Joint {
        name: None,
        kind: JointType::Ball,
        a: String::new(),
        b: String::new(),
        anchor: Some([0.0; 3]),
        anchor_a: None,
        anchor_b: None,
        axis: None,
        length: None,
        collide_connected: None,
    }))
}

fn read_joint(reader: &mut Reader<'_>, at: At<'_>) -> Option<Joint> {
    let mut fields = reader.object(at, "Joint")?;
    let name = fields.optional(reader, "name", new_name);
    let kind = fields.required(reader, "type", |reader, at| {
        let words = [
            ("ball", JointType::Ball),
            ("hinge", JointType::Hinge),
            ("distance", JointType::Distance),
            ("weld", JointType::Weld),
        ];
        reader.word(at, &words)
    });
    let a = fields.required(reader, "a", reference);
    let b = fields.required(reader, "b", reference);
    if a.is_some() && a == b {
        fields.report(reader, "b", "a joint needs two different bodies");
    }
    let anchor = fields.optional(reader, "anchor", vector(&POSITION));
    let anchor_a = fields.optional(reader, "anchor_a", vector(&POSITION));
    let anchor_b = fields.optional(reader, "anchor_b", vector(&POSITION));
    let (has_anchor, has_a, has_b) = (fields.has("anchor"), fields.has("anchor_a"), fields.has("anchor_b"));
    if has_anchor && (has_a || has_b) {
        fields.report(reader, "anchor", "give \"anchor\", or \"anchor_a\" and \"anchor_b\", not both");
    } else if has_a != has_b {
        fields.report(reader, if has_a { "anchor_a" } else { "anchor_b" }, "give both \"anchor_a\" and \"anchor_b\"");
    } else if !has_anchor && !has_a {
        reader.report(at, "a joint needs an \"anchor\" (a world point), or \"anchor_a\" and \"anchor_b\"");
    }
    let axis = fields.optional(reader, "axis", direction);
    let length = fields.optional(reader, "length", number(&SIZE));
    if let Some(kind) = kind {
        match (kind == JointType::Hinge, fields.has("axis")) {
            (true, false) => reader.report(at, "a hinge needs an \"axis\""),
            (false, true) => fields.report(reader, "axis", "only a hinge has an \"axis\"; take it away"),
            _ => {}
        }
        if kind != JointType::Distance && fields.has("length") {
            fields.report(reader, "length", "only a distance joint has a \"length\"; take it away");
        }
        if kind == JointType::Distance && has_anchor {
            fields.report(reader, "anchor", "a distance joint needs two points: \"anchor_a\" and \"anchor_b\"");
        }
    }
    let collide_connected = fields.optional(reader, "collide_connected", |reader, at| reader.boolean(at));
    fields.finish(reader);
    Some(Joint {
        name: name?,
        kind: kind?,
        a: a?,
        b: b?,
        anchor: anchor?,
        anchor_a: anchor_a?,
        anchor_b: anchor_b?,
        axis: axis?,
        length: length?,
        collide_connected: collide_connected?,
    })
}

const ACTIONS: [&str; 5] = ["force", "impulse", "set_velocity", "set_pose", "set_mass"];

/// An event; one that cannot be read becomes one of nobody, which is looked at no further.
pub(super) fn event(reader: &mut Reader<'_>, at: At<'_>) -> Option<Event> {
    Some(read_event(reader, at).unwrap_or_else(|| Event {
        at: 0.0,
        duration: None,
        body: String::new(),
        force: None,
        impulse: None,
        point: None,
        set_velocity: None,
        set_pose: None,
        set_mass: None,
    }))
}

fn read_event(reader: &mut Reader<'_>, at: At<'_>) -> Option<Event> {
    let mut fields = reader.object(at, "Event")?;
    let time = fields.required(reader, "at", number(&TIME));
    let duration = fields.optional(reader, "duration", number(&DURATION));
    let body = fields.required(reader, "body", reference);
    let force = fields.optional(reader, "force", force);
    let impulse = fields.optional(reader, "impulse", vector(&IMPULSE));
    let point = fields.optional(reader, "point", vector(&POSITION));
    let set_velocity = fields.optional(reader, "set_velocity", velocity_change);
    let set_pose = fields.optional(reader, "set_pose", pose_change);
    let set_mass = fields.optional(reader, "set_mass", number(&MASS));
    if fields.at_most_one(reader, &ACTIONS) == 0 {
        reader.report(at, format!("an event needs one of {}", ACTIONS.join(", ")));
    }
    if fields.has("duration") && !fields.has("force") {
        fields.report(reader, "duration", "only a force has a \"duration\": everything else happens at once");
    }
    if matches!(force, Some(Some(Force::Ramp(_)))) && !fields.has("duration") {
        fields.report(reader, "force", "a force that grows needs a \"duration\"");
    }
    if fields.has("point") && !fields.has("force") && !fields.has("impulse") {
        fields.report(reader, "point", "only a force or an impulse has a \"point\"");
    }
    fields.finish(reader);
    Some(Event {
        at: time?,
        duration: duration?,
        body: body?,
        force: force?,
        impulse: impulse?,
        point: point?,
        set_velocity: set_velocity?,
        set_pose: set_pose?,
        set_mass: set_mass?,
    })
}

fn force(reader: &mut Reader<'_>, at: At<'_>) -> Option<Force> {
    if matches!(at.node.value, JsonValue::Array(_)) {
        return reader.vector(at, &FORCE).map(Force::Constant);
    }
    let mut fields = reader.object(at, "Ramp")?;
    let from = fields.required(reader, "from", vector(&FORCE));
    let to = fields.required(reader, "to", vector(&FORCE));
    fields.finish(reader);
    Some(Force::Ramp(Ramp { from: from?, to: to? }))
}

fn velocity_change(reader: &mut Reader<'_>, at: At<'_>) -> Option<VelocityChange> {
    let mut fields = reader.object(at, "VelocityChange")?;
    let linear = fields.optional(reader, "linear", vector(&VELOCITY));
    let angular = fields.optional(reader, "angular", vector(&ANGULAR_VELOCITY));
    fields.finish(reader);
    Some(VelocityChange { linear: linear?, angular: angular? })
}

fn pose_change(reader: &mut Reader<'_>, at: At<'_>) -> Option<PoseChange> {
    let mut fields = reader.object(at, "PoseChange")?;
    let position = fields.required(reader, "position", vector(&POSITION));
    let rotation = fields.optional(reader, "rotation", rotation);
    fields.finish(reader);
    Some(PoseChange { position: position?, rotation: rotation? })
}
