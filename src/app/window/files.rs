//! Choosing files: the system's dialog behind a trait, and a field to type a path for machines that have none.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// What a path is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Open,
    Save,
    SaveRecording,
    SaveTable,
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
            Purpose::Open => dialog.add_filter("Presets and recordings", &["json", "jsonl", "gz"]),
            Purpose::Save => dialog.add_filter("Jitterscope preset", &["json"]),
            Purpose::SaveTable => dialog.add_filter("Table", &["csv"]),
            Purpose::SaveRecording => dialog.add_filter("Jitterscope recording", &["gz", "jsonl"]),
        };
        type Answer = std::pin::Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>>;
        let answer: Answer = match purpose {
            Purpose::Open => Box::pin(dialog.pick_file()),
            Purpose::Save | Purpose::SaveRecording | Purpose::SaveTable => {
                Box::pin(dialog.set_file_name(suggestion).save_file())
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
