//! Friction of one manifold found together: the patch is stopped as a whole, then every point keeps its own bound.
//!
//! ```text
//! w_i  = λ_n,i / Σ λ_n              share of the load on point i in the last substep,  c = Σ w_i r_i
//! s    = ( slip of c along t and u, twist about n )
//! K s' = −s                         K = J M⁻¹ Jᵀ of the three rows; gives a force F at c and a torque τ
//! Δ_i  = w_i ( F + k n × (r_i − c) ),   k = τ / Σ w_i |r_i − c|²
//! ```
//!
//! The Δ_i have exactly the effect of F and τ, so that one sweep stops a body that friction can hold; then λ_t,i + Δ_i is
//! cut to µ λ_n,i at each point, which gives a body that slides and spins the right mixture of both. Weighed against:
//! point after point (turns a box on a slope a little, because the first point takes more than its share), and one
//! bound for the whole patch (too strong for a body that slides and spins at once).

use super::manifold_cache::Patch;
use super::{Row, RowGroup, RowSet, SweepContext, row};
use crate::collision::MAX_MANIFOLD_POINTS;
use crate::dynamics::body::BodyState;
use crate::dynamics::probe::{Clamp, Pass, Probe, Together};
use crate::dynamics::settings::FrictionBound;
use crate::math::Vec3;

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
    let changes = patch_changes(
        &set.rows,
        &set.manifold_caches[group.cache as usize].patch,
        first,
        friction,
        states,
        context.pass,
    );
    context.begin_together(Together::Patch);
    for (i, change) in changes[..n].iter().enumerate() {
        let index = friction + 2 * i;
        let limit = row::friction_limit(&set.rows, index);
        let wanted = [set.rows[index].lambda + change[0], set.rows[index + 1].lambda + change[1]];
        let (lambda, clamps): ([f32; 2], [Clamp; 2]) = row::bounded_friction(wanted, limit, bound);
        for k in 0..2 {
            let delta = lambda[k] - set.rows[index + k].lambda;
            row::change(&mut set.rows, index + k, delta, clamps[k], states, context);
        }
    }
    context.end_together();
}

/// The changes along the two tangents that would stop the patch, shared out over its points.
fn patch_changes(
    rows: &[Row],
    patch: &Patch,
    first: usize,
    friction: usize,
    states: &[BodyState],
    pass: Pass,
) -> [[f32; 2]; MAX_MANIFOLD_POINTS] {
    let (row, normal) = (&rows[friction], rows[first].linear);
    let (t, u) = (row.linear, rows[friction + 1].linear);
    let (a, b) = (&states[row.body_a as usize], &states[row.body_b as usize]);
    let velocity = b.velocity - a.velocity;
    let spin = |k: usize| patch.angular_b[k].dot(b.angular_velocity) - patch.angular_a[k].dot(a.angular_velocity);
    let twist = normal.dot(b.angular_velocity - a.angular_velocity);
    let mut slip = Vec3::new(t.dot(velocity) + spin(0), u.dot(velocity) + spin(1), twist);
    if pass == Pass::Bias {
        slip += patch.bias;
    }
    let impulse = patch.inv_k * -slip;
    let torque = if patch.spread > 0.0 { impulse.z / patch.spread } else { 0.0 };
    std::array::from_fn(|i| {
        let ([x, y], w) = (patch.places[i], patch.weights[i]);
        // n × (x t + y u) = x u − y t
        [w * (impulse.x - torque * y), w * (impulse.y + torque * x)]
    })
}
