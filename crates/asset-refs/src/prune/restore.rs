//! Reads the list of files that were moved, and moves them back.

use std::fs;
use std::io;
use std::path::Path;

use asset_unpack::SafePath;

use super::{HEADER, LIST, below};
use crate::rename::{ChangedFile, move_all, shown};

/// Returns the names in the [list](super::LIST) of a folder. These are the paths, below the project, of the files that
/// [`restore`] would move back.
///
/// # Errors
/// Returns an error if the list can't be read. Returns [`InvalidData`](io::ErrorKind::InvalidData) if it is not a list
/// that [`PrunePlan::write`](super::PrunePlan::write) has written, or if a path leads out of the folder.
pub fn listed(from: impl AsRef<Path>) -> io::Result<Vec<String>> {
    let list = from.as_ref().join(LIST);
    let text = fs::read_to_string(&list)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", shown(&list))))?;
    names_in(&list, &text)
}

pub(super) fn names_in(list: &Path, text: &str) -> io::Result<Vec<String>> {
    let invalid = |reason: &str| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {reason}", shown(list)));
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err(invalid("this isn't a list of moved files; name another folder, or move this file away"));
    }
    let names: Vec<String> = lines.filter(|name| !name.is_empty()).map(str::to_owned).collect();
    for name in &names {
        SafePath::new(name.as_bytes()).map_err(|fault| invalid(&format!("{name}: {fault}")))?;
    }
    Ok(names)
}

/// Moves all files in the [list](super::LIST) in `from` back into the project, removes the list, and returns how many
/// files these were. If the project folder doesn't exist, it is created.
///
/// # Errors
/// Returns an I/O error, for example if a file with this name exists in the project, or if a file in the list is
/// missing in `from`. No file is moved then. Returns [`InvalidData`](io::ErrorKind::InvalidData) for the reasons that
/// are given for [`listed`].
pub fn restore(project: impl AsRef<Path>, from: impl AsRef<Path>) -> io::Result<usize> {
    let (project, from) = (project.as_ref(), from.as_ref());
    let list = from.join(LIST);
    let names = listed(from)?;
    let missing: Vec<&String> = names.iter().filter(|name| below(from, name).symlink_metadata().is_err()).collect();
    if let Some(first) = missing.first() {
        let more = if missing.len() > 1 { format!(" and {} more", missing.len() - 1) } else { String::new() };
        let (file, list) = (shown(&below(from, first)), shown(&list));
        let message = format!(
            "\"{file}\"{more}: the file is missing, so nothing was moved; put it back, or remove its line from \"{list}\""
        );
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    let moves: Vec<ChangedFile> =
        names.iter().map(|name| ChangedFile::moved(&below(from, name), below(project, name))).collect();
    move_all(&moves, from)?;
    fs::remove_file(&list)?;
    // The folder stays if anything else is in it.
    let _ = fs::remove_dir(from);
    Ok(moves.len())
}
