//! What is drawn over the scene: pure functions from a record, the selection and some options to drawing primitives.
//!
//! Nothing here knows how a line gets onto a screen: the window and the headless renderer both draw the same list.
//! Colours carry meaning, and a second sign stands beside every hue (the shape of a mark, the head of an arrow), so that
//! colour-blind people and pale projectors lose nothing.

mod bodies;
mod contacts;
mod drift;
mod ghost;
mod joints;
mod microscope;
mod options;
pub mod palette;
mod scale;

pub use bodies::{Tint, tints};
pub use drift::{push_drift, shows_drift};
pub use ghost::ghost;
pub use microscope::{MICROSCOPE_LEGEND, inside_step, largest_speeds, push_microscope};
pub use options::{OVERLAYS, Overlay, OverlayInfo, OverlayOptions};
pub use palette::Color;
pub use scale::Scale;

use crate::instrument::{RunHeader, StepRecord};
use crate::math::{Quat, Vec3};
use crate::session::Selection;

/// The form of a point's mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Dot,
    Diamond,
    Cross,
    Ring,
}

/// One thing to draw. Positions are in the world, m; sizes and widths are in points of the screen, so that a mark stays
/// legible at any distance.
#[derive(Clone, Debug, PartialEq)]
pub enum Primitive {
    Point { at: Vec3, size: f32, mark: Mark, color: Color },
    Line { from: Vec3, to: Vec3, width: f32, color: Color },
    Arrow { from: Vec3, to: Vec3, width: f32, color: Color },
    WireBox { center: Vec3, half_extents: Vec3, rotation: Quat, width: f32, color: Color },
    Label { at: Vec3, text: String, color: Color },
}

/// A line or an entry of the legend: what a colour and a mark mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LegendEntry {
    pub mark: LegendMark,
    pub color: Color,
    pub text: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegendMark {
    Point(Mark),
    Arrow,
    Line,
    Box,
    Swatch,
}

/// Everything to draw over the bodies for one step.
pub fn primitives(
    header: &RunHeader,
    record: &StepRecord,
    selection: Selection,
    options: &OverlayOptions,
) -> Vec<Primitive> {
    let scale = Scale::of(header);
    let mut out = Vec::new();
    if options.is_shown(Overlay::Aabbs) {
        bodies::push_aabbs(header, record, &mut out);
    }
    if options.is_shown(Overlay::Velocity) {
        bodies::push_velocities(header, record, options.scale(Overlay::Velocity), &scale, &mut out);
    }
    joints::push(record, selection, options, &scale, &mut out);
    contacts::push(record, selection, options, &scale, &mut out);
    out
}

/// What the overlays that are shown mean, in the order in which they are listed; without joints none of joints.
pub fn legend(options: &OverlayOptions, header: &RunHeader) -> Vec<LegendEntry> {
    let has_joints = !header.joints.is_empty();
    let shown = OVERLAYS.iter().filter(|info| options.is_shown(info.overlay));
    let is_of_joints = |info: &OverlayInfo| matches!(info.overlay, Overlay::Joints | Overlay::JointDrift);
    let mut entries: Vec<LegendEntry> = Vec::new();
    for entry in shown.filter(|info| has_joints || !is_of_joints(info)).flat_map(|info| info.legend) {
        if entries.iter().all(|other| other.text != entry.text) {
            entries.push(*entry);
        }
    }
    entries
}

#[cfg(test)]
mod tests;
