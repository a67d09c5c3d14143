//! Settings of time and motion: how time is cut, how states are advanced, how animated bodies act on others.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How time is cut into steps, and steps into frames. The core itself uses `dt` and `substeps`; the rest is for whoever
/// drives it frame by frame (see `instrument::frame_loop`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TimeSettings {
    /// Length of a step, s.
    pub dt: f32,
    /// Equal parts into which a step is cut; each one finds contacts, solves and moves.
    pub substeps: u32,
    /// How many steps of which length a frame makes.
    pub stepping: Stepping,
    /// Pictures per second on the virtual clock, Hz. 0: no virtual clock. A run without a window is then one step per
    /// frame; in the window frames are as long as they are.
    pub frame_rate: f32,
    /// Frames of the virtual clock are longer or shorter by up to this share, at random.
    pub frame_jitter: f32,
    /// Start of the random frame times. The same seed gives the same run.
    pub jitter_seed: u32,
    /// What a step costs on the virtual clock, s. 0: nothing; in the window the measured cost counts.
    pub step_cost: f32,
    /// Most steps per frame with the stepping `capped`.
    pub max_steps_per_frame: u32,
    /// Whether pictures show the bodies on their way from the state before to the last one, by the rest of time that
    /// makes no whole step. Changes pictures only.
    pub interpolation: bool,
}

/// What a frame loop makes of the time that a frame took (chapter 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stepping {
    /// One step of `dt` per frame, however long the frame took: slow motion when frames are longer than `dt`.
    Fixed,
    /// One step as long as the last frame: never slow, but the errors change with every frame.
    Variable,
    /// As many steps of `dt` as real time asks for. When they cost more than `dt` each, every frame asks for more than
    /// the one before: the well of despair.
    Accumulator,
    /// The same, with at most `max_steps_per_frame`; what is left over is forgotten.
    Capped,
    /// The same, with no more steps than the cost of a step allows without making frames longer; the rest is forgotten.
    Adaptive,
}

/// How velocities and positions are advanced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct IntegratorSettings {
    /// How free bodies fly under gravity, springs and drag.
    pub method: IntegratorMethod,
    /// How the gyroscopic torque −ω × Iω is treated.
    pub gyroscopic: Gyroscopic,
    /// Off: bodies never turn (infinite inertia), the experiment of chapter 2.4.
    pub rotations: bool,
    /// Multiplies the inertia of every dynamic body, on top of the body's own scale.
    pub inertia_scale: f32,
    /// Share of linear velocity lost per second, 1/s, on top of the body's own.
    pub linear_damping: f32,
    /// Share of angular velocity lost per second, 1/s, on top of the body's own.
    pub angular_damping: f32,
}

/// How a body flies that nothing touches. A body with a contact or a joint always takes the symplectic step, because its
/// constraints are solved on velocities and its position has to follow from the solved velocity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IntegratorMethod {
    /// Old velocities move, old forces accelerate: gains energy on every orbit and spring.
    ExplicitEuler,
    /// Forces change velocities, new velocities move: energy swings but stays.
    SymplecticEuler,
    /// Forces of springs and drag are those at the end of the step: never unstable, and loses energy.
    ImplicitEuler,
    /// Half a kick, a move, half a kick: symplectic, and of second order.
    VelocityVerlet,
    /// Runge and Kutta's four slopes: of fourth order, with a tiny loss of energy.
    Rk4,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Gyroscopic {
    /// ω is constant without torque: angular momentum is not kept, but nothing can blow up.
    Off,
    /// ω += h I⁻¹(−ω × Iω): gains energy, and blows up for long thin fast bodies.
    Explicit,
    /// Implicit midpoint rule in body axes: keeps angular momentum, and energy to second order.
    Implicit,
}

/// How animated bodies act on what they touch (chapter 2.9 on animated objects).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AnimatedSettings {
    /// What contacts are told about the motion of an animated body.
    pub velocity: AnimatedVelocity,
    /// How heavy an animated body is for contacts and joints.
    pub mass: AnimatedMass,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnimatedVelocity {
    /// The velocity that brings it to its next pose, linear and angular.
    FromPath,
    /// None: it is put from pose to pose (the "ghost animation" artifact).
    Zero,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnimatedMass {
    /// Nothing can slow it down.
    Infinite,
    /// That of its shapes: what it pushes pushes back, although its path goes on (the "ghost animation" artifact).
    Finite,
}

impl Default for TimeSettings {
    fn default() -> Self {
        Self {
            dt: 1.0 / 60.0,
            substeps: 4,
            stepping: Stepping::Fixed,
            frame_rate: 0.0,
            frame_jitter: 0.0,
            jitter_seed: 1,
            step_cost: 0.0,
            max_steps_per_frame: 4,
            interpolation: false,
        }
    }
}

impl Default for IntegratorSettings {
    fn default() -> Self {
        Self {
            method: IntegratorMethod::SymplecticEuler,
            gyroscopic: Gyroscopic::Implicit,
            rotations: true,
            inertia_scale: 1.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
        }
    }
}

impl Default for AnimatedSettings {
    fn default() -> Self {
        Self { velocity: AnimatedVelocity::FromPath, mass: AnimatedMass::Infinite }
    }
}
