//! The open document and its file: what is not saved, saving, going back to the file, and copies of unsaved work that
//! outlive the program.
//!
//! What the file holds is known as a preset, not by its time stamp: what is unsaved is what differs from it. Settings
//! that were turned in a shipped scene are play and nobody is asked about them; everything else is work.

mod changes;
mod document;
mod keeper;
#[cfg(test)]
mod tests;
mod unsaved;

pub use changes::DocumentChange;
pub use unsaved::UnsavedWork;

use super::{Problem, Run, Session, Source};
use crate::preset::{self, Dropped, Preset, Salvage};
use keeper::Keeper;
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use unsaved::Kept;

/// A copy is kept when nothing has changed for so long.
const QUIET: Duration = Duration::from_millis(700);
/// And at least so often while changes go on.
const AT_LEAST: Duration = Duration::from_secs(10);

/// What a user wants of files, beside [`super::Command::SaveAs`].
#[derive(Clone, Debug, PartialEq)]
pub enum FileWish {
    /// To the file that the scene came from; a shipped or new scene needs [`super::Command::SaveAs`].
    Save,
    /// A copy for somebody else; what is open stays what it is.
    Export(PathBuf),
    /// Back to what the file says.
    Revert,
    /// Keeps copies of unsaved work in this folder from now on, and looks there for what others left.
    KeepUnsavedIn(PathBuf),
    /// Opens unsaved work that was found.
    Recover(String),
    /// Throws unsaved work away that was found.
    Discard(String),
    /// The unsaved work of the open scene is not wanted: the program may end.
    ForgetUnsaved,
    /// Opens what is left of a file when the parts with problems are taken away.
    OpenGoodParts,
    /// A copy of unsaved work at once, and waits for it.
    KeepNow,
}

/// What is known about the file of the open scene.
#[derive(Default)]
pub(super) struct Files {
    /// What the file holds, or what a new scene began with.
    saved: Option<Preset>,
    /// The document as it was looked at last; `None` as long as it is as in the file.
    document: Option<Preset>,
    /// Computed when asked for.
    changes: OnceCell<Vec<DocumentChange>>,
    has_work: bool,
    keeper: Option<Keeper>,
    has_copy: bool,
    /// Since when, and lastly when, something changed that no copy has.
    newer: Option<(Instant, Instant)>,
    found: Vec<UnsavedWork>,
    good_parts: Option<(String, Salvage)>,
}

impl Session {
    /// What differs from the file of the open scene; for a shipped scene, from what is shipped.
    pub fn unsaved_changes(&self) -> &[DocumentChange] {
        self.files.changes.get_or_init(|| match (&self.files.saved, &self.files.document) {
            (Some(saved), Some(document)) => changes::between(saved, document),
            _ => Vec::new(),
        })
    }

    /// Whether anything differs from the file.
    pub const fn is_changed(&self) -> bool {
        self.files.document.is_some()
    }

    /// Whether something would be lost that is worth asking about.
    pub const fn has_unsaved_work(&self) -> bool {
        self.files.has_work
    }

    /// Unsaved work of programs that did not end properly, latest first.
    pub fn found_work(&self) -> &[UnsavedWork] {
        &self.files.found
    }

    /// Parts to be left out if the good parts of the file that could not be opened are wanted.
    pub fn good_parts(&self) -> Option<&[Dropped]> {
        self.files.good_parts.as_ref().map(|(_, salvage)| salvage.dropped.as_slice())
    }

    /// In how long [`Session::tick`] has something to do even if nothing moves.
    pub fn next_look(&self) -> Option<Duration> {
        self.files.newer.map(|_| QUIET)
    }

    pub(super) fn file_wish(&mut self, wish: FileWish) {
        match wish {
            FileWish::Save => match self.run.as_ref().map(Run::source) {
                Some(Source::File(path)) => self.save_to(&path.clone()),
                Some(_) => self.note = Some("This scene has no file yet: choose one.".to_owned()),
                None => {}
            },
            FileWish::Export(path) => {
                if let Some(document) = self.written(&path) {
                    self.note = Some(format!("A copy of “{}” is in {}", document.title, path.display()));
                }
            }
            FileWish::Revert => self.revert(),
            FileWish::KeepUnsavedIn(folder) => self.keep_unsaved_in(&folder),
            FileWish::Recover(id) => self.recover(&id),
            FileWish::Discard(id) => {
                let found = self.files.found.iter().position(|work| work.id == id);
                found.map(|index| self.files.found.remove(index)).map(UnsavedWork::remove).unwrap_or_default();
            }
            FileWish::ForgetUnsaved => self.files.forget_copy(),
            FileWish::OpenGoodParts => self.open_good_parts(),
            FileWish::KeepNow => {
                self.keep_copy();
                self.files.keeper.as_ref().map(Keeper::wait).unwrap_or_default();
            }
        }
    }

    /// Writes the document; from now on this is the file of the scene.
    pub(super) fn save_to(&mut self, path: &Path) {
        let Some(document) = self.written(path) else { return };
        self.note = Some(format!("Saved to {}", path.display()));
        self.files.saved = Some(document);
        self.with_run(|run| run.set_source(Source::File(path.to_owned())));
        self.look_for_changes();
    }

    /// What was written to a file, or a problem.
    fn written(&mut self, path: &Path) -> Option<Preset> {
        let document = self.run.as_ref()?.document();
        let written = document.and_then(|document| match preset::save(path, &document) {
            Ok(()) => Ok(document),
            Err(problems) => {
                let advice = "Choose another folder, or check that it can be written to.";
                let place = path.display().to_string();
                Err(Problem::new("The scene was not saved", advice).with(place, problems.to_string()))
            }
        });
        written.map_err(|problem| self.problem = Some(problem)).ok()
    }

    /// Another scene is open; what it is now is what its file holds.
    pub(super) fn files_opened(&mut self) {
        self.files.saved = self.run.as_ref().and_then(|run| match run.source() {
            // Of a scene without a file everything is unsaved but the empty scene that it began as.
            source @ Source::New(_) => Run::read(source).ok(),
            _ => run.document().ok(),
        });
        self.files.good_parts = None;
        self.look_for_changes();
    }

    /// Compares the document with its file; called after everything that may have changed it.
    pub(super) fn look_for_changes(&mut self) {
        let Some(run) = &self.run else { return };
        let document = run.document().ok();
        let is_new = document != self.files.document;
        let differs = document != self.files.saved;
        // Settings that are turned in a shipped scene, or by the step of a lesson that is taken, are play.
        let is_toggled = || run.changed_paths().iter().all(|path| self.toggles_setting(path));
        let is_play = self.files.saved.as_ref() == Some(run.preset())
            && (matches!(run.source(), Source::Shipped(_)) || is_toggled());
        let files = &mut self.files;
        files.changes = OnceCell::new();
        files.document = document.filter(|_| differs);
        files.has_work = differs && !is_play;
        if !files.has_work {
            files.forget_copy();
        } else if is_new && files.keeper.is_some() {
            let now = Instant::now();
            files.newer = Some((files.newer.map_or(now, |(since, _)| since), now));
        }
    }

    /// What is saved is the text of the scene from now on: a change that was saved in a variant does not go when another
    /// variant is shown.
    pub(super) fn keep_what_is_saved(&mut self) {
        if let (Some(run), Some(saved), None) = (&mut self.run, &self.files.saved, &self.files.document) {
            run.set_preset(saved.clone());
        }
    }

    /// A drag or another gesture is over: a good moment for a copy.
    pub(super) fn keep_copy(&mut self) {
        if self.files.newer.take().is_none() {
            return;
        }
        let changed = self.unsaved_changes().iter().map(|change| change.place.clone()).collect();
        let (Some(run), Some(document), Some(keeper)) = (&self.run, &self.files.document, &self.files.keeper) else {
            return;
        };
        let (source, variant) = (run.source().clone(), run.variant().map(str::to_owned));
        keeper.keep(Kept { document: document.clone(), source, variant, changed });
        self.files.has_copy = true;
    }

    /// Copies what has been unsaved for long enough; whether there is news to show.
    pub(super) fn tick_files(&mut self) -> bool {
        if let Some((since, last)) = self.files.newer
            && (last.elapsed() >= QUIET || since.elapsed() >= AT_LEAST)
        {
            self.keep_copy();
        }
        let trouble = self.files.keeper.as_ref().and_then(Keeper::take_trouble);
        let has_news = trouble.is_some();
        if let Some(trouble) = trouble {
            self.note = Some(format!("Unsaved work cannot be kept safe: {trouble}. Save the scene yourself."));
        }
        has_news
    }

    /// What the open scene began with, or its file, as the same variant. Everything since then is gone.
    fn revert(&mut self) {
        let Some(run) = &self.run else { return };
        let (source, variant, budget) =
            (run.source().clone(), run.variant().map(str::to_owned), run.timeline().budget());
        let preset = match (&source, &self.files.saved) {
            (Source::New(_), Some(saved)) => Ok(saved.clone()),
            _ => Run::read(&source),
        };
        let begun = preset.and_then(|preset| {
            let variant = variant.filter(|name| preset.variants.get(name).is_some());
            let variant = variant.or_else(|| preset.variants.names().next().map(str::to_owned));
            Run::start(source, preset, variant, budget)
        });
        match begun {
            Ok(run) => {
                self.show_run(run);
                self.note = Some("Back to what the file says.".to_owned());
            }
            Err(problem) => self.problem = Some(problem),
        }
    }

    fn keep_unsaved_in(&mut self, folder: &Path) {
        self.files.found = unsaved::find(folder);
        match Keeper::start(folder) {
            Ok(keeper) => self.files.keeper = Some(keeper),
            Err(error) => {
                self.note = Some(format!("Unsaved work cannot be kept in {}: {error}", folder.display()));
            }
        }
    }

    fn recover(&mut self, id: &str) {
        let Some(index) = self.files.found.iter().position(|work| work.id == id) else { return };
        let work = &self.files.found[index];
        let (source, variant) = (work.source.clone(), work.variant.clone());
        let begun = work.document().map_err(|problems| {
            super::run::problem(format!("The unsaved work on “{}” cannot be opened", source.name()), &problems)
        });
        let begun = begun.and_then(|document| {
            let variant = variant.filter(|name| document.variants.get(name).is_some());
            Run::start(source.clone(), document, variant, super::DEFAULT_BUDGET)
        });
        match begun {
            Ok(run) => {
                self.show_run(run);
                // The file may be gone or be a new scene that never had one: then all of it is unsaved.
                let empty = Preset::empty("");
                self.files.saved = Some(Run::read(&source).unwrap_or(empty));
                self.look_for_changes();
                self.note = Some("This is the unsaved work. It is not in its file yet.".to_owned());
                // First our own copy, then the one it came from goes.
                self.file_wish(FileWish::KeepNow);
                let work = self.files.found.remove(index);
                if self.files.has_copy || !self.files.has_work {
                    work.remove();
                }
            }
            Err(problem) => self.problem = Some(problem),
        }
    }

    /// Offers the good parts of a file that could not be opened.
    pub(super) fn look_for_good_parts(&mut self, source: &Source) {
        let Source::File(path) = source else { return };
        let text = std::fs::read_to_string(path).ok();
        let salvage = text.and_then(|text| preset::salvage(text.strip_prefix('\u{feff}').unwrap_or(&text)));
        self.files.good_parts = salvage.map(|salvage| (source.name(), salvage));
    }

    fn open_good_parts(&mut self) {
        let Some((name, Salvage { preset, .. })) = self.files.good_parts.take() else { return };
        let variant = preset.variants.names().next().map(str::to_owned);
        // A scene of its own: to save it must not put an end to what the broken file still holds.
        let title = format!("{} (good parts)", name.trim_end_matches(".json"));
        match Run::start(Source::New(title), preset, variant, super::DEFAULT_BUDGET) {
            Ok(run) => {
                self.show_run(run);
                self.files.saved = Some(Preset::empty(""));
                self.look_for_changes();
                self.note = Some("The good parts are open as a new scene; the file is as it was.".to_owned());
            }
            Err(problem) => self.problem = Some(problem),
        }
    }

    /// Forgets the offer together with the problem that it belongs to.
    pub(super) fn dismiss_problem(&mut self) {
        self.problem = None;
        self.files.good_parts = None;
    }
}

impl Files {
    fn forget_copy(&mut self) {
        self.newer = None;
        if std::mem::take(&mut self.has_copy)
            && let Some(keeper) = &self.keeper
        {
            keeper.forget();
        }
    }
}
