//! The one door for outside changes.
//!
//! After creation a world changes only by stepping and by edits, so that a snapshot, the edits and a hash per step
//! are enough to run it again and to prove that it is the same.

use super::body::{BodyDef, BodyId, BodyType};
use super::joint::grab::Grab;
use super::world::World;
use crate::math::{Pose, Vec3};
use std::sync::Arc;

/// A change from outside, applied between two steps.
#[derive(Clone, Debug)]
pub enum WorldEdit {
    /// Adds a body; its id is the number of bodies before.
    AddBody(Box<BodyDef>),
    /// Puts a body somewhere else, keeping its velocity.
    SetPose {
        body: BodyId,
        world_from_body: Pose,
    },
    /// m/s and rad/s, world axes.
    SetVelocity {
        body: BodyId,
        linear: Vec3,
        angular: Vec3,
    },
    /// Acts during the next step only, N and N m, world axes; several add up.
    ApplyForce {
        body: BodyId,
        force: Vec3,
        torque: Vec3,
    },
    /// Acts at once, N s at a world point.
    ApplyImpulse {
        body: BodyId,
        impulse: Vec3,
        point: Vec3,
    },
    /// Where an animated body will be at the end of the next step; its velocity follows from the path.
    MoveAnimated {
        body: BodyId,
        world_from_body: Pose,
    },
    /// Pulls the body's point `local_anchor` (body frame) towards a world point with a soft row until released.
    Grab {
        body: BodyId,
        local_anchor: Vec3,
        target: Vec3,
    },
    /// Moves the point towards which the grabbed body is pulled.
    MoveGrab {
        target: Vec3,
    },
    ReleaseGrab,
    /// Wakes a body (and with it its island).
    Wake(BodyId),
    /// kg; the inertia is scaled along.
    SetMass {
        body: BodyId,
        mass: f32,
    },
    /// Coulomb's µ and e of all its colliders.
    SetMaterial {
        body: BodyId,
        friction: f32,
        restitution: f32,
    },
    /// Multiplies the body's inertia.
    SetInertiaScale {
        body: BodyId,
        scale: f32,
    },
}

/// Why an edit was refused; the world is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    UnknownBody(BodyId),
    NotFinite,
    /// Mass, inertia scale and their like have to be greater than zero.
    NotPositive,
}

impl std::fmt::Display for EditError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnknownBody(body) => write!(f, "there is no body with the number {}", body.0),
            Self::NotFinite => write!(f, "the edit holds a number that is not finite"),
            Self::NotPositive => write!(f, "mass and inertia scale have to be greater than zero"),
        }
    }
}

impl std::error::Error for EditError {}

impl World {
    /// Applies a change from outside, or refuses it whole.
    pub fn apply(&mut self, edit: WorldEdit) -> Result<(), EditError> {
        if let Some(body) = edit.body()
            && body.index() >= self.bodies.len()
        {
            return Err(EditError::UnknownBody(body));
        }
        if !edit.is_finite() {
            return Err(EditError::NotFinite);
        }
        self.stillness.disturb();
        match edit {
            WorldEdit::AddBody(def) => {
                self.add_body(*def);
            }
            WorldEdit::SetPose { body, world_from_body } => {
                let state = &mut self.states[body.index()];
                state.position = world_from_body.translation;
                state.rotation = world_from_body.rotation.normalize();
                self.wake(body);
            }
            WorldEdit::SetVelocity { body, linear, angular } => {
                if self.bodies[body.index()].body_type != BodyType::Static {
                    let state = &mut self.states[body.index()];
                    state.velocity = linear;
                    state.angular_velocity = angular;
                    self.wake(body);
                }
            }
            WorldEdit::ApplyForce { body, force, torque } => {
                self.bodies[body.index()].force += force;
                self.bodies[body.index()].torque += torque;
                self.wake(body);
            }
            WorldEdit::ApplyImpulse { body, impulse, point } => {
                let state = &mut self.states[body.index()];
                let arm = point - state.position;
                state.velocity += impulse * state.inv_mass;
                state.angular_velocity += state.inv_inertia * arm.cross(impulse);
                self.wake(body);
            }
            WorldEdit::MoveAnimated { body, world_from_body } => {
                let body = &mut self.bodies[body.index()];
                body.target = Some(world_from_body);
                body.is_scripted = true;
            }
            WorldEdit::Grab { body, local_anchor, target } => {
                if self.bodies[body.index()].body_type == BodyType::Dynamic {
                    self.grab = Some(Grab::new(body, local_anchor, target));
                    self.wake(body);
                }
            }
            WorldEdit::MoveGrab { target } => {
                if let Some(grab) = &mut self.grab {
                    grab.target = target;
                }
            }
            WorldEdit::ReleaseGrab => self.grab = None,
            WorldEdit::Wake(body) => self.wake(body),
            WorldEdit::SetMass { body, mass } => {
                if mass <= 0.0 {
                    return Err(EditError::NotPositive);
                }
                self.set_mass(body, mass);
            }
            WorldEdit::SetMaterial { body, friction, restitution } => {
                for collider in Arc::make_mut(&mut self.colliders).iter_mut().filter(|c| c.body == body) {
                    collider.friction = friction.max(0.0);
                    collider.restitution = restitution.clamp(0.0, 1.0);
                }
                self.refresh_materials();
                self.wake(body);
            }
            WorldEdit::SetInertiaScale { body, scale } => {
                if scale <= 0.0 {
                    return Err(EditError::NotPositive);
                }
                self.bodies[body.index()].inertia_scale = scale;
                self.bodies[body.index()].refresh_inertia();
                self.wake(body);
            }
        }
        Ok(())
    }

    fn set_mass(&mut self, body: BodyId, mass: f32) {
        let entry = &mut self.bodies[body.index()];
        if entry.body_type != BodyType::Dynamic || entry.mass <= 0.0 {
            return;
        }
        entry.inertia *= mass / entry.mass;
        entry.mass = mass;
        entry.refresh_inertia();
        self.states[body.index()].inv_mass = 1.0 / mass;
        self.wake(body);
    }

    fn refresh_materials(&mut self) {
        for contact in &mut self.contacts {
            contact.combine_materials(&self.colliders);
        }
    }

    pub(super) fn wake(&mut self, body: BodyId) {
        let body = &mut self.bodies[body.index()];
        body.is_asleep = false;
        body.rest_secs = 0.0;
    }
}

impl WorldEdit {
    fn body(&self) -> Option<BodyId> {
        match self {
            Self::SetPose { body, .. }
            | Self::SetVelocity { body, .. }
            | Self::ApplyForce { body, .. }
            | Self::ApplyImpulse { body, .. }
            | Self::MoveAnimated { body, .. }
            | Self::Grab { body, .. }
            | Self::Wake(body)
            | Self::SetMass { body, .. }
            | Self::SetMaterial { body, .. }
            | Self::SetInertiaScale { body, .. } => Some(*body),
            Self::AddBody(_) | Self::MoveGrab { .. } | Self::ReleaseGrab => None,
        }
    }

    fn is_finite(&self) -> bool {
        match self {
            Self::AddBody(def) => {
                def.world_from_body.is_finite()
                    && def.linear_velocity.is_finite()
                    && def.angular_velocity.is_finite()
                    && def.mass.is_finite()
                    && def.inertia.is_finite()
            }
            Self::SetPose { world_from_body, .. } | Self::MoveAnimated { world_from_body, .. } => {
                world_from_body.is_finite()
            }
            Self::SetVelocity { linear, angular, .. } => linear.is_finite() && angular.is_finite(),
            Self::ApplyForce { force, torque, .. } => force.is_finite() && torque.is_finite(),
            Self::ApplyImpulse { impulse, point, .. } => impulse.is_finite() && point.is_finite(),
            Self::Grab { local_anchor, target, .. } => local_anchor.is_finite() && target.is_finite(),
            Self::MoveGrab { target } => target.is_finite(),
            Self::SetMass { mass, .. } => mass.is_finite(),
            Self::SetMaterial { friction, restitution, .. } => friction.is_finite() && restitution.is_finite(),
            Self::SetInertiaScale { scale, .. } => scale.is_finite(),
            Self::ReleaseGrab | Self::Wake(_) => true,
        }
    }
}
