//! Handles links to files that are moved.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::moves::{Moves, new_path};
use super::shown;
use crate::graph::{FileId, Graph, LINK};

/// Returns the reasons why files can't be moved if links give them other names.
pub(super) fn refused(graph: &Graph, moves: &Moves) -> Vec<String> {
    let mut reasons = Vec::new();
    // The folders that links lead to, with one of the links.
    let mut folders: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    for (id, _) in moves.iter() {
        let Some(file) = graph.files().get(id) else { continue };
        if graph.files().is_link(id) || file.path.is_symlink() {
            reasons.push(format!("{} is a link, or below one; rename the file that it leads to", shown(&file.path)));
        }
        for link in graph.named_users(id).filter(|user| user.kind == LINK) {
            let path = &link.from.path;
            if path.is_symlink() {
                let (link, name) = (shown(path), &file.name);
                reasons.push(format!("{link} is a link to {name}; remove it, and create it again after the rename"));
            } else if let Some(user) = graph.files().at_path(path).and_then(|link| graph.users(link).next()) {
                let (user, name) = (shown(&user.from.path), &link.from.name);
                reasons.push(format!("{user} names {} through a link, as {name}; name the file itself", file.name));
            } else if let Some(link) = path.ancestors().find(|folder| folder.is_symlink()) {
                folders.extend(link.canonicalize().ok().map(|folder| (folder, link.to_path_buf())));
            }
        }
    }
    let gone = folders.iter().filter(|(folder, _)| is_left(graph, moves, folder));
    reasons.extend(gone.map(|(_, link)| format!("{} is a link to a folder that moves; remove it first", shown(link))));
    reasons
}

/// Checks whether all files in a folder are moved out of it.
fn is_left(graph: &Graph, moves: &Moves, folder: &Path) -> bool {
    let real = |path: &Path| {
        let existing = path.ancestors().find(|path| path.exists())?;
        Some(existing.canonicalize().ok()?.join(path.strip_prefix(existing).ok()?))
    };
    let stays = |id: FileId| {
        let Some(file) = graph.files().get(id) else { return false };
        let to = moves.get(id).map_or_else(|| file.path.clone(), |new| new_path(file, new));
        real(&to).is_some_and(|to| to.starts_with(folder))
    };
    !graph.files().iter().any(|(id, _)| !graph.files().is_link(id) && stays(id))
}
