//! The anchors of joints, and the gap between them that a perfect solver would not leave.

use super::palette as p;
use super::{Mark, Overlay, OverlayOptions, Primitive, Scale};
use crate::instrument::{JointRecord, StepRecord};
use crate::session::Selection;

pub(super) fn push(
    record: &StepRecord,
    selection: Selection,
    options: &OverlayOptions,
    scale: &Scale,
    out: &mut Vec<Primitive>,
) {
    let is_shown = options.is_shown(Overlay::Joints);
    for joint in &record.joints {
        let is_selected = selection == Selection::Joint(joint.id);
        if is_shown || is_selected {
            push_joint(joint, is_selected, options.scale(Overlay::Joints), scale, out);
        }
    }
}

fn push_joint(joint: &JointRecord, is_selected: bool, factor: f32, scale: &Scale, out: &mut Vec<Primitive>) {
    // The factor enlarges what is drawn about the middle of the two anchors; at 1 they are where they really are.
    let middle = (joint.anchor_a + joint.anchor_b) * 0.5;
    let half = (joint.anchor_b - joint.anchor_a) * 0.5 * factor;
    let (a, b) = (middle - half, middle + half);
    if joint.gap > 1e-4 * scale.length {
        out.push(Primitive::Line { from: a, to: b, width: 3.0, color: p::JOINT_GAP });
    }
    let color = if is_selected { p::SELECTED } else { p::JOINT_ANCHOR };
    let size = if is_selected { 14.0 } else { 9.0 };
    out.push(Primitive::Point { at: a, size, mark: Mark::Ring, color });
    out.push(Primitive::Point { at: b, size: size * 0.6, mark: Mark::Dot, color });
}
