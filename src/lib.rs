//! Jitterscope: an interactive physics sandbox and artifact debugger.

#[cfg(feature = "render")]
pub mod app;
pub mod artifact;
pub mod cli;
pub mod collision;
pub mod dynamics;
pub mod geometry;
pub mod instrument;
pub mod math;
pub mod overlay;
pub mod preset;
pub mod session;
