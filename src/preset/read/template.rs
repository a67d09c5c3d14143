//! Reads repetition and templates.

use super::super::json::JsonValue;
use super::super::limits::*;
use super::super::reader::{At, Fields, Range, Reader};
use super::super::schema::{Chain, ChainEnd, ChainJoint, HorizontalAxis, Ragdoll, Repeat, Template};
use super::{body, direction, new_name, number, reference, rotation, vector};

const MANY: u32 = MAX_BODIES as u32;
const HEIGHT: Range = Range::new(0.1, 100.0, "a height in metres");

#[derive(Clone, Copy)]
enum RepeatWord {
    Line,
    Grid,
    Wall,
    Pyramid,
}

pub(super) fn repeat(reader: &mut Reader<'_>, at: At<'_>) -> Option<Repeat> {
    let word = {
        let mut fields = reader.object(at, "Repeat")?;
        let words = [
            ("line", RepeatWord::Line),
            ("grid", RepeatWord::Grid),
            ("wall", RepeatWord::Wall),
            ("pyramid", RepeatWord::Pyramid),
        ];
        fields.required(reader, "type", |reader, at| reader.word(at, &words))?
    };
    match word {
        RepeatWord::Line => {
            let mut fields = Fields::again(at, "Repeat.line")?;
            fields.has("type");
            let count = fields.required(reader, "count", bodies);
            let step = fields.required(reader, "step", vector(&POSITION));
            let turn_degrees = fields.optional(reader, "turn_degrees", vector(&DEGREES));
            fields.finish(reader);
            Some(Repeat::Line { count: count?, step: step?, turn_degrees: turn_degrees? })
        }
        RepeatWord::Grid => {
            let mut fields = Fields::again(at, "Repeat.grid")?;
            fields.has("type");
            let count = fields.required(reader, "count", |reader, at| {
                let counts = reader.list(at, 3, bodies)?;
                if counts.len() != 3 {
                    reader.report(at, "expected three numbers of bodies: along x, y and z");
                }
                <[u32; 3]>::try_from(counts).ok()
            });
            let step = fields.required(reader, "step", vector(&POSITION));
            fields.finish(reader);
            Some(Repeat::Grid { count: count?, step: step? })
        }
        RepeatWord::Wall => {
            let mut fields = Fields::again(at, "Repeat.wall")?;
            fields.has("type");
            let columns = fields.required(reader, "columns", bodies);
            let rows = fields.required(reader, "rows", bodies);
            let along = fields.optional(reader, "along", along);
            let step = fields.optional(reader, "step", steps);
            fields.finish(reader);
            Some(Repeat::Wall { columns: columns?, rows: rows?, along: along?, step: step? })
        }
        RepeatWord::Pyramid => {
            let mut fields = Fields::again(at, "Repeat.pyramid")?;
            fields.has("type");
            let base = fields.required(reader, "base", bodies);
            let along = fields.optional(reader, "along", along);
            let step = fields.optional(reader, "step", steps);
            fields.finish(reader);
            Some(Repeat::Pyramid { base: base?, along: along?, step: step? })
        }
    }
}

fn bodies(reader: &mut Reader<'_>, at: At<'_>) -> Option<u32> {
    reader.count(at, 1..=MANY, "a number of bodies")
}

fn along(reader: &mut Reader<'_>, at: At<'_>) -> Option<HorizontalAxis> {
    reader.word(at, &[("x", HorizontalAxis::X), ("z", HorizontalAxis::Z)])
}

fn steps(reader: &mut Reader<'_>, at: At<'_>) -> Option<[f32; 2]> {
    reader.array::<2>(at, &SIZE, "[along the row, upwards]")
}

pub(super) fn template(reader: &mut Reader<'_>, at: At<'_>) -> Option<Template> {
    let template = read_template(reader, at);
    if template.is_none() {
        let name = Fields::again(at, "Template").and_then(|mut fields| fields.peek("name"));
        match name.map(|node| &node.value) {
            Some(JsonValue::String(name)) => reader.lose_names(name),
            _ => reader.lose_names(""),
        }
    }
    Some(template.unwrap_or_else(|| Template::Chain(Chain::stand_in())))
}

fn read_template(reader: &mut Reader<'_>, at: At<'_>) -> Option<Template> {
    let is_chain = {
        let mut fields = reader.object(at, "Template")?;
        fields.required(reader, "type", |reader, at| reader.word(at, &[("chain", true), ("ragdoll", false)]))?
    };
    if is_chain { chain(reader, at).map(Template::Chain) } else { ragdoll(reader, at).map(Template::Ragdoll) }
}

impl Chain {
    /// Takes the place of a template that could not be read: a chain without links.
    fn stand_in() -> Self {
        Self {
            name: String::new(),
            count: 0,
            shape: super::body::STAND_IN_SHAPE,
            link_length: None,
            start: [0.0; 3],
            direction: None,
            attach_to: None,
            attach_end_to: None,
            joint: None,
            axis: None,
            density: None,
            mass: None,
            friction: None,
            inertia_scale: None,
            angular_damping: None,
            collide_connected: None,
            end: None,
        }
    }
}

fn chain(reader: &mut Reader<'_>, at: At<'_>) -> Option<Chain> {
    let mut fields = Fields::again(at, "Chain")?;
    fields.has("type");
    let name = fields.required(reader, "name", new_name);
    let count = fields.required(reader, "count", bodies);
    let shape = fields.required(reader, "shape", body::shape);
    let link_length = fields.optional(reader, "link_length", number(&SIZE));
    let start = fields.required(reader, "start", vector(&POSITION));
    let chain_direction = fields.optional(reader, "direction", direction);
    let attach_to = fields.optional(reader, "attach_to", reference);
    let attach_end_to = fields.optional(reader, "attach_end_to", reference);
    let joint = fields.optional(reader, "joint", |reader, at| {
        reader.word(at, &[("ball", ChainJoint::Ball), ("hinge", ChainJoint::Hinge), ("weld", ChainJoint::Weld)])
    });
    let axis = fields.optional(reader, "axis", direction);
    let is_hinged = joint == Some(Some(ChainJoint::Hinge));
    if joint.is_some() && is_hinged != fields.has("axis") {
        let message = if is_hinged {
            "hinges need an \"axis\""
        } else {
            "only hinges have an \"axis\"; add \"joint\": \"hinge\""
        };
        fields.report(reader, "axis", message);
    }
    let matter = body::matter(reader, &mut fields);
    let friction = fields.optional(reader, "friction", number(&FRICTION));
    let inertia_scale = fields.optional(reader, "inertia_scale", number(&SCALE));
    let angular_damping = fields.optional(reader, "angular_damping", number(&DAMPING));
    let collide_connected = fields.optional(reader, "collide_connected", |reader, at| reader.boolean(at));
    let end = fields.optional(reader, "end", chain_end);
    fields.finish(reader);
    let (density, mass) = matter?;
    Some(Chain {
        name: name?,
        count: count?,
        shape: shape?,
        link_length: link_length?,
        start: start?,
        direction: chain_direction?,
        attach_to: attach_to?,
        attach_end_to: attach_end_to?,
        joint: joint?,
        axis: axis?,
        density,
        mass,
        friction: friction?,
        inertia_scale: inertia_scale?,
        angular_damping: angular_damping?,
        collide_connected: collide_connected?,
        end: end?,
    })
}

fn chain_end(reader: &mut Reader<'_>, at: At<'_>) -> Option<ChainEnd> {
    let mut fields = reader.object(at, "ChainEnd")?;
    let shape = fields.required(reader, "shape", body::shape);
    let matter = body::matter(reader, &mut fields);
    fields.finish(reader);
    let (density, mass) = matter?;
    Some(ChainEnd { shape: shape?, density, mass })
}

fn ragdoll(reader: &mut Reader<'_>, at: At<'_>) -> Option<Ragdoll> {
    let mut fields = Fields::again(at, "Ragdoll")?;
    fields.has("type");
    let name = fields.required(reader, "name", new_name);
    let position = fields.required(reader, "position", vector(&POSITION));
    let rotation = fields.optional(reader, "rotation", rotation);
    let height = fields.optional(reader, "height", number(&HEIGHT));
    let mass = fields.optional(reader, "mass", number(&MASS));
    let velocity = fields.optional(reader, "velocity", vector(&VELOCITY));
    let friction = fields.optional(reader, "friction", number(&FRICTION));
    let collide_connected = fields.optional(reader, "collide_connected", |reader, at| reader.boolean(at));
    let limits = fields.optional(reader, "limits", |reader, at| reader.boolean(at));
    fields.finish(reader);
    Some(Ragdoll {
        name: name?,
        position: position?,
        rotation: rotation?,
        height: height?,
        mass: mass?,
        velocity: velocity?,
        friction: friction?,
        collide_connected: collide_connected?,
        limits: limits?,
    })
}
