//! A manifold between the sweeps of a substep: after the motion, before the bounce, and what is kept of it.

use super::Manifold;
use crate::dynamics::body::BodyState;
use crate::dynamics::contact::Contact;
use glam::Vec4;

impl Manifold {
    /// The bodies have moved for h seconds with the velocities found: C changes by h Ċ, to first order. The drift of
    /// friction is of interest only to who watches.
    pub fn advance(&mut self, states: &[BodyState], h: f32, is_watched: bool) {
        let motion = self.motion(states);
        self.c += self.normal_velocity(&motion) * h;
        if is_watched && self.has_friction {
            let (a, b) = (&states[self.body_a as usize], &states[self.body_b as usize]);
            for axis in 1..3 {
                for point in 0..self.count as usize {
                    self.arms.drift[axis - 1][point] += h * self.row(axis, point).velocity(a, b);
                }
            }
        }
    }

    /// After the motion a gap that is still open may close in the next substep; an overlap must not grow.
    pub fn refresh_bias_after_motion(&mut self, rate: f32) {
        self.relax_bias = self.c.max(Vec4::ZERO) * rate;
    }

    /// Whether a point came faster than `threshold` (m/s), pushed, and is not quite inelastic.
    pub fn bounces(&self, threshold: f32) -> bool {
        (0..self.count as usize).any(|point| self.point_bounces(point, threshold))
    }

    fn point_bounces(&self, point: usize, threshold: f32) -> bool {
        self.restitution > 0.0 && self.approach[point] < -threshold && self.lambda[0][point] > 0.0
    }

    /// Makes the speed after the bounce the target of the points that bounce (see `restitution.rs`).
    pub fn aim_bounces(&mut self, threshold: f32, rate: f32, states: &[BodyState]) {
        self.refresh_bias_after_motion(rate);
        let velocity = self.normal_velocity(&self.motion(states));
        for point in 0..self.count as usize {
            if self.point_bounces(point, threshold) {
                self.is_bouncing[point] = true;
                self.relax_bias[point] = (self.restitution * self.approach[point]).min(-velocity[point]);
            }
        }
    }

    /// Hands the impulses back to the points; a point that slides drops its anchor.
    pub fn store(&self, contact: &mut Contact, states: &[BodyState]) {
        let (a, b) = (&states[self.body_a as usize], &states[self.body_b as usize]);
        let [_, t, u] = [0, 1, 2].map(|axis| self.axis(axis));
        for (k, point) in contact.points_mut().iter_mut().enumerate() {
            let [normal, along_t, along_u] = self.lambda.map(|lambda| lambda[k]);
            point.normal_impulse = if self.is_bouncing[k] { 0.0 } else { normal };
            point.total_normal_impulse += normal;
            point.separation = self.c[k];
            if !self.has_friction {
                continue;
            }
            point.friction_impulse = [along_t, along_u];
            point.total_friction_impulse += t * along_t + u * along_u;
            let limit = self.friction * self.supposed_load.map_or(point.normal_impulse, |load| load[k]);
            // A sliding point has no place to return to: it sticks, if it does, from where it is now.
            if along_t * along_t + along_u * along_u >= 0.999 * limit * limit {
                point.drop_anchor_where_it_is(a, b);
            }
        }
    }
}
