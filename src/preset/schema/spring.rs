//! Springs as they are written in a file.

use schemars::JsonSchema;
use serde::Serialize;

/// A spring with a damper between two bodies, or between a body and a fixed point. Unlike a joint it is a force: stiff
/// ones need short steps, or an implicit integrator.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spring {
    /// Shown to people. Default: "a–b", or "a–point".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Name of a body.
    pub a: String,
    /// Name of another body. Give this or `point`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<String>,
    /// Fixed point of the world, m, to which body a is tied. Give this or `b`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<[f32; 3]>,
    /// In the frame in which body a was written, m. Default: its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor_a: Option<[f32; 3]>,
    /// In the frame in which body b was written, m. Default: its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor_b: Option<[f32; 3]>,
    /// k, N/m.
    pub stiffness: f32,
    /// c along the spring, N s/m. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damping: Option<f32>,
    /// Length at which it neither pulls nor pushes, m. Default: the length at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest_length: Option<f32>,
}
