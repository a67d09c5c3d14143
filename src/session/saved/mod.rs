//! Recordings as files: everything from which a run can be made again, and the hashes that prove that it is the same.
//!
//! A file holds the preset, what came in from outside on each branch, and the hash of every step. It holds no states:
//! opening it runs it again, and says so when a step comes out differently.

mod file;
mod format;
mod replay;
#[cfg(test)]
mod tests;

pub use format::{RECORDING_FORMAT, RECORDING_VERSION};
pub use replay::{Difference, Replayed};

use super::branch::{BranchId, Input};
use super::{Bookmark, Run, Source};
use crate::dynamics::StepSettings;
use crate::preset::Preset;

/// What a recording file holds.
#[derive(Clone, Debug)]
pub struct SavedRun {
    /// Version of the program that recorded it.
    pub program: String,
    pub source: Source,
    pub preset: Preset,
    pub variant: Option<String>,
    pub branches: Vec<SavedBranch>,
    /// Branch and step that were shown.
    pub current: BranchId,
    pub cursor: u64,
    pub bookmarks: Vec<Bookmark>,
}

/// One branch of it.
#[derive(Clone, Debug)]
pub struct SavedBranch {
    pub parent: Option<BranchId>,
    pub fork: u64,
    pub label: String,
    /// With the steps after which they came; sorted.
    pub inputs: Vec<(u64, Input)>,
    /// Of its own steps, in order: the first belongs to step 0 of the first branch, or to the one after the fork.
    pub hashes: Vec<u64>,
}

/// Why a recording could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// Counted from 1; 0 for the file as a whole.
    pub line: usize,
    pub problem: String,
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.line == 0 { f.write_str(&self.problem) } else { write!(f, "line {}: {}", self.line, self.problem) }
    }
}

impl std::error::Error for FileError {}

impl SavedBranch {
    /// Step of its first hash.
    pub const fn first(&self) -> u64 {
        if self.parent.is_some() { self.fork + 1 } else { 0 }
    }

    /// Its last step.
    pub const fn end(&self) -> u64 {
        (self.first() + self.hashes.len() as u64).saturating_sub(1)
    }
}

impl SavedRun {
    /// Everything that was recorded of a run so far.
    pub fn of(run: &Run) -> Self {
        let timeline = run.timeline();
        let branches = timeline.branches().map(|(_, branch)| SavedBranch {
            parent: branch.parent(),
            fork: branch.fork(),
            label: branch.label().to_owned(),
            inputs: branch.inputs().to_vec(),
            hashes: branch.hashes().collect(),
        });
        Self {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            source: run.source().clone(),
            preset: run.preset().clone(),
            variant: run.variant().map(str::to_owned),
            branches: branches.collect(),
            current: timeline.current(),
            cursor: run.cursor(),
            bookmarks: timeline.bookmarks().to_vec(),
        }
    }

    /// A run without branches: `settings` where they are not those of the preset and its variant, and the hash of the start
    /// and of every step.
    pub fn straight(
        source: Source,
        preset: Preset,
        variant: Option<String>,
        settings: Option<StepSettings>,
        hashes: Vec<u64>,
    ) -> Self {
        let inputs = settings.map(|settings| (0, Input::Settings(Box::new(settings))));
        let branch = SavedBranch {
            parent: None,
            fork: 0,
            label: "the first run".to_owned(),
            inputs: inputs.into_iter().collect(),
            hashes,
        };
        Self {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            source,
            preset,
            variant,
            cursor: branch.end(),
            branches: vec![branch],
            current: BranchId(0),
            bookmarks: Vec::new(),
        }
    }

    /// Steps of all branches together.
    pub fn steps(&self) -> u64 {
        let notes: u64 = self.branches.iter().map(|branch| branch.hashes.len() as u64).sum();
        notes.saturating_sub(1)
    }
}
