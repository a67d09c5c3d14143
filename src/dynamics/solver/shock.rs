//! Shock propagation: a contact treats its lower body as heavier, so that support travels up a stack at once.
//!
//! What differs: the inverse mass and inertia of the body nearer to the ground are scaled down in each contact row
//! between two levels, in every sweep (`mass_scaling`) or to nothing in one last sweep from the ground up
//! (`level_by_level`). Where it fails: impulses are no longer equal and opposite in effect, so the weight above is
//! not felt below (the "weightless bottom" artifact). Source: Guendelman, Bridson and Fedkiw, "Nonconvex Rigid Bodies
//! with Stacking", 2003; book, section 2.5.

use super::{RowGroup, RowKind, RowSet, SweepContext, row};
use crate::dynamics::probe::Probe;
use crate::dynamics::settings::StepSettings;
use crate::dynamics::world::World;

/// Number of contacts between each body and the nearest body of infinite mass; `u32::MAX` for floating bodies.
pub(super) fn find_levels(world: &World, groups: &[RowGroup], levels: &mut Vec<u32>) {
    levels.clear();
    levels.extend(world.states.iter().map(|s| if s.inv_mass == 0.0 { 0 } else { u32::MAX }));
    // Relaxation: as many passes as the tallest stack has levels, fewer when groups stand in rising order.
    loop {
        let mut has_changed = false;
        for group in groups {
            let (a, b) = (group.body_a as usize, group.body_b as usize);
            for (low, high) in [(a, b), (b, a)] {
                if levels[low] != u32::MAX && levels[low] + 1 < levels[high] {
                    levels[high] = levels[low] + 1;
                    has_changed = true;
                }
            }
        }
        if !has_changed {
            break;
        }
    }
}

/// The last sweep of `level_by_level`: from the ground up, with the lower body of each contact frozen.
pub(super) fn frozen_sweep<P: Probe>(
    world: &mut World,
    settings: &StepSettings,
    set: &mut RowSet,
    context: &mut SweepContext<'_, P>,
) {
    scale_masses(world, 0.0, set);
    let mut order = std::mem::take(&mut set.group_order);
    let level = |g: &u32| {
        let group = &set.groups[*g as usize];
        set.levels[group.body_a as usize].min(set.levels[group.body_b as usize])
    };
    order.sort_by_key(level);
    for &group in &order {
        let group = set.groups[group as usize];
        let mut index = group.first as usize;
        let end = index + group.count as usize;
        while index < end {
            if set.rows[index].kind == RowKind::Friction {
                row::solve_friction(&mut set.rows, index, &mut world.states, settings.friction.bound, context);
                index += 2;
            } else {
                row::solve(&mut set.rows, index, &mut world.states, context);
                index += 1;
            }
        }
    }
    set.group_order = order;
    scale_masses(world, 1.0, set);
}

/// Scales the lower body's inverse mass in every contact row between two levels.
pub(super) fn scale_masses(world: &World, scale: f32, set: &mut RowSet) {
    find_levels(world, &set.groups, &mut set.levels);
    for group in set.groups.iter().filter(|g| g.normal_count > 0) {
        let (a, b) = (group.body_a as usize, group.body_b as usize);
        let (level_a, level_b) = (set.levels[a], set.levels[b]);
        if level_a == level_b {
            continue;
        }
        let (scale_a, scale_b) = if level_a < level_b { (scale, 1.0) } else { (1.0, scale) };
        for row in &mut set.rows[group.first as usize..(group.first + group.count) as usize] {
            row.set_masses(&world.states[a], &world.states[b], scale_a, scale_b);
        }
    }
}
