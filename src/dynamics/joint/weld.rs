//! Weld: the two frames coincide.
//!
//! ```text
//! q   = q_A⁻¹ q_B  of the two joint frames, w ≥ 0
//! C_k = e_k · R_A (2 q_xyz)                 the rotation from A's frame to B's, world axes, for small angles
//! Ċ_k ≈ e_k · (ω_B − ω_A)
//! J   = [ 0, −e, 0, e ]   for e along the three world axes, after the three rows of a ball joint
//! ```

use super::{Joint, JointError, ball};
use crate::dynamics::solver::{RowKind, RowSink};
use crate::math::{Pose, Vec3};

pub(super) fn push_rows(joint: &Joint, sink: &mut RowSink<'_>) {
    ball::push_point_rows(joint, sink);
    push_rotation_rows(joint, 3, sink);
}

/// The three rows that keep two frames parallel; a slider has them too.
pub(super) fn push_rotation_rows(joint: &Joint, first_slot: usize, sink: &mut RowSink<'_>) {
    let (a, b) = sink.states();
    let frame_a = a.rotation * joint.a_from_joint.rotation;
    let error = frame_a * (2.0 * joint.relative_rotation(a.rotation, b.rotation).xyz());
    for (k, axis) in Vec3::AXES.into_iter().enumerate() {
        sink.equality(first_slot + k, RowKind::JointAngular, (Vec3::ZERO, axis, axis), error.dot(axis));
    }
}

pub(super) fn measured_error(joint: &Joint, a: &Pose, b: &Pose) -> JointError {
    let q = joint.relative_rotation(a.rotation, b.rotation);
    JointError { angle: 2.0 * q.xyz().length().atan2(q.w), ..ball::measured_error(joint, a, b) }
}
