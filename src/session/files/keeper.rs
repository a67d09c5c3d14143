//! Keeps copies of unsaved work, on a thread of its own: a slow disk must not make the window stutter.

use super::unsaved::{Kept, Place};
use crate::preset::replace_file;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

enum Wish {
    Keep(Box<Kept>),
    Forget,
    /// Answers when everything before it is done.
    Wait(Sender<()>),
}

/// The writer and its place on the disk.
pub(super) struct Keeper {
    place: Arc<Place>,
    wishes: Option<Sender<Wish>>,
    thread: Option<JoinHandle<()>>,
    trouble: Arc<Mutex<Option<String>>>,
}

impl Keeper {
    /// Begins to keep copies in a folder.
    ///
    /// # Errors
    /// When the folder cannot be written to.
    pub(super) fn start(folder: &Path) -> io::Result<Self> {
        let place = Arc::new(Place::take(folder)?);
        let trouble: Arc<Mutex<Option<String>>> = Arc::default();
        let (sender, receiver) = channel();
        let (at, says) = (place.clone(), trouble.clone());
        let thread = std::thread::Builder::new().name("unsaved work".to_owned());
        let thread = thread.spawn(move || write_all(&at, &receiver, &says))?;
        Ok(Self { place, wishes: Some(sender), thread: Some(thread), trouble })
    }

    pub(super) fn keep(&self, kept: Kept) {
        self.ask(Wish::Keep(Box::new(kept)));
    }

    /// Nothing is unsaved any more.
    pub(super) fn forget(&self) {
        self.ask(Wish::Forget);
    }

    /// Until what was asked for is on the disk.
    pub(super) fn wait(&self) {
        let (sender, receiver) = channel();
        self.ask(Wish::Wait(sender));
        let _ = receiver.recv();
    }

    /// Why the last copy could not be written; told once.
    pub(super) fn take_trouble(&self) -> Option<String> {
        self.trouble.lock().ok()?.take()
    }

    fn ask(&self, wish: Wish) {
        // The thread lives as long as the sender.
        let _ = self.wishes.as_ref().map(|wishes| wishes.send(wish));
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.wishes = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        self.place.leave();
    }
}

fn write_all(place: &Place, wishes: &Receiver<Wish>, trouble: &Mutex<Option<String>>) {
    while let Ok(first) = wishes.recv() {
        // Of several copies that wait only the last one matters.
        let (mut last, mut waiting) = (None, Vec::new());
        for wish in std::iter::once(first).chain(wishes.try_iter()) {
            match wish {
                Wish::Wait(sender) => waiting.push(sender),
                wish => last = Some(wish),
            }
        }
        let result = match last {
            Some(Wish::Keep(kept)) => kept
                .text()
                .map_err(|problems| problems.to_string())
                .and_then(|text| replace_file(&place.path, text.as_bytes(), false).map_err(|e| e.to_string())),
            Some(Wish::Forget) => match fs::remove_file(&place.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.to_string()),
                _ => Ok(()),
            },
            _ => Ok(()),
        };
        if let (Err(error), Ok(mut trouble)) = (result, trouble.lock()) {
            *trouble = Some(error);
        }
        for sender in waiting {
            let _ = sender.send(());
        }
    }
}
