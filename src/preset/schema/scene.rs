//! Bodies, shapes, joints and events as they are written in a file.

use super::{Repeat, Spring, Template};
use schemars::JsonSchema;
use serde::Serialize;

/// Everything that moves or is stood upon.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// The bodies, in the order in which the core gets them.
    pub bodies: Vec<Body>,
    /// Ready-made groups of bodies and joints; they come after `bodies` and before `joints`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Vec<Template>>")]
    pub templates: Vec<Template>,
    /// Joints between bodies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Vec<Joint>>")]
    pub joints: Vec<Joint>,
    /// Springs between bodies, or between a body and a fixed point.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Vec<Spring>>")]
    pub springs: Vec<Spring>,
    /// What happens to bodies at set times.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Vec<Event>>")]
    pub events: Vec<Event>,
}

/// A body, or several equal ones (`repeat`).
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Unique in the scene; joints, events and variants refer to it. The characters [ ] * are kept for repetition.
    pub name: String,
    /// Default: dynamic.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<BodyKind>,
    /// Its solid form; also decides its mass and inertia.
    pub shape: ShapeSpec,
    /// Where the shape's origin starts, m. Default: 0, 0, 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<[f32; 3]>,
    /// How it is turned at the start. Default: not turned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<Rotation>,
    /// Of the centre of mass at the start, m/s. Dynamic bodies only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub velocity: Option<[f32; 3]>,
    /// At the start, rad/s, world axes. Dynamic bodies only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angular_velocity: Option<[f32; 3]>,
    /// kg/m³. Default: 1000 (water). Give this or `mass`. (An animated body has one for `animated.mass` finite.)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f32>,
    /// kg, spread evenly over the shape. Give this or `density`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<f32>,
    /// Multiplies the inertia that follows from shape and mass. Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inertia_scale: Option<f32>,
    /// Coulomb's µ; a contact uses the geometric mean of its two. Default: 0.5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<f32>,
    /// e, from 0 (dead) to 1; a contact uses the larger of its two. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restitution: Option<f32>,
    /// Share of velocity lost per second, 1/s. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linear_damping: Option<f32>,
    /// Share of angular velocity lost per second, 1/s. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angular_damping: Option<f32>,
    /// Drag per speed, N s/m. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linear_drag: Option<f32>,
    /// Drag per squared speed, N s²/m²: ½ ρ c A of a body in air. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quadratic_drag: Option<f32>,
    /// Multiplies gravity for this body. Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity_scale: Option<f32>,
    /// Whether the body may fall asleep. Default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_sleep: Option<bool>,
    /// Marks the body for continuous collision detection of `marked` bodies. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ccd: Option<bool>,
    /// How an animated body follows its path. Default: velocity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driven_by: Option<DrivenBy>,
    /// How an animated body moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<BodyPath>,
    /// Makes several of this body, named `name[0]`, `name[1]` and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<Repeat>,
    /// Bodies of one group stand together in the outliner; it means nothing to physics. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
}

/// What may move a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BodyKind {
    /// Nothing: it stands for ever.
    Static,
    /// Its path alone: it pushes and is not pushed.
    Animated,
    /// Gravity, contacts and joints.
    Dynamic,
}

/// How an animated body follows its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrivenBy {
    /// It moves along the path with the path's velocity, so that it carries and pushes others.
    Velocity,
    /// It is put somewhere else every step and has no velocity: the "ghost animation" artifact.
    Pose,
}

/// A solid form. Sizes are full sizes, m.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ShapeSpec {
    /// A ball about its origin.
    Sphere {
        /// m
        radius: f32,
    },
    /// A box about its origin.
    Box {
        /// Full edge lengths along x, y and z, m.
        size: [f32; 3],
    },
    /// A cylinder with round ends along Y, about its origin.
    Capsule {
        /// Length of the straight part, m: the whole is 2 × radius longer.
        length: f32,
        /// m
        radius: f32,
    },
    /// The convex hull of some points. Their origin need not be the centre.
    Hull {
        /// m; at least 4 that do not lie in a plane.
        points: Vec<[f32; 3]>,
    },
    /// Everything below a plane through its origin. Static bodies only.
    HalfSpace {
        /// Out of the solid; of any length. Default: 0, 1, 0.
        #[serde(skip_serializing_if = "Option::is_none")]
        normal: Option<[f32; 3]>,
    },
    /// Ground: heights on a grid over a rectangle about its origin, solid down to below its lowest place. Static bodies
    /// only.
    HeightField {
        /// Along x and z, m.
        size: [f32; 2],
        /// One list per row, from low z to high z, each with the heights from low x to high x, m. At least 2 × 2.
        heights: Vec<Vec<f32>>,
    },
    /// Several shapes that move as one. Where they overlap, the matter counts twice.
    Compound {
        /// The shapes with their places.
        parts: Vec<Part>,
    },
}

impl ShapeSpec {
    /// Memory beside the value itself, bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Hull { points } => size_of_val(&**points),
            Self::Compound { parts } => parts.iter().map(|part| size_of::<Part>() + part.shape.bytes()).sum(),
            _ => 0,
        }
    }
}

/// A shape of a compound.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub shape: ShapeSpec,
    /// In the compound's frame, m. Default: 0, 0, 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<[f32; 3]>,
    /// In the compound's frame. Default: not turned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<Rotation>,
}

/// An orientation.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Rotation {
    /// Unit quaternion x, y, z, w.
    Quaternion([f32; 4]),
    /// Angles in degrees.
    Euler(EulerDegrees),
}

/// Three turns, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EulerDegrees {
    /// First about the outer x axis, then about the outer y axis, then about the outer z axis, degrees.
    pub euler_degrees: [f32; 3],
}

/// Motion of an animated body.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum BodyPath {
    /// Through given poses at given times. Before the first and after the last it stands still.
    Keyframes {
        /// In the order of their times.
        frames: Vec<Keyframe>,
        /// Default: linear.
        #[serde(skip_serializing_if = "Option::is_none")]
        interpolation: Option<Interpolation>,
        /// Start again at the first frame after the last. Default: false.
        #[serde(rename = "loop", skip_serializing_if = "Option::is_none")]
        is_loop: Option<bool>,
    },
    /// To and fro about the start: start + axis × amplitude × sin(2π time / period).
    Oscillation {
        /// Direction, of any length.
        axis: [f32; 3],
        /// m
        amplitude: f32,
        /// s
        period: f32,
    },
    /// Turns about an axis through the body's origin at a constant rate.
    Spin {
        /// World axes, of any length; right-hand rule.
        axis: [f32; 3],
        /// rad/s
        speed: f32,
    },
}

/// A pose at a time.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Keyframe {
    /// s
    pub time: f32,
    /// m
    pub position: [f32; 3],
    /// Default: as at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<Rotation>,
}

/// How a body moves from one keyframe to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Interpolation {
    /// At constant speed.
    Linear,
    /// Starting and stopping gently at every frame (3t² − 2t³).
    Smooth,
}

/// A joint between two bodies.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Joint {
    /// Shown to people. Default: "a–b".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it allows.
    #[serde(rename = "type")]
    pub kind: JointType,
    /// Name of a body.
    pub a: String,
    /// Name of another body.
    pub b: String,
    /// World point at the start, m, where the two are joined. Give this, or `anchor_a` and `anchor_b`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<[f32; 3]>,
    /// In the frame in which body a was written (not its centre of mass), m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor_a: Option<[f32; 3]>,
    /// In the frame in which body b was written (not its centre of mass), m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor_b: Option<[f32; 3]>,
    /// World direction at the start about which a hinge turns, along which a slider slides, or about which the limit of
    /// a ball joint counts twist; of any length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<[f32; 3]>,
    /// Lowest and highest angle of a hinge, or twist of a ball joint, degrees; the start is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit_degrees: Option<[f32; 2]>,
    /// Lowest and highest way of a slider, m; the start is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<[f32; 2]>,
    /// Largest angle by which the axis of a ball joint may swing, degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swing_limit_degrees: Option<f32>,
    /// Makes the limits springs. Default: firm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub soft_limit: Option<SoftLimit>,
    /// Drives a hinge or slider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motor: Option<Motor>,
    /// Largest torque (slider: force) by which the joint resists moving, N m (N). Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<f32>,
    /// Torque (slider: force) per speed, N m s (N s/m). Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damping: Option<f32>,
    /// Force at which the joint breaks, N. Default: never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_force: Option<f32>,
    /// Torque at which the joint breaks, N m. Default: never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_torque: Option<f32>,
    /// Of a distance joint, m. Default: the distance at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<f32>,
    /// Whether the two bodies also collide. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collide_connected: Option<bool>,
}

/// Spring of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SoftLimit {
    /// Cycles per second.
    pub hertz: f32,
    /// 1 comes to rest without overshoot.
    pub damping_ratio: f32,
}

/// Drives a joint at a speed as long as its strength suffices.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Motor {
    /// Of b relative to a, rad/s (slider: m/s).
    pub speed: f32,
    /// N m (slider: N)
    pub max: f32,
}

/// What a joint allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JointType {
    /// The anchors coincide; turning is free.
    Ball,
    /// The anchors coincide; turning is free about the axis only.
    Hinge,
    /// Sliding along the axis only.
    Slider,
    /// The anchors stay a fixed distance apart.
    Distance,
    /// Nothing.
    Weld,
}

/// Something that happens to a body at a set time: exactly one of force, impulse, set_velocity, set_pose, set_mass.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// s; acts before the first step that starts at this time or later.
    pub at: f32,
    /// s; for forces only. Default: until the end of the run. A ramp needs it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<f32>,
    /// Name of a body.
    pub body: String,
    /// N, world axes: constant, or growing evenly over the duration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<Force>,
    /// N s, world axes, at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impulse: Option<[f32; 3]>,
    /// Where the force or impulse acts, in the frame in which the body was written, m. Default: its centre of mass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<[f32; 3]>,
    /// Gives the body another velocity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_velocity: Option<VelocityChange>,
    /// Puts the body somewhere else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_pose: Option<PoseChange>,
    /// kg; the inertia changes along.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_mass: Option<f32>,
}

/// A force, N.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Force {
    /// The same all the time.
    Constant([f32; 3]),
    /// Growing evenly over the event's duration.
    Ramp(Ramp),
}

/// A force that changes evenly, N.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ramp {
    /// At the beginning, N.
    pub from: [f32; 3],
    /// At the end, N.
    pub to: [f32; 3],
}

/// New velocities; what is left out becomes zero.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VelocityChange {
    /// m/s
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linear: Option<[f32; 3]>,
    /// rad/s, world axes
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angular: Option<[f32; 3]>,
}

/// A new place for the frame in which the body was written.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PoseChange {
    /// m
    pub position: [f32; 3],
    /// Default: as at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<Rotation>,
}
