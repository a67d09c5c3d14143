//! Broad phase: which colliders are near enough to be looked at, and which contacts live on.

use super::body::BodyType;
use super::contact::Contact;
use super::probe::{Probe, Stage};
use super::settings::{AnimatedMass, AnimatedVelocity, BroadPhaseMethod, SelfCollision, StepSettings};
use super::world::World;
use crate::collision::{self, Proxy};
use crate::math::{Mat3, Pose, Vec3};

impl World {
    /// Prepares a step: what depends on settings, and what the user asked of animated bodies.
    pub(super) fn begin_step(&mut self, settings: &StepSettings) {
        self.begin_stillness();
        self.note_start_poses(settings);
        let dt = settings.time.dt;
        for (body, state) in self.bodies.iter().zip(&mut self.states) {
            match body.body_type {
                BodyType::Static => {}
                BodyType::Animated => {
                    if let Some(target) = body.target {
                        state.velocity = (target.translation - state.position) / dt;
                        let turn = target.rotation * state.rotation.conjugate();
                        let turn = if turn.w < 0.0 { -turn } else { turn };
                        state.angular_velocity = turn.to_scaled_axis() / dt;
                    } else if body.is_scripted {
                        // The path has ended: the body stands.
                        state.velocity = Vec3::ZERO;
                        state.angular_velocity = Vec3::ZERO;
                    }
                    if settings.animated.velocity == AnimatedVelocity::Zero && body.is_scripted {
                        state.velocity = Vec3::ZERO;
                        state.angular_velocity = Vec3::ZERO;
                    }
                    let is_finite = settings.animated.mass == AnimatedMass::Finite;
                    state.inv_mass = if is_finite { body.animated_inv_mass } else { 0.0 };
                    state.inv_inertia = if is_finite {
                        crate::math::rotate_inertia(state.rotation, &body.animated_inv_inertia)
                    } else {
                        Mat3::ZERO
                    };
                }
                BodyType::Dynamic => {
                    let local = Self::effective_inv_inertia(body, settings);
                    state.inv_inertia = crate::math::rotate_inertia(state.rotation, &local);
                }
            }
        }
        for joint in &mut self.joints {
            joint.total_impulse = Vec3::ZERO;
            joint.total_angular_impulse = Vec3::ZERO;
            joint.total_limit_impulse = 0.0;
        }
        if !self.are_joints_listed {
            self.list_jointed_pairs();
        }
        self.counters = super::Counters::default();
    }

    /// Finds the pairs whose bounds overlap over the motion of this step, and keeps their contacts.
    pub(super) fn update_pairs<P: Probe>(&mut self, settings: &StepSettings, probe: &mut P) {
        self.stage(0, Stage::UpdatePairs, probe, |world, _| {
            world.update_proxies(settings);
            let scratch = &mut world.scratch;
            let method = match settings.broad_phase.method {
                BroadPhaseMethod::BruteForce => collision::BroadPhaseMethod::BruteForce,
                BroadPhaseMethod::SweepAndPrune => collision::BroadPhaseMethod::SweepAndPrune,
                BroadPhaseMethod::QuantisedSweepAndPrune => collision::BroadPhaseMethod::QuantisedSweepAndPrune,
                BroadPhaseMethod::AabbTree => collision::BroadPhaseMethod::AabbTree,
            };
            scratch.broad_phase.find_pairs(method, &scratch.proxies, &mut scratch.pairs);
            let (colliders, jointed, structures) = (&world.colliders, &world.jointed_pairs, &world.structures);
            if !world.joints.is_empty() {
                scratch.pairs.retain(|(a, b)| {
                    let (a, b) = (colliders[*a as usize].body.0, colliders[*b as usize].body.0);
                    match settings.joint.self_collision {
                        SelfCollision::All => true,
                        SelfCollision::ByJoint => jointed.binary_search(&(a.min(b), a.max(b))).is_err(),
                        // Bodies that came after the last joint belong to nothing.
                        SelfCollision::None => {
                            jointed.binary_search(&(a.min(b), a.max(b))).is_err()
                                && structures
                                    .get(a as usize)
                                    .zip(structures.get(b as usize))
                                    .is_none_or(|(a, b)| a != b)
                        }
                    }
                });
            }
            world.counters.pairs = world.scratch.pairs.len() as u32;
            world.merge_contacts();
        });
    }

    fn update_proxies(&mut self, settings: &StepSettings) {
        let dt = settings.time.dt;
        let fall = Vec3::from(settings.gravity) * (dt * dt);
        let margin = settings.broad_phase.margin;
        self.scratch.proxies.clear();
        for collider in self.colliders.iter() {
            let body = &self.bodies[collider.body.index()];
            let state = &self.states[collider.body.index()];
            let world_from_shape = state.world_from_body().mul(&collider.body_from_shape);
            let mut aabb = collider.shape.aabb(&world_from_shape).expanded(margin);
            if body.body_type != BodyType::Static && !body.is_asleep {
                let motion = state.velocity * dt + if body.body_type == BodyType::Dynamic { fall } else { Vec3::ZERO };
                aabb = aabb.swept(motion);
                // A turning body stays within its bounding sphere: a point moves by at most |ω| dt times the radius.
                let turn = (state.angular_velocity.length() * dt).min(2.0) * body.radius;
                aabb = aabb.expanded(turn.max(0.0));
            }
            let is_fixed = body.body_type != BodyType::Dynamic;
            self.scratch.proxies.push(Proxy { aabb, body: collider.body.0, is_fixed });
        }
    }

    /// Both lists are sorted: contacts of pairs that are gone are dropped, new pairs begin empty.
    fn merge_contacts(&mut self) {
        let pairs = &self.scratch.pairs;
        let is_same = self.contacts.len() == pairs.len()
            && self.contacts.iter().zip(pairs).all(|(c, pair)| (c.collider_a, c.collider_b) == *pair);
        if is_same {
            return;
        }
        self.stillness.disturb();
        let mut old = std::mem::take(&mut self.contacts);
        let mut merged = std::mem::take(&mut self.scratch.contacts);
        merged.clear();
        let mut next = old.drain(..).peekable();
        for &(a, b) in pairs {
            while next.next_if(|c| (c.collider_a, c.collider_b) < (a, b)).is_some() {}
            let contact = match next.next_if(|c| (c.collider_a, c.collider_b) == (a, b)) {
                Some(contact) => contact,
                None => Contact::new(a, b, &self.colliders),
            };
            merged.push(contact);
        }
        drop(next);
        self.scratch.contacts = old;
        self.contacts = merged;
    }
}

impl Contact {
    fn new(a: u32, b: u32, colliders: &[super::Collider]) -> Self {
        let mut contact = Self {
            collider_a: a,
            collider_b: b,
            body_a: colliders[a as usize].body,
            body_b: colliders[b as usize].body,
            friction: 0.0,
            restitution: 0.0,
            normal: Vec3::Y,
            points: [super::contact::ContactPoint::EMPTY; crate::collision::MAX_MANIFOLD_POINTS],
            point_count: 0,
            departed: None,
            cache: Default::default(),
            a_from_b_at_detection: Pose::IDENTITY,
            local_normal: Vec3::Y,
            was_detected: false,
            reach: 0.0,
        };
        contact.combine_materials(colliders);
        contact
    }

    /// µ is the geometric mean, e the larger of the two.
    pub(super) fn combine_materials(&mut self, colliders: &[super::Collider]) {
        let (a, b) = (&colliders[self.collider_a as usize], &colliders[self.collider_b as usize]);
        self.friction = (a.friction * b.friction).sqrt();
        self.restitution = a.restitution.max(b.restitution);
    }
}
