//! Watches folders until the command is interrupted.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::output::named;
use crate::report::{print_error, print_message, shown};

/// The time to wait until there are no more changes, because programs write a file in several steps.
const QUIET: Duration = Duration::from_millis(200);
/// The maximum time to wait if more changes arrive.
const LONGEST: Duration = Duration::from_secs(2);

/// The time between two checks that the watched folders still exist. This is necessary because the system does not
/// always report it if a folder is moved away or created again.
const LOOK: Duration = Duration::from_secs(1);

/// A message to the loop.
enum Message {
    Changed(Vec<PathBuf>),
    /// Paths that were removed, moved or created. A watched folder may now be another folder.
    Moved(Vec<PathBuf>),
    Stop,
}

/// Watches folders. When the command is interrupted, it ends with success.
pub(crate) struct Watch {
    watched: Watched,
    messages: Receiver<Message>,
    stopped: Arc<AtomicBool>,
}

impl Watch {
    /// Starts to watch folders. The flag is `true` to watch subfolders too. You can only call this once in a process.
    pub(crate) fn start(folders: BTreeSet<(PathBuf, bool)>) -> io::Result<Self> {
        let (sender, messages) = mpsc::channel();
        let stopped = Arc::new(AtomicBool::new(false));
        let (stop, stopper) = (sender.clone(), stopped.clone());
        let handler = move || {
            stopper.store(true, Ordering::Relaxed);
            drop(stop.send(Message::Stop));
        };
        ctrlc::set_handler(handler).map_err(io::Error::other)?;
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| match event {
            Ok(event) if is_change(&event.kind) => drop(sender.send(message(event))),
            Ok(_) => {}
            Err(error) => print_error(&error),
        });
        let watcher = watcher.map_err(|error| io::Error::other(error.to_string()))?;
        let mut watched = Watched { watcher, folders, lost: BTreeSet::new() };
        watched.watch_all()?;
        Ok(Self { watched, messages, stopped })
    }

    /// Returns a flag that is set when the command is interrupted.
    pub(crate) fn stopped(&self) -> Arc<AtomicBool> {
        self.stopped.clone()
    }

    /// Returns the number of watched folders.
    pub(crate) fn count(&self) -> usize {
        self.watched.folders.len()
    }

    /// Waits for changes and returns the changed paths, except for paths that `is_own` accepts. Folders that exist
    /// again are included. While a folder does not exist, its files count as missing, and no path is returned until it
    /// exists again. Returns `None` when the command is interrupted.
    pub(crate) fn next(&mut self, is_own: impl Fn(&PathBuf) -> bool) -> Option<Vec<PathBuf>> {
        loop {
            let Changes { changed, moved } = next(&self.messages)?;
            let again = self.watched.renew(&moved);
            let all = changed.into_iter().chain(moved).filter(|path| !is_own(path));
            let touched: Vec<PathBuf> = all.chain(again).collect();
            if !touched.is_empty() && self.watched.lost.is_empty() {
                return Some(touched);
            }
        }
    }
}

/// Returns `true` if an event is a change to content. This is necessary because reading a file is an event, too.
fn is_change(kind: &EventKind) -> bool {
    !matches!(kind, EventKind::Access(access) if *access != AccessKind::Close(AccessMode::Write))
}

/// Converts an event to a message.
fn message(event: notify::Event) -> Message {
    let is_move =
        matches!(event.kind, EventKind::Remove(_) | EventKind::Create(_) | EventKind::Modify(ModifyKind::Name(_)));
    if is_move { Message::Moved(event.paths) } else { Message::Changed(event.paths) }
}

/// The watched folders.
struct Watched {
    watcher: RecommendedWatcher,
    /// The folders. The flag is `true` if subfolders are watched too.
    folders: BTreeSet<(PathBuf, bool)>,
    /// The folders that were removed.
    lost: BTreeSet<PathBuf>,
}

impl Watched {
    fn watch_all(&mut self) -> io::Result<()> {
        for (folder, deep) in &self.folders {
            watch(&mut self.watcher, folder, *deep).map_err(|error| named(folder, &error))?;
        }
        Ok(())
    }

    /// Watches removed folders again if they exist again, and reports folders that were removed. `moved` contains paths
    /// that may now be other files. Returns the folders that are watched again, because all of their files may have
    /// changed.
    fn renew(&mut self, moved: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
        let mut again = Vec::new();
        for (folder, deep) in &self.folders {
            let is_there = folder.is_dir();
            if !is_there && self.lost.insert(folder.clone()) {
                print_message(&format!("{} was removed; it is watched when it exists again", shown(folder)));
            }
            // A new folder of the name of a removed one has another number, which the system may have used before: only watching it again is sure.
            if !is_there || !self.lost.contains(folder) && !moved.contains(folder) {
                continue;
            }
            // The watch of a removed folder is gone already.
            drop(self.watcher.unwatch(folder));
            match watch(&mut self.watcher, folder, *deep) {
                Ok(()) => {
                    if self.lost.remove(folder) {
                        print_message(&format!("watching {} again", shown(folder)));
                    }
                    again.push(folder.clone());
                }
                // It may be gone again: the next look tells.
                Err(_) => drop(self.lost.insert(folder.clone())),
            }
        }
        again
    }
}

fn watch(watcher: &mut RecommendedWatcher, folder: &Path, deep: bool) -> io::Result<()> {
    let mode = if deep { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
    watcher.watch(folder, mode).map_err(|error| io::Error::other(error.to_string()))
}

/// Returns the folder to watch for a path. The flag is `true` if subfolders must be watched too. For a file, this is
/// its folder, because programs replace files.
pub(crate) fn folder_of(path: &Path) -> Option<(PathBuf, bool)> {
    let path = path.canonicalize().ok()?;
    if path.is_dir() { Some((path, true)) } else { Some((path.parent()?.to_path_buf(), false)) }
}

/// The paths that changed, and paths that are now other files.
#[derive(Default)]
struct Changes {
    changed: BTreeSet<PathBuf>,
    moved: BTreeSet<PathBuf>,
}

impl Changes {
    /// Adds a message. Returns `false` if this is the end.
    fn add(&mut self, message: Message) -> bool {
        match message {
            Message::Changed(paths) => self.changed.extend(paths),
            Message::Moved(paths) => self.moved.extend(paths),
            Message::Stop => return false,
        }
        true
    }
}

/// Waits for changes. Returns the changed paths as soon as there is no change for a moment. If nothing changes for a
/// while, this is empty. Returns `None` at the end.
fn next(messages: &Receiver<Message>) -> Option<Changes> {
    let mut changes = Changes::default();
    match messages.recv_timeout(LOOK) {
        Ok(message) => changes.add(message).then_some(())?,
        Err(RecvTimeoutError::Timeout) => return Some(changes),
        Err(RecvTimeoutError::Disconnected) => return None,
    }
    let since = Instant::now();
    while since.elapsed() < LONGEST {
        match messages.recv_timeout(QUIET) {
            Ok(message) => changes.add(message).then_some(())?,
            Err(RecvTimeoutError::Timeout) => break,
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    Some(changes)
}
