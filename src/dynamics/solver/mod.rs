//! From forces and contacts to new velocities and positions: the substep, stage by stage.
//!
//! Every constraint is a scalar [`Row`]; a method differs only in how it walks over the rows. (The default method keeps
//! those of a contact in one place, see `manifold`.) The substep gathers rows once (`prepare`), sweeps over them, moves the
//! bodies, and stores the impulses for the next warm start.

mod block;
mod contact_rows;
mod dense;
mod direct;
mod flight;
mod impact;
mod integrate;
mod jacobi;
mod joint_block;
mod joint_rows;
mod manifold;
mod manifold_cache;
mod order;
mod patch;
mod patch_friction;
mod position_pass;
mod restitution;
mod row;
mod row_set;
mod sequential_impulse;
mod shock;
mod softness;
mod static_pass;
mod worst_first;

use contact_rows::ContactTerms;
pub(super) use flight::Flight;
pub(super) use impact::solve_impact;
pub use row::{Row, RowId, RowKind, pair_changes};
use row_set::{NO_MANIFOLD, WHOLE_GROUP, push_group};
pub(super) use row_set::{RowGroup, RowSet};
pub use softness::Softness;

pub(super) use joint_rows::RowSink;
pub(super) use row::blank_row;

use super::probe::{Gathering, IterationEvent, Pass, Probe, Stage, Together};
use super::settings::{ShockPropagation, SolverMethod, StepSettings};
use super::world::World;

/// Where a sweep is, for the events it raises.
pub(super) struct SweepContext<'a, P: Probe> {
    pub probe: &'a mut P,
    pub substep: u32,
    pub pass: Pass,
    pub iteration: u32,
    together: Together,
    batch: u32,
}

impl<'a, P: Probe> SweepContext<'a, P> {
    fn new(probe: &'a mut P, substep: u32, pass: Pass, iteration: u32) -> Self {
        Self { probe, substep, pass, iteration, together: Together::Alone, batch: 0 }
    }

    /// Whatever is changed until [`Self::end_together`] was found from the velocities of this moment.
    fn begin_together(&mut self, together: Together) {
        self.together = together;
        self.batch += 1;
    }

    fn end_together(&mut self) {
        self.together = Together::Alone;
    }
}

/// Carries the world through one step, substep by substep.
pub(super) fn solve<P: Probe>(world: &mut World, settings: &StepSettings, probe: &mut P) {
    let substeps = settings.time.substeps.max(1);
    let h = settings.time.dt / substeps as f32;
    // The rows leave the world while the world is changed through them.
    let mut set = std::mem::take(&mut world.scratch.row_set);
    for substep in 0..substeps {
        if substep > 0 {
            world.update_manifolds(settings, substep, probe);
        }
        world.stage(substep, Stage::IntegrateVelocities, probe, |world, _| {
            integrate::velocities(world, settings, h);
        });
        world.stage(substep, Stage::Prepare, probe, |world, probe| {
            prepare(world, settings, h, substep, &mut set);
            if P::ENABLED && probe.wants_rows() {
                probe.gathered(substep, Gathering::Velocities, set.show(), &world.states);
            }
        });
        world.stage(substep, Stage::WarmStart, probe, |world, probe| {
            warm_start(world, settings, &mut set, substep, probe);
        });
        world.stage(substep, Stage::Solve, probe, |world, probe| {
            for iteration in 0..settings.solver.velocity_iterations {
                sweep(world, settings, &mut set, SweepContext::new(probe, substep, Pass::Bias, iteration));
            }
            if settings.solver.shock_propagation == ShockPropagation::LevelByLevel {
                let iteration = settings.solver.velocity_iterations;
                let context = &mut SweepContext::new(probe, substep, Pass::Bias, iteration);
                shock::frozen_sweep(world, settings, &mut set, context);
            }
            for extra in 0..settings.solver.static_iterations {
                let iteration = settings.solver.velocity_iterations + extra;
                let mut context = SweepContext::new(probe, substep, Pass::Bias, iteration);
                static_pass::sweep(world, settings, &mut set, &mut context);
            }
        });
        world.stage(substep, Stage::IntegratePositions, probe, |world, probe| {
            let is_watched = P::ENABLED && probe.wants_rows();
            row::advance_constraint_values(&mut set.rows, &world.states, h, is_watched);
            set.manifolds.iter_mut().for_each(|manifold| manifold.advance(&world.states, h, is_watched));
            integrate::positions(world, settings, h, substep + 1 == substeps);
        });
        world.stage(substep, Stage::Relax, probe, |world, probe| {
            if settings.solver.method == SolverMethod::Soft {
                row::refresh_biases_after_motion(&mut set.rows, h);
                set.manifolds.iter_mut().for_each(|manifold| manifold.refresh_bias_after_motion(1.0 / h));
                if P::ENABLED && probe.wants_rows() {
                    probe.gathered(substep, Gathering::Relax, set.show(), &world.states);
                }
                for iteration in 0..settings.solver.relax_iterations {
                    sweep(world, settings, &mut set, SweepContext::new(probe, substep, Pass::Relax, iteration));
                }
            }
        });
        world.stage(substep, Stage::Restitution, probe, |world, probe| {
            restitution::apply(world, settings, &mut set, substep, probe);
        });
        world.stage(substep, Stage::Store, probe, |world, _| store(world, &set));
        world.stage(substep, Stage::CorrectPositions, probe, |world, probe| {
            position_pass::run(world, settings, h, substep, &mut set, probe);
        });
    }
    world.scratch.row_set = set;
}

/// Gathers the rows of all awake joints and contacts, with their numbers for this substep.
fn prepare(world: &mut World, settings: &StepSettings, h: f32, substep: u32, set: &mut RowSet) {
    set.clear();
    joint_rows::push_all(world, settings, h, set);
    if let Some(grab) = &world.grab {
        super::joint::grab::push_rows(grab, &world.bodies, &world.states, h, &mut set.rows);
        push_group(set, grab.body.0, grab.body.0, 0);
    }
    let terms = ContactTerms::new(settings, h);
    let has_manifolds = manifold::Manifold::is_used_with(settings);
    for (index, contact) in world.contacts.iter().enumerate() {
        if contact.points().is_empty() || !world.is_active_pair(contact.body_a.index(), contact.body_b.index()) {
            continue;
        }
        if has_manifolds && (2..=manifold::MAX_POINTS).contains(&contact.points().len()) {
            push_group(set, contact.body_a.0, contact.body_b.0, contact.points().len() as u32);
            let (index_of_manifold, manifold) = set.manifolds.add();
            manifold.fill(&terms, contact, index as u32, &world.states);
            if let Some(group) = set.groups.last_mut() {
                group.manifold = index_of_manifold;
            }
        } else {
            let normals = terms.push_rows(contact, index as u32, &world.states, &mut set.rows);
            push_group(set, contact.body_a.0, contact.body_b.0, normals);
        }
        set.can_bounce |= contact.restitution > 0.0;
    }
    if settings.solver.shock_propagation == ShockPropagation::MassScaling {
        shock::scale_masses(world, settings.solver.shock_mass_scale, set);
    }
    if !settings.solver.method.is_block() && settings.solver.over_relaxation != 1.0 {
        for row in &mut set.rows {
            row.effective_mass *= settings.solver.over_relaxation;
        }
    }
    if settings.solver.method == SolverMethod::Jacobi {
        jacobi::split_masses(world.states.len(), set);
    }
    if settings.solver.method.is_block() {
        manifold_cache::prepare(set, &world.states);
    }
    if set.is_direct {
        set.forest.build(&set.groups, &world.states);
    }
    order::arrange(world, settings, substep, set);
}

/// Applies a share of the impulses of the last substep: most of what a resting scene needs is known already.
fn warm_start<P: Probe>(world: &mut World, settings: &StepSettings, set: &mut RowSet, substep: u32, probe: &mut P) {
    let shares = [settings.solver.warm_start, settings.solver.warm_start_friction];
    let mut context = SweepContext::new(probe, substep, Pass::WarmStart, 0);
    for group in 0..set.groups.len() {
        let group = set.groups[group];
        if let Some(manifold) = set.manifolds.get_mut(group.manifold as usize) {
            manifold.warm_start(shares, &mut world.states, &mut context);
            continue;
        }
        for index in group.first as usize..(group.first + group.count) as usize {
            let share = shares[usize::from(set.rows[index].kind == RowKind::Friction)];
            let stored = std::mem::take(&mut set.rows[index].lambda);
            if share > 0.0 && stored != 0.0 {
                let clamp = super::probe::Clamp::Free;
                row::change(&mut set.rows, index, stored * share, clamp, &mut world.states, &mut context);
            }
        }
    }
}

/// One pass over all rows by the chosen method, with its residual when somebody wants to know.
fn sweep<P: Probe>(world: &mut World, settings: &StepSettings, set: &mut RowSet, mut context: SweepContext<'_, P>) {
    let is_watched = P::ENABLED && context.probe.wants_iterations();
    if is_watched {
        let mut previous = std::mem::take(&mut set.previous);
        previous.clear();
        previous.extend(set.lambdas());
        set.previous = previous;
    }
    let bound = settings.friction.bound;
    sweep_rows(set, &mut world.states, settings.solver.method, bound, &mut context);
    if is_watched {
        let event = IterationEvent {
            substep: context.substep,
            pass: context.pass,
            iteration: context.iteration,
            residual: set.residual(&world.states, context.pass, bound),
            total_change: set.lambdas().zip(&set.previous).map(|(lambda, before)| (lambda - before).abs()).sum(),
        };
        context.probe.iteration(&event);
    }
}

/// Joints that are solved directly, then everything else by the method.
fn sweep_rows<P: Probe>(
    set: &mut RowSet,
    states: &mut [super::body::BodyState],
    method: SolverMethod,
    bound: super::settings::FrictionBound,
    context: &mut SweepContext<'_, P>,
) {
    if set.is_direct {
        set.forest.solve(&mut set.rows, &set.groups, states, context);
    }
    match method {
        SolverMethod::SequentialImpulse => sequential_impulse::sweep(set, states, bound, context),
        // Soft rows gain most from being solved together: a tower that lands flat stays straight.
        SolverMethod::Block | SolverMethod::Soft => block::sweep(set, states, bound, context),
        SolverMethod::WorstFirst => worst_first::sweep(set, states, bound, context),
        SolverMethod::Jacobi => jacobi::sweep(set, states, bound, context),
    }
}

/// Keeps the accumulated impulses for the next warm start and adds them to the sums of the step.
fn store(world: &mut World, set: &RowSet) {
    // A row that was left out (a limit out of reach) remembers nothing.
    for group in set.groups.iter().filter(|g| g.is_joint) {
        if let RowId::Joint { joint, .. } = set.rows[group.first as usize].id {
            world.joints[joint as usize].lambdas = Default::default();
        }
    }
    for manifold in set.manifolds.iter() {
        manifold.store(&mut world.contacts[manifold.contact as usize], &world.states);
    }
    for group in set.groups.iter().filter(|g| g.normal_count > 0 && g.manifold == NO_MANIFOLD) {
        let rows = &set.rows[group.first as usize..(group.first + group.count) as usize];
        let RowId::Contact { contact, .. } = rows[0].id else { continue };
        contact_rows::store(&mut world.contacts[contact as usize], rows, group.normal_count as usize, &world.states);
    }
    for row in set
        .groups
        .iter()
        .filter(|g| g.normal_count == 0)
        .flat_map(|g| &set.rows[g.first as usize..][..g.count as usize])
    {
        match row.id {
            RowId::Contact { .. } => {}
            RowId::Joint { joint, row: slot } => {
                let joint = &mut world.joints[joint as usize];
                joint.lambdas[slot as usize] = row.lambda;
                joint.total_impulse += row.linear * row.lambda;
                if row.kind == RowKind::Limit {
                    joint.total_limit_impulse += row.lambda;
                }
                if row.linear == crate::math::Vec3::ZERO {
                    joint.total_angular_impulse += row.angular_b * row.lambda;
                }
            }
            RowId::Grab { row: slot } => {
                if let Some(grab) = &mut world.grab {
                    grab.lambdas[slot as usize] = row.lambda;
                }
            }
        }
    }
}
