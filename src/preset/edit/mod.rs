//! Edits of a scene as pure functions from one document to the next: what an author does to it, without a window.
//!
//! An edit returns a whole new [`Preset`] that passed every rule of the loader, or says what is wrong with it; nothing is
//! ever half-changed. What refers to a body by its name (joints, springs, events, variants, sweep, plots) follows it when
//! it is renamed, copied or repeated, and goes with it when it is deleted.

mod apart;
mod field;
mod here;
mod moving;
mod names;
mod part;
mod placing;
mod scaling;
mod structure;

pub use apart::broken_apart;
pub use field::{fields_set, value_at};
pub use here::started_from;
pub use moving::{moved, turned};
pub use names::{renamed, unique_name};
pub use part::{PART_FORMAT, copied, pasted};
pub use placing::{aligned, dropped};
pub use scaling::scaled;
pub use structure::{
    added_body, added_event, added_joint, added_spring, added_template, arrayed, deleted, duplicated, grouped,
    new_scene, ungrouped,
};

use super::expand::{Expanded, expand, plain_body};
use super::schema::{Body, ShapeSpec};
use super::{Preset, Problem, Problems};

/// A thing of the document by its place in the lists of `scene`. A repeated body is one item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Item {
    Body(usize),
    Template(usize),
    Joint(usize),
    Spring(usize),
    Event(usize),
}

impl Item {
    /// JSON pointer of the thing in the document.
    pub fn pointer(self) -> String {
        let (list, index) = match self {
            Self::Body(index) => ("bodies", index),
            Self::Template(index) => ("templates", index),
            Self::Joint(index) => ("joints", index),
            Self::Spring(index) => ("springs", index),
            Self::Event(index) => ("events", index),
        };
        format!("/scene/{list}/{index}")
    }

    /// The thing in which a JSON pointer ends, like body 3 for `/scene/bodies/3/shape/radius`.
    pub fn at(pointer: &str) -> Option<Self> {
        let mut steps = pointer.strip_prefix("/scene/")?.split('/');
        let (list, index) = (steps.next()?, steps.next()?.parse().ok()?);
        Some(match list {
            "bodies" => Self::Body(index),
            "templates" => Self::Template(index),
            "joints" => Self::Joint(index),
            "springs" => Self::Spring(index),
            "events" => Self::Event(index),
            _ => return None,
        })
    }

    /// Whether the document has it.
    pub fn is_in(self, preset: &Preset) -> bool {
        let scene = &preset.scene;
        match self {
            Self::Body(index) => index < scene.bodies.len(),
            Self::Template(index) => index < scene.templates.len(),
            Self::Joint(index) => index < scene.joints.len(),
            Self::Spring(index) => index < scene.springs.len(),
            Self::Event(index) => index < scene.events.len(),
        }
    }
}

/// What an edit led to.
#[derive(Clone, Debug, PartialEq)]
pub struct Edited {
    pub preset: Preset,
    /// What is selected now.
    pub selection: Vec<Item>,
    /// What else happened, in a sentence for the status line.
    pub note: Option<String>,
}

impl Edited {
    /// A document that passed every rule of the loader.
    fn checked(preset: Preset, selection: Vec<Item>, note: Option<String>) -> Result<Self, Problems> {
        preset.to_text()?;
        Ok(Self { preset, selection, note })
    }
}

/// A dynamic body of which only name and shape are known.
pub fn plain(name: &str, shape: ShapeSpec) -> Body {
    plain_body(name, &shape, None, None)
}

/// The flat scene of a document that was checked before.
fn flat(preset: &Preset) -> Expanded {
    expand(&preset.scene, &[], &mut Vec::new())
}

/// What a wish without a suitable selection is told.
fn nothing_selected(what: &str) -> Problems {
    Problems(vec![Problem::whole(format!("nothing is selected that could be {what}: select a body first"))])
}
