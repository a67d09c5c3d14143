//! The recording format as serde types: JSON lines. First the header, then for each branch one line that opens it, its
//! inputs and its hashes, and at last a line that says how many there were: a file that was cut off has none.
//!
//! SI units, world frame, quaternions as x, y, z, w. Numbers are written so that they read back to the same bits.

use crate::dynamics::{BodyDef, BodyId, BodyType, ColliderDef, StepSettings, WorldEdit};
use crate::instrument::export::{ShapeJson, shape_from_json, shape_to_json};
use crate::math::{Mat3, Pose, Quat, Vec3};
use serde::{Deserialize, Serialize};

/// Value of the key `format` in the header.
pub const RECORDING_FORMAT: &str = "jitterscope-recording";
/// Value of the key `version`; a newer one is refused.
pub const RECORDING_VERSION: u32 = 1;
/// Hashes in one line.
pub(super) const HASHES_PER_LINE: usize = 256;

type V3 = [f32; 3];
type V4 = [f32; 4];

/// First line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    pub format: String,
    pub version: u32,
    /// Version of the program that recorded it.
    #[serde(default)]
    pub program: String,
    /// Id of a shipped preset, or the path of a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shipped: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default)]
    pub variant: Option<String>,
    /// The text of the preset, so that the recording does not depend on a file that may change.
    pub preset: String,
    pub branches: u32,
    /// Branch and step that were shown.
    pub current: u32,
    pub cursor: u64,
    #[serde(default)]
    pub bookmarks: Vec<BookmarkJson>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BookmarkJson {
    pub step: u64,
    pub label: String,
}

/// Any line after the first.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Line {
    /// Opens the next branch.
    Branch {
        #[serde(default)]
        parent: Option<u32>,
        fork: u64,
        label: String,
    },
    /// Settings that came in after a step of the branch that is open.
    Settings { after: u64, settings: Box<StepSettings> },
    /// An edit that came in after a step.
    Edit { after: u64, edit: EditJson },
    /// 16 hexadecimal digits for each step, from `first` on.
    Hashes { first: u64, hashes: Vec<String> },
    /// Last line: how many lines stand before it.
    End { lines: usize },
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PoseJson {
    p: V3,
    q: V4,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum EditJson {
    AddBody { body: Box<BodyJson> },
    SetPose { body: u32, pose: PoseJson },
    SetVelocity { body: u32, linear: V3, angular: V3 },
    ApplyForce { body: u32, force: V3, torque: V3 },
    ApplyImpulse { body: u32, impulse: V3, point: V3 },
    MoveAnimated { body: u32, pose: PoseJson },
    Grab { body: u32, local_anchor: V3, target: V3 },
    MoveGrab { target: V3 },
    ReleaseGrab {},
    Wake { body: u32 },
    SetMass { body: u32, mass: f32 },
    SetMaterial { body: u32, friction: f32, restitution: f32 },
    SetInertiaScale { body: u32, scale: f32 },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BodyJson {
    name: String,
    kind: KindJson,
    pose: PoseJson,
    linear_velocity: V3,
    angular_velocity: V3,
    mass: f32,
    /// By columns.
    inertia: [f32; 9],
    inertia_scale: f32,
    linear_damping: f32,
    angular_damping: f32,
    linear_drag: f32,
    quadratic_drag: f32,
    gravity_scale: f32,
    can_sleep: bool,
    ccd: bool,
    colliders: Vec<ColliderJson>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KindJson {
    Static,
    Animated,
    Dynamic,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ColliderJson {
    shape: ShapeJson,
    pose: PoseJson,
    friction: f32,
    restitution: f32,
}

impl PoseJson {
    fn of(pose: &Pose) -> Self {
        Self { p: pose.translation.to_array(), q: pose.rotation.to_array() }
    }

    fn pose(self) -> Pose {
        Pose::new(Vec3::from_array(self.p), Quat::from_array(self.q))
    }
}

impl EditJson {
    pub fn of(edit: &WorldEdit) -> Self {
        let v = |v: &Vec3| v.to_array();
        match edit {
            WorldEdit::AddBody(def) => Self::AddBody { body: Box::new(BodyJson::of(def)) },
            WorldEdit::SetPose { body, world_from_body } => {
                Self::SetPose { body: body.0, pose: PoseJson::of(world_from_body) }
            }
            WorldEdit::SetVelocity { body, linear, angular } => {
                Self::SetVelocity { body: body.0, linear: v(linear), angular: v(angular) }
            }
            WorldEdit::ApplyForce { body, force, torque } => {
                Self::ApplyForce { body: body.0, force: v(force), torque: v(torque) }
            }
            WorldEdit::ApplyImpulse { body, impulse, point } => {
                Self::ApplyImpulse { body: body.0, impulse: v(impulse), point: v(point) }
            }
            WorldEdit::MoveAnimated { body, world_from_body } => {
                Self::MoveAnimated { body: body.0, pose: PoseJson::of(world_from_body) }
            }
            WorldEdit::Grab { body, local_anchor, target } => {
                Self::Grab { body: body.0, local_anchor: v(local_anchor), target: v(target) }
            }
            WorldEdit::MoveGrab { target } => Self::MoveGrab { target: v(target) },
            WorldEdit::ReleaseGrab => Self::ReleaseGrab {},
            WorldEdit::Wake(body) => Self::Wake { body: body.0 },
            WorldEdit::SetMass { body, mass } => Self::SetMass { body: body.0, mass: *mass },
            WorldEdit::SetMaterial { body, friction, restitution } => {
                Self::SetMaterial { body: body.0, friction: *friction, restitution: *restitution }
            }
            WorldEdit::SetInertiaScale { body, scale } => Self::SetInertiaScale { body: body.0, scale: *scale },
        }
    }

    /// `Err` says what cannot be understood.
    pub fn edit(self) -> Result<WorldEdit, String> {
        let v = Vec3::from_array;
        Ok(match self {
            Self::AddBody { body } => WorldEdit::AddBody(Box::new(body.def()?)),
            Self::SetPose { body, pose } => WorldEdit::SetPose { body: BodyId(body), world_from_body: pose.pose() },
            Self::SetVelocity { body, linear, angular } => {
                WorldEdit::SetVelocity { body: BodyId(body), linear: v(linear), angular: v(angular) }
            }
            Self::ApplyForce { body, force, torque } => {
                WorldEdit::ApplyForce { body: BodyId(body), force: v(force), torque: v(torque) }
            }
            Self::ApplyImpulse { body, impulse, point } => {
                WorldEdit::ApplyImpulse { body: BodyId(body), impulse: v(impulse), point: v(point) }
            }
            Self::MoveAnimated { body, pose } => {
                WorldEdit::MoveAnimated { body: BodyId(body), world_from_body: pose.pose() }
            }
            Self::Grab { body, local_anchor, target } => {
                WorldEdit::Grab { body: BodyId(body), local_anchor: v(local_anchor), target: v(target) }
            }
            Self::MoveGrab { target } => WorldEdit::MoveGrab { target: v(target) },
            Self::ReleaseGrab {} => WorldEdit::ReleaseGrab,
            Self::Wake { body } => WorldEdit::Wake(BodyId(body)),
            Self::SetMass { body, mass } => WorldEdit::SetMass { body: BodyId(body), mass },
            Self::SetMaterial { body, friction, restitution } => {
                WorldEdit::SetMaterial { body: BodyId(body), friction, restitution }
            }
            Self::SetInertiaScale { body, scale } => WorldEdit::SetInertiaScale { body: BodyId(body), scale },
        })
    }
}

impl BodyJson {
    fn of(def: &BodyDef) -> Self {
        Self {
            name: def.name.clone(),
            kind: match def.body_type {
                BodyType::Static => KindJson::Static,
                BodyType::Animated => KindJson::Animated,
                BodyType::Dynamic => KindJson::Dynamic,
            },
            pose: PoseJson::of(&def.world_from_body),
            linear_velocity: def.linear_velocity.to_array(),
            angular_velocity: def.angular_velocity.to_array(),
            mass: def.mass,
            inertia: def.inertia.to_cols_array(),
            inertia_scale: def.inertia_scale,
            linear_damping: def.linear_damping,
            angular_damping: def.angular_damping,
            linear_drag: def.linear_drag,
            quadratic_drag: def.quadratic_drag,
            gravity_scale: def.gravity_scale,
            can_sleep: def.can_sleep,
            ccd: def.ccd,
            colliders: def
                .colliders
                .iter()
                .map(|c| ColliderJson {
                    shape: shape_to_json(&c.shape),
                    pose: PoseJson::of(&c.body_from_shape),
                    friction: c.friction,
                    restitution: c.restitution,
                })
                .collect(),
        }
    }

    fn def(self) -> Result<BodyDef, String> {
        let colliders = self.colliders.into_iter().map(|c| {
            let shape =
                shape_from_json(c.shape).ok_or("a shape of an added body is of an unknown or impossible kind")?;
            Ok(ColliderDef { shape, body_from_shape: c.pose.pose(), friction: c.friction, restitution: c.restitution })
        });
        Ok(BodyDef {
            name: self.name,
            body_type: match self.kind {
                KindJson::Static => BodyType::Static,
                KindJson::Animated => BodyType::Animated,
                KindJson::Dynamic => BodyType::Dynamic,
            },
            world_from_body: self.pose.pose(),
            linear_velocity: Vec3::from_array(self.linear_velocity),
            angular_velocity: Vec3::from_array(self.angular_velocity),
            mass: self.mass,
            inertia: Mat3::from_cols_array(&self.inertia),
            inertia_scale: self.inertia_scale,
            linear_damping: self.linear_damping,
            angular_damping: self.angular_damping,
            linear_drag: self.linear_drag,
            quadratic_drag: self.quadratic_drag,
            gravity_scale: self.gravity_scale,
            can_sleep: self.can_sleep,
            ccd: self.ccd,
            colliders: colliders.collect::<Result<_, &str>>()?,
        })
    }
}
