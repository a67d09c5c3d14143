//! Broad phase: which bounds overlap.

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

/// How pairs are found; the answer is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BroadPhaseMethod {
    /// All against all, O(n²).
    BruteForce,
    /// Sorted along the axis on which the centres are spread most, O(n log n) for scattered bodies.
    #[default]
    SweepAndPrune,
}

/// Keeps its buffers from step to step, so that the steady state allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct BroadPhase {
    /// Bounds along the sweep axis. Not part of the answer: sorted afresh each time, nearly in order already.
    entries: Vec<Entry>,
    /// Colliders without end along some axis, tested against everything.
    unbounded: Vec<u32>,
    axis: usize,
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

fn is_pair(a: &Proxy, b: &Proxy) -> bool {
    a.body != b.body && !(a.is_fixed && b.is_fixed) && a.aabb.overlaps(&b.aabb)
}

fn is_bounded(aabb: &Aabb) -> bool {
    aabb.extents().max_element() < 0.5 * HALF_SPACE_BOUND
}

/// Axis of largest variance of the centres. Half-spaces do not take part: one of them would outweigh a whole scene.
fn widest_axis(proxies: &[Proxy]) -> usize {
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
