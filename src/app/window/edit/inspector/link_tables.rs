//! Every field of joints, springs and events, with unit, range, default and what it does.

use super::table::{Field, Kind, Unset};
use super::tables::{FAR, number, other, switch, vector};

pub const JOINT: &[Field] = &[
    other(
        "/type",
        "Kind",
        Kind::Choice(&[
            ("ball", "Ball"),
            ("hinge", "Hinge"),
            ("slider", "Slider"),
            ("distance", "Distance"),
            ("weld", "Weld"),
        ]),
        Unset::Never,
        "What it allows. Ball: all turning. Hinge: turning about its axis. Slider: sliding along its axis. Distance: all but leaving. Weld: nothing.",
    ),
    other("/a", "Body A", Kind::Body { none: None }, Unset::Never, "The first of the two bodies."),
    other("/b", "Body B", Kind::Body { none: None }, Unset::Never, "The other body."),
];
pub const ANCHOR: Field =
    vector("/anchor", "Anchor", "m", FAR, "World point at the start at which the two are joined.");
pub const ANCHORS: &[Field] = &[
    vector("/anchor_a", "Anchor in A", "m", FAR, "In the frame in which body A was written."),
    vector("/anchor_b", "Anchor in B", "m", FAR, "In the frame in which body B was written."),
];
pub const AXIS: Field = vector(
    "/axis",
    "Axis",
    "",
    1e3,
    "World direction at the start, of any length: about which a hinge turns, along which a slider slides, about which a ball joint counts twist.",
);
pub const LENGTH: Field = number(
    "/length",
    "Length",
    "m",
    [1e-4, FAR],
    Unset::Word("as at the start", 1.0),
    "Distance that the anchors keep.",
);
pub const LIMIT_DEGREES: Field = Field {
    at: "/limit_degrees",
    label: "Limits",
    unit: "°",
    kind: Kind::Pair { min: -360.0, max: 360.0, names: ["lowest", "highest"] },
    unset: Unset::Word("none", 0.0),
    tip: "Lowest and highest angle about the axis (of a ball joint: twist); the start is 0. Drag the arcs in the view for the same.",
};
pub const LIMIT: Field = Field {
    at: "/limit",
    label: "Limits",
    unit: "m",
    kind: Kind::Pair { min: -FAR, max: FAR, names: ["lowest", "highest"] },
    unset: Unset::Word("none", 0.0),
    tip: "Lowest and highest way along the axis; the start is 0. Drag the ends in the view for the same.",
};
pub const SWING: Field = number(
    "/swing_limit_degrees",
    "Swing limit",
    "°",
    [1.0, 180.0],
    Unset::Word("none", 45.0),
    "Largest angle by which the axis may swing away from where it was at the start.",
);
pub const SOFT: &[Field] = &[
    number(
        "/soft_limit/hertz",
        "Stiffness",
        "Hz",
        [0.01, 1e3],
        Unset::Never,
        "Of the spring at the limit: cycles per second.",
    ),
    number(
        "/soft_limit/damping_ratio",
        "Damping ratio",
        "",
        [0.0, 100.0],
        Unset::Never,
        "1 comes to rest without overshoot.",
    ),
];
pub const MOTOR: &[Field] = &[
    number("/motor/speed", "Speed", "rad/s", [-1e4, 1e4], Unset::Never, "Of B relative to A, rad/s; of a slider m/s."),
    number(
        "/motor/max",
        "Strength",
        "N m",
        [0.0, 1e9],
        Unset::Never,
        "Largest torque, N m; of a slider force, N. It keeps the speed as long as this suffices.",
    ),
];
pub const JOINT_REST: &[Field] = &[
    number(
        "/friction",
        "Friction",
        "N m",
        [0.0, 1e9],
        Unset::Number(0.0),
        "Largest torque by which it resists moving; of a slider force, N.",
    ),
    number("/damping", "Damping", "N m s", [0.0, 1e9], Unset::Number(0.0), "Torque per speed; of a slider N s/m."),
    number(
        "/max_force",
        "Breaks at",
        "N",
        [1e-3, 1e12],
        Unset::Word("never", 1000.0),
        "Force at which the joint breaks.",
    ),
    number(
        "/max_torque",
        "Breaks at torque",
        "N m",
        [1e-3, 1e12],
        Unset::Word("never", 1000.0),
        "Torque at which the joint breaks.",
    ),
    switch("/collide_connected", "Bodies collide", false, "Whether the two bodies also touch each other."),
];

pub const SPRING: &[Field] = &[
    other("/a", "Body A", Kind::Body { none: None }, Unset::Never, "The body at one end."),
    number(
        "/stiffness",
        "Stiffness",
        "N/m",
        [0.0, 1e9],
        Unset::Never,
        "Force per stretch. Stiff springs need short steps or an implicit integrator: stable up to k < 4 m/dt².",
    ),
    number("/damping", "Damping", "N s/m", [0.0, 1e9], Unset::Number(0.0), "Force per speed along the spring."),
    number(
        "/rest_length",
        "Rest length",
        "m",
        [0.0, FAR],
        Unset::Word("as at the start", 1.0),
        "Length at which it neither pulls nor pushes.",
    ),
    vector("/anchor_a", "Anchor in A", "m", FAR, "In the frame in which body A was written. Default: its origin."),
];
pub const SPRING_B: &[Field] = &[
    other("/b", "Body B", Kind::Body { none: None }, Unset::Never, "The body at the other end."),
    vector("/anchor_b", "Anchor in B", "m", FAR, "In the frame in which body B was written. Default: its origin."),
];
pub const SPRING_POINT: Field = vector("/point", "Fixed point", "m", FAR, "World point to which A is tied.");

pub const EVENT: &[Field] = &[
    number(
        "/at",
        "Time",
        "s",
        [0.0, 1e5],
        Unset::Never,
        "It acts before the first step that starts at this time or later.",
    ),
    other("/body", "Body", Kind::Body { none: None }, Unset::Never, "To which body it happens."),
];
pub const DURATION: Field = number(
    "/duration",
    "Duration",
    "s",
    [1e-4, 1e5],
    Unset::Word("to the end", 1.0),
    "How long the force acts. A growing force needs one.",
);
pub const POINT: Field =
    vector("/point", "Acts at", "m", FAR, "In the frame in which the body was written. Default: its centre of mass.");
pub const FORCE: &[Field] = &[vector("/force", "Force", "N", 1e9, "World axes, as long as it lasts.")];
pub const RAMP: &[Field] = &[
    vector("/force/from", "Force from", "N", 1e9, "At the beginning, world axes."),
    vector("/force/to", "Force to", "N", 1e9, "At the end, world axes."),
];
pub const IMPULSE: &[Field] =
    &[vector("/impulse", "Impulse", "N s", 1e9, "At once, world axes. It changes the velocity by impulse / mass.")];
pub const NEW_VELOCITY: &[Field] = &[
    vector("/set_velocity/linear", "Velocity", "m/s", 1e4, "New velocity of the centre of mass."),
    vector("/set_velocity/angular", "Spin", "rad/s", 1e4, "New angular velocity, world axes."),
];
pub const NEW_POSE: &[Field] = &[
    vector("/set_pose/position", "Position", "m", FAR, "New place of the frame in which the body was written."),
    Field {
        at: "/set_pose/rotation",
        label: "Rotation",
        unit: "°",
        kind: Kind::Rotation,
        unset: Unset::Never,
        tip: "Default: as at the start.",
    },
];
pub const NEW_MASS: &[Field] =
    &[number("/set_mass", "Mass", "kg", [1e-6, 1e9], Unset::Never, "The inertia changes along.")];
