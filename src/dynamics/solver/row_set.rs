//! What a substep gathers: rows and manifolds, and in which order they are walked over.

use super::manifold::{Manifold, Manifolds};
use super::row::{self, Row};
use super::{Pass, direct, manifold_cache};
use crate::dynamics::body::BodyState;
use crate::dynamics::settings::FrictionBound;
use crate::math::Vec3;

/// Rows of a substep with the lists that say how to walk them; buffers are kept from step to step.
#[derive(Default)]
pub(in crate::dynamics) struct RowSet {
    pub rows: Vec<Row>,
    /// Runs of rows that belong to one contact or joint, in generated order.
    pub groups: Vec<RowGroup>,
    pub(in crate::dynamics::solver) manifold_caches: Vec<manifold_cache::ManifoldCache>,
    /// Contacts that are not gathered as rows, see [`Manifold`].
    pub(in crate::dynamics::solver) manifolds: Manifolds,
    /// All rows, those of the manifolds too, when a probe watches.
    pub shown: Vec<Row>,
    /// Order in which groups are solved.
    pub group_order: Vec<u32>,
    /// Order in which rows are solved; a pair of friction rows stands in it by its first, a joint that is solved at
    /// once by [`WHOLE_GROUP`] and the index of its group. Empty with the method `soft`, which has no use for it.
    pub row_order: Vec<u32>,
    /// Rows per body, for mass splitting.
    pub rows_per_body: Vec<u32>,
    /// Impulse changes found before any is applied (Jacobi).
    pub changes: Vec<f32>,
    pub clamps: Vec<crate::dynamics::probe::Clamp>,
    /// Velocities that wait while pseudo-velocities are solved.
    pub velocities: Vec<(Vec3, Vec3)>,
    /// Accumulated impulses before the sweep under way, when a probe watches.
    pub previous: Vec<f32>,
    /// Whether joints are solved as groups and not row by row.
    pub joints_at_once: bool,
    /// Whether joints are solved by the forest and by nobody else.
    pub is_direct: bool,
    pub(in crate::dynamics::solver) forest: direct::Forest,
    /// Distance of each body from static support, in contacts.
    pub levels: Vec<u32>,
    /// Whether any contact has a restitution.
    pub can_bounce: bool,
}

/// Rows `first .. first + count`. For a contact the first `normal_count` are normals, then come pairs of friction
/// rows, one pair per normal in the same order.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct RowGroup {
    pub first: u32,
    pub count: u32,
    pub normal_count: u32,
    pub body_a: u32,
    pub body_b: u32,
    pub is_joint: bool,
    /// Of a joint: its first rows, which have no bounds.
    pub equality_count: u32,
    /// Index into `manifold_caches`, for contacts with several points and methods that solve them together.
    pub cache: u32,
    /// Index into `manifolds` for a contact that has no rows of its own.
    pub manifold: u32,
}

/// No manifold.
pub(super) const NO_MANIFOLD: u32 = u32::MAX;

impl RowSet {
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.groups.clear();
        self.manifolds.clear();
        self.can_bounce = false;
    }

    /// How many rows there are, with those of the manifolds.
    pub fn row_count(&self) -> usize {
        self.rows.len() + self.manifolds.iter().map(Manifold::row_count).sum::<usize>()
    }

    /// All rows in generated order.
    pub(super) fn show(&mut self) -> &[Row] {
        self.shown.clear();
        for group in &self.groups {
            match self.manifolds.get(group.manifold as usize) {
                Some(manifold) => self.shown.extend(manifold.rows()),
                None => self.shown.extend_from_slice(&self.rows[group.first as usize..][..group.count as usize]),
            }
        }
        &self.shown
    }

    /// Largest violation of any row, m/s.
    pub(super) fn residual(&self, states: &[BodyState], pass: Pass, bound: FrictionBound) -> f32 {
        let of_manifolds = self.manifolds.iter().map(|manifold| manifold.residual(states, pass, bound));
        of_manifolds.fold(row::residual(&self.rows, states, pass, bound), f32::max)
    }

    pub(super) fn lambdas(&self) -> impl Iterator<Item = f32> + '_ {
        let of_manifolds = self.manifolds.iter().flat_map(|m| m.lambda.iter().flat_map(|lambda| lambda.to_array()));
        self.rows.iter().map(|row| row.lambda).chain(of_manifolds)
    }
}

/// Marks an entry of `RowSet::row_order` that stands for a group.
pub(super) const WHOLE_GROUP: u32 = 1 << 31;

/// Appends a group of the rows that were pushed since the last one.
pub(super) fn push_group(set: &mut RowSet, body_a: u32, body_b: u32, normal_count: u32) {
    let first = set.groups.last().map_or(0, |g| g.first + g.count);
    let count = set.rows.len() as u32 - first;
    set.groups.push(RowGroup {
        first,
        count,
        normal_count,
        body_a,
        body_b,
        is_joint: false,
        equality_count: 0,
        cache: u32::MAX,
        manifold: NO_MANIFOLD,
    });
}
