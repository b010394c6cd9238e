//! Handles links, because they are additional names for files in the project.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::read::{Destination, Named};
use super::{Certainty, FileId, FileReferences, Names, SIDE_FILE};
use asset_project::sources::Source;

/// The kind of the reference from a link to its file.
pub(crate) const LINK: &str = "link";

/// Returns the files that were listed through a link, each with the file that it leads to.
pub(super) fn links<'s>(sources: impl Iterator<Item = &'s Source> + Clone) -> HashMap<FileId, FileId> {
    let mut folders = HashMap::new();
    let mut real: Vec<(FileId, PathBuf, bool)> = Vec::new();
    for (number, source) in (0..).zip(sources).filter(|(_, source)| source.is_file()) {
        let Some(path) = canonical(source.path(), &mut folders) else { continue };
        let listed = source.folder().and_then(|folder| folder_of(folder, &mut folders));
        let is_link = listed.is_some_and(|folder| folder.join(source.relative()) != path);
        real.push((number, path, is_link));
    }
    // Several links to one file without a name of its own: the first of them is the file.
    real.sort_by_key(|(number, _, is_link)| (*is_link, *number));
    let mut known: HashMap<PathBuf, FileId> = HashMap::new();
    let mut links = HashMap::new();
    for (number, path, _) in real {
        let file = *known.entry(path).or_insert(number);
        if file != number {
            links.insert(number, file);
        }
    }
    links
}

fn canonical(path: &Path, folders: &mut HashMap<PathBuf, Option<PathBuf>>) -> Option<PathBuf> {
    if path.is_symlink() {
        return path.canonicalize().ok();
    }
    Some(folder_of(path.parent()?, folders)?.join(path.file_name()?))
}

fn folder_of(folder: &Path, folders: &mut HashMap<PathBuf, Option<PathBuf>>) -> Option<PathBuf> {
    if let Some(known) = folders.get(folder) {
        return known.clone();
    }
    let path = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let target = path.canonicalize().ok();
    folders.insert(folder.to_path_buf(), target.clone());
    target
}

/// Replaces the references of each link with a reference to its file. What the link references only by its own name,
/// relative to its own folder, is kept.
pub(super) fn join(names: &Names, references: &mut [FileReferences]) {
    let file_of = |reference: &Named| if let Destination::File(file) = reference.to { Some(file) } else { None };
    for (link, target) in names.links() {
        let Some(known) = references.get(target as usize) else { continue };
        let known: HashSet<FileId> = known.named.iter().filter_map(file_of).collect();
        let Some(references) = references.get_mut(link as usize) else { continue };
        let is_new = |reference: &Named| {
            reference.kind != SIDE_FILE
                && file_of(reference).is_some_and(|file| file != target && !known.contains(&file))
        };
        references.named.retain(is_new);
        references.parts.clear();
        references.unsearched = None;
        references.named.push(Named {
            name: names.get(target).map_or(String::new(), |file| file.name.clone()),
            kind: LINK.to_owned(),
            part: String::new(),
            line: 0,
            certainty: Certainty::Certain,
            to: Destination::File(target),
        });
    }
}
