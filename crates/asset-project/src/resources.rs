//! Finds resources by name, searching folders and packages like the engines do.

mod candidate;
mod check;
#[cfg(feature = "fs")]
mod config;
#[cfg(feature = "fs")]
mod disk;
mod engine;
mod error;
mod files;
mod listing;
mod loader;
mod material_uses;
#[cfg(not(feature = "fs"))]
mod no_disk;
mod output;
mod patches;
mod pragma_tables;
mod program;
mod reason;
mod references;
mod resource;
mod resource_folders;
pub mod shaders;
mod side_clash;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use asset_unpack::SafePath;

use candidate::Candidate;
use listing::FolderNames;
use material_uses::MaterialUses;

pub use check::{check_name, check_references, check_resolved, detected};
#[cfg(feature = "fs")]
pub use engine::owner;
pub use engine::{content_of_rbfx, is_candidate};
pub use error::ResourceError;
pub use files::Files;
pub use reason::RootReason;
pub use references::{Resolved, is_of_engine, resolve};
pub use resource::{Found, Resource};
pub use resource_folders::normal;

/// How an engine compares names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rules {
    /// Urho3D, U3D and rbfx leave this to the file system, so case matters on most platforms. A name in different case
    /// is found too, but this is reported. Packages are searched before folders.
    #[default]
    Urho,
    /// Pragma ignores case on every platform.
    Pragma,
}

/// A list of folders and packages to search for resources. They are searched in order, and the first match wins.
///
/// Resource names use `/` between their parts. Files outside these folders are never read: absolute names, names with
/// `..` and links that lead out are refused or skipped.
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
    /// Folders to search after all others.
    candidates: Vec<Candidate>,
    rules: Rules,
    folders_first: bool,
    /// Whether the first folder is the output folder of a conversion.
    is_output: bool,
    /// The materials that scenes use on models. They are searched when first needed.
    material_uses: std::sync::Arc<OnceLock<MaterialUses>>,
    /// The file names in each folder. The key is the folder path in lower case. Folders are listed when first needed.
    folders: Mutex<Option<Arc<FolderNames>>>,
    /// The engine of the project, with the evidence for it. This is searched when first needed.
    engine: OnceLock<Option<(urho_scene::Engine, String)>>,
    /// Whether a missing resource has been reported.
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
        /// Sets how to compare names. Default: [`Rules::Urho`].
        rules: Rules,
        /// Sets whether to search folders before packages. Default: no, as in Urho3D.
        folders_first: bool,
    }
}

impl Resources {
    /// Creates an empty list, without any folder or package.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds files that are not in the file system. The path is only used to name them in messages.
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

    /// Returns the folders and packages of the project that contains this file or folder. Use this when you don't know
    /// the resource folders. They are found by these rules:
    ///
    /// 1. `roots` in the nearest `engine-assets.toml`, if it has any (feature `fs`).
    /// 2. For Urho3D, U3D and rbfx, starting from the nearest folder that contains `CoreData`, or `Data` with
    ///    resources: the folder in it that contains the path; the content of `Autoload`; packages; `Data`, `CoreData`,
    ///    `Cache`; and the other folders beside `CoreData` that contain resources.
    /// 3. For Pragma, the folder with `materials` and `models`, and the folders in `addons`.
    /// 4. The nearest folder with subfolders such as `Models` or `Materials`.
    ///
    /// If a name is in none of them, more folders of the project are searched. In case 2, these are the remaining
    /// folders beside `CoreData`; in case 4, the parent folders, up to the folder with `.git` or `engine-assets.toml`.
    /// If the path belongs to no project, the list is empty.
    ///
    /// # Errors
    /// Returns an I/O error if an existing folder can't be read, and an error if `engine-assets.toml` is invalid.
    /// Damaged packages are skipped.
    pub fn around(path: impl AsRef<Path>) -> Result<Self, ResourceError> {
        resource_folders::around(path.as_ref(), None, true)
    }

    /// Like [`around`](Self::around), for a file in a folder that the user has named. This folder becomes a resource
    /// folder, unless it contains resource folders or is part of one.
    ///
    /// # Errors
    /// See [`around`](Self::around).
    pub fn around_in(path: impl AsRef<Path>, folder: impl AsRef<Path>) -> Result<Self, ResourceError> {
        resource_folders::around(path.as_ref(), Some(folder.as_ref()), true)
    }

    #[cfg(feature = "fs")]
    pub(crate) fn around_with(path: &Path, named: Option<&Path>, reads_config: bool) -> Result<Self, ResourceError> {
        resource_folders::around(path, named, reads_config)
    }

    /// Returns the folders and packages, in the order in which you have added them.
    pub fn roots(&self) -> impl Iterator<Item = &Path> {
        self.roots.iter().map(|root| root.path.as_path())
    }

    /// Returns the folders and packages in search order, with the reason why each is searched. Note that unusual
    /// folders are only listed once a resource has been found in them.
    pub fn origins(&self) -> impl Iterator<Item = (&Path, RootReason)> {
        let roots = self.roots.iter().map(|root| (root.path.as_path(), root.reason));
        let candidates = self.candidates.iter().filter(|candidate| candidate.is_used());
        roots.chain(candidates.map(|candidate| (candidate.path(), RootReason::Reference)))
    }

    /// Returns whether a missing resource has been reported.
    #[cfg(feature = "fs")]
    pub(crate) fn has_missing(&self) -> bool {
        self.has_reported.load(Ordering::Relaxed)
    }

    /// Remembers that a missing resource is being reported.
    fn report_missing(&self) {
        self.has_reported.store(true, Ordering::Relaxed);
    }

    /// Returns the files in a root, or in a folder that is searched after all roots.
    fn files_of(&self, index: usize) -> Option<&dyn Files> {
        let behind = || self.candidates.get(index.checked_sub(self.roots.len())?)?.files();
        self.roots.get(index).map(|root| &*root.files).or_else(behind)
    }

    /// Returns whether the other resources search the same folders and packages, in the same way.
    #[cfg(feature = "fs")]
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let how = |this: &Self| (this.rules, this.folders_first);
        let candidates = |this: &Self| this.candidates.iter().map(|one| one.path().to_path_buf()).collect::<Vec<_>>();
        how(self) == how(other) && self.roots().eq(other.roots()) && candidates(self) == candidates(other)
    }

    /// Returns whether there is nothing to search.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Searches for a resource. The exact name is searched everywhere first; if it doesn't exist, the search ignores
    /// case.
    ///
    /// # Errors
    /// Returns [`ResourceError::Name`] if the name leads out of the folders.
    pub fn find(&self, name: &str) -> Result<Option<Found>, ResourceError> {
        let name = plain(name);
        let safe = SafePath::new(name.as_bytes())?;
        let exact = (self.rules == Rules::Urho).then(|| self.search(safe, false)).flatten();
        Ok(exact.or_else(|| self.search(safe, true)))
    }

    /// Searches for several names, in order, and returns the first resource that exists.
    ///
    /// # Errors
    /// Returns [`ResourceError::Name`] if all names lead out of the folders.
    pub fn find_first<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Result<Option<Found>, ResourceError> {
        let (mut fault, mut is_any_good) = (None, false);
        for name in names {
            match self.find(name) {
                Ok(Some(resource)) => return Ok(Some(resource)),
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
        let resource = |index: usize, path: &Path, spelling: String| {
            let is_exact = spelling == name.as_str();
            Found { root: index, path: path.join(&spelling), name: spelling, is_exact }
        };
        let in_root = first.chain(second).find_map(|(index, root)| {
            let name = root.find(name, ignore_case)?;
            Some(resource(index, &root.path, name))
        });
        in_root.or_else(|| {
            self.candidates.iter().enumerate().find_map(|(index, candidate)| {
                let name = candidate.find(name.as_str(), ignore_case)?;
                Some(resource(self.roots.len().saturating_add(index), candidate.path(), name))
            })
        })
    }
}

impl Root {
    /// Returns the name that this resource has in these files.
    fn find(&self, name: SafePath<'_>, ignore_case: bool) -> Option<String> {
        self.files.find(name.as_str(), ignore_case)
    }

    fn names(&self, accept: &dyn Fn(&str) -> bool) -> Vec<String> {
        self.files.names().into_iter().filter(|name| accept(name)).collect()
    }
}

/// Cleans a name like the engine does: removes white space around it and `./`, and replaces `\` with `/`.
pub fn plain(name: &str) -> String {
    let name = name.trim().replace('\\', "/");
    let parts: Vec<&str> = name.split('/').filter(|part| *part != ".").collect();
    parts.join("/")
}
