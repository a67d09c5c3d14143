//! How a scene is shown and taught: camera, plots, overlays, lesson.

use schemars::JsonSchema;
use serde::Serialize;

/// Where to look from: `distance` with `yaw_degrees` and `pitch_degrees`, or `eye`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Camera {
    /// Point in the middle of the picture, m.
    pub target: [f32; 3],
    /// From the target, m. Default: 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f32>,
    /// 0 looks along -z; positive goes round to the right, so that 90 looks along -x. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yaw_degrees: Option<f32>,
    /// Height of the camera above the level of the target, -89 to 89. Default: 15.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pitch_degrees: Option<f32>,
    /// Where the camera is, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eye: Option<[f32; 3]>,
}

/// Which numbers and overlays to show first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Watch {
    /// Numbers over time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Vec<Plot>>")]
    pub plots: Vec<Plot>,
    /// What is drawn over the scene.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Vec<OverlayName>>")]
    pub overlays: Vec<OverlayName>,
    /// Time at which it shows, s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<f32>,
}

/// A number over time.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    pub quantity: Quantity,
    /// Of this body. Default: of the whole scene (its largest, or its sum).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
}

/// What can be plotted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// J
    KineticEnergy,
    /// J, kinetic and potential
    TotalEnergy,
    /// m/s
    Speed,
    /// rad/s
    AngularSpeed,
    /// Of the centre of mass, m
    Height,
    /// Level distance of the centre of mass from where it started, m
    Travel,
    /// Worst overlap, m
    Penetration,
    /// Worst distance between the anchors of a joint, m
    JointGap,
    /// Contact points born and gone per step
    ContactChurn,
    /// Bodies asleep
    Asleep,
    /// Largest remaining row violation after each sweep, m/s
    Residual,
    /// Sum of the normal impulses, N s
    NormalImpulse,
    /// The number of the artifact that the preset shows
    Artifact,
}

/// What can be drawn over the scene; the same words as `render --show`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OverlayName {
    Contacts,
    Normals,
    Impulses,
    Friction,
    Joints,
    Aabbs,
    Velocity,
    Sleep,
    Islands,
    Anchors,
    JointDrift,
    Shells,
    Sweeps,
}

impl Quantity {
    /// Name and unit, for people.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::KineticEnergy => ("kinetic energy", "J"),
            Self::TotalEnergy => ("total energy", "J"),
            Self::Speed => ("speed", "m/s"),
            Self::AngularSpeed => ("turning speed", "rad/s"),
            Self::Height => ("height of the centre", "m"),
            Self::Travel => ("level distance from the start", "m"),
            Self::Penetration => ("overlap", "m"),
            Self::JointGap => ("joint gap", "m"),
            Self::ContactChurn => ("contact points born and gone in a step", ""),
            Self::Asleep => ("bodies asleep", ""),
            Self::Residual => ("residual", "m/s"),
            Self::NormalImpulse => ("normal impulses together", "N s"),
            Self::Artifact => ("the artifact", ""),
        }
    }
}
