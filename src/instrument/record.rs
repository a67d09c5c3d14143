//! What is kept of a run: plain values, one record per step. Detectors, plots, overlays and the trace read these
//! and never the world.

use crate::geometry::Shape;
use crate::math::{Mat3, Pose, Quat, Vec3};
use serde::Serialize;
use std::sync::Arc;

/// What does not change during a run.
#[derive(Clone, Debug, Default)]
pub struct RunHeader {
    /// Preset id or file, and variant, for titles; empty when unknown.
    pub preset: String,
    pub variant: String,
    /// s
    pub dt: f32,
    pub substeps: u32,
    /// m/s²
    pub gravity: Vec3,
    pub bodies: Vec<BodyInfo>,
    pub joints: Vec<JointInfo>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    Static,
    Animated,
    Dynamic,
}

#[derive(Clone, Debug)]
pub struct BodyInfo {
    pub id: u32,
    pub name: Arc<str>,
    pub kind: BodyKind,
    /// kg
    pub mass: f32,
    /// About the centre of mass, body axes, kg m².
    pub inertia: Mat3,
    /// Shapes with their poses in the body's frame (origin = centre of mass).
    pub shapes: Vec<(Pose, Shape)>,
}

#[derive(Clone, Debug)]
pub struct JointInfo {
    pub id: u32,
    pub name: Arc<str>,
    /// "ball", "hinge", …
    pub kind: &'static str,
    pub body_a: u32,
    pub body_b: u32,
    /// Anchor in each body's frame, m.
    pub local_anchor_a: Vec3,
    pub local_anchor_b: Vec3,
}

/// State of everything at the end of a step.
#[derive(Clone, Debug, Default)]
pub struct StepRecord {
    /// Number of steps done; 0 is the start.
    pub step: u64,
    /// s
    pub time: f64,
    pub bodies: Vec<BodyRecord>,
    pub contacts: Vec<ContactRecord>,
    pub joints: Vec<JointRecord>,
    /// How far each body is drawn from where it is, m, so that joints look closed; empty unless that is asked for.
    pub displacements: Vec<Vec3>,
    pub energy: Energy,
    /// Residual after each sweep of the step, in order (see `IterationEvent`); empty unless asked for.
    pub residuals: Vec<f32>,
    /// World state after the step.
    pub hash: u64,
    /// The frame whose last step this was; `None` within a frame, and where nobody drives the run frame by frame.
    pub frame: Option<FrameRecord>,
}

/// A frame of the loop that drove the run; see [`super::frame_loop`]. Frames that made no step leave no record.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FrameRecord {
    /// Counted from 1, empty frames too.
    pub number: u64,
    /// Steps that real time asked for, and those that were made.
    pub steps_asked: u32,
    pub steps_done: u32,
    /// How long the frame took, s.
    pub secs: f64,
    /// Real time since the start when the frame began, s: the moment that its picture is of.
    pub real_time: f64,
    /// Share of a step that has passed since the last state, for interpolation.
    pub alpha: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyRecord {
    pub id: u32,
    /// Centre of mass, m.
    pub position: Vec3,
    pub rotation: Quat,
    /// m/s
    pub velocity: Vec3,
    /// rad/s, world axes
    pub angular_velocity: Vec3,
    pub is_asleep: bool,
    /// Smallest body id of its island.
    pub island: u32,
}

impl BodyRecord {
    /// The body between two of its states: `alpha` 0 is `before`, 1 is `self`.
    pub fn interpolated(&self, before: &Self, alpha: f32) -> Self {
        Self {
            position: before.position.lerp(self.position, alpha),
            rotation: before.rotation.slerp(self.rotation, alpha).normalize(),
            ..*self
        }
    }

    pub fn world_from_body(&self) -> Pose {
        Pose::new(self.position, self.rotation)
    }
}

/// One point of one manifold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactRecord {
    /// Body ids.
    pub a: u32,
    pub b: u32,
    /// Collider indices: with `feature`, the identity of the point over time.
    pub collider_a: u32,
    pub collider_b: u32,
    pub feature: u32,
    /// World, m.
    pub position: Vec3,
    /// Unit, from a to b.
    pub normal: Vec3,
    /// m, negative when overlapping.
    pub separation: f32,
    /// Sum over the step, N s.
    pub normal_impulse: f32,
    /// On b, sum over the step, world axes, N s.
    pub friction_impulse: Vec3,
    /// Steps since this point was born.
    pub age: u32,
    /// µ of the two materials together.
    pub friction: f32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointRecord {
    pub id: u32,
    /// World, m.
    pub anchor_a: Vec3,
    pub anchor_b: Vec3,
    /// m
    pub gap: f32,
    /// rad
    pub angle_error: f32,
    /// Linear impulse on b, sum over the step, N s.
    pub impulse: Vec3,
    /// Angle of a hinge or swing of a ball joint, rad; way of a slider, m; 0 for other kinds.
    pub coordinate: f32,
    /// Impulse of its limits, sum over the step, N m s (slider: N s); 0 while none is reached.
    pub limit_impulse: f32,
    pub is_broken: bool,
}

/// J
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    pub linear: f64,
    pub angular: f64,
    /// −Σ m g·x, zero at the world's origin, and ½ k stretch² of every spring.
    pub potential: f64,
}

impl Energy {
    pub fn kinetic(&self) -> f64 {
        self.linear + self.angular
    }

    pub fn total(&self) -> f64 {
        self.kinetic() + self.potential
    }
}

/// A run: the header, and one record per step including the start.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    pub header: RunHeader,
    pub steps: Vec<StepRecord>,
}

impl Recording {
    pub fn body_name(&self, id: u32) -> &str {
        self.header.body(id).map_or("?", |b| &b.name)
    }

    /// Rough size in memory, bytes.
    pub fn memory_bytes(&self) -> usize {
        self.steps.iter().map(StepRecord::memory_bytes).sum()
    }

    /// Drops the oldest records, all but the last one if need be, until the rest fits into `max_bytes`; returns how
    /// many were dropped. The step numbers of the remaining records do not change.
    pub fn trim_to(&mut self, max_bytes: usize) -> usize {
        self.take_oldest(max_bytes, usize::MAX).count()
    }

    /// As [`Self::trim_to`], with a bound on the number of records too; hands out what was dropped.
    pub fn take_oldest(&mut self, max_bytes: usize, most: usize) -> impl Iterator<Item = StepRecord> + '_ {
        let mut bytes = self.memory_bytes();
        let mut dropped = 0;
        while (bytes > max_bytes || self.steps.len() - dropped > most) && dropped + 1 < self.steps.len() {
            bytes -= self.steps[dropped].memory_bytes();
            dropped += 1;
        }
        self.steps.drain(..dropped)
    }
}

impl RunHeader {
    /// Ids are indices in everything that we record; a foreign trace may number its bodies as it likes.
    pub fn body(&self, id: u32) -> Option<&BodyInfo> {
        self.bodies.get(id as usize).filter(|b| b.id == id).or_else(|| self.bodies.iter().find(|b| b.id == id))
    }
}

impl StepRecord {
    /// Where a body is drawn; `index` is its place in `bodies`.
    pub fn drawn_pose(&self, index: usize) -> Pose {
        let pose = self.bodies[index].world_from_body();
        let shift = self.displacements.get(index).copied().unwrap_or(Vec3::ZERO);
        Pose::new(pose.translation + shift, pose.rotation)
    }

    pub fn body(&self, id: u32) -> Option<&BodyRecord> {
        self.bodies.get(id as usize).filter(|b| b.id == id).or_else(|| self.bodies.iter().find(|b| b.id == id))
    }

    /// Rough size in memory, bytes.
    pub fn memory_bytes(&self) -> usize {
        size_of::<Self>()
            + self.bodies.len() * size_of::<BodyRecord>()
            + self.contacts.len() * size_of::<ContactRecord>()
            + self.joints.len() * size_of::<JointRecord>()
            + self.displacements.len() * size_of::<Vec3>()
            + self.residuals.len() * size_of::<f32>()
    }
}

impl BodyInfo {
    /// Edge lengths of the bounds of its shapes in its own frame, m; zero without shapes.
    pub fn extents(&self) -> Vec3 {
        let bounds = self.shapes.iter().map(|(pose, shape)| shape.aabb(pose)).reduce(|a, b| a.union(&b));
        bounds.map_or(Vec3::ZERO, |b| b.extents())
    }
}

impl ContactRecord {
    /// The other body, and the normal pointing from it to `id`; `None` when `id` has no part in the contact.
    pub fn seen_from(&self, id: u32) -> Option<(u32, Vec3)> {
        if self.b == id {
            Some((self.a, self.normal))
        } else if self.a == id {
            Some((self.b, -self.normal))
        } else {
            None
        }
    }

    /// Identity of the point over time.
    pub fn key(&self) -> (u32, u32, u32) {
        (self.collider_a, self.collider_b, self.feature)
    }
}
