//! Moves unused files out of a project, and back (feature `fs`).
//!
//! ```no_run
//! use asset_refs::prune::Prune;
//!
//! let prune = Prune::new("Data", "Unused").code("src");
//! let plan = prune.plan()?;
//! println!("{} files, {} bytes", plan.files.len(), plan.bytes());
//! plan.write()?;
//! asset_refs::prune::restore("Data", "Unused")?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod restore;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use asset_unpack::SafePath;

use crate::graph::scan_setters;
use crate::graph::{
    FileId, Graph, LINK, ProjectScan, SIDE_FILE, ScanError, Scanned, Target, Unsearched, Usage, need_at,
};
use crate::rename::{ChangedFile, move_all, shown};
use asset_project::sources::map;

use restore::names_in;
pub use restore::{listed, restore};

/// The name of the list in the folder of unused files. The first line identifies the list; after this, each line is the
/// path of a file below the project.
pub const LIST: &str = "pruned.txt";
/// The first line of the list. If it is missing, another program has written the file, and it must not be changed.
const HEADER: &str = "# Files that engine-assets prune moved here; prune --restore moves them back";

/// Moves unused files into another folder. This will not delete any file.
///
/// A file is unused if its format [needs](crate::survey::Need) a user but [`Graph::usage_of`] finds none. Files that
/// the engine loads together with it, for example texture parameters, are moved too if nothing else uses them.
#[derive(Debug)]
pub struct Prune {
    scan: ProjectScan,
    into: PathBuf,
    accepts_unsearched: bool,
}

/// The files that a [`Prune`] is going to move.
#[derive(Debug)]
#[non_exhaustive]
pub struct PrunePlan {
    /// The unused files, sorted.
    pub files: Vec<PrunedFile>,
    /// Unused files that must stay in the project, sorted.
    pub left: Vec<LeftFile>,
    /// Files that were not searched, so they may name a file that looks unused.
    pub unsearched: Vec<Unsearched>,
    accepts_unsearched: bool,
    project: PathBuf,
    into: PathBuf,
}

/// A file to move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrunedFile {
    /// Path of the file.
    pub path: PathBuf,
    /// The path below the project, with `/` between folders.
    pub name: String,
    /// Size, in bytes.
    pub bytes: u64,
}

/// An unused file that must stay in the project.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Why it can't be moved.
    pub reason: String,
}

impl Prune {
    /// Creates a plan to move the unused files in `project` into the folder `into`. This folder must be outside the
    /// project; it will be created.
    pub fn new(project: impl Into<PathBuf>, into: impl Into<PathBuf>) -> Self {
        Self { scan: ProjectScan::new(project.into()), into: into.into(), accepts_unsearched: false }
    }

    /// Sets whether to move files although some files [were not searched](PrunePlan::unsearched) and may name them.
    /// Default: no.
    #[must_use]
    pub fn accept_unsearched(mut self, accept: bool) -> Self {
        self.accepts_unsearched = accept;
        self
    }

    scan_setters!();

    /// Reads the project and lists the unused files. This will not write anything.
    ///
    /// # Errors
    /// Returns an I/O error if a folder can't be listed, and [`InvalidInput`](io::ErrorKind::InvalidInput) if the
    /// folder for unused files is inside the project, or if the project is itself a folder inside a resource folder.
    pub fn plan(&self) -> io::Result<PrunePlan> {
        let full = |path: &Path| asset_project::resources::normal(path).unwrap_or_else(|| path.to_path_buf());
        if full(&self.into).starts_with(full(&self.scan.project)) {
            let message = format!("\"{}\" is in the project; name a folder outside of it", shown(&self.into));
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let Scanned { graph, is_own, .. } = match self.scan.read() {
            Ok(scanned) => scanned,
            Err(ScanError::Io(error)) => return Err(error),
            Err(ScanError::Inner(reason)) => {
                let message = format!("{reason}; files outside of the folder may use its files");
                return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
            }
        };
        // Only files that nothing names are opened.
        let is_unnamed = |id: FileId| matches!(graph.usage(id), Usage::Unused);
        let is_unused = |id, path| need_at(path).is_some_and(|need| matches!(graph.usage_of(id, need), Usage::Unused));
        let own_files = graph.files().iter().filter(|(id, _)| is_own.get(*id as usize) == Some(&true));
        let needing = map(own_files.map(|(id, file)| (id, file.path.as_path())).collect(), |(id, path)| {
            (is_unnamed(id) && is_unused(id, path)).then_some(id)
        });
        let mut moving: BTreeSet<FileId> = needing.into_iter().flatten().collect();
        moving.extend(sides(&graph, &moving));
        let mut plan = PrunePlan {
            files: Vec::new(),
            left: Vec::new(),
            unsearched: graph.unsearched(),
            accepts_unsearched: self.accepts_unsearched,
            project: self.scan.project.clone(),
            into: self.into.clone(),
        };
        for file in moving.into_iter().filter_map(|id| graph.files().get(id)) {
            plan.add(&file.path);
        }
        Ok(plan)
    }
}

/// Returns the file name below the project.
///
/// # Errors
/// Returns the reason why [`restore`] would not be able to move a file with this name back.
fn name_below(project: &Path, path: &Path) -> Result<String, String> {
    let below = path.strip_prefix(project).map_err(|_| "it isn't below the project".to_owned())?;
    let parts: Option<Vec<&str>> = below.iter().map(|part| part.to_str()).collect();
    let parts = parts.ok_or_else(|| "its name isn't UTF-8".to_owned())?;
    let name = parts.join("/");
    if name.eq_ignore_ascii_case(LIST) {
        return Err("the list of the moved files can't contain its name".to_owned());
    }
    SafePath::new(name.as_bytes()).map_err(|fault| format!("its name isn't valid on all systems: {fault}"))?;
    Ok(name)
}

/// Returns the files that are loaded together with unused files and used by nothing else.
fn sides(graph: &Graph, unused: &BTreeSet<FileId>) -> Vec<FileId> {
    let uses = unused.iter().flat_map(|id| graph.uses(*id)).filter(|one| one.kind == SIDE_FILE);
    let files = uses.filter_map(|one| if let Target::File(file) = one.target { Some(file) } else { None });
    let is_alone = |file: &FileId| {
        let users = graph.users(*file).filter(|user| user.kind != LINK);
        let mut users = users.map(|user| graph.files().at_path(&user.from.path));
        users.all(|user| user.is_some_and(|user| unused.contains(&user))) && !graph.has_used_link(*file)
    };
    files.filter(is_alone).collect()
}

impl PrunePlan {
    /// Adds a file below the project. Links are not moved.
    fn add(&mut self, path: &Path) {
        let Some(metadata) = path.symlink_metadata().ok().filter(fs::Metadata::is_file) else { return };
        match name_below(&self.project, path) {
            Ok(name) => self.files.push(PrunedFile { path: path.to_path_buf(), name, bytes: metadata.len() }),
            Err(reason) => self.left.push(LeftFile { path: path.to_path_buf(), reason }),
        }
    }

    /// Returns the total size of the files, in bytes.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// Moves all files, and adds them to the [list](LIST) in the folder. If a file can't be moved, nothing is moved.
    /// Folders in the project that are empty afterwards will be removed, but not the project folder.
    ///
    /// # Errors
    /// Returns [`InvalidInput`](io::ErrorKind::InvalidInput) if there are [unsearched](Self::unsearched) files,
    /// [`InvalidData`](io::ErrorKind::InvalidData) if the folder contains a different file with the name of the list,
    /// or any I/O error, for example because a file of the same name exists there.
    pub fn write(&self) -> io::Result<()> {
        if self.files.is_empty() {
            return Ok(());
        }
        if let Some(first) = self.unsearched.first().filter(|_| !self.accepts_unsearched) {
            let count = self.unsearched.len();
            let message = format!("{first}; {count} such files may name unused files: mend them or move them away");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        fs::create_dir_all(&self.into)?;
        let list = self.into.join(LIST);
        let old = match fs::read_to_string(&list) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if let Some(text) = &old {
            names_in(&list, text)?;
        }
        let mut text = old.clone().unwrap_or_else(|| format!("{HEADER}\n"));
        for file in &self.files {
            text += &file.name;
            text.push('\n');
        }
        // The list first: no file is in the folder without it.
        write_list(&list, &text)?;
        let moves = self.files.iter().map(|file| ChangedFile::moved(&file.path, below(&self.into, &file.name)));
        move_all(&moves.collect::<Vec<_>>(), &self.project).inspect_err(|_| {
            // The error of the files says more than an error of the list.
            let _ = old.as_ref().map_or_else(|| fs::remove_file(&list), |old| write_list(&list, old));
            let _ = fs::remove_dir(&self.into);
        })
    }
}

fn write_list(list: &Path, text: &str) -> io::Result<()> {
    asset_unpack::write_whole(list, true, |out| out.write_all(text.as_bytes()))
}

fn below(folder: &Path, name: &str) -> PathBuf {
    name.split('/').fold(folder.to_path_buf(), |path, part| path.join(part))
}
