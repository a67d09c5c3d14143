//! Asymmetric body (6): long thin bodies act unstable.
//!
//! **Number**: the largest *twist in place*, in rad/s: the turning speed of a slender body ([`SLENDER`]) about its long axis
//! while it lies on others and its centre hardly moves. A rod that rolls moves its centre by its thickness for each
//! radian, so a twist counts only where the centre moves at less than [`ROLLING`] of that; a rod that was thrown down
//! spinning is braked by friction within a few records, so it must have been pushed in each of the last [`LYING`]; and
//! a spin about an upright axis, like a propeller's, is not about the long one.
//!
//! Beside it: the largest angular speed of all slender bodies that lie, and the kinetic energy at that time.
//!
//! **Threshold**: a rod that rocks between two supports twists by some hundredths of a radian per second. A full radian per
//! second in place is a rod that visibly trembles about its axis. Cured is a tenth of that.

use crate::artifact::reading::{Evidence, Reading, SideNumber};
use crate::instrument::record::{BodyRecord, Recording};
use crate::instrument::{BodyInfo, BodyKind};
use crate::math::Vec3;

/// Length over the larger of the other two sizes.
const SLENDER: f32 = 8.0;
/// Speed of the centre as a share of the twist times half the thickness.
const ROLLING: f32 = 0.5;
/// Records without a break.
const LYING: usize = 20;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let (mut fastest, mut energy) = (0.0_f64, 0.0);
    for info in recording.header.bodies.iter().filter(|b| b.kind == BodyKind::Dynamic) {
        let Some((axis, thickness)) = slender_axis(info) else { continue };
        let mut lying = 0;
        for step in &recording.steps {
            let is_pushed = step.contacts.iter().any(|c| c.normal_impulse > 0.0 && (c.a == info.id || c.b == info.id));
            lying = if is_pushed { lying + 1 } else { 0 };
            let Some(body) = step.body(info.id).filter(|_| lying >= LYING) else { continue };
            let speed = f64::from(body.angular_velocity.length());
            if speed > fastest {
                (fastest, energy) = (speed, step.energy.kinetic());
            }
            let twist = twist_in_place(body, axis, thickness);
            reading.raise(f64::from(twist), || Evidence {
                bodies: vec![info.id],
                first_step: step.step,
                last_step: step.step,
                text: format!(
                    "`{}` lies on others and twists about its long axis at {twist:.2} rad/s, while its centre moves at {:.4} m/s",
                    info.name,
                    body.velocity.length()
                ),
            });
        }
    }
    if reading.evidence.is_some() {
        reading.also = vec![
            SideNumber { name: "largest angular speed of a slender body that lies", unit: "rad/s", value: fastest },
            SideNumber { name: "kinetic energy at that time", unit: "J", value: energy },
        ];
    }
    reading
}

/// The long axis in the body's frame, and the larger of the other two sizes, m.
pub(super) fn slender_axis(info: &BodyInfo) -> Option<(Vec3, f32)> {
    let sizes = info.extents();
    let (x, y, z) = (sizes.x, sizes.y, sizes.z);
    let candidates = [(Vec3::X, x, y.max(z)), (Vec3::Y, y, x.max(z)), (Vec3::Z, z, x.max(y))];
    candidates
        .into_iter()
        .find(|(_, length, thickness)| length.is_finite() && *thickness > 0.0 && *length >= SLENDER * thickness)
        .map(|(axis, _, thickness)| (axis, thickness))
}

fn twist_in_place(body: &BodyRecord, axis: Vec3, thickness: f32) -> f32 {
    let twist = body.angular_velocity.dot(body.rotation * axis).abs();
    if body.velocity.length() < ROLLING * twist * 0.5 * thickness { twist } else { 0.0 }
}
