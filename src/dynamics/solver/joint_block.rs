//! A joint at once: its equality rows are found together, the others one after the other before them.
//!
//! ```text
//! (K + Σ) Δλ = −(J v + bias) − Σ λ        K = J M⁻¹ Jᵀ, Σ = compliance of soft rows
//! ```
//!
//! One row after the other, a thin link hung from a heavy load turns away under each row's impulse and undoes the row
//! before. Where it fails: between joints it is Gauss–Seidel again. Book: section 2.7.2.

use super::dense::{cholesky, solve_lower, solve_upper};
use super::{Row, RowGroup, SweepContext, row};
use crate::dynamics::body::BodyState;
use crate::dynamics::probe::{Clamp, Probe, Together};

/// Most equality rows of a joint.
const N: usize = 6;

/// Solves one joint.
pub(super) fn solve<P: Probe>(
    rows: &mut [Row],
    group: RowGroup,
    states: &mut [BodyState],
    context: &mut SweepContext<'_, P>,
) {
    let (first, n) = (group.first as usize, group.equality_count as usize);
    // Those with bounds go first: what holds the bodies together has the last word.
    for index in first + n..first + group.count as usize {
        row::solve(rows, index, states, context);
    }
    if n > 1 && solve_equalities(rows, first, n, states, context) {
        return;
    }
    for index in first..first + n {
        row::solve(rows, index, states, context);
    }
}

/// False when K is not positive definite (rows that repeat each other): nothing was changed.
fn solve_equalities<P: Probe>(
    rows: &mut [Row],
    first: usize,
    n: usize,
    states: &mut [BodyState],
    context: &mut SweepContext<'_, P>,
) -> bool {
    let own = &rows[first..first + n];
    let (a, b) = (&states[own[0].body_a as usize], &states[own[0].body_b as usize]);
    let mut matrix = [[0.0_f64; N]; N];
    let mut delta = [0.0_f64; N];
    for (i, row) in own.iter().enumerate() {
        for (j, other) in own.iter().enumerate().take(i + 1) {
            matrix[i][j] = f64::from(
                row.linear.dot(other.linear) * (other.inv_mass_a + other.inv_mass_b)
                    + row.angular_a.dot(other.delta_angular_a)
                    + row.angular_b.dot(other.delta_angular_b),
            );
        }
        let (compliance, bias) = row.compliance(context.pass);
        matrix[i][i] += f64::from(compliance);
        delta[i] = -f64::from(row.velocity(a, b) + bias + compliance * row.lambda);
    }
    if !cholesky(&mut matrix, n) {
        return false;
    }
    solve_lower(&matrix, &mut delta, n);
    solve_upper(&matrix, &mut delta, n);
    context.begin_together(Together::Joint);
    for k in 0..n {
        row::change(rows, first + k, delta[k] as f32, Clamp::Free, states, context);
    }
    context.end_together();
    true
}
