//! Rows of joints: what kind of row a joint asks for, and how hard it is.
//!
//! | row | C > 0 | C ≤ 0 | bounds |
//! |---|---|---|---|
//! | equality | soft, or rigid with a bias that removes a share of C | same | none |
//! | firm limit | may close until C = 0: bias C/h | rigid, a share of C removed | λ ≥ 0 |
//! | hard limit | no row | rigid, Baumgarte's share removed at once | λ ≥ 0 |
//! | soft limit | no row | spring, soft in every pass | λ ≥ 0 |
//! | motor, friction | J v → speed | | ± h · largest force |
//! | damping | λ = −h c J v, implicitly: compliance 1/(h c) | | none |
//!
//! A firm limit never kicks: while the joint is inside, the row only asks for J v ≥ −C/h, so the joint arrives at the
//! limit at the end of the substep and not behind it. A hard limit is the one of the book's figure 2.9.

use super::row::{Row, RowKind, blank_row};
use super::{RowSet, Softness, push_group, softness};
use crate::dynamics::body::BodyState;
use crate::dynamics::joint::{Joint, JointId, JointKind, Motor};
use crate::dynamics::settings::{JointLimits, JointRecovery, JointRows, JointSettings, SolverMethod, StepSettings};
use crate::dynamics::world::World;
use crate::math::Vec3;

/// −linear, −angular_a, linear, angular_b: see `row.rs`.
pub(in crate::dynamics) type Jacobian = (Vec3, Vec3, Vec3);

/// What all joints of a substep share.
#[derive(Clone, Copy)]
struct Shared<'a> {
    settings: &'a JointSettings,
    rows_mode: JointRows,
    equality: Softness,
    /// Share per second that firm limits remove of an excess, 1/s.
    limit_bias_rate: f32,
    /// Share per second that hard limits remove, 1/s.
    hard_bias_rate: f32,
    h: f32,
}

/// Appends the rows of all awake joints that hold.
pub(super) fn push_all(world: &World, settings: &StepSettings, h: f32, set: &mut RowSet) {
    let rows_mode = settings.joint.rows_for(settings.solver.method);
    set.is_direct = rows_mode == JointRows::Tree;
    set.joints_at_once = matches!(rows_mode, JointRows::Tree | JointRows::Block);
    let velocity_level = softness::for_joints(settings, h);
    let mut equality = velocity_level;
    // The spring of a joint is there to calm a solver that ends too early; a direct one needs none. A stiffness
    // below what the substep can carry is meant as a spring.
    if rows_mode == JointRows::Tree
        && settings.solver.method == SolverMethod::Soft
        && softness::is_at_limit(settings.solver.joint_hertz, h)
    {
        equality = Softness { bias_rate: equality.bias_rate, ..Softness::RIGID };
    }
    if settings.joint.recovery == JointRecovery::None {
        equality.bias_rate = 0.0;
    }
    let shared = Shared {
        settings: &settings.joint,
        rows_mode,
        equality,
        limit_bias_rate: velocity_level.bias_rate,
        hard_bias_rate: settings.solver.baumgarte / h,
        h,
    };
    for (index, joint) in world.joints.iter().enumerate() {
        let (a, b) = (joint.body_a.index(), joint.body_b.index());
        if joint.is_broken || !world.is_active_pair(a, b) {
            continue;
        }
        let mut sink = RowSink {
            rows: &mut set.rows,
            joint,
            id: JointId(index as u32),
            states: (&world.states[a], &world.states[b]),
            shared,
            equality_count: 0,
        };
        joint.push_rows(&mut sink);
        let equality_count = sink.equality_count;
        push_group(set, joint.body_a.0, joint.body_b.0, 0);
        if let Some(group) = set.groups.last_mut() {
            group.equality_count = equality_count;
            group.is_joint = true;
        }
    }
}

/// Takes the rows of one joint. Equality rows come before all others.
pub(in crate::dynamics) struct RowSink<'a> {
    rows: &'a mut Vec<Row>,
    joint: &'a Joint,
    id: JointId,
    states: (&'a BodyState, &'a BodyState),
    shared: Shared<'a>,
    equality_count: u32,
}

impl<'a> RowSink<'a> {
    /// States of the joint's bodies A and B.
    pub fn states(&self) -> (&'a BodyState, &'a BodyState) {
        self.states
    }

    pub fn settings(&self) -> &'a JointSettings {
        self.shared.settings
    }

    pub fn rows_mode(&self) -> JointRows {
        self.shared.rows_mode
    }

    /// A two-sided row with the constraint value `c`.
    pub fn equality(&mut self, slot: usize, kind: RowKind, jacobian: Jacobian, c: f32) {
        let softness = self.shared.equality;
        let mut row = self.blank(slot, kind, jacobian);
        row.c = c;
        row.bias = softness.bias_rate * c;
        row.mass_scale = softness.mass_scale;
        row.impulse_scale = softness.impulse_scale;
        self.equality_count += 1;
        self.rows.push(row);
    }

    /// The same for a row whose direction is a new one each time: an old impulse would mean nothing.
    pub fn equality_without_memory(&mut self, slot: usize, kind: RowKind, jacobian: Jacobian, c: f32) {
        self.equality(slot, kind, jacobian, c);
        if let Some(row) = self.rows.last_mut() {
            row.lambda = 0.0;
        }
    }

    /// J v ≥ 0 where c = 0; `c` is the room left.
    pub fn limit(&mut self, slot: usize, jacobian: Jacobian, c: f32) {
        let own = self.joint.options.soft_limit;
        let shared = self.shared;
        let spring = || {
            let (hertz, ratio) = own.map_or((shared.settings.limit_hertz, shared.settings.limit_damping_ratio), |s| {
                (s.hertz, s.damping_ratio)
            });
            Softness::new(softness::limited(hertz, shared.h), ratio, shared.h)
        };
        let mut row = self.blank(slot, RowKind::Limit, jacobian);
        row.c = c;
        row.lambda_min = 0.0;
        let is_soft = match shared.settings.limits {
            JointLimits::Off => return,
            JointLimits::Hard if c >= 0.0 => return,
            JointLimits::Hard => {
                row.bias = shared.hard_bias_rate * c;
                self.rows.push(row);
                return;
            }
            JointLimits::Soft => true,
            JointLimits::ByJoint => own.is_some(),
        };
        if is_soft {
            if c >= 0.0 {
                return;
            }
            let softness = spring();
            row.bias = softness.bias_rate * c;
            row.relax_bias = row.bias;
            row.mass_scale = softness.mass_scale;
            row.impulse_scale = softness.impulse_scale;
            row.is_spring = true;
        } else {
            // Far inside the row could not act in this substep: no joint turns by more than that (rad, m).
            let speed = row.velocity(self.states.0, self.states.1);
            if c > 0.1 - 4.0 * speed * shared.h && row.lambda == 0.0 {
                return;
            }
            row.bias = if c > 0.0 { c / shared.h } else { shared.limit_bias_rate * c };
            row.relax_bias = c.max(0.0) / shared.h;
        }
        self.rows.push(row);
    }

    /// J v → speed, with at most the motor's force.
    pub fn motor(&mut self, slot: usize, jacobian: Jacobian, motor: Motor) {
        self.bounded(slot, RowKind::Motor, jacobian, motor.speed, motor.max);
    }

    /// J v → 0, with at most that force; none is no row.
    pub fn friction(&mut self, slot: usize, jacobian: Jacobian, largest: f32) {
        if largest > 0.0 {
            self.bounded(slot, RowKind::JointFriction, jacobian, 0.0, largest);
        }
    }

    /// A force against J v in proportion to it, N s/m (N m s); none is no row.
    ///
    /// ```text
    /// λ = −h c J v′,  J v′ = J v + K Δλ     ⇒     Δλ = −(J v + γ λ) / (K + γ),   γ = 1/(h c)
    /// ```
    ///
    /// mass_scale = K/(K + γ) and impulse_scale = γ/(K + γ): c → ∞ stops the motion, c → 0 does nothing.
    pub fn damping(&mut self, slot: usize, jacobian: Jacobian, coefficient: f32) {
        if coefficient <= 0.0 {
            return;
        }
        let mut row = self.blank(slot, RowKind::JointDamping, jacobian);
        let k = if row.effective_mass > 0.0 { 1.0 / row.effective_mass } else { return };
        let gamma = 1.0 / (self.shared.h * coefficient);
        row.mass_scale = k / (k + gamma);
        row.impulse_scale = gamma / (k + gamma);
        row.is_spring = true;
        self.rows.push(row);
    }

    fn bounded(&mut self, slot: usize, kind: RowKind, jacobian: Jacobian, speed: f32, largest: f32) {
        let mut row = self.blank(slot, kind, jacobian);
        row.bias = -speed;
        row.relax_bias = -speed;
        row.lambda_max = largest * self.shared.h;
        row.lambda_min = -row.lambda_max;
        self.rows.push(row);
    }

    /// A rigid row with the impulse it had in the last substep.
    fn blank(&self, slot: usize, kind: RowKind, (linear, angular_a, angular_b): Jacobian) -> Row {
        debug_assert!(slot < JointKind::MAX_ROWS);
        let id = Joint::row_id(self.id, slot);
        let (a, b) = (self.joint.body_a.0, self.joint.body_b.0);
        let mut row = blank_row(id, kind, a, b, linear, angular_a, angular_b);
        row.set_masses(self.states.0, self.states.1, 1.0, 1.0);
        row.lambda = self.joint.lambdas[slot];
        row
    }
}
