//! Which overlays are shown and how large: one table, from which the window's switches, the legend and `--show` are made.

use super::palette as p;
use super::{LegendEntry, LegendMark, Mark};
use std::fmt;

/// Something that can be drawn over the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    Contacts,
    Normals,
    Impulses,
    Friction,
    Joints,
    Aabbs,
    Velocity,
    Sleep,
    Islands,
    Anchors,
    JointDrift,
    Shells,
    Sweeps,
}

/// What is known about an overlay.
#[derive(Clone, Copy, Debug)]
pub struct OverlayInfo {
    pub overlay: Overlay,
    /// The word after `--show`, and the key in the saved state of the window.
    pub id: &'static str,
    pub label: &'static str,
    pub tooltip: &'static str,
    /// Whether a slider multiplies its size.
    pub has_scale: bool,
    pub legend: &'static [LegendEntry],
}

const fn entry(mark: LegendMark, color: p::Color, text: &'static str) -> LegendEntry {
    LegendEntry { mark, color, text }
}

/// All overlays in the order in which people see them; the index is the discriminant of [`Overlay`].
pub const OVERLAYS: &[OverlayInfo] = &[
    OverlayInfo {
        overlay: Overlay::Contacts,
        id: "contacts",
        label: "Contact points",
        tooltip: "Where bodies touch. Green diamonds were born in this step, blue dots persisted, grey rings are \
                  speculative: not touching yet. A resting stack should show blue dots only.",
        has_scale: true,
        legend: &[
            entry(LegendMark::Point(Mark::Diamond), p::CONTACT_NEW, "new contact"),
            entry(LegendMark::Point(Mark::Dot), p::CONTACT_PERSISTED, "persisted contact"),
            entry(LegendMark::Point(Mark::Ring), p::CONTACT_SPECULATIVE, "speculative contact"),
        ],
    },
    OverlayInfo {
        overlay: Overlay::Normals,
        id: "normals",
        label: "Contact normals",
        tooltip: "The unit normal of every contact, from A to B. Normals that flicker or point sideways under a resting \
                  body mean that contact generation changes its mind.",
        has_scale: true,
        legend: &[entry(LegendMark::Arrow, p::NORMAL, "contact normal")],
    },
    OverlayInfo {
        overlay: Overlay::Impulses,
        id: "impulses",
        label: "Normal impulses",
        tooltip: "How hard each contact pushed during the step (N s), drawn on B. One body length is the impulse that \
                  carries a typical body of this scene for one step. In a stack they should grow downwards.",
        has_scale: true,
        legend: &[entry(LegendMark::Arrow, p::IMPULSE, "normal impulse")],
    },
    OverlayInfo {
        overlay: Overlay::Friction,
        id: "friction",
        label: "Friction impulses",
        tooltip: "The sideways impulse on B during the step (N s), at the same scale as normal impulses. At rest on a \
                  level floor they should vanish.",
        has_scale: true,
        legend: &[entry(LegendMark::Arrow, p::FRICTION, "friction impulse")],
    },
    OverlayInfo {
        overlay: Overlay::Joints,
        id: "joints",
        label: "Joint anchors and gaps",
        tooltip: "Both anchors of every joint and the red gap between them. A perfect joint shows no red at all. The \
                  slider multiplies the gap that is drawn.",
        has_scale: true,
        legend: &[
            entry(LegendMark::Point(Mark::Ring), p::JOINT_ANCHOR, "joint anchor"),
            entry(LegendMark::Line, p::JOINT_GAP, "joint gap"),
        ],
    },
    OverlayInfo {
        overlay: Overlay::Aabbs,
        id: "aabbs",
        label: "Bounding boxes",
        tooltip: "The axis-aligned box around each body: where the broad phase starts to look for contacts.",
        has_scale: false,
        legend: &[entry(LegendMark::Box, p::AABB, "bounding box")],
    },
    OverlayInfo {
        overlay: Overlay::Velocity,
        id: "velocity",
        label: "Velocities",
        tooltip: "Velocity of each centre of mass (m/s): where it would be after a quarter of a second at this speed. \
                  A body at rest should show none.",
        has_scale: true,
        legend: &[entry(LegendMark::Arrow, p::VELOCITY, "velocity")],
    },
    OverlayInfo {
        overlay: Overlay::Sleep,
        id: "sleep",
        label: "Grey when asleep",
        tooltip: "Sleeping bodies turn grey: they are not solved until something wakes them.",
        has_scale: false,
        legend: &[entry(LegendMark::Swatch, p::SLEEPING, "asleep")],
    },
    OverlayInfo {
        overlay: Overlay::Islands,
        id: "islands",
        label: "Colour by island",
        tooltip: "Bodies linked by contacts or joints share a colour: they are solved, and fall asleep, together.",
        has_scale: false,
        legend: &[entry(LegendMark::Swatch, p::ISLANDS[0], "one colour per island")],
    },
    OverlayInfo {
        overlay: Overlay::Anchors,
        id: "anchors",
        label: "Friction anchors",
        tooltip: "Where each contact point began to stick, and how far its two material points have come apart along the \
                  surface since, ten times as large. Under a stack at rest the arrows should not grow; friction drift \
                  compensation pulls them back.",
        has_scale: true,
        legend: &[entry(LegendMark::Arrow, p::ANCHOR_DRIFT, "friction drift, 10×")],
    },
    OverlayInfo {
        overlay: Overlay::JointDrift,
        id: "joint_drift",
        label: "Joint drift and its way",
        tooltip: "The gap of every joint as an arrow from A’s anchor to B’s, the way that the gap took over the last \
                  second, and the angle error about its axis (one radian is one body long). A perfect joint shows nothing. \
                  The size multiplies what is drawn; the way grows while the scene runs.",
        has_scale: true,
        legend: &[
            entry(LegendMark::Arrow, p::JOINT_GAP, "joint gap"),
            entry(LegendMark::Line, p::JOINT_WAY, "way of the gap"),
            entry(LegendMark::Arrow, p::JOINT_ANGLE, "joint angle error"),
        ],
    },
    OverlayInfo {
        overlay: Overlay::Shells,
        id: "shells",
        label: "Slop and engage shells",
        tooltip: "Around each moving body: the distance from which contacts are made (outside), and the overlap that the \
                  solver leaves alone (inside). The size multiplies both distances; at 1× they are as they are.",
        has_scale: true,
        legend: &[
            entry(LegendMark::Box, p::ENGAGE_SHELL, "contacts begin here"),
            entry(LegendMark::Box, p::SLOP_SHELL, "overlap left alone"),
        ],
    },
    OverlayInfo {
        overlay: Overlay::Sweeps,
        id: "sweeps",
        label: "Ways of fast bodies",
        tooltip: "The way of every body that moves by more than half of its own radius in a step, with a dot for each step. \
                  What lies between two dots was never looked at, unless continuous collision detection sweeps over it.",
        has_scale: false,
        legend: &[entry(LegendMark::Line, p::SWEEP, "way of a fast body")],
    },
];

impl Overlay {
    pub fn info(self) -> &'static OverlayInfo {
        &OVERLAYS[self as usize]
    }

    /// By the word after `--show`.
    pub fn from_id(id: &str) -> Option<Self> {
        OVERLAYS.iter().find(|info| info.id == id).map(|info| info.overlay)
    }
}

impl fmt::Display for Overlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().id)
    }
}

/// Smallest and largest factor of a size slider.
pub const SCALE_RANGE: (f32, f32) = (0.1, 10.0);

/// Which overlays are shown, and by how much their sizes are multiplied.
#[derive(Clone, Debug, PartialEq)]
pub struct OverlayOptions {
    shown: [bool; OVERLAYS.len()],
    scales: [f32; OVERLAYS.len()],
}

impl Default for OverlayOptions {
    /// What the window starts with: contacts, joints, sleep.
    fn default() -> Self {
        Self::only(&[Overlay::Contacts, Overlay::Joints, Overlay::Sleep])
    }
}

impl OverlayOptions {
    pub fn none() -> Self {
        Self { shown: [false; OVERLAYS.len()], scales: [1.0; OVERLAYS.len()] }
    }

    pub fn only(overlays: &[Overlay]) -> Self {
        let mut options = Self::none();
        for overlay in overlays {
            options.set_shown(*overlay, true);
        }
        options
    }

    /// Shows these and no others; sizes stay.
    pub fn show_only(&mut self, overlays: &[Overlay]) {
        self.shown = Self::only(overlays).shown;
    }

    pub fn is_shown(&self, overlay: Overlay) -> bool {
        self.shown[overlay as usize]
    }

    pub fn set_shown(&mut self, overlay: Overlay, shown: bool) {
        self.shown[overlay as usize] = shown;
    }

    pub fn scale(&self, overlay: Overlay) -> f32 {
        self.scales[overlay as usize]
    }

    /// Clamped to [`SCALE_RANGE`]; what is not a number is ignored.
    pub fn set_scale(&mut self, overlay: Overlay, scale: f32) {
        if scale.is_finite() {
            self.scales[overlay as usize] = scale.clamp(SCALE_RANGE.0, SCALE_RANGE.1);
        }
    }
}
