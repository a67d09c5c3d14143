//! Repetition, and ready-made groups: stacks, walls, pyramids, chains and ragdolls in a few lines.

use super::ShapeSpec;
use schemars::JsonSchema;
use serde::Serialize;

/// Several equal bodies in a pattern. The body's own position is that of the first.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Repeat {
    /// Each a step further than the one before: a row, a stack, a spiral stair. Named `name[i]`.
    Line {
        /// Number of bodies.
        count: u32,
        /// From one to the next, m.
        step: [f32; 3],
        /// Further turn of each, about the body's own origin, degrees about x, y, z. Default: none.
        #[serde(skip_serializing_if = "Option::is_none")]
        turn_degrees: Option<[f32; 3]>,
    },
    /// Rows along x, y and z. Named `name[x,y,z]`.
    Grid {
        /// Number of bodies along x, y and z.
        count: [u32; 3],
        /// From one to the next along x, y and z, m.
        step: [f32; 3],
    },
    /// Bricks, every second row shifted by half a brick and one brick shorter. Named `name[row,i]`, rows from below.
    Wall {
        /// Bricks in the lowest row.
        columns: u32,
        /// Number of rows.
        rows: u32,
        /// Direction of a row. Default: x.
        #[serde(skip_serializing_if = "Option::is_none")]
        along: Option<HorizontalAxis>,
        /// From one brick to the next: along the row, and upwards, m. Default: the box's size.
        #[serde(skip_serializing_if = "Option::is_none")]
        step: Option<[f32; 2]>,
    },
    /// Rows that get shorter by one body each. Named `name[row,i]`, rows from below.
    Pyramid {
        /// Bodies in the lowest row, which is also the number of rows.
        base: u32,
        /// Direction of a row. Default: x.
        #[serde(skip_serializing_if = "Option::is_none")]
        along: Option<HorizontalAxis>,
        /// From one body to the next: along the row, and upwards, m. Default: the box's size.
        #[serde(skip_serializing_if = "Option::is_none")]
        step: Option<[f32; 2]>,
    },
}

/// A level direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HorizontalAxis {
    X,
    Z,
}

/// A ready-made group.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Template {
    /// Links `name[0]`, `name[1]`, … in a row, joined end to end by joints `name.joint[i]`.
    Chain(Chain),
    /// A person of 11 capsules, standing with spread arms. Bones `name.pelvis`, `name.torso`, `name.head`,
    /// `name.upper_arm_l`, `name.lower_arm_l`, `name.upper_leg_l`, `name.lower_leg_l` and the same with `_r`.
    Ragdoll(Ragdoll),
}

/// Links in a row.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Chain {
    /// Unique in the scene.
    pub name: String,
    /// Number of links.
    pub count: u32,
    /// Of one link; its Y axis lies along the chain.
    pub shape: ShapeSpec,
    /// Distance from joint to joint, m. Default: the height of the shape (for a capsule: of its straight part).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_length: Option<f32>,
    /// World point of the first joint, m.
    pub start: [f32; 3],
    /// From the first link to the last, of any length. Default: 0, -1, 0 (hanging).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<[f32; 3]>,
    /// Body that holds the first link. Default: none, the chain is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attach_to: Option<String>,
    /// Body that holds the last link (or the end mass). Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attach_end_to: Option<String>,
    /// Kind of the joints. Default: ball.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint: Option<ChainJoint>,
    /// World direction of hinges at the start, of any length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<[f32; 3]>,
    /// Of a link, kg/m³. Default: 1000. Give this or `mass`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f32>,
    /// Of a link, kg. Give this or `density`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<f32>,
    /// Coulomb's µ. Default: 0.5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<f32>,
    /// Multiplies the inertia of a link. Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inertia_scale: Option<f32>,
    /// Share of angular velocity lost per second, 1/s. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angular_damping: Option<f32>,
    /// Whether neighbours also collide. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collide_connected: Option<bool>,
    /// A body `name.end` at the free end. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<ChainEnd>,
}

/// What hangs at the end of a chain.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChainEnd {
    /// Sphere, box or capsule; it is joined at the end of its Y axis.
    pub shape: ShapeSpec,
    /// kg/m³. Default: 1000. Give this or `mass`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f32>,
    /// kg. Give this or `density`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<f32>,
}

/// Kind of the joints of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChainJoint {
    Ball,
    Hinge,
    Weld,
}

/// A person of 11 capsules.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ragdoll {
    /// Unique in the scene.
    pub name: String,
    /// Of the pelvis, m; the soles are 0.53 × height below.
    pub position: [f32; 3],
    /// About the pelvis. Default: upright, facing +z.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<super::Rotation>,
    /// From sole to crown, m. Default: 1.8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<f32>,
    /// Of the whole person, kg. Default: 75.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<f32>,
    /// Of the whole person at the start, m/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub velocity: Option<[f32; 3]>,
    /// Coulomb's µ. Default: 0.5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<f32>,
    /// Whether neighbouring bones also collide. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collide_connected: Option<bool>,
    /// Whether the joints bend no further than those of a person. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<bool>,
}
