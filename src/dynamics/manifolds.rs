//! Narrow phase: the manifold of every contact, and the impulses that its points carry over.

use super::body::{Body, BodyState, BodyType, Collider};
use super::ccd;
use super::contact::{Contact, ContactPoint};
use super::contact_modes;
use super::probe::{Probe, Stage};
use super::settings::{ManifoldMode, NarrowPhaseMethod, Pruning, StepSettings};
use super::world::World;
use crate::collision::{self, CollideOptions, Manifold, NarrowPhaseRoute, Reduction, Sampling};
use crate::math::Vec3;
use rayon::prelude::*;

/// Fewer contacts than this are not worth waking threads for.
const PARALLEL_CONTACTS: usize = 64;

impl World {
    /// Finds or carries along the manifold of every contact that has an awake body.
    pub(super) fn update_manifolds<P: Probe>(&mut self, settings: &StepSettings, substep: u32, probe: &mut P) {
        self.stage(substep, Stage::UpdateManifolds, probe, |world, _| {
            let mut contacts = std::mem::take(&mut world.contacts);
            let finder = Finder::new(world, settings, substep == 0);
            let (found, recycled) = match &world.scratch.pool {
                // Each contact depends on nothing but the poses: the result is the same on any number of threads.
                Some(pool) if contacts.len() >= PARALLEL_CONTACTS => pool.install(|| {
                    contacts.par_iter_mut().map(|c| finder.update(c)).reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
                }),
                _ => contacts.iter_mut().map(|c| finder.update(c)).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1)),
            };
            world.contacts = contacts;
            world.counters.manifolds_found += found;
            world.counters.manifolds_recycled += recycled;
            if settings.narrow_phase.filter_internal_edges {
                world.filter_internal_edges(&options(settings));
            }
        });
    }

    /// Finds one manifold anew in the middle of a step, where continuous collision detection has put a body.
    pub(super) fn detect_at_impact(&mut self, settings: &StepSettings, index: usize) {
        let mut contact = self.contacts[index].clone();
        let (a, b) = (self.states[contact.body_a.index()], self.states[contact.body_b.index()]);
        Finder::new(self, settings, false).detect(&mut contact, &a, &b);
        self.contacts[index] = contact;
    }
}

impl StepSettings {
    /// What these settings ask of the narrow phase, before continuous collision detection makes a pair look farther.
    pub fn collide_options(&self) -> CollideOptions {
        options(self)
    }
}

pub(super) fn options(settings: &StepSettings) -> CollideOptions {
    let narrow = &settings.narrow_phase;
    let is_whole = matches!(narrow.manifold, ManifoldMode::Full | ManifoldMode::Sampled);
    CollideOptions {
        route: match narrow.method {
            NarrowPhaseMethod::Sat => NarrowPhaseRoute::Sat,
            NarrowPhaseMethod::GjkEpa => NarrowPhaseRoute::GjkEpa,
        },
        max_separation: narrow.speculative_distance,
        reduction: if is_whole && narrow.pruning == Pruning::Consistent {
            Reduction::FourPoints
        } else {
            Reduction::None
        },
        sampling: (narrow.manifold == ManifoldMode::Sampled)
            .then(|| Sampling { count: narrow.sample_count, tangent: narrow.sample_angle_degrees.to_radians().tan() }),
    }
}

struct Finder<'a> {
    bodies: &'a [Body],
    states: &'a [BodyState],
    colliders: &'a [Collider],
    settings: &'a StepSettings,
    options: CollideOptions,
    step: u64,
    is_new_step: bool,
}

impl<'a> Finder<'a> {
    fn new(world: &'a World, settings: &'a StepSettings, is_new_step: bool) -> Self {
        Self {
            bodies: &world.bodies,
            states: &world.states,
            colliders: &world.colliders,
            settings,
            options: options(settings),
            step: world.step_count,
            is_new_step,
        }
    }

    /// Returns how many manifolds were found anew and how many were carried along (one of the two is 1).
    fn update(&self, contact: &mut Contact) -> (u32, u32) {
        let (a, b) = (contact.body_a.index(), contact.body_b.index());
        // An animated body that moves is active too: only a manifold can wake the sleeper that it runs into.
        let is_active = |index: usize| {
            let body = &self.bodies[index];
            (body.body_type == BodyType::Dynamic && !body.is_asleep) || body.is_animated_and_moves(&self.states[index])
        };
        if !is_active(a) && !is_active(b) {
            return (0, 0);
        }
        if self.is_new_step {
            contact.departed = None;
            for point in contact.points_mut() {
                point.age = point.age.saturating_add(1);
                point.total_normal_impulse = 0.0;
                point.total_friction_impulse = Vec3::ZERO;
            }
        }
        let (state_a, state_b) = (&self.states[a], &self.states[b]);
        if contact.was_detected && self.may_recycle(contact) && self.has_hardly_moved(contact, state_a, state_b) {
            contact.carry_along(state_a, state_b);
            return (0, 1);
        }
        self.detect(contact, state_a, state_b);
        (1, 0)
    }

    /// Modes that make other points every step never keep a manifold; nor does a body that now looks farther ahead.
    fn may_recycle(&self, contact: &Contact) -> bool {
        let narrow = &self.settings.narrow_phase;
        let is_steady = narrow.pruning != Pruning::Unstable
            && !matches!(narrow.manifold, ManifoldMode::OnePoint | ManifoldMode::OnePointCached);
        is_steady && self.reach(contact) <= contact.reach
    }

    fn reach(&self, contact: &Contact) -> f32 {
        ccd::reach(self.bodies, self.states, self.settings, contact.body_a, contact.body_b)
    }

    /// Whether no point of B has moved by more than the recycle distance, seen from A, since the manifold was found.
    fn has_hardly_moved(&self, contact: &Contact, a: &BodyState, b: &BodyState) -> bool {
        let (body_a, body_b) = (&self.bodies[contact.body_a.index()], &self.bodies[contact.body_b.index()]);
        // A limit that is small for the smaller of the two, whatever the scale of the scene.
        let smaller = body_a.min_extent.min(body_b.min_extent);
        let limit = self.settings.narrow_phase.recycle_distance.min(0.02 * smaller);
        let now = a.world_from_body().inverse_mul(&b.world_from_body());
        let then = &contact.a_from_b_at_detection;
        let shift = now.translation - then.translation;
        let turn = 2.0 * (then.rotation.conjugate() * now.rotation).xyz().length();
        shift.length() + turn * body_b.radius.min(1e6) < limit
    }

    fn detect(&self, contact: &mut Contact, a: &BodyState, b: &BodyState) {
        let (on_a, on_b) = (&self.colliders[contact.collider_a as usize], &self.colliders[contact.collider_b as usize]);
        let world_from_shape_a = a.world_from_body().mul(&on_a.body_from_shape);
        let world_from_shape_b = b.world_from_body().mul(&on_b.body_from_shape);
        let mut manifold = Manifold::default();
        let reach = self.reach(contact);
        let options = CollideOptions { max_separation: reach, ..self.options };
        collision::collide(
            &on_a.shape,
            &world_from_shape_a,
            &on_b.shape,
            &world_from_shape_b,
            &options,
            &mut contact.cache,
            &mut manifold,
        );
        contact.reach = reach;
        let (body_a, body_b) = (&self.bodies[contact.body_a.index()], &self.bodies[contact.body_b.index()]);
        let anchor_reach = 0.02 * body_a.min_extent.min(body_b.min_extent);
        let narrow = &self.settings.narrow_phase;
        if narrow.deep_contact_fault {
            let shapes = [(&on_a.shape, &world_from_shape_a), (&on_b.shape, &world_from_shape_b)];
            contact_modes::spoil_deep_points(&mut manifold, shapes);
        }
        match narrow.manifold {
            ManifoldMode::Full | ManifoldMode::Sampled => {
                if narrow.pruning == Pruning::Unstable {
                    let key = [contact.collider_a, contact.collider_b, narrow.pruning_seed];
                    contact_modes::keep_random_three(&mut manifold, self.step, key);
                }
                contact.replace_manifold(&manifold, a, b, anchor_reach);
            }
            ManifoldMode::OnePoint => {
                contact_modes::keep_deepest(&mut manifold);
                contact.replace_manifold(&manifold, a, b, anchor_reach);
            }
            ManifoldMode::OnePointCached => {
                let size = on_a.shape.min_extent().min(on_b.shape.min_extent());
                contact.keep_next_for_cache(&mut manifold, a, b, size);
                contact.add_to_cache(&manifold, a, b, size, reach);
            }
        }
    }
}

impl Contact {
    /// Takes a new manifold; points whose feature id was there before keep their impulses and grow old, and stick to
    /// their anchors while these are within `anchor_reach` (m) on either body.
    pub(super) fn replace_manifold(&mut self, manifold: &Manifold, a: &BodyState, b: &BodyState, anchor_reach: f32) {
        let old = self.points;
        let old_count = self.point_count as usize;
        self.normal = manifold.normal;
        self.point_count = manifold.points().len() as u8;
        for (slot, found) in self.points.iter_mut().zip(manifold.points()) {
            let mut point = ContactPoint::on_bodies(found, manifold.normal, a, b);
            if let Some(known) = old[..old_count].iter().find(|p| p.feature == found.feature) {
                // A contact that wanders over its body (a rolling ball) sticks anew where it has arrived.
                if known.anchor_a.distance(point.local_a).min(known.anchor_b.distance(point.local_b)) < anchor_reach {
                    point.anchor_a = known.anchor_a;
                    point.anchor_b = known.anchor_b;
                }
                point.normal_impulse = known.normal_impulse;
                point.friction_impulse = known.friction_impulse;
                point.total_normal_impulse = known.total_normal_impulse;
                point.total_friction_impulse = known.total_friction_impulse;
                point.age = known.age;
            }
            *slot = point;
        }
        for point in &old[..old_count] {
            if !manifold.points().iter().any(|p| p.feature == point.feature) {
                self.note_departure(point);
            }
        }
        self.note_detection(a, b);
    }

    /// Remembers where the bodies stood when the manifold was found.
    pub(super) fn note_detection(&mut self, a: &BodyState, b: &BodyState) {
        self.a_from_b_at_detection = a.world_from_body().inverse_mul(&b.world_from_body());
        self.local_normal = a.rotation.conjugate() * self.normal;
        self.was_detected = true;
    }

    /// Lets the manifold ride on its bodies: the normal on A, the surface points on their own bodies.
    pub(super) fn carry_along(&mut self, a: &BodyState, b: &BodyState) {
        self.normal = a.rotation * self.local_normal;
        for point in &mut self.points[..self.point_count as usize] {
            let (arm_a, arm_b) = (a.rotation * point.local_a, b.rotation * point.local_b);
            point.position = ((a.position + arm_a) + (b.position + arm_b)) * 0.5;
            // The difference of the centres is formed first: two large numbers, one small result.
            point.separation = self.normal.dot((b.position - a.position) + (arm_b - arm_a));
        }
    }
}
