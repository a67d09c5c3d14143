//! Joint drift (14): the anchors of a joint come apart.
//!
//! **Number**: the largest gap of any joint in any record after the first, minus the gap that the joint had in the
//! first one, as a share of the link length, in percent. The link length is the largest edge of the bounds of the
//! lighter body (a static body counts as infinitely heavy): a gap of a millimetre is nothing for a crane and
//! everything for a watch. The start is taken off because a joint that was built open has not drifted; no other step
//! is left out, since a joint that opens for a single frame is seen to open.
//!
//! Where bodies are drawn displaced so that joints look closed, it is the drawn gap that counts, since that is what is
//! seen; the measured one stands beside it.
//!
//! **Threshold**: from 20 % on the gap is as wide as a typical link is thick, so that light shows through and the
//! wrong bodies can slip between. Below 2 % it is hidden by the links' own thickness. Healthy engines stay below 5 %
//! in violent scenes.

use crate::artifact::reading::{Evidence, Reading, SideNumber};
use crate::instrument::record::{BodyKind, JointInfo, JointRecord, RunHeader};
use crate::instrument::{Recording, StepRecord};

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let Some((first, rest)) = recording.steps.split_first() else { return reading };
    let mut measured = 0.0_f64;
    for joint in &recording.header.joints {
        let Some(length) = link_length(&recording.header, joint) else { continue };
        let gap_in = |step: &StepRecord| {
            let known = step.joints.get(joint.id as usize).filter(|j| j.id == joint.id);
            known.or_else(|| step.joints.iter().find(|j| j.id == joint.id)).map(|j| (drawn_gap(step, joint, j), j.gap))
        };
        let (start, measured_start) = gap_in(first).unwrap_or((0.0, 0.0));
        for step in rest {
            let Some((gap, measured_gap)) = gap_in(step) else { continue };
            let share = 100.0 * f64::from((gap - start) / length);
            measured = measured.max(100.0 * f64::from((measured_gap - measured_start) / length));
            reading.raise(share, || Evidence {
                bodies: vec![joint.body_a, joint.body_b],
                first_step: step.step,
                last_step: step.step,
                text: format!(
                    "joint `{}` between `{}` and `{}` is {:.1} mm open in step {}, {share:.1} % of a link of {length:.2} m",
                    joint.name,
                    recording.body_name(joint.body_a),
                    recording.body_name(joint.body_b),
                    gap * 1000.0,
                    step.step,
                ),
            });
        }
    }
    if recording.steps.iter().any(|step| !step.displacements.is_empty()) {
        reading.also.push(SideNumber { name: "largest measured gap, in link lengths", unit: "%", value: measured });
    }
    reading
}

/// The gap between the anchors as the bodies are drawn, m.
fn drawn_gap(step: &StepRecord, info: &JointInfo, joint: &JointRecord) -> f32 {
    let shift = |id: u32| step.displacements.get(id as usize).copied();
    match (shift(info.body_a), shift(info.body_b)) {
        // The anchors of these kinds belong together; those of the others may lie apart by rights.
        (Some(a), Some(b)) if matches!(info.kind, "ball" | "hinge" | "weld") => {
            (joint.anchor_b + b).distance(joint.anchor_a + a)
        }
        _ => joint.gap,
    }
}

/// Largest edge of the lighter body's bounds, m; for bodies without shapes (a foreign trace) twice the distance from
/// the centre to the anchor. `None` when neither says anything.
pub(super) fn link_length(header: &RunHeader, joint: &JointInfo) -> Option<f32> {
    let sides = [(joint.body_a, joint.local_anchor_a), (joint.body_b, joint.local_anchor_b)];
    let free = sides.into_iter().filter_map(|(id, anchor)| Some((header.body(id)?, anchor)));
    let free = free.filter(|(info, _)| info.kind == BodyKind::Dynamic);
    let (info, anchor) = free.min_by(|(a, _), (b, _)| a.mass.total_cmp(&b.mass))?;
    let extent = info.extents().max_element();
    let length = if extent > 0.0 { extent } else { 2.0 * anchor.length() };
    (length > 0.0).then_some(length)
}
