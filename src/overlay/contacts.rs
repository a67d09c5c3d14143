//! Contact points by age, their normals, and the impulses that acted at them.

use super::palette as p;
use super::{Mark, Overlay, OverlayOptions, Primitive, Scale};
use crate::instrument::{ContactRecord, StepRecord};
use crate::session::Selection;

/// A gap wider than this is a speculative contact, m; anything less is rounding of a resting one.
const TOUCHING: f32 = 0.002;

pub(super) fn push(
    record: &StepRecord,
    selection: Selection,
    options: &OverlayOptions,
    scale: &Scale,
    out: &mut Vec<Primitive>,
) {
    for contact in &record.contacts {
        if options.is_shown(Overlay::Normals) {
            let length = 0.35 * scale.length * options.scale(Overlay::Normals);
            arrow(contact, contact.normal * length, 1.8, p::NORMAL, out);
        }
        if options.is_shown(Overlay::Impulses) && contact.normal_impulse > 0.0 {
            let length = scale.impulse_arrow(contact.normal_impulse, options.scale(Overlay::Impulses));
            arrow(contact, contact.normal * length, 2.6, p::IMPULSE, out);
        }
        if options.is_shown(Overlay::Friction) {
            let length = scale.impulse_arrow(contact.friction_impulse.length(), options.scale(Overlay::Friction));
            let direction = contact.friction_impulse.normalize_or_zero();
            if length > 0.01 * scale.length {
                arrow(contact, direction * length, 2.6, p::FRICTION, out);
            }
        }
    }
    // Points last: they must stay visible at the foot of their arrows.
    for contact in &record.contacts {
        let is_selected = selection == identity(contact);
        if is_selected || options.is_shown(Overlay::Contacts) {
            let (mark, color) = sign(contact);
            let size = 9.0 * options.scale(Overlay::Contacts).clamp(0.3, 4.0);
            if is_selected {
                out.push(Primitive::Point {
                    at: contact.position,
                    size: size + 8.0,
                    mark: Mark::Ring,
                    color: p::SELECTED,
                });
            }
            out.push(Primitive::Point { at: contact.position, size, mark, color });
        }
    }
}

/// The selection that means this point.
fn identity(contact: &ContactRecord) -> Selection {
    Selection::Contact { collider_a: contact.collider_a, collider_b: contact.collider_b, feature: contact.feature }
}

/// Mark and colour by age.
fn sign(contact: &ContactRecord) -> (Mark, p::Color) {
    if contact.separation > TOUCHING && contact.normal_impulse <= 0.0 {
        (Mark::Ring, p::CONTACT_SPECULATIVE)
    } else if contact.age == 0 {
        (Mark::Diamond, p::CONTACT_NEW)
    } else {
        (Mark::Dot, p::CONTACT_PERSISTED)
    }
}

fn arrow(contact: &ContactRecord, reach: crate::math::Vec3, width: f32, color: p::Color, out: &mut Vec<Primitive>) {
    out.push(Primitive::Arrow { from: contact.position, to: contact.position + reach, width, color });
}
