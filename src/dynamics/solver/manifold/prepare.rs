//! From a contact to its manifold: Jacobians, masses, targets and factors for one substep.

use super::super::contact_rows::ContactTerms;
use super::super::patch::{LEAST_SPREAD, Patch, PatchFrame};
use super::super::{block, softness::Softness};
use super::{Arms, Lanes, MAX_POINTS, Manifold};
use crate::dynamics::body::BodyState;
use crate::dynamics::contact::{Contact, ContactPoint};
use crate::dynamics::settings::{CcdMode, FrictionModel};
use crate::math::{Mat3, Vec3, tangent_basis};
use glam::{DMat4, Mat4, Vec3A, Vec4};

impl Manifold {
    /// Becomes that of a contact with two to four points. (Filled where it lies: it is too large to be copied about.)
    pub fn fill(&mut self, terms: &ContactTerms<'_>, contact: &Contact, index: u32, states: &[BodyState]) {
        let (settings, h) = (terms.settings, terms.h);
        let (a, b) = (&states[contact.body_a.index()], &states[contact.body_b.index()]);
        let points = contact.points();
        let of = |value: fn(&ContactPoint) -> f32| lanes_of(points, value);
        let (normal, mask) = (contact.normal, of(|_| 1.0));
        let (t, u) = tangent_basis(normal);
        let turns = [Mat3::from_quat(a.rotation), Mat3::from_quat(b.rotation)];
        let on_bodies = |of_a: fn(&ContactPoint) -> Vec3, of_b: fn(&ContactPoint) -> Vec3| {
            let on_a = Lanes::gather(points.len(), |k| of_a(&points[k])).transformed(&turns[0]);
            (on_a, Lanes::gather(points.len(), |k| of_b(&points[k])).transformed(&turns[1]))
        };
        // The difference of the centres is formed first: two large numbers, one small result.
        let between = Lanes::splat(b.position - a.position);
        let (on_a, on_b) = on_bodies(|p| p.local_a, |p| p.local_b);
        let gap = between + (on_b - on_a);
        // The impulse acts midway between the two surfaces.
        let (r_a, r_b) = (on_a + gap * 0.5, on_b - gap * 0.5);
        (self.contact, self.body_a, self.body_b) = (index, contact.body_a.0, contact.body_b.0);
        self.count = points.len() as u32;
        self.axes = [normal, t, u].map(Vec3A::from);
        (self.inv_mass_a, self.inv_mass_b) = (a.inv_mass, b.inv_mass);
        (self.friction, self.restitution) = (contact.friction, contact.restitution);
        self.mask = mask;
        (self.angular_a, self.angular_b) = (r_a.cross(normal), r_b.cross(normal));
        (self.arms.r_a, self.arms.r_b) = (r_a, r_b);
        self.lambda = [of(|p| p.normal_impulse), of(|p| p.friction_impulse[0]), of(|p| p.friction_impulse[1])];
        self.is_bouncing = [false; MAX_POINTS];
        self.c = gap.dot(normal) * mask;
        if settings.ccd.mode == CcdMode::EarlyEngage {
            // The contact is put in before the surface is reached, and acts as if it were there.
            let limit = settings.narrow_phase.speculative_distance;
            self.c = Vec4::from_array(self.c.to_array().map(|c| if c > limit { 0.0 } else { c }));
        }
        self.approach = self.normal_velocity(&super::sweep::Motion::of(a, b));
        let turn = [self.angular_a.transformed(&a.inv_inertia), self.angular_b.transformed(&b.inv_inertia)];
        self.set_turn(0, &turn);
        self.set_targets(terms, terms.soft[usize::from(a.inv_mass == 0.0 || b.inv_mass == 0.0)]);
        self.invert(&turn);
        self.has_friction = settings.friction.model != FrictionModel::None && contact.friction > 0.0;
        if !self.has_friction {
            (self.lambda[1], self.lambda[2]) = (Vec4::ZERO, Vec4::ZERO);
            return;
        }
        self.supposed_load = match settings.friction.model {
            FrictionModel::DecoupledLast => Some(self.lambda[0]),
            FrictionModel::DecoupledFixed => Some(Vec4::splat(settings.friction.fixed_force * h / points.len() as f32)),
            FrictionModel::Coupled | FrictionModel::None => None,
        };
        for (axis, tangent) in [(1, t), (2, u)] {
            let turn = [r_a.cross(tangent).transformed(&a.inv_inertia), r_b.cross(tangent).transformed(&b.inv_inertia)];
            self.set_turn(axis, &turn);
        }
        self.arms.drift = [Vec4::ZERO; 2];
        self.arms.drift_bias = [Vec4::ZERO; 2];
        if settings.friction.anchors {
            let (on_a, on_b) = on_bodies(|p| p.anchor_a, |p| p.anchor_b);
            let drift = between + (on_b - on_a);
            let rate = settings.friction.anchor_rate.min(0.5 / h);
            self.arms.drift = [drift.dot(t) * mask, drift.dot(u) * mask];
            self.arms.drift_bias = self.arms.drift.map(|drift| drift * rate);
        }
        self.find_patch([&a.inv_inertia, &b.inv_inertia]);
    }

    fn set_turn(&mut self, axis: usize, [a, b]: &[Lanes; 2]) {
        (self.turn_a[axis], self.turn_b[axis]) = (a.split(), b.split());
    }

    /// Velocity targets and softness of the normals, as `contact_rows.rs` gives them to its rows: a gap may close in this
    /// substep but not further; an overlap beyond the slop is pushed out by a soft row, never faster than the limit.
    fn set_targets(&mut self, terms: &ContactTerms<'_>, soft: Softness) {
        let solver = &terms.settings.solver;
        let gap = self.c.max(Vec4::ZERO) * (1.0 / terms.h);
        let error = (self.c + Vec4::splat(solver.slop)).min(Vec4::ZERO);
        self.bias = gap + (error * soft.bias_rate).max(Vec4::splat(-solver.max_push_out_speed));
        self.relax_bias = gap;
        let is_soft = error.cmplt(Vec4::ZERO);
        self.arms.mass_scale = Vec4::select(is_soft, Vec4::splat(soft.mass_scale), Vec4::ONE);
        self.arms.impulse_scale = Vec4::select(is_soft, Vec4::splat(soft.impulse_scale), Vec4::ZERO);
    }

    /// J M⁻¹ Jᵀ of the normals and its inverses; `turn` is M⁻¹ Jᵀ of them. Lanes without a point get a one of their own, so
    /// that there are always four.
    fn invert(&mut self, turn: &[Lanes; 2]) {
        let linear = self.axes[0].length_squared() * (self.inv_mass_a + self.inv_mass_b);
        let count = self.count as usize;
        for j in 0..MAX_POINTS {
            let column = Vec4::splat(linear)
                + self.angular_a.dot(self.turn_a[0][j].into())
                + self.angular_b.dot(self.turn_b[0][j].into());
            self.matrix[j] = if j < count { column * self.mask } else { Vec4::ZERO };
        }
        let k = Vec4::splat(linear) + self.angular_a.dot_each(&turn[0]) + self.angular_b.dot_each(&turn[1]);
        let k = k * self.mask + (Vec4::ONE - self.mask);
        self.proximal = block::proximal(f64::from((k * self.mask).element_sum()), count);
        let (mass_scale, impulse_scale) = (self.arms.mass_scale, self.arms.impulse_scale);
        let is_soft = impulse_scale.cmpgt(Vec4::ZERO) & mass_scale.cmpgt(Vec4::ZERO);
        self.compliance = Vec4::select(is_soft, k * impulse_scale / mass_scale, Vec4::ZERO) * self.mask;
        self.rigid = inverse(&self.matrix, k, Vec4::ZERO, self.proximal);
        self.soft = if is_soft.any() { inverse(&self.matrix, k, self.compliance, self.proximal) } else { self.rigid };
    }

    /// The friction patch, with the centre that the loads give it: those of the last substep, until a point that had none
    /// then is pressed.
    pub(super) fn find_patch(&mut self, inv_inertias: [&Mat3; 2]) {
        let [normal, t, u] = [0, 1, 2].map(|axis| self.axis(axis));
        let load = self.lambda[0].element_sum();
        let weights = if load > 0.0 { self.lambda[0] / load } else { self.mask / self.count as f32 };
        let Arms { r_a, r_b, drift_bias, .. } = &self.arms;
        let (center_a, center_b) = (r_a.weighted_sum(weights), r_b.weighted_sum(weights));
        let from_center = *r_b - Lanes::splat(center_b);
        let places = [from_center.dot(t) * self.mask, from_center.dot(u) * self.mask];
        let spread = (weights * (places[0] * places[0] + places[1] * places[1])).element_sum();
        let twist = weights * (places[0] * drift_bias[1] - places[1] * drift_bias[0]);
        let bias = Vec3::new(
            weights.dot(drift_bias[0]),
            weights.dot(drift_bias[1]),
            twist.element_sum() / spread.max(LEAST_SPREAD),
        );
        let frame = PatchFrame {
            normal,
            angular_a: [center_a.cross(t), center_a.cross(u)],
            angular_b: [center_b.cross(t), center_b.cross(u)],
            inv_mass: self.inv_mass_a + self.inv_mass_b,
            inv_inertias: inv_inertias.map(|inv_inertia| *inv_inertia),
        };
        (self.weights, self.places) = (weights, places);
        self.patch = Patch::new(&frame, spread, bias);
    }
}

#[inline]
fn lanes_of(points: &[ContactPoint], value: impl Fn(&ContactPoint) -> f32) -> Vec4 {
    let lane = |k: usize| points.get(k).map_or(0.0, &value);
    Vec4::new(lane(0), lane(1), lane(2), lane(3))
}

/// Of the columns with `diagonal` and what is added to it, found in double precision: the proximal term is small.
#[inline]
fn inverse(columns: &[Vec4; MAX_POINTS], diagonal: Vec4, compliance: Vec4, proximal: f64) -> Option<Mat4> {
    let [mut x, mut y, mut z, mut w] = columns.map(|column| column.as_dvec4());
    x.x = f64::from(diagonal.x) + proximal + f64::from(compliance.x);
    y.y = f64::from(diagonal.y) + proximal + f64::from(compliance.y);
    z.z = f64::from(diagonal.z) + proximal + f64::from(compliance.z);
    w.w = f64::from(diagonal.w) + proximal + f64::from(compliance.w);
    let inverse = DMat4::from_cols(x, y, z, w).inverse().as_mat4();
    inverse.is_finite().then_some(inverse)
}
