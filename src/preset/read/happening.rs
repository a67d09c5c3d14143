//! Reads joints and events.

use super::super::json::JsonValue;
use super::super::limits::*;
use super::super::reader::{At, Fields, Range, Reader};
use super::super::schema::{Event, Force, Joint, JointType, Motor, PoseChange, Ramp, SoftLimit, VelocityChange};
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
        limit_degrees: None,
        limit: None,
        swing_limit_degrees: None,
        soft_limit: None,
        motor: None,
        friction: None,
        damping: None,
        max_force: None,
        max_torque: None,
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
            ("slider", JointType::Slider),
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
    let limit_degrees = fields.optional(reader, "limit_degrees", |reader, at| limit(reader, at, &DEGREES));
    let way = fields.optional(reader, "limit", |reader, at| limit(reader, at, &TRAVEL));
    let swing_limit_degrees = fields.optional(reader, "swing_limit_degrees", number(&HALF_TURN));
    let soft_limit = fields.optional(reader, "soft_limit", soft_limit);
    let motor = fields.optional(reader, "motor", motor);
    let friction = fields.optional(reader, "friction", number(&STRENGTH));
    let damping = fields.optional(reader, "damping", number(&STRENGTH));
    let max_force = fields.optional(reader, "max_force", number(&STRENGTH));
    let max_torque = fields.optional(reader, "max_torque", number(&STRENGTH));
    if let Some(kind) = kind {
        check_joint_fields(reader, &mut fields, at, kind);
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
        limit_degrees: limit_degrees?,
        limit: way?,
        swing_limit_degrees: swing_limit_degrees?,
        soft_limit: soft_limit?,
        motor: motor?,
        friction: friction?,
        damping: damping?,
        max_force: max_force?,
        max_torque: max_torque?,
        length: length?,
        collide_connected: collide_connected?,
    })
}

/// What a joint of this kind cannot have would be ignored in silence otherwise.
fn check_joint_fields(reader: &mut Reader<'_>, fields: &mut Fields<'_>, at: At<'_>, kind: JointType) {
    use JointType::{Ball, Hinge, Slider};
    let has_limit = fields.has("limit_degrees") || fields.has("swing_limit_degrees");
    match kind {
        Hinge if !fields.has("axis") => reader.report(at, "a hinge needs an \"axis\""),
        Slider if !fields.has("axis") => reader.report(at, "a slider needs an \"axis\""),
        Ball if has_limit && !fields.has("axis") => {
            reader
                .report(at, "the limits of a ball joint need an \"axis\": swing is counted from it and twist about it");
        }
        _ => {}
    }
    let allowed: [(&str, &[JointType], &str); 8] = [
        ("axis", &[Hinge, Slider, Ball], "only a hinge, a slider or a ball joint has"),
        ("limit_degrees", &[Hinge, Ball], "only a hinge or a ball joint has"),
        ("limit", &[Slider], "only a slider has"),
        ("swing_limit_degrees", &[Ball], "only a ball joint has"),
        ("soft_limit", &[Hinge, Slider, Ball], "only a hinge, a slider or a ball joint has"),
        ("motor", &[Hinge, Slider], "only a hinge or a slider has"),
        ("friction", &[Hinge, Slider, Ball], "only a hinge, a slider or a ball joint has"),
        ("damping", &[Hinge, Slider, Ball], "only a hinge, a slider or a ball joint has"),
    ];
    for (name, kinds, who) in allowed {
        if fields.has(name) && !kinds.contains(&kind) {
            fields.report(reader, name, format!("{who} a \"{name}\"; take it away"));
        }
    }
    if fields.has("soft_limit") && !has_limit && !fields.has("limit") {
        fields.report(reader, "soft_limit", "there is no limit that could be soft");
    }
}

/// Two numbers with 0 between them.
fn limit(reader: &mut Reader<'_>, at: At<'_>, range: &Range) -> Option<[f32; 2]> {
    let limit = reader.array::<2>(at, range, "the lowest and the highest value, like [-45, 90]")?;
    if limit[0] > limit[1] {
        reader.report(at, "the lowest value comes first, then the highest");
        return None;
    }
    if limit[0] > 0.0 || limit[1] < 0.0 {
        reader.report(at, "the start, 0, must lie within the limit");
        return None;
    }
    Some(limit)
}

fn soft_limit(reader: &mut Reader<'_>, at: At<'_>) -> Option<SoftLimit> {
    let mut fields = reader.object(at, "SoftLimit")?;
    let hertz = fields.required(reader, "hertz", number(&HERTZ));
    let damping_ratio = fields.required(reader, "damping_ratio", number(&RATIO));
    fields.finish(reader);
    Some(SoftLimit { hertz: hertz?, damping_ratio: damping_ratio? })
}

fn motor(reader: &mut Reader<'_>, at: At<'_>) -> Option<Motor> {
    let mut fields = reader.object(at, "Motor")?;
    let speed = fields.required(reader, "speed", number(&ANGULAR_VELOCITY));
    let max = fields.required(reader, "max", number(&STRENGTH));
    fields.finish(reader);
    Some(Motor { speed: speed?, max: max? })
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
