//! The session and its microscope: opening it, walking, and keeping it on the step that is shown.

use super::{Microscope, MicroscopeMove, Selection, Session};

impl Session {
    pub(super) fn move_microscope(&mut self, wish: MicroscopeMove) {
        match wish {
            MicroscopeMove::Enter => {
                self.set_playing(false);
                let Some(run) = &self.run else { return };
                match Microscope::open(run) {
                    Ok(opened) => self.microscope = Some(opened),
                    Err(problem) => self.problem = Some(problem),
                }
            }
            MicroscopeMove::Leave => self.microscope = None,
            MicroscopeMove::GatherBand => {
                if let (Some(scope), Some(run)) = (&mut self.microscope, &self.run) {
                    scope.start_band(run);
                }
            }
            _ => {
                let selection = self.selection;
                if let Some(scope) = &mut self.microscope
                    && !scope.go(wish, selection)
                {
                    let of_selection =
                        matches!(wish, MicroscopeMove::NextOfSelection | MicroscopeMove::PreviousOfSelection);
                    let text = if of_selection && selection == Selection::None {
                        "Select a body, contact or joint first."
                    } else {
                        "There is no such place further on in this step."
                    };
                    self.note = Some(text.to_owned());
                }
            }
        }
    }

    /// Playing leaves the microscope. When another step is shown, that one is looked into, at the same row of the same
    /// sweep as far as it has them.
    pub(super) fn follow_with_microscope(&mut self) {
        let Some(scope) = &self.microscope else { return };
        let Some(run) = self.run.as_ref().filter(|run| run.cursor() > 0) else {
            self.microscope = None;
            return;
        };
        if self.is_playing() {
            self.microscope = None;
        } else if scope.is_outdated(run) {
            let (place, selection) = (scope.place(), self.selection);
            let row = place.map(|(line, column)| (scope.matrix().lines[line].id, column));
            self.microscope = Microscope::open(run).ok();
            if let (Some(scope), Some((id, column))) = (&mut self.microscope, row)
                && let Some(line) = scope.matrix().line(id)
            {
                scope.go(MicroscopeMove::Cell { line, column }, selection);
            }
        }
    }

    /// Goes on with what the microscope measures in the background; whether there was anything to do.
    pub(super) fn tick_microscope(&mut self) -> bool {
        match (&mut self.microscope, &self.run) {
            (Some(scope), Some(run)) => scope.advance_band(run),
            _ => false,
        }
    }
}
