//! Symplectic Euler: forces change velocities, then the new velocities change positions. What other methods do with free
//! bodies stands in [`super::flight`].

use super::flight;
use crate::dynamics::body::{Body, BodyState, BodyType};
use crate::dynamics::settings::{Gyroscopic, IntegratorMethod, StepSettings};
use crate::dynamics::spring;
use crate::dynamics::world::World;
use crate::math::{Quat, Vec3, rotate_inertia};
use glam::{DMat3, DQuat, DVec3};

/// v += h (g + F/m), ω += h I⁻¹ (τ − ω × Iω if explicit), then drag and damping as 1/(1 + h d): stable for any d.
///
/// Springs count among the forces; with the implicit method they come after all others, with the forces of the end of
/// the substep.
pub(super) fn velocities(world: &mut World, settings: &StepSettings, h: f32) {
    flight::prepare(world, settings, h);
    let gravity = Vec3::from(settings.gravity);
    let integrator = &settings.integrator;
    let is_implicit = integrator.method == IntegratorMethod::ImplicitEuler;
    let springs = if is_implicit { &[][..] } else { &world.springs[..] };
    spring::gather_loads(springs, &world.states, &mut world.scratch.loads);
    for (index, (body, state)) in world.bodies.iter().zip(&mut world.states).enumerate() {
        let flies = world.scratch.flight.end_of(index).is_some();
        if body.body_type != BodyType::Dynamic || body.is_asleep || flies {
            continue;
        }
        let load = world.scratch.loads.get(index).copied().unwrap_or_default();
        state.velocity += (gravity * body.gravity_scale + (body.force + load.force) * state.inv_mass) * h;
        let mut torque = body.torque + load.torque;
        if integrator.gyroscopic == Gyroscopic::Explicit && integrator.rotations {
            let inertia = rotate_inertia(state.rotation, &body.effective_inertia(settings));
            torque -= state.angular_velocity.cross(inertia * state.angular_velocity);
        }
        state.angular_velocity += state.inv_inertia * torque * h;
        state.velocity *= body.drag_factor(state.velocity.length(), h * state.inv_mass);
        state.velocity *= 1.0 / (1.0 + h * (body.linear_damping + integrator.linear_damping));
        state.angular_velocity *= 1.0 / (1.0 + h * (body.angular_damping + integrator.angular_damping));
        if !integrator.rotations {
            state.angular_velocity = Vec3::ZERO;
        }
    }
    if is_implicit && !world.springs.is_empty() {
        world.apply_implicit_springs(h);
    }
}

/// x += h v, and the rotation by the exponential map of h ω.
pub(super) fn positions(world: &mut World, settings: &StepSettings, h: f32, is_last_substep: bool) {
    for (index, (body, state)) in world.bodies.iter_mut().zip(&mut world.states).enumerate() {
        match body.body_type {
            BodyType::Static => {}
            BodyType::Animated => {
                state.position += state.velocity * h;
                state.rotation = turned(state.rotation, state.angular_velocity * h);
                if let Some(target) = body.target.filter(|_| is_last_substep) {
                    // The path is followed exactly, without the rounding of many small steps.
                    state.position = target.translation;
                    state.rotation = target.rotation;
                    body.target = None;
                }
            }
            BodyType::Dynamic => match world.scratch.flight.end_of(index) {
                Some(end) => {
                    state.position = end.position;
                    state.rotation = end.rotation;
                    state.inv_inertia = end.inv_inertia;
                }
                None => advance_pose(body, state, settings, h),
            },
        }
    }
}

/// Moves a body along its velocity; a sleeping or static one has none to follow.
pub(super) fn advance_pose(body: &Body, state: &mut BodyState, settings: &StepSettings, h: f32) {
    if body.body_type == BodyType::Static || body.is_asleep {
        return;
    }
    state.position += state.velocity * h;
    if state.angular_velocity != Vec3::ZERO {
        rotate(body, state, settings, h);
    }
}

fn turned(rotation: Quat, angle: Vec3) -> Quat {
    (Quat::from_scaled_axis(angle) * rotation).normalize()
}

/// Turns a body. With the gyroscopic term implicit the angular momentum L = R I Rᵀ ω is what stays constant: the
/// rotation uses the angular velocity of the midpoint rule, and ω follows from L in the new orientation.
fn rotate(body: &Body, state: &mut BodyState, settings: &StepSettings, h: f32) {
    let is_round = body.inertia_is_isotropic;
    if is_round || settings.integrator.gyroscopic != Gyroscopic::Implicit {
        state.rotation = turned(state.rotation, state.angular_velocity * h);
    } else {
        // In double precision: the errors of single precision all push the same way, and a free body would lose a
        // thousandth of its angular momentum within half a minute.
        let inertia = body.effective_inertia(settings).as_dmat3();
        let before = state.rotation.as_dquat().normalize();
        let local = before.conjugate() * state.angular_velocity.as_dvec3();
        let momentum = before * (inertia * local);
        let middle = midpoint_angular_velocity(&inertia, local, f64::from(h));
        let after = (before * DQuat::from_scaled_axis(middle * f64::from(h))).normalize();
        state.rotation = after.as_quat();
        // The momentum is carried to the orientation that is kept, which is the rounded one.
        let after = state.rotation.as_dquat().normalize();
        let inv_inertia = inertia.inverse();
        state.angular_velocity = (after * (inv_inertia * (after.conjugate() * momentum))).as_vec3();
    }
    if !is_round {
        state.inv_inertia =
            rotate_inertia(state.rotation, &(body.inv_inertia * (1.0 / settings.integrator.inertia_scale)));
    }
}

/// Solves the implicit midpoint rule of Euler's equations in body axes for x = (ω + ω′)/2:
///
/// ```text
/// f(x) = I (x − ω) + (h/2) x × (I x) = 0,      f′ = I + (h/2) ([x]× I − [I x]×)
/// ```
///
/// Newton from x = ω; two to three rounds reach single precision unless the body turns by more than a radian per
/// substep, and then four still give a bounded answer, since L is kept by the caller whatever x is.
fn midpoint_angular_velocity(inertia: &DMat3, omega: DVec3, h: f64) -> DVec3 {
    let skew =
        |v: DVec3| DMat3::from_cols(DVec3::new(0.0, v.z, -v.y), DVec3::new(-v.z, 0.0, v.x), DVec3::new(v.y, -v.x, 0.0));
    let mut x = omega;
    for _ in 0..4 {
        let momentum = *inertia * x;
        let f = *inertia * (x - omega) + x.cross(momentum) * (0.5 * h);
        let derivative = *inertia + (skew(x) * *inertia - skew(momentum)) * (0.5 * h);
        let change = derivative.inverse() * f;
        if !change.is_finite() {
            return omega;
        }
        x -= change;
        if change.length_squared() <= 1e-18 * omega.length_squared() {
            break;
        }
    }
    x
}
