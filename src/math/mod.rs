//! Small mathematics shared by everything above: rigid poses, inertia tensors, tangent bases.
//!
//! Single precision throughout, on top of `glam`. Right-handed, Y up, SI units, radians.

mod basis;
mod inertia;
mod pose;

pub use basis::tangent_basis;
pub use inertia::{EquivalentBox, diagonalise, equivalent_box, rotate_inertia, translate_inertia};
pub use pose::Pose;

pub use glam::{Mat3, Quat, Vec2, Vec3};
