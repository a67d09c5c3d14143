//! What went wrong, in words for a dialog: a title, what happened item by item, and what to do.

/// Shown until dismissed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub title: String,
    /// One item per finding.
    pub items: Vec<ProblemItem>,
    pub advice: String,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemItem {
    /// JSON path and line, body or step; empty for the whole.
    pub place: String,
    pub message: String,
}

impl Problem {
    pub fn new(title: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { title: title.into(), items: Vec::new(), advice: advice.into() }
    }

    pub fn with(mut self, place: impl Into<String>, message: impl Into<String>) -> Self {
        self.items.push(ProblemItem { place: place.into(), message: message.into() });
        self
    }
}
