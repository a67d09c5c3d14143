//! Sequential impulse: projected Gauss–Seidel. Each row is solved from the velocities that the rows before it left.
//!
//! What differs: nothing; this is the plain walk. Where it fails: information travels
//! one contact per sweep when the order is against it, so tall stacks and long chains need many sweeps, and a body
//! that lands on several points at once is turned by the first of them. Source: Catto, "Iterative Dynamics with
//! Temporal Coherence", 2005; book, section 2.5 and chapter 3.

use super::{RowKind, RowSet, SweepContext, WHOLE_GROUP, joint_block, row};
use crate::dynamics::body::BodyState;
use crate::dynamics::probe::Probe;
use crate::dynamics::settings::FrictionBound;

pub(super) fn sweep<P: Probe>(
    set: &mut RowSet,
    states: &mut [BodyState],
    bound: FrictionBound,
    context: &mut SweepContext<'_, P>,
) {
    for &index in &set.row_order {
        if index & WHOLE_GROUP != 0 {
            let group = set.groups[(index & !WHOLE_GROUP) as usize];
            joint_block::solve(&mut set.rows, group, states, context);
            continue;
        }
        let index = index as usize;
        if set.rows[index].kind == RowKind::Friction {
            row::solve_friction(&mut set.rows, index, states, bound, context);
        } else {
            row::solve(&mut set.rows, index, states, context);
        }
    }
}
