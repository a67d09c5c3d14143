//! A manifold of two to four points with all its rows in one place: what the method `soft` solves.
//!
//! Means the same as the rows of `contact_rows.rs`, solved as `block.rs` and `patch_friction.rs` say; what all points share
//! is kept once, and what each has of its own lies side by side, so that the points are worked on at once. Scalar rows
//! exist only for who watches: they are written out of the manifold (`rows.rs`), and the changes are applied one after the
//! other in their order, so that walking over the rows leads to the same velocities to the bit.
//!
//! Everything else (other methods, single points, more than four, shock propagation, sweeps over static contacts) walks
//! over rows.

mod lanes;
mod prepare;
mod residual;
mod rows;
mod substep;
mod sweep;
#[cfg(test)]
mod tests;

use super::patch::Patch;
use crate::dynamics::settings::{ShockPropagation, SolverMethod, StepSettings};
use crate::math::Vec3;
use glam::{Mat4, Vec3A, Vec4};
use lanes::Lanes;

/// Most points that fit.
pub(super) const MAX_POINTS: usize = 4;
/// Axes of a point: the normal, and two tangents.
const AXES: usize = 3;

/// The manifolds of a substep, with room for those of the largest one before.
#[derive(Default)]
pub(in crate::dynamics) struct Manifolds {
    all: Vec<Manifold>,
    used: usize,
}

impl Manifolds {
    pub const fn clear(&mut self) {
        self.used = 0;
    }

    /// One more, to be filled where it lies, with its index.
    pub fn add(&mut self) -> (u32, &mut Manifold) {
        if self.used == self.all.len() {
            self.all.push(Manifold::default());
        }
        self.used += 1;
        (self.used as u32 - 1, &mut self.all[self.used - 1])
    }
}

impl std::ops::Deref for Manifolds {
    type Target = [Manifold];

    fn deref(&self) -> &[Manifold] {
        &self.all[..self.used]
    }
}

impl std::ops::DerefMut for Manifolds {
    fn deref_mut(&mut self) -> &mut [Manifold] {
        &mut self.all[..self.used]
    }
}

/// The rows of one contact. Lanes are points; those without a point are zero in all that counts.
#[derive(Clone, Copy, Default)]
pub(in crate::dynamics) struct Manifold {
    pub contact: u32,
    pub body_a: u32,
    pub body_b: u32,
    /// Points.
    pub count: u32,
    pub has_friction: bool,
    /// The normal and the two tangents.
    axes: [Vec3A; AXES],
    inv_mass_a: f32,
    inv_mass_b: f32,
    friction: f32,
    restitution: f32,
    /// 1 where there is a point.
    mask: Vec4,
    /// r × n, about the centres of mass.
    angular_a: Lanes,
    angular_b: Lanes,
    /// The angular part of M⁻¹ Jᵀ, by axis and point.
    turn_a: [[Vec3A; MAX_POINTS]; AXES],
    turn_b: [[Vec3A; MAX_POINTS]; AXES],
    /// J M⁻¹ Jᵀ of the normals by columns, and what resists the change of their impulses.
    matrix: [Vec4; MAX_POINTS],
    proximal: f64,
    /// Inverses with both, in the bias pass with the compliance too; `None` when not finite.
    soft: Option<Mat4>,
    rigid: Option<Mat4>,
    /// Of friction; the share of the load on each point, and its place along the two tangents, m.
    patch: Patch,
    weights: Vec4,
    places: [Vec4; 2],
    /// Accumulated impulses by axis, N s.
    pub lambda: [Vec4; AXES],
    /// Normal impulses that bound decoupled friction, N s.
    supposed_load: Option<Vec4>,
    /// Constraint value of the normals, m, and their J v before impulses, m/s.
    c: Vec4,
    approach: Vec4,
    /// Targets and softness of the normals (see `row.rs`).
    bias: Vec4,
    relax_bias: Vec4,
    compliance: Vec4,
    is_bouncing: [bool; MAX_POINTS],
    arms: Arms,
}

/// What nobody needs in a sweep.
#[derive(Clone, Copy, Default)]
struct Arms {
    r_a: Lanes,
    r_b: Lanes,
    /// Of the overlaps beyond the slop: mass scale and impulse scale; 1 and 0 elsewhere.
    mass_scale: Vec4,
    impulse_scale: Vec4,
    /// Drift from the anchors along the two tangents, m, and the bias that takes it back, m/s.
    drift: [Vec4; 2],
    drift_bias: [Vec4; 2],
}

impl Manifold {
    /// Whether these settings leave contacts to manifolds.
    pub fn is_used_with(settings: &StepSettings) -> bool {
        let solver = &settings.solver;
        solver.method == SolverMethod::Soft
            && solver.shock_propagation == ShockPropagation::Off
            && solver.static_iterations == 0
    }

    /// How many rows it stands for.
    pub const fn row_count(&self) -> usize {
        if self.has_friction { AXES * self.count as usize } else { self.count as usize }
    }

    fn axis(&self, axis: usize) -> Vec3 {
        self.axes[axis].into()
    }
}
