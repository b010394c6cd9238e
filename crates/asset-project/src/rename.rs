//! Files and folders of a project get other names, and so do all references to them (feature `fs`).
//!
//! Plan first: a [`RenamePlan`] lists every file that moves and every place that changes, and what is left for you. Nothing is written before
//! [`RenamePlan::write`], which changes all files or none.
//!
//! ```no_run
//! use asset_project::rename::Rename;
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
mod edit;
mod links;
mod moves;
mod packages;
mod places;
mod spelling;
mod whole;
mod write;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use crate::convert_folder::{ResourceLookup, map};
use crate::graph::{Graph, ProjectScan, ScanError, Scanned, Unsearched};
use moves::Moves;
use packages::PackageEdit;
pub(crate) use write::write as move_all;

/// Renames files and folders of a project.
///
/// Files that engines load together with a renamed one are renamed too: side files, material lists, the other source of a shader, and animations whose name
/// begins with the name of the model.
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

/// What a [`Rename`] changes.
#[derive(Debug)]
#[non_exhaustive]
pub struct RenamePlan {
    /// The files that move or change, sorted by their paths.
    pub files: Vec<ChangedFile>,
    /// Places that may mean a renamed file and aren't changed: parts of names in code, and names in compiled scripts.
    pub left: Vec<LeftPlace>,
    /// Files that weren't searched, and that may name a renamed file.
    pub unsearched: Vec<Unsearched>,
    project: PathBuf,
    /// Packages with changed entries.
    packages: Vec<ChangedFile>,
}

/// A file that moves or changes.
#[derive(Debug)]
#[non_exhaustive]
pub struct ChangedFile {
    /// Its path.
    pub from: PathBuf,
    /// Where the file is after the rename. If it doesn't move, this is its old path.
    pub to: PathBuf,
    /// The changed names in it.
    pub changes: Vec<NameChange>,
    /// The package that contains the file.
    package: Option<PathBuf>,
    edit: Option<Edit>,
}

/// The change of the content of a file.
#[derive(Debug)]
enum Edit {
    Content { old: Vec<u8>, new: Vec<u8> },
    Entries(PackageEdit),
}

/// A name in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NameChange {
    /// Line in a text, from 1; `None` in a binary file.
    pub line: Option<u32>,
    /// The text before.
    pub old: String,
    /// The text after.
    pub new: String,
}

/// A place that isn't changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftPlace {
    /// The file.
    pub path: PathBuf,
    /// Line of the first such place, from 1.
    pub line: Option<u32>,
    /// The name, or its known parts with `*` between them.
    pub text: String,
}

/// Why a rename isn't possible.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenameError {
    /// All reasons why the names can't be changed. Nothing was written.
    #[error("{}", binio::Escaped(.0.join("; ")))]
    Refused(Vec<String>),
    /// A file can't be read or written. All files are as before.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Rename {
    /// Renames nothing so far. `project` is the folder whose files are searched for references.
    pub fn new(project: impl Into<PathBuf>) -> Self {
        Self { scan: ProjectScan::new(project.into()), pairs: Vec::new() }
    }

    /// Adds a file or folder: its resource name or path, and the new one. The extension stays.
    #[must_use]
    pub fn pair(mut self, old: impl Into<String>, new: impl Into<String>) -> Self {
        self.pairs.push(Pair { old: old.into(), new: new.into() });
        self
    }

    /// Adds a folder of code outside of the project whose names are changed too.
    #[must_use]
    pub fn code(mut self, folder: impl Into<PathBuf>) -> Self {
        self.scan.code.push(folder.into());
        self
    }

    /// Sets whether entries of packages are renamed and changed, too. Default: no. A file that is both in a folder and in a package is renamed in both.
    #[must_use]
    pub fn packages(mut self, packages: bool) -> Self {
        self.scan.opens_packages = packages;
        self
    }

    /// Sets where referenced files are searched. Default: the folders around each file.
    #[must_use]
    pub fn lookup(mut self, lookup: ResourceLookup) -> Self {
        self.scan.lookup = lookup;
        self
    }

    /// Reads the project and plans all changes. Nothing is written.
    ///
    /// # Errors
    /// [`RenameError::Refused`]: an old name doesn't exist, or several files have it; a new name exists, is invalid or has another extension; a format
    /// can't name the new place. [`RenameError::Io`]: a file can't be read.
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

/// Parts of names that fit an old name and don't fit the new one.
fn left(graph: &Graph, moves: &Moves) -> Vec<LeftPlace> {
    let place = |user: crate::graph::Use<'_>| LeftPlace {
        path: user.from.path.clone(),
        line: user.line,
        text: user.name.into_owned(),
    };
    graph.lost_parts(moves.iter()).map(place).collect()
}

impl RenamePlan {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Changes all files and packages, or none if one of them can't be changed. Folders of the project that become empty are removed.
    ///
    /// # Errors
    /// An I/O error; a file has changed since the plan was made, or one of the new paths exists by now.
    pub fn write(&self) -> io::Result<()> {
        // A package that moves and changes is one file.
        let changed: BTreeSet<&Path> = self.packages.iter().map(|package| &*package.from).collect();
        let files = self.files.iter().filter(|file| file.package.is_none() && !changed.contains(&*file.from));
        move_all(files.chain(&self.packages), &self.project)
    }
}

impl ChangedFile {
    /// A file that moves and doesn't change.
    pub(crate) fn moved(from: &Path, to: PathBuf) -> Self {
        Self { from: from.to_path_buf(), to, changes: Vec::new(), package: None, edit: None }
    }

    /// Returns the content before the rename, if it changes.
    pub fn old_bytes(&self) -> Option<&[u8]> {
        if let Some(Edit::Content { old, .. }) = &self.edit { Some(old) } else { None }
    }

    /// Returns the content after the rename, if it changes.
    pub fn new_bytes(&self) -> Option<&[u8]> {
        if let Some(Edit::Content { new, .. }) = &self.edit { Some(new) } else { None }
    }
}

/// A path for a message, with `/`.
pub(crate) fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
