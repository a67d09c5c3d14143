//! Undo and redo of everything that was changed by hand: settings of the running scene, and the document.

use super::author::Snapshot;
use serde_json::Value;

/// One change that can be taken back.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Of one setting of the running scene.
    Setting { path: String, before: Value, after: Value },
    /// Of the document. Snapshots share what did not change between them.
    Document { before: Snapshot, after: Snapshot },
}

/// What was changed, and what was taken back.
#[derive(Clone, Debug, Default)]
pub struct UndoStack {
    done: Vec<Change>,
    undone: Vec<Change>,
    /// The last change may still grow: the user is dragging.
    is_open: bool,
}

/// More than anybody takes back one by one.
const LONGEST: usize = 4000;
/// Memory that snapshots of the document may take, bytes.
const MOST_BYTES: usize = 64 << 20;

impl UndoStack {
    /// Notes a change; changes within one gesture become one, if they are of the same setting or both of the document.
    pub fn push(&mut self, change: Change) {
        self.undone.clear();
        if self.is_open
            && let Some(last) = self.done.last_mut()
        {
            match (last, &change) {
                (Change::Setting { path, after, .. }, Change::Setting { path: new_path, after: new, .. })
                    if path == new_path =>
                {
                    after.clone_from(new);
                    return;
                }
                (Change::Document { after, .. }, Change::Document { after: new, .. }) => {
                    after.clone_from(new);
                    return;
                }
                _ => {}
            }
        }
        self.is_open = true;
        self.done.push(change);
        // What lies longest ago is forgotten first; the change just made is always kept.
        let mut kept = 0;
        let sizes = self.done.iter().rev().map(|change| match change {
            Change::Setting { .. } => 256,
            Change::Document { after, .. } => after.bytes(),
        });
        let within = sizes.take_while(|bytes| {
            kept += bytes;
            kept <= MOST_BYTES
        });
        let count = within.take(LONGEST).count().max(1);
        self.done.drain(..self.done.len() - count);
    }

    pub fn end_gesture(&mut self) {
        self.is_open = false;
    }

    /// Whether a gesture has changed something and goes on.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    /// The change to take back, if any.
    pub fn undo(&mut self) -> Option<Change> {
        self.is_open = false;
        let change = self.done.pop()?;
        self.undone.push(change.clone());
        Some(change)
    }

    /// The change to do again, if any.
    pub fn redo(&mut self) -> Option<Change> {
        self.is_open = false;
        let change = self.undone.pop()?;
        self.done.push(change.clone());
        Some(change)
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }

    pub const fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub const fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn change(path: &str, before: i32, after: i32) -> Change {
        Change::Setting { path: path.to_owned(), before: json!(before), after: json!(after) }
    }

    #[test]
    fn a_drag_is_taken_back_in_one_go() {
        let mut stack = UndoStack::default();
        stack.push(change("a", 1, 2));
        stack.push(change("a", 2, 3));
        stack.end_gesture();
        stack.push(change("a", 3, 4));
        assert_eq!(stack.undo(), Some(change("a", 3, 4)));
        assert_eq!(stack.undo(), Some(change("a", 1, 3)));
        assert_eq!(stack.undo(), None);
        assert_eq!(stack.redo(), Some(change("a", 1, 3)));
    }

    #[test]
    fn a_new_change_ends_what_could_be_done_again() {
        let mut stack = UndoStack::default();
        stack.push(change("a", 1, 2));
        stack.undo();
        stack.push(change("b", 0, 1));
        assert!(!stack.can_redo() && stack.can_undo());
    }

    #[test]
    fn it_forgets_the_oldest_first() {
        let mut stack = UndoStack::default();
        for value in 0..2 * LONGEST as i32 {
            stack.push(change("a", value, value + 1));
            stack.end_gesture();
        }
        assert_eq!(stack.done.len(), LONGEST);
        assert_eq!(stack.undo(), Some(change("a", 2 * LONGEST as i32 - 1, 2 * LONGEST as i32)));
    }
}
