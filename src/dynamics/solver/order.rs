//! The order in which rows are solved. Gauss–Seidel listens most to the row that speaks last.

use super::{RowKind, RowSet, WHOLE_GROUP, shock};
use crate::dynamics::settings::{RowOrder, SolverMethod, StepSettings};
use crate::dynamics::world::World;

/// Fills `group_order` and `row_order`. Within a contact friction always follows the normals that bound it.
pub(super) fn arrange(world: &World, settings: &StepSettings, substep: u32, set: &mut RowSet) {
    let order = settings.solver.order;
    set.group_order.clear();
    // Joints that are solved directly have their turn before everything else.
    let is_direct = set.is_direct;
    set.group_order.extend((0..set.groups.len() as u32).filter(|g| !(is_direct && set.groups[*g as usize].is_joint)));
    let groups = &set.groups;
    let is_static = |index: &u32| {
        let group = &groups[*index as usize];
        [group.body_a, group.body_b].iter().any(|b| world.states[*b as usize].inv_mass == 0.0)
    };
    match order {
        RowOrder::Generated => {}
        RowOrder::Reversed => set.group_order.reverse(),
        RowOrder::Shuffled => {
            let mut random = Shuffle::new(settings.solver.shuffle_seed, world.step_count(), substep);
            for last in (1..set.group_order.len()).rev() {
                set.group_order.swap(last, random.below(last + 1));
            }
        }
        // The sorts are stable: among equals the generated order stays.
        RowOrder::BottomUp => {
            shock::find_levels(world, &set.groups, &mut set.levels);
            let levels = &set.levels;
            let level = |g: &u32| {
                let group = &groups[*g as usize];
                levels[group.body_a as usize].min(levels[group.body_b as usize])
            };
            set.group_order.sort_by_key(level);
        }
        RowOrder::StaticFirst => set.group_order.sort_by_key(|g| !is_static(g)),
        RowOrder::StaticLast => set.group_order.sort_by_key(is_static),
    }
    set.row_order.clear();
    if settings.solver.method == SolverMethod::Soft {
        // Walks over groups and over nothing else, and a look at every row has its price.
        return;
    }
    for &index in &set.group_order {
        let group = set.groups[index as usize];
        if group.is_joint && set.joints_at_once {
            set.row_order.push(WHOLE_GROUP | index);
            continue;
        }
        let end = group.first + group.count;
        let friction = (0..end - group.first)
            .map(|k| group.first + k)
            .find(|r| set.rows[*r as usize].kind == RowKind::Friction)
            .unwrap_or(end);
        if order == RowOrder::Reversed {
            set.row_order.extend((group.first..friction).rev());
            set.row_order.extend((friction..end).step_by(2).rev());
        } else {
            set.row_order.extend(group.first..friction);
            set.row_order.extend((friction..end).step_by(2));
        }
    }
}

/// A small generator (xorshift64*), so that a shuffled order is the same on every machine.
struct Shuffle(u64);

impl Shuffle {
    fn new(seed: u32, step: u64, substep: u32) -> Self {
        let mixed = (u64::from(seed) << 32 | u64::from(substep)) ^ step.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Self(mixed.wrapping_mul(0xD1B5_4A32_D192_ED03) | 1)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n as u64) as usize
    }
}
