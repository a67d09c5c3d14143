//! Jacobi: every row sees the velocities from before the sweep; all impulses are applied afterwards.
//!
//! What differs: the order of rows cannot matter, so a symmetric impact stays symmetric. Rows that share a body
//! would together overshoot; each row therefore gets a share of the body, as if the body were split into as many
//! equal parts as it has rows (mass splitting). Where it fails: it converges more slowly than Gauss–Seidel, the more
//! so the more rows a body has. Source: Tonge, Benevolenski and Voroshilov, "Mass Splitting for Jitter-Free Parallel
//! Rigid Body Simulation", 2012; book, section 2.5.

use super::{RowId, RowKind, RowSet, SweepContext, joint_block, row};
use crate::dynamics::body::BodyState;
use crate::dynamics::probe::{Clamp, Probe, Together};
use crate::dynamics::settings::FrictionBound;

/// Divides the effective mass of each row: K becomes n_A K_A + n_B K_B, with n the number of rows on a body.
///
/// Impulses are applied to the whole bodies, so only the effective mass changes. Normal, friction and joint rows
/// along different directions hardly disturb each other, and count by their kind.
pub(super) fn split_masses(body_count: usize, set: &mut RowSet) {
    set.rows_per_body.clear();
    set.rows_per_body.resize(body_count * 2, 0);
    let slot = |body: u32, kind: RowKind| body as usize * 2 + usize::from(kind == RowKind::Friction);
    for row in &set.rows {
        set.rows_per_body[slot(row.body_a, row.kind)] += 1;
        set.rows_per_body[slot(row.body_b, row.kind)] += 1;
    }
    // Joints that are solved at once see whole bodies.
    let is_split = |row: &super::Row| !(set.joints_at_once && matches!(row.id, RowId::Joint { .. }));
    for row in set.rows.iter_mut().filter(|row| is_split(row)) {
        let count = |body: u32| {
            let n = set.rows_per_body[slot(body, row.kind)] as f32;
            // The two tangents of a point are perpendicular: half of the friction rows act along either.
            if row.kind == RowKind::Friction { n * 0.5 } else { n }
        };
        let square = row.linear.length_squared();
        let k = count(row.body_a) * (square * row.inv_mass_a + row.angular_a.dot(row.delta_angular_a))
            + count(row.body_b) * (square * row.inv_mass_b + row.angular_b.dot(row.delta_angular_b));
        row.effective_mass = if k > 0.0 { 1.0 / k } else { 0.0 };
    }
}

pub(super) fn sweep<P: Probe>(
    set: &mut RowSet,
    states: &mut [BodyState],
    bound: FrictionBound,
    context: &mut SweepContext<'_, P>,
) {
    set.changes.clear();
    set.clamps.clear();
    if set.joints_at_once && !set.is_direct {
        for index in 0..set.groups.len() {
            let group = set.groups[index];
            if group.is_joint {
                joint_block::solve(&mut set.rows, group, states, context);
            }
        }
    }
    let mut index = 0;
    while index < set.rows.len() {
        let row = &set.rows[index];
        if set.joints_at_once && matches!(row.id, RowId::Joint { .. }) {
            set.changes.push(0.0);
            set.clamps.push(Clamp::Free);
            index += 1;
            continue;
        }
        if row.kind == RowKind::Friction {
            let (deltas, clamps) = row::friction_changes(&set.rows, index, states, context.pass, bound);
            set.changes.extend(deltas);
            set.clamps.extend(clamps);
            index += 2;
        } else {
            let (delta, clamp) = row::solved_change(row, states, context.pass);
            set.changes.push(delta);
            set.clamps.push(clamp);
            index += 1;
        }
    }
    context.begin_together(Together::Sweep);
    for index in 0..set.rows.len() {
        if set.joints_at_once && matches!(set.rows[index].id, RowId::Joint { .. }) {
            continue;
        }
        let clamp: Clamp = set.clamps[index];
        row::change(&mut set.rows, index, set.changes[index], clamp, states, context);
    }
    context.end_together();
}
