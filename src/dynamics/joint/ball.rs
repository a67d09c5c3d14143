//! Ball joint: the two anchors coincide.
//!
//! ```text
//! C  = p_B − p_A,   p = x + r
//! Ċ  = v_B + ω_B × r_B − v_A − ω_A × r_A
//! J  = [ −e, −(r_A × e), e, r_B × e ]   for e along the three world axes
//! ```
//!
//! Book: chapter 2, section 2.7.

use super::{Joint, JointError, JointId};
use crate::dynamics::body::BodyState;
use crate::dynamics::solver::{RowKind, RowSink};
use crate::math::{Pose, Vec3};

pub(super) fn push_rows(joint: &Joint, id: JointId, a: &BodyState, b: &BodyState, sink: &mut RowSink<'_>) {
    push_point_rows(joint, id, 0, a, b, sink);
}

/// The three rows that keep two anchors together; hinge and weld begin with them too.
pub(super) fn push_point_rows(
    joint: &Joint,
    id: JointId,
    first_row: usize,
    a: &BodyState,
    b: &BodyState,
    sink: &mut RowSink<'_>,
) {
    let r_a = a.rotation * joint.a_from_joint.translation;
    let r_b = b.rotation * joint.b_from_joint.translation;
    let gap = (b.position - a.position) + (r_b - r_a);
    for (k, axis) in Vec3::AXES.into_iter().enumerate() {
        let jacobian = (axis, r_a.cross(axis), r_b.cross(axis));
        sink.push(Joint::row_id(id, first_row + k), RowKind::JointLinear, jacobian, gap.dot(axis), (a, b));
    }
}

pub(super) fn measured_error(joint: &Joint, a: &Pose, b: &Pose) -> JointError {
    let [on_a, on_b] = joint.anchors(a, b);
    JointError { gap: on_a.distance(on_b), angle: 0.0 }
}
