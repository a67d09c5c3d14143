//! Islands: bodies linked by contacts or joints. An island wakes as one and sleeps as one.

use super::body::BodyType;
use super::probe::{Probe, Stage};
use super::settings::StepSettings;
use super::world::{StepFault, World};
use crate::math::Vec3;

impl World {
    /// Joins linked dynamic bodies into islands and wakes every island that an awake body touches.
    pub(super) fn build_islands<P: Probe>(&mut self, probe: &mut P) {
        self.stage(0, Stage::BuildIslands, probe, |world, _| {
            let mut parents = std::mem::take(&mut world.scratch.parents);
            parents.clear();
            parents.extend(0..world.bodies.len() as u32);
            let is_dynamic = |b: u32| world.bodies[b as usize].body_type == BodyType::Dynamic;
            let contacts = world.contacts.iter().filter(|c| !c.points().is_empty()).map(|c| (c.body_a.0, c.body_b.0));
            let joints = world.joints.iter().filter(|j| !j.is_broken).map(|j| (j.body_a.0, j.body_b.0));
            let springs = world.springs.iter().filter_map(|s| s.body_b.map(|b| (s.body_a.0, b.0)));
            for (a, b) in joints.chain(contacts).chain(springs).filter(|(a, b)| is_dynamic(*a) && is_dynamic(*b)) {
                let (a, b) = (root(&mut parents, a), root(&mut parents, b));
                // The smaller index becomes the root: an island's name does not depend on the order of links.
                parents[a.max(b) as usize] = a.min(b);
            }
            for body in 0..parents.len() as u32 {
                world.bodies[body as usize].island = root(&mut parents, body);
            }
            world.scratch.parents = parents;
            world.wake_touched_islands();
            world.count_islands();
        });
    }

    fn wake_touched_islands(&mut self) {
        // rest_secs of an island's root stands for "must be awake" here: negative is a mark.
        let mut marks = std::mem::take(&mut self.scratch.rest_secs);
        marks.clear();
        marks.resize(self.bodies.len(), 0.0);
        for body in &self.bodies {
            if body.body_type == BodyType::Dynamic && !body.is_asleep {
                marks[body.island as usize] = 1.0;
            }
        }
        for contact in self.contacts.iter().filter(|c| !c.points().is_empty()) {
            for (mover, other) in [(contact.body_a, contact.body_b), (contact.body_b, contact.body_a)] {
                if self.is_moving_animated(mover.index()) {
                    marks[self.bodies[other.index()].island as usize] = 1.0;
                }
            }
        }
        if let Some(grab) = &self.grab {
            marks[self.bodies[grab.body.index()].island as usize] = 1.0;
        }
        for index in 0..self.bodies.len() {
            let body = &mut self.bodies[index];
            if body.is_asleep && marks[body.island as usize] > 0.0 {
                body.is_asleep = false;
                body.rest_secs = 0.0;
            }
        }
        self.scratch.rest_secs = marks;
    }

    fn is_moving_animated(&self, body: usize) -> bool {
        self.bodies[body].is_animated_and_moves(&self.states[body])
    }

    fn count_islands(&mut self) {
        let dynamic = || self.bodies.iter().enumerate().filter(|(_, b)| b.body_type == BodyType::Dynamic);
        let islands = dynamic().filter(|(index, b)| b.island as usize == *index).count();
        let awake = dynamic().filter(|(_, b)| !b.is_asleep).count();
        self.counters.islands = islands as u32;
        self.counters.awake_bodies = awake as u32;
    }

    /// Puts islands to sleep that have rested long enough, advances the clock, and checks every number.
    pub(super) fn finish_step<P: Probe>(&mut self, settings: &StepSettings, probe: &mut P) -> Result<(), StepFault> {
        self.stage(0, Stage::FinishStep, probe, |world, _| {
            world.finish_joints(settings);
            world.refresh_positions_of_contacts();
            world.update_sleep(settings);
            for body in &mut world.bodies {
                body.force = Vec3::ZERO;
                body.torque = Vec3::ZERO;
            }
            world.finish_stillness();
            world.step_count += 1;
            world.time += f64::from(settings.time.dt);
            world.counters.contact_points = world.contacts.iter().map(|c| c.points().len() as u32).sum();
            world.counters.rows = world.scratch.row_set.row_count() as u32;
            world.check_finite()
        })
    }

    /// Contact positions are shown and recorded where the bodies are now, not where they were found.
    fn refresh_positions_of_contacts(&mut self) {
        for index in 0..self.contacts.len() {
            let (a, b) = (self.contacts[index].body_a.index(), self.contacts[index].body_b.index());
            if self.is_active_pair(a, b) {
                let (state_a, state_b) = (self.states[a], self.states[b]);
                self.contacts[index].carry_along(&state_a, &state_b);
            }
        }
    }

    fn update_sleep(&mut self, settings: &StepSettings) {
        let dt = settings.time.dt;
        let sleep = &settings.sleep;
        let mut shortest = std::mem::take(&mut self.scratch.rest_secs);
        shortest.clear();
        shortest.resize(self.bodies.len(), f32::INFINITY);
        for (body, state) in self.bodies.iter_mut().zip(&self.states) {
            if body.body_type != BodyType::Dynamic {
                continue;
            }
            if !body.is_asleep {
                let speed = state.velocity.length() + state.angular_velocity.length() * body.radius;
                let may_rest = sleep.enabled && body.can_sleep && speed < sleep.speed;
                body.rest_secs = if may_rest { body.rest_secs + dt } else { 0.0 };
            }
            let island = &mut shortest[body.island as usize];
            *island = island.min(body.rest_secs);
        }
        for contact in self.contacts.iter().filter(|c| !c.points().is_empty()) {
            for (mover, other) in [(contact.body_a, contact.body_b), (contact.body_b, contact.body_a)] {
                if self.is_moving_animated(mover.index()) {
                    shortest[self.bodies[other.index()].island as usize] = 0.0;
                }
            }
        }
        if let Some(grab) = &self.grab {
            shortest[self.bodies[grab.body.index()].island as usize] = 0.0;
        }
        for (body, state) in self.bodies.iter_mut().zip(&mut self.states) {
            let is_dynamic = body.body_type == BodyType::Dynamic;
            if is_dynamic && !body.is_asleep && shortest[body.island as usize] >= sleep.delay_secs && sleep.enabled {
                body.is_asleep = true;
                state.velocity = Vec3::ZERO;
                state.angular_velocity = Vec3::ZERO;
            }
        }
        self.scratch.rest_secs = shortest;
    }

    fn check_finite(&self) -> Result<(), StepFault> {
        for (index, (body, state)) in self.bodies.iter().zip(&self.states).enumerate() {
            if state.is_finite() {
                continue;
            }
            let quantity = if !state.position.is_finite() {
                "position"
            } else if !state.rotation.is_finite() {
                "rotation"
            } else if !state.velocity.is_finite() {
                "velocity"
            } else {
                "angular velocity"
            };
            return Err(StepFault {
                step: self.step_count,
                body: super::BodyId(index as u32),
                body_name: body.name.clone(),
                quantity,
            });
        }
        Ok(())
    }
}

/// Root of a body's tree, with path halving.
pub(super) fn root(parents: &mut [u32], mut body: u32) -> u32 {
    while parents[body as usize] != body {
        let grandparent = parents[parents[body as usize] as usize];
        parents[body as usize] = grandparent;
        body = grandparent;
    }
    body
}
