//! Searches for the resources that input files need.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::source::Source;
use crate::{ResourceError, Resources, RootReason};

/// Finds the folders and packages with the resources for each input file. You can set them, or let this search the
/// usual places around each file.
#[derive(Debug, Default)]
pub struct ResourceLookup {
    given: Option<Arc<Resources>>,
    /// The key is the folder that contains the file, and the folder that the user has named.
    around: Mutex<HashMap<Key, Option<Arc<Resources>>>>,
    /// Problems in `engine-assets.toml`.
    faults: Mutex<BTreeSet<String>>,
    /// Whether to ignore `engine-assets.toml`.
    ignores_config: bool,
}

/// The folder that contains the file, and the folder that the user has named.
type Key = (PathBuf, Option<PathBuf>);

impl ResourceLookup {
    /// Creates a lookup that searches the given folders and packages, in this order. If you pass none, [`of`](Self::of)
    /// will search the usual places around a file.
    ///
    /// # Errors
    /// See [`Resources::root`].
    pub fn new<P: AsRef<Path>>(roots: impl IntoIterator<Item = P>) -> Result<Self, ResourceError> {
        let given = roots.into_iter().try_fold(Resources::new(), Resources::root)?;
        Ok(Self { given: (!given.is_empty()).then(|| Arc::new(given)), ..Self::default() })
    }

    /// Sets whether to ignore `roots` in `engine-assets.toml`. Default: no.
    #[must_use]
    pub fn ignores_config(mut self, ignores_config: bool) -> Self {
        self.ignores_config = ignores_config;
        self
    }

    /// Returns the folders and packages that have been searched so far, each with the reason, without duplicates.
    pub fn origins(&self) -> Vec<(PathBuf, RootReason)> {
        self.origins_of(&|_| true)
    }

    /// Returns the folders and packages in which a missing resource has been searched, each with the reason, without
    /// duplicates. Print them to help the user to find out why it is missing.
    pub fn searched_in_vain(&self) -> Vec<(PathBuf, RootReason)> {
        self.origins_of(&Resources::has_missing)
    }

    fn origins_of(&self, accept: &dyn Fn(&Resources) -> bool) -> Vec<(PathBuf, RootReason)> {
        let around = lock(&self.around);
        let mut known: Vec<(&Key, &Arc<Resources>)> =
            around.iter().filter_map(|(key, known)| Some((key, known.as_ref()?))).collect();
        // Independent of the order of the threads.
        known.sort_by_key(|(key, _)| *key);
        let all = self.given.iter().chain(known.into_iter().map(|(_, known)| known));
        let mut seen = HashSet::new();
        let origins = all.filter(|known| accept(known)).flat_map(|known| known.origins());
        let first = origins.filter(|(path, _)| seen.insert(path.to_path_buf()));
        first.map(|(path, reason)| (path.to_path_buf(), reason)).collect()
    }

    /// Returns the problems in all `engine-assets.toml` files, sorted. Projects with such a file have no resource
    /// folders.
    pub fn faults(&self) -> Vec<String> {
        lock(&self.faults).iter().cloned().collect()
    }

    /// Returns the resources for this asset, or `None` if there is no folder or package to search.
    pub fn of(&self, source: &Source) -> Option<Arc<Resources>> {
        if self.given.is_some() {
            return self.given.clone();
        }
        if let Some(package) = source.package_path() {
            return Resources::new().package(package).ok().map(Arc::new);
        }
        if source.is_stdin() {
            return None;
        }
        let folder = source.path().parent()?.to_path_buf();
        let key = (folder, source.folder().map(Path::to_path_buf));
        if let Some(known) = lock(&self.around).get(&key) {
            return known.clone();
        }
        let around = self.around(source.path(), key.1.as_deref());
        // The folders of a project share its `Resources`, which cache listings and the materials of models.
        let mut known = lock(&self.around);
        let shared = known.values().flatten().find(|known| around.as_ref().is_some_and(|around| around.is_like(known)));
        let around = shared.cloned().or(around);
        known.insert(key, around.clone());
        around
    }

    fn around(&self, path: &Path, named: Option<&Path>) -> Option<Arc<Resources>> {
        match Resources::around_with(path, named, !self.ignores_config) {
            Ok(resources) => (!resources.is_empty()).then(|| Arc::new(resources)),
            Err(error) => {
                if let ResourceError::Config { .. } = error {
                    lock(&self.faults).insert(error.to_string());
                }
                None
            }
        }
    }
}

/// Locks a mutex, even if another thread has panicked while it was locked.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
