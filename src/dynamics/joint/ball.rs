//! Ball joint: the two anchors coincide. With limits it is a cone-twist joint.
//!
//! ```text
//! C  = p_B − p_A,   p = x + r
//! Ċ  = v_B + ω_B × r_B − v_A − ω_A × r_A
//! J  = [ −e, −(r_A × e), e, r_B × e ]   for e along the axes of the world (or of A's frame)
//!
//! swing   C  = limit − φ,  cos φ = z_A · z_B,   n = z_A × z_B / |…|       λ ≥ 0
//!         Ċ  = −n · (ω_B − ω_A)
//! twist   ψ  = 2 atan2(q_z, q_w)  of q = q_A⁻¹ q_B                        (q = swing · twist about Z)
//!         ψ̇  = t · (ω_B − ω_A),   t = (z_A + z_B) / (1 + z_A · z_B)
//!         C  = ψ − lower  or  upper − ψ                                   λ ≥ 0
//! ```
//!
//! The twist loses its meaning where z_B = −z_A; there the row is left out. Friction and damping act along the three
//! axes of A's frame. Sources: book, section 2.7; the twist rate follows from q̇ = ½ ω q (tested below by differences).

use super::{Joint, JointError};
use crate::dynamics::settings::{JointAxes, JointRows};
use crate::dynamics::solver::{RowKind, RowSink};
use crate::math::{Pose, Quat, Vec3};

const SWING: usize = 3;
const TWIST: usize = 4;
const FRICTION: usize = 6;
const DAMPING: usize = 9;

pub(super) fn push_rows(joint: &Joint, sink: &mut RowSink<'_>) {
    push_point_rows(joint, sink);
    let (a, b) = sink.states();
    let [frame_a, frame_b] = joint.frames(a, b);
    let (z_a, z_b) = (frame_a * Vec3::Z, frame_b * Vec3::Z);
    let options = &joint.options;
    if let Some(largest) = options.swing_limit {
        let normal = z_a.cross(z_b);
        let angle = normal.length().atan2(z_a.dot(z_b));
        // While the axes are parallel any direction of swing will do: the cone is round.
        let n = normal.normalize_or(frame_a * Vec3::X);
        sink.limit(SWING, (Vec3::ZERO, -n, -n), largest - angle);
    }
    let cosine = z_a.dot(z_b);
    if let Some(limit) = options.limit.filter(|_| cosine > -0.99) {
        let axis = (z_a + z_b) / (1.0 + cosine);
        let angle = twist(joint, a.rotation, b.rotation);
        sink.limit(TWIST, (Vec3::ZERO, axis, axis), angle - limit.lower);
        sink.limit(TWIST + 1, (Vec3::ZERO, -axis, -axis), limit.upper - angle);
    }
    push_resistance(joint, frame_a, sink);
}

/// Friction and damping of all three rotations.
fn push_resistance(joint: &Joint, frame_a: Quat, sink: &mut RowSink<'_>) {
    let friction = joint.options.friction + sink.settings().friction;
    let damping = joint.options.damping + sink.settings().damping;
    for (k, axis) in Vec3::AXES.into_iter().enumerate() {
        let axis = frame_a * axis;
        sink.friction(FRICTION + k, (Vec3::ZERO, axis, axis), friction);
        sink.damping(DAMPING + k, (Vec3::ZERO, axis, axis), damping);
    }
}

/// The rows that keep two anchors together, slots 0 to 2; hinge and weld begin with them too.
pub(super) fn push_point_rows(joint: &Joint, sink: &mut RowSink<'_>) {
    let (a, b) = sink.states();
    let r_a = a.rotation * joint.a_from_joint.translation;
    let r_b = b.rotation * joint.b_from_joint.translation;
    let gap = (b.position - a.position) + (r_b - r_a);
    if sink.rows_mode() == JointRows::One {
        // Along the gap, or while there is none along the relative velocity: what the book warns of.
        let speed = b.velocity_at(r_b) - a.velocity_at(r_a);
        let n = if gap.length() > 1e-6 { gap.normalize() } else { speed.normalize_or(Vec3::Y) };
        sink.equality_without_memory(0, RowKind::JointLinear, (n, r_a.cross(n), r_b.cross(n)), gap.dot(n));
        return;
    }
    let turn = if sink.settings().axes == JointAxes::Body { joint.frames(a, b)[0] } else { Quat::IDENTITY };
    for (k, axis) in Vec3::AXES.into_iter().enumerate() {
        let axis = turn * axis;
        sink.equality(k, RowKind::JointLinear, (axis, r_a.cross(axis), r_b.cross(axis)), gap.dot(axis));
    }
}

pub(super) fn measured_error(joint: &Joint, a: &Pose, b: &Pose) -> JointError {
    let [on_a, on_b] = joint.anchors(a, b);
    JointError { gap: on_a.distance(on_b), angle: 0.0 }
}

/// Angle between the two Z axes, rad.
pub(super) fn swing(joint: &Joint, a: Quat, b: Quat) -> f32 {
    let z_a = a * joint.a_from_joint.rotation * Vec3::Z;
    let z_b = b * joint.b_from_joint.rotation * Vec3::Z;
    z_a.cross(z_b).length().atan2(z_a.dot(z_b))
}

/// Turn of B about its own Z axis, −π to π.
pub(super) fn twist(joint: &Joint, a: Quat, b: Quat) -> f32 {
    let q = joint.relative_rotation(a, b);
    wrapped(2.0 * q.z.atan2(q.w))
}

/// An angle brought to −π … π.
pub(super) fn wrapped(angle: f32) -> f32 {
    use std::f32::consts::{PI, TAU};
    if angle > PI {
        angle - TAU
    } else if angle < -PI {
        angle + TAU
    } else {
        angle
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::{BodyId, JointDef, JointKind, JointOptions};

    #[test]
    fn twist_and_swing_change_as_the_rows_say() {
        let joint = Joint::new(JointDef {
            name: String::new(),
            kind: JointKind::Ball,
            body_a: BodyId(0),
            body_b: BodyId(1),
            a_from_joint: Pose::new(Vec3::ZERO, Quat::from_rotation_x(0.3)),
            b_from_joint: Pose::new(Vec3::ZERO, Quat::from_rotation_y(-0.4)),
            collide_connected: false,
            options: JointOptions::default(),
        });
        for k in 0..20 {
            let k = k as f32;
            let a = Quat::from_scaled_axis(Vec3::new(0.3 * k.sin(), 0.5 * k.cos(), 0.2));
            let b = Quat::from_scaled_axis(Vec3::new(0.4 * k.cos(), 0.2, 0.6 * (1.3 * k).sin()));
            let (w_a, w_b) = (Vec3::new(0.7, -0.4, 0.9), Vec3::new(-0.3, 1.1, 0.5 * k.cos()));
            let z_a = a * joint.a_from_joint.rotation * Vec3::Z;
            let z_b = b * joint.b_from_joint.rotation * Vec3::Z;
            let twist_rate = (z_a + z_b).dot(w_b - w_a) / (1.0 + z_a.dot(z_b));
            let swing_rate = z_a.cross(z_b).normalize().dot(w_b - w_a);
            let e = 2e-3;
            let at = |s: f32| (Quat::from_scaled_axis(w_a * s) * a, Quat::from_scaled_axis(w_b * s) * b);
            let ((a1, b1), (a0, b0)) = (at(e), at(-e));
            let by_difference = |f: fn(&Joint, Quat, Quat) -> f32| (f(&joint, a1, b1) - f(&joint, a0, b0)) / (2.0 * e);
            assert!((by_difference(twist) - twist_rate).abs() < 2e-3, "twist, case {k}");
            assert!((by_difference(swing) - swing_rate).abs() < 2e-3, "swing, case {k}");
        }
    }
}
