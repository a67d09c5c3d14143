//! Choosing files: the system's dialog behind a trait, and a field to type a path for machines that have none.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// What a path is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Open,
    Save,
    /// A copy for somebody else.
    Export,
    SaveRecording,
    SaveTable,
    /// Of a lesson.
    SaveSheet,
}

/// Where the window keeps what is no document; `None` where it is to keep nothing of the kind.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    /// Copies of unsaved work.
    pub unsaved: Option<PathBuf>,
    /// Pictures that can be made again at any time.
    pub cache: Option<PathBuf>,
    /// The user's own presets; made when the first one is saved there.
    pub presets: Option<PathBuf>,
}

impl Folders {
    /// The platform's folders for this user.
    pub fn of_user() -> Self {
        let var = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let at_home = |path: &str| var("HOME").map(|home| home.join(path));
        let (state, cache, data) = if cfg!(target_os = "windows") {
            (var("LOCALAPPDATA"), var("LOCALAPPDATA"), var("APPDATA"))
        } else if cfg!(target_os = "macos") {
            (at_home("Library/Application Support"), at_home("Library/Caches"), at_home("Library/Application Support"))
        } else {
            (
                var("XDG_STATE_HOME").or_else(|| at_home(".local/state")),
                var("XDG_CACHE_HOME").or_else(|| at_home(".cache")),
                var("XDG_DATA_HOME").or_else(|| at_home(".local/share")),
            )
        };
        let own = |folder: Option<PathBuf>, name: &str| folder.map(|folder| folder.join("jitterscope").join(name));
        Self { unsaved: own(state, "unsaved"), cache: own(cache, "thumbnails"), presets: own(data, "presets") }
    }
}

/// Whether a file is a recording rather than a preset, by its name.
pub fn is_recording(path: &std::path::Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    name.ends_with(".jsonl") || name.ends_with(".jsonl.gz")
}

/// The system's file dialog; tests have none.
pub trait FileDialogs {
    /// Opens a dialog that must not block; the answer arrives on the channel, `None` for Cancel or when there is no
    /// dialog on this machine (the two cannot be told apart).
    fn ask(&self, purpose: Purpose, suggestion: &str, wake: egui::Context) -> Option<Receiver<Option<PathBuf>>>;
}

/// Dialogs of the desktop, through rfd.
#[derive(Debug, Default)]
pub struct SystemDialogs;

impl FileDialogs for SystemDialogs {
    fn ask(&self, purpose: Purpose, suggestion: &str, wake: egui::Context) -> Option<Receiver<Option<PathBuf>>> {
        let (sender, receiver) = channel();
        let dialog = rfd::AsyncFileDialog::new();
        let dialog = match purpose {
            Purpose::Open => dialog.add_filter(
                "Presets, recordings, meshes, pictures",
                &["json", "jsonl", "gz", "obj", "gltf", "glb", "png"],
            ),
            Purpose::Save | Purpose::Export => dialog.add_filter("Jitterscope preset", &["json"]),
            Purpose::SaveTable => dialog.add_filter("Table", &["csv"]),
            Purpose::SaveSheet => dialog.add_filter("Result sheet", &["md"]),
            Purpose::SaveRecording => dialog.add_filter("Jitterscope recording", &["gz", "jsonl"]),
        };
        type Answer = std::pin::Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>>;
        let answer: Answer = match purpose {
            Purpose::Open => Box::pin(dialog.pick_file()),
            _ => {
                let suggestion = std::path::Path::new(suggestion);
                let dialog = match suggestion.parent().filter(|folder| folder.is_dir()) {
                    Some(folder) => dialog.set_directory(folder),
                    None => dialog,
                };
                let name = suggestion.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                Box::pin(dialog.set_file_name(name).save_file())
            }
        };
        std::thread::spawn(move || {
            let path = pollster::block_on(answer).map(|file| file.path().to_owned());
            // The window may be gone by now.
            let _ = sender.send(path);
            wake.request_repaint();
        });
        Some(receiver)
    }
}

/// No dialogs at all: the path is typed.
#[derive(Debug, Default)]
pub struct NoDialogs;

impl FileDialogs for NoDialogs {
    fn ask(&self, _: Purpose, _: &str, _: egui::Context) -> Option<Receiver<Option<PathBuf>>> {
        None
    }
}

/// A path that is being asked for.
pub struct PathQuestion {
    pub purpose: Purpose,
    /// What was typed so far.
    pub typed: String,
    waiting: Option<Receiver<Option<PathBuf>>>,
}

/// How a question stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Pending,
    Path(PathBuf),
    Cancelled,
}

impl PathQuestion {
    pub fn new(purpose: Purpose, suggestion: String, dialogs: &dyn FileDialogs, ctx: &egui::Context) -> Self {
        let waiting = dialogs.ask(purpose, &suggestion, ctx.clone());
        Self { purpose, typed: suggestion, waiting }
    }

    /// What the system's dialog said; when it said nothing, the field to type in stays.
    pub fn poll(&mut self) -> Answer {
        match self.waiting.as_ref().map(Receiver::try_recv) {
            Some(Ok(Some(path))) => Answer::Path(path),
            Some(Ok(None) | Err(TryRecvError::Disconnected)) => {
                self.waiting = None;
                Answer::Pending
            }
            Some(Err(TryRecvError::Empty)) | None => Answer::Pending,
        }
    }
}
