//! Direct: all equality rows of a jointed structure are solved at once, at a cost that grows with its length only.
//!
//! What differs: nothing is iterated. A chain that carries a hundred times its own weight holds after one solve, where
//! sweeps would need as many rounds as there are links, times the mass ratio. Where it fails: contacts are solved after
//! it and so come back as errors of the next sweep. Joints that close a loop are left out of the tree and iterated; a
//! structure with many loops (a net) is iterated as a whole.
//!
//! Rows with bounds (limits, motors, friction) first have a turn of their own. Those that then stand strictly inside
//! their bounds are equalities for the moment and join the tree; one that the solution carries out of its bounds is set
//! to the bound, leaves, and the tree is solved again (an active-set method of very few rounds). Of rows that act along
//! the same direction only one kind joins: limits before a motor before friction.
//!
//! ```text
//! ⎡ M  −Jᵀ ⎤ ⎡ Δv ⎤   ⎡ 0 ⎤        r = −(J v + bias + Σ λ)
//! ⎣ J   Σ  ⎦ ⎣ Δλ ⎦ = ⎣ r ⎦        Σ = compliance of soft rows, 0 for rigid ones
//! ```
//!
//! Bodies and joints form a tree, so that eliminating from the leaves to the root fills in nothing. For a body b with
//! the joint j to its parent p, with J_b and J_p the 6 columns of j's rows that belong to each:
//!
//! ```text
//! D_b = M_b + Σ over child joints c of J_cbᵀ S_c⁻¹ J_cb        what b weighs with everything that hangs on it
//! S_j = Σ_j + J_b D_b⁻¹ J_bᵀ
//! leaf to root:   t_j = r_j − J_b D_b⁻¹ f_b,       f_p += J_pᵀ S_j⁻¹ t_j
//! root to leaf:   Δλ_j = S_j⁻¹ (t_j − J_p Δv_p),   Δv_b = D_b⁻¹ (f_b + J_bᵀ Δλ_j)
//! ```
//!
//! D_b is Featherstone's articulated inertia. A joint to a body of infinite mass has no far side: S_j = Σ_j plus a
//! proximal term that resists the change of λ only, so that a structure may be anchored in many places.
//! Sources: Baraff, "Linear-time dynamics using Lagrange multipliers", 1996; Featherstone, "Rigid Body Dynamics
//! Algorithms", 2008, chapter 7; book, section 2.7.2.

use super::{Row, RowGroup, RowKind, SweepContext, joint_block, row};
use crate::dynamics::body::BodyState;
use crate::dynamics::probe::{Clamp, Pass, Probe, Together};

mod elimination;

/// Most rows of a joint that are solved directly: a ball joint with friction and damping.
const N: usize = 9;
const NONE: u32 = u32::MAX;
/// Proximal term of anchored joints, as a share of K: what is left over is undone by the next sweep.
const PROXIMAL: f64 = 1e-9;
/// The same for joints inside the tree, against rows that repeat each other.
const GUARD: f64 = 1e-12;

/// A structure with more than one loop per so many joints of its tree is a net.
const MAX_LOOP_SHARE: usize = 4;
/// Rounds in which rows may leave for their bounds; after the last one they are cut there.
const MAX_ROUNDS: usize = 3;
/// Inertia per mass of a body that cannot turn, m².
const UNTURNABLE: f64 = 1e12;

type Columns = [[f64; 6]; N];

/// The trees of all jointed structures; the buffers are kept from step to step.
#[derive(Default)]
pub(super) struct Forest {
    /// Every node comes after its parent.
    nodes: Vec<Node>,
    links: Vec<Link>,
    trees: Vec<Tree>,
    /// Groups of joints that are iterated: they close a loop, or belong to a net.
    iterated: Vec<u32>,
    /// Node of each body while the trees are built.
    node_of_body: Vec<u32>,
    /// First entry of each body's list of joints, and the next entry after each: entry 2 g + side is joint group g.
    heads: Vec<u32>,
    next: Vec<u32>,
    is_used: Vec<bool>,
}

/// One structure: a run of nodes and a run of links.
#[derive(Clone, Copy)]
struct Tree {
    nodes: (usize, usize),
    links: (usize, usize),
    /// Whether factors stand, and for which terms: with bias, or without.
    factored: Option<bool>,
}

/// A body of finite mass.
#[derive(Clone, Copy)]
struct Node {
    body: u32,
    /// Link to the parent, [`NONE`] at a root.
    up: u32,
    /// D, and after factoring its lower factor.
    d: [[f64; 6]; 6],
    f: [f64; 6],
    dv: [f64; 6],
}

/// A joint: `near` is the node towards the root, `far` the node that hangs on it or [`NONE`] for infinite mass.
#[derive(Clone, Copy)]
struct Link {
    first: u32,
    /// Its rows, and those of them that are always equalities.
    count: u32,
    equality_count: u32,
    /// The rows that are solved directly, counted from `first`.
    members: [u8; N],
    n: usize,
    near: u32,
    far: u32,
    /// Its matrix could not be factored: it is iterated instead.
    is_loose: bool,
    j_near: Columns,
    j_far: Columns,
    /// D⁻¹ Jᵀ of the far body, one entry per row.
    x: Columns,
    /// Lower factor of S.
    s: [[f64; N]; N],
    t: [f64; N],
}

impl Forest {
    /// Finds the trees among the joint groups, taking bodies and joints in the order of their numbers.
    pub fn build(&mut self, groups: &[RowGroup], states: &[BodyState]) {
        self.nodes.clear();
        self.links.clear();
        self.trees.clear();
        self.iterated.clear();
        self.heads.clear();
        self.heads.resize(states.len(), NONE);
        self.node_of_body.clear();
        self.node_of_body.resize(states.len(), NONE);
        self.next.clear();
        self.next.resize(groups.len() * 2, NONE);
        self.is_used.clear();
        self.is_used.resize(groups.len(), false);
        for (index, group) in groups.iter().enumerate().rev().filter(|(_, g)| g.is_joint) {
            for (side, body) in [group.body_a, group.body_b].into_iter().enumerate() {
                if is_free(states, body) {
                    self.next[index * 2 + side] = self.heads[body as usize];
                    self.heads[body as usize] = (index * 2 + side) as u32;
                }
            }
        }
        for body in 0..states.len() as u32 {
            if self.heads[body as usize] != NONE && self.node_of_body[body as usize] == NONE {
                self.grow(body, groups, states);
            }
        }
    }

    /// Adds the structure of a body, breadth first.
    fn grow(&mut self, root: u32, groups: &[RowGroup], states: &[BodyState]) {
        let (first_node, first_link, first_iterated) = (self.nodes.len(), self.links.len(), self.iterated.len());
        self.add_node(root, NONE);
        let mut node = first_node;
        while node < self.nodes.len() {
            let body = self.nodes[node].body;
            let mut entry = self.heads[body as usize];
            while entry != NONE {
                let index = (entry / 2) as usize;
                if !std::mem::replace(&mut self.is_used[index], true) {
                    let group = &groups[index];
                    let other = if group.body_a == body { group.body_b } else { group.body_a };
                    if !is_free(states, other) {
                        self.add_link(group, node as u32, NONE);
                    } else if self.node_of_body[other as usize] == NONE {
                        let link = self.links.len() as u32;
                        let far = self.add_node(other, link);
                        self.add_link(group, node as u32, far);
                    } else {
                        self.iterated.push(index as u32);
                    }
                }
                entry = self.next[entry as usize];
            }
            node += 1;
        }
        let loops = self.iterated.len() - first_iterated;
        if loops * MAX_LOOP_SHARE > self.links.len() - first_link {
            // Between a tree and many loops neither would have the last word.
            let group_of = |first: u32| groups.partition_point(|g| g.first < first) as u32;
            self.iterated.extend(self.links[first_link..].iter().map(|link| group_of(link.first)));
            self.iterated[first_iterated..].sort_unstable();
            self.nodes.truncate(first_node);
            self.links.truncate(first_link);
        } else {
            let (nodes, links) = ((first_node, self.nodes.len()), (first_link, self.links.len()));
            self.trees.push(Tree { nodes, links, factored: None });
        }
    }

    fn add_node(&mut self, body: u32, up: u32) -> u32 {
        let node = self.nodes.len() as u32;
        self.node_of_body[body as usize] = node;
        self.nodes.push(Node { body, up, d: [[0.0; 6]; 6], f: [0.0; 6], dv: [0.0; 6] });
        node
    }

    fn add_link(&mut self, group: &RowGroup, near: u32, far: u32) {
        self.links.push(Link {
            first: group.first,
            count: group.count,
            equality_count: group.equality_count,
            members: [0; N],
            n: 0,
            near,
            far,
            is_loose: false,
            j_near: [[0.0; 6]; N],
            j_far: [[0.0; 6]; N],
            x: [[0.0; 6]; N],
            s: [[0.0; N]; N],
            t: [0.0; N],
        });
    }

    /// One exact solve of every tree, and one sweep over what is iterated.
    pub fn solve<P: Probe>(
        &mut self,
        rows: &mut [Row],
        groups: &[RowGroup],
        states: &mut [BodyState],
        context: &mut SweepContext<'_, P>,
    ) {
        for index in 0..self.trees.len() {
            self.solve_tree(index, rows, states, context);
        }
        for &group in &self.iterated {
            joint_block::solve(rows, groups[group as usize], states, context);
        }
    }

    fn solve_tree<P: Probe>(
        &mut self,
        index: usize,
        rows: &mut [Row],
        states: &mut [BodyState],
        context: &mut SweepContext<'_, P>,
    ) {
        let tree = self.trees[index];
        for link in &self.links[tree.links.0..tree.links.1] {
            for row in link.first + link.equality_count..link.first + link.count {
                row::solve(rows, row as usize, states, context);
            }
        }
        let pass = context.pass;
        let has_bias = matches!(pass, Pass::Bias | Pass::WarmStart);
        let mut is_factored = tree.factored == Some(has_bias);
        for link in &mut self.links[tree.links.0..tree.links.1] {
            is_factored &= !link.choose_members(rows);
        }
        for round in 1.. {
            if !is_factored {
                self.factor(tree, rows, states, pass);
            }
            self.leaf_to_root(tree, rows, states, pass);
            self.root_to_leaf(tree);
            if round == MAX_ROUNDS || !self.release_members(tree, rows, states, context) {
                break;
            }
            is_factored = false;
        }
        self.trees[index].factored = Some(has_bias);
        context.begin_together(Together::Tree);
        for link in &self.links[tree.links.0..tree.links.1] {
            for k in 0..link.n {
                let index = link.row(k);
                if link.is_loose {
                    context.together = Together::Alone;
                    row::solve(rows, index, states, context);
                    context.together = Together::Tree;
                    continue;
                }
                let row = &rows[index];
                let lambda = row.lambda + link.t[k] as f32;
                let (delta, clamp) = if lambda < row.lambda_min {
                    (row.lambda_min - row.lambda, Clamp::Lower)
                } else if lambda > row.lambda_max {
                    (row.lambda_max - row.lambda, Clamp::Upper)
                } else {
                    (link.t[k] as f32, Clamp::Free)
                };
                row::change(rows, index, delta, clamp, states, context);
            }
        }
        context.end_together();
    }

    /// Sets rows that the solution carries out of their bounds to the bound and lets them go; false when none was.
    fn release_members<P: Probe>(
        &mut self,
        tree: Tree,
        rows: &mut [Row],
        states: &mut [BodyState],
        context: &mut SweepContext<'_, P>,
    ) -> bool {
        let mut has_released = false;
        for link in &mut self.links[tree.links.0..tree.links.1] {
            let mut kept = 0;
            for k in 0..link.n {
                let index = link.row(k);
                let row = &rows[index];
                let lambda = row.lambda + link.t[k] as f32;
                let bound = if lambda < row.lambda_min {
                    Some((row.lambda_min, Clamp::Lower))
                } else if lambda > row.lambda_max {
                    Some((row.lambda_max, Clamp::Upper))
                } else {
                    None
                };
                if let Some((bound, clamp)) = bound {
                    let delta = bound - row.lambda;
                    row::change(rows, index, delta, clamp, states, context);
                    has_released = true;
                } else {
                    link.members[kept] = link.members[k];
                    kept += 1;
                }
            }
            link.n = kept;
        }
        has_released
    }
}

impl Link {
    /// Index of a member row.
    fn row(&self, k: usize) -> usize {
        self.first as usize + usize::from(self.members[k])
    }

    /// Chooses the rows that are equalities now; true when they are not the same as before.
    fn choose_members(&mut self, rows: &[Row]) -> bool {
        let own = &rows[self.first as usize..(self.first + self.count) as usize];
        let is_inside = |row: &Row| row.lambda > row.lambda_min && row.lambda < row.lambda_max;
        let driver = [RowKind::Limit, RowKind::Motor, RowKind::JointFriction]
            .into_iter()
            .find(|kind| own.iter().any(|row| row.kind == *kind && is_inside(row)));
        let (before, n_before) = (self.members, self.n);
        self.n = 0;
        for (k, row) in own.iter().enumerate() {
            let is_member = match row.kind {
                RowKind::Limit | RowKind::Motor | RowKind::JointFriction => Some(row.kind) == driver && is_inside(row),
                _ => true,
            };
            // The two ends of one range never hold at the same time.
            let is_opposite = row.kind == RowKind::Limit
                && k > 0
                && own[k - 1].kind == RowKind::Limit
                && is_inside(&own[k - 1])
                && own[k - 1].angular_b == -row.angular_b
                && own[k - 1].linear == -row.linear;
            if is_member && !is_opposite && self.n < N {
                self.members[self.n] = k as u8;
                self.n += 1;
            }
        }
        self.n != n_before || self.members[..self.n] != before[..n_before]
    }
}

fn is_free(states: &[BodyState], body: u32) -> bool {
    states[body as usize].inv_mass > 0.0
}
