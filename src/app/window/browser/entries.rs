//! What can be opened: the scenes that come with the program, the user's own, and what was open lately.

use crate::artifact::catalogue::ARTIFACTS;
use crate::preset::{self, Preset};
use crate::session::Source;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

/// A scene in the list.
#[derive(Clone, Debug)]
pub struct Entry {
    pub source: Source,
    /// Of the reference; empty for scenes that are no artifact.
    pub number: String,
    pub title: String,
    pub symptom: String,
    pub cause: String,
    pub tags: Vec<String>,
    /// Everything that can be searched for, in small letters.
    haystack: String,
    /// Files change: a picture is of the file as it was then.
    pub changed_at: Option<SystemTime>,
}

/// A titled part of the list.
#[derive(Clone, Debug)]
pub struct Section {
    pub title: &'static str,
    pub entries: Vec<Arc<Entry>>,
}

impl Entry {
    fn new(source: Source, [number, title, symptom, cause]: [&str; 4], kind: &str, preset: Option<&Preset>) -> Self {
        let mut tags = vec![kind.to_owned()];
        tags.extend(preset.map(preset::tags).unwrap_or_default().into_iter().filter(|tag| tag != kind));
        let description = preset.and_then(|preset| preset.description.as_deref()).unwrap_or_default();
        let own_title = preset.map_or("", |preset| preset.title.as_str());
        let name = source.name();
        let haystack = [number, title, own_title, symptom, cause, description, &name, &tags.join(" ")].join("\n");
        Self {
            source,
            number: number.to_owned(),
            title: title.to_owned(),
            symptom: symptom.to_owned(),
            cause: cause.to_owned(),
            tags,
            haystack: haystack.to_lowercase(),
            changed_at: None,
        }
    }

    /// A file of the user, by its name until somebody has read it.
    pub fn of_file(path: &Path, kind: &str, preset: Option<&Preset>) -> Self {
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let title = preset.map_or(stem.as_str(), |preset| preset.title.as_str()).to_owned();
        let hint = preset.and_then(|preset| preset.hint.clone()).unwrap_or_default();
        let changed_at = std::fs::metadata(path).and_then(|data| data.modified()).ok();
        let entry = Self::new(Source::File(path.to_owned()), ["", &title, &hint, ""], kind, preset);
        Self { changed_at, ..entry }
    }

    /// Whether every word is somewhere in it, and the tag among its tags.
    pub fn matches(&self, words: &str, tag: Option<&str>) -> bool {
        words.split_whitespace().all(|word| self.haystack.contains(&word.to_lowercase()))
            && tag.is_none_or(|tag| self.tags.iter().any(|own| own == tag))
    }
}

/// The scenes that come with the program; read once.
pub fn shipped() -> &'static [Section] {
    static SECTIONS: OnceLock<Vec<Section>> = OnceLock::new();
    SECTIONS.get_or_init(|| {
        // A shipped preset that cannot be read is a bug that the tests find; here it is only not listed.
        let artifacts = ARTIFACTS.iter().filter_map(|a| {
            let preset = preset::find(a.preset).ok()?;
            let texts = [a.number, a.title, a.symptom, a.cause];
            Some(Arc::new(Entry::new(Source::Shipped(a.preset.to_owned()), texts, "artifact", Some(&preset))))
        });
        let others = |is_control: bool, kind: &'static str| {
            let wanted = preset::shipped().iter().filter(move |s| s.is_control() == is_control);
            let wanted = wanted.filter(|s| !ARTIFACTS.iter().any(|a| a.preset == s.id));
            wanted.filter_map(move |s| {
                let preset = s.preset().ok()?;
                let hint = preset.hint.clone().unwrap_or_default();
                let source = Source::Shipped(s.id.to_owned());
                Some(Arc::new(Entry::new(source, ["", &preset.title, &hint, ""], kind, Some(&preset))))
            })
        };
        vec![
            Section { title: "Artifacts", entries: artifacts.collect() },
            Section { title: "Demos", entries: others(false, "demo").collect() },
            Section { title: "Controls", entries: others(true, "control").collect() },
        ]
    })
}

/// The presets in the user's folder, by name.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "json")).collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_scene_is_listed_once_and_found_by_its_words_and_tags() {
        let all: Vec<_> = shipped().iter().flat_map(|section| &section.entries).collect();
        assert_eq!(all.len(), preset::shipped().len());
        let found = |words: &str, tag: Option<&str>| all.iter().filter(|entry| entry.matches(words, tag)).count();
        assert_eq!(found("", None), all.len());
        assert_eq!(found("", Some("artifact")), ARTIFACTS.len());
        assert!(found("BULLET wall", None) >= 1 && found("bullet xyzzy", None) == 0);
        assert!(found("", Some("ragdoll")) >= 1 && found("squash", Some("ragdoll")) == 0);
    }
}
