//! The algebra of the direct solver: eliminating from the leaves to the root, and back. Legend in `direct.rs`.

use super::{Forest, GUARD, Link, N, NONE, Node, PROXIMAL, Tree, UNTURNABLE};
use crate::dynamics::body::BodyState;
use crate::dynamics::probe::Pass;
use crate::dynamics::solver::Row;
use crate::dynamics::solver::dense::{cholesky, dot, solve_lower, solve_upper};
use glam::DMat3;

impl Forest {
    /// Leaf to root: D of each body and S of each joint, as factors.
    pub(super) fn factor(&mut self, tree: Tree, rows: &[Row], states: &[BodyState], pass: Pass) {
        for node in &mut self.nodes[tree.nodes.0..tree.nodes.1] {
            node.d = mass_matrix(&states[node.body as usize]);
        }
        for link in &mut self.links[tree.links.0..tree.links.1] {
            link.is_loose = false;
            let near_body = self.nodes[link.near as usize].body;
            for k in 0..link.n {
                let row = &rows[link.row(k)];
                let (of_a, of_b) = columns(row);
                (link.j_near[k], link.j_far[k]) = if row.body_a == near_body { (of_a, of_b) } else { (of_b, of_a) };
            }
            if link.far == NONE {
                link.s = [[0.0; N]; N];
                finish_joint(link, &mut self.nodes, rows, pass, PROXIMAL);
            }
        }
        for index in (tree.nodes.0..tree.nodes.1).rev() {
            let node = &mut self.nodes[index];
            // The mass matrix of a body is positive definite, and what hangs on it only adds to it.
            let diagonal: [f64; 6] = std::array::from_fn(|k| node.d[k][k]);
            if !cholesky(&mut node.d, 6) {
                // But not within rounding, where a link is a million times longer than it is thick: then each of its six
                // directions stands for itself.
                node.d = Default::default();
                for (k, value) in diagonal.into_iter().enumerate() {
                    node.d[k][k] = if value > 0.0 { value.sqrt() } else { 1.0 };
                }
            }
            if node.up == NONE {
                continue;
            }
            let factor = node.d;
            let link = &mut self.links[node.up as usize];
            for k in 0..link.n {
                link.x[k] = link.j_far[k];
                solve_lower(&factor, &mut link.x[k], 6);
            }
            for i in 0..link.n {
                for j in 0..=i {
                    link.s[i][j] = dot(&link.x[i], &link.x[j], 6);
                }
            }
            for k in 0..link.n {
                solve_upper(&factor, &mut link.x[k], 6);
            }
            finish_joint(link, &mut self.nodes, rows, pass, GUARD);
        }
    }

    pub(super) fn leaf_to_root(&mut self, tree: Tree, rows: &[Row], states: &[BodyState], pass: Pass) {
        for node in &mut self.nodes[tree.nodes.0..tree.nodes.1] {
            node.f = [0.0; 6];
        }
        for link in &mut self.links[tree.links.0..tree.links.1] {
            for k in 0..link.n {
                let row = &rows[link.row(k)];
                let (compliance, bias) = row.compliance(pass);
                let velocity = row.velocity(&states[row.body_a as usize], &states[row.body_b as usize]);
                link.t[k] = -(f64::from(velocity) + f64::from(bias) + f64::from(compliance) * f64::from(row.lambda));
            }
            if link.far == NONE {
                push_down(link, &mut self.nodes);
            }
        }
        for index in (tree.nodes.0..tree.nodes.1).rev() {
            let node = &self.nodes[index];
            if node.up == NONE {
                continue;
            }
            let f = node.f;
            let link = &mut self.links[node.up as usize];
            for k in 0..link.n {
                link.t[k] -= dot(&link.x[k], &f, 6);
            }
            push_down(link, &mut self.nodes);
        }
    }

    /// Turns every `t` into the change of its row's impulse.
    pub(super) fn root_to_leaf(&mut self, tree: Tree) {
        for index in tree.nodes.0..tree.nodes.1 {
            let node = &self.nodes[index];
            let mut dv = node.f;
            solve_lower(&node.d, &mut dv, 6);
            solve_upper(&node.d, &mut dv, 6);
            if node.up != NONE {
                let link = &mut self.links[node.up as usize];
                let parent = self.nodes[link.near as usize].dv;
                finish_impulses(link, &parent);
                for k in 0..link.n {
                    for c in 0..6 {
                        dv[c] += link.x[k][c] * link.t[k];
                    }
                }
            }
            self.nodes[index].dv = dv;
        }
        for link in self.links[tree.links.0..tree.links.1].iter_mut().filter(|link| link.far == NONE) {
            let near = self.nodes[link.near as usize].dv;
            finish_impulses(link, &near);
        }
    }
}

/// Completes S with compliance and guard, factors it, and adds Jᵀ S⁻¹ J to the near body.
fn finish_joint(link: &mut Link, nodes: &mut [Node], rows: &[Row], pass: Pass, guard: f64) {
    for k in 0..link.n {
        let row = &rows[link.row(k)];
        let k_diagonal = if row.effective_mass > 0.0 { 1.0 / f64::from(row.effective_mass) } else { 1.0 };
        link.s[k][k] += f64::from(row.compliance(pass).0) + guard * k_diagonal;
    }
    if !cholesky(&mut link.s, link.n) {
        link.is_loose = true;
        return;
    }
    // Y = L⁻¹ J column by column; then D += Yᵀ Y.
    let mut y = [[0.0; N]; 6];
    for (c, column) in y.iter_mut().enumerate() {
        for k in 0..link.n {
            column[k] = link.j_near[k][c];
        }
        solve_lower(&link.s, column, link.n);
    }
    let d = &mut nodes[link.near as usize].d;
    for i in 0..6 {
        for j in 0..=i {
            d[i][j] += dot(&y[i], &y[j], link.n);
        }
    }
}

/// f of the near body += Jᵀ S⁻¹ t.
fn push_down(link: &Link, nodes: &mut [Node]) {
    if link.is_loose {
        return;
    }
    let mut z = link.t;
    solve_lower(&link.s, &mut z, link.n);
    solve_upper(&link.s, &mut z, link.n);
    let f = &mut nodes[link.near as usize].f;
    for k in 0..link.n {
        for c in 0..6 {
            f[c] += link.j_near[k][c] * z[k];
        }
    }
}

/// Δλ = S⁻¹ (t − J Δv) of the near body.
fn finish_impulses(link: &mut Link, near: &[f64; 6]) {
    if link.is_loose {
        link.t = [0.0; N];
        return;
    }
    for k in 0..link.n {
        link.t[k] -= dot(&link.j_near[k], near, 6);
    }
    solve_lower(&link.s, &mut link.t, link.n);
    solve_upper(&link.s, &mut link.t, link.n);
}

/// The row's entries for A and for B: linear, then angular.
fn columns(row: &Row) -> ([f64; 6], [f64; 6]) {
    let (l, a, b) = (row.linear.as_dvec3(), row.angular_a.as_dvec3(), row.angular_b.as_dvec3());
    ([-l.x, -l.y, -l.z, -a.x, -a.y, -a.z], [l.x, l.y, l.z, b.x, b.y, b.z])
}

/// Mass and world inertia of a body of finite mass.
fn mass_matrix(state: &BodyState) -> [[f64; 6]; 6] {
    let mass = 1.0 / f64::from(state.inv_mass);
    let inverse = state.inv_inertia.as_dmat3();
    // The determinant of a tiny body's tensor says nothing without its scale.
    let scale = inverse.x_axis.x.max(inverse.y_axis.y).max(inverse.z_axis.z);
    let normalised = inverse * (1.0 / scale.max(f64::MIN_POSITIVE));
    let inertia = if scale > 0.0 && normalised.determinant() > 1e-12 {
        normalised.inverse() * (1.0 / scale)
    } else {
        // A body that cannot turn: so heavy that no torque of the structure moves it.
        DMat3::from_diagonal(glam::DVec3::splat(mass * UNTURNABLE))
    };
    let mut d = [[0.0; 6]; 6];
    for i in 0..3 {
        d[i][i] = mass;
        for j in 0..3 {
            d[3 + i][3 + j] = 0.5 * (inertia.col(j)[i] + inertia.col(i)[j]);
        }
    }
    d
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::joint::JointKind;
    use crate::dynamics::solver::{RowGroup, RowId, RowKind, blank_row};
    use crate::math::{Mat3, Quat, Vec3};

    /// Joints between bodies: a tree with a branch, anchored twice at body 0 of infinite mass.
    const JOINTS: [(u32, u32); 6] = [(0, 1), (1, 2), (3, 1), (3, 4), (5, 3), (5, 0)];

    fn random(seed: &mut u64) -> f32 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (*seed >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
    }

    fn vector(seed: &mut u64) -> Vec3 {
        Vec3::new(random(seed), random(seed), random(seed))
    }

    fn scene(seed: &mut u64) -> (Vec<BodyState>, Vec<Row>, Vec<RowGroup>) {
        let states: Vec<BodyState> = (0..6)
            .map(|body| {
                let mass = if body == 0 { 0.0 } else { 10.0_f32.powf(random(seed)) };
                let tensor = Mat3::from_diagonal(Vec3::new(1.0, 2.0, 0.5) * mass * 3.0);
                let rotation = Quat::from_scaled_axis(vector(seed));
                BodyState {
                    position: Vec3::ZERO,
                    rotation,
                    velocity: if body == 0 { Vec3::ZERO } else { vector(seed) },
                    angular_velocity: if body == 0 { Vec3::ZERO } else { vector(seed) },
                    inv_mass: mass,
                    inv_inertia: crate::math::rotate_inertia(rotation, &tensor),
                }
            })
            .collect();
        let (mut rows, mut groups) = (Vec::new(), Vec::new());
        for (joint, (a, b)) in JOINTS.into_iter().enumerate() {
            let first = rows.len() as u32;
            for k in 0..3 + joint % 3 {
                let id = RowId::Joint { joint: joint as u32, row: k as u8 };
                let jacobian = (vector(seed), vector(seed), vector(seed));
                let mut row = blank_row(id, RowKind::JointLinear, a, b, jacobian.0, jacobian.1, jacobian.2);
                row.set_masses(&states[a as usize], &states[b as usize], 1.0, 1.0);
                row.bias = random(seed);
                row.lambda = random(seed);
                row.mass_scale = 0.9;
                row.impulse_scale = if joint == 5 { 0.1 } else { 0.02 };
                rows.push(row);
            }
            let count = rows.len() as u32 - first;
            groups.push(RowGroup {
                first,
                count,
                normal_count: 0,
                body_a: a,
                body_b: b,
                is_joint: true,
                equality_count: count,
                cache: u32::MAX,
                manifold: u32::MAX,
            });
        }
        assert!(rows.len() <= JOINTS.len() * JointKind::MAX_ROWS);
        (states, rows, groups)
    }

    /// Solves A x = b by elimination with pivots.
    fn dense_solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
        let n = b.len();
        for i in 0..n {
            let pivot = (i..n).max_by(|p, q| a[*p][i].abs().total_cmp(&a[*q][i].abs())).unwrap();
            a.swap(i, pivot);
            b.swap(i, pivot);
            for r in i + 1..n {
                let factor = a[r][i] / a[i][i];
                for c in i..n {
                    a[r][c] -= factor * a[i][c];
                }
                b[r] -= factor * b[i];
            }
        }
        for i in (0..n).rev() {
            let sum: f64 = (i + 1..n).map(|c| a[i][c] * b[c]).sum();
            b[i] = (b[i] - sum) / a[i][i];
        }
        b
    }

    #[test]
    fn a_tree_gives_the_impulses_of_a_dense_solve() {
        let mut seed = 11;
        for pass in [Pass::Bias, Pass::Relax].into_iter().cycle().take(40) {
            let (states, rows, groups) = scene(&mut seed);
            let mut forest = Forest::default();
            forest.build(&groups, &states);
            assert_eq!((forest.trees.len(), forest.links.len(), forest.iterated.len()), (1, 6, 0));
            for link in &mut forest.links {
                link.choose_members(&rows);
            }
            let tree = forest.trees[0];
            forest.factor(tree, &rows, &states, pass);
            forest.leaf_to_root(tree, &rows, &states, pass);
            forest.root_to_leaf(tree);

            let n = rows.len();
            let mut matrix = vec![vec![0.0; n]; n];
            for (i, row) in rows.iter().enumerate() {
                for (j, other) in rows.iter().enumerate() {
                    // J_i M⁻¹ J_jᵀ: the speed of row i after a unit impulse of row j.
                    let mut after = states.clone();
                    for state in &mut after {
                        state.velocity = Vec3::ZERO;
                        state.angular_velocity = Vec3::ZERO;
                    }
                    let (mut a, mut b) = (after[other.body_a as usize], after[other.body_b as usize]);
                    other.apply(1.0, &mut a, &mut b);
                    after[other.body_a as usize] = a;
                    after[other.body_b as usize] = b;
                    matrix[i][j] = f64::from(row.velocity(&after[row.body_a as usize], &after[row.body_b as usize]));
                }
                matrix[i][i] += f64::from(row.compliance(pass).0);
            }
            let right: Vec<f64> = rows
                .iter()
                .map(|row| {
                    let (compliance, bias) = row.compliance(pass);
                    let speed = row.velocity(&states[row.body_a as usize], &states[row.body_b as usize]);
                    -f64::from(speed + bias + compliance * row.lambda)
                })
                .collect();
            let expected = dense_solve(matrix, right);
            let scale = expected.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
            for link in &forest.links {
                for k in 0..link.n {
                    let expected = expected[link.row(k)];
                    let error = (link.t[k] - expected).abs() / scale;
                    assert!(error < 1e-3, "{pass:?}, row {}: {} against {expected}", link.row(k), link.t[k]);
                }
            }
        }
    }
}
