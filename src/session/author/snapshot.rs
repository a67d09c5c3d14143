//! The document at one moment, as undo keeps it.

use super::Item;
use crate::preset::Preset;
use serde_json::Value;
use std::sync::Arc;

/// Everything that an edit of the document can change. A clone shares the document.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    pub document: Arc<Preset>,
    /// Settings that the user changed in the running scene, by path.
    pub by_hand: Arc<Vec<(String, Value)>>,
    pub selection: Vec<Item>,
}

impl Snapshot {
    /// Memory that it takes at most, bytes.
    pub fn bytes(&self) -> usize {
        let scene = &self.document.scene;
        let text = self.document.description.as_ref().map_or(0, String::len);
        let shapes: usize = scene.bodies.iter().map(|body| body.shape.bytes()).sum();
        let lists = size_of_val(&*scene.bodies)
            + size_of_val(&*scene.templates)
            + size_of_val(&*scene.joints)
            + size_of_val(&*scene.springs)
            + size_of_val(&*scene.events);
        // Names and the like: a few short texts for each thing.
        let things = scene.bodies.len() + scene.joints.len() + scene.springs.len() + scene.events.len();
        4096 + text + shapes + lists + 96 * things
    }
}
