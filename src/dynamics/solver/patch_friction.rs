//! Friction of one manifold found together: the patch is stopped as a whole, then every point keeps its own bound.
//!
//! ```text
//! w_i  = λ_n,i / Σ λ_n              share of the load on point i,  c = Σ w_i r_i
//! s    = ( slip of c along t and u, twist about n )
//! K s' = −s                         K = J M⁻¹ Jᵀ of the three rows; gives a force F at c and a torque τ
//! Δ_i  = w_i ( F + k n × (r_i − c) ),   k = τ / Σ w_i |r_i − c|²
//! ```
//!
//! The Δ_i have exactly the effect of F and τ, so that one sweep stops a body that friction can hold; then λ_t,i + Δ_i is
//! cut to µ λ_n,i at each point, which gives a body that slides and spins the right mixture of both. Weighed against:
//! point after point (turns a box on a slope a little, because the first point takes more than its share), and one
//! bound for the whole patch (too strong for a body that slides and spins at once).

use super::{RowGroup, RowSet, SweepContext, row};
use crate::collision::MAX_MANIFOLD_POINTS;
use crate::dynamics::body::BodyState;
use crate::dynamics::probe::{Clamp, Probe};
use crate::dynamics::settings::FrictionBound;
use crate::math::{Mat3, Vec3};

/// Solves the friction rows of a contact with several points. `friction` is the index of its first friction row.
pub(super) fn solve<P: Probe>(
    set: &mut RowSet,
    group: RowGroup,
    friction: usize,
    states: &mut [BodyState],
    bound: FrictionBound,
    context: &mut SweepContext<'_, P>,
) {
    let first = group.first as usize;
    let n = group.normal_count as usize;
    let changes = patch_changes(set, first, n, friction, states);
    for (i, change) in changes[..n].iter().enumerate() {
        let index = friction + 2 * i;
        let limit = set.rows[index].friction * set.rows[first + i].lambda.max(0.0);
        let wanted = [set.rows[index].lambda + change[0], set.rows[index + 1].lambda + change[1]];
        let (lambda, clamps): ([f32; 2], [Clamp; 2]) = row::bounded_friction(wanted, limit, bound);
        for k in 0..2 {
            let delta = lambda[k] - set.rows[index + k].lambda;
            row::change(&mut set.rows, index + k, delta, clamps[k], states, context);
        }
    }
}

/// The changes along the two tangents that would stop the patch, shared out over its points.
fn patch_changes(
    set: &RowSet,
    first: usize,
    n: usize,
    friction: usize,
    states: &[BodyState],
) -> [[f32; 2]; MAX_MANIFOLD_POINTS] {
    let mut changes = [[0.0; 2]; MAX_MANIFOLD_POINTS];
    let normals = &set.rows[first..first + n];
    let tangents = &set.rows[friction..friction + 2 * n];
    let load: f32 = normals.iter().map(|r| r.lambda.max(0.0)).sum();
    if load <= 0.0 {
        return changes;
    }
    let (a, b) = (&states[normals[0].body_a as usize], &states[normals[0].body_b as usize]);
    let (t, u, normal) = (tangents[0].linear, tangents[1].linear, normals[0].linear);
    // Rows carry r × direction; the weighted sums are the rows of the centre.
    let mut center = [[Vec3::ZERO; 2]; 2];
    for (i, row) in normals.iter().enumerate() {
        let w = row.lambda.max(0.0) / load;
        for k in 0..2 {
            center[k][0] += tangents[2 * i + k].angular_a * w;
            center[k][1] += tangents[2 * i + k].angular_b * w;
        }
    }
    // Place of a point in the patch, from the moments about the normal: (r × t)·n = −r·u and (r × u)·n = r·t.
    let place = |i: usize| {
        let (x, y) = (tangents[2 * i + 1].angular_b - center[1][1], tangents[2 * i].angular_b - center[0][1]);
        [normal.dot(x), -normal.dot(y)]
    };
    let mut spread = 0.0;
    for (i, row) in normals.iter().enumerate() {
        let [x, y] = place(i);
        spread += row.lambda.max(0.0) / load * (x * x + y * y);
    }
    let row_c = &tangents[0];
    let inv_mass = row_c.inv_mass_a + row_c.inv_mass_b;
    // M⁻¹ of the rows, so that scaled masses (shock propagation) are respected.
    let (scale_a, scale_b) = (
        if a.inv_mass > 0.0 { row_c.inv_mass_a / a.inv_mass } else { 1.0 },
        if b.inv_mass > 0.0 { row_c.inv_mass_b / b.inv_mass } else { 1.0 },
    );
    let angular_a = [center[0][0], center[1][0], normal];
    let angular_b = [center[0][1], center[1][1], normal];
    let delta_a = angular_a.map(|j| a.inv_inertia * j * scale_a);
    let delta_b = angular_b.map(|j| b.inv_inertia * j * scale_b);
    let entry = |i: usize, j: usize| {
        let linear = if i == j && i < 2 { inv_mass } else { 0.0 };
        linear + angular_a[i].dot(delta_a[j]) + angular_b[i].dot(delta_b[j])
    };
    let velocity = b.velocity - a.velocity;
    let spin = |i: usize| angular_b[i].dot(b.angular_velocity) - angular_a[i].dot(a.angular_velocity);
    let slip = Vec3::new(t.dot(velocity) + spin(0), u.dot(velocity) + spin(1), spin(2));
    let has_spread = spread > 1e-12 && entry(2, 2) > 0.0;
    let impulse = solve_patch(&entry, slip, has_spread);
    let twist = if has_spread { impulse.z / spread } else { 0.0 };
    for (i, row) in normals.iter().enumerate() {
        let w = row.lambda.max(0.0) / load;
        let [x, y] = place(i);
        // n × (x t + y u) = x u − y t
        changes[i] = [w * (impulse.x - twist * y), w * (impulse.y + twist * x)];
    }
    changes
}

/// Solves K s' = −s; without a spread the patch cannot carry a torque, and only the two slips are stopped.
fn solve_patch(entry: &impl Fn(usize, usize) -> f32, slip: Vec3, has_spread: bool) -> Vec3 {
    let (k00, k01, k11) = (entry(0, 0), entry(0, 1), entry(1, 1));
    let flat = || {
        let determinant = k00 * k11 - k01 * k01;
        if determinant <= 1e-9 * k00 * k11 {
            return Vec3::ZERO;
        }
        Vec3::new(k01 * slip.y - k11 * slip.x, k01 * slip.x - k00 * slip.y, 0.0) / determinant
    };
    if !has_spread {
        return flat();
    }
    let (k02, k12, k22) = (entry(0, 2), entry(1, 2), entry(2, 2));
    let k = Mat3::from_cols(Vec3::new(k00, k01, k02), Vec3::new(k01, k11, k12), Vec3::new(k02, k12, k22));
    let determinant = k.determinant();
    if determinant <= 1e-6 * k00 * k11 * k22 {
        return flat();
    }
    k.inverse() * -slip
}
