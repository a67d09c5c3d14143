//! Every field of bodies, paths, patterns and templates, with unit, range, default and what it does.

use super::table::{Field, Kind, Unset};

/// Farthest from the origin that single precision serves well, m.
pub const FAR: f64 = 10_000.0;

pub(super) const fn number(
    at: &'static str,
    label: &'static str,
    unit: &'static str,
    range: [f64; 2],
    unset: Unset,
    tip: &'static str,
) -> Field {
    Field { at, label, unit, kind: Kind::Number { min: range[0], max: range[1] }, unset, tip }
}

pub(super) const fn vector(
    at: &'static str,
    label: &'static str,
    unit: &'static str,
    far: f64,
    tip: &'static str,
) -> Field {
    Field { at, label, unit, kind: Kind::Vector { min: -far, max: far }, unset: Unset::Number(0.0), tip }
}

pub(super) const fn switch(at: &'static str, label: &'static str, default: bool, tip: &'static str) -> Field {
    Field { at, label, unit: "", kind: Kind::Switch { default }, unset: Unset::Never, tip }
}

pub(super) const fn other(at: &'static str, label: &'static str, kind: Kind, unset: Unset, tip: &'static str) -> Field {
    Field { at, label, unit: "", kind, unset, tip }
}

pub const NAME: Field = other(
    "/name",
    "Name",
    Kind::Text { hint: "name" },
    Unset::Never,
    "Unique in the scene. Joints, events and variants refer to it, and follow when it changes.",
);
pub const JOINT_NAME: Field = other(
    "/name",
    "Name",
    Kind::Text { hint: "a–b" },
    Unset::Word("a–b", 0.0),
    "Shown in lists. Default: the names of the two bodies.",
);
pub const GROUP: Field = other(
    "/group",
    "Group",
    Kind::Text { hint: "none" },
    Unset::Word("none", 0.0),
    "A folder of the outliner: bodies of one group are selected together. It has no effect on the motion.",
);

pub const TYPE: Field = other(
    "/type",
    "Type",
    Kind::Choice(&[("dynamic", "Dynamic"), ("static", "Static"), ("animated", "Animated")]),
    Unset::Word("dynamic", 0.0),
    "Dynamic bodies are moved by gravity, contacts and joints; static ones stand for ever; animated ones follow a path \
     and push others without being pushed.",
);

pub const POSE: &[Field] = &[
    vector(
        "/position",
        "Position",
        "m",
        FAR,
        "Where the shape's origin starts: x, y (up), z. Drag the arrows in the view for the same.",
    ),
    Field {
        at: "/rotation",
        label: "Rotation",
        unit: "°",
        kind: Kind::Rotation,
        unset: Unset::Never,
        tip: "Turned about the outer x axis, then y, then z, degrees.",
    },
];

pub const SPHERE: &[Field] =
    &[number("/radius", "Radius", "m", [1e-4, 1e3], Unset::Never, "From the middle to the surface.")];
pub const BOX: &[Field] = &[Field {
    at: "/size",
    label: "Size",
    unit: "m",
    kind: Kind::Vector { min: 1e-4, max: FAR },
    unset: Unset::Never,
    tip: "Full lengths of the edges along the body's x, y and z.",
}];
pub const CAPSULE: &[Field] = &[
    number(
        "/length",
        "Length",
        "m",
        [1e-4, 1e3],
        Unset::Never,
        "Of the straight part along y; the whole is longer by two radii.",
    ),
    number("/radius", "Radius", "m", [1e-4, 1e3], Unset::Never, "Of the round ends."),
];
pub const HEIGHT_FIELD: &[Field] = &[Field {
    at: "/size",
    label: "Size",
    unit: "m",
    kind: Kind::Pair { min: 1e-2, max: FAR, names: ["along x", "along z"] },
    unset: Unset::Never,
    tip: "Of the rectangle over which the heights stand.",
}];
pub const HALF_SPACE: &[Field] = &[Field {
    at: "/normal",
    label: "Normal",
    unit: "",
    kind: Kind::Vector { min: -1.0, max: 1.0 },
    unset: Unset::Word("up", 0.0),
    tip: "Out of the solid, of any length. Default: up. Tilt it for an endless slope.",
}];

pub const SURFACE: &[Field] = &[
    number(
        "/friction",
        "Friction",
        "",
        [0.0, 10.0],
        Unset::Number(0.5),
        "Coulomb's µ. A contact uses the geometric mean of its two. A body slides on a slope steeper than atan µ: 0.4 holds up to 21.8°.",
    ),
    number(
        "/restitution",
        "Restitution",
        "",
        [0.0, 1.0],
        Unset::Number(0.0),
        "0 is dead, 1 bounces back as fast as it came. A contact uses the larger of its two.",
    ),
];

pub const INERTIA: Field = number(
    "/inertia_scale",
    "Inertia scale",
    "×",
    [1e-3, 1e3],
    Unset::Number(1.0),
    "Multiplies the resistance to turning that follows from shape and mass. Above 1 thin bodies and chains calm down.",
);

pub const START: &[Field] = &[
    vector("/velocity", "Velocity", "m/s", 1e4, "Of the centre of mass at the start. Dynamic bodies only."),
    vector(
        "/angular_velocity",
        "Spin",
        "rad/s",
        1e4,
        "Angular velocity at the start, about the world's axes. Dynamic bodies only.",
    ),
];

pub const RESISTANCE: &[Field] = &[
    number(
        "/linear_damping",
        "Damping",
        "1/s",
        [0.0, 1e3],
        Unset::Number(0.0),
        "Share of the velocity lost per second.",
    ),
    number(
        "/angular_damping",
        "Spin damping",
        "1/s",
        [0.0, 1e3],
        Unset::Number(0.0),
        "Share of the angular velocity lost per second.",
    ),
    number("/linear_drag", "Drag", "N s/m", [0.0, 1e6], Unset::Number(0.0), "Force against the motion per speed."),
    number(
        "/quadratic_drag",
        "Air drag",
        "N s²/m²",
        [0.0, 1e6],
        Unset::Number(0.0),
        "Force against the motion per squared speed: ½ ρ c A. A ball of 0.1 m in air has 0.0023.",
    ),
    number("/gravity_scale", "Gravity", "×", [-100.0, 100.0], Unset::Number(1.0), "Multiplies gravity for this body."),
];

pub const STEPPING: &[Field] = &[
    switch("/can_sleep", "Can sleep", true, "Whether it may fall asleep when it rests."),
    switch(
        "/ccd",
        "Continuous",
        false,
        "Marks it for continuous collision detection of “marked” bodies (see the settings): fast bodies cannot pass through walls.",
    ),
];

pub const DRIVEN: Field = other(
    "/driven_by",
    "Driven by",
    Kind::Choice(&[("velocity", "Velocity: it carries and pushes"), ("pose", "Pose only: a ghost")]),
    Unset::Word("velocity", 0.0),
    "With its velocity it carries and pushes others. Put somewhere else every step, without one, it goes through them: the “ghost animation”.",
);

pub const OSCILLATION: &[Field] = &[
    vector("/path/axis", "Direction", "", 1e3, "Of the way to and fro, of any length."),
    number("/path/amplitude", "Amplitude", "m", [0.0, 1e3], Unset::Never, "Farthest from the start."),
    number("/path/period", "Period", "s", [1e-3, 1e4], Unset::Never, "Of one way to and fro."),
];
pub const SPIN: &[Field] = &[
    vector("/path/axis", "Axis", "", 1e3, "World direction through the body's origin, of any length."),
    number("/path/speed", "Speed", "rad/s", [-1e3, 1e3], Unset::Never, "Right-hand rule about the axis."),
];
pub const KEYFRAMES: &[Field] = &[
    other(
        "/path/interpolation",
        "Between",
        Kind::Choice(&[("linear", "At constant speed"), ("smooth", "Smooth starts and stops")]),
        Unset::Word("linear", 0.0),
        "How it moves from one keyframe to the next.",
    ),
    switch("/path/loop", "Loops", false, "Starts again at the first keyframe after the last."),
];
pub const KEYFRAME: &[Field] = &[
    number("/time", "Time", "s", [0.0, 1e5], Unset::Never, "Keyframes come in the order of their times."),
    vector("/position", "Position", "m", FAR, "Where the shape's origin is then."),
    Field {
        at: "/rotation",
        label: "Rotation",
        unit: "°",
        kind: Kind::Rotation,
        unset: Unset::Never,
        tip: "Default: as at the start.",
    },
];

pub const LINE: &[Field] = &[
    other("/repeat/count", "Count", Kind::Whole { min: 1, max: 5000 }, Unset::Never, "Number of bodies."),
    vector("/repeat/step", "Step", "m", FAR, "From one to the next."),
    Field {
        at: "/repeat/turn_degrees",
        label: "Turn",
        unit: "°",
        kind: Kind::Vector { min: -360.0, max: 360.0 },
        unset: Unset::Number(0.0),
        tip: "Further turn of each, about its own origin.",
    },
];
pub const GRID: &[Field] = &[
    other(
        "/repeat/count",
        "Count",
        Kind::Counts { min: 1, max: 500 },
        Unset::Never,
        "Number of bodies along x, y and z.",
    ),
    vector("/repeat/step", "Step", "m", FAR, "From one to the next along x, y and z."),
];
const ALONG: Field = other(
    "/repeat/along",
    "Rows along",
    Kind::Choice(&[("x", "x"), ("z", "z")]),
    Unset::Word("x", 0.0),
    "Direction of the rows.",
);
const ROW_STEP: Field = Field {
    at: "/repeat/step",
    label: "Step",
    unit: "m",
    kind: Kind::Pair { min: 1e-4, max: FAR, names: ["along", "up"] },
    unset: Unset::Word("size", 1.0),
    tip: "From one to the next: along the row, and upwards. Default: the size of the box.",
};
pub const WALL: &[Field] = &[
    other("/repeat/columns", "Columns", Kind::Whole { min: 1, max: 500 }, Unset::Never, "Bricks in the lowest row."),
    other("/repeat/rows", "Rows", Kind::Whole { min: 1, max: 500 }, Unset::Never, "Number of rows."),
    ALONG,
    ROW_STEP,
];
pub const PYRAMID: &[Field] = &[
    other(
        "/repeat/base",
        "Base",
        Kind::Whole { min: 1, max: 200 },
        Unset::Never,
        "Bodies in the lowest row, which is also the number of rows.",
    ),
    ALONG,
    ROW_STEP,
];

pub const DENSITY: Field = number(
    "/density",
    "Density",
    "kg/m³",
    [1e-3, 1e6],
    Unset::Number(1000.0),
    "Water has 1000, wood 600, steel 7800. Give this or the mass.",
);
pub const MASS: Field = number(
    "/mass",
    "Mass",
    "kg",
    [1e-6, 1e9],
    Unset::Word("from density", 1.0),
    "Spread evenly over the shape. Give this or the density.",
);

pub const CHAIN: &[Field] = &[
    other("/count", "Links", Kind::Whole { min: 1, max: 2000 }, Unset::Never, "Number of links."),
    number(
        "/link_length",
        "Link length",
        "m",
        [1e-3, 1e3],
        Unset::Word("from shape", 0.5),
        "From joint to joint. Default: the height of the shape; of a capsule its straight part.",
    ),
    vector("/start", "Start", "m", FAR, "World point of the first joint."),
    Field {
        at: "/direction",
        label: "Direction",
        unit: "",
        kind: Kind::Vector { min: -1e3, max: 1e3 },
        unset: Unset::Word("down", 0.0),
        tip: "From the first link to the last, of any length.",
    },
    other(
        "/attach_to",
        "Held by",
        Kind::Body { none: Some("nothing") },
        Unset::Word("nothing", 0.0),
        "Body that holds the first link.",
    ),
    other(
        "/attach_end_to",
        "End held by",
        Kind::Body { none: Some("nothing") },
        Unset::Word("nothing", 0.0),
        "Body that holds the last link.",
    ),
    other(
        "/joint",
        "Joints",
        Kind::Choice(&[("ball", "Ball"), ("hinge", "Hinge"), ("weld", "Weld")]),
        Unset::Word("ball", 0.0),
        "Kind of the joints.",
    ),
    Field {
        at: "/axis",
        label: "Hinge axis",
        unit: "",
        kind: Kind::Vector { min: -1e3, max: 1e3 },
        unset: Unset::Word("none", 0.0),
        tip: "World direction of hinges at the start.",
    },
    number("/friction", "Friction", "", [0.0, 10.0], Unset::Number(0.5), "Coulomb's µ of the links."),
    INERTIA,
    number(
        "/angular_damping",
        "Spin damping",
        "1/s",
        [0.0, 1e3],
        Unset::Number(0.0),
        "Share of the angular velocity lost per second.",
    ),
    switch("/collide_connected", "Neighbours collide", false, "Whether neighbouring links also touch."),
];
pub const RAGDOLL: &[Field] = &[
    vector("/position", "Position", "m", FAR, "Of the pelvis; the soles are 0.53 × height below."),
    Field {
        at: "/rotation",
        label: "Rotation",
        unit: "°",
        kind: Kind::Rotation,
        unset: Unset::Never,
        tip: "About the pelvis. Default: upright, facing +z.",
    },
    number("/height", "Height", "m", [0.1, 10.0], Unset::Number(1.8), "From sole to crown."),
    number("/mass", "Mass", "kg", [0.1, 1e5], Unset::Number(75.0), "Of the whole person."),
    vector("/velocity", "Velocity", "m/s", 1e4, "Of the whole person at the start."),
    number("/friction", "Friction", "", [0.0, 10.0], Unset::Number(0.5), "Coulomb's µ."),
    switch("/limits", "Limits", false, "Whether the joints bend no further than those of a person."),
    switch("/collide_connected", "Bones collide", false, "Whether neighbouring bones also touch."),
];
