//! The one door for outside changes.
//!
//! After creation a world changes only by stepping and by edits, so that a snapshot, the edits and a hash per step
//! are enough to run it again and to prove that it is the same.

use super::body::{BodyDef, BodyId};
use crate::math::{Pose, Vec3};

/// A change from outside, applied between two steps.
#[derive(Clone, Debug)]
pub enum WorldEdit {
    /// Adds a body; its id is the number of bodies before.
    AddBody(Box<BodyDef>),
    /// Puts a body somewhere else, keeping its velocity.
    SetPose { body: BodyId, world_from_body: Pose },
    /// m/s and rad/s, world axes.
    SetVelocity { body: BodyId, linear: Vec3, angular: Vec3 },
    /// Acts during the next step only, N and N m, world axes; several add up.
    ApplyForce { body: BodyId, force: Vec3, torque: Vec3 },
    /// Acts at once, N s at a world point.
    ApplyImpulse { body: BodyId, impulse: Vec3, point: Vec3 },
    /// Where an animated body will be at the end of the next step; its velocity follows from the path.
    MoveAnimated { body: BodyId, world_from_body: Pose },
    /// Pulls the body's point `local_anchor` (body frame) towards a world point with a soft row until released.
    Grab { body: BodyId, local_anchor: Vec3, target: Vec3 },
    /// Moves the point towards which the grabbed body is pulled.
    MoveGrab { target: Vec3 },
    ReleaseGrab,
    /// Wakes a body (and with it its island).
    Wake(BodyId),
    /// kg; the inertia is scaled along.
    SetMass { body: BodyId, mass: f32 },
    /// Coulomb's µ and e of all its colliders.
    SetMaterial { body: BodyId, friction: f32, restitution: f32 },
    /// Multiplies the body's inertia.
    SetInertiaScale { body: BodyId, scale: f32 },
}
