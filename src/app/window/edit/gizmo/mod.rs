//! The handles by which the selection is moved, turned and scaled in the picture.
//!
//! What stands where ([`layout`]) and what a drag of it means ([`drag`]) are pure functions of camera and pointer, so that
//! they are tested without a window; [`paint`] only colours what `layout` says.

mod drag;
mod layout;
mod paint;
#[cfg(test)]
mod tests;

pub use drag::{Change, Drag, Snap};
pub use layout::{hit, pieces};
pub use paint::paint;

use crate::app::scene::OrbitCamera;
use crate::app::window::view_input;
use crate::math::Vec3;
use egui::{Pos2, Rect};

/// What a drag of the handles does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    #[default]
    Move,
    Turn,
    Scale,
}

/// A part that can be dragged. Axes are counted x, y, z; a plane is named by the axis it does not contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    Axis(usize),
    Plane(usize),
    Ring(usize),
    /// All three axes at once.
    Whole,
}

impl Handle {
    /// The axis that gives the colour; none for the handle in the middle.
    pub const fn axis(self) -> Option<usize> {
        match self {
            Self::Axis(axis) | Self::Plane(axis) | Self::Ring(axis) => Some(axis),
            Self::Whole => None,
        }
    }
}

/// Where the handles stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// World, m.
    pub origin: Vec3,
    /// Unit vectors, right-handed.
    pub axes: [Vec3; 3],
}

/// How the picture is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Eye<'a> {
    pub rect: Rect,
    pub camera: &'a OrbitCamera,
}

/// Length of the arrows on the screen, points.
const REACH: f32 = 92.0;

impl Eye<'_> {
    pub fn screen(&self, point: Vec3) -> Option<Pos2> {
        view_input::screen(self.rect, self.camera, point)
    }

    pub fn ray(&self, at: Pos2) -> (Vec3, Vec3) {
        view_input::ray(self.rect, self.camera, at)
    }

    /// Length of the arrows at a world point, m: the handles are as large on the screen near by as far away.
    pub fn reach(&self, at: Vec3) -> f32 {
        REACH * self.camera.metres_per_point(at, self.rect.height())
    }

    /// Unit vector from a world point to the eye.
    pub fn towards(&self, point: Vec3) -> Vec3 {
        (self.camera.eye() - point).normalize_or(Vec3::Y)
    }
}
