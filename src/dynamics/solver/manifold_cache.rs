//! What the sweeps over a manifold share: found once per substep, used by every sweep.
//!
//! The matrix of the normals depends on poses and masses alone, so its Cholesky factors (one with the softness of the
//! bias pass, one rigid) serve all sweeps; only when a point lets go is the full problem of `block.rs` needed. The same
//! holds for the friction patch, once its centre is fixed from the loads of the last substep.

use super::block::{self, N};
use super::patch::{LEAST_SPREAD, Patch, PatchFrame};
use super::{NO_MANIFOLD, Row, RowGroup, RowSet};
use crate::dynamics::body::BodyState;
use crate::dynamics::probe::Pass;
use crate::math::Vec3;

/// Points of a reduced manifold; larger ones are solved without a cache.
pub(super) const MAX_CACHED: usize = 4;

type Factor = [[f64; MAX_CACHED]; MAX_CACHED];

/// Factors of one manifold and the numbers of its friction patch.
#[derive(Clone, Copy)]
pub(super) struct ManifoldCache {
    /// Lower Cholesky factor in the bias pass and in the passes without softness; `None` when not positive definite.
    soft: Option<Factor>,
    rigid: Option<Factor>,
    pub shares: Shares,
}

impl ManifoldCache {
    fn new(rows: &[Row], group: &RowGroup, states: &[BodyState]) -> Self {
        let n = group.normal_count as usize;
        let (normals, rest) = rows.split_at(n);
        let shares = if rest.is_empty() { Shares::default() } else { Shares::of(normals, rest, states) };
        if n > MAX_CACHED {
            return Self { soft: None, rigid: None, shares };
        }
        // The factors need no more than the lower half.
        let mut matrix = Factor::default();
        for (i, row) in normals.iter().enumerate() {
            for (j, other) in normals[..=i].iter().enumerate() {
                matrix[i][j] = block::coupled(row, other);
            }
        }
        let proximal = block::proximal((0..n).map(|i| matrix[i][i]).sum(), n);
        let factor = |pass: Pass| factorise(&matrix, normals, proximal, pass);
        let rigid = factor(Pass::Relax);
        // Where nothing overlaps no row is soft, and the two passes have the same factor.
        let is_soft = normals.iter().any(|row| row.compliance(Pass::Bias).0 != 0.0);
        Self { soft: if is_soft { factor(Pass::Bias) } else { rigid }, rigid, shares }
    }

    /// Impulse changes that stop all normals at their targets, if every point keeps pushing.
    pub fn solve_normals(&self, rows: &[Row], a: &BodyState, b: &BodyState, pass: Pass) -> Option<[f32; MAX_CACHED]> {
        let l = if pass == Pass::Bias { self.soft.as_ref() } else { self.rigid.as_ref() }?;
        let n = rows.len();
        let mut y = [0.0_f64; MAX_CACHED];
        for i in 0..n {
            let (compliance, bias) = rows[i].compliance(pass);
            let mut sum = -f64::from(rows[i].velocity(a, b) + bias + compliance * rows[i].lambda);
            for k in 0..i {
                sum -= l[i][k] * y[k];
            }
            y[i] = sum * l[i][i];
        }
        let mut delta = [0.0_f32; MAX_CACHED];
        for i in (0..n).rev() {
            let mut sum = y[i];
            for k in i + 1..n {
                sum -= l[k][i] * y[k];
            }
            y[i] = sum * l[i][i];
            delta[i] = y[i] as f32;
            if rows[i].lambda + delta[i] < 0.0 {
                return None;
            }
        }
        Some(delta)
    }
}

/// The lower factor, with the reciprocals of its diagonal in place of the diagonal.
fn factorise(matrix: &Factor, rows: &[Row], proximal: f64, pass: Pass) -> Option<Factor> {
    let mut l = [[0.0; MAX_CACHED]; MAX_CACHED];
    for i in 0..rows.len() {
        for j in 0..=i {
            let mut value = matrix[i][j];
            if i == j {
                value += proximal + f64::from(rows[i].compliance(pass).0);
            }
            for k in 0..j {
                value -= l[i][k] * l[j][k];
            }
            if i == j {
                if value <= 0.0 || !value.is_finite() {
                    return None;
                }
                l[i][i] = 1.0 / value.sqrt();
            } else {
                l[i][j] = value * l[j][j];
            }
        }
    }
    Some(l)
}

/// A friction patch, with the share of the load on each point and its place along the two tangents, m.
#[derive(Clone, Copy, Default)]
pub(super) struct Shares {
    pub patch: Patch,
    pub weights: [f32; N],
    pub places: [[f32; 2]; N],
}

impl Shares {
    /// `tangents` are the friction rows, two per normal. A contact that carried nothing yet counts all points alike.
    pub fn of(normals: &[Row], tangents: &[Row], states: &[BodyState]) -> Self {
        let n = normals.len();
        let (a, b) = (&states[normals[0].body_a as usize], &states[normals[0].body_b as usize]);
        let normal = normals[0].linear;
        let load: f32 = normals.iter().map(|r| r.lambda).sum();
        let mut shares = Self::default();
        let (mut angular_a, mut angular_b) = ([Vec3::ZERO; 2], [Vec3::ZERO; 2]);
        for (i, row) in normals.iter().enumerate() {
            let w = if load > 0.0 { row.lambda / load } else { 1.0 / n as f32 };
            shares.weights[i] = w;
            for k in 0..2 {
                angular_a[k] += tangents[2 * i + k].angular_a * w;
                angular_b[k] += tangents[2 * i + k].angular_b * w;
            }
        }
        let mut spread = 0.0;
        for i in 0..n {
            // (r × t)·n = −r·u and (r × u)·n = r·t: the moments about the normal tell the place.
            let x = normal.dot(tangents[2 * i + 1].angular_b - angular_b[1]);
            let y = -normal.dot(tangents[2 * i].angular_b - angular_b[0]);
            shares.places[i] = [x, y];
            spread += shares.weights[i] * (x * x + y * y);
        }
        let mut bias = Vec3::ZERO;
        for i in 0..n {
            let (w, [x, y]) = (shares.weights[i], shares.places[i]);
            let (along_t, along_u) = (tangents[2 * i].bias, tangents[2 * i + 1].bias);
            bias += w * Vec3::new(along_t, along_u, (x * along_u - y * along_t) / spread.max(LEAST_SPREAD));
        }
        // M⁻¹ of the rows, so that scaled masses (shock propagation) are respected.
        let row = &tangents[0];
        let scale = |scaled: f32, own: f32| if own > 0.0 { scaled / own } else { 1.0 };
        let inv_inertias =
            [a.inv_inertia * scale(row.inv_mass_a, a.inv_mass), b.inv_inertia * scale(row.inv_mass_b, b.inv_mass)];
        let frame =
            PatchFrame { normal, angular_a, angular_b, inv_mass: row.inv_mass_a + row.inv_mass_b, inv_inertias };
        Self { patch: Patch::new(&frame, spread, bias), ..shares }
    }
}

/// Fills the caches of all manifolds with several points.
pub(super) fn prepare(set: &mut RowSet, states: &[BodyState]) {
    set.manifold_caches.clear();
    for group in set.groups.iter_mut().filter(|g| g.normal_count > 1 && g.manifold == NO_MANIFOLD) {
        let rows = &set.rows[group.first as usize..(group.first + group.count) as usize];
        group.cache = set.manifold_caches.len() as u32;
        set.manifold_caches.push(ManifoldCache::new(rows, group, states));
    }
}
