//! Finds files of a project that are not named in any other file.

use std::path::Path;

use engine_assets::graph::{Graph, Usage};
use engine_assets::kinds;
use engine_assets::survey::FileSurvey;
use serde::Serialize;

use super::survey::{Sized, relative};
use crate::policy::Policy;
use crate::report::FileName;

/// A file if only a part of its name is in a script or in code.
#[derive(Serialize)]
pub(super) struct PerhapsUnused {
    #[serde(flatten)]
    pub(super) file: Sized,
    /// The known parts of the name, with `*` between them.
    pub(super) pattern: String,
    /// The file that contains these parts.
    pub(super) user: FileName,
    pub(super) line: Option<u32>,
}

/// The files that are not named, and the files that may be named by a script or code.
pub(super) struct Unused {
    pub(super) unused: Vec<Sized>,
    pub(super) perhaps: Vec<PerhapsUnused>,
    /// Files that are not named, but may still be loaded by a program.
    pub(super) unnamed: Vec<Sized>,
}

/// Returns the unused files, largest first.
pub(super) fn unused(project: &Path, files: &[FileSurvey], graph: &Graph, policy: &Policy) -> Unused {
    let name = |path: &Path| FileName::of(relative(project, path).as_os_str());
    let (mut unused, mut perhaps, mut unnamed) = (Vec::new(), Vec::new(), Vec::new());
    for file in files {
        let Some((need, id)) = file.need.zip(graph.files().at_path(&file.path)) else { continue };
        let sized = || Sized { file: name(&file.path), bytes: file.size };
        match graph.usage_of(id, need) {
            Usage::Unused => unused.push(sized()),
            Usage::Unnamed => unnamed.push(sized()),
            Usage::Perhaps(user) => {
                let pattern = user.name.to_string();
                perhaps.push(PerhapsUnused { file: sized(), pattern, user: name(&user.from.path), line: user.line });
            }
            _ => {}
        }
    }
    unused.retain(|_| !policy.ignores(kinds::UNUSED_FILE));
    unused.sort_by_key(|file| std::cmp::Reverse(file.bytes));
    perhaps.retain(|_| !policy.ignores(kinds::PERHAPS_UNUSED_FILE));
    perhaps.sort_by_key(|one| std::cmp::Reverse(one.file.bytes));
    unnamed.retain(|_| !policy.ignores(kinds::PERHAPS_UNUSED_FILE));
    unnamed.sort_by_key(|file| std::cmp::Reverse(file.bytes));
    Unused { unused, perhaps, unnamed }
}
