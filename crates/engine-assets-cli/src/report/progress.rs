//! Progress bars. They are only shown on a terminal, and only if the work takes more than a second.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The time to wait before a bar is shown.
const DELAY: Duration = Duration::from_secs(1);

const FILES: &str = "{bar:30} {pos} of {len} files, {per_sec}, {eta} left";
const BYTES: &str = "{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";
const UNKNOWN_TOTAL: &str = "{spinner} {pos} files, {elapsed}";

/// The bar that is being shown, because it must be removed before other text is printed.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Removes the bar, calls `write`, and shows the bar again.
pub(super) fn without_bar<T>(write: impl FnOnce() -> T) -> T {
    let shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match shown {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

fn show(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = bar.with_style(style);
    *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
    bar
}

fn hide(bar: &ProgressBar) {
    *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = None;
    bar.finish_and_clear();
}

/// Shows the number of files that are done. Use this if the total is not known.
pub(crate) struct Progress {
    since: Instant,
    bar: Option<ProgressBar>,
    quiet: bool,
}

impl Progress {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { since: Instant::now(), bar: None, quiet }
    }

    /// Sets the number of files that are done.
    pub(crate) fn done(&mut self, files: u64) {
        if !self.quiet && self.bar.is_none() && self.since.elapsed() > DELAY {
            self.bar = Some(show(ProgressBar::new_spinner(), UNKNOWN_TOTAL));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(files);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.iter().for_each(hide);
    }
}

/// Shows how many files or bytes are done, the total, the rate, and the time left. Several threads can add to it at the
/// same time.
pub(crate) struct Meter {
    since: Instant,
    done: AtomicU64,
    total: u64,
    template: &'static str,
    bar: OnceLock<ProgressBar>,
    quiet: bool,
}

impl Meter {
    pub(crate) fn bytes(total: u64, quiet: bool) -> Self {
        Self::new(total, BYTES, quiet)
    }

    pub(crate) fn files(total: usize, quiet: bool) -> Self {
        Self::new(total as u64, FILES, quiet)
    }

    fn new(total: u64, template: &'static str, quiet: bool) -> Self {
        Self { since: Instant::now(), done: AtomicU64::new(0), total, template, bar: OnceLock::new(), quiet }
    }

    /// Adds to the amount that is done.
    pub(crate) fn add(&self, more: u64) {
        self.set(self.done.fetch_add(more, Ordering::Relaxed).saturating_add(more));
    }

    /// Sets the amount that is done.
    pub(crate) fn set(&self, done: u64) {
        if self.quiet || (self.bar.get().is_none() && self.since.elapsed() <= DELAY) {
            return;
        }
        self.bar.get_or_init(|| self.show(done)).set_position(done);
    }

    fn show(&self, done: u64) -> ProgressBar {
        let bar = show(ProgressBar::new(self.total), self.template);
        let bar = bar.with_position(done).with_elapsed(self.since.elapsed());
        bar.reset_eta();
        bar
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.bar.get().iter().for_each(|bar| hide(bar));
    }
}
