//! Renames files and folders in a project, together with all references to them (feature `fs`).
//!
//! Plan first: a [`RenamePlan`] lists every file that will be moved and every name that will be changed, and also the
//! places that you must look at yourself. Nothing is written until you call [`RenamePlan::write`], which changes all
//! files or none.
//!
//! ```no_run
//! use asset_refs::rename::Rename;
//!
//! let plan = Rename::new("Data").pair("Textures/Stone.dds", "Textures/Walls/Granite.dds").plan()?;
//! for file in &plan.files {
//!     for change in &file.changes {
//!         println!("{}: {} becomes {}", file.from.display(), change.old, change.new);
//!     }
//! }
//! plan.write()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod collisions;
mod content;
mod edit;
mod links;
mod moves;
mod packages;
mod spelling;
mod whole;
mod write;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use crate::graph::scan_setters;
use crate::graph::{Graph, ProjectScan, ScanError, Scanned, Unsearched};
use asset_project::sources::map;
use moves::Moves;
use packages::PackageEdit;
pub(crate) use write::write as move_all;

/// Renames files and folders in a project.
///
/// This also renames the files that engines load together with a renamed file: side files, material lists, the other
/// source of a shader, and animations whose name begins with the model name.
#[derive(Debug)]
pub struct Rename {
    scan: ProjectScan,
    pairs: Vec<Pair>,
}

/// An old and a new name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    old: String,
    new: String,
}

/// The changes that a [`Rename`] is going to write.
#[derive(Debug)]
#[non_exhaustive]
pub struct RenamePlan {
    /// Files that will be moved or changed, sorted by path.
    pub files: Vec<ChangedFile>,
    /// Places that may mean a renamed file but will not be changed, so you should check them: parts of names in code,
    /// and names in compiled scripts.
    pub left: Vec<LeftPlace>,
    /// Files that could not be searched, and may name a renamed file.
    pub unsearched: Vec<Unsearched>,
    project: PathBuf,
    /// Packages whose entries change.
    packages: Vec<ChangedFile>,
}

/// A file that will be moved or changed.
#[derive(Debug)]
#[non_exhaustive]
pub struct ChangedFile {
    /// The path before the rename.
    pub from: PathBuf,
    /// The path after the rename. It is the same as before if the file is not moved.
    pub to: PathBuf,
    /// The names that change in this file.
    pub changes: Vec<NameChange>,
    /// The package that contains this file.
    package: Option<PathBuf>,
    edit: Option<Edit>,
}

/// How the content of a file changes.
#[derive(Debug)]
enum Edit {
    Content { old: Vec<u8>, new: Vec<u8> },
    Entries(PackageEdit),
}

/// A name that changes in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NameChange {
    /// The line in a text, counting from 1, or `None` for a binary file.
    pub line: Option<u32>,
    /// The text before the rename.
    pub old: String,
    /// The text after the rename.
    pub new: String,
}

/// A place that will not be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftPlace {
    /// The file that contains this place.
    pub path: PathBuf,
    /// The first line with this text, counting from 1.
    pub line: Option<u32>,
    /// The name, or the parts that are known with `*` between them.
    pub text: String,
}

/// Why a rename is not possible.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenameError {
    /// The names can't be changed, for all these reasons. Nothing was written.
    #[error("{}", binio::Escaped(.0.join("; ")))]
    Refused(Vec<String>),
    /// A file can't be read or written. All files are unchanged.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Rename {
    /// Creates a rename without any names. The folder `project` will be searched for references.
    pub fn new(project: impl Into<PathBuf>) -> Self {
        Self { scan: ProjectScan::new(project.into()), pairs: Vec::new() }
    }

    /// Adds a file or folder to rename, given the resource name or path and the new name. The extension must stay the
    /// same.
    #[must_use]
    pub fn pair(mut self, old: impl Into<String>, new: impl Into<String>) -> Self {
        self.pairs.push(Pair { old: old.into(), new: new.into() });
        self
    }

    scan_setters!();

    /// Sets whether to rename and change the entries of packages, too. If a file is both in a folder and in a package,
    /// it is then renamed in both. Default: no.
    #[must_use]
    pub fn packages(mut self, packages: bool) -> Self {
        self.scan.opens_packages = packages;
        self
    }

    /// Reads the project and plans all changes. This will not write anything.
    ///
    /// # Errors
    /// Returns [`RenameError::Refused`] if an old name doesn't exist or is not unique, if a new name exists, is invalid
    /// or has another extension, or if a format is not able to name the new place. Returns [`RenameError::Io`] if a
    /// file can't be read.
    pub fn plan(&self) -> Result<RenamePlan, RenameError> {
        let Scanned { graph, packages, .. } = match self.scan.read() {
            Ok(scanned) => scanned,
            Err(ScanError::Io(error)) => return Err(error.into()),
            Err(ScanError::Inner(reason)) => {
                return Err(RenameError::Refused(vec![format!("{reason}; names are written from there")]));
            }
        };
        let moves = Moves::of(&graph, &self.pairs)?;
        let ids: Vec<u32> = graph.files().iter().map(|(id, _)| id).collect();
        let planned = map(ids, |id| edit::plan(&graph, &moves, &packages, id));
        let (mut files, mut reasons, mut left) = (Vec::new(), Vec::new(), left(&graph, &moves));
        for file in planned {
            match file {
                Ok(planned) => {
                    files.extend(planned.file);
                    left.extend(planned.left);
                }
                Err(RenameError::Refused(more)) => reasons.extend(more),
                Err(error) => return Err(error),
            }
        }
        if !reasons.is_empty() {
            return Err(RenameError::Refused(reasons));
        }
        files.sort_by(|a: &ChangedFile, b| a.from.cmp(&b.from));
        let packages = packages::changed(&mut files, &packages)?;
        left.sort_by(|a, b| (&a.path, a.line, &a.text).cmp(&(&b.path, b.line, &b.text)));
        left.dedup();
        Ok(RenamePlan { files, left, unsearched: graph.unsearched(), project: self.scan.project.clone(), packages })
    }
}

/// Returns the parts of names that match an old name but not the new name.
fn left(graph: &Graph, moves: &Moves) -> Vec<LeftPlace> {
    let left_place = |user: crate::graph::Use<'_>| LeftPlace {
        path: user.from.path.clone(),
        line: user.line,
        text: user.name.into_owned(),
    };
    graph.lost_parts(moves.iter()).map(left_place).collect()
}

impl RenamePlan {
    /// Returns whether there is nothing to change.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Changes all files and packages. If a file can't be changed, nothing is changed. Folders in the project that are
    /// empty afterwards will be removed.
    ///
    /// # Errors
    /// Returns any I/O error, for example because a file has changed since you made the plan, or because there now is a
    /// file at a new path.
    pub fn write(&self) -> io::Result<()> {
        // A package that moves and changes is one file.
        let changed: BTreeSet<&Path> = self.packages.iter().map(|package| &*package.from).collect();
        let files = self.files.iter().filter(|file| file.package.is_none() && !changed.contains(&*file.from));
        move_all(files.chain(&self.packages), &self.project)
    }
}

impl ChangedFile {
    /// Creates an entry for a file that is moved without being changed.
    pub(crate) fn moved(from: &Path, to: PathBuf) -> Self {
        Self { from: from.to_path_buf(), to, changes: Vec::new(), package: None, edit: None }
    }

    /// Returns the content before the rename, or `None` if it doesn't change.
    pub fn old_bytes(&self) -> Option<&[u8]> {
        if let Some(Edit::Content { old, .. }) = &self.edit { Some(old) } else { None }
    }

    /// Returns the content after the rename, or `None` if it doesn't change.
    pub fn new_bytes(&self) -> Option<&[u8]> {
        if let Some(Edit::Content { new, .. }) = &self.edit { Some(new) } else { None }
    }
}

/// Returns the path for a message, using `/`.
pub(crate) fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
