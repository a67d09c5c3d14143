//! What people see: the renderer (feature `render`), and around it the window (feature `app`).
//!
//! The only place that names egui or three-d.

pub mod film;
pub mod scene;
#[cfg(feature = "app")]
mod window;

#[cfg(feature = "app")]
pub use window::{AppError, FileDialogs, Folders, NoDialogs, Purpose, Setup, Shell, SystemDialogs, Tab, UiState, run};
