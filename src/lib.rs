//! Jitterscope: an interactive physics sandbox and artifact debugger.

pub mod collision;
pub mod geometry;
pub mod math;
