//! Friction of one manifold found together: the patch is stopped as a whole, then every point keeps its own bound.
//!
//! ```text
//! w_i  = λ_n,i / Σ λ_n              share of the load on point i in the last substep (in this one where a
//!                                   point has just come to carry),  c = Σ w_i r_i
//! s    = ( slip of c along t and u, twist about n )
//! K s' = −s                         K = J M⁻¹ Jᵀ of the three rows; gives a force F at c and a torque τ
//! Δ_i  = w_i ( F + k n × (r_i − c) ),   k = τ / Σ w_i |r_i − c|²
//! ```
//!
//! The Δ_i have exactly the effect of F and τ, so that one sweep stops a body that friction can hold; then λ_t,i + Δ_i is
//! cut to µ λ_n,i at each point, which gives a body that slides and spins the right mixture of both. Weighed against:
//! point after point (turns a box on a slope a little, because the first point takes more than its share), and one
//! bound for the whole patch (too strong for a body that slides and spins at once).

use super::manifold_cache::Shares;
use super::{RowGroup, RowSet, SweepContext, row};
use crate::dynamics::body::BodyState;
use crate::dynamics::probe::{Clamp, Probe, Together};
use crate::dynamics::settings::FrictionBound;

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
    let rows = &set.rows[first..first + group.count as usize];
    let cache = &mut set.manifold_caches[group.cache as usize];
    if rows[..n].iter().zip(cache.shares.weights).any(|(row, weight)| row.lambda > 0.0 && weight == 0.0) {
        // A point that has just come to carry would have no friction in this substep.
        cache.shares = Shares::of(&rows[..n], &rows[n..], states);
    }
    let (row, normal) = (&set.rows[friction], set.rows[first].linear);
    let (a, b) = (&states[row.body_a as usize], &states[row.body_b as usize]);
    let Shares { patch, weights, places } = set.manifold_caches[group.cache as usize].shares;
    let push = patch.stop(
        [row.linear, set.rows[friction + 1].linear, normal],
        b.velocity - a.velocity,
        [a.angular_velocity, b.angular_velocity],
        context.pass,
    );
    context.begin_together(Together::Patch);
    for i in 0..n {
        let change = push.share(weights[i], places[i]);
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
