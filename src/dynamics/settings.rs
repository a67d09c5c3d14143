//! Every tunable of the core, with its unit, default and reason. One struct per stage of the step.
//!
//! These are plain values: a preset stores them, `--set path=value` and the window change them, and the step
//! only reads them. The table that gives each of them a label, a range and a tooltip is [`super::setting_info`].

mod collision;
mod motion;

pub use collision::*;
pub use motion::*;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// All settings of a step. Anything left out of a file has the default shown here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StepSettings {
    /// Acceleration of free bodies, m/s², world axes.
    pub gravity: [f32; 3],
    pub time: TimeSettings,
    pub integrator: IntegratorSettings,
    pub animated: AnimatedSettings,
    pub broad_phase: BroadPhaseSettings,
    pub narrow_phase: NarrowPhaseSettings,
    pub ccd: CcdSettings,
    pub solver: SolverSettings,
    pub friction: FrictionSettings,
    pub joint: JointSettings,
    pub restitution: RestitutionSettings,
    pub sleep: SleepSettings,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SolverSettings {
    pub method: SolverMethod,
    /// Sweeps over all rows per substep, with bias.
    pub velocity_iterations: u32,
    /// Sweeps without bias after positions moved (method `soft` only).
    pub relax_iterations: u32,
    /// Further sweeps over the contacts with static bodies alone, after all others.
    pub static_iterations: u32,
    /// Share of the last impulses that is applied at the start, 0 to 1.2; friction rows have their own.
    pub warm_start: f32,
    /// The same for friction rows, 0 to 1.2.
    pub warm_start_friction: f32,
    /// Every change is multiplied by this: above 1 sweeps overshoot on purpose (methods `sequential_impulse`, `jacobi`).
    pub over_relaxation: f32,
    /// Order in which rows are solved.
    pub order: RowOrder,
    /// Seed of the order `shuffled`.
    pub shuffle_seed: u32,
    /// Treats the lower body of a contact as heavier, so that support travels up a stack in one sweep.
    pub shock_propagation: ShockPropagation,
    /// Inverse mass of the lower body is multiplied by this when shock propagation is on (0 freezes it).
    pub shock_mass_scale: f32,
    /// How position errors are removed (methods other than `soft`).
    pub position_correction: PositionCorrection,
    /// Sweeps of `split_impulse` and `nonlinear` per substep.
    pub position_iterations: u32,
    /// Share of the error removed per substep, or per position sweep (methods other than `soft`).
    pub baumgarte: f32,
    /// Overlap that is left alone, m.
    pub slop: f32,
    /// Fastest speed at which overlap is pushed out, m/s.
    pub max_push_out_speed: f32,
    /// Stiffness of soft contacts, cycles per second; limited to a quarter of the substep rate.
    pub contact_hertz: f32,
    /// Damping ratio of soft contacts; above 1 is overdamped.
    pub contact_damping_ratio: f32,
    /// Stiffness of soft joints, cycles per second; limited to a quarter of the substep rate. The default is above that
    /// for any usual substep, so that more substeps make stiffer joints; joints that are solved directly are then rigid.
    pub joint_hertz: f32,
    /// Damping ratio of soft joints.
    pub joint_damping_ratio: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SolverMethod {
    /// Projected Gauss–Seidel on velocities; position errors by Baumgarte bias.
    SequentialImpulse,
    /// All rows see the same velocities, then all impulses are applied at once.
    Jacobi,
    /// Gauss–Seidel over manifolds: the normal impulses of one manifold are found together.
    Block,
    /// The row with the largest violation is solved next.
    WorstFirst,
    /// Soft contacts, the normals of a manifold together, with a relax pass (the default).
    Soft,
}

impl SolverMethod {
    /// Whether the rows of a manifold or a joint are solved together.
    pub const fn is_block(self) -> bool {
        matches!(self, Self::Block | Self::Soft)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RowOrder {
    /// Joints, then contacts, as they were found.
    Generated,
    Reversed,
    /// A new random order every substep, from the seed and the step.
    Shuffled,
    /// Contacts near a static support first.
    BottomUp,
    /// Contacts with static bodies first.
    StaticFirst,
    /// Contacts with static bodies last.
    StaticLast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PositionCorrection {
    /// Overlaps and gaps stay.
    None,
    /// A velocity bias; part of the push remains as speed.
    Baumgarte,
    /// Separate pseudo-velocities, forgotten after the substep.
    SplitImpulse,
    /// Positions are corrected directly, with errors measured anew before every sweep.
    Nonlinear,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShockPropagation {
    Off,
    /// Inverse masses are scaled by level in every sweep.
    MassScaling,
    /// One last sweep from the ground up, in which the lower body of each contact cannot move.
    LevelByLevel,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FrictionSettings {
    pub model: FrictionModel,
    /// Shape of the bound on the friction impulse.
    pub bound: FrictionBound,
    /// Normal force per contact that the model `decoupled_fixed` supposes, N.
    pub fixed_force: f32,
    /// Pulls a sticking point back to where it first stuck (friction drift compensation).
    pub anchors: bool,
    /// Share of the tangential drift taken back per second, 1/s.
    pub anchor_rate: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FrictionModel {
    None,
    /// Bounded by µ times the normal impulse of the same sweep (Coulomb).
    Coupled,
    /// Bounded by µ times the normal impulse of the last substep: friction is solved without waiting for the normals.
    DecoupledLast,
    /// Bounded by µ times a fixed normal force, whatever lies on the contact.
    DecoupledFixed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FrictionBound {
    /// Each tangent direction has its own bound: up to √2 too strong along the diagonal.
    Pyramid,
    /// The two directions share one bound: the same in every direction.
    Cone,
}

/// How joints are solved, and what all of them have besides their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct JointSettings {
    /// How the rows of joints are solved.
    pub rows: JointRows,
    /// Axes along which the anchors of a joint are held together.
    pub axes: JointAxes,
    /// How limits act.
    pub limits: JointLimits,
    /// Stiffness of soft limits that name none themselves, cycles per second; limited to a quarter of the substep rate.
    pub limit_hertz: f32,
    /// Damping ratio of soft limits that name none themselves.
    pub limit_damping_ratio: f32,
    /// Largest torque by which every joint that turns resists turning, N m, on top of the joint's own.
    pub friction: f32,
    /// Torque per turning speed by which every joint that turns resists turning, N m s, on top of the joint's own.
    pub damping: f32,
    /// What is done about anchors that have drifted apart.
    pub recovery: JointRecovery,
    /// Draws jointed bodies where their anchors would coincide; the simulation does not notice.
    pub visual_displacement: bool,
    /// Which bodies of a jointed structure collide with each other.
    pub self_collision: SelfCollision,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JointRows {
    /// What suits the method best: `tree` for soft and block, `three` for the classic ones.
    Automatic,
    /// The anchors are held by a single row along the gap between them (the "single-axis joint" artifact).
    One,
    /// Scalar rows, one after the other.
    Three,
    /// All rows of a joint together.
    Block,
    /// All joints of a structure together, by a direct solver; joints that close a loop as in `block`.
    Tree,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JointAxes {
    /// The same axes for ever.
    World,
    /// The axes of the joint's frame on body A: what is remembered for warm starting turns with it.
    Body,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JointLimits {
    /// As each joint says: a spring where it names a stiffness, else a firm stop that is seen coming.
    ByJoint,
    /// Nothing happens until the limit is exceeded; then a share of the excess is removed at once.
    Hard,
    /// Every limit is a spring.
    Soft,
    /// Limits do nothing.
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JointRecovery {
    /// The drift stays.
    None,
    /// A bias velocity closes the gap: soft in the method `soft`, else Baumgarte's share.
    Velocity,
    /// As `velocity`, and after each step bodies are moved by hand until the anchors meet.
    MoveBodies,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SelfCollision {
    /// All but the two bodies of a joint, unless the joint says so.
    ByJoint,
    /// All bodies, those of one joint too.
    All,
    /// No two bodies of one structure.
    None,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RestitutionSettings {
    /// Approach speed below which nothing bounces, m/s.
    pub threshold: f32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SleepSettings {
    pub enabled: bool,
    /// Speed of a body's fastest point below which it counts as resting, m/s.
    pub speed: f32,
    /// How long a whole island has to rest before it sleeps, s.
    pub delay_secs: f32,
}

impl Default for StepSettings {
    fn default() -> Self {
        Self {
            gravity: [0.0, -9.81, 0.0],
            time: TimeSettings::default(),
            integrator: IntegratorSettings::default(),
            animated: AnimatedSettings::default(),
            broad_phase: BroadPhaseSettings::default(),
            narrow_phase: NarrowPhaseSettings::default(),
            ccd: CcdSettings::default(),
            solver: SolverSettings::default(),
            friction: FrictionSettings::default(),
            joint: JointSettings::default(),
            restitution: RestitutionSettings::default(),
            sleep: SleepSettings::default(),
        }
    }
}

impl Default for SolverSettings {
    fn default() -> Self {
        Self {
            method: SolverMethod::Soft,
            velocity_iterations: 1,
            relax_iterations: 2,
            static_iterations: 0,
            warm_start: 1.0,
            warm_start_friction: 1.0,
            over_relaxation: 1.0,
            order: RowOrder::Generated,
            shuffle_seed: 1,
            shock_propagation: ShockPropagation::Off,
            shock_mass_scale: 0.1,
            position_correction: PositionCorrection::Baumgarte,
            position_iterations: 3,
            baumgarte: 0.2,
            slop: 0.0005,
            max_push_out_speed: 3.0,
            contact_hertz: 45.0,
            contact_damping_ratio: 10.0,
            joint_hertz: 480.0,
            joint_damping_ratio: 2.0,
        }
    }
}

impl Default for FrictionSettings {
    fn default() -> Self {
        Self {
            model: FrictionModel::Coupled,
            bound: FrictionBound::Cone,
            fixed_force: 1000.0,
            anchors: true,
            anchor_rate: 5.0,
        }
    }
}

impl Default for JointSettings {
    fn default() -> Self {
        Self {
            rows: JointRows::Automatic,
            axes: JointAxes::World,
            limits: JointLimits::ByJoint,
            limit_hertz: 10.0,
            limit_damping_ratio: 1.0,
            friction: 0.0,
            damping: 0.0,
            recovery: JointRecovery::Velocity,
            visual_displacement: false,
            self_collision: SelfCollision::ByJoint,
        }
    }
}

impl JointSettings {
    /// The way that the method suggests, unless one was chosen.
    pub(super) fn rows_for(&self, method: SolverMethod) -> JointRows {
        match (self.rows, method) {
            (JointRows::Automatic, SolverMethod::Soft | SolverMethod::Block) => JointRows::Tree,
            (JointRows::Automatic, _) => JointRows::Three,
            (chosen, _) => chosen,
        }
    }
}

impl Default for RestitutionSettings {
    fn default() -> Self {
        Self { threshold: 0.5 }
    }
}

impl Default for SleepSettings {
    fn default() -> Self {
        Self { enabled: true, speed: 0.03, delay_secs: 0.5 }
    }
}
