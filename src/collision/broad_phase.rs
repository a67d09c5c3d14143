//! Broad phase: which bounds overlap.

use super::aabb_tree::AabbTree;
use super::quantised_sweep::QuantisedSweep;
use crate::geometry::{Aabb, HALF_SPACE_BOUND};

/// One collider as the broad phase sees it; its index in the slice is the collider's number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proxy {
    pub aabb: Aabb,
    /// Colliders of one body never make a pair.
    pub body: u32,
    /// True for static and kinematic bodies: two fixed colliders make no pair.
    pub is_fixed: bool,
}

/// How pairs are found. The answer is the same, but for the quantised sweep, which adds pairs up to two cells apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BroadPhaseMethod {
    /// All against all, O(n²).
    BruteForce,
    /// Sorted along the axis on which the centres are spread most, O(n log n) for scattered bodies.
    #[default]
    SweepAndPrune,
    /// The same on 16-byte nodes with 16-bit bounds (chapter 3 of the *Game Physics Pearls*).
    QuantisedSweepAndPrune,
    /// A tree of enlarged bounds, kept from call to call.
    AabbTree,
}

/// Keeps its buffers from step to step, so that the steady state allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct BroadPhase {
    /// Bounds along the sweep axis. Not part of the answer: sorted afresh each time, nearly in order already.
    entries: Vec<Entry>,
    /// Colliders without end along some axis, tested against everything.
    unbounded: Vec<u32>,
    axis: usize,
    quantised: QuantisedSweep,
    tree: AabbTree,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    min: f32,
    max: f32,
    proxy: u32,
}

impl BroadPhase {
    /// All pairs (a < b, ascending) of different bodies, not both fixed, whose bounds share at least a point.
    pub fn find_pairs(&mut self, method: BroadPhaseMethod, proxies: &[Proxy], pairs: &mut Vec<(u32, u32)>) {
        pairs.clear();
        match method {
            BroadPhaseMethod::BruteForce => {
                for i in 0..proxies.len() {
                    for j in i + 1..proxies.len() {
                        if is_pair(&proxies[i], &proxies[j]) {
                            pairs.push((i as u32, j as u32));
                        }
                    }
                }
            }
            BroadPhaseMethod::SweepAndPrune => self.sweep(proxies, pairs),
            BroadPhaseMethod::QuantisedSweepAndPrune => self.quantised.find_pairs(proxies, pairs),
            BroadPhaseMethod::AabbTree => self.tree.find_pairs(proxies, pairs),
        }
    }

    /// The axis of the last sweep: 0 x, 1 y, 2 z.
    pub fn sweep_axis(&self) -> usize {
        self.axis
    }

    fn sweep(&mut self, proxies: &[Proxy], pairs: &mut Vec<(u32, u32)>) {
        self.axis = widest_axis(proxies);
        self.collect(proxies);
        // Ties by number, so that the order is a function of the proxies alone.
        self.entries.sort_unstable_by(|a, b| a.min.total_cmp(&b.min).then(a.proxy.cmp(&b.proxy)));
        for (i, entry) in self.entries.iter().enumerate() {
            for other in &self.entries[i + 1..] {
                if other.min > entry.max {
                    break;
                }
                if is_pair(&proxies[entry.proxy as usize], &proxies[other.proxy as usize]) {
                    pairs.push((entry.proxy.min(other.proxy), entry.proxy.max(other.proxy)));
                }
            }
        }
        for (i, &a) in self.unbounded.iter().enumerate() {
            for b in 0..proxies.len() as u32 {
                let met_before = self.unbounded[..=i].contains(&b);
                if !met_before && is_pair(&proxies[a as usize], &proxies[b as usize]) {
                    pairs.push((a.min(b), a.max(b)));
                }
            }
        }
        pairs.sort_unstable();
    }

    /// Refreshes the entries in their old order when the number of proxies is the same: sorting is then a pass.
    fn collect(&mut self, proxies: &[Proxy]) {
        self.unbounded.clear();
        self.unbounded.extend((0..proxies.len() as u32).filter(|&i| !is_bounded(&proxies[i as usize].aabb)));
        let axis = self.axis;
        let entry = |proxy: u32| {
            let aabb = &proxies[proxy as usize].aabb;
            Entry { min: aabb.min[axis], max: aabb.max[axis], proxy }
        };
        let is_current = self.entries.len() + self.unbounded.len() == proxies.len()
            && self.entries.iter().all(|e| proxies.get(e.proxy as usize).is_some_and(|p| is_bounded(&p.aabb)));
        if is_current {
            self.entries.iter_mut().for_each(|e| *e = entry(e.proxy));
        } else {
            self.entries.clear();
            self.entries
                .extend((0..proxies.len() as u32).filter(|&i| is_bounded(&proxies[i as usize].aabb)).map(entry));
        }
    }
}

pub(super) fn is_pair(a: &Proxy, b: &Proxy) -> bool {
    a.body != b.body && !(a.is_fixed && b.is_fixed) && a.aabb.overlaps(&b.aabb)
}

pub(super) fn is_bounded(aabb: &Aabb) -> bool {
    aabb.extents().max_element() < 0.5 * HALF_SPACE_BOUND
}

/// Axis of largest variance of the centres. Half-spaces do not take part: one of them would outweigh a whole scene.
pub(super) fn widest_axis(proxies: &[Proxy]) -> usize {
    let centers = || proxies.iter().filter(|p| is_bounded(&p.aabb)).map(|p| p.aabb.center().as_dvec3());
    let count = centers().count().max(1) as f64;
    let mean = centers().sum::<glam::DVec3>() / count;
    let variance = centers().map(|c| (c - mean) * (c - mean)).sum::<glam::DVec3>();
    if variance.x >= variance.y && variance.x >= variance.z {
        0
    } else if variance.y >= variance.z {
        1
    } else {
        2
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::collision::property_tests::Rng;
    use crate::math::Vec3;

    pub(in crate::collision) fn proxy(rng: &mut Rng, body: u32, half_space: bool) -> Proxy {
        let center = rng.vector() * Vec3::new(10.0, 3.0, 6.0);
        let mut aabb = Aabb::from_center(center, rng.vector().abs() * 1.5).expanded(rng.range(-0.5, 0.3));
        if half_space {
            aabb = Aabb::from_center(Vec3::ZERO, Vec3::splat(HALF_SPACE_BOUND));
            aabb.max.y = rng.range(-2.0, 0.0);
        }
        Proxy { aabb, body, is_fixed: half_space || rng.range(0.0, 1.0) < 0.2 }
    }

    #[test]
    fn all_methods_find_the_same_pairs_in_a_thousand_frames() {
        let mut rng = Rng(81);
        let [mut sweep, mut brute, mut tree] = [(); 3].map(|()| BroadPhase::default());
        let (mut found, mut expected) = (Vec::new(), Vec::new());
        let mut proxies: Vec<Proxy> = Vec::new();
        for frame in 0..1000 {
            // A new scene now and then; in between everything moves a little.
            if frame % 20 == 0 {
                let count = 60 + frame % 7;
                let body = |i: u32| i - u32::from(i % 9 == 1);
                proxies = (0..count as u32).map(|i| proxy(&mut rng, body(i), i % 31 == 5)).collect();
            }
            proxies.iter_mut().for_each(|p| p.aabb = p.aabb.translated(rng.vector() * 0.05));
            sweep.find_pairs(BroadPhaseMethod::SweepAndPrune, &proxies, &mut found);
            brute.find_pairs(BroadPhaseMethod::BruteForce, &proxies, &mut expected);
            assert_eq!(found, expected);
            tree.find_pairs(BroadPhaseMethod::AabbTree, &proxies, &mut found);
            assert_eq!(found, expected);
            assert!(!found.is_empty() && found.iter().all(|p| p.0 < p.1) && found.is_sorted());
            assert_eq!(sweep.sweep_axis(), 0, "the scene is widest along x, half-spaces or not");
        }
    }

    #[test]
    fn infinite_bounds_touching_bounds_and_no_bounds_are_fine() {
        let all = Aabb::new(Vec3::NEG_INFINITY, Vec3::INFINITY);
        let unit = Aabb::from_center(Vec3::ZERO, Vec3::ONE);
        let aabbs = [all, unit, unit.translated(Vec3::X * 2.0), unit.translated(Vec3::X * 4.001), all];
        let proxies: Vec<Proxy> =
            aabbs.iter().enumerate().map(|(i, &aabb)| Proxy { aabb, body: i as u32, is_fixed: false }).collect();
        let (mut phase, mut pairs) = (BroadPhase::default(), vec![(7, 7)]);
        for method in [BroadPhaseMethod::SweepAndPrune, BroadPhaseMethod::BruteForce, BroadPhaseMethod::AabbTree] {
            phase.find_pairs(method, &proxies, &mut pairs);
            assert_eq!(pairs, [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 4), (2, 4), (3, 4)]);
            phase.find_pairs(method, &[], &mut pairs);
            assert!(pairs.is_empty());
        }
    }
}
