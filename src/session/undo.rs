//! Undo and redo of changed settings.

use serde_json::Value;

/// One change of one setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub path: String,
    pub before: Value,
    pub after: Value,
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
const LONGEST: usize = 500;

impl UndoStack {
    /// Notes a change; changes of one path within one gesture become one.
    pub fn push(&mut self, change: Change) {
        self.undone.clear();
        if self.is_open
            && let Some(last) = self.done.last_mut().filter(|last| last.path == change.path)
        {
            last.after = change.after;
            return;
        }
        self.is_open = true;
        self.done.push(change);
        if self.done.len() > LONGEST {
            self.done.remove(0);
        }
    }

    pub fn end_gesture(&mut self) {
        self.is_open = false;
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
        Change { path: path.to_owned(), before: json!(before), after: json!(after) }
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
}
