//! Walking: where the cursor can go.

use super::Microscope;
use super::walk::Event;
use crate::dynamics::Clamp;
use crate::session::Selection;

/// What the microscope is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MicroscopeMove {
    /// Stops inside the step that is shown.
    Enter,
    Leave,
    /// One moment on, one back.
    Forward,
    Backward,
    First,
    Last,
    /// To a row that did not get what it asked for.
    NextClamped,
    PreviousClamped,
    /// The same row one sweep later or earlier; where that sweep leaves it out, the sweep's first row.
    NextSweep,
    PreviousSweep,
    NextStage,
    PreviousStage,
    /// To a row of what is selected.
    NextOfSelection,
    PreviousOfSelection,
    /// To a row (from 0) in a sweep (from 0).
    Cell {
        line: usize,
        column: usize,
    },
    /// To a moment.
    To(usize),
    /// Measures how the last second converged.
    GatherBand,
}

impl Microscope {
    /// Moves the cursor; false where there is no such place.
    pub(in crate::session) fn go(&mut self, wish: MicroscopeMove, selection: Selection) -> bool {
        let Some(moment) = self.target(wish, selection) else { return false };
        if moment != self.cursor {
            self.cursor = moment;
            self.bodies = self.walk.bodies_at(&self.log, moment);
        }
        true
    }

    fn target(&self, wish: MicroscopeMove, selection: Selection) -> Option<usize> {
        use MicroscopeMove as M;
        let last = self.walk.moments.len().checked_sub(1)?;
        match wish {
            M::Enter | M::Leave | M::GatherBand => None,
            M::Forward => (self.cursor < last).then_some(self.cursor + 1),
            M::Backward => self.cursor.checked_sub(1),
            M::First => Some(0),
            M::Last => Some(last),
            M::NextClamped => self.search(true, |index| self.is_clamped(index)),
            M::PreviousClamped => self.search(false, |index| self.is_clamped(index)),
            M::NextOfSelection => self.search(true, |index| self.is_of(index, selection)),
            M::PreviousOfSelection => self.search(false, |index| self.is_of(index, selection)),
            M::NextSweep => self.sweep(true),
            M::PreviousSweep => self.sweep(false),
            M::NextStage => self.stage(true),
            M::PreviousStage => self.stage(false),
            M::Cell { line, column } => self.moment_of_cell(line, column),
            M::To(moment) => Some(moment.min(last)),
        }
    }

    /// The nearest moment after or before the cursor with a sample for which `is_wanted` holds.
    fn search(&self, forward: bool, is_wanted: impl Fn(usize) -> bool) -> Option<usize> {
        let fits = |moment: &usize| match self.walk.moments[*moment].event {
            Event::Row(index) => is_wanted(index as usize),
            _ => false,
        };
        if forward { (self.cursor + 1..self.walk.moments.len()).find(fits) } else { (0..self.cursor).rev().find(fits) }
    }

    fn is_clamped(&self, sample: usize) -> bool {
        self.log.samples()[sample].clamp != Clamp::Free
    }

    fn is_of(&self, sample: usize, selection: Selection) -> bool {
        self.matrix.line(self.log.samples()[sample].row_id).is_some_and(|line| self.touches(line, selection))
    }

    /// The sweep that the cursor is in (true), or the next one to come.
    pub fn column_ahead(&self) -> (usize, bool) {
        if let Some((_, column)) = self.place() {
            return (column, true);
        }
        let next = self.walk.moments[self.cursor..].iter().find_map(|moment| match moment.event {
            Event::Row(index) => Some(self.matrix.column_of_sample[index as usize] as usize),
            _ => None,
        });
        (next.unwrap_or(self.matrix.columns.len()), false)
    }

    fn sweep(&self, forward: bool) -> Option<usize> {
        let (column, is_inside) = self.column_ahead();
        let target = match (forward, is_inside) {
            (true, true) => column + 1,
            (true, false) => column,
            (false, _) => column.checked_sub(1)?,
        };
        let first = self.matrix.columns.get(target)?.samples.0 as usize;
        let same_row = self.place().and_then(|(line, _)| self.moment_of_cell(line, target));
        same_row.or_else(|| self.walk.moment_of_sample.get(first).map(|moment| *moment as usize))
    }

    /// The last change of a row in a sweep.
    fn moment_of_cell(&self, line: usize, column: usize) -> Option<usize> {
        let cell = self.matrix.cell(line, column).filter(|cell| cell.turns > 0)?;
        self.walk.moment_of_sample.get(cell.sample as usize).map(|moment| *moment as usize)
    }

    /// First moment of the next stage; backwards, of this stage or of the one before.
    fn stage(&self, forward: bool) -> Option<usize> {
        let key = |moment: usize| (self.walk.moments[moment].substep, self.walk.moments[moment].stage);
        let begins = |moment: &usize| *moment == 0 || key(*moment) != key(*moment - 1);
        if forward {
            (self.cursor + 1..self.walk.moments.len()).find(begins)
        } else {
            (0..self.cursor).rev().find(begins)
        }
    }
}
