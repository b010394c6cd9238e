//! Resources by name: folders and packages, searched as the engines search them.

mod candidate;
mod check;
#[cfg(feature = "fs")]
mod config;
#[cfg(feature = "fs")]
mod disk;
mod engine;
mod layout;
mod loader;
mod material_uses;
#[cfg(not(feature = "fs"))]
mod no_disk;
mod patches;
mod program;
mod reason;
mod references;
pub(crate) mod shaders;

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use asset_unpack::{NameFault, SafePath};
use binio::{Budget, Escaped, Fault, Limits};

use candidate::Candidate;
use material_uses::MaterialUses;

#[cfg(feature = "fs")]
pub(crate) use check::check_resolved;
pub use check::{check_name, check_references};
#[cfg(feature = "fs")]
pub(crate) use engine::{content_of_rbfx, is_candidate, owner};
#[cfg(feature = "fs")]
pub(crate) use layout::normal;
pub use reason::RootReason;
pub use references::{Reference, references};
#[cfg(feature = "fs")]
pub(crate) use references::{Resolved, is_of_engine, resolve};

/// How an engine takes names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rules {
    /// Urho3D, U3D, rbfx: as the file system does, so that upper and lower case count on most hosts. A name that differs in that only is
    /// found too, and said to differ. Packages come before folders.
    #[default]
    Urho,
    /// Pragma: upper and lower case are the same everywhere.
    Pragma,
}

/// Folders and packages in which resources are looked for, in order. The first that has a resource is taken.
///
/// Names have `/` between their parts. Nothing outside of the folders is ever read: names with `..`, absolute names and links that lead out are
/// refused or passed over.
///
/// ```no_run
/// use asset_project::Resources;
///
/// let resources = Resources::new().folder("Data")?.package("CoreData.pak")?;
/// let stone = resources.read("Materials/Stone.xml")?.ok_or("no such resource")?;
/// println!("{} bytes from {}", stone.bytes.len(), stone.found.path.display());
///
/// let around = Resources::around("Data/Materials/Stone.xml")?;
/// assert!(around.find("Techniques/Diff.xml")?.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Resources {
    roots: Vec<Root>,
    /// Folders that are searched after all others.
    candidates: Vec<Candidate>,
    rules: Rules,
    folders_first: bool,
    /// Whether the first folder is the one that a conversion writes to.
    is_output: bool,
    /// Materials of models in scenes, searched on the first question.
    material_uses: std::sync::Arc<OnceLock<MaterialUses>>,
    /// Names of the files in each folder, whose path is in lower case, listed on the first question.
    folders: Mutex<Option<Arc<FolderNames>>>,
    /// The engine of the project and its evidence, searched on the first question.
    engine: OnceLock<Option<(urho_scene::Engine, String)>>,
    /// Whether a missing resource was reported.
    has_reported: AtomicBool,
}

/// Names of files by the lower case of their folder.
type FolderNames = HashMap<String, Arc<[String]>>;

#[derive(Debug)]
struct Root {
    path: PathBuf,
    files: Box<dyn Files>,
    reason: RootReason,
}

/// Files by name: in a folder, in a package, in a browser, in memory. See [`Resources::files`].
pub trait Files: std::fmt::Debug + Send + Sync {
    /// Returns the stored name of a file, ignoring its case if `ignore_case`. `name` has `/` between its parts, and no part is `..`.
    fn find(&self, name: &str, ignore_case: bool) -> Option<String>;

    /// Reads a file of a name that [`find`](Self::find) gave, at most its first `most` bytes.
    ///
    /// # Errors
    /// Any I/O error.
    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>>;

    /// Returns the names of all files, in any order; empty if they can't be listed.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns whether the files are entries of a package. Engines search packages before folders.
    fn is_package(&self) -> bool {
        false
    }

    /// Notes that a file was created under a name since the files were first asked for.
    fn created(&self, name: &str) {
        let _ = name;
    }
}

impl<F: Files + ?Sized> Files for std::sync::Arc<F> {
    fn find(&self, name: &str, ignore_case: bool) -> Option<String> {
        (**self).find(name, ignore_case)
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        (**self).read(name, most)
    }

    fn names(&self) -> Vec<String> {
        (**self).names()
    }

    fn is_package(&self) -> bool {
        (**self).is_package()
    }

    fn created(&self, name: &str) {
        (**self).created(name);
    }
}

impl<S: binio::ReadAt + std::fmt::Debug + Send + Sync> Files for urho_pak::Package<S> {
    fn find(&self, name: &str, ignore_case: bool) -> Option<String> {
        let entry = if ignore_case { self.get_ignore_case(name) } else { self.get(name) };
        entry.and_then(|entry| entry.name().as_str().map(str::to_owned))
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        use io::Read as _;
        let entry = self.get(name).ok_or(io::ErrorKind::NotFound)?;
        if entry.size() <= most {
            return Ok(entry.read(&Limits::default())?);
        }
        let mut bytes = Vec::new();
        entry.reader().take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn names(&self) -> Vec<String> {
        self.entries().filter_map(|entry| entry.name().as_str().map(str::to_owned)).collect()
    }

    fn is_package(&self) -> bool {
        true
    }
}

/// Where a resource is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// Number of its folder or package, in the order in which they were added.
    pub root: usize,
    /// Stored name of the file.
    pub name: String,
    /// Whether that is the name that was asked for, upper and lower case too.
    pub is_exact: bool,
    /// Path of the file; in a package, the path of the package followed by the name.
    pub path: PathBuf,
}

/// A resource that was read: its place and its content.
#[derive(Clone, Debug)]
pub struct Resource {
    /// Where it is.
    pub found: Found,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

/// Why a resource can't be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResourceError {
    /// A name that would lead out of the folders, or that not every host can have.
    #[error("{0}")]
    Name(#[from] NameFault),
    /// Any I/O error.
    #[error("{}: {error}", Escaped(path.display()))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A package that is broken.
    #[error("{}: {error}", Escaped(path.display()))]
    Package {
        /// Path of the package.
        path: PathBuf,
        /// The error of the package.
        error: urho_pak::Error,
    },
    /// `engine-assets.toml` is invalid.
    #[error("{}: {}", Escaped(path.display()), Escaped(message))]
    Config {
        /// Path of the file.
        path: PathBuf,
        /// The problem.
        message: String,
    },
    /// More bytes than the budget has left.
    #[error("{0}")]
    Limit(#[from] Fault),
}

binio::setters! {
    impl Resources {
        /// Sets how names are taken. Default: [`Rules::Urho`].
        rules: Rules,
        /// Sets whether folders are searched before packages. Default: no, as in Urho3D.
        folders_first: bool,
    }
}

impl Resources {
    /// No folder and no package.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends files that are not in a folder of the file system, with a path that names them in messages.
    ///
    /// ```
    /// use std::io;
    ///
    /// use asset_project::{Files, Resources};
    ///
    /// #[derive(Debug)]
    /// struct Memory(Vec<(String, Vec<u8>)>);
    ///
    /// impl Files for Memory {
    ///     fn find(&self, name: &str, ignore_case: bool) -> Option<String> {
    ///         let is_it = |own: &String| own == name || ignore_case && own.eq_ignore_ascii_case(name);
    ///         self.0.iter().map(|(own, _)| own.clone()).find(is_it)
    ///     }
    ///
    ///     fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
    ///         let file = self.0.iter().find(|(own, _)| own == name);
    ///         let (_, bytes) = file.ok_or(io::ErrorKind::NotFound)?;
    ///         Ok(bytes.iter().copied().take(most as usize).collect())
    ///     }
    /// }
    ///
    /// let resources = Resources::new().files("memory", Memory(vec![("Textures/Stone.png".into(), vec![1, 2, 3])]));
    /// let stone = resources.read("textures/stone.png")?.ok_or("no such resource")?;
    /// assert_eq!((stone.bytes, stone.found.is_exact), (vec![1, 2, 3], false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn files(mut self, path: impl Into<PathBuf>, files: impl Files + 'static) -> Self {
        self.roots.push(Root { path: path.into(), files: Box::new(files), reason: RootReason::Given });
        self
    }

    /// Returns the folders and packages of the project that contains a file or folder:
    ///
    /// 1. `roots` of the nearest `engine-assets.toml` (feature `fs`), if it has any.
    /// 2. Urho3D, U3D, rbfx: of the nearest folder that contains `CoreData`, or `Data` with resources, the folder in it that contains the path; the
    ///    content of `Autoload`; packages; `Data`, `CoreData`, `Cache`; and the other folders beside `CoreData` that contain resources.
    /// 3. Pragma: the folder with `materials` and `models`, and the folders in `addons`.
    /// 4. The nearest folder with subfolders such as `Models` or `Materials`.
    ///
    /// Names that these don't contain are searched in other folders of the project, too: in case 2 the remaining folders beside `CoreData`, in case 4
    /// the folders above, up to the folder with `.git` or `engine-assets.toml`. Returns no folder if the path is in no project.
    ///
    /// # Errors
    /// An I/O error of an existing folder; a broken `engine-assets.toml`. Broken packages are skipped.
    pub fn around(path: impl AsRef<Path>) -> Result<Self, ResourceError> {
        layout::around(path.as_ref(), None, true)
    }

    /// As [`around`](Self::around) for a file in a folder that a person named: the folder is a resource folder, unless it contains resource folders, or
    /// belongs to one.
    ///
    /// # Errors
    /// As [`around`](Self::around).
    pub fn around_in(path: impl AsRef<Path>, folder: impl AsRef<Path>) -> Result<Self, ResourceError> {
        layout::around(path.as_ref(), Some(folder.as_ref()), true)
    }

    /// Returns the resources of a conversion that writes to `folder`: this folder, then the other folders and packages of the project that it is in.
    ///
    /// # Errors
    /// An I/O error of the folder.
    pub(crate) fn of_output(folder: &Path) -> Result<Self, ResourceError> {
        let mut resources = Self { is_output: true, ..Self::new().folder(folder)? };
        // A project that can't be read completely has no other files.
        let Ok(project) = Self::around(folder) else { return Ok(resources) };
        let own = resources.roots.first().and_then(|root| layout::normal(&root.path));
        let is_other = |root: &Root| layout::normal(&root.path) != own;
        resources.rules = project.rules;
        resources.roots.extend(project.roots.into_iter().filter(is_other));
        Ok(resources)
    }

    #[cfg(feature = "fs")]
    pub(crate) fn around_with(path: &Path, named: Option<&Path>, reads_config: bool) -> Result<Self, ResourceError> {
        layout::around(path, named, reads_config)
    }

    /// The folders and packages, in the order in which they were added.
    pub fn roots(&self) -> impl Iterator<Item = &Path> {
        self.roots.iter().map(|root| root.path.as_path())
    }

    /// Returns the folders and packages and why each is searched, in the order of the search. Folders outside of the usual places are listed as soon as
    /// a resource was found there.
    pub fn origins(&self) -> impl Iterator<Item = (&Path, RootReason)> {
        let roots = self.roots.iter().map(|root| (root.path.as_path(), root.reason));
        let candidates = self.candidates.iter().filter(|candidate| candidate.is_used());
        roots.chain(candidates.map(|candidate| (candidate.path(), RootReason::Reference)))
    }

    /// Returns whether a missing resource was reported.
    pub fn has_missing(&self) -> bool {
        self.has_reported.load(Ordering::Relaxed)
    }

    /// Notes that a missing resource is reported.
    fn report_missing(&self) {
        self.has_reported.store(true, Ordering::Relaxed);
    }

    /// Returns the files of a root, or of a folder that is searched after all roots.
    fn files_of(&self, index: usize) -> Option<&dyn Files> {
        let behind = || self.candidates.get(index.checked_sub(self.roots.len())?)?.files();
        self.roots.get(index).map(|root| &*root.files).or_else(behind)
    }

    /// Whether other resources search the same folders and packages in the same way.
    #[cfg(feature = "fs")]
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let how = |own: &Self| (own.rules, own.folders_first);
        let candidates = |own: &Self| own.candidates.iter().map(|one| one.path().to_path_buf()).collect::<Vec<_>>();
        how(self) == how(other) && self.roots().eq(other.roots()) && candidates(self) == candidates(other)
    }

    /// Whether there is nothing to look into.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Searches a resource: by its exact name in all places, then, ignoring case, in all places.
    ///
    /// # Errors
    /// [`ResourceError::Name`]: a name that leads out.
    pub fn find(&self, name: &str) -> Result<Option<Found>, ResourceError> {
        let name = plain(name);
        let safe = SafePath::new(name.as_bytes())?;
        let exact = (self.rules == Rules::Urho).then(|| self.search(safe, false)).flatten();
        Ok(exact.or_else(|| self.search(safe, true)))
    }

    /// Looks for the first of several names that there is.
    ///
    /// # Errors
    /// [`ResourceError::Name`] if every name leads out.
    pub fn find_first<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Result<Option<Found>, ResourceError> {
        let (mut fault, mut is_any_good) = (None, false);
        for name in names {
            match self.find(name) {
                Ok(Some(found)) => return Ok(Some(found)),
                Ok(None) => is_any_good = true,
                Err(error) => fault = Some(error),
            }
        }
        fault.filter(|_| !is_any_good).map_or(Ok(None), Err)
    }

    fn search(&self, name: SafePath<'_>, ignore_case: bool) -> Option<Found> {
        let is_first = |root: &Root| self.rules == Rules::Pragma || root.files.is_package() != self.folders_first;
        let roots = || self.roots.iter().enumerate();
        let (first, second) = (roots().filter(|(_, root)| is_first(root)), roots().filter(|(_, root)| !is_first(root)));
        let found = |index: usize, path: &Path, found: String| {
            let is_exact = found == name.as_str();
            Found { root: index, path: path.join(&found), name: found, is_exact }
        };
        let in_root = first.chain(second).find_map(|(index, root)| {
            let name = root.find(name, ignore_case)?;
            Some(found(index, &root.path, name))
        });
        in_root.or_else(|| {
            self.candidates.iter().enumerate().find_map(|(index, candidate)| {
                let name = candidate.find(name.as_str(), ignore_case)?;
                Some(found(self.roots.len().saturating_add(index), candidate.path(), name))
            })
        })
    }

    /// Returns the names of the files that `accept` accepts in all folders and packages, sorted, each once. Links to folders aren't followed, and at
    /// most 100 000 files of each folder are listed.
    pub fn names(&self, accept: &dyn Fn(&str) -> bool) -> Vec<String> {
        let mut names: Vec<String> = self.roots.iter().flat_map(|root| root.names(accept)).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Returns the names of the files in a folder, without subfolders; sorted.
    fn files_in(&self, folder: &str) -> Arc<[String]> {
        self.folders().get(&plain(folder).to_ascii_lowercase()).cloned().unwrap_or_default()
    }

    /// All folders: each model of a project can ask for some.
    fn folders(&self) -> Arc<FolderNames> {
        let mut known = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        known.get_or_insert_with(|| Arc::new(self.list_folders())).clone()
    }

    fn list_folders(&self) -> FolderNames {
        let mut folders = HashMap::<String, Vec<String>>::new();
        for name in self.names(&|_| true) {
            let (folder, file) = name.rsplit_once('/').unwrap_or(("", &name));
            folders.entry(folder.to_ascii_lowercase()).or_default().push(file.to_owned());
        }
        folders.into_iter().map(|(folder, files)| (folder, files.into())).collect()
    }

    /// Notes that a file was created in the first folder, so that searches find it without listing its folder again.
    #[cfg(feature = "fs")]
    pub(crate) fn created(&self, name: &str) {
        self.roots.iter().take(1).for_each(|root| root.files.created(name));
        *self.folders.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Reads a resource, at most [`Limits::max_expanded_bytes`] by default. `None` if there is none.
    ///
    /// # Errors
    /// The name leads out of the project, an I/O error occurs, a package is broken, or the file has too many bytes.
    pub fn read(&self, name: &str) -> Result<Option<Resource>, ResourceError> {
        self.read_with(name, &mut Limits::default().budget())
    }

    /// As [`read`](Self::read), from a budget of bytes that may serve many resources.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_with(&self, name: &str, budget: &mut Budget) -> Result<Option<Resource>, ResourceError> {
        let Some(found) = self.find(name)? else { return Ok(None) };
        let bytes = self.read_found(&found, budget)?;
        Ok(Some(Resource { found, bytes }))
    }

    /// Reads at most the first `most` bytes of a resource that was found, and returns whether these are all bytes.
    fn read_beginning(&self, found: &Found, most: u64) -> Result<(Vec<u8>, bool), ResourceError> {
        let io = |error| ResourceError::Io { path: found.path.clone(), error };
        let root = self.files_of(found.root).ok_or_else(|| io(io::ErrorKind::NotFound.into()))?;
        let mut bytes = root.read(&found.name, most.saturating_add(1)).map_err(io)?;
        let is_whole = bytes.len() as u64 <= most;
        bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        Ok((bytes, is_whole))
    }

    /// Reads a resource that was found.
    ///
    /// # Errors
    /// Any I/O error, a broken package, too many bytes.
    pub fn read_found(&self, found: &Found, budget: &mut Budget) -> Result<Vec<u8>, ResourceError> {
        let io = |error| ResourceError::Io { path: found.path.clone(), error };
        let gone = || io(io::ErrorKind::NotFound.into());
        let root = self.files_of(found.root).ok_or_else(gone)?;
        let most = budget.left().saturating_add(1);
        let bytes = root.read(&found.name, most).map_err(io)?;
        budget.spend(bytes.len() as u64)?;
        Ok(bytes)
    }
}

impl Root {
    /// The name that a resource has here.
    fn find(&self, name: SafePath<'_>, ignore_case: bool) -> Option<String> {
        self.files.find(name.as_str(), ignore_case)
    }

    fn names(&self, accept: &dyn Fn(&str) -> bool) -> Vec<String> {
        self.files.names().into_iter().filter(|name| accept(name)).collect()
    }
}

/// A name as the engine cleans it: white space around it and `./` aside, `\` as `/`.
fn plain(name: &str) -> String {
    let name = name.trim().replace('\\', "/");
    let parts: Vec<&str> = name.split('/').filter(|part| *part != ".").collect();
    parts.join("/")
}
