//! Bringing in files of other programs as part of a scene.

use crate::preset::import::{ImportOptions, import};
use crate::preset::schema::BodyKind;
use crate::preset::{Preset, Problems, edit};
use std::path::PathBuf;

/// A file to bring in, and how it is to be taken.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportWish {
    pub path: PathBuf,
    pub options: ImportOptions,
    /// Makes bodies that never move.
    pub is_static: bool,
    /// A new scene takes the place of what is open; otherwise the bodies join it.
    pub is_new_scene: bool,
}

impl ImportWish {
    /// What it is called in titles.
    pub fn name(&self) -> String {
        self.path.file_stem().map_or_else(|| "Imported".to_owned(), |name| name.to_string_lossy().into_owned())
    }

    /// The bodies as text that can be pasted.
    pub(in crate::session) fn text(&self) -> Result<String, Problems> {
        let mut part = Preset::empty("part");
        part.scene.bodies = import(&self.path, &self.options)?;
        if self.is_static {
            part.scene.bodies.iter_mut().for_each(|body| body.kind = Some(BodyKind::Static));
        }
        let items: Vec<_> = (0..part.scene.bodies.len()).map(edit::Item::Body).collect();
        edit::copied(&part, &items).ok_or_else(|| Problems::whole("there is nothing in the file"))
    }
}
