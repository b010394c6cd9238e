//! Plans the changes in a file.

use std::collections::BTreeMap;

use super::content::{Names, changed};
use super::moves::{Moves, new_path};
use super::spelling::{Moved, spelled};
use super::whole::Whole;
use super::{ChangedFile, Edit, LeftPlace, RenameError, shown};
use crate::graph::{Certainty, FileId, Graph, LINK, Packages, ProjectFile, SIDE_FILE, Target, Use};

/// What will happen to a file.
pub(super) struct Planned {
    /// The change, or `None` if the file is neither moved nor changed.
    pub(super) file: Option<ChangedFile>,
    pub(super) left: Vec<LeftPlace>,
}

/// Plans the changes in a file, and how it is moved.
pub(super) fn plan(graph: &Graph, moves: &Moves, packages: &Packages, id: FileId) -> Result<Planned, RenameError> {
    let none = Planned { file: None, left: Vec::new() };
    let Some(file) = graph.files().get(id) else { return Ok(none) };
    let Respelled { names, mut left, refused } = respelled(graph, moves, id, file);
    if !refused.is_empty() {
        return Err(RenameError::Refused(refused));
    }
    // The file itself is changed, and the link stays as it is.
    if graph.files().is_link(id) {
        let Some(name) = names.0.keys().next() else { return Ok(Planned { file: None, left }) };
        let reason =
            format!("{} is a link and names {name} from its own folder; replace it by a copy", shown(&file.path));
        return Err(RenameError::Refused(vec![reason]));
    }
    let new_name = moves.get(id);
    let to = new_name.map_or_else(|| file.path.clone(), |new| new_path(file, new));
    if names.is_empty() {
        return Ok(Planned { file: new_name.map(|_| moved_file(file, to)), left });
    }
    let old = match &file.package {
        Some(package) => packages.read(package, &file.name)?,
        None => asset_unpack::read_regular(&file.path)?,
    };
    let moved = |to| new_name.map(|_| moved_file(file, to));
    let left_place = |old: &String| LeftPlace { path: file.path.clone(), line: None, text: old.clone() };
    match changed(&file.path, &old, &names, &Whole::of(graph, id)) {
        Ok(done) => {
            left.extend(done.missing.iter().map(left_place));
            if done.changes.is_empty() {
                return Ok(Planned { file: moved(to), left });
            }
            let edit = Some(Edit::Content { old, new: done.bytes });
            Ok(Planned { file: Some(ChangedFile { changes: done.changes, edit, ..moved_file(file, to) }), left })
        }
        // A text that only contains the names stays as it is.
        Err(_) if names.0.values().all(|name| !name.is_certain) => {
            left.extend(names.0.keys().map(left_place));
            Ok(Planned { file: moved(to), left })
        }
        Err(reason) => Err(RenameError::Refused(vec![format!("{}: {reason}", shown(&file.path))])),
    }
}

/// Creates the entry for a file, which can have another path or not.
fn moved_file(file: &ProjectFile, to: std::path::PathBuf) -> ChangedFile {
    ChangedFile { package: file.package.clone(), ..ChangedFile::moved(&file.path, to) }
}

/// The references in a file that need another text.
struct Respelled {
    names: Names,
    left: Vec<LeftPlace>,
    refused: Vec<String>,
}

fn respelled(graph: &Graph, moves: &Moves, id: FileId, file: &ProjectFile) -> Respelled {
    let mut done = Respelled { names: Names(BTreeMap::new()), left: Vec::new(), refused: Vec::new() };
    let source = Moved { old: &file.name, new: moves.get(id).unwrap_or(&file.name) };
    for one in graph.uses(id).filter(|one| ![SIDE_FILE, LINK].contains(&one.kind)) {
        let Target::File(to) = one.target else { continue };
        let Some(target) = graph.files().get(to) else { continue };
        let target = Moved { old: &target.name, new: moves.get(to).unwrap_or(&target.name) };
        if source.old == source.new && target.old == target.new {
            continue;
        }
        match spelled(&one.name, source, target) {
            Some(new) if new == *one.name => {}
            Some(new) => done.add(&one, new, file),
            None if one.certainty == Certainty::Literal => {
                done.left.push(LeftPlace { path: file.path.clone(), line: one.line, text: one.name.into_owned() });
            }
            None => {
                let (path, name) = (shown(&file.path), &one.name);
                done.refused.push(format!("{path}: the format can't name {} where it names {name}", target.new));
            }
        }
    }
    done
}

impl Respelled {
    fn add(&mut self, one: &Use<'_>, new: String, file: &ProjectFile) {
        let is_certain = one.certainty == Certainty::Certain;
        let name = super::content::NewName { new, kind: one.kind.to_owned(), is_certain };
        if let Some(other) = self.names.0.get_mut(&*one.name) {
            if other.new != name.new {
                let (path, old) = (shown(&file.path), &one.name);
                self.refused
                    .push(format!("{path}: {old} means two files, which become {} and {}", other.new, name.new));
            }
            other.is_certain |= is_certain;
        } else {
            self.names.0.insert(one.name.to_string(), name);
        }
    }
}
