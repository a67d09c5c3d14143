//! Further sweeps over contacts with static bodies alone: the wall has the last word.
//!
//! Source: book, section 2.6.2, the sandwich case: "do an extra iteration or two after termination to satisfy only
//! static contacts". Where it fails: what was pushed keeps the overlap with its pusher instead.

use super::{RowKind, RowSet, SweepContext, row};
use crate::dynamics::probe::Probe;
use crate::dynamics::settings::StepSettings;
use crate::dynamics::world::World;

pub(super) fn sweep<P: Probe>(
    world: &mut World,
    settings: &StepSettings,
    set: &mut RowSet,
    context: &mut SweepContext<'_, P>,
) {
    for position in 0..set.group_order.len() {
        let group = set.groups[set.group_order[position] as usize];
        let is_fixed = |body: u32| world.states[body as usize].inv_mass == 0.0;
        if group.normal_count == 0 || !(is_fixed(group.body_a) || is_fixed(group.body_b)) {
            continue;
        }
        let (mut index, end) = (group.first as usize, (group.first + group.count) as usize);
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
}
