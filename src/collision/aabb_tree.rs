//! A dynamic tree of bounds: pairs by descent, mended only where a body has left its enlarged bounds.
//!
//! Every leaf holds the bounds of one proxy, enlarged by a margin of its size, so that a body that moves slowly leaves the tree as
//! it is. A leaf goes where the surface of the bounds grows least, found by a greedy descent; on the way back up, a node
//! whose grandchildren would lie better elsewhere is rotated. Source: Catto, "Dynamic Bounding Volume Hierarchies",
//! GDC 2019. The pairs are tested with the exact bounds and sorted: the shape of the tree, which depends on the past,
//! cannot be seen in the answer.

use super::Proxy;
use super::broad_phase::{is_bounded, is_pair};
use crate::geometry::Aabb;

const NONE: u32 = u32::MAX;
/// Enlargement of a leaf's bounds, as a share of their largest extent.
const FAT: f32 = 0.1;

#[derive(Clone, Copy, Debug)]
struct Node {
    aabb: Aabb,
    parent: u32,
    /// Both NONE for a leaf.
    children: [u32; 2],
    /// Of a leaf.
    proxy: u32,
}

/// The tree, and the leaf of every bounded proxy.
#[derive(Clone, Debug)]
pub(super) struct AabbTree {
    nodes: Vec<Node>,
    free: Vec<u32>,
    root: u32,
    /// NONE for proxies without bounds, which are tested against all.
    leaves: Vec<u32>,
    unbounded: Vec<u32>,
    stack: Vec<u32>,
}

impl Default for AabbTree {
    fn default() -> Self {
        Self { nodes: vec![], free: vec![], root: NONE, leaves: vec![], unbounded: vec![], stack: vec![] }
    }
}

impl AabbTree {
    /// All pairs (a < b, ascending) of different bodies, not both fixed, whose bounds share at least a point.
    pub(super) fn find_pairs(&mut self, proxies: &[Proxy], pairs: &mut Vec<(u32, u32)>) {
        self.update(proxies);
        let mut stack = std::mem::take(&mut self.stack);
        for (index, proxy) in proxies.iter().enumerate() {
            // A fixed proxy is found by those that are not.
            if proxy.is_fixed || self.leaves[index] == NONE {
                continue;
            }
            let me = index as u32;
            stack.clear();
            stack.push(self.root);
            while let Some(top) = stack.pop() {
                let Some(node) = self.nodes.get(top as usize) else { continue };
                if !node.aabb.overlaps(&proxy.aabb) {
                    continue;
                }
                if node.children[0] != NONE {
                    stack.extend(node.children);
                    continue;
                }
                let other = node.proxy;
                // Two free proxies find each other twice: the lower one counts.
                let is_first = me < other || (me != other && proxies[other as usize].is_fixed);
                if is_first && is_pair(proxy, &proxies[other as usize]) {
                    pairs.push((me.min(other), me.max(other)));
                }
            }
        }
        self.stack = stack;
        for (i, &a) in self.unbounded.iter().enumerate() {
            for b in 0..proxies.len() as u32 {
                if !self.unbounded[..=i].contains(&b) && is_pair(&proxies[a as usize], &proxies[b as usize]) {
                    pairs.push((a.min(b), a.max(b)));
                }
            }
        }
        pairs.sort_unstable();
    }

    fn update(&mut self, proxies: &[Proxy]) {
        if self.leaves.len() != proxies.len() {
            self.nodes.clear();
            self.free.clear();
            self.leaves.clear();
            self.leaves.resize(proxies.len(), NONE);
            self.root = NONE;
        }
        self.unbounded.clear();
        for (index, proxy) in proxies.iter().enumerate() {
            let leaf = self.leaves[index];
            if !is_bounded(&proxy.aabb) {
                self.unbounded.push(index as u32);
                if leaf != NONE {
                    self.remove(leaf);
                    self.leaves[index] = NONE;
                }
            } else if leaf == NONE || !self.nodes[leaf as usize].aabb.contains(&proxy.aabb) {
                if leaf != NONE {
                    self.remove(leaf);
                }
                let margin = if proxy.is_fixed { 0.0 } else { FAT * proxy.aabb.extents().max_element() };
                self.leaves[index] = self.insert(proxy.aabb.expanded(margin), index as u32);
            }
        }
    }

    fn allocate(&mut self, node: Node) -> u32 {
        if let Some(index) = self.free.pop() {
            self.nodes[index as usize] = node;
            return index;
        }
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    fn insert(&mut self, aabb: Aabb, proxy: u32) -> u32 {
        let leaf = self.allocate(Node { aabb, parent: NONE, children: [NONE; 2], proxy });
        if self.root == NONE {
            self.root = leaf;
            return leaf;
        }
        let sibling = self.best_sibling(&aabb);
        let old_parent = self.nodes[sibling as usize].parent;
        let union = self.nodes[sibling as usize].aabb.union(&aabb);
        let parent = self.allocate(Node { aabb: union, parent: old_parent, children: [sibling, leaf], proxy: NONE });
        self.nodes[sibling as usize].parent = parent;
        self.nodes[leaf as usize].parent = parent;
        self.replace_child(old_parent, sibling, parent);
        self.refit(old_parent);
        leaf
    }

    /// Descends where the surface that is added, here and above, is least; stops where a new parent costs less.
    fn best_sibling(&self, aabb: &Aabb) -> u32 {
        let mut index = self.root;
        loop {
            let node = &self.nodes[index as usize];
            if node.children[0] == NONE {
                return index;
            }
            let here = area(&node.aabb.union(aabb));
            // What every node below has to pay because this one grows.
            let inherited = here - area(&node.aabb);
            let cost = |child: u32| {
                let child = &self.nodes[child as usize];
                let union = area(&child.aabb.union(aabb));
                inherited + if child.children[0] == NONE { union } else { union - area(&child.aabb) }
            };
            let costs = node.children.map(cost);
            if here < costs[0] && here < costs[1] {
                return index;
            }
            index = node.children[usize::from(costs[1] < costs[0])];
        }
    }

    fn remove(&mut self, leaf: u32) {
        let parent = self.nodes[leaf as usize].parent;
        self.free.push(leaf);
        if parent == NONE {
            self.root = NONE;
            return;
        }
        let node = self.nodes[parent as usize];
        let sibling = node.children[usize::from(node.children[0] == leaf)];
        self.nodes[sibling as usize].parent = node.parent;
        self.replace_child(node.parent, parent, sibling);
        self.free.push(parent);
        self.refit(node.parent);
    }

    fn replace_child(&mut self, parent: u32, old: u32, new: u32) {
        match self.nodes.get_mut(parent as usize) {
            Some(node) => node.children[usize::from(node.children[0] != old)] = new,
            None => self.root = new,
        }
    }

    /// Bounds of all ancestors anew, and a rotation where it makes them smaller.
    fn refit(&mut self, mut index: u32) {
        while index != NONE {
            let [a, b] = self.nodes[index as usize].children;
            self.nodes[index as usize].aabb = self.nodes[a as usize].aabb.union(&self.nodes[b as usize].aabb);
            self.rotate(index, a, b);
            index = self.nodes[index as usize].parent;
        }
    }

    /// Swaps a child with a grandchild of the other side if that shrinks the child between them.
    fn rotate(&mut self, index: u32, a: u32, b: u32) {
        let mut best: (f32, Option<(u32, u32, usize)>) = (0.0, None);
        for (child, uncle) in [(a, b), (b, a)] {
            let node = self.nodes[child as usize];
            if node.children[0] == NONE {
                continue;
            }
            for side in 0..2 {
                // The grandchild on `side` goes up, the uncle comes to its place beside the other one.
                let stays = self.nodes[node.children[1 - side] as usize].aabb;
                let gain = area(&node.aabb) - area(&stays.union(&self.nodes[uncle as usize].aabb));
                if gain > best.0 {
                    best = (gain, Some((child, uncle, side)));
                }
            }
        }
        let Some((child, uncle, side)) = best.1 else { return };
        let grandchild = self.nodes[child as usize].children[side];
        self.nodes[child as usize].children[side] = uncle;
        self.nodes[uncle as usize].parent = child;
        self.nodes[grandchild as usize].parent = index;
        self.replace_child(index, uncle, grandchild);
        let [p, q] = self.nodes[child as usize].children;
        self.nodes[child as usize].aabb = self.nodes[p as usize].aabb.union(&self.nodes[q as usize].aabb);
    }
}

/// Half the surface of a box, m²: what a random ray or box hits in proportion to.
fn area(aabb: &Aabb) -> f32 {
    let e = aabb.extents();
    e.x * e.y + e.y * e.z + e.z * e.x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::property_tests::Rng;
    use crate::math::Vec3;

    #[test]
    fn bodies_that_jitter_leave_the_tree_alone_and_the_tree_stays_shallow() {
        let mut rng = Rng(83);
        let mut proxies: Vec<Proxy> = (0..500)
            .map(|i| {
                let aabb = Aabb::from_center(rng.vector() * 20.0, Vec3::splat(0.5));
                Proxy { aabb, body: i, is_fixed: false }
            })
            .collect();
        let mut tree = AabbTree::default();
        let mut pairs = Vec::new();
        tree.find_pairs(&proxies, &mut pairs);
        let before = tree.nodes.len();
        let leaves = tree.leaves.clone();
        for _ in 0..50 {
            let shifts: Vec<Vec3> = proxies.iter().map(|_| rng.vector() * 0.01).collect();
            let old = proxies.clone();
            proxies.iter_mut().zip(&shifts).for_each(|(p, s)| p.aabb = p.aabb.translated(*s));
            pairs.clear();
            tree.find_pairs(&proxies, &mut pairs);
            proxies = old;
        }
        assert_eq!((tree.nodes.len(), &tree.leaves), (before, &leaves));
        let depth = |leaf: u32| {
            std::iter::successors(Some(leaf), |&n| Some(tree.nodes[n as usize].parent).filter(|p| *p != NONE)).count()
        };
        let deepest = tree.leaves.iter().map(|&l| depth(l)).max().unwrap();
        assert!(deepest <= 24, "{deepest} levels for 500 leaves");
    }
}
