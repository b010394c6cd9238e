//! The `refs --watch` loop, which prints the answer again when it changes.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

use engine_assets::graph::{Graph, GraphReader, ReferenceCache};

use super::{Arguments, text, unknown};
use crate::code::report_errors;
use crate::counts::counted;
use crate::output::named;
use crate::report::{Outcome, print, print_error, print_message};
use crate::resources::Lookup;
use crate::watch::{Watch, folder_of};

/// Prints answers until it is interrupted. Files that have not changed are not searched again.
pub(super) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    // Changes during the first search count.
    let mut watch = Watch::start(folders(arguments)?)?;
    let mut cache = ReferenceCache::default();
    let mut last = None;
    loop {
        let graph = read(arguments, &mut cache)?;
        let answer = text(arguments, &graph)?;
        if last.as_ref() != Some(&answer) {
            match &answer {
                Some(text) => print(text)?,
                None => print_error(&unknown(arguments)),
            }
            if !quiet {
                graph.unsearched().iter().for_each(|file| print_message(&file.to_string()));
                print_message(&format!("{} searched; Ctrl-C ends it", counted(cache.searched(), "file")));
            }
            last = Some(answer);
        }
        if watch.next(|_| false).is_none() {
            return Ok(Outcome::Fine);
        }
    }
}

fn read(arguments: &Arguments, cache: &mut ReferenceCache) -> io::Result<Graph> {
    let lookup = Lookup::new(&arguments.resources)?;
    let folders = std::slice::from_ref(&arguments.project);
    let mut reader = GraphReader::new(folders, &arguments.code.code, lookup.inner());
    report_errors(&mut reader);
    let graph = cache.read(reader);
    lookup.report(true);
    Ok(graph)
}

/// Returns the folders to watch: the project, its code, and the folders of referenced files.
fn folders(arguments: &Arguments) -> io::Result<BTreeSet<(PathBuf, bool)>> {
    let of = |path: &PathBuf| folder_of(path).ok_or_else(|| named(path, &io::ErrorKind::NotFound.into()));
    let paths = std::iter::once(&arguments.project).chain(&arguments.code.code);
    let mut folders = paths.map(of).collect::<io::Result<BTreeSet<_>>>()?;
    for root in arguments.resources.roots() {
        let (folder, deep) = of(root)?;
        // A folder is watched once.
        if !folders.iter().any(|(watched, deep)| *deep && folder.starts_with(watched)) {
            folders.insert((folder, deep));
        }
    }
    Ok(folders)
}
