//! Restitution: after the bodies have been stopped at the surface, those that came fast enough are sent back.
//!
//! ```text
//! J v⁺ = max(−e · J v⁻, J v)     for normal rows with J v⁻ < −threshold that carried an impulse in this substep
//! ```
//!
//! v is the speed that the other passes left: a contact pushes and never pulls, so what leaves faster (because its
//! overlap is pushed out) is not slowed down to its bounce. v⁻ is the speed after forces and before impulses of the same substep. The pass is swept by the same method as the
//! rest, so its faults show here too; the soft method solves each manifold at once, since a bounce lasts one substep
//! and warm starting cannot help it. The impulse of a bounce is not kept for the next warm start: it will not recur.
//! Newton's law of impact; book, section 2.6.

use super::{RowKind, RowSet, SweepContext};
use crate::dynamics::probe::{Gathering, Pass, Probe};
use crate::dynamics::settings::{SolverMethod, StepSettings};
use crate::dynamics::world::World;

/// Sweeps of the soft method: each solves a manifold exactly, so that few are enough for piles as well.
const SOFT_SWEEPS: u32 = 4;

pub(super) fn apply<P: Probe>(
    world: &mut World,
    settings: &StepSettings,
    set: &mut RowSet,
    substep: u32,
    probe: &mut P,
) {
    let threshold = settings.restitution.threshold;
    let is_bouncing = |row: &super::Row| {
        row.kind == RowKind::Normal && row.restitution > 0.0 && row.approach < -threshold && row.lambda > 0.0
    };
    let is_any_bouncing = || set.rows.iter().any(is_bouncing) || set.manifolds.iter().any(|m| m.bounces(threshold));
    if !set.can_bounce || !is_any_bouncing() {
        return;
    }
    let rate = substep_rate(settings);
    set.manifolds.iter_mut().for_each(|manifold| manifold.aim_bounces(threshold, rate, &world.states));
    for row in &mut set.rows {
        row.relax_bias = match row.kind {
            RowKind::Normal if is_bouncing(row) => {
                row.is_bouncing = true;
                let (a, b) = (&world.states[row.body_a as usize], &world.states[row.body_b as usize]);
                (row.restitution * row.approach).min(-row.velocity(a, b))
            }
            RowKind::Normal => row.c.max(0.0) * rate,
            _ => row.relax_bias,
        };
    }
    if P::ENABLED && probe.wants_rows() {
        probe.gathered(substep, Gathering::Bounces, set.show(), &world.states);
    }
    let method = settings.solver.method;
    let sweeps = if method == SolverMethod::Soft { SOFT_SWEEPS } else { settings.solver.velocity_iterations };
    let bound = settings.friction.bound;
    for iteration in 0..sweeps {
        let context = &mut SweepContext::new(probe, substep, Pass::Restitution, iteration);
        super::sweep_rows(set, &mut world.states, method, bound, context);
    }
}

fn substep_rate(settings: &StepSettings) -> f32 {
    settings.time.substeps.max(1) as f32 / settings.time.dt
}
