//! A line on standard error, when somebody is there to see it.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time between two lines.
const INTERVAL: Duration = Duration::from_millis(200);

/// How far long work has got; may be told from several threads.
pub(super) struct Progress {
    /// What is counted: "step".
    what: &'static str,
    /// When it was last shown; `None` when nobody watches.
    shown: Option<Mutex<Instant>>,
}

impl Progress {
    pub fn new(what: &'static str) -> Self {
        Self { what, shown: io::stderr().is_terminal().then(|| Mutex::new(Instant::now())) }
    }

    /// Shows "step 40 of 100" now and then; without the end where that is not known.
    pub fn show(&self, done: u64, of: Option<u64>) {
        let Some(mut shown) = self.shown.as_ref().and_then(|shown| shown.try_lock().ok()) else { return };
        if shown.elapsed() >= INTERVAL {
            *shown = Instant::now();
            let end = of.map_or_else(String::new, |of| format!(" of {of}"));
            let _ = write!(io::stderr(), "\r\x1b[2K{} {done}{end}", self.what);
        }
    }

    pub fn clear(&self) {
        if self.shown.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[2K");
        }
    }
}
