//! Reads what is shown and taught: camera, watch, lesson.

use super::super::limits::*;
use super::super::reader::{At, Range, Reader};
use super::super::schema::{Camera, Lesson, LessonStep, OverlayName, Plot, Quantity, Watch};
use super::{number, reference, toggles, vector};

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

const QUANTITIES: [(&str, Quantity); 12] = [
    ("kinetic_energy", Quantity::KineticEnergy),
    ("total_energy", Quantity::TotalEnergy),
    ("speed", Quantity::Speed),
    ("angular_speed", Quantity::AngularSpeed),
    ("height", Quantity::Height),
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

pub(super) fn lesson(reader: &mut Reader<'_>, at: At<'_>) -> Option<Lesson> {
    let mut fields = reader.object(at, "Lesson")?;
    let steps = fields.required(reader, "steps", |reader, at| reader.list(at, 200, lesson_step));
    fields.finish(reader);
    Some(Lesson { steps: steps? })
}

fn lesson_step(reader: &mut Reader<'_>, at: At<'_>) -> Option<LessonStep> {
    let mut fields = reader.object(at, "LessonStep")?;
    let text = fields.required(reader, "text", |reader, at| reader.text(at, MAX_TEXT));
    let question = fields.optional(reader, "question", |reader, at| reader.text(at, MAX_TEXT));
    let choices =
        fields.optional(reader, "choices", |reader, at| reader.list(at, 12, |reader, at| reader.text(at, 1000)));
    let answer = fields.optional(reader, "answer", |reader, at| reader.count(at, 0..=11, "the index of a choice"));
    if fields.has("choices") && !fields.has("question") {
        fields.report(reader, "choices", "choices need a \"question\"");
    }
    if let (Some(choices), Some(Some(answer))) = (&choices, answer) {
        let count = choices.as_ref().map_or(0, Vec::len);
        if answer as usize >= count {
            fields.report(
                reader,
                "answer",
                format!("expected the index of one of the {count} choices, counted from 0, found {answer}"),
            );
        }
    }
    let variant = fields.optional(reader, "variant", reference);
    let run_to = fields.optional(reader, "run_to", number(&TIME));
    let toggle = fields.optional(reader, "toggle", toggles);
    fields.finish(reader);
    Some(LessonStep {
        text: text?,
        question: question?,
        choices: choices?.unwrap_or_default(),
        answer: answer?,
        variant: variant?,
        run_to: run_to?,
        toggle: toggle?.unwrap_or_default(),
    })
}
