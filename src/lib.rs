//! Jitterscope: an interactive physics sandbox and artifact debugger.

pub mod artifact;
pub mod cli;
pub mod collision;
pub mod dynamics;
pub mod geometry;
pub mod instrument;
pub mod math;
pub mod preset;
