//! Reads bodies, their shapes and their paths.

use super::super::expand::plain_body;
use super::super::limits::*;
use super::super::reader::{At, Fields, Reader};
use super::super::schema::{Body, BodyKind, BodyPath, DrivenBy, Interpolation, Keyframe, Part, ShapeSpec};
use super::{direction, new_name, number, rotation, template, vector};

pub(super) fn body(reader: &mut Reader<'_>, at: At<'_>) -> Option<Body> {
    let Some(mut fields) = reader.object(at, "Body") else {
        reader.lose_names("");
        return Some(stand_in(String::new()));
    };
    let name = fields.required(reader, "name", new_name);
    let kind = fields.optional(reader, "type", |reader, at| {
        let words = [("static", BodyKind::Static), ("animated", BodyKind::Animated), ("dynamic", BodyKind::Dynamic)];
        reader.word(at, &words)
    });
    let shape = fields.required(reader, "shape", shape);
    let position = fields.optional(reader, "position", vector(&POSITION));
    let rotation = fields.optional(reader, "rotation", rotation);
    let velocity = fields.optional(reader, "velocity", vector(&VELOCITY));
    let angular_velocity = fields.optional(reader, "angular_velocity", vector(&ANGULAR_VELOCITY));
    let matter = matter(reader, &mut fields);
    let inertia_scale = fields.optional(reader, "inertia_scale", number(&SCALE));
    let friction = fields.optional(reader, "friction", number(&FRICTION));
    let restitution = fields.optional(reader, "restitution", number(&RESTITUTION));
    let linear_damping = fields.optional(reader, "linear_damping", number(&DAMPING));
    let angular_damping = fields.optional(reader, "angular_damping", number(&DAMPING));
    let linear_drag = fields.optional(reader, "linear_drag", number(&LINEAR_DRAG));
    let quadratic_drag = fields.optional(reader, "quadratic_drag", number(&QUADRATIC_DRAG));
    let gravity_scale = fields.optional(reader, "gravity_scale", number(&GRAVITY_SCALE));
    let can_sleep = fields.optional(reader, "can_sleep", |reader, at| reader.boolean(at));
    let ccd = fields.optional(reader, "ccd", |reader, at| reader.boolean(at));
    let driven_by = fields.optional(reader, "driven_by", driven_by);
    let path = fields.optional(reader, "path", path);
    let repeat = fields.optional(reader, "repeat", template::repeat);
    let group = fields.optional(reader, "group", new_name);

    // What a body of this type cannot have would be ignored in silence otherwise.
    let kind_of_body = kind.flatten().unwrap_or(BodyKind::Dynamic);
    if kind.is_some() && kind_of_body != BodyKind::Dynamic {
        for name in [
            "velocity",
            "angular_velocity",
            "density",
            "mass",
            "inertia_scale",
            "linear_damping",
            "angular_damping",
            "linear_drag",
            "quadratic_drag",
            "gravity_scale",
            "ccd",
        ] {
            // With `animated.mass` finite an animated body has a mass.
            let is_weight = matches!(name, "density" | "mass") && kind_of_body == BodyKind::Animated;
            if fields.has(name) && !is_weight {
                let kind = if kind_of_body == BodyKind::Static { "a static" } else { "an animated" };
                let advice = if kind_of_body == BodyKind::Animated && name.ends_with("velocity") {
                    "; its path moves it"
                } else {
                    ""
                };
                fields.report(
                    reader,
                    name,
                    format!("{kind} body has no \"{name}\"{advice}; take it away, or make the body dynamic"),
                );
            }
        }
    }
    if kind.is_some() && kind_of_body != BodyKind::Animated {
        for name in ["path", "driven_by"] {
            if fields.has(name) {
                fields.report(
                    reader,
                    name,
                    format!("only an animated body has a \"{name}\"; add \"type\": \"animated\""),
                );
            }
        }
    }
    fields.finish(reader);
    if name.is_none() || repeat.is_none() {
        reader.lose_names(name.as_deref().unwrap_or(""));
    }
    let (density, mass) = matter.unwrap_or_default();
    Some(Body {
        kind: kind.unwrap_or(Some(BodyKind::Static)),
        shape: shape.unwrap_or(STAND_IN_SHAPE),
        position: position.flatten(),
        rotation: rotation.flatten(),
        velocity: velocity.flatten(),
        angular_velocity: angular_velocity.flatten(),
        density,
        mass,
        inertia_scale: inertia_scale.flatten(),
        friction: friction.flatten(),
        restitution: restitution.flatten(),
        linear_damping: linear_damping.flatten(),
        angular_damping: angular_damping.flatten(),
        linear_drag: linear_drag.flatten(),
        quadratic_drag: quadratic_drag.flatten(),
        gravity_scale: gravity_scale.flatten(),
        can_sleep: can_sleep.flatten(),
        ccd: ccd.flatten(),
        driven_by: driven_by.flatten(),
        path: path.flatten(),
        repeat: repeat.flatten(),
        group: group.flatten(),
        ..stand_in(name.unwrap_or_default())
    })
}

/// Takes the place of a shape that could not be read.
pub(super) const STAND_IN_SHAPE: ShapeSpec = ShapeSpec::Sphere { radius: 1.0 };

/// Takes the place of a body that could not be read.
fn stand_in(name: String) -> Body {
    Body { kind: Some(BodyKind::Static), ..plain_body(&name, &STAND_IN_SHAPE, None, None) }
}

/// Density or mass.
pub(super) fn matter(reader: &mut Reader<'_>, fields: &mut Fields<'_>) -> Option<(Option<f32>, Option<f32>)> {
    fields.at_most_one(reader, &["density", "mass"]);
    let density = fields.optional(reader, "density", number(&DENSITY));
    let mass = fields.optional(reader, "mass", number(&MASS));
    Some((density?, mass?))
}

pub(super) fn driven_by(reader: &mut Reader<'_>, at: At<'_>) -> Option<DrivenBy> {
    reader.word(at, &[("velocity", DrivenBy::Velocity), ("pose", DrivenBy::Pose)])
}

#[derive(Clone, Copy)]
enum ShapeWord {
    Sphere,
    Box,
    Capsule,
    Hull,
    HalfSpace,
    HeightField,
    Compound,
}

const SHAPES: [(&str, ShapeWord); 7] = [
    ("sphere", ShapeWord::Sphere),
    ("box", ShapeWord::Box),
    ("capsule", ShapeWord::Capsule),
    ("hull", ShapeWord::Hull),
    ("half_space", ShapeWord::HalfSpace),
    ("height_field", ShapeWord::HeightField),
    ("compound", ShapeWord::Compound),
];

pub(super) fn shape(reader: &mut Reader<'_>, at: At<'_>) -> Option<ShapeSpec> {
    let word = {
        let mut fields = reader.object(at, "ShapeSpec")?;
        fields.required(reader, "type", |reader, at| reader.word(at, &SHAPES))?
    };
    let type_name = match word {
        ShapeWord::Sphere => "ShapeSpec.sphere",
        ShapeWord::Box => "ShapeSpec.box",
        ShapeWord::Capsule => "ShapeSpec.capsule",
        ShapeWord::Hull => "ShapeSpec.hull",
        ShapeWord::HalfSpace => "ShapeSpec.half_space",
        ShapeWord::HeightField => "ShapeSpec.height_field",
        ShapeWord::Compound => "ShapeSpec.compound",
    };
    let mut fields = Fields::again(at, type_name)?;
    fields.has("type");
    let shape = match word {
        ShapeWord::Sphere => {
            fields.required(reader, "radius", number(&SIZE)).map(|radius| ShapeSpec::Sphere { radius })
        }
        ShapeWord::Box => fields.required(reader, "size", vector(&SIZE)).map(|size| ShapeSpec::Box { size }),
        ShapeWord::Capsule => {
            let length = fields.required(reader, "length", number(&SIZE));
            let radius = fields.required(reader, "radius", number(&SIZE));
            length.zip(radius).map(|(length, radius)| ShapeSpec::Capsule { length, radius })
        }
        ShapeWord::Hull => {
            let points = fields.required(reader, "points", |reader, at| {
                reader.list(at, MAX_HULL_POINTS, |reader, at| reader.vector(at, &POSITION))
            });
            points.map(|points| ShapeSpec::Hull { points })
        }
        ShapeWord::HalfSpace => {
            fields.optional(reader, "normal", direction).map(|normal| ShapeSpec::HalfSpace { normal })
        }
        ShapeWord::HeightField => {
            let size = fields.required(reader, "size", |reader, at| reader.array(at, &SIZE, "two sizes in metres"));
            let heights = fields.required(reader, "heights", heights);
            size.zip(heights).map(|(size, heights)| ShapeSpec::HeightField { size, heights })
        }
        ShapeWord::Compound => {
            let parts = fields.required(reader, "parts", |reader, at| {
                let parts = reader.list(at, MAX_PARTS, part)?;
                if parts.is_empty() {
                    reader.report(at, "a compound needs at least one part");
                }
                (!parts.is_empty()).then_some(parts)
            });
            parts.map(|parts| ShapeSpec::Compound { parts })
        }
    };
    fields.finish(reader);
    shape
}

/// Rows of equal length, at least two of at least two.
fn heights(reader: &mut Reader<'_>, at: At<'_>) -> Option<Vec<Vec<f32>>> {
    let rows: Vec<Vec<f32>> = reader.list(at, MAX_HEIGHTS, |reader, at| {
        let row = reader.list(at, MAX_HEIGHTS, |reader, at| reader.number(at, &POSITION))?;
        if row.len() < 2 {
            reader.report(at, format!("a row of ground needs at least 2 heights, this one has {}", row.len()));
            return None;
        }
        Some(row)
    })?;
    let columns = rows.first().map_or(0, Vec::len);
    if rows.len() < 2 {
        reader.report(at, format!("ground needs at least 2 rows of heights, not {}", rows.len()));
        return None;
    }
    if let Some((index, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != columns) {
        let lengths = format!("row {index} has {} heights and the first row {columns}", row.len());
        reader.report(at, format!("all rows of ground are equally long: {lengths}"));
        return None;
    }
    Some(rows)
}

fn part(reader: &mut Reader<'_>, at: At<'_>) -> Option<Part> {
    let mut fields = reader.object(at, "Part")?;
    let shape = fields.required(reader, "shape", shape);
    let position = fields.optional(reader, "position", vector(&POSITION));
    let rotation = fields.optional(reader, "rotation", rotation);
    fields.finish(reader);
    Some(Part { shape: shape?, position: position?, rotation: rotation? })
}

#[derive(Clone, Copy)]
enum PathWord {
    Keyframes,
    Oscillation,
    Spin,
}

fn path(reader: &mut Reader<'_>, at: At<'_>) -> Option<BodyPath> {
    let word = {
        let mut fields = reader.object(at, "BodyPath")?;
        let words =
            [("keyframes", PathWord::Keyframes), ("oscillation", PathWord::Oscillation), ("spin", PathWord::Spin)];
        fields.required(reader, "type", |reader, at| reader.word(at, &words))?
    };
    match word {
        PathWord::Keyframes => {
            let mut fields = Fields::again(at, "BodyPath.keyframes")?;
            fields.has("type");
            let frames = fields.required(reader, "frames", keyframes);
            let interpolation = fields.optional(reader, "interpolation", |reader, at| {
                reader.word(at, &[("linear", Interpolation::Linear), ("smooth", Interpolation::Smooth)])
            });
            let is_loop = fields.optional(reader, "loop", |reader, at| reader.boolean(at));
            fields.finish(reader);
            Some(BodyPath::Keyframes { frames: frames?, interpolation: interpolation?, is_loop: is_loop? })
        }
        PathWord::Oscillation => {
            let mut fields = Fields::again(at, "BodyPath.oscillation")?;
            fields.has("type");
            let axis = fields.required(reader, "axis", direction);
            let amplitude = fields.required(reader, "amplitude", number(&POSITION));
            let period = fields.required(reader, "period", number(&DURATION));
            fields.finish(reader);
            Some(BodyPath::Oscillation { axis: axis?, amplitude: amplitude?, period: period? })
        }
        PathWord::Spin => {
            let mut fields = Fields::again(at, "BodyPath.spin")?;
            fields.has("type");
            let axis = fields.required(reader, "axis", direction);
            let speed = fields.required(reader, "speed", number(&ANGULAR_VELOCITY));
            fields.finish(reader);
            Some(BodyPath::Spin { axis: axis?, speed: speed? })
        }
    }
}

fn keyframes(reader: &mut Reader<'_>, at: At<'_>) -> Option<Vec<Keyframe>> {
    let mut last_time = None;
    let frames = reader.list(at, MAX_KEYFRAMES, |reader, at| {
        let mut fields = reader.object(at, "Keyframe")?;
        let time = fields.required(reader, "time", number(&TIME));
        let position = fields.required(reader, "position", vector(&POSITION));
        let rotation = fields.optional(reader, "rotation", rotation);
        if let (Some(time), Some(before)) = (time, last_time)
            && time <= before
        {
            fields.report(reader, "time", format!("expected a time after the frame before ({before} s), found {time}"));
        }
        last_time = time.or(last_time);
        fields.finish(reader);
        Some(Keyframe { time: time?, position: position?, rotation: rotation? })
    })?;
    if frames.is_empty() {
        reader.report(at, "a path needs at least one keyframe");
        return None;
    }
    Some(frames)
}
