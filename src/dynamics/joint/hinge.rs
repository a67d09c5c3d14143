//! Hinge: the anchors coincide and the Z axes of the two frames are parallel; rotation about Z is free.
//!
//! ```text
//! C_u = u · (z_A × z_B),   C_v = v · (z_A × z_B)     u, v = X and Y axes of A's frame, world
//! Ċ_u ≈ u · (ω_B − ω_A)                              exact where C = 0
//! J   = [ 0, −u, 0, u ]
//!
//! angle    θ = 2 atan2(q_z, q_w) of q = q_A⁻¹ q_B,   θ̇ = z · (ω_B − ω_A)
//! limits   C = θ − lower,  J = [ 0, −z, 0, z ];   C = upper − θ,  J = [ 0, z, 0, −z ];   λ ≥ 0
//! motor    θ̇ → speed,      |λ| ≤ h · max torque
//! friction θ̇ → 0,          |λ| ≤ h · friction torque
//! damping  λ = −h · damping · θ̇
//! ```
//!
//! The two axes ride on A, so that their impulses mean the same in the next step. Book: section 2.7.

use super::{Joint, JointError, ball};
use crate::dynamics::solver::{RowKind, RowSink};
use crate::math::{Pose, Quat, Vec3};

const LIMIT: usize = 5;
const MOTOR: usize = 7;
const FRICTION: usize = 8;
const DAMPING: usize = 9;

pub(super) fn push_rows(joint: &Joint, sink: &mut RowSink<'_>) {
    ball::push_point_rows(joint, sink);
    let (a, b) = sink.states();
    let [frame_a, frame_b] = joint.frames(a, b);
    let axis = frame_a * Vec3::Z;
    let error = axis.cross(frame_b * Vec3::Z);
    for (k, across) in [frame_a * Vec3::X, frame_a * Vec3::Y].into_iter().enumerate() {
        sink.equality(3 + k, RowKind::JointAngular, (Vec3::ZERO, across, across), error.dot(across));
    }
    let angle = joint.turned + ball::wrapped(angle(joint, a.rotation, b.rotation) - remainder(joint.turned));
    push_free_rows(joint, (Vec3::ZERO, axis, axis), angle, [LIMIT, MOTOR, FRICTION, DAMPING], true, sink);
}

/// Limits, motor, friction and damping along the one free direction of a hinge or slider.
pub(super) fn push_free_rows(
    joint: &Joint,
    jacobian: (Vec3, Vec3, Vec3),
    coordinate: f32,
    [limit_slot, motor_slot, friction_slot, damping_slot]: [usize; 4],
    is_turning: bool,
    sink: &mut RowSink<'_>,
) {
    let options = &joint.options;
    let back = (-jacobian.0, -jacobian.1, -jacobian.2);
    if let Some(limit) = options.limit {
        sink.limit(limit_slot, jacobian, coordinate - limit.lower);
        sink.limit(limit_slot + 1, back, limit.upper - coordinate);
    }
    if let Some(motor) = options.motor {
        sink.motor(motor_slot, jacobian, motor);
    }
    // The settings speak of torques: they are for what turns.
    let settings = sink.settings();
    let (friction, damping) = if is_turning { (settings.friction, settings.damping) } else { (0.0, 0.0) };
    sink.friction(friction_slot, jacobian, options.friction + friction);
    sink.damping(damping_slot, jacobian, options.damping + damping);
}

pub(super) fn measured_error(joint: &Joint, a: &Pose, b: &Pose) -> JointError {
    let z_a = a.rotation * joint.a_from_joint.rotation * Vec3::Z;
    let z_b = b.rotation * joint.b_from_joint.rotation * Vec3::Z;
    let angle = z_a.cross(z_b).length().atan2(z_a.dot(z_b));
    JointError { angle, ..ball::measured_error(joint, a, b) }
}

/// Turn of B about the axis relative to A, −π to π.
pub(super) fn angle(joint: &Joint, a: Quat, b: Quat) -> f32 {
    ball::twist(joint, a, b)
}

/// Counts whole turns: called once per step, in which no hinge turns by more than half a turn unnoticed.
pub(in crate::dynamics) fn count_turns(joint: &mut Joint, a: Quat, b: Quat) {
    joint.turned += ball::wrapped(angle(joint, a, b) - remainder(joint.turned));
}

/// What of a counted angle is left without whole turns, −π to π.
fn remainder(turned: f32) -> f32 {
    use std::f32::consts::TAU;
    turned - TAU * (turned / TAU).round()
}
