//! What happens to joints after a step: whole turns are counted, overloaded joints break, and drift is pulled together
//! by hand or for the eye, when that is asked for.

use super::{Joint, hinge};
use crate::dynamics::body::BodyState;
use crate::dynamics::island::root;
use crate::dynamics::settings::{JointRecovery, StepSettings};
use crate::dynamics::world::World;
use crate::math::Vec3;

impl World {
    pub(in crate::dynamics) fn finish_joints(&mut self, settings: &StepSettings) {
        if settings.joint.recovery == JointRecovery::MoveBodies {
            self.move_joints_together();
        }
        let states = &self.states;
        for joint in self.joints.iter_mut().filter(|j| j.kind == super::JointKind::Hinge) {
            let (a, b) = (states[joint.body_a.index()].rotation, states[joint.body_b.index()].rotation);
            hinge::count_turns(joint, a, b);
        }
        self.break_overloaded_joints(settings.time.dt);
    }

    /// Translates the two bodies of each joint until its anchors meet, the lighter one farther: what the book warns of
    /// (section 2.7.5). Nobody asks whether there is room, and velocities know nothing of it.
    fn move_joints_together(&mut self) {
        for joint in self.joints.iter().filter(|j| !j.is_broken) {
            let (a, b) = (joint.body_a.index(), joint.body_b.index());
            if !self.is_active_pair(a, b) {
                continue;
            }
            let (mass_a, mass_b) = (self.states[a].inv_mass, self.states[b].inv_mass);
            if mass_a + mass_b > 0.0 {
                let gap = joint.gap(&self.states[a], &self.states[b]);
                self.states[a].position += gap * (mass_a / (mass_a + mass_b));
                self.states[b].position -= gap * (mass_b / (mass_a + mass_b));
            }
        }
    }

    /// A joint breaks when what it carried on average over the step was too much. Both bodies wake.
    fn break_overloaded_joints(&mut self, dt: f32) {
        let mut has_broken = false;
        for index in 0..self.joints.len() {
            let joint = &mut self.joints[index];
            if joint.is_broken || !joint.options.is_breakable() {
                continue;
            }
            let force = joint.total_impulse.length() / dt;
            let torque = joint.total_angular_impulse.length() / dt;
            let options = &joint.options;
            if options.max_force.is_some_and(|max| force > max) || options.max_torque.is_some_and(|max| torque > max) {
                joint.is_broken = true;
                joint.lambdas = Default::default();
                let (a, b) = (joint.body_a, joint.body_b);
                self.wake(a);
                self.wake(b);
                has_broken = true;
            }
        }
        self.are_joints_listed &= !has_broken;
    }

    /// Lists body pairs whose joint forbids contacts, and the structure of every body.
    pub(in crate::dynamics) fn list_jointed_pairs(&mut self) {
        self.jointed_pairs.clear();
        for joint in self.joints.iter().filter(|j| !j.is_broken && !j.collide_connected) {
            let (a, b) = (joint.body_a.0, joint.body_b.0);
            self.jointed_pairs.push((a.min(b), a.max(b)));
        }
        self.jointed_pairs.sort_unstable();
        self.jointed_pairs.dedup();
        let mut structures = std::mem::take(&mut self.structures);
        structures.clear();
        structures.extend(0..self.bodies.len() as u32);
        for joint in self.joints.iter().filter(|j| !j.is_broken) {
            let (a, b) = (joint.body_a, joint.body_b);
            if self.states[a.index()].inv_mass > 0.0 && self.states[b.index()].inv_mass > 0.0 {
                let (a, b) = (root(&mut structures, a.0), root(&mut structures, b.0));
                structures[a.max(b) as usize] = a.min(b);
            }
        }
        for body in 0..structures.len() as u32 {
            structures[body as usize] = root(&mut structures, body);
        }
        self.structures = structures;
        self.are_joints_listed = true;
    }

    /// How far each body would have to be moved so that no gap is seen: from the fixed or heavier end of a structure
    /// outwards, each body hangs its anchor on its neighbour's (book, section 2.7.5: joint translation as a pure
    /// visual effect). Empty when no joint holds anything.
    pub fn visual_displacements(&self) -> Vec<Vec3> {
        let holding = || self.joints.iter().filter(|j| !j.is_broken);
        if holding().next().is_none() {
            return Vec::new();
        }
        let mut displacements = vec![Vec3::ZERO; self.bodies.len()];
        let mut is_placed: Vec<bool> = self.states().iter().map(|s| s.inv_mass == 0.0).collect();
        loop {
            // Joints are taken in their order until nothing more hangs on something placed.
            let mut has_changed = false;
            for joint in holding() {
                let (a, b) = (joint.body_a.index(), joint.body_b.index());
                if is_placed[a] == is_placed[b] {
                    continue;
                }
                let gap = joint.gap(&self.states[a], &self.states[b]);
                if is_placed[a] {
                    displacements[b] = displacements[a] - gap;
                } else {
                    displacements[a] = displacements[b] + gap;
                }
                is_placed[a] = true;
                is_placed[b] = true;
                has_changed = true;
            }
            if has_changed {
                continue;
            }
            // A structure that hangs on nothing: its heaviest body stays where it is.
            let is_loose = |body: usize| {
                !is_placed[body] && holding().any(|j| [j.body_a.index(), j.body_b.index()].contains(&body))
            };
            let heaviest = (0..self.bodies.len())
                .filter(|b| is_loose(*b))
                .reduce(|best, b| if self.bodies[b].mass > self.bodies[best].mass { b } else { best });
            match heaviest {
                Some(body) => is_placed[body] = true,
                None => return displacements,
            }
        }
    }
}

impl Joint {
    /// From where B's anchor should be to where it is, m, world.
    fn gap(&self, a: &BodyState, b: &BodyState) -> Vec3 {
        let [on_a, on_b] = self.anchors(&a.world_from_body(), &b.world_from_body());
        let d = on_b - on_a;
        match self.kind {
            super::JointKind::Ball | super::JointKind::Hinge | super::JointKind::Weld => d,
            super::JointKind::Slider => d.reject_from_normalized(a.rotation * self.a_from_joint.rotation * Vec3::Z),
            super::JointKind::Distance { length } => d - d.normalize_or(Vec3::Y) * length,
        }
    }
}
