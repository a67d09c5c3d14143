//! Authoring: what can be wished of the document, and what is known about it while it is edited.

use crate::dynamics::StepSettings;

mod expression;
mod import;
mod numbers;
mod numbers_phrase;
mod numbers_text;
mod numbers_words;
mod snapshot;
pub(in crate::session) mod trouble;
mod wish;

pub use crate::preset::edit::Item;
pub use expression::{evaluate, evaluate_degrees};
pub use import::ImportWish;
pub use numbers::{Arrangement, NumbersForm, NumbersShape, Weight};
pub use numbers_text::NumbersRead;
pub use wish::AuthorWish;

pub(super) use snapshot::Snapshot;

/// Something in the numbers of a scene that asks for trouble.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    /// What it is about.
    pub items: Vec<Item>,
    /// JSON pointer to the number to look at.
    pub place: String,
    /// What was found and what may come of it, in one or two sentences.
    pub text: String,
    /// Id in the catalogue of the artifact that it invites.
    pub artifact: &'static str,
}

/// What the session keeps while the document is edited.
#[derive(Clone, Debug, Default)]
pub(super) struct Authoring {
    pub is_on: bool,
    pub selection: Vec<Item>,
    pub warnings: Vec<Warning>,
    /// The settings and the variant with which they were found.
    pub looked_at: Option<(StepSettings, Option<String>)>,
}
