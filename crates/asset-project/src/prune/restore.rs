//! The list of moved files, and their way back.

use std::fs;
use std::io;
use std::path::Path;

use asset_unpack::SafePath;

use super::{HEADER, LIST, below};
use crate::rename::{ChangedFile, move_all, shown};

/// Returns the names in the [list](super::LIST) of a folder: the paths, below the project, of the files that [`restore`] moves back.
///
/// # Errors
/// The list can't be read. [`InvalidData`](io::ErrorKind::InvalidData): it isn't a list of [`PrunePlan::write`](super::PrunePlan::write), or a path leads out of the folder.
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

/// Moves all files of the [list](super::LIST) in `from` back into the project, and removes the list. Returns their number. The folder of the project is created if
/// it is missing.
///
/// # Errors
/// An I/O error, such as a file of that name in the project, or a listed file that is missing in `from`: then all files stay.
/// [`InvalidData`](io::ErrorKind::InvalidData): see [`listed`].
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
