//! The catalogue of artifacts: what each one is, how it is recognised in a recording, and whether its cure works.
//!
//! A new artifact is one row in [`catalogue`] and one file in `detect/`; list, verify, README and browser follow.

pub mod catalogue;
pub mod detect;
mod measured;
mod reading;
pub mod readme;
pub mod runner;
pub mod sweep;
pub mod verdict;

pub use catalogue::{ARTIFACTS, Artifact, Cure, Measure};
pub use measured::{LessonRun, Measured, measure};
pub use reading::{Detector, Evidence, Reading, SideNumber};
