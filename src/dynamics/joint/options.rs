//! What a joint has besides free and locked directions: limits, a motor, friction, damping, and a breaking load.
//!
//! All of them act along the free direction of the joint: the angle of a hinge (rad, N m), the way of a slider
//! (m, N), the rotations of a ball joint (rad, N m). Book: section 2.7.

/// Everything that is optional; the default has nothing of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointOptions {
    /// Range of a hinge's angle or a ball joint's twist, rad, or of a slider's way, m.
    pub limit: Option<Limit>,
    /// Largest angle between the Z axes of a ball joint's frames, rad.
    pub swing_limit: Option<f32>,
    /// Makes the limits springs.
    pub soft_limit: Option<SoftLimit>,
    /// Of a hinge or slider.
    pub motor: Option<Motor>,
    /// Largest torque (force) by which the joint resists moving, N m (N).
    pub friction: f32,
    /// Torque (force) per speed, N m s (N s/m).
    pub damping: f32,
    /// Force at which the joint breaks, N.
    pub max_force: Option<f32>,
    /// Torque at which the joint breaks, N m.
    pub max_torque: Option<f32>,
}

/// A range that contains the start, 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    pub lower: f32,
    pub upper: f32,
}

/// Spring of a limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoftLimit {
    /// Cycles per second.
    pub hertz: f32,
    pub damping_ratio: f32,
}

/// Drives the free direction at a speed as long as its torque (force) suffices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motor {
    /// Of B relative to A, rad/s (m/s).
    pub speed: f32,
    /// N m (N)
    pub max: f32,
}

impl JointOptions {
    pub(super) fn is_breakable(&self) -> bool {
        self.max_force.is_some() || self.max_torque.is_some()
    }
}
