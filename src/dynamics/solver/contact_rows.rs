//! Rows of a contact: one normal row per point, then two friction rows per point.
//!
//! ```text
//! Normal    C  = n · (p_B − p_A)                     separation, m
//!           Ċ  = n · (v_B + ω_B × r_B − v_A − ω_A × r_A)
//!           J  = [ −n, −(r_A × n), n, r_B × n ],  λ ≥ 0
//! Friction  Ċ  = t · (relative velocity at the point), for two tangents t ⟂ n;  |λ| ≤ µ λ_n
//! ```
//!
//! p_A and p_B are the surface points found by the narrow phase, carried along by their bodies; r_A and r_B reach
//! from the centres of mass to the middle of the two, so that the pair of impulses has no torque of its own.
//! Book: chapter 2, section 2.5; Catto 2005.

use super::row::{Row, RowId, RowKind, blank_row};
use super::softness;
use crate::collision::MAX_MANIFOLD_POINTS;
use crate::dynamics::body::BodyState;
use crate::dynamics::contact::{Contact, ContactPoint};
use crate::dynamics::settings::{
    CcdMode, FrictionBound, FrictionModel, PositionCorrection, SolverMethod, StepSettings,
};
use crate::math::{Vec3, tangent_basis};

/// What all contacts of a substep share.
pub(super) struct ContactTerms<'a> {
    pub settings: &'a StepSettings,
    /// s
    pub h: f32,
    /// Between two bodies that move, and with one of infinite mass.
    pub soft: [softness::Softness; 2],
}

/// A point as it lies now, seen from the two centres of mass, world axes, m.
#[derive(Clone, Copy)]
struct Placed {
    /// Arms to the middle of the two surface points.
    r_a: Vec3,
    r_b: Vec3,
    /// From A's surface point to B's.
    gap: Vec3,
}

impl Placed {
    const NOWHERE: Self = Self { r_a: Vec3::ZERO, r_b: Vec3::ZERO, gap: Vec3::ZERO };

    fn new(point: &ContactPoint, a: &BodyState, b: &BodyState) -> Self {
        let (on_a, on_b) = (a.rotation * point.local_a, b.rotation * point.local_b);
        // The difference of the centres is formed first: two large numbers, one small result.
        let gap = (b.position - a.position) + (on_b - on_a);
        Self { r_a: on_a + gap * 0.5, r_b: on_b - gap * 0.5, gap }
    }
}

impl<'a> ContactTerms<'a> {
    pub fn new(settings: &'a StepSettings, h: f32) -> Self {
        Self { settings, h, soft: softness::for_contacts(settings, h) }
    }

    /// Appends the rows of a contact and returns how many of them are normals.
    pub fn push_rows(&self, contact: &Contact, contact_index: u32, states: &[BodyState], rows: &mut Vec<Row>) -> u32 {
        let &Self { settings, h, .. } = self;
        let (a, b) = (&states[contact.body_a.index()], &states[contact.body_b.index()]);
        let normal = contact.normal;
        let soft = self.soft[usize::from(a.inv_mass == 0.0 || b.inv_mass == 0.0)];
        let mut places = [Placed::NOWHERE; MAX_MANIFOLD_POINTS];
        let blank = |index: usize, axis: u8, kind: RowKind, linear: Vec3, place: &Placed| {
            let id = RowId::Contact { contact: contact_index, point: index as u8, axis };
            let (on_a, on_b) = (place.r_a.cross(linear), place.r_b.cross(linear));
            let mut row = blank_row(id, kind, contact.body_a.0, contact.body_b.0, linear, on_a, on_b);
            row.set_masses(a, b, 1.0, 1.0);
            row
        };
        for (index, point) in contact.points().iter().enumerate() {
            places[index] = Placed::new(point, a, b);
            let mut row = blank(index, 0, RowKind::Normal, normal, &places[index]);
            row.c = normal.dot(places[index].gap);
            if settings.ccd.mode == CcdMode::EarlyEngage && row.c > settings.narrow_phase.speculative_distance {
                // The contact is put in before the surface is reached, and acts as if it were there.
                row.c = 0.0;
            }
            row.lambda = point.normal_impulse;
            row.lambda_min = 0.0;
            row.restitution = contact.restitution;
            row.approach = row.velocity(a, b);
            set_bias(&mut row, settings, soft, h);
            rows.push(row);
        }
        let normal_count = contact.points().len() as u32;
        if settings.friction.model == FrictionModel::None || contact.friction <= 0.0 {
            return normal_count;
        }
        let tangents = tangent_basis(normal);
        for (index, point) in contact.points().iter().enumerate() {
            let supposed_load = match settings.friction.model {
                FrictionModel::DecoupledLast => Some(point.normal_impulse),
                FrictionModel::DecoupledFixed => Some(settings.friction.fixed_force * h / normal_count as f32),
                FrictionModel::Coupled | FrictionModel::None => None,
            };
            let drift = settings
                .friction
                .anchors
                .then(|| (b.position - a.position) + (b.rotation * point.anchor_b - a.rotation * point.anchor_a));
            for (axis, tangent) in [tangents.0, tangents.1].into_iter().enumerate() {
                let mut row = blank(index, axis as u8 + 1, RowKind::Friction, tangent, &places[index]);
                row.lambda = point.friction_impulse[axis];
                row.friction = contact.friction;
                row.supposed_load = supposed_load;
                if let Some(drift) = drift {
                    row.c = tangent.dot(drift);
                    row.bias = settings.friction.anchor_rate.min(0.5 / h) * row.c;
                }
                row.rows_after_normal = normal_count + index as u32 + axis as u32;
                rows.push(row);
            }
            if settings.friction.bound == FrictionBound::Cone
                && (normal_count == 1 || !settings.solver.method.is_block())
            {
                use_common_mass(rows);
            }
        }
        normal_count
    }
}

/// Gives the two tangents of the last point one effective mass, 1 / the largest eigenvalue of their 2 × 2 K.
///
/// With two masses the bounded friction of a sliding body would not point against its motion but be bent towards the
/// tangent along which the body seems heavier, by several per cent. With the smaller mass for both, the change is
/// parallel to the slip, and sticking contacts still converge.
fn use_common_mass(rows: &mut [Row]) {
    let [.., t, u] = rows else { return };
    let k = |row: &Row| if row.effective_mass > 0.0 { 1.0 / row.effective_mass } else { 0.0 };
    let off = t.angular_a.dot(u.delta_angular_a) + t.angular_b.dot(u.delta_angular_b);
    let (mean, half) = (0.5 * (k(t) + k(u)), 0.5 * (k(t) - k(u)));
    let largest = mean + half.hypot(off);
    let mass = if largest > 0.0 { 1.0 / largest } else { 0.0 };
    t.effective_mass = mass;
    u.effective_mass = mass;
}

/// The velocity target of a normal row.
///
/// A gap may close in this substep but not further: bias = C/h, rigid. An overlap beyond the slop is pushed out, in
/// the method `soft` by a soft row, else by Baumgarte's share per substep; never faster than the push-out speed.
fn set_bias(row: &mut Row, settings: &StepSettings, soft: softness::Softness, h: f32) {
    if row.c > 0.0 {
        row.bias = row.c / h;
        row.relax_bias = row.bias;
        return;
    }
    let error = (row.c + settings.solver.slop).min(0.0);
    if error == 0.0 {
        return;
    }
    let limit = -settings.solver.max_push_out_speed;
    if settings.solver.method == SolverMethod::Soft {
        row.bias = (soft.bias_rate * error).max(limit);
        row.mass_scale = soft.mass_scale;
        row.impulse_scale = soft.impulse_scale;
    } else if settings.solver.position_correction == PositionCorrection::Baumgarte {
        row.bias = (settings.solver.baumgarte / h * error).max(limit);
    }
}

/// Hands the impulses of the rows back to their points; a point that slides drops its anchor.
pub(super) fn store(contact: &mut Contact, rows: &[Row], normal_count: usize, states: &[BodyState]) {
    let (normals, tangents) = rows.split_at(normal_count);
    let (a, b) = (&states[contact.body_a.index()], &states[contact.body_b.index()]);
    for (index, (point, row)) in contact.points_mut().iter_mut().zip(normals).enumerate() {
        point.normal_impulse = if row.is_bouncing { 0.0 } else { row.lambda };
        point.total_normal_impulse += row.lambda;
        point.separation = row.c;
        let Some([t, u]) = tangents.get(2 * index..2 * index + 2) else { continue };
        point.friction_impulse = [t.lambda, u.lambda];
        point.total_friction_impulse += t.linear * t.lambda;
        point.total_friction_impulse += u.linear * u.lambda;
        let limit = u.friction * u.supposed_load.unwrap_or(point.normal_impulse);
        // A sliding point has no place to return to: it sticks, if it does, from where it is now.
        if t.lambda * t.lambda + u.lambda * u.lambda >= 0.999 * limit * limit {
            point.drop_anchor_where_it_is(a, b);
        }
    }
}
