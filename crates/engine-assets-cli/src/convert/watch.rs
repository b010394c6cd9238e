//! `convert --watch`: converts changed inputs until it is interrupted.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use engine_assets::{ConvertFolder, Existing, Resources};
use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::arguments::Arguments;
use super::once::convert;
use super::print::{outcome, print_event, print_existing, print_summary};
use crate::output::named;
use crate::report::{Outcome, print_error, print_message, shown};

/// Time without a change after which changes are converted: programs write a file in several steps.
const QUIET: Duration = Duration::from_millis(200);
/// Most time that changes wait while more of them arrive.
const LONGEST: Duration = Duration::from_secs(2);

/// Time between two looks whether the watched folders are still there: the system doesn't tell of every folder that is moved away or made again.
const LOOK: Duration = Duration::from_secs(1);

/// A message to the loop.
enum Message {
    Changed(Vec<PathBuf>),
    /// Paths that were removed, moved or made: a watched folder may be another one now.
    Moved(Vec<PathBuf>),
    Stop,
}

/// Converts everything that is out of date, then changed inputs. Errors are printed and end nothing; an interrupt ends it with success.
pub(super) fn run(arguments: &Arguments, folder: ConvertFolder<'_>, quiet: bool) -> io::Result<Outcome> {
    if arguments.is_to_stdout() {
        print_error(&"--watch needs a file or a folder as OUT, not standard output");
        return Ok(Outcome::Failed);
    }
    let (sender, messages) = mpsc::channel();
    let stopped = Arc::new(AtomicBool::new(false));
    let (stop, stopper) = (sender.clone(), stopped.clone());
    let handler = move || {
        stopper.store(true, Ordering::Relaxed);
        drop(stop.send(Message::Stop));
    };
    ctrlc::set_handler(handler).map_err(io::Error::other)?;
    let is_stopped = || stopped.load(Ordering::Relaxed);
    // Changes during the first run count.
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| match event {
        Ok(event) if is_change(&event.kind) => drop(sender.send(message(event))),
        Ok(_) => {}
        Err(error) => print_error(&error),
    });
    let watcher = watcher.as_mut().map_err(|error| io::Error::other(error.to_string()))?;
    let mut watched = Watched { watcher, folders: folders(arguments)?, lost: BTreeSet::new() };
    watched.watch_all()?;
    let first = if arguments.force { folder } else { folder.existing(Existing::Newer) };
    convert(first.cancelled(is_stopped), false, quiet)?;
    if !quiet && !is_stopped() {
        print_message(&format!("watching {} folders; Ctrl-C ends it", watched.folders.len()));
    }
    let own = arguments.output.canonicalize().ok();
    while let Some(Changes { changed, moved }) = next(&messages) {
        let is_own = |path: &PathBuf| own.as_ref().is_some_and(|own| path.starts_with(own));
        let again = watched.renew(&moved);
        let all = changed.into_iter().chain(moved).filter(|path| !is_own(path));
        let touched: Vec<PathBuf> = all.chain(again).collect();
        // Without a folder, its files count as missing; they are converted when it exists again.
        if !touched.is_empty() && watched.lost.is_empty() {
            convert_changed(arguments, touched, &is_stopped, quiet);
        }
    }
    Ok(Outcome::Fine)
}

/// Converts inputs that changed, or that reference changed files.
fn convert_changed(
    arguments: &Arguments,
    touched: Vec<PathBuf>,
    is_stopped: &(dyn Fn() -> bool + Send + Sync),
    quiet: bool,
) {
    let folder = arguments.to_folder().map(|folder| folder.existing(Existing::Newer).touched(touched));
    let folder = folder.map(|folder| folder.events(|event| print_event(event, quiet)).cancelled(is_stopped));
    match folder.and_then(|folder| folder.run()) {
        Ok(report) if !quiet && (!report.files().is_empty() || outcome(&report) != Outcome::Fine) => {
            print_summary(&report, false);
        }
        Ok(_) => {}
        Err(error) => print_existing(&error),
    }
}

/// Whether an event is a change of content. Reading a file is an event, too.
fn is_change(kind: &EventKind) -> bool {
    !matches!(kind, EventKind::Access(access) if *access != AccessKind::Close(AccessMode::Write))
}

/// The message about an event.
fn message(event: notify::Event) -> Message {
    let is_move =
        matches!(event.kind, EventKind::Remove(_) | EventKind::Create(_) | EventKind::Modify(ModifyKind::Name(_)));
    if is_move { Message::Moved(event.paths) } else { Message::Changed(event.paths) }
}

/// The watched folders.
struct Watched<'w> {
    watcher: &'w mut RecommendedWatcher,
    /// Each with whether the folders in it are watched too.
    folders: BTreeSet<(PathBuf, bool)>,
    /// Folders that were removed.
    lost: BTreeSet<PathBuf>,
}

impl Watched<'_> {
    fn watch_all(&mut self) -> io::Result<()> {
        for (folder, deep) in &self.folders {
            watch(self.watcher, folder, *deep).map_err(|error| named(folder, &error))?;
        }
        Ok(())
    }

    /// Watches folders again that were removed and exist again, and reports removed ones. `moved` are paths that may be other files now. Returns the
    /// folders that are watched again, whose files may all have changed.
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
            match watch(self.watcher, folder, *deep) {
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

/// The folders of the inputs and of their resources, each with whether the folders in it are watched too.
fn folders(arguments: &Arguments) -> io::Result<BTreeSet<(PathBuf, bool)>> {
    let mut folders: BTreeSet<(PathBuf, bool)> = BTreeSet::new();
    let originals = [&arguments.scenes.into, &arguments.scenes.bind_pose_of].into_iter().flatten();
    for path in arguments.inputs.paths() {
        let around = Resources::around(path).into_iter();
        let roots = around.flat_map(|around| around.roots().map(Path::to_path_buf).collect::<Vec<_>>());
        folders.extend(roots.filter_map(|root| folder_of(&root)));
    }
    let roots = arguments.scenes.resources.roots().iter();
    for path in arguments.inputs.paths().iter().chain(originals).chain(roots) {
        let folder = folder_of(path).ok_or_else(|| named(path, &io::ErrorKind::NotFound.into()))?;
        folders.insert(folder);
    }
    Ok(folders)
}

/// The folder to watch for a path, and whether the folders in it are watched, too. A file is watched by its folder: programs replace files.
fn folder_of(path: &Path) -> Option<(PathBuf, bool)> {
    let path = path.canonicalize().ok()?;
    if path.is_dir() { Some((path, true)) } else { Some((path.parent()?.to_path_buf(), false)) }
}

/// Paths that changed, and paths that are other files now.
#[derive(Default)]
struct Changes {
    changed: BTreeSet<PathBuf>,
    moved: BTreeSet<PathBuf>,
}

impl Changes {
    /// Adds a message. Returns `false` for the end.
    fn add(&mut self, message: Message) -> bool {
        match message {
            Message::Changed(paths) => self.changed.extend(paths),
            Message::Moved(paths) => self.moved.extend(paths),
            Message::Stop => return false,
        }
        true
    }
}

/// Waits for changes. Returns the changed paths once there was no change for a moment, none after a while without any; `None` at the end.
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
