//! The copies of unsaved work on the disk: one file per process, whole at any time, and a lock that the system gives
//! back when the process ends, however it ends.
//!
//! A copy is a line about itself and the text of the document, so that a person can take the scene out of it by hand.

use super::super::Source;
use crate::preset::{self, Preset, Problems};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const FORMAT: &str = "jitterscope-unsaved";
const VERSION: u32 = 1;
const BEGINNING: &str = "unsaved-";

/// The first line.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Head {
    format: String,
    version: u32,
    title: String,
    source: SavedSource,
    variant: Option<String>,
    /// Since 1970, s.
    kept_at: u64,
    /// What differs from the file: JSON pointers.
    changed: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SavedSource {
    Shipped(String),
    File(PathBuf),
    New(String),
}

/// What is to be kept.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Kept {
    pub document: Preset,
    pub source: Source,
    pub variant: Option<String>,
    pub changed: Vec<String>,
}

/// Unsaved work of a program that did not end properly.
#[derive(Debug)]
pub struct UnsavedWork {
    /// By which it is asked for.
    pub id: String,
    pub title: String,
    pub source: Source,
    pub variant: Option<String>,
    /// Since 1970.
    pub kept_at: Duration,
    /// What differs from the file: JSON pointers.
    pub changed: Vec<String>,
    path: PathBuf,
    text: String,
    /// Nobody else may offer it meanwhile.
    _lock: Option<File>,
}

impl Kept {
    /// The whole text of a copy.
    pub(super) fn text(&self) -> Result<String, Problems> {
        let head = Head {
            format: FORMAT.to_owned(),
            version: VERSION,
            title: self.document.title.clone(),
            source: match &self.source {
                Source::Shipped(id) => SavedSource::Shipped(id.clone()),
                Source::File(path) => SavedSource::File(path.clone()),
                Source::New(title) => SavedSource::New(title.clone()),
            },
            variant: self.variant.clone(),
            kept_at: SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs(),
            changed: self.changed.clone(),
        };
        let head = serde_json::to_string(&head).map_err(|error| Problems::whole(error.to_string()))?;
        Ok(format!("{head}\n{}", self.document.to_text()?))
    }
}

impl UnsavedWork {
    /// How long ago it was kept.
    pub fn age(&self) -> Duration {
        SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().saturating_sub(self.kept_at)
    }

    /// The document.
    ///
    /// # Errors
    /// When it cannot be read, as it may be if it was kept by another version of the program.
    pub(super) fn document(&self) -> Result<Preset, Problems> {
        preset::parse(&self.text)
    }

    /// Takes it from the disk.
    pub(super) fn remove(self) {
        // When it cannot be removed it is offered again, which is better than a message nobody can act upon.
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(lock_path(&self.path));
    }

    fn read(path: PathBuf, lock: Option<File>) -> Option<Self> {
        let whole = fs::read_to_string(&path).ok()?;
        let (head, text) = whole.split_once('\n')?;
        let head: Head = serde_json::from_str(head).ok()?;
        let is_ours = head.format == FORMAT && head.version <= VERSION;
        is_ours.then(|| Self {
            id: path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned()),
            title: head.title,
            source: match head.source {
                SavedSource::Shipped(id) => Source::Shipped(id),
                SavedSource::File(path) => Source::File(path),
                SavedSource::New(title) => Source::New(title),
            },
            variant: head.variant,
            kept_at: Duration::from_secs(head.kept_at),
            changed: head.changed,
            path,
            text: text.to_owned(),
            _lock: lock,
        })
    }
}

/// The place of this process in the folder.
#[derive(Debug)]
pub(super) struct Place {
    pub path: PathBuf,
    lock: File,
}

impl Place {
    /// Takes a place that nobody else has.
    pub(super) fn take(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        for count in 0..1000 {
            let path = folder.join(format!("{BEGINNING}{}-{count}.json", std::process::id()));
            let lock = File::create(lock_path(&path))?;
            // A copy of a process that had our number and died is not to be written over.
            if lock.try_lock().is_ok() && !path.exists() {
                return Ok(Self { path, lock });
            }
        }
        Err(io::Error::other("every place in the folder for unsaved work is taken"))
    }

    /// Leaves it: what is kept stays, for the next start.
    pub(super) fn leave(&self) {
        if !self.path.exists() {
            let _ = fs::remove_file(lock_path(&self.path));
        }
        let _ = self.lock.unlock();
    }
}

fn lock_path(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

/// The work of processes that are gone, latest first. Removes what such processes left that is of no use.
pub(super) fn find(folder: &Path) -> Vec<UnsavedWork> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    names.sort();
    let mut found = Vec::new();
    for path in names.iter().filter(|path| is_ours(path)) {
        let copy = path.with_extension("json");
        let lock = match File::options().read(true).write(true).create(true).truncate(false).open(lock_path(&copy)) {
            Err(_) => None,
            Ok(file) => match file.try_lock() {
                Ok(()) => Some(file),
                Err(TryLockError::WouldBlock) => continue,
                // A file system without locks: to offer the work of a living process is better than to lose that of a dead one.
                Err(TryLockError::Error(_)) => None,
            },
        };
        match path.extension().and_then(|e| e.to_str()) {
            Some("json") => found.extend(UnsavedWork::read(copy, lock)),
            Some("lock") if !copy.exists() => drop(fs::remove_file(path)),
            // Half-written when the process was killed; the whole copy before it is there.
            Some("tmp") if lock.is_some() => drop(fs::remove_file(path)),
            _ => {}
        }
    }
    found.sort_by_key(|work| std::cmp::Reverse(work.kept_at));
    found
}

fn is_ours(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(BEGINNING))
}
