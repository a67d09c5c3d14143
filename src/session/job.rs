//! Long work beside the window: on a thread of its own, with progress, and to be cancelled at any time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Work under way that sends results of type `T`, one or many.
pub(super) struct Job<T> {
    is_cancelled: Arc<AtomicBool>,
    done: Arc<AtomicU64>,
    total: u64,
    results: Receiver<T>,
}

/// What the work itself gets.
pub(super) struct Desk<T> {
    pub is_cancelled: Arc<AtomicBool>,
    done: Arc<AtomicU64>,
    results: Sender<T>,
}

impl<T> Desk<T> {
    /// So much of the total is done.
    pub fn report(&self, done: u64) {
        self.done.fetch_max(done, Ordering::Relaxed);
    }

    /// Hands a result over. When nobody waits for it any more it is dropped.
    pub fn send(&self, result: T) {
        let _ = self.results.send(result);
    }
}

impl<T: Send + 'static> Job<T> {
    /// Starts `work`; `None` when the system has no thread for it.
    pub fn start(total: u64, work: impl FnOnce(&Desk<T>) + Send + 'static) -> Option<Self> {
        let (is_cancelled, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let (sender, results) = channel();
        let desk = Desk { is_cancelled: is_cancelled.clone(), done: done.clone(), results: sender };
        let thread = std::thread::Builder::new().name("background work".to_owned());
        thread.spawn(move || work(&desk)).ok()?;
        Some(Self { is_cancelled, done, total, results })
    }

    /// What has come since the last call.
    pub fn take(&self) -> Vec<T> {
        self.results.try_iter().collect()
    }

    /// Waits for the next result; `None` when there will be none.
    #[cfg(test)]
    pub fn wait(&self) -> Option<T> {
        self.results.recv().ok()
    }
}

impl<T> Job<T> {
    /// Share that is done, 0 to 1.
    pub fn progress(&self) -> f32 {
        (self.done.load(Ordering::Relaxed) as f32 / self.total.max(1) as f32).min(1.0)
    }
}

impl<T> Drop for Job<T> {
    /// Nobody looks at the result any more.
    fn drop(&mut self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }
}
