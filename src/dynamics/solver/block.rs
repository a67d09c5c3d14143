//! Block: the normal impulses of one manifold are found together; blocks are walked in Gauss–Seidel order.
//!
//! What differs: a body that lands flat on four points gets the same impulse at each, whatever their order. Where it
//! fails: between manifolds it is Gauss–Seidel again, and a manifold of n points costs O(n³). Source: Catto, "Box2D
//! Lite block solver" (2006) for two points; here the complementarity problem
//!
//! ```text
//! w = A λ + q,   w ≥ 0,   λ ≥ 0,   λᵀ w = 0,     A = J M⁻¹ Jᵀ + compliance
//! ```
//!
//! is solved for up to eight points by principal pivoting (Murty, "Note on a Bard-type scheme", 1974), which always
//! ends for a positive definite A. Four points of a flat face give an A of rank three; a small proximal term, which
//! resists the *change* of λ and therefore vanishes in the solution, makes it definite and shares the load evenly.

use super::{NO_MANIFOLD, RowGroup, RowKind, RowSet, SweepContext, joint_block, patch_friction, row};
use crate::collision::MAX_MANIFOLD_POINTS;
use crate::dynamics::body::BodyState;
use crate::dynamics::probe::{Clamp, Probe, Together};
use crate::dynamics::settings::FrictionBound;

pub(super) const N: usize = MAX_MANIFOLD_POINTS;
/// Share of the mean diagonal: far above the rounding of single precision, far below any real effect.
const PROXIMAL: f64 = 1e-4;

pub(super) fn sweep<P: Probe>(
    set: &mut RowSet,
    states: &mut [BodyState],
    bound: FrictionBound,
    context: &mut SweepContext<'_, P>,
) {
    for position in 0..set.group_order.len() {
        let group = set.groups[set.group_order[position] as usize];
        solve_group(set, group, states, bound, context);
    }
}

/// Solves one manifold or one joint.
pub(super) fn solve_group<P: Probe>(
    set: &mut RowSet,
    group: RowGroup,
    states: &mut [BodyState],
    bound: FrictionBound,
    context: &mut SweepContext<'_, P>,
) {
    if group.manifold != NO_MANIFOLD {
        set.manifolds[group.manifold as usize].solve(states, bound, context);
        return;
    }
    if group.is_joint && set.joints_at_once {
        joint_block::solve(&mut set.rows, group, states, context);
        return;
    }
    let first = group.first as usize;
    let end = first + group.count as usize;
    let mut index = first;
    let normal_count = group.normal_count as usize;
    if normal_count > 1 {
        solve_normals(set, group, states, context);
        index += normal_count;
        if index < end {
            patch_friction::solve(set, group, index, states, bound, context);
        }
        return;
    }
    while index < end {
        if set.rows[index].kind == RowKind::Friction {
            row::solve_friction(&mut set.rows, index, states, bound, context);
            index += 2;
        } else {
            row::solve(&mut set.rows, index, states, context);
            index += 1;
        }
    }
}

fn solve_normals<P: Probe>(
    set: &mut RowSet,
    group: RowGroup,
    states: &mut [BodyState],
    context: &mut SweepContext<'_, P>,
) {
    let (first, n) = (group.first as usize, group.normal_count as usize);
    let rows = &set.rows[first..first + n];
    let (a, b) = (&states[rows[0].body_a as usize], &states[rows[0].body_b as usize]);
    let cache = &set.manifold_caches[group.cache as usize];
    if let Some(changes) = cache.solve_normals(rows, a, b, context.pass) {
        context.begin_together(Together::Manifold);
        for i in 0..n {
            row::change(&mut set.rows, first + i, changes[i], Clamp::Free, states, context);
        }
        context.end_together();
        return;
    }
    let mut matrix = coupling(rows);
    let mut q = [0.0_f64; N];
    let proximal = proximal((0..n).map(|i| matrix[i][i]).sum(), n);
    for (i, row) in rows.iter().enumerate() {
        let (compliance, bias) = row.compliance(context.pass);
        q[i] = f64::from(row.velocity(a, b) + bias);
        for (j, other) in rows.iter().enumerate() {
            q[i] -= matrix[i][j] * f64::from(other.lambda);
        }
        // The compliance pulls λ itself towards zero, the proximal term only its change.
        q[i] -= proximal * f64::from(row.lambda);
        matrix[i][i] += f64::from(compliance) + proximal;
    }
    let guess = guessed_active(std::array::from_fn(|i| i < n && rows[i].lambda > 0.0), &q, n);
    let Some(lambda) = solve_complementarity(&matrix, &q, n, guess) else {
        for index in first..first + n {
            row::solve(&mut set.rows, index, states, context);
        }
        return;
    };
    context.begin_together(Together::Manifold);
    for i in 0..n {
        let delta = lambda[i] as f32 - set.rows[first + i].lambda;
        let clamp = if lambda[i] > 0.0 { Clamp::Free } else { Clamp::Lower };
        row::change(&mut set.rows, first + i, delta, clamp, states, context);
    }
    context.end_together();
}

/// The proximal term for n rows, from the sum of the diagonal of their matrix.
pub(super) fn proximal(trace: f64, n: usize) -> f64 {
    PROXIMAL * trace / n as f64
}

/// J M⁻¹ Jᵀ of rows between the same two bodies.
fn coupling(rows: &[super::Row]) -> [[f64; N]; N] {
    let mut matrix = [[0.0_f64; N]; N];
    for (i, row) in rows.iter().enumerate() {
        for (j, other) in rows.iter().enumerate() {
            matrix[i][j] = coupled(row, other);
        }
    }
    matrix
}

/// One number of J M⁻¹ Jᵀ.
#[inline]
pub(super) fn coupled(row: &super::Row, other: &super::Row) -> f64 {
    f64::from(
        row.linear.dot(other.linear) * (other.inv_mass_a + other.inv_mass_b)
            + row.angular_a.dot(other.delta_angular_a)
            + row.angular_b.dot(other.delta_angular_b),
    )
}

/// λ ≥ 0 with A λ + q ≥ 0 and λᵀ (A λ + q) = 0 for a positive definite A; `None` if rounding made it cycle. `is_active` is a
/// guess at which λ are above zero: what pushed before mostly still does.
pub(super) fn solve_complementarity<const N: usize>(
    a: &[[f64; N]; N],
    q: &[f64; N],
    n: usize,
    mut is_active: [bool; N],
) -> Option<[f64; N]> {
    let scale = q[..n].iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    let tolerance = 1e-10 * scale;
    for attempt in 0..48 {
        let lambda = solve_active(a, q, n, &is_active)?;
        let is_wrong = |i: usize| {
            if is_active[i] {
                lambda[i] < 0.0
            } else {
                let w: f64 = q[i] + (0..n).map(|j| a[i][j] * lambda[j]).sum::<f64>();
                w < -tolerance
            }
        };
        let wrong: [bool; N] = std::array::from_fn(|i| i < n && is_wrong(i));
        let Some(least) = wrong.iter().position(|w| *w) else {
            return Some(lambda);
        };
        // Switching all wrong ones at once is fast and nearly always right; the least index alone cannot cycle.
        if attempt < 8 {
            for i in 0..n {
                is_active[i] ^= wrong[i];
            }
        } else {
            is_active[least] = !is_active[least];
        }
    }
    None
}

/// Those that push now; where none does, those that would have to.
pub(super) fn guessed_active<const N: usize>(pushing: [bool; N], q: &[f64; N], n: usize) -> [bool; N] {
    if pushing.contains(&true) { pushing } else { std::array::from_fn(|i| i < n && q[i] < 0.0) }
}

/// Cholesky on the active rows: A_FF λ_F = −q_F, the others zero.
fn solve_active<const N: usize>(a: &[[f64; N]; N], q: &[f64; N], n: usize, is_active: &[bool; N]) -> Option<[f64; N]> {
    let mut index = [0_usize; N];
    let mut m = 0;
    for i in (0..n).filter(|i| is_active[*i]) {
        index[m] = i;
        m += 1;
    }
    let mut l = [[0.0_f64; N]; N];
    let mut y = [0.0_f64; N];
    for i in 0..m {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| l[i][k] * l[j][k]).sum();
            let value = a[index[i]][index[j]] - sum;
            if i == j {
                if value <= 0.0 || !value.is_finite() {
                    return None;
                }
                l[i][i] = value.sqrt();
            } else {
                l[i][j] = value / l[j][j];
            }
        }
        let sum: f64 = (0..i).map(|k| l[i][k] * y[k]).sum();
        y[i] = (-q[index[i]] - sum) / l[i][i];
    }
    let mut lambda = [0.0; N];
    for i in (0..m).rev() {
        let sum: f64 = (i + 1..m).map(|k| l[k][i] * y[k]).sum();
        y[i] = (y[i] - sum) / l[i][i];
        lambda[index[i]] = y[i];
    }
    Some(lambda)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solution_is_complementary_for_many_matrices() {
        let mut seed = 7_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as f64 / f64::from(1_u32 << 31) * 2.0 - 1.0
        };
        for case in 0..2000 {
            let n = 1 + case % N;
            let mut j = [[0.0; 6]; N];
            j.iter_mut().flatten().for_each(|v| *v = random());
            let mut a = [[0.0; N]; N];
            for r in 0..n {
                for c in 0..n {
                    a[r][c] = (0..6).map(|k| j[r][k] * j[c][k]).sum::<f64>() + if r == c { 1e-4 } else { 0.0 };
                }
            }
            let q: [f64; N] = std::array::from_fn(|_| random());
            let guess: [bool; N] = std::array::from_fn(|i| i < n && (case >> i) & 1 == 1);
            let lambda = solve_complementarity(&a, &q, n, guess).expect("a positive definite problem has a solution");
            for r in 0..n {
                let w = q[r] + (0..n).map(|c| a[r][c] * lambda[c]).sum::<f64>();
                assert!(lambda[r] >= 0.0 && w > -1e-6 && (lambda[r] * w).abs() < 1e-6 * (1.0 + lambda[r]));
            }
        }
    }
}
