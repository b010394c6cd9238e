//! Resources by name: folders and packages, searched as the engines search them.

mod candidate;
mod check;
#[cfg(feature = "fs")]
mod config;
#[cfg(feature = "fs")]
mod disk;
mod engine;
mod error;
mod files;
mod found;
mod layout;
mod listing;
mod loader;
mod material_uses;
#[cfg(not(feature = "fs"))]
mod no_disk;
mod output;
mod patches;
pub(crate) mod pragma_documents;
mod pragma_tables;
mod program;
mod reason;
pub(crate) mod references;
pub(crate) mod shaders;
mod side_clash;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use asset_unpack::SafePath;

use candidate::Candidate;
use listing::FolderNames;
use material_uses::MaterialUses;

pub use check::{check_name, check_references};
#[cfg(feature = "fs")]
pub(crate) use check::{check_resolved, detected};
#[cfg(feature = "fs")]
pub(crate) use engine::{content_of_rbfx, is_candidate, owner};
pub use error::ResourceError;
pub use files::Files;
pub use found::{Found, Resource};
#[cfg(feature = "fs")]
pub(crate) use layout::normal;
pub use reason::RootReason;
pub use references::{Reference, references};
#[cfg(feature = "fs")]
pub(crate) use references::{Resolved, SCHEMA, is_of_engine, resolve};

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

#[derive(Debug)]
struct Root {
    path: PathBuf,
    files: Box<dyn Files>,
    reason: RootReason,
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
pub(crate) fn plain(name: &str) -> String {
    let name = name.trim().replace('\\', "/");
    let parts: Vec<&str> = name.split('/').filter(|part| *part != ".").collect();
    parts.join("/")
}
