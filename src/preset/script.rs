//! What happens to a scene from outside as time goes by: paths and events, as edits for each step.

use super::motion::Motion;
use super::schema::DrivenBy;
use crate::dynamics::{BodyId, World, WorldEdit};
use crate::math::{Pose, Vec3};
use std::sync::Arc;

/// An animated body on its path.
#[derive(Clone, Debug)]
pub(super) struct Mover {
    pub body: BodyId,
    pub motion: Motion,
    pub driven_by: DrivenBy,
}

/// Something that happens once.
#[derive(Clone, Debug)]
pub(super) struct Happening {
    /// s
    pub at: f64,
    pub body: BodyId,
    pub action: Action,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    /// N s, at a point from the centre of mass in body axes.
    Impulse {
        impulse: Vec3,
        offset: Vec3,
    },
    Velocity {
        linear: Vec3,
        angular: Vec3,
    },
    /// The core's frame.
    Pose(Pose),
    /// kg
    Mass(f32),
}

/// A force that acts for a while.
#[derive(Clone, Debug)]
pub(super) struct Push {
    /// s
    pub at: f64,
    /// s; infinite for a force that never ends.
    pub end: f64,
    pub body: BodyId,
    /// N
    pub from: Vec3,
    pub to: Vec3,
    /// From the centre of mass, in body axes, m.
    pub offset: Vec3,
}

/// The scripted part of a scene. Cheap to clone: only the number of events past belongs to the moment.
#[derive(Clone, Debug, Default)]
pub struct Script {
    movers: Arc<[Mover]>,
    /// Sorted by time.
    happenings: Arc<[Happening]>,
    pushes: Arc<[Push]>,
    /// Happenings that are over.
    past: usize,
}

impl Script {
    pub(super) fn new(movers: Vec<Mover>, mut happenings: Vec<Happening>, pushes: Vec<Push>) -> Self {
        happenings.sort_by(|a, b| a.at.total_cmp(&b.at));
        Self { movers: movers.into(), happenings: happenings.into(), pushes: pushes.into(), past: 0 }
    }

    /// Whether nothing ever happens.
    pub fn is_empty(&self) -> bool {
        self.movers.is_empty() && self.happenings.is_empty() && self.pushes.is_empty()
    }

    /// Goes to a time, s, as if everything before it had happened: for a world that was put back to a snapshot.
    pub fn seek(&mut self, time: f64, dt: f32) {
        let now = time + Self::tolerance(dt);
        // What is due exactly now happens before the step that starts now, so it is still to come.
        self.past = self.happenings.partition_point(|happening| happening.at <= now - f64::from(dt));
    }

    /// The edits to apply before the step of length `dt` (s) that starts at the world's time. Events that come due are
    /// ticked off, so call it once for each step.
    pub fn edits(&mut self, world: &World, dt: f32) -> Vec<WorldEdit> {
        let now = world.time() + Self::tolerance(dt);
        let mut edits = Vec::new();
        while let Some(happening) = self.happenings.get(self.past).filter(|happening| happening.at <= now) {
            edits.push(happening.edit(world));
            self.past += 1;
        }
        for push in self.pushes.iter().filter(|push| push.at <= now && now < push.end) {
            // The force in the middle of the step: its impulse is then exact for a ramp.
            let share = (world.time() + 0.5 * f64::from(dt) - push.at) / (push.end - push.at);
            let force = push.from.lerp(push.to, share.clamp(0.0, 1.0) as f32);
            if force != Vec3::ZERO {
                let torque = world.world_from_body(push.body).transform_vector(push.offset).cross(force);
                edits.push(WorldEdit::ApplyForce { body: push.body, force, torque });
            }
        }
        let end = world.time() + f64::from(dt);
        for mover in self.movers.iter() {
            let world_from_body = mover.motion.pose(end);
            edits.push(match mover.driven_by {
                DrivenBy::Velocity => WorldEdit::MoveAnimated { body: mover.body, world_from_body },
                DrivenBy::Pose => WorldEdit::SetPose { body: mover.body, world_from_body },
            });
        }
        edits
    }

    /// The world's time is a sum of many steps: what is due within a hundredth of a step is due now.
    fn tolerance(dt: f32) -> f64 {
        0.01 * f64::from(dt)
    }
}

impl Happening {
    fn edit(&self, world: &World) -> WorldEdit {
        let body = self.body;
        match self.action {
            Action::Impulse { impulse, offset } => {
                WorldEdit::ApplyImpulse { body, impulse, point: world.world_from_body(body).transform_point(offset) }
            }
            Action::Velocity { linear, angular } => WorldEdit::SetVelocity { body, linear, angular },
            Action::Pose(world_from_body) => WorldEdit::SetPose { body, world_from_body },
            Action::Mass(mass) => WorldEdit::SetMass { body, mass },
        }
    }
}
