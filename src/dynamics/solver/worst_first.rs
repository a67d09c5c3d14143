//! Worst contact first: the row with the largest violation is solved, again and again.
//!
//! What differs: the order follows the need instead of a list, so a single hard impact is dealt with at once. Where it
//! fails: in a pile nearly all rows are a little wrong, the search costs as much as a sweep, and two rows that disturb
//! each other can take all the turns. Source: the lecture on contact resolution (worst contact first; positions
//! resolved by the shares of linear and angular inertia), after Millington, "Game Physics Engine Development".

use super::{RowKind, RowSet, SweepContext, WHOLE_GROUP, joint_block, row};
use crate::dynamics::body::BodyState;
use crate::dynamics::probe::Probe;
use crate::dynamics::settings::FrictionBound;

/// Violations below this are left, m/s.
const TOLERANCE: f32 = 1e-6;

/// One sweep: as many turns as there are rows.
pub(super) fn sweep<P: Probe>(
    set: &mut RowSet,
    states: &mut [BodyState],
    bound: FrictionBound,
    context: &mut SweepContext<'_, P>,
) {
    // Joints that are solved at once stand outside the contest: each has one turn.
    let is_single = |index: &&u32| **index & WHOLE_GROUP == 0;
    for &index in set.row_order.iter().filter(|index| !is_single(index)) {
        let group = set.groups[(index & !WHOLE_GROUP) as usize];
        joint_block::solve(&mut set.rows, group, states, context);
    }
    for _ in 0..set.row_order.len() {
        let mut worst = (TOLERANCE, usize::MAX);
        for &index in set.row_order.iter().filter(is_single) {
            let violation = row::violation(&set.rows, index as usize, states, context.pass, bound);
            if violation > worst.0 {
                worst = (violation, index as usize);
            }
        }
        let index = worst.1;
        if index == usize::MAX {
            return;
        }
        if set.rows[index].kind == RowKind::Friction {
            row::solve_friction(&mut set.rows, index, states, bound, context);
        } else {
            row::solve(&mut set.rows, index, states, context);
        }
    }
}
