//! Settings of the stages that find contacts: broad phase, narrow phase, continuous collision detection.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BroadPhaseSettings {
    pub method: BroadPhaseMethod,
    /// Enlarges every AABB on each side, m. Negative margins make bodies meet too late (the "shoot-out" artifact).
    pub margin: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BroadPhaseMethod {
    /// Every pair is tested: the reference.
    BruteForce,
    /// Sort along the axis of the largest variance, then sweep.
    SweepAndPrune,
    /// The same on nodes of 16 bytes with bounds of 16 bits (chapter 3): pairs up to two cells apart come along.
    QuantisedSweepAndPrune,
    /// A tree of enlarged bounds that is mended where bodies leave theirs.
    AabbTree,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NarrowPhaseSettings {
    pub method: NarrowPhaseMethod,
    /// How contact points are made once the direction is known.
    pub manifold: ManifoldMode,
    /// Directions in which `sampled` looks for corners: 4, 8 or 12 find corners up to 90°, 135° or 150°.
    pub sample_count: u32,
    /// Angle δ between the normal and those directions, degrees: tilts up to it count as lying flat.
    pub sample_angle_degrees: f32,
    pub pruning: Pruning,
    /// Start of the random choice of the pruning `unstable`.
    pub pruning_seed: u32,
    /// Gap up to which a contact is kept as a speculative one, m: a resting contact must not blink.
    pub speculative_distance: f32,
    /// Relative motion below which a pair keeps its manifold and only moves it along, m. 0 finds every manifold anew.
    pub recycle_distance: f32,
    /// A fault on purpose: contacts deeper than a tenth of the thinner shape report the whole thickness as their depth,
    /// as if they had to be pushed out at the far side (the "shoot-out" artifact).
    pub deep_contact_fault: bool,
    /// Corrects contacts whose normal points into a neighbouring part: the seams of a floor made of parts.
    pub filter_internal_edges: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NarrowPhaseMethod {
    /// Separating axes with Gauss-map pruning (chapter 4).
    Sat,
    /// GJK distance and, when overlapping, EPA (chapter 5).
    GjkEpa,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ManifoldMode {
    /// Clipping of the two faces: every point at once.
    Full,
    /// Support points in a few directions around the normal, intersected (chapter 4).
    Sampled,
    /// The deepest point only, collected over the steps in a cache of up to four.
    OnePointCached,
    /// The deepest point only, and none of the steps before (the "rattling stack" artifact).
    OnePoint,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pruning {
    /// Keep all points of a manifold (up to 8).
    None,
    /// Reduce to 4 points, the same ones every step.
    Consistent,
    /// Three points, others every step (the "unstable pruning" artifact).
    Unstable,
}

/// Continuous collision detection: what is done about bodies that move far in one step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CcdSettings {
    pub mode: CcdMode,
    pub bodies: CcdBodies,
    /// Motion per step from which on a body counts as fast, in thicknesses of its thinnest shape.
    pub fast_threshold: f32,
    pub on_impact: OnImpact,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CcdMode {
    /// Contacts are looked for at the ends of substeps only.
    Off,
    /// Contacts reach ahead by the motion of a substep and act as if the bodies touched (the "early stop" artifact).
    EarlyEngage,
    /// Contacts reach ahead likewise, and let the gap close within the substep, but no further.
    Speculative,
    /// After the step the straight way of each body is checked, with the orientation of the start.
    LinearSweep,
    /// After the step the way of each body is checked, turning included.
    NonlinearSweep,
}

impl CcdMode {
    /// Whether contacts reach ahead.
    pub const fn reaches_ahead(self) -> bool {
        matches!(self, Self::EarlyEngage | Self::Speculative)
    }

    /// Whether ways are checked after the step.
    pub const fn sweeps(self) -> bool {
        matches!(self, Self::LinearSweep | Self::NonlinearSweep)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CcdBodies {
    /// Every dynamic body, however slow; sweeps stop it at whatever it meets, dynamic bodies included.
    All,
    /// Dynamic bodies beyond the threshold; sweeps stop them at static and animated bodies.
    Fast,
    /// Bodies with the mark `ccd`; sweeps stop them at whatever they meet.
    Marked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnImpact {
    /// The body waits at the surface for the next step.
    Stop,
    /// The impact is solved, and the body moves on for the time that is left.
    Substep,
}

impl Default for BroadPhaseSettings {
    fn default() -> Self {
        Self { method: BroadPhaseMethod::SweepAndPrune, margin: 0.02 }
    }
}

impl Default for NarrowPhaseSettings {
    fn default() -> Self {
        Self {
            method: NarrowPhaseMethod::Sat,
            manifold: ManifoldMode::Full,
            sample_count: 8,
            sample_angle_degrees: 10.0,
            pruning: Pruning::Consistent,
            pruning_seed: 1,
            speculative_distance: 0.02,
            recycle_distance: 0.002,
            deep_contact_fault: false,
            filter_internal_edges: true,
        }
    }
}

impl Default for CcdSettings {
    fn default() -> Self {
        Self { mode: CcdMode::NonlinearSweep, bodies: CcdBodies::Fast, fast_threshold: 0.25, on_impact: OnImpact::Stop }
    }
}
