//! Springs: forces that depend on where two points are, integrated like gravity and not solved like joints.
//!
//! A joint removes an error within a step and hides the integrator; a spring shows it: its frequency √(k/m) against the
//! substep decides whether a method keeps the energy, loses it or explodes (chapter 1, and the lecture `004` on springs).

use super::body::{BodyId, BodyState, BodyType};
use super::world::World;
use crate::math::{Mat3, Vec3};
use std::sync::Arc;

/// A spring with a damper between two points.
///
/// With d from the point on A to the point on B, L the rest length and u the speed of B's point relative to A's:
///
/// ```text
/// F on B = −k (1 − L/|d|) d − c (n·u) n,    n = d/|d|,    E = ½ k (|d| − L)²
/// ```
///
/// With L = 0 this is the isotropic spring −k d, on which a body runs along an ellipse with the period 2π √(m/k).
#[derive(Clone, Debug, PartialEq)]
pub struct Spring {
    /// Shown to people.
    pub name: Arc<str>,
    pub body_a: BodyId,
    /// In the frame of body A, m.
    pub anchor_a: Vec3,
    /// `None`: the other end is a fixed point of the world.
    pub body_b: Option<BodyId>,
    /// In the frame of body B, or in the world, m.
    pub anchor_b: Vec3,
    /// k, N/m.
    pub stiffness: f32,
    /// c, N s/m, along the spring.
    pub damping: f32,
    /// L, m.
    pub rest_length: f32,
}

/// Force and torque about the centre of mass, world axes, N and N m.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Load {
    pub force: Vec3,
    pub torque: Vec3,
}

/// A spring as it is stretched now.
pub(super) struct Stretch {
    pub a: usize,
    /// The body's index, or that of the ground behind all bodies.
    pub b: usize,
    /// From the centres of mass to the ends, world axes, m.
    pub arm_a: Vec3,
    pub arm_b: Vec3,
    /// d, m.
    pub span: Vec3,
    /// n; zero when the ends coincide.
    pub direction: Vec3,
    /// 1 − L/|d|: negative when pressed together.
    pub tension: f32,
}

/// Below this distance of the ends, m, a spring has no direction.
const MIN_SPAN: f32 = 1e-9;

impl Spring {
    /// Ends in the world, m.
    pub fn ends(&self, states: &[BodyState]) -> [Vec3; 2] {
        let a = states[self.body_a.index()].world_from_body().transform_point(self.anchor_a);
        let b =
            self.body_b.map_or(self.anchor_b, |b| states[b.index()].world_from_body().transform_point(self.anchor_b));
        [a, b]
    }

    /// ½ k (|d| − L)², J.
    pub fn energy(&self, states: &[BodyState]) -> f64 {
        let [a, b] = self.ends(states);
        let stretch = f64::from(a.distance(b) - self.rest_length);
        0.5 * f64::from(self.stiffness) * stretch * stretch
    }

    /// `states` ends with the ground.
    pub(super) fn stretch(&self, states: &[BodyState]) -> Stretch {
        let a = self.body_a.index();
        let b = self.body_b.map_or(states.len() - 1, BodyId::index);
        let [end_a, end_b] = self.ends(states);
        let span = end_b - end_a;
        let length = span.length();
        let has_direction = length > MIN_SPAN;
        Stretch {
            a,
            b,
            arm_a: end_a - states[a].position,
            arm_b: end_b - states[b].position,
            span,
            direction: if has_direction { span / length } else { Vec3::ZERO },
            tension: if has_direction { 1.0 - self.rest_length / length } else { 1.0 },
        }
    }
}

impl Stretch {
    /// Speed of B's end relative to A's, m/s.
    pub fn speed(&self, states: &[BodyState]) -> Vec3 {
        states[self.b].velocity_at(self.arm_b) - states[self.a].velocity_at(self.arm_a)
    }

    /// Adds what the spring does to both bodies; a load of the ground goes nowhere.
    fn add_to(&self, loads: &mut [Load], force: Vec3) {
        for (body, arm, force) in [(self.a, self.arm_a, -force), (self.b, self.arm_b, force)] {
            if let Some(load) = loads.get_mut(body) {
                load.force += force;
                load.torque += arm.cross(force);
            }
        }
    }
}

/// Loads of all springs at the given states (which end with the ground); one load per body, none without springs.
pub(super) fn gather_loads(springs: &[Spring], states: &[BodyState], loads: &mut Vec<Load>) {
    loads.clear();
    if springs.is_empty() {
        return;
    }
    loads.resize(states.len() - 1, Load::default());
    for spring in springs {
        let stretch = spring.stretch(states);
        let n = stretch.direction;
        let pull = -spring.stiffness * stretch.tension * stretch.span;
        let brake = -spring.damping * n.dot(stretch.speed(states)) * n;
        stretch.add_to(loads, pull + brake);
    }
}

/// Sweeps of the implicit springs at most, and the change of an impulse, as a share, at which they end.
const MAX_SWEEPS: u32 = 64;
const CONVERGED: f32 = 1e-6;

impl World {
    /// The springs' impulses over a substep h with the forces of its end (backward Euler, linearised where the bodies
    /// are now):
    ///
    /// ```text
    /// P = h F(x + h u′, u′) ≈ h F − S u′,     S = h (h K + C),    u′ = u + W (P − P_before)
    /// K = k (n nᵀ + max(0, 1 − L/|d|)(1 − n nᵀ)),    C = c n nᵀ
    /// (1 + S W) P = h F − S (u − W P_before)
    /// ```
    ///
    /// W is the inverse mass that the ends show. A spring is one 3×3 system; springs that share bodies are swept until
    /// nothing changes, each with the velocities that the others left. With S → 0 this is the symplectic kick; with
    /// S → ∞ u′ → 0, so that no stiffness is too large.
    pub(super) fn apply_implicit_springs(&mut self, h: f32) {
        let mut impulses = std::mem::take(&mut self.scratch.spring_impulses);
        impulses.clear();
        impulses.resize(self.springs.len(), Vec3::ZERO);
        for _ in 0..MAX_SWEEPS {
            let mut largest_change = 0.0_f32;
            for (spring, impulse) in self.springs.iter().zip(&mut impulses) {
                let stretch = spring.stretch(&self.states);
                let mass_a = shown_inverse_mass(&self.free_state(stretch.a), stretch.arm_a);
                let mass_b = shown_inverse_mass(&self.free_state(stretch.b), stretch.arm_b);
                let w = mass_a + mass_b;
                let along = outer(stretch.direction);
                let across = (Mat3::IDENTITY - along) * stretch.tension.max(0.0);
                let stiffness = if stretch.direction == Vec3::ZERO { Mat3::IDENTITY } else { along + across };
                let s = (stiffness * (spring.stiffness * h) + along * spring.damping) * h;
                let pull = -spring.stiffness * stretch.tension * stretch.span * h;
                let target = pull - s * (stretch.speed(&self.states) - w * *impulse);
                let next = (Mat3::IDENTITY + s * w).inverse() * target;
                let change = next - *impulse;
                *impulse = next;
                largest_change = largest_change.max(change.length() / next.length().max(f32::MIN_POSITIVE));
                for (body, arm, change) in [(stretch.a, stretch.arm_a, -change), (stretch.b, stretch.arm_b, change)] {
                    let free = self.free_state(body);
                    self.states[body].velocity += change * free.inv_mass;
                    self.states[body].angular_velocity += free.inv_inertia * arm.cross(change);
                }
            }
            if largest_change < CONVERGED {
                break;
            }
        }
        self.scratch.spring_impulses = impulses;
    }

    /// A body's state; without any inverse mass when springs cannot move it.
    fn free_state(&self, index: usize) -> BodyState {
        let is_free = self.bodies.get(index).is_some_and(|b| b.body_type == BodyType::Dynamic && !b.is_asleep);
        let state = self.states[index];
        if is_free { state } else { BodyState { inv_mass: 0.0, inv_inertia: Mat3::ZERO, ..state } }
    }
}

fn outer(n: Vec3) -> Mat3 {
    Mat3::from_cols(n * n.x, n * n.y, n * n.z)
}

/// m⁻¹ − [r]× I⁻¹ [r]×: how a point at `arm` answers to an impulse there.
fn shown_inverse_mass(state: &BodyState, arm: Vec3) -> Mat3 {
    let skew =
        Mat3::from_cols(Vec3::new(0.0, arm.z, -arm.y), Vec3::new(-arm.z, 0.0, arm.x), Vec3::new(arm.y, -arm.x, 0.0));
    Mat3::from_diagonal(Vec3::splat(state.inv_mass)) - skew * state.inv_inertia * skew
}
