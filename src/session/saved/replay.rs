//! Running a recording again: every branch from its fork, every input at its moment, every hash compared.

use super::{SavedBranch, SavedRun};
use crate::session::timeline::{DEFAULT_BUDGET, Mismatch};
use crate::session::{BranchId, Problem, Run};
use std::sync::atomic::{AtomicBool, Ordering};

/// A step that came out differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    pub branch: BranchId,
    pub step: u64,
    pub recorded: u64,
    /// `None` when the step could not be made at all.
    pub found: Option<u64>,
}

/// A recording that was run again.
pub struct Replayed {
    pub run: Run,
    /// The first step that came out differently; the run has what was found.
    pub difference: Option<Difference>,
    /// Steps that were made.
    pub steps: u64,
}

impl SavedRun {
    /// Runs all branches again; `progress` is told the steps made. `None` when cancelled.
    ///
    /// With `stops_early` the first difference ends it; otherwise it goes on with what was found, as far as there are
    /// steps.
    ///
    /// # Errors
    /// When the preset cannot be started.
    pub fn replay(
        self,
        stops_early: bool,
        is_cancelled: &AtomicBool,
        progress: &dyn Fn(u64),
    ) -> Result<Option<Replayed>, Problem> {
        let run = Run::start(self.source.clone(), self.preset.clone(), self.variant.clone(), DEFAULT_BUDGET)?;
        let mut replay = Replay { run, difference: None, steps: 0, is_cancelled, progress, stops_early };
        for (index, branch) in self.branches.iter().enumerate() {
            if !replay.branch(BranchId(index as u32), branch) {
                break;
            }
        }
        if is_cancelled.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let Replay { mut run, difference, steps, .. } = replay;
        for bookmark in self.bookmarks {
            run.timeline.add_bookmark(bookmark.step, bookmark.label);
        }
        if difference.is_none() || !stops_early {
            run.timeline.switch(self.current);
            run.restore(self.cursor.min(run.timeline.end()), true);
        }
        if let Some(Difference { step, recorded, found, .. }) = difference {
            run.timeline.set_mismatch(Mismatch { step, recorded, found: found.unwrap_or(0) });
        }
        Ok(Some(Replayed { run, difference, steps }))
    }
}

struct Replay<'a> {
    run: Run,
    difference: Option<Difference>,
    steps: u64,
    is_cancelled: &'a AtomicBool,
    progress: &'a dyn Fn(u64),
    stops_early: bool,
}

impl Replay<'_> {
    /// Makes one branch; false when that is the end of it all.
    fn branch(&mut self, id: BranchId, branch: &SavedBranch) -> bool {
        let mut inputs = branch.inputs.iter();
        let mut hashes = branch.hashes.iter();
        match branch.parent {
            None => {
                let recorded = hashes.next().copied().unwrap_or_default();
                if !self.compare(id, 0, recorded, Some(self.run.record().hash)) {
                    return false;
                }
            }
            Some(parent) => {
                // The parent may have ended early in another build; then so does the branch.
                self.run.timeline.switch(parent);
                let fork = branch.fork.min(self.run.timeline.end());
                self.run.timeline.graft(fork, branch.label.clone());
                self.run.restore(fork, true);
            }
        }
        let mut next = inputs.next();
        let mut take = |run: &mut Run, step: u64| {
            while let Some((_, input)) = next.filter(|(after, _)| *after == step) {
                run.take(input.clone());
                next = inputs.next();
            }
        };
        take(&mut self.run, branch.fork);
        let first = if branch.parent.is_some() { branch.fork + 1 } else { 1 };
        for (step, recorded) in (first..).zip(hashes) {
            if self.is_cancelled.load(Ordering::Relaxed) {
                return false;
            }
            let found = self.run.step_on().is_ok().then(|| self.run.record().hash);
            self.steps += 1;
            (self.progress)(self.steps);
            if !self.compare(id, step, *recorded, found) {
                return false;
            }
            if found.is_none() {
                break;
            }
            take(&mut self.run, step);
        }
        true
    }

    /// Whether to go on.
    fn compare(&mut self, branch: BranchId, step: u64, recorded: u64, found: Option<u64>) -> bool {
        if found != Some(recorded) && self.difference.is_none() {
            self.difference = Some(Difference { branch, step, recorded, found });
        }
        self.difference.is_none() || !self.stops_early
    }
}
