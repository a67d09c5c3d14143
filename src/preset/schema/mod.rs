//! The preset file as types: what can be written, in the words of the file.
//!
//! These structs are saved with serde and described by `jitterscope schema`; reading is done by [`super::load`], which
//! collects every problem instead of stopping at the first. The field comments are the manual: they end up in the JSON
//! Schema. Optional fields stay optional here, so that saving writes back no more than the author wrote.

mod lesson;
mod named;
mod scene;
mod spring;
mod templates;
mod view;

pub use lesson::{Lesson, LessonMeasure, LessonStep, Take};
pub use named::NamedList;
pub use scene::{
    Body, BodyKind, BodyPath, DrivenBy, EulerDegrees, Event, Force, Interpolation, Joint, JointType, Keyframe, Motor,
    Part, PoseChange, Ramp, Rotation, Scene, ShapeSpec, SoftLimit, VelocityChange,
};
pub use spring::Spring;
pub use templates::{Chain, ChainEnd, ChainJoint, HorizontalAxis, Ragdoll, Repeat, Template};
pub use view::{Camera, OverlayName, Plot, Quantity, Watch};

use super::overlay::SettingsOverlay;
use schemars::JsonSchema;
use serde::Serialize;

/// The version of the format that this program writes.
pub const VERSION: u32 = 1;

/// A preset of Jitterscope: a scene, the settings to run it with, and what to look at.
/// SI units, right-handed axes, Y up; angles in radians unless the name says degrees.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Always "jitterscope-preset".
    pub format: Format,
    /// Version of the format: 1. A newer one is refused, an older one is converted when it is read.
    #[schemars(range(min = 1, max = 1))]
    pub version: u32,
    /// A few words for lists.
    pub title: String,
    /// Markdown: what happens, why, and what cures it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// One sentence shown over the paused scene: what to press and what to look for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Words to find the scene by; those that can be seen in it ("joints", "stacking") need not be given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Vec<String>>")]
    pub tags: Vec<String>,
    /// How long `run` and `verify` run by default, simulated s. Default: 5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f32>,
    /// Bodies, joints and what happens to them.
    pub scene: Scene,
    /// Settings of the core. Anything left out has its default.
    #[serde(skip_serializing_if = "SettingsOverlay::is_empty")]
    #[schemars(with = "Option<crate::dynamics::StepSettings>")]
    pub settings: SettingsOverlay,
    /// Named changes to the same start, in the order in which they are shown.
    #[serde(skip_serializing_if = "NamedList::is_empty")]
    #[schemars(with = "Option<NamedList<Variant>>")]
    pub variants: NamedList<Variant>,
    /// Where to look from. Default: the whole scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera: Option<Camera>,
    /// Which numbers and overlays to show first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch: Option<Watch>,
    /// Steps of a lesson.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lesson: Option<Lesson>,
    /// Many runs of the same scene with one body started a little further each time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
}

/// The word by which a preset file is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Format {
    #[serde(rename = "jitterscope-preset")]
    Preset,
}

/// What differs from the preset itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// A few words for lists. Default: the variant's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The cure that this variant shows, in the words of the artifact reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cures: Option<String>,
    /// Markdown: what to expect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Laid over the preset's settings: only what is written here changes.
    #[serde(skip_serializing_if = "SettingsOverlay::is_empty")]
    #[schemars(with = "Option<crate::dynamics::StepSettings>")]
    pub settings: SettingsOverlay,
    /// Laid over bodies. The key is a body's name; the name of a repeated body or template (`tower` means every
    /// `tower[…]` and `tower.…`); or the beginning of names and a star (`tower*`).
    #[serde(skip_serializing_if = "NamedList::is_empty")]
    #[schemars(with = "Option<NamedList<BodyChange>>")]
    pub bodies: NamedList<BodyChange>,
}

/// What a variant changes about a body.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BodyChange {
    /// Where the shape's origin starts, m. Not for bodies of a repetition or a template.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<[f32; 3]>,
    /// Another shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<ShapeSpec>,
    /// kg/m³; replaces a mass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f32>,
    /// kg; replaces a density.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<f32>,
    /// Multiplies the inertia that follows from shape and mass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inertia_scale: Option<f32>,
    /// Coulomb's µ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<f32>,
    /// e, from 0 (dead) to 1 (bounces back as fast as it came).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restitution: Option<f32>,
    /// Share of velocity lost per second, 1/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linear_damping: Option<f32>,
    /// Share of angular velocity lost per second, 1/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angular_damping: Option<f32>,
    /// Multiplies gravity for this body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity_scale: Option<f32>,
    /// Whether the body may fall asleep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_sleep: Option<bool>,
    /// How an animated body follows its path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driven_by: Option<DrivenBy>,
}

/// Runs the scene `count` times; run i starts `body` at its position + i/count × `offset`. For artifacts that some
/// starts miss by luck, like tunnelling.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// The body that starts elsewhere.
    pub body: String,
    /// The whole range of starts, m.
    pub offset: [f32; 3],
    /// Number of runs.
    pub count: u32,
}

impl Preset {
    /// Default of `seconds`.
    pub const DEFAULT_SECONDS: f32 = 5.0;

    /// An empty scene with default settings.
    pub fn empty(title: &str) -> Self {
        Self {
            format: Format::Preset,
            version: VERSION,
            title: title.to_owned(),
            description: None,
            hint: None,
            tags: Vec::new(),
            seconds: None,
            scene: Scene::default(),
            settings: SettingsOverlay::default(),
            variants: NamedList::default(),
            camera: None,
            watch: None,
            lesson: None,
            sweep: None,
        }
    }

    /// How long to run by default, s.
    pub fn seconds(&self) -> f32 {
        self.seconds.unwrap_or(Self::DEFAULT_SECONDS)
    }

    /// The JSON Schema of the format.
    pub fn json_schema() -> serde_json::Value {
        let mut schema = schemars::schema_for!(Self);
        schema.insert("title".to_owned(), "Jitterscope preset".into());
        schema.to_value()
    }
}
