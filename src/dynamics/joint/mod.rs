//! Joints. Each kind has one file with the same quartet, in the same order: definition, rows, measured error, anchors.

pub mod ball;
pub mod distance;
pub mod grab;
pub mod hinge;
pub mod weld;

use super::body::{BodyId, BodyState};
use super::solver::{RowId, RowSink};
use crate::math::{Pose, Vec3};

/// Index of a joint in [`super::World::joints`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointId(pub u32);

/// What a joint allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// The two anchors coincide; all rotations are free.
    Ball,
    /// The two anchors coincide, and the two frames' Z axes are parallel; rotation about Z is free.
    Hinge,
    /// The two anchors stay a fixed distance apart, m.
    Distance { length: f32 },
    /// The two frames coincide.
    Weld,
}

impl JointKind {
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Ball => "ball",
            Self::Hinge => "hinge",
            Self::Distance { .. } => "distance",
            Self::Weld => "weld",
        }
    }

    /// Most rows that a joint can have.
    pub const MAX_ROWS: usize = 6;
}

/// Everything needed to make a joint.
#[derive(Clone, Debug)]
pub struct JointDef {
    pub name: String,
    pub kind: JointKind,
    pub body_a: BodyId,
    pub body_b: BodyId,
    /// The joint's frame in each body's: origin = anchor, Z = axis of a hinge.
    pub a_from_joint: Pose,
    pub b_from_joint: Pose,
    /// Whether the two bodies also collide with each other.
    pub collide_connected: bool,
}

/// A joint of the world with what the solver remembers about it.
#[derive(Clone, Debug)]
pub struct Joint {
    pub name: std::sync::Arc<str>,
    pub kind: JointKind,
    pub body_a: BodyId,
    pub body_b: BodyId,
    pub a_from_joint: Pose,
    pub b_from_joint: Pose,
    pub collide_connected: bool,
    /// Accumulated impulse of each row in the last substep, N s or N m s.
    pub(super) lambdas: [f32; JointKind::MAX_ROWS],
    /// Sum over the step of the linear impulse on B, world axes, N s.
    pub total_impulse: Vec3,
    /// Sum over the step of the angular impulse on B, world axes, N m s.
    pub total_angular_impulse: Vec3,
}

/// How far a joint is from what it demands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointError {
    /// Distance between where the anchors are and where they should be, m.
    pub gap: f32,
    /// Angle between where the axes are and where they should be, rad.
    pub angle: f32,
}

impl Joint {
    pub(super) fn new(def: JointDef) -> Self {
        Self {
            name: def.name.into(),
            kind: def.kind,
            body_a: def.body_a,
            body_b: def.body_b,
            a_from_joint: def.a_from_joint,
            b_from_joint: def.b_from_joint,
            collide_connected: def.collide_connected,
            lambdas: [0.0; JointKind::MAX_ROWS],
            total_impulse: Vec3::ZERO,
            total_angular_impulse: Vec3::ZERO,
        }
    }

    pub(super) fn push_rows(&self, id: JointId, a: &BodyState, b: &BodyState, sink: &mut RowSink<'_>) {
        match self.kind {
            JointKind::Ball => ball::push_rows(self, id, a, b, sink),
            JointKind::Hinge => hinge::push_rows(self, id, a, b, sink),
            JointKind::Distance { length } => distance::push_rows(self, length, id, a, b, sink),
            JointKind::Weld => weld::push_rows(self, id, a, b, sink),
        }
    }

    /// The error measured from the poses, never from what the solver believes.
    pub fn measured_error(&self, a: &Pose, b: &Pose) -> JointError {
        match self.kind {
            JointKind::Ball => ball::measured_error(self, a, b),
            JointKind::Hinge => hinge::measured_error(self, a, b),
            JointKind::Distance { length } => distance::measured_error(self, length, a, b),
            JointKind::Weld => weld::measured_error(self, a, b),
        }
    }

    /// The two anchor points in the world.
    pub fn anchors(&self, a: &Pose, b: &Pose) -> [Vec3; 2] {
        [a.transform_point(self.a_from_joint.translation), b.transform_point(self.b_from_joint.translation)]
    }

    pub(super) fn row_id(id: JointId, row: usize) -> RowId {
        RowId::Joint { joint: id.0, row: row as u8 }
    }
}
