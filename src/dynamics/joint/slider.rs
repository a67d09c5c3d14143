//! Slider: B keeps its rotation relative to A, and its anchor stays on the line through A's anchor along A's Z axis.
//!
//! ```text
//! d   = p_B − p_A,   z, u, v = Z, X and Y axes of A's frame, world
//! C_u = u · d,       Ċ_u = u · (v_B + ω_B × r_B − v_A − ω_A × r_A) + (ω_A × u) · d
//! J   = [ −u, −((r_A + d) × u), u, r_B × u ],   v alike      the line rides on A: its arm reaches to p_B
//! rotation: as for a weld
//!
//! way      s = z · d,   J = [ −z, −((r_A + d) × z), z, r_B × z ]
//! limits, motor, friction and damping as for a hinge, with s for θ and forces for torques
//! ```
//!
//! Book: section 2.7; the arm r_A + d as in Catto's prismatic joint of Box2D.

use super::{Joint, JointError, hinge, weld};
use crate::dynamics::solver::{RowKind, RowSink};
use crate::math::{Pose, Vec3};

const LIMIT: usize = 5;
const MOTOR: usize = 7;
const FRICTION: usize = 8;
const DAMPING: usize = 9;

pub(super) fn push_rows(joint: &Joint, sink: &mut RowSink<'_>) {
    let (a, b) = sink.states();
    let frame_a = joint.frames(a, b)[0];
    let r_a = a.rotation * joint.a_from_joint.translation;
    let r_b = b.rotation * joint.b_from_joint.translation;
    let d = (b.position - a.position) + (r_b - r_a);
    let along = |axis: Vec3| (axis, (r_a + d).cross(axis), r_b.cross(axis));
    for (k, axis) in [frame_a * Vec3::X, frame_a * Vec3::Y].into_iter().enumerate() {
        sink.equality(k, RowKind::JointLinear, along(axis), d.dot(axis));
    }
    weld::push_rotation_rows(joint, 2, sink);
    let axis = frame_a * Vec3::Z;
    hinge::push_free_rows(joint, along(axis), d.dot(axis), [LIMIT, MOTOR, FRICTION, DAMPING], false, sink);
}

pub(super) fn measured_error(joint: &Joint, a: &Pose, b: &Pose) -> JointError {
    let [on_a, on_b] = joint.anchors(a, b);
    let axis = a.rotation * joint.a_from_joint.rotation * Vec3::Z;
    let d = on_b - on_a;
    JointError { gap: d.reject_from_normalized(axis).length(), ..weld::measured_error(joint, a, b) }
}

/// How far B's anchor has moved along the axis, m.
pub(super) fn way(joint: &Joint, a: &Pose, b: &Pose) -> f32 {
    let [on_a, on_b] = joint.anchors(a, b);
    (on_b - on_a).dot(a.rotation * joint.a_from_joint.rotation * Vec3::Z)
}
