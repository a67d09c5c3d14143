//! The world: everything that a step reads and writes.

use super::body::{Body, BodyDef, BodyId, BodyState, BodyType, Collider, MassSpec};
use super::contact::Contact;
use super::digest::Stillness;
use super::joint::grab::Grab;
use super::joint::{Joint, JointDef, JointId};
use super::settings::StepSettings;
use super::solver::{Flight, RowSet};
use super::spring::{Load, Spring};
use crate::collision::{BroadPhase, Proxy};
use crate::math::{Mat3, Pose, Vec3};
use std::sync::Arc;

/// Bodies, colliders, contacts and joints, with the time they have reached.
///
/// After creation it changes only through [`World::step`] and [`World::apply`].
#[derive(Clone, Default)]
pub struct World {
    pub(super) bodies: Vec<Body>,
    /// One per body, and behind them the fixed ground to which the mouse row is tied.
    pub(super) states: Vec<BodyState>,
    /// Shared with copies of the world: colliders change by edits only.
    pub(super) colliders: Arc<Vec<Collider>>,
    /// Sorted by collider pair.
    pub(super) contacts: Vec<Contact>,
    pub(super) joints: Vec<Joint>,
    pub(super) springs: Vec<Spring>,
    /// Body pairs (low, high) whose joint forbids contacts; sorted.
    pub(super) jointed_pairs: Vec<(u32, u32)>,
    /// Smallest body index of the jointed structure that each body belongs to.
    pub(super) structures: Vec<u32>,
    /// Whether the two lists above are up to date.
    pub(super) are_joints_listed: bool,
    pub(super) grab: Option<Grab>,
    pub(super) step_count: u64,
    pub(super) time: f64,
    pub(super) counters: Counters,
    pub(super) stillness: Stillness,
    pub(super) scratch: Scratch,
}

/// What one step did, for the profiler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Pairs with overlapping bounds.
    pub pairs: u32,
    /// Manifolds found anew, summed over the substeps.
    pub manifolds_found: u32,
    /// Manifolds carried along because their pair hardly moved.
    pub manifolds_recycled: u32,
    pub contact_points: u32,
    /// Rows of the last substep.
    pub rows: u32,
    /// Impacts to which continuous collision detection put bodies back.
    pub impacts: u32,
    pub islands: u32,
    pub awake_bodies: u32,
}

/// Buffers that hold nothing between steps except their capacity.
#[derive(Default)]
pub(super) struct Scratch {
    pub row_set: RowSet,
    pub flight: Flight,
    /// Of the springs, one per body; empty without springs.
    pub loads: Vec<Load>,
    pub spring_impulses: Vec<Vec3>,
    pub proxies: Vec<Proxy>,
    pub pairs: Vec<(u32, u32)>,
    pub contacts: Vec<Contact>,
    pub broad_phase: BroadPhase,
    pub parents: Vec<u32>,
    pub rest_secs: Vec<f32>,
    pub ccd: super::ccd::CcdScratch,
    pub impact_rows: RowSet,
    pub seams: super::internal_edges::SeamScratch,
    pub pool: Option<Arc<rayon::ThreadPool>>,
}

impl Clone for Scratch {
    /// A copy starts with empty buffers, but works on the same threads.
    fn clone(&self) -> Self {
        Self { pool: self.pool.clone(), ..Self::default() }
    }
}

/// A step produced a number that is not finite; the world is beyond use, the records before it are not.
#[derive(Clone, Debug, PartialEq)]
pub struct StepFault {
    /// The step that failed, counted from 1.
    pub step: u64,
    pub body: BodyId,
    pub body_name: Arc<str>,
    /// "position", "velocity", …
    pub quantity: &'static str,
}

impl std::fmt::Display for StepFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "step {}: the {} of body \"{}\" is no longer a finite number; the simulation has stopped",
            self.step, self.quantity, self.body_name
        )
    }
}

impl std::error::Error for StepFault {}

/// Water, kg/m³: what animated bodies are made of that say nothing else.
const ANIMATED_DENSITY: f32 = 1000.0;

/// What an animated body of finite mass has; zeros for all others.
fn animated_inverse_masses(def: &BodyDef) -> (f32, Mat3) {
    if def.body_type != BodyType::Animated {
        return (0.0, Mat3::ZERO);
    }
    let (mass, inertia) = if def.mass > 0.0 {
        (def.mass, def.inertia)
    } else {
        let own = BodyDef::mass_properties(&def.colliders, MassSpec::Density(ANIMATED_DENSITY));
        (own.mass, own.inertia)
    };
    if mass > 0.0 && inertia.determinant() > 0.0 { (1.0 / mass, inertia.inverse()) } else { (0.0, Mat3::ZERO) }
}

impl World {
    pub fn new() -> Self {
        Self { states: vec![BodyState::AT_REST], ..Self::default() }
    }

    /// Adds a body; the id is its index in [`Self::bodies`].
    pub fn add_body(&mut self, def: BodyDef) -> BodyId {
        let id = BodyId(self.bodies.len() as u32);
        let is_free = def.body_type == BodyType::Dynamic && def.mass > 0.0;
        let radius = def
            .colliders
            .iter()
            .map(|c| c.body_from_shape.translation.length() + c.shape.bounding_radius())
            .fold(0.0, f32::max);
        let min_extent = def.colliders.iter().map(|c| c.shape.min_extent()).fold(f32::INFINITY, f32::min);
        let (animated_inv_mass, animated_inv_inertia) = animated_inverse_masses(&def);
        let mut body = Body {
            name: def.name.into(),
            body_type: def.body_type,
            mass: if is_free { def.mass } else { 0.0 },
            inertia: if is_free { def.inertia } else { Mat3::ZERO },
            inertia_scale: def.inertia_scale,
            inv_inertia: Mat3::ZERO,
            inertia_is_isotropic: true,
            linear_damping: def.linear_damping,
            angular_damping: def.angular_damping,
            linear_drag: def.linear_drag,
            quadratic_drag: def.quadratic_drag,
            gravity_scale: def.gravity_scale,
            animated_inv_mass,
            animated_inv_inertia,
            can_sleep: def.can_sleep,
            ccd: def.ccd,
            first_collider: self.colliders.len() as u32,
            collider_count: def.colliders.len() as u32,
            radius,
            min_extent,
            is_asleep: false,
            rest_secs: 0.0,
            island: id.0,
            target: None,
            is_scripted: false,
            force: Vec3::ZERO,
            torque: Vec3::ZERO,
        };
        body.refresh_inertia();
        let state = BodyState {
            position: def.world_from_body.translation,
            rotation: def.world_from_body.rotation.normalize(),
            velocity: if def.body_type == BodyType::Static { Vec3::ZERO } else { def.linear_velocity },
            angular_velocity: if def.body_type == BodyType::Static { Vec3::ZERO } else { def.angular_velocity },
            inv_mass: if is_free { 1.0 / def.mass } else { 0.0 },
            inv_inertia: crate::math::rotate_inertia(def.world_from_body.rotation.normalize(), &body.inv_inertia),
        };
        Arc::make_mut(&mut self.colliders).extend(def.colliders.into_iter().map(|c| Collider {
            body: id,
            shape: c.shape,
            body_from_shape: c.body_from_shape,
            friction: c.friction,
            restitution: c.restitution,
        }));
        let ground = self.states.pop().unwrap_or(BodyState::AT_REST);
        self.states.extend([state, ground]);
        self.bodies.push(body);
        id
    }

    /// Adds a joint; the id is its index in [`Self::joints`].
    pub fn add_joint(&mut self, def: JointDef) -> JointId {
        let id = JointId(self.joints.len() as u32);
        self.joints.push(Joint::new(def));
        self.are_joints_listed = false;
        id
    }

    /// Adds a spring; it acts from the next step on.
    pub fn add_spring(&mut self, spring: Spring) {
        self.springs.push(spring);
    }

    pub fn springs(&self) -> &[Spring] {
        &self.springs
    }

    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// One state per body.
    pub fn states(&self) -> &[BodyState] {
        &self.states[..self.bodies.len()]
    }

    pub fn colliders(&self) -> &[Collider] {
        &self.colliders
    }

    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The drag under way.
    pub fn grab(&self) -> Option<&Grab> {
        self.grab.as_ref()
    }

    /// Simulated time, s.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Steps done.
    pub fn step_count(&self) -> u64 {
        self.step_count
    }

    /// What the last step did.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The frame of a body.
    pub fn world_from_body(&self, body: BodyId) -> Pose {
        self.states[body.index()].world_from_body()
    }

    /// The frame of a collider's shape.
    pub fn world_from_shape(&self, collider: &Collider) -> Pose {
        self.world_from_body(collider.body).mul(&collider.body_from_shape)
    }

    /// Lets stages that may run in parallel use so many threads; the results are the same for any number.
    pub fn set_threads(&mut self, threads: usize) {
        // Without threads of its own (a machine may refuse them) the world simply stays on the caller's.
        self.scratch.pool = if threads > 1 {
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok().map(Arc::new)
        } else {
            None
        };
    }

    /// A copy of everything that is not kept apart in a snapshot.
    pub(super) fn without_bodies_and_contacts(&self) -> Self {
        Self {
            bodies: Vec::new(),
            states: self.states.clone(),
            colliders: self.colliders.clone(),
            contacts: Vec::new(),
            joints: self.joints.clone(),
            springs: self.springs.clone(),
            jointed_pairs: self.jointed_pairs.clone(),
            structures: self.structures.clone(),
            are_joints_listed: self.are_joints_listed,
            grab: self.grab,
            step_count: self.step_count,
            time: self.time,
            counters: self.counters,
            stillness: self.stillness,
            scratch: self.scratch.clone(),
        }
    }

    /// Whether a row between two bodies can do anything: one of them is dynamic and awake.
    pub(super) fn is_active_pair(&self, a: usize, b: usize) -> bool {
        let is_active = |index: usize| {
            let body = &self.bodies[index];
            body.body_type == BodyType::Dynamic && !body.is_asleep
        };
        is_active(a) || is_active(b)
    }

    /// Whether a joint keeps two bodies from touching.
    pub(super) fn are_jointed(&self, a: usize, b: usize) -> bool {
        let (a, b) = (a as u32, b as u32);
        self.jointed_pairs.binary_search(&(a.min(b), a.max(b))).is_ok()
    }

    pub(super) fn effective_inv_inertia(body: &Body, settings: &StepSettings) -> Mat3 {
        if settings.integrator.rotations && settings.integrator.inertia_scale > 0.0 {
            body.inv_inertia * (1.0 / settings.integrator.inertia_scale)
        } else {
            Mat3::ZERO
        }
    }
}
