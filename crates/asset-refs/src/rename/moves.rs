//! Decides which files are moved, and where.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use asset_unpack::SafePath;

use super::{Pair, RenameError, shown};
use crate::graph::{FileId, Graph, ProjectFile, side_extensions};
use asset_project::resources::normal;

/// The new resource name for each file that is moved.
#[derive(Debug, Default)]
pub(super) struct Moves(BTreeMap<FileId, String>);

impl Moves {
    /// Finds the files to rename, and those that belong to them.
    pub(super) fn of(graph: &Graph, pairs: &[Pair]) -> Result<Self, RenameError> {
        let mut moves = Self::default();
        let mut reasons = Vec::new();
        for pair in pairs {
            if let Err(reason) = moves.add(graph, pair) {
                reasons.push(reason);
            }
        }
        moves.follow(graph, &mut reasons);
        moves.0.retain(|id, new| graph.files().get(*id).is_some_and(|file| file.name != *new));
        reasons.extend(moves.collisions(graph));
        reasons.extend(super::links::refused(graph, &moves));
        if reasons.is_empty() { Ok(moves) } else { Err(RenameError::Refused(reasons)) }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (FileId, &str)> {
        self.0.iter().map(|(id, new)| (*id, new.as_str()))
    }

    /// Returns the new name of a file, if it is moved.
    pub(super) fn get(&self, id: FileId) -> Option<&str> {
        self.0.get(&id).map(String::as_str)
    }

    /// Adds a file, or all files in a folder.
    fn add(&mut self, graph: &Graph, pair: &Pair) -> Result<(), String> {
        let (old, new) = (plain(&pair.old), plain(&pair.new));
        let path = |id| graph.files().get(id).map(|file| shown(&file.path)).unwrap_or_default();
        let mut files = graph.find(&old);
        // The copies in packages follow the file in a folder.
        if files.iter().any(|id| !is_entry(graph, *id)) {
            files.retain(|id| !is_entry(graph, *id));
        } else {
            files.truncate(1);
        }
        if let [first, second, ..] = files[..] {
            return Err(format!("several files are called {old}: {}, {}; pass a path", path(first), path(second)));
        }
        let two = |name: FileId, other: FileId| {
            let (name, other) = (path(name), path(other));
            Err(format!("{old} means {name} as a resource name and {other} as a path; pass an absolute path"))
        };
        if let [id] = files[..] {
            let file = graph.files().get(id).ok_or("the file is gone")?;
            let is_path = graph.files().named(&old).is_empty();
            if let Some(other) = graph.files().at_path(Path::new(&old)).filter(|other| *other != id) {
                return two(id, other);
            }
            let new = new_name(&root(file), &new, is_path)?;
            if extension(&file.name) != extension(&new) {
                return Err(format!("{} can't become {new}: a new name doesn't change the format", file.name));
            }
            return self.insert(id, new);
        }
        let (by_name, by_path) = (graph.starting(&format!("{old}/")), below_folder(graph, &old));
        if let (Some(name), Some(other)) = (by_name.first(), by_path.first()) {
            if !by_name.contains(other) {
                return two(*name, *other);
            }
        }
        let is_path = by_name.is_empty();
        let folder = if is_path { by_path } else { by_name };
        if folder.is_empty() {
            return Err(format!("no file and no folder of the project is called {old}"));
        }
        for id in folder {
            let Some(file) = graph.files().get(id) else { continue };
            let root = root(file);
            let old = match is_path {
                true => below(&root, &old).ok_or_else(|| format!("{old} is no folder below {}", shown(&root)))?,
                false => old.clone(),
            };
            let rest = file.name.get(old.len()..).unwrap_or_default();
            self.insert(id, format!("{}{rest}", new_name(&root, &new, is_path)?))?;
        }
        Ok(())
    }

    fn insert(&mut self, id: FileId, new: String) -> Result<(), String> {
        if let Err(fault) = SafePath::new(new.as_bytes()) {
            return Err(format!("{new} is no name of a file: {fault}"));
        }
        match self.0.insert(id, new.clone()) {
            Some(other) if other != new => Err(format!("one file can't become both {other} and {new}")),
            _ => Ok(()),
        }
    }

    /// Adds the files that belong to others.
    fn follow(&mut self, graph: &Graph, reasons: &mut Vec<String>) {
        let named: Vec<(FileId, String)> = self.iter().map(|(id, new)| (id, new.to_owned())).collect();
        for (id, new) in named {
            let Some(file) = graph.files().get(id) else { continue };
            for follower in followers(graph, file, &new).into_iter().chain(copies(graph, id, &new)) {
                if self.0.contains_key(&follower.id) {
                    continue;
                }
                if let Some(other) = self.other_owner(graph, &follower, id) {
                    let name = graph.files().get(follower.id).map_or("", |file| &file.name);
                    reasons.push(format!("{name} belongs to {} and to {other}; rename both at once", file.name));
                } else if let Err(reason) = self.insert(follower.id, follower.new) {
                    reasons.push(reason);
                }
            }
        }
    }

    /// Returns another file that this side file belongs to and that is not moved.
    fn other_owner(&self, graph: &Graph, follower: &Follower, owner: FileId) -> Option<String> {
        let side = follower.side.as_ref()?;
        let name = &graph.files().get(follower.id)?.name;
        let stem = name.rsplit_once('.')?.0;
        let owners =
            graph.starting(&format!("{stem}.")).into_iter().filter(|id| *id != owner && !self.0.contains_key(id));
        let owner_name = graph.files().get(owner).map_or("", |file| &file.name);
        let names = owners.filter_map(|id| Some(graph.files().get(id)?.name.clone()));
        // A copy of the owner in a package is no other one.
        let mut names = names.filter(|name| !name.eq_ignore_ascii_case(owner_name));
        names.find(|name| side_extensions(&extension(name)).contains(&side.as_str()))
    }
}

/// Returns the files below this folder. The entries of a package in the folder are not included, because they keep
/// their names.
fn below_folder(graph: &Graph, folder: &str) -> Vec<FileId> {
    let full = normal(Path::new(folder));
    let moves_along = |id: &FileId| {
        let package = graph.files().get(*id).and_then(|file| normal(file.package.as_deref()?));
        package.zip(full.as_ref()).is_some_and(|(package, folder)| package.starts_with(folder))
    };
    let mut files = graph.files().below(Path::new(folder));
    files.retain(|id| !moves_along(id));
    files
}

/// Returns whether a file is an entry of a package.
fn is_entry(graph: &Graph, id: FileId) -> bool {
    graph.files().get(id).is_some_and(|file| file.package.is_some())
}

/// Returns the copies of a file in packages, and the copies of an entry in folders.
fn copies(graph: &Graph, id: FileId, new: &str) -> Vec<Follower> {
    let Some(file) = graph.files().get(id) else { return Vec::new() };
    let others = graph.files().named(&file.name).iter().copied().filter(|other| *other != id);
    let copies = others.filter(|other| is_entry(graph, id) || is_entry(graph, *other));
    copies.map(|id| Follower { id, new: new.to_owned(), side: None }).collect()
}

/// A file that belongs to another file.
struct Follower {
    id: FileId,
    new: String,
    /// The extension, if this is a side file. It can belong to several files.
    side: Option<String>,
}

fn followers(graph: &Graph, file: &ProjectFile, new: &str) -> Vec<Follower> {
    let (Some((stem, _)), Some((new_stem, _))) = (file.name.rsplit_once('.'), new.rsplit_once('.')) else {
        return Vec::new();
    };
    let mut followers = Vec::new();
    for side in side_extensions(&extension(&file.name)) {
        for id in graph.files().named(&format!("{stem}.{side}")) {
            let end = graph.files().get(*id).and_then(|file| file.name.rsplit_once('.')).map_or(*side, |(_, end)| end);
            followers.push(Follower { id: *id, new: format!("{new_stem}.{end}"), side: Some((*side).to_owned()) });
        }
    }
    if let Some([other, new]) = other_shader(&file.name).zip(other_shader(new)).map(<[String; 2]>::from) {
        let ids = graph.files().named(&other);
        followers.extend(ids.iter().map(|id| Follower { id: *id, new: new.clone(), side: None }));
    }
    if extension(&file.name) == "mdl" {
        followers.extend(animations(graph, stem, new_stem));
    }
    followers
}

/// Returns the other source of a shader, which is GLSL or HLSL.
fn other_shader(name: &str) -> Option<String> {
    let pairs =
        [("Shaders/GLSL/", ".glsl", "Shaders/HLSL/", ".hlsl"), ("Shaders/HLSL/", ".hlsl", "Shaders/GLSL/", ".glsl")];
    pairs.iter().find_map(|(folder, end, other, other_end)| {
        let stem = name.strip_prefix(folder)?.strip_suffix(end)?;
        Some(format!("{other}{stem}{other_end}"))
    })
}

/// Returns the animations whose names begin with the model name. If they begin with the longer name of another model,
/// they belong to that model instead.
fn animations(graph: &Graph, stem: &str, new_stem: &str) -> Vec<Follower> {
    // Another model has the name up to one of the underscores.
    let is_of_other = |name: &str| {
        let ends = name.match_indices('_').map(|(end, _)| end).chain([name.len().saturating_sub(".ani".len())]);
        let mut longer = ends.filter(|end| *end > stem.len()).filter_map(|end| name.get(..end));
        longer.any(|model| !graph.files().named(&format!("{model}.mdl")).is_empty())
    };
    let follower = |id: FileId| {
        let name = graph.files().get(id)?.name.as_str();
        let rest = name.get(stem.len()..)?;
        let is_own = (rest.starts_with('_') || rest.eq_ignore_ascii_case(".ani")) && extension(name) == "ani";
        let follows = is_own && !rest.contains('/') && !is_of_other(name);
        follows.then(|| Follower { id, new: format!("{new_stem}{rest}"), side: None })
    };
    let files = ["_", ".ani"].into_iter().flat_map(|next| graph.starting(&format!("{stem}{next}")));
    files.filter_map(follower).collect()
}

/// Returns the extension of a name, in lower case.
fn extension(name: &str) -> String {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).unwrap_or_default()
}

fn plain(name: &str) -> String {
    name.replace('\\', "/").trim_end_matches('/').to_owned()
}

/// Returns the folder that the resource name of a file is relative to.
fn root(file: &ProjectFile) -> PathBuf {
    let count = file.name.split('/').count();
    file.path.ancestors().nth(count).map(Path::to_path_buf).unwrap_or_default()
}

/// Returns the path that a file will have with the new name.
pub(super) fn new_path(file: &ProjectFile, new: &str) -> PathBuf {
    new.split('/').fold(root(file), |path, part| path.join(part))
}

/// Returns the resource name of a path below a resource folder.
fn below(root: &Path, text: &str) -> Option<String> {
    let full = normal(Path::new(text))?;
    let below = full.strip_prefix(normal(root)?).ok()?.to_str()?.replace('\\', "/");
    (!below.is_empty()).then_some(below)
}

/// Returns the new name, which the user can write as a resource name or as a path. Set `is_path` if the old name was a
/// path.
fn new_name(root: &Path, new: &str, is_path: bool) -> Result<String, String> {
    let is_path = is_path || Path::new(new).is_absolute() || new.split('/').any(|part| matches!(part, "." | ".."));
    let first = new.split('/').next().unwrap_or_default();
    match below(root, new) {
        Some(name) if is_path || name == new => Ok(name),
        // Both are possible. A folder that exists tells which is meant.
        Some(name) => match (root.join(first).exists(), Path::new(first).exists()) {
            (false, true) => Ok(name),
            (true, false) => Ok(new.to_owned()),
            _ => {
                let [as_name, as_path] = [new, &name].map(|name| shown(&root.join(name)));
                Err(format!("{new} means {as_name} as a resource name and {as_path} as a path; pass an absolute path"))
            }
        },
        None if is_path => {
            let (folder, path) = (shown(root), shown(&root.join(new)));
            let hint = if SafePath::new(new.as_bytes()).is_ok() { format!(", such as {path}") } else { String::new() };
            Err(format!("{new} is a path outside of the resource folder {folder}; pass one below it{hint}"))
        }
        None => Ok(new.to_owned()),
    }
}
