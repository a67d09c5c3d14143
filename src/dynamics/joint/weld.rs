//! Weld: the two frames coincide.
//!
//! ```text
//! q   = q_A⁻¹ q_B  of the two joint frames, w ≥ 0
//! C_k = e_k · R_A (2 q_xyz)                 the rotation from A's frame to B's, world axes, for small angles
//! Ċ_k ≈ e_k · (ω_B − ω_A)
//! J   = [ 0, −e, 0, e ]   for e along the three world axes, after the three rows of a ball joint
//! ```

use super::{Joint, JointError, JointId, ball};
use crate::dynamics::body::BodyState;
use crate::dynamics::solver::{RowKind, RowSink};
use crate::math::{Pose, Quat, Vec3};

pub(super) fn push_rows(joint: &Joint, id: JointId, a: &BodyState, b: &BodyState, sink: &mut RowSink<'_>) {
    ball::push_point_rows(joint, id, 0, a, b, sink);
    let frame_a = a.rotation * joint.a_from_joint.rotation;
    let error = frame_a * (2.0 * relative_rotation(joint, a.rotation, b.rotation).xyz());
    for (k, axis) in Vec3::AXES.into_iter().enumerate() {
        let jacobian = (Vec3::ZERO, axis, axis);
        sink.push(Joint::row_id(id, 3 + k), RowKind::JointAngular, jacobian, error.dot(axis), (a, b));
    }
}

/// From A's joint frame to B's, on the half of the sphere where the angle is at most π.
fn relative_rotation(joint: &Joint, a: Quat, b: Quat) -> Quat {
    let q = (a * joint.a_from_joint.rotation).conjugate() * (b * joint.b_from_joint.rotation);
    if q.w < 0.0 { -q } else { q }
}

pub(super) fn measured_error(joint: &Joint, a: &Pose, b: &Pose) -> JointError {
    let q = relative_rotation(joint, a.rotation, b.rotation);
    JointError { angle: 2.0 * q.xyz().length().atan2(q.w), ..ball::measured_error(joint, a, b) }
}
