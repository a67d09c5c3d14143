//! The three-dimensional picture: a scene frame and a camera in, a texture out.
//!
//! The window's viewport and the headless `render` command share this. Own shaders instead of three-d's materials,
//! because on machines without a GPU (lecture-room laptops, CI) those take four to five times as long.

mod batch;
mod camera;
mod frame;
pub mod headless;
mod look;
mod mesh;
pub mod picture;
pub mod preset_view;
mod renderer;
mod shaders;
mod solids;
#[cfg(test)]
mod tests;

pub use camera::OrbitCamera;
pub use frame::{Form, SceneFrame, Solid};
pub use look::Look;
pub use renderer::{Quality, RenderError, SceneRenderer};
