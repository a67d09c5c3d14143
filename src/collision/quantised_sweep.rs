//! Sweep and prune on nodes of 16 bytes, as in chapter 3 of the *Game Physics Pearls* (Matsuike).
//!
//! Bounds are stored as cells of a grid of 2¹⁶ − 1 cells per axis over the scene, minima rounded down and maxima up, so
//! that no overlap is missed. A node is sixteen bytes: four fit into a cache line, and a sweep reads nothing else. What
//! it costs: pairs whose bounds are up to two cells apart are found as well; in a scene of a kilometre a cell is 1.5 cm.

use super::Proxy;
use super::broad_phase::{is_bounded, widest_axis};
use crate::math::Vec3;

/// The largest cell that bounds use; 65535 is the sort key of what has been removed.
const LAST_CELL: f32 = 65534.0;

/// Bounds in cells, and whose they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
pub(super) struct AabbNode {
    min: [u16; 3],
    max: [u16; 3],
    proxy: u32,
}

const _: () = assert!(size_of::<AabbNode>() == 16);

/// The grid: cell = (x − origin) · cells per metre.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    origin: Vec3,
    per_metre: Vec3,
}

/// The nodes, kept in the order of the last sweep.
#[derive(Clone, Debug, Default)]
pub(super) struct QuantisedSweep {
    nodes: Vec<AabbNode>,
}

impl Grid {
    /// Over all bounded proxies; unbounded ones are cut off at its borders, where they reach everything.
    pub(super) fn of(proxies: &[Proxy]) -> Self {
        let bounds = proxies.iter().map(|p| p.aabb).filter(is_bounded).reduce(|a, b| a.union(&b));
        let Some(bounds) = bounds else { return Self { origin: Vec3::ZERO, per_metre: Vec3::ZERO } };
        // A flat scene has no extent along some axis: everything then lies in one cell.
        let per_metre = bounds.extents().to_array().map(|e| if e > 0.0 { LAST_CELL / e } else { 0.0 });
        Self { origin: bounds.min, per_metre: Vec3::from(per_metre) }
    }

    /// Never rounds inwards. Rounding in the product cannot lose a pair either: it keeps the order of any two numbers.
    pub(super) fn node(&self, proxies: &[Proxy], proxy: u32) -> AabbNode {
        let aabb = &proxies[proxy as usize].aabb;
        // Infinite bounds times zero cells per metre are no number, which `max` turns into the border.
        let cells = |at: Vec3| (at - self.origin) * self.per_metre;
        let low = cells(aabb.min).to_array().map(|c| c.floor().clamp(0.0, LAST_CELL) as u16);
        let high = cells(aabb.max).to_array().map(|c| c.ceil().clamp(0.0, LAST_CELL) as u16);
        AabbNode { min: low, max: high, proxy }
    }
}

impl AabbNode {
    fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|k| self.min[k] <= other.max[k] && other.min[k] <= self.max[k])
    }
}

impl QuantisedSweep {
    /// All pairs (a < b, ascending) of different bodies, not both fixed, whose bounds in cells share at least a cell.
    pub(super) fn find_pairs(&mut self, proxies: &[Proxy], pairs: &mut Vec<(u32, u32)>) {
        let axis = widest_axis(proxies);
        let grid = Grid::of(proxies);
        if self.nodes.len() == proxies.len() {
            self.nodes.iter_mut().for_each(|node| *node = grid.node(proxies, node.proxy));
        } else {
            self.nodes.clear();
            self.nodes.extend((0..proxies.len() as u32).map(|proxy| grid.node(proxies, proxy)));
        }
        self.nodes.sort_unstable_by_key(|node| (node.min[axis], node.proxy));
        sweep(&self.nodes, axis, |a, b| {
            let (p, q) = (&proxies[a as usize], &proxies[b as usize]);
            if p.body != q.body && !(p.is_fixed && q.is_fixed) {
                pairs.push((a.min(b), a.max(b)));
            }
        });
        pairs.sort_unstable();
    }
}

/// Calls `meet` for every two overlapping nodes, and returns how many were compared.
fn sweep(sorted: &[AabbNode], axis: usize, mut meet: impl FnMut(u32, u32)) -> usize {
    let mut examined = 0;
    for (i, node) in sorted.iter().enumerate() {
        for other in &sorted[i + 1..] {
            // Strictly: what touches overlaps.
            if other.min[axis] > node.max[axis] {
                break;
            }
            examined += 1;
            if node.overlaps(other) {
                meet(node.proxy, other.proxy);
            }
        }
    }
    examined
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::broad_phase::tests::proxy;
    use crate::collision::property_tests::Rng;
    use crate::collision::{BroadPhase, BroadPhaseMethod};
    use crate::geometry::Aabb;

    fn along_x(intervals: &[(f32, f32)]) -> Vec<Proxy> {
        let proxy = |(i, &(min, max)): (usize, &(f32, f32))| Proxy {
            aabb: Aabb::new(Vec3::new(min, 0.0, 0.0), Vec3::new(max, 1.0, 1.0)),
            body: i as u32,
            is_fixed: false,
        };
        intervals.iter().enumerate().map(proxy).collect()
    }

    /// Items 2 and 7 of the chapter's list: nothing is missed, nothing comes twice, and what is too much lies near.
    #[test]
    fn pairs_are_those_of_the_cells_and_no_false_one_is_farther_than_two_cells_over_a_thousand_frames() {
        let mut rng = Rng(82);
        let mut phase = BroadPhase::default();
        let (mut found, mut exact) = (Vec::new(), Vec::new());
        let mut proxies: Vec<Proxy> = Vec::new();
        for frame in 0..1000 {
            if frame % 20 == 0 {
                proxies =
                    (0..60 + frame % 7).map(|i| proxy(&mut rng, i - u32::from(i % 9 == 1), i % 31 == 5)).collect();
            }
            proxies.iter_mut().for_each(|p| p.aabb = p.aabb.translated(rng.vector() * 0.05));
            phase.find_pairs(BroadPhaseMethod::QuantisedSweepAndPrune, &proxies, &mut found);
            phase.find_pairs(BroadPhaseMethod::BruteForce, &proxies, &mut exact);
            let grid = Grid::of(&proxies);
            let nodes: Vec<AabbNode> = (0..proxies.len() as u32).map(|i| grid.node(&proxies, i)).collect();
            let may_meet = |i: usize, j: usize| {
                proxies[i].body != proxies[j].body && !(proxies[i].is_fixed && proxies[j].is_fixed)
            };
            let mut brute = Vec::new();
            for i in 0..nodes.len() {
                for j in i + 1..nodes.len() {
                    if nodes[i].overlaps(&nodes[j]) && may_meet(i, j) {
                        brute.push((i as u32, j as u32));
                    }
                }
            }
            assert_eq!(found, brute, "frame {frame}");
            assert!(exact.iter().all(|pair| found.binary_search(pair).is_ok()), "frame {frame}: a pair is missed");
            assert!(found.windows(2).all(|w| w[0] < w[1]), "every pair once");
            for (a, b) in found.iter().filter(|pair| exact.binary_search(pair).is_err()) {
                let (a, b) = (&proxies[*a as usize].aabb, &proxies[*b as usize].aabb);
                let gap = (b.min - a.max).max(a.min - b.max).max(Vec3::ZERO) * grid.per_metre;
                assert!(gap.max_element() <= 2.01, "frame {frame}: {gap} cells apart");
            }
        }
    }

    /// Item 3: the boxes of figure 3.11, A B F C E D G; sweeping A stops at F.
    #[test]
    fn sweeping_a_in_the_books_figure_examines_b_and_f_only() {
        let proxies =
            along_x(&[(0.0, 4.0), (1.0, 3.0), (2.0, 6.0), (5.0, 9.0), (7.0, 8.0), (10.0, 12.0), (11.0, 13.0)]);
        let grid = Grid::of(&proxies);
        let mut nodes: Vec<AabbNode> = (0..7).map(|i| grid.node(&proxies, i)).collect();
        nodes.sort_unstable_by_key(|n| n.min[0]);
        // A alone, with all that could follow it.
        let mut met = Vec::new();
        let mut alone = nodes.clone();
        alone.iter_mut().skip(1).for_each(|n| n.max[0] = n.min[0]);
        let examined = sweep(&alone, 0, |a, b| met.push((a, b)));
        assert_eq!((examined, met), (2, vec![(0, 1), (0, 2)]));
    }

    /// Item 4: what only touches is a pair. Item 5: no order of the proxies matters, and removal leaves no trace.
    #[test]
    fn touching_bounds_meet_and_the_order_of_the_proxies_does_not_matter() {
        let proxies = along_x(&[(0.0, 1.0), (1.0, 2.0), (50.0, 60.0)]);
        let mut phase = QuantisedSweep::default();
        let mut pairs = Vec::new();
        phase.find_pairs(&proxies, &mut pairs);
        assert_eq!(pairs, [(0, 1)]);
        let mut shorter = proxies.clone();
        shorter.remove(0);
        pairs.clear();
        phase.find_pairs(&shorter, &mut pairs);
        assert!(pairs.is_empty(), "{pairs:?}");
        let turned: Vec<Proxy> = proxies.iter().rev().copied().collect();
        phase.find_pairs(&turned, &mut pairs);
        assert_eq!(pairs, [(1, 2)]);
    }

    #[test]
    fn scenes_without_extent_and_without_end_are_fine() {
        let point = Aabb::new(Vec3::ONE, Vec3::ONE);
        let all = Aabb::new(Vec3::NEG_INFINITY, Vec3::INFINITY);
        let proxies: Vec<Proxy> = [point, point, all]
            .iter()
            .enumerate()
            .map(|(i, &aabb)| Proxy { aabb, body: i as u32, is_fixed: false })
            .collect();
        let mut pairs = Vec::new();
        QuantisedSweep::default().find_pairs(&proxies, &mut pairs);
        assert_eq!(pairs, [(0, 1), (0, 2), (1, 2)]);
    }
}
