//! Unused files are moved out of a project, and back (feature `fs`).
//!
//! ```no_run
//! use asset_project::prune::Prune;
//!
//! let prune = Prune::new("Data", "Unused").code("src");
//! let plan = prune.plan()?;
//! println!("{} files, {} bytes", plan.files.len(), plan.bytes());
//! plan.write()?;
//! asset_project::prune::restore("Data", "Unused")?;
//! # Ok::<(), std::io::Error>(())
//! ```

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use asset_unpack::SafePath;

use crate::convert_folder::{ResourceLookup, map};
use crate::graph::{FileId, Graph, GraphReader, SIDE_FILE, Target, Usage, needs_user_at};
use crate::rename::{ChangedFile, move_all, shown};

/// Name of the list in the folder of the unused files: a path below the project per line.
pub const LIST: &str = "pruned.txt";

/// Moves unused files into a folder. No file is deleted.
///
/// A file is unused if [`Usage::Unused`] says so and its format [needs a user](crate::survey::needs_user). Files that the engine loads together with it, such
/// as the parameters of a texture, move too if nothing else uses them.
#[derive(Debug)]
pub struct Prune {
    project: PathBuf,
    into: PathBuf,
    code: Vec<PathBuf>,
    lookup: ResourceLookup,
}

/// The files that a [`Prune`] moves.
#[derive(Debug)]
#[non_exhaustive]
pub struct PrunePlan {
    /// The unused files, sorted.
    pub files: Vec<PrunedFile>,
    into: PathBuf,
}

/// A file that moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrunedFile {
    /// Its path.
    pub path: PathBuf,
    /// Its path below the project, with `/`.
    pub name: String,
    /// Its size, in bytes.
    pub bytes: u64,
}

impl Prune {
    /// Moves the unused files of `project` into the folder `into`, which must be outside of the project and is created.
    pub fn new(project: impl Into<PathBuf>, into: impl Into<PathBuf>) -> Self {
        Self { project: project.into(), into: into.into(), code: Vec::new(), lookup: ResourceLookup::default() }
    }

    /// Adds a folder of code outside of the project, whose text may name files.
    #[must_use]
    pub fn code(mut self, folder: impl Into<PathBuf>) -> Self {
        self.code.push(folder.into());
        self
    }

    /// Sets where referenced files are searched. Default: the folders around each file.
    #[must_use]
    pub fn lookup(mut self, lookup: ResourceLookup) -> Self {
        self.lookup = lookup;
        self
    }

    /// Reads the project and lists its unused files. Nothing is written.
    ///
    /// # Errors
    /// A folder can't be listed, or the folder of the unused files is in the project.
    pub fn plan(&self) -> io::Result<PrunePlan> {
        let full = |path: &Path| crate::resources::normal(path).unwrap_or_else(|| path.to_path_buf());
        if full(&self.into).starts_with(full(&self.project)) {
            let message = format!("\"{}\" is in the project; name a folder outside of it", shown(&self.into));
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let mut reader = GraphReader::new(std::slice::from_ref(&self.project), &self.code, &self.lookup);
        if let Some(error) = reader.take_errors().pop() {
            return Err(error);
        }
        let sources = Vec::from(reader.take());
        let references = map(sources.iter().collect(), |source| reader.references(source));
        let is_own: Vec<bool> = sources.iter().map(|source| !reader.is_code(source)).collect();
        let graph = reader.finish(references);
        let unused = |id: &FileId| matches!(graph.usage(*id), Usage::Unused);
        let own = graph.files().iter().filter(|(id, _)| is_own.get(*id as usize) == Some(&true));
        let needing = map(own.map(|(id, file)| (id, file.path.as_path())).collect(), |(id, path)| {
            (unused(&id) && needs_user_at(path)).then_some(id)
        });
        let mut moving: BTreeSet<FileId> = needing.into_iter().flatten().collect();
        moving.extend(sides(&graph, &moving));
        let files = moving.into_iter().filter_map(|id| self.file(&graph.files().get(id)?.path)).collect::<Vec<_>>();
        Ok(PrunePlan { files, into: self.into.clone() })
    }

    /// A file below the project. Links stay where they are.
    fn file(&self, path: &Path) -> Option<PrunedFile> {
        let metadata = path.symlink_metadata().ok().filter(fs::Metadata::is_file)?;
        let name = path.strip_prefix(&self.project).ok()?.to_str()?.replace('\\', "/");
        Some(PrunedFile { path: path.to_path_buf(), name, bytes: metadata.len() })
    }
}

/// The files that are loaded together with unused files and that nothing else uses.
fn sides(graph: &Graph, unused: &BTreeSet<FileId>) -> Vec<FileId> {
    let uses = unused.iter().flat_map(|id| graph.uses(*id)).filter(|one| one.kind == SIDE_FILE);
    let files = uses.filter_map(|one| if let Target::File(file) = one.target { Some(file) } else { None });
    let is_alone = |file: &FileId| {
        let mut users = graph.users(*file).map(|user| graph.files().at_path(&user.from.path));
        users.all(|user| user.is_some_and(|user| unused.contains(&user)))
    };
    files.filter(is_alone).collect()
}

impl PrunePlan {
    /// The size of all files, in bytes.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// Moves all files, or none if one of them can't be moved, and adds them to the [list](LIST) in the folder.
    ///
    /// # Errors
    /// An I/O error, such as a file of that name in the folder.
    pub fn write(&self) -> io::Result<()> {
        if self.files.is_empty() {
            return Ok(());
        }
        fs::create_dir_all(&self.into)?;
        let list = self.into.join(LIST);
        let old = match fs::read_to_string(&list) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let mut text = old.clone().unwrap_or_default();
        for file in &self.files {
            text += &file.name;
            text.push('\n');
        }
        // The list first: no file is in the folder without it.
        write_list(&list, &text)?;
        let moves = self.files.iter().map(|file| ChangedFile::moved(&file.path, below(&self.into, &file.name)));
        move_all(&moves.collect::<Vec<_>>()).inspect_err(|_| {
            // The error of the files says more than an error of the list.
            let _ = old.as_ref().map_or_else(|| fs::remove_file(&list), |old| write_list(&list, old));
            let _ = fs::remove_dir(&self.into);
        })
    }
}

fn write_list(list: &Path, text: &str) -> io::Result<()> {
    asset_unpack::write_whole(list, true, |out| out.write_all(text.as_bytes()))
}

/// Moves all files of the [list](LIST) in `from` back into the project, and removes the list. Returns their number.
///
/// # Errors
/// An I/O error, such as a file of that name in the project: then all files stay. [`InvalidData`](io::ErrorKind::InvalidData): a path in the list leads out of
/// the folder.
pub fn restore(project: impl AsRef<Path>, from: impl AsRef<Path>) -> io::Result<usize> {
    let (project, from) = (project.as_ref(), from.as_ref());
    let list = from.join(LIST);
    let text = fs::read_to_string(&list)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", shown(&list))))?;
    let mut moves = Vec::new();
    for name in text.lines().filter(|name| !name.is_empty()) {
        if let Err(fault) = SafePath::new(name.as_bytes()) {
            let message = format!("{}: {name}: {fault}", shown(&list));
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        moves.push(ChangedFile::moved(&below(from, name), below(project, name)));
    }
    move_all(&moves)?;
    fs::remove_file(&list)?;
    // The folder stays if anything else is in it.
    let _ = fs::remove_dir(from);
    Ok(moves.len())
}

fn below(folder: &Path, name: &str) -> PathBuf {
    name.split('/').fold(folder.to_path_buf(), |path, part| path.join(part))
}
