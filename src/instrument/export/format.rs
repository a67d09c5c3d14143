//! The trace format as serde types: one header line, then one line per step. See the README for the keys.
//!
//! SI units, world frame, quaternions as x, y, z, w. Everything except `step`, `time` and `bodies[].id/p/q` is
//! optional for a reader, and keys that it does not know are ignored, so that other engines can write traces too.

use crate::collision::{Feature, FeatureId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Value of the key `format` in the header.
pub const TRACE_FORMAT: &str = "jitterscope-trace";
/// Value of the key `version`; a reader refuses newer ones.
pub const TRACE_VERSION: u32 = 1;

pub type V3 = [f32; 3];
pub type V4 = [f32; 4];

/// First line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Header {
    pub format: String,
    pub version: u32,
    #[serde(default)]
    pub preset: String,
    #[serde(default)]
    pub variant: String,
    #[serde(default)]
    pub settings: Value,
    /// s
    #[serde(default)]
    pub dt: Option<f32>,
    #[serde(default)]
    pub substeps: Option<u32>,
    #[serde(default)]
    pub gravity: Option<V3>,
    #[serde(default)]
    pub bodies: Vec<HeaderBody>,
    #[serde(default)]
    pub joints: Vec<HeaderJoint>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct HeaderBody {
    pub id: u32,
    #[serde(default)]
    pub name: Option<String>,
    /// "static", "animated" or "dynamic".
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    #[serde(default)]
    pub mass: Option<f32>,
    /// Diagonal of the tensor in body axes: I_xx, I_yy, I_zz.
    #[serde(default)]
    pub inertia: Option<V3>,
    /// I_xy, I_xz, I_yz, where they are not zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inertia_products: Option<V3>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<ShapeJson>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ShapeJson {
    Sphere {
        radius: f32,
    },
    Box {
        half_extents: V3,
    },
    Capsule {
        half_height: f32,
        radius: f32,
    },
    Hull {
        vertices: Vec<V3>,
    },
    HalfSpace {
        normal: V3,
    },
    /// Also used for a single shape that does not sit at the body's centre of mass.
    Compound {
        parts: Vec<PartJson>,
    },
    /// A kind that this version does not know: the body is kept, its shape is not.
    #[serde(other)]
    Unknown,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct PartJson {
    pub p: V3,
    pub q: V4,
    pub shape: ShapeJson,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct HeaderJoint {
    pub id: u32,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    pub a: u32,
    pub b: u32,
    /// In the bodies' frames, m.
    #[serde(default)]
    pub anchor_a: Option<V3>,
    #[serde(default)]
    pub anchor_b: Option<V3>,
}

/// Every further line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Step {
    pub step: u64,
    pub time: f64,
    pub bodies: Vec<StepBody>,
    #[serde(default)]
    pub contacts: Vec<StepContact>,
    #[serde(default)]
    pub joints: Vec<StepJoint>,
    #[serde(default)]
    pub energy: Option<StepEnergy>,
    /// Body by body, as in `bodies`; only where bodies are drawn displaced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub displacements: Vec<V3>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub residuals: Vec<f32>,
    /// 16 hexadecimal digits.
    #[serde(default)]
    pub hash: Option<String>,
    /// On the last step of a frame, for runs that are driven frame by frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<StepFrame>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StepFrame {
    pub number: u64,
    pub steps_asked: u32,
    pub steps_done: u32,
    /// How long the frame took, s.
    pub secs: f64,
    /// When it began, s.
    pub real_time: f64,
    #[serde(default)]
    pub alpha: f32,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StepBody {
    pub id: u32,
    pub p: V3,
    pub q: V4,
    #[serde(default)]
    pub v: Option<V3>,
    #[serde(default)]
    pub w: Option<V3>,
    #[serde(default)]
    pub asleep: bool,
    #[serde(default)]
    pub island: Option<u32>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StepContact {
    pub a: u32,
    pub b: u32,
    #[serde(default)]
    pub collider_a: Option<u32>,
    #[serde(default)]
    pub collider_b: Option<u32>,
    #[serde(default)]
    pub feature: Option<String>,
    pub p: V3,
    pub n: V3,
    #[serde(default)]
    pub separation: f32,
    #[serde(default)]
    pub normal_impulse: f32,
    #[serde(default)]
    pub friction_impulse: V3,
    #[serde(default)]
    pub age: u32,
    #[serde(default)]
    pub friction: f32,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StepJoint {
    pub id: u32,
    #[serde(default)]
    pub gap: f32,
    #[serde(default)]
    pub angle_error: f32,
    #[serde(default)]
    pub impulse: V3,
    #[serde(default)]
    pub anchor_a: Option<V3>,
    #[serde(default)]
    pub anchor_b: Option<V3>,
    #[serde(default)]
    pub coordinate: f32,
    #[serde(default)]
    pub limit_impulse: f32,
    #[serde(default)]
    pub is_broken: bool,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StepEnergy {
    pub kinetic: f64,
    pub potential: f64,
    /// The part of `kinetic` that is spin.
    #[serde(default)]
    pub angular: f64,
}

/// Feature ids are opaque to a reader: what matters is that the same text means the same point.
pub(super) fn feature_text(feature: u32) -> String {
    FeatureId(feature).to_string()
}

/// Our own ids come back as they were; any other text is folded to 32 bits (FNV-1a).
pub(super) fn feature_number(text: &str) -> u32 {
    own_feature(text).map_or_else(
        || text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)),
        |id| id.0,
    )
}

/// Reads what [`FeatureId`] displays, such as `vA3·fB2`.
fn own_feature(text: &str) -> Option<FeatureId> {
    let (a, b) = text.split_once(['·', '×'])?;
    let feature = |part: &str, shape: char| {
        let mut letters = part.chars();
        let (kind, owner) = (letters.next()?, letters.next()?);
        let index: u16 = letters.as_str().parse().ok().filter(|_| owner == shape)?;
        match kind {
            'v' => Some(Feature::Vertex(index)),
            'e' => Some(Feature::Edge(index)),
            'f' => Some(Feature::Face(index)),
            _ => None,
        }
    };
    Some(FeatureId::new(feature(a, 'A')?, feature(b, 'B')?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_feature_ids_come_back_and_foreign_ones_stay_apart() {
        let parts = [Feature::Vertex(0), Feature::Edge(11), Feature::Face(255)];
        for (a, b) in parts.iter().flat_map(|a| parts.iter().map(move |b| (*a, *b))) {
            let id = FeatureId::new(a, b);
            assert_eq!(feature_number(&feature_text(id.0)), id.0, "{id}");
        }
        assert_ne!(feature_number("12:7"), feature_number("12:8"));
    }
}
