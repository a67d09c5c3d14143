//! Hinge: the anchors coincide and the Z axes of the two frames are parallel; rotation about Z is free.
//!
//! ```text
//! C_u = u · (z_A × z_B),   C_v = v · (z_A × z_B)     u, v = X and Y axes of A's frame, world
//! Ċ_u ≈ u · (ω_B − ω_A)                              exact where C = 0
//! J   = [ 0, −u, 0, u ]
//! ```
//!
//! The two axes ride on A, so that their impulses mean the same in the next step. Book: section 2.7.

use super::{Joint, JointError, JointId, ball};
use crate::dynamics::body::BodyState;
use crate::dynamics::solver::{RowKind, RowSink};
use crate::math::{Pose, Vec3};

pub(super) fn push_rows(joint: &Joint, id: JointId, a: &BodyState, b: &BodyState, sink: &mut RowSink<'_>) {
    ball::push_point_rows(joint, id, 0, a, b, sink);
    let frame_a = a.rotation * joint.a_from_joint.rotation;
    let frame_b = b.rotation * joint.b_from_joint.rotation;
    let error = (frame_a * Vec3::Z).cross(frame_b * Vec3::Z);
    for (k, axis) in [frame_a * Vec3::X, frame_a * Vec3::Y].into_iter().enumerate() {
        let jacobian = (Vec3::ZERO, axis, axis);
        sink.push(Joint::row_id(id, 3 + k), RowKind::JointAngular, jacobian, error.dot(axis), (a, b));
    }
}

pub(super) fn measured_error(joint: &Joint, a: &Pose, b: &Pose) -> JointError {
    let z_a = a.rotation * joint.a_from_joint.rotation * Vec3::Z;
    let z_b = b.rotation * joint.b_from_joint.rotation * Vec3::Z;
    let angle = z_a.cross(z_b).length().atan2(z_a.dot(z_b));
    JointError { angle, ..ball::measured_error(joint, a, b) }
}
