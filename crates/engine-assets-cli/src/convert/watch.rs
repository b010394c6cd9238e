//! `convert --watch`: converts changed inputs until it is interrupted.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use engine_assets::{ConvertFolder, Existing, Resources};
use notify::event::{AccessKind, AccessMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::arguments::Arguments;
use super::once::convert;
use super::print::{outcome, print_event, print_existing, print_summary};
use crate::output::named;
use crate::report::{Outcome, print_error, print_message};

/// Time without a change after which changes are converted: programs write a file in several steps.
const QUIET: Duration = Duration::from_millis(200);
/// Most time that changes wait while more of them arrive.
const LONGEST: Duration = Duration::from_secs(2);

/// A message to the loop.
enum Message {
    Changed(Vec<PathBuf>),
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
        Ok(event) if is_change(&event.kind) => drop(sender.send(Message::Changed(event.paths))),
        Ok(_) => {}
        Err(error) => print_error(&error),
    });
    let watcher = watcher.as_mut().map_err(|error| io::Error::other(error.to_string()))?;
    let watched = watch(watcher, arguments)?;
    let first = if arguments.force { folder } else { folder.existing(Existing::Newer) };
    convert(first.cancelled(is_stopped), false, quiet)?;
    if !quiet && !is_stopped() {
        print_message(&format!("watching {watched} folders; Ctrl-C ends it"));
    }
    let own = arguments.output.canonicalize().ok();
    while let Some(changed) = next(&messages) {
        let is_own = |path: &PathBuf| own.as_ref().is_some_and(|own| path.starts_with(own));
        let touched: Vec<PathBuf> = changed.into_iter().filter(|path| !is_own(path)).collect();
        if !touched.is_empty() {
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

/// Watches the inputs and the folders of their resources. Returns the number of watched folders.
fn watch(watcher: &mut RecommendedWatcher, arguments: &Arguments) -> io::Result<usize> {
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
    for (folder, deep) in &folders {
        let mode = if *deep { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        watcher.watch(folder, mode).map_err(|error| named(folder, &io::Error::other(error.to_string())))?;
    }
    Ok(folders.len())
}

/// The folder to watch for a path, and whether the folders in it are watched, too. A file is watched by its folder: programs replace files.
fn folder_of(path: &Path) -> Option<(PathBuf, bool)> {
    let path = path.canonicalize().ok()?;
    if path.is_dir() { Some((path, true)) } else { Some((path.parent()?.to_path_buf(), false)) }
}

/// Waits for changes. Returns the changed paths once there was no change for a moment; `None` at the end.
fn next(messages: &Receiver<Message>) -> Option<BTreeSet<PathBuf>> {
    let Ok(Message::Changed(first)) = messages.recv() else { return None };
    let (mut changed, since) = (BTreeSet::from_iter(first), Instant::now());
    while since.elapsed() < LONGEST {
        match messages.recv_timeout(QUIET) {
            Ok(Message::Changed(more)) => changed.extend(more),
            Err(RecvTimeoutError::Timeout) => break,
            Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    Some(changed)
}
