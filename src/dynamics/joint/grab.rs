//! The mouse: pulls a point of a body towards a world point with a spring of limited force.
//!
//! ```text
//! C  = x + r − target,   Ċ = v + ω × r,   J = [ 0, 0, e, r × e ]   for e along the three world axes
//! ```
//!
//! A spring, not a constraint: it stays soft in every pass, and its force is bounded by a multiple of the body's
//! weight, so that a drag cannot tear a scene apart.

use crate::dynamics::body::{Body, BodyId, BodyState};
use crate::dynamics::solver::{Row, RowId, RowKind, Softness, blank_row};
use crate::math::Vec3;

const HERTZ: f32 = 4.0;
const DAMPING_RATIO: f32 = 1.0;
/// Greatest pull per kilogram along each axis, m/s²: twenty times the weight.
const MAX_ACCELERATION: f32 = 200.0;

/// The drag under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grab {
    pub body: BodyId,
    /// Body frame, m.
    pub local_anchor: Vec3,
    /// World, m.
    pub target: Vec3,
    pub(in crate::dynamics) lambdas: [f32; 3],
}

impl Grab {
    pub(in crate::dynamics) fn new(body: BodyId, local_anchor: Vec3, target: Vec3) -> Self {
        Self { body, local_anchor, target, lambdas: [0.0; 3] }
    }
}

/// Three rows between the body and the fixed ground, which is the last entry of `states`.
pub(in crate::dynamics) fn push_rows(grab: &Grab, bodies: &[Body], states: &[BodyState], h: f32, rows: &mut Vec<Row>) {
    let ground = states.len() - 1;
    let state = &states[grab.body.index()];
    let softness = Softness::new(HERTZ, DAMPING_RATIO, h);
    let r = state.rotation * grab.local_anchor;
    let gap = state.position + r - grab.target;
    let limit = bodies[grab.body.index()].mass * MAX_ACCELERATION * h;
    for (k, axis) in Vec3::AXES.into_iter().enumerate() {
        let id = RowId::Grab { row: k as u8 };
        let mut row = blank_row(id, RowKind::Grab, ground as u32, grab.body.0, axis, Vec3::ZERO, r.cross(axis));
        row.set_masses(&states[ground], state, 1.0, 1.0);
        row.c = gap.dot(axis);
        row.bias = softness.bias_rate * row.c;
        row.relax_bias = row.bias;
        row.mass_scale = softness.mass_scale;
        row.impulse_scale = softness.impulse_scale;
        row.is_spring = true;
        row.lambda = grab.lambdas[k];
        row.lambda_min = -limit;
        row.lambda_max = limit;
        rows.push(row);
    }
}
