//! Joints. Each kind has one file with the same quartet, in the same order: definition, rows, measured error, anchors.

pub mod ball;
pub mod distance;
pub mod grab;
pub mod hinge;
mod options;
mod recovery;
pub mod slider;
pub mod weld;

pub use options::{JointOptions, Limit, Motor, SoftLimit};

use super::body::{BodyId, BodyState};
use super::solver::{RowId, RowSink};
use crate::math::{Pose, Quat, Vec3};

/// Index of a joint in [`super::World::joints`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointId(pub u32);

/// What a joint allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// The two anchors coincide; all rotations are free. With limits: a cone in which B's Z axis may swing about A's,
    /// and a range in which B may twist about its Z axis.
    Ball,
    /// The two anchors coincide, and the two frames' Z axes are parallel; rotation about Z is free.
    Hinge,
    /// B slides along the Z axis of A's frame and turns with A.
    Slider,
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
            Self::Slider => "slider",
            Self::Distance { .. } => "distance",
            Self::Weld => "weld",
        }
    }

    /// Most rows that a joint can have: a ball joint with two kinds of limits, friction and damping.
    pub const MAX_ROWS: usize = 12;
}

/// Everything needed to make a joint.
#[derive(Clone, Debug)]
pub struct JointDef {
    pub name: String,
    pub kind: JointKind,
    pub body_a: BodyId,
    pub body_b: BodyId,
    /// The joint's frame in each body's: origin = anchor, Z = axis of a hinge or slider, twist axis of a ball joint.
    pub a_from_joint: Pose,
    pub b_from_joint: Pose,
    /// Whether the two bodies also collide with each other.
    pub collide_connected: bool,
    /// Limits, motor, friction, breaking.
    pub options: JointOptions,
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
    pub options: JointOptions,
    /// The load was too much in some step: the joint does nothing any more.
    pub is_broken: bool,
    /// Accumulated impulse of each row in the last substep, N s or N m s.
    pub(super) lambdas: [f32; JointKind::MAX_ROWS],
    /// Sum over the step of the linear impulse on B, world axes, N s.
    pub total_impulse: Vec3,
    /// Sum over the step of the angular impulse on B, world axes, N m s.
    pub total_angular_impulse: Vec3,
    /// Sum over the step of the impulses of its limits, N m s (of a slider N s).
    pub total_limit_impulse: f32,
    /// Angle of a hinge so far, whole turns counted, rad. (The frames alone know it only up to a turn.)
    pub(super) turned: f32,
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
            options: def.options,
            is_broken: false,
            lambdas: [0.0; JointKind::MAX_ROWS],
            total_impulse: Vec3::ZERO,
            total_angular_impulse: Vec3::ZERO,
            total_limit_impulse: 0.0,
            turned: 0.0,
        }
    }

    /// Equality rows first, then those with bounds.
    pub(super) fn push_rows(&self, sink: &mut RowSink<'_>) {
        match self.kind {
            JointKind::Ball => ball::push_rows(self, sink),
            JointKind::Hinge => hinge::push_rows(self, sink),
            JointKind::Slider => slider::push_rows(self, sink),
            JointKind::Distance { length } => distance::push_rows(self, length, sink),
            JointKind::Weld => weld::push_rows(self, sink),
        }
    }

    /// The error measured from the poses, never from what the solver believes.
    pub fn measured_error(&self, a: &Pose, b: &Pose) -> JointError {
        match self.kind {
            JointKind::Ball => ball::measured_error(self, a, b),
            JointKind::Hinge => hinge::measured_error(self, a, b),
            JointKind::Slider => slider::measured_error(self, a, b),
            JointKind::Distance { length } => distance::measured_error(self, length, a, b),
            JointKind::Weld => weld::measured_error(self, a, b),
        }
    }

    /// The angle of [`Self::measured_error`] with its axis: axis times angle, world axes, rad.
    pub fn angle_error(&self, a: &Pose, b: &Pose) -> Vec3 {
        let axis = match self.kind {
            JointKind::Hinge => {
                let z = |body: &Pose, frame: &Pose| body.rotation * frame.rotation * Vec3::Z;
                z(a, &self.a_from_joint).cross(z(b, &self.b_from_joint))
            }
            JointKind::Slider | JointKind::Weld => {
                a.rotation * self.a_from_joint.rotation * self.relative_rotation(a.rotation, b.rotation).xyz()
            }
            JointKind::Ball | JointKind::Distance { .. } => return Vec3::ZERO,
        };
        axis.normalize_or_zero() * self.measured_error(a, b).angle
    }

    /// Where the joint stands in its free direction, measured from the poses: angle of a hinge (−π to π) or swing of
    /// a ball joint (0 to π), rad; way of a slider, m. `None` for kinds without such a number.
    pub fn coordinate(&self, a: &Pose, b: &Pose) -> Option<f32> {
        match self.kind {
            JointKind::Ball => Some(ball::swing(self, a.rotation, b.rotation)),
            JointKind::Hinge => Some(hinge::angle(self, a.rotation, b.rotation)),
            JointKind::Slider => Some(slider::way(self, a, b)),
            JointKind::Distance { .. } | JointKind::Weld => None,
        }
    }

    /// The two anchor points in the world.
    pub fn anchors(&self, a: &Pose, b: &Pose) -> [Vec3; 2] {
        [a.transform_point(self.a_from_joint.translation), b.transform_point(self.b_from_joint.translation)]
    }

    pub(super) fn row_id(id: JointId, row: usize) -> RowId {
        RowId::Joint { joint: id.0, row: row as u8 }
    }

    /// Rotation from A's joint frame to B's, on the half of the sphere where the angle is at most π.
    fn relative_rotation(&self, a: Quat, b: Quat) -> Quat {
        let q = (a * self.a_from_joint.rotation).conjugate() * (b * self.b_from_joint.rotation);
        if q.w < 0.0 { -q } else { q }
    }

    /// The joint's frame on each body, world axes.
    fn frames(&self, a: &BodyState, b: &BodyState) -> [Quat; 2] {
        [a.rotation * self.a_from_joint.rotation, b.rotation * self.b_from_joint.rotation]
    }
}
