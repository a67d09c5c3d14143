//! What a detector says about a recording.

use crate::instrument::Recording;
use serde::Serialize;

/// Looks for one artifact in any recording: a preset's, a live session's or a trace of another engine.
pub type Detector = fn(&Recording) -> Reading;

/// The artifact's number, and where it comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Reading {
    /// In the unit of the artifact's measure; 0 when nothing of the kind happened.
    pub value: f64,
    /// Where the number was taken; `None` when nothing of the kind happened.
    pub evidence: Option<Evidence>,
    /// Further numbers that tell the same story.
    pub also: Vec<SideNumber>,
}

/// Where a number was taken.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evidence {
    /// Body ids, the one that suffers first.
    pub bodies: Vec<u32>,
    /// First and last step of the event.
    pub first_step: u64,
    pub last_step: u64,
    /// One sentence with names and numbers.
    pub text: String,
}

/// A second number of an artifact.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideNumber {
    pub name: &'static str,
    pub unit: &'static str,
    pub value: f64,
}

impl Reading {
    /// Keeps the larger of the two numbers, with its evidence.
    pub fn raise(&mut self, value: f64, evidence: impl FnOnce() -> Evidence) {
        if value > self.value {
            self.value = value;
            self.evidence = Some(evidence());
        }
    }
}
