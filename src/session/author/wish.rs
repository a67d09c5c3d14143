//! What an author can ask for.

use super::{ImportWish, Item, NumbersForm};
use crate::math::Vec3;
use crate::preset::schema;
use serde_json::Value;

/// One wish about the document. It is granted whole or not at all; each is one step of undo, but for those of a gesture.
#[derive(Clone, Debug, PartialEq)]
pub enum AuthorWish {
    /// An empty scene with a floor takes the place of what is open.
    NewScene,
    /// Begins to edit: pauses and goes to the start.
    Start,
    Stop,
    Select(Vec<Item>),
    /// Takes a thing into the selection, or out of it.
    Toggle(Item),
    /// All bodies and templates.
    SelectAll,
    /// A body, under a name like its own that nobody has yet; it becomes the selection.
    Add(Box<schema::Body>),
    AddTemplate(Box<schema::Template>),
    AddJoint(Box<schema::Joint>),
    AddSpring(Box<schema::Spring>),
    AddEvent(Box<schema::Event>),
    /// Copies of the selection, beside it.
    Duplicate,
    /// The selection, and what refers to it.
    Delete,
    /// The moment shown becomes the start: poses and velocities of all bodies are written into the document.
    StartFromHere,
    /// Repeats each selected body in a pattern.
    Array(schema::Repeat),
    /// Repeated bodies and templates of the selection become single bodies and joints, at the same places.
    BreakApart,
    /// Puts the selected bodies in a group of that name.
    Group(String),
    Ungroup,
    /// Moves the selection, m. Part of a gesture.
    Move {
        by: Vec3,
    },
    /// Turns the selection about an axis through a point, degrees by the right-hand rule. Part of a gesture.
    Turn {
        axis: Vec3,
        degrees: f32,
        pivot: Vec3,
    },
    /// Scales the shapes of the selection in place, by factors along the axes of each body or of the world. Part of a
    /// gesture.
    Scale {
        by: Vec3,
        axes_of_body: bool,
    },
    /// Lets the selection sink, as it is, onto what lies below it.
    DropToFloor,
    /// Lays the selection on a face: a point of it, m, and its unit normal out of the solid.
    AlignToFace {
        point: Vec3,
        normal: Vec3,
    },
    /// Writes one field of the document by JSON pointer; null takes it away. Part of a gesture.
    Set {
        place: String,
        value: Value,
    },
    /// Writes one field of every selected thing by a pointer within it, like `/friction`. Part of a gesture.
    SetField {
        field: String,
        value: Value,
    },
    /// A part of a scene as text, from [`super::super::Session::copy_text`] of any session.
    Paste(String),
    /// Deletes the selection; its text is to be asked for before.
    Cut,
    /// The scene of a bug report takes the place of what is open.
    Numbers(Box<NumbersForm>),
    /// Bodies from a file of another program.
    Import(Box<ImportWish>),
}

impl AuthorWish {
    /// Whether it may be one of many in a drag, which end with [`super::super::Command::EndGesture`].
    pub(in crate::session) const fn is_gesture(&self) -> bool {
        self.is_drag() || matches!(self, Self::Set { .. } | Self::SetField { .. })
    }

    /// Whether it is about the scene at its start, and not about what is said of it or about the moment that is shown.
    pub(in crate::session) fn changes_scene(&self) -> bool {
        match self {
            Self::StartFromHere => false,
            Self::Set { place, .. } => {
                ["/scene", "/settings", "/variants"].iter().any(|beginning| place.starts_with(beginning))
            }
            _ => true,
        }
    }

    /// Whether it comes from a drag in the view, where a dialog would be in the way.
    pub(in crate::session) const fn is_drag(&self) -> bool {
        matches!(self, Self::Move { .. } | Self::Turn { .. } | Self::Scale { .. })
    }
}
