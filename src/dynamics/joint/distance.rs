//! Distance joint: the two anchors stay a fixed distance apart.
//!
//! ```text
//! d  = p_B − p_A,   n = d / |d|
//! C  = |d| − length
//! Ċ  = n · (v_B + ω_B × r_B − v_A − ω_A × r_A)
//! J  = [ −n, −(r_A × n), n, r_B × n ]
//! ```
//!
//! Anchors that coincide have no direction: the row then pushes along Y.

use super::{Joint, JointError};
use crate::dynamics::solver::{RowKind, RowSink};
use crate::math::{Pose, Vec3};

pub(super) fn push_rows(joint: &Joint, length: f32, sink: &mut RowSink<'_>) {
    let (a, b) = sink.states();
    let r_a = a.rotation * joint.a_from_joint.translation;
    let r_b = b.rotation * joint.b_from_joint.translation;
    let d = (b.position - a.position) + (r_b - r_a);
    let n = d.normalize_or(Vec3::Y);
    sink.equality(0, RowKind::JointLinear, (n, r_a.cross(n), r_b.cross(n)), d.length() - length);
}

pub(super) fn measured_error(joint: &Joint, length: f32, a: &Pose, b: &Pose) -> JointError {
    let [on_a, on_b] = joint.anchors(a, b);
    JointError { gap: (on_a.distance(on_b) - length).abs(), angle: 0.0 }
}
