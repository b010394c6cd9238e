//! Finds reasons why files can't be renamed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::moves::{Moves, new_path};
use super::shown;
use crate::graph::{FileId, Graph, ProjectFile, SIDE_FILE, Use};
use asset_formats::{Detection, detect_file_as};
use asset_project::reading::ENDS;

impl Moves {
    /// Returns the reasons why files can't have their new names.
    pub(super) fn collisions(&self, graph: &Graph) -> Vec<String> {
        let mut reasons = Vec::new();
        let mut taken: BTreeMap<PathBuf, &str> = BTreeMap::new();
        let leaving: BTreeSet<PathBuf> =
            self.iter().filter_map(|(id, _)| Some(lower(&graph.files().get(id)?.path))).collect();
        for (id, new) in self.iter() {
            let Some(file) = graph.files().get(id) else { continue };
            let to = new_path(file, new);
            if let Some(other) = taken.insert(lower(&to), &file.name) {
                reasons.push(format!("{} and {other} can't both become {new}", file.name));
            }
            if let Some(other) = graph.find(new).into_iter().find(|other| self.get(*other).is_none()) {
                let other = graph.files().get(other).map(|file| shown(&file.path)).unwrap_or_default();
                reasons.push(format!("{} can't become {new}: {other} exists", file.name));
            } else if to.symlink_metadata().is_ok() && !leaving.contains(&lower(&to)) {
                reasons.push(format!("{} can't become {new}: {} exists", file.name, shown(&to)));
            }
            let is_left = |other: &FileId| *other != id && self.get(*other) != Some(new);
            let others = graph.find(&file.name).into_iter().filter(is_left);
            if let Some(other) = others.filter_map(|other| graph.files().get(other)).next() {
                let other = shown(&other.path);
                reasons.push(format!("{other} has the name {} too: references may mean either file", file.name));
            }
            reasons.extend(self.left_owner(graph, id, new));
            reasons.extend(other_format(file, new));
        }
        reasons
    }

    /// Returns the reason why a file can't be moved, if the engine loads it together with a file that is not moved.
    fn left_owner(&self, graph: &Graph, id: FileId, new: &str) -> Option<String> {
        let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
        let owners = graph.named_users(id).filter(|user| user.kind == SIDE_FILE);
        let left = |user: &Use<'_>| {
            let moved = graph.files().at_path(&user.from.path).and_then(|owner| self.get(owner));
            moved.is_none_or(|moved| stem(moved) != stem(new))
        };
        let owner = owners.filter(left).map(|user| user.from.name.clone()).next()?;
        let name = &graph.files().get(id)?.name;
        Some(format!("{name} is loaded together with {owner}; rename {owner}"))
    }
}

/// Returns the reason why a file can't have a name, if this would change its format. Some formats depend on the file
/// name, for example `Project.json`.
fn other_format(file: &ProjectFile, new: &str) -> Option<String> {
    // A file that can't be read is refused where it is changed, and moves otherwise.
    let by = |name: &str| detect_file_as(&file.path, Path::new(name), ENDS).ok();
    let (old, changed) = (by(&file.name)?, by(new)?);
    let is_other = matches!(old, Detection::Known(_)) && old != changed;
    is_other.then(|| format!("{} can't become {new}: its name tells its format", file.name))
}

/// Returns the path in lower case, because many systems ignore case.
fn lower(path: &Path) -> PathBuf {
    PathBuf::from(path.to_string_lossy().to_lowercase())
}
