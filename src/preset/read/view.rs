//! Reads what is shown: camera and watch.

use super::super::limits::*;
use super::super::reader::{At, Range, Reader};
use super::super::schema::{Camera, OverlayName, Plot, Quantity, Watch};
use super::{number, reference, vector};

const DISTANCE: Range = Range::new(1e-3, 1e6, "a distance in metres");

pub(super) fn camera(reader: &mut Reader<'_>, at: At<'_>) -> Option<Camera> {
    let mut fields = reader.object(at, "Camera")?;
    let target = fields.required(reader, "target", vector(&POSITION));
    let distance = fields.optional(reader, "distance", number(&DISTANCE));
    let yaw_degrees = fields.optional(reader, "yaw_degrees", number(&DEGREES));
    let pitch_degrees = fields.optional(reader, "pitch_degrees", number(&PITCH));
    let eye = fields.optional(reader, "eye", vector(&POSITION));
    for name in ["distance", "yaw_degrees", "pitch_degrees"] {
        fields.at_most_one(reader, &["eye", name]);
    }
    if let (Some(target), Some(Some(eye))) = (target, eye)
        && target == eye
    {
        fields.report(reader, "eye", "the eye must not be where it looks at");
    }
    fields.finish(reader);
    Some(Camera {
        target: target?,
        distance: distance?,
        yaw_degrees: yaw_degrees?,
        pitch_degrees: pitch_degrees?,
        eye: eye?,
    })
}

pub(super) fn watch(reader: &mut Reader<'_>, at: At<'_>) -> Option<Watch> {
    let mut fields = reader.object(at, "Watch")?;
    let plots = fields.optional(reader, "plots", |reader, at| reader.list(at, 32, plot));
    let overlays =
        fields.optional(reader, "overlays", |reader, at| reader.list(at, 32, |reader, at| reader.word(at, &OVERLAYS)));
    let bookmark = fields.optional(reader, "at", number(&TIME));
    fields.finish(reader);
    Some(Watch { plots: plots?.unwrap_or_default(), overlays: overlays?.unwrap_or_default(), at: bookmark? })
}

const OVERLAYS: [(&str, OverlayName); 13] = [
    ("contacts", OverlayName::Contacts),
    ("normals", OverlayName::Normals),
    ("impulses", OverlayName::Impulses),
    ("friction", OverlayName::Friction),
    ("joints", OverlayName::Joints),
    ("aabbs", OverlayName::Aabbs),
    ("velocity", OverlayName::Velocity),
    ("sleep", OverlayName::Sleep),
    ("islands", OverlayName::Islands),
    ("anchors", OverlayName::Anchors),
    ("joint_drift", OverlayName::JointDrift),
    ("shells", OverlayName::Shells),
    ("sweeps", OverlayName::Sweeps),
];

pub(super) const QUANTITIES: [(&str, Quantity); 13] = [
    ("kinetic_energy", Quantity::KineticEnergy),
    ("total_energy", Quantity::TotalEnergy),
    ("speed", Quantity::Speed),
    ("angular_speed", Quantity::AngularSpeed),
    ("height", Quantity::Height),
    ("travel", Quantity::Travel),
    ("penetration", Quantity::Penetration),
    ("joint_gap", Quantity::JointGap),
    ("contact_churn", Quantity::ContactChurn),
    ("asleep", Quantity::Asleep),
    ("residual", Quantity::Residual),
    ("normal_impulse", Quantity::NormalImpulse),
    ("artifact", Quantity::Artifact),
];

fn plot(reader: &mut Reader<'_>, at: At<'_>) -> Option<Plot> {
    let mut fields = reader.object(at, "Plot")?;
    let quantity = fields.required(reader, "quantity", |reader, at| reader.word(at, &QUANTITIES));
    let body = fields.optional(reader, "body", reference);
    fields.finish(reader);
    Some(Plot { quantity: quantity?, body: body? })
}
