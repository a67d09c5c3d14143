//! Position errors removed apart from velocities: split impulse, and non-linear Gauss–Seidel.
//!
//! ```text
//! ẋ′ = pseudo-velocities, zero at the start
//! J ẋ′ ≥ −(β/h) (C + slop)      solved like velocity rows, without friction
//! x += h ẋ′                     and ẋ′ is forgotten: nothing of the push remains as speed
//! ```
//!
//! Split impulse solves this once per substep with the Jacobians of the velocity rows. The non-linear variant measures C
//! and J anew before each sweep, which also removes what the linearisation left over. Where both fail: velocity and
//! position no longer tell the same story, and a deep overlap is pushed out without the momentum it should give.
//! Sources: Guendelman, Bridson and Fedkiw 2003; Catto, Box2D (position correction), 2006.

use super::{Pass, RowKind, RowSet, SweepContext, WHOLE_GROUP, joint_block, row};
use crate::dynamics::probe::{Gathering, Probe};
use crate::dynamics::settings::{PositionCorrection, SolverMethod, StepSettings};
use crate::dynamics::world::World;
use crate::math::{Quat, Vec3};

pub(super) fn run<P: Probe>(
    world: &mut World,
    settings: &StepSettings,
    h: f32,
    substep: u32,
    set: &mut RowSet,
    probe: &mut P,
) {
    let iterations = settings.solver.position_iterations;
    match correction(settings) {
        PositionCorrection::SplitImpulse => push(world, settings, h, substep, set, iterations, 0, probe),
        PositionCorrection::Nonlinear => {
            for iteration in 0..iterations {
                super::prepare(world, settings, h, substep, set);
                push(world, settings, h, substep, set, 1, iteration, probe);
            }
        }
        PositionCorrection::None | PositionCorrection::Baumgarte => {}
    }
}

/// The method `soft` corrects in its own way.
pub(super) fn correction(settings: &StepSettings) -> PositionCorrection {
    if settings.solver.method == SolverMethod::Soft {
        PositionCorrection::None
    } else {
        settings.solver.position_correction
    }
}

#[allow(clippy::too_many_arguments, reason = "one call site each, and a struct would only rename them")]
fn push<P: Probe>(
    world: &mut World,
    settings: &StepSettings,
    h: f32,
    substep: u32,
    set: &mut RowSet,
    sweeps: u32,
    first_iteration: u32,
    probe: &mut P,
) {
    let solver = &settings.solver;
    let rate = solver.baumgarte / h;
    for row in &mut set.rows {
        row.lambda = 0.0;
        row.bias = match row.kind {
            // A gap is no error; an overlap beyond the slop is, and is never pushed out faster than the limit.
            RowKind::Normal if row.c > 0.0 => row.c / h,
            RowKind::Normal => (rate * (row.c + solver.slop).min(0.0)).max(-solver.max_push_out_speed),
            RowKind::Limit if row.c > 0.0 => row.c / h,
            _ => rate * row.c,
        };
        if matches!(row.kind, RowKind::Motor | RowKind::JointFriction | RowKind::JointDamping | RowKind::Grab) {
            // These know of speeds only.
            row.effective_mass = 0.0;
        }
    }
    set.velocities.clear();
    for state in &mut world.states {
        set.velocities.push((state.velocity, state.angular_velocity));
        state.velocity = Vec3::ZERO;
        state.angular_velocity = Vec3::ZERO;
    }
    if P::ENABLED && probe.wants_rows() {
        probe.gathered(substep, Gathering::PseudoVelocities, set.show(), &world.states);
    }
    for iteration in 0..sweeps {
        let context = &mut SweepContext::new(probe, substep, Pass::Position, first_iteration + iteration);
        if set.is_direct {
            set.forest.solve(&mut set.rows, &set.groups, &mut world.states, context);
        }
        for &index in &set.row_order {
            if index & WHOLE_GROUP != 0 {
                let group = set.groups[(index & !WHOLE_GROUP) as usize];
                joint_block::solve(&mut set.rows, group, &mut world.states, context);
                continue;
            }
            let kind = set.rows[index as usize].kind;
            if kind != RowKind::Friction && kind != RowKind::Grab {
                row::solve(&mut set.rows, index as usize, &mut world.states, context);
            }
        }
    }
    for (state, (velocity, angular_velocity)) in world.states.iter_mut().zip(&set.velocities) {
        if state.inv_mass > 0.0 {
            state.position += state.velocity * h;
            state.rotation = (Quat::from_scaled_axis(state.angular_velocity * h) * state.rotation).normalize();
        }
        state.velocity = *velocity;
        state.angular_velocity = *angular_velocity;
    }
}
