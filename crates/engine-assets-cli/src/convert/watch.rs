//! The `convert --watch` loop, which converts inputs when they change, until it is interrupted.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use engine_assets::{ConvertFolder, Existing, Resources};

use super::arguments::Arguments;
use super::once::convert;
use super::print::{outcome, print_event, print_existing, print_summary};
use crate::output::named;
use crate::report::{Outcome, print_error, print_message};
use crate::watch::{Watch, folder_of};

/// Converts everything that is out of date, then converts inputs when they change. Errors are printed, but they do not
/// stop the loop. When the loop is interrupted, it returns success.
pub(super) fn run(arguments: &Arguments, folder: ConvertFolder<'_>, quiet: bool) -> io::Result<Outcome> {
    if arguments.is_to_stdout() {
        print_error(&"--watch needs a file or a folder as OUT, not standard output");
        return Ok(Outcome::Failed);
    }
    // Changes during the first run count.
    let mut watch = Watch::start(folders(arguments)?)?;
    let stopped = watch.stopped();
    let is_stopped = || stopped.load(Ordering::Relaxed);
    let first = if arguments.force { folder } else { folder.existing(Existing::Newer) };
    convert(first.cancelled(is_stopped), false, quiet)?;
    if !quiet && !is_stopped() {
        print_message(&format!("watching {} folders; Ctrl-C ends it", watch.count()));
    }
    let output = arguments.output.canonicalize().ok();
    while let Some(touched) = watch.next(|path| output.as_ref().is_some_and(|output| path.starts_with(output))) {
        convert_changed(arguments, touched, &is_stopped, quiet);
    }
    Ok(Outcome::Fine)
}

/// Converts the inputs that changed, and inputs that reference a changed file.
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

/// Returns the folders to watch: those of the inputs and of their resources. The flag is `true` if subfolders must be
/// watched too.
fn folders(arguments: &Arguments) -> io::Result<BTreeSet<(PathBuf, bool)>> {
    let mut folders: BTreeSet<(PathBuf, bool)> = BTreeSet::new();
    let originals = [&arguments.engine_files.into, &arguments.engine_files.bind_pose_of].into_iter().flatten();
    for path in arguments.inputs.paths() {
        let around = Resources::around(path).into_iter();
        let roots = around.flat_map(|around| around.roots().map(Path::to_path_buf).collect::<Vec<_>>());
        folders.extend(roots.filter_map(|root| folder_of(&root)));
    }
    let roots = arguments.content.resources.roots().iter();
    for path in arguments.inputs.paths().iter().chain(originals).chain(roots) {
        let folder = folder_of(path).ok_or_else(|| named(path, &io::ErrorKind::NotFound.into()))?;
        folders.insert(folder);
    }
    Ok(folders)
}
