//! Finds the files for references if there is no resource folder.

use std::path::Path;

use super::project_files::{FileId, Names};
use asset_formats::Reference;
use asset_project::resources::plain;

/// Returns the package entry that a reference names. Only the program knows which packages it opens, so all packages in
/// the project are searched.
pub(super) fn packed(reference: &Reference, names: &Names) -> Option<FileId> {
    let entry = |id: &FileId| names.get(*id).is_some_and(|file| file.package.is_some());
    let of_name = |name: &String| names.named(&plain(name)).iter().copied().find(entry);
    reference.candidates.iter().find_map(of_name)
}

/// Returns the file in the same folder that a reference names.
pub(super) fn beside(path: &Path, reference: &Reference, names: &Names) -> Option<FileId> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let file = |name: &String| names.at_path(&folder.join(name.rsplit('/').next()?));
    reference.candidates.iter().find_map(file)
}
