//! Bodies that nothing touches fly by the method that was chosen; forces are gravity, springs, drag and damping.
//!
//! The methods differ in when forces are looked at (h substep, a the acceleration):
//!
//! ```text
//! explicit Euler    x′ = x + h v,          v′ = v + h a(x, v)                 energy of a spring × (1 + h²k/m) per step
//! velocity Verlet   u = v + h/2 a(x, v),   x′ = x + h u,   v′ = u + h/2 a(x′, u)        second order, symplectic
//! Runge–Kutta 4     four slopes, weights 1 2 2 1                              fourth order, energy × (1 − (h²k/m)³/72)
//! ```
//!
//! Symplectic and implicit Euler need nothing of this: there the velocity alone tells where the body goes. A body with
//! contact points, a joint or the mouse on it takes their step too, whatever the method: constraints are solved on
//! velocities, and a position that did not follow from the solved velocity would creep into (explicit) or hover above
//! (Runge–Kutta) what it rests on. To springs such a body is where its velocity takes it during the substep.

use super::integrate;
use crate::dynamics::body::{Body, BodyState, BodyType};
use crate::dynamics::settings::{Gyroscopic, IntegratorMethod, StepSettings};
use crate::dynamics::spring::{self, Load};
use crate::dynamics::world::World;
use crate::math::{Quat, Vec3, rotate_inertia};

/// Buffers; what they hold belongs to the substep under way.
#[derive(Default)]
pub(in crate::dynamics) struct Flight {
    /// Whether each body flies; empty when the method is one of velocities alone.
    flies: Vec<bool>,
    /// States at the end of the substep, and with the ground behind them like the world's own.
    ends: Vec<BodyState>,
    stages: Vec<BodyState>,
    slopes: Vec<Slope>,
    sums: Vec<Slope>,
    loads: Vec<Load>,
}

/// How a state changes.
#[derive(Clone, Copy)]
struct Slope {
    velocity: Vec3,
    /// ½ ω q.
    turn: Quat,
    acceleration: Vec3,
    angular_acceleration: Vec3,
}

impl Slope {
    const ZERO: Self = Self {
        velocity: Vec3::ZERO,
        turn: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0),
        acceleration: Vec3::ZERO,
        angular_acceleration: Vec3::ZERO,
    };
}

impl Flight {
    /// Where a flying body ends this substep; `None` for all others.
    pub fn end_of(&self, body: usize) -> Option<&BodyState> {
        self.flies.get(body).is_some_and(|flies| *flies).then(|| &self.ends[body])
    }
}

/// Works the flight of this substep out and gives flying bodies the velocities of its end.
pub(super) fn prepare(world: &mut World, settings: &StepSettings, h: f32) {
    let mut flight = std::mem::take(&mut world.scratch.flight);
    flight.flies.clear();
    let method = settings.integrator.method;
    if !matches!(method, IntegratorMethod::SymplecticEuler | IntegratorMethod::ImplicitEuler) {
        flight.mark(world);
        flight.ends.clone_from(&world.states);
        match method {
            IntegratorMethod::ExplicitEuler => flight.explicit_euler(world, settings, h),
            IntegratorMethod::VelocityVerlet => flight.velocity_verlet(world, settings, h),
            _ => flight.runge_kutta(world, settings, h),
        }
        for (index, state) in world.states.iter_mut().enumerate() {
            if let Some(end) = flight.end_of(index) {
                state.velocity = end.velocity;
                state.angular_velocity = if settings.integrator.rotations { end.angular_velocity } else { Vec3::ZERO };
            }
        }
    }
    world.scratch.flight = flight;
}

impl Flight {
    fn mark(&mut self, world: &World) {
        self.flies.extend(world.bodies.iter().map(|b| b.body_type == BodyType::Dynamic && !b.is_asleep));
        let touching = world.contacts.iter().filter(|c| !c.points().is_empty()).map(|c| (c.body_a, c.body_b));
        let jointed = world.joints.iter().filter(|j| !j.is_broken).map(|j| (j.body_a, j.body_b));
        let grabbed = world.grab.iter().map(|g| (g.body, g.body));
        for (a, b) in touching.chain(jointed).chain(grabbed) {
            self.flies[a.index()] = false;
            self.flies[b.index()] = false;
        }
    }

    fn explicit_euler(&mut self, world: &World, settings: &StepSettings, h: f32) {
        self.find_slopes(world, settings, false);
        for (index, body) in world.bodies.iter().enumerate().filter(|(i, _)| self.flies[*i]) {
            let (end, slope) = (&mut self.ends[index], &self.slopes[index]);
            integrate::advance_pose(body, end, settings, h);
            end.velocity += slope.acceleration * h;
            end.angular_velocity += slope.angular_acceleration * h;
        }
    }

    fn velocity_verlet(&mut self, world: &World, settings: &StepSettings, h: f32) {
        self.find_slopes(world, settings, false);
        for (index, body) in world.bodies.iter().enumerate() {
            let (end, slope) = (&mut self.ends[index], &self.slopes[index]);
            if self.flies[index] {
                end.velocity += slope.acceleration * (0.5 * h);
                end.angular_velocity += slope.angular_acceleration * (0.5 * h);
            }
            integrate::advance_pose(body, end, settings, h);
        }
        self.find_slopes(world, settings, false);
        for (index, end) in self.ends.iter_mut().enumerate().take(world.bodies.len()) {
            if self.flies[index] {
                end.velocity += self.slopes[index].acceleration * (0.5 * h);
                end.angular_velocity += self.slopes[index].angular_acceleration * (0.5 * h);
            }
        }
    }

    fn runge_kutta(&mut self, world: &World, settings: &StepSettings, h: f32) {
        self.sums.clear();
        self.sums.resize(world.bodies.len(), Slope::ZERO);
        // Weight of each slope, and where the next one is taken.
        for (weight, next) in [(1.0 / 6.0, 0.5), (1.0 / 3.0, 0.5), (1.0 / 3.0, 1.0), (1.0 / 6.0, 0.0)] {
            self.find_slopes(world, settings, true);
            for (sum, slope) in self.sums.iter_mut().zip(&self.slopes) {
                sum.velocity += slope.velocity * weight;
                sum.turn += slope.turn * weight;
                sum.acceleration += slope.acceleration * weight;
                sum.angular_acceleration += slope.angular_acceleration * weight;
            }
            self.stages.clear();
            self.stages.extend(
                world
                    .states
                    .iter()
                    .zip(&self.slopes)
                    .zip(&world.bodies)
                    .map(|((state, slope), body)| moved(body, state, slope, settings, h * next)),
            );
            self.ends[..world.bodies.len()].copy_from_slice(&self.stages);
        }
        for (index, body) in world.bodies.iter().enumerate() {
            self.ends[index] = moved(body, &world.states[index], &self.sums[index], settings, h);
        }
    }

    /// Slopes at `ends`. With `has_gyroscopic` the torque −ω × Iω belongs to them; otherwise [`integrate::advance_pose`]
    /// sees to it as the setting says.
    fn find_slopes(&mut self, world: &World, settings: &StepSettings, has_gyroscopic: bool) {
        spring::gather_loads(&world.springs, &self.ends, &mut self.loads);
        let gravity = Vec3::from(settings.gravity);
        let integrator = &settings.integrator;
        self.slopes.clear();
        for (index, body) in world.bodies.iter().enumerate() {
            let state = &self.ends[index];
            let turn =
                Quat::from_xyzw(state.angular_velocity.x, state.angular_velocity.y, state.angular_velocity.z, 0.0);
            let mut slope = Slope {
                velocity: state.velocity,
                turn: if integrator.rotations { turn * state.rotation * 0.5 } else { Slope::ZERO.turn },
                ..Slope::ZERO
            };
            if self.flies[index] {
                let load = self.loads.get(index).copied().unwrap_or_default();
                let force = body.force + load.force + body.drag(state.velocity);
                slope.acceleration = gravity * body.gravity_scale + force * state.inv_mass
                    - state.velocity * (body.linear_damping + integrator.linear_damping);
                let mut torque = body.torque + load.torque;
                let gyroscopic = integrator.gyroscopic;
                if gyroscopic == Gyroscopic::Explicit || has_gyroscopic && gyroscopic == Gyroscopic::Implicit {
                    let inertia = rotate_inertia(state.rotation, &body.effective_inertia(settings));
                    torque -= state.angular_velocity.cross(inertia * state.angular_velocity);
                }
                slope.angular_acceleration = state.inv_inertia * torque
                    - state.angular_velocity * (body.angular_damping + integrator.angular_damping);
            }
            self.slopes.push(slope);
        }
    }
}

/// A state carried along a slope for a time.
fn moved(body: &Body, state: &BodyState, slope: &Slope, settings: &StepSettings, time: f32) -> BodyState {
    let rotation = (state.rotation + slope.turn * time).normalize();
    let is_turned = body.body_type == BodyType::Dynamic && !body.inertia_is_isotropic;
    BodyState {
        position: state.position + slope.velocity * time,
        rotation,
        velocity: state.velocity + slope.acceleration * time,
        angular_velocity: state.angular_velocity + slope.angular_acceleration * time,
        inv_inertia: if is_turned {
            rotate_inertia(rotation, &World::effective_inv_inertia(body, settings))
        } else {
            state.inv_inertia
        },
        ..*state
    }
}
