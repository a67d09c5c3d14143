//! One contact alone, in the middle of a step: the impact of a swept body.
//!
//! What differs from a substep: the forces of the step have acted already, only the rows of one contact are gathered,
//! nothing is warm started and nothing moves. Where it fails: a body that hits several others at the same moment
//! meets them one after the other. Source: book, section 2.6.2 ("simulates the first half until the object is
//! touching and then does the rest").

use super::{ContactTerms, Pass, RowSet, SolverMethod, SweepContext, jacobi, manifold_cache, order, push_group};
use super::{restitution, row, store, sweep};
use crate::dynamics::probe::{Gathering, Probe};
use crate::dynamics::settings::StepSettings;
use crate::dynamics::world::World;

/// Sweeps at least: an impact happens once, and nothing makes up for what is left over.
const MIN_SWEEPS: u32 = 8;

/// Solves the rows of a contact with `time` (s) left in the step, bounce included, and adds to its sums.
pub(in crate::dynamics) fn solve_impact<P: Probe>(
    world: &mut World,
    settings: &StepSettings,
    contact: usize,
    time: f32,
    probe: &mut P,
) {
    let (a, b) = (world.contacts[contact].body_a, world.contacts[contact].body_b);
    if world.contacts[contact].points().is_empty() || !world.is_active_pair(a.index(), b.index()) {
        return;
    }
    let substep = settings.time.substeps.max(1) - 1;
    let mut set = std::mem::take(&mut world.scratch.impact_rows);
    set.clear();
    let terms = ContactTerms::new(settings, time);
    let normals = terms.push_rows(&world.contacts[contact], contact as u32, &world.states, &mut set.rows);
    set.rows.iter_mut().for_each(|row| row.lambda = 0.0);
    push_group(&mut set, a.0, b.0, normals);
    set.can_bounce = world.contacts[contact].restitution > 0.0;
    finish_rows(world, settings, substep, &mut set);
    if P::ENABLED && probe.wants_rows() {
        probe.gathered(substep, Gathering::Impact, set.show(), &world.states);
    }
    for iteration in 0..settings.solver.velocity_iterations.max(MIN_SWEEPS) {
        sweep(world, settings, &mut set, SweepContext::new(probe, substep, Pass::Relax, iteration));
    }
    row::refresh_biases_after_motion(&mut set.rows, time);
    restitution::apply(world, settings, &mut set, substep, probe);
    store(world, &set);
    world.scratch.impact_rows = set;
}

fn finish_rows(world: &mut World, settings: &StepSettings, substep: u32, set: &mut RowSet) {
    if settings.solver.method == SolverMethod::Jacobi {
        jacobi::split_masses(world.states.len(), set);
    }
    if settings.solver.method.is_block() {
        manifold_cache::prepare(set, &world.states);
    }
    order::arrange(world, settings, substep, set);
}
