//! Search for the resources of input files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::source::Source;
use crate::{ResourceError, Resources};

/// Folders and packages in which the resources of input files are found: given ones, or the usual places around each file.
#[derive(Debug, Default)]
pub struct ResourceLookup {
    given: Option<Arc<Resources>>,
    /// By the folder of the file.
    around: Mutex<HashMap<PathBuf, Option<Arc<Resources>>>>,
}

impl ResourceLookup {
    /// Searches the given folders and packages, in this order. Without any, [`of`](Self::of) searches the usual places around a file.
    ///
    /// # Errors
    /// As [`Resources::root`].
    pub fn new<P: AsRef<Path>>(roots: impl IntoIterator<Item = P>) -> Result<Self, ResourceError> {
        let given = roots.into_iter().try_fold(Resources::new(), Resources::root)?;
        Ok(Self { given: (!given.is_empty()).then(|| Arc::new(given)), around: Mutex::default() })
    }

    /// Returns the resources of the asset in a source; `None` if there is no folder and no package to search.
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
        if let Some(known) = lock(&self.around).get(&folder) {
            return known.clone();
        }
        let around = Resources::around(source.path()).ok().filter(|resources| !resources.is_empty()).map(Arc::new);
        // The folders of a project share its `Resources`, which cache listings and the materials of models.
        let mut known = lock(&self.around);
        let shared = known.values().flatten().find(|known| around.as_ref().is_some_and(|own| own.is_like(known)));
        let around = shared.cloned().or(around);
        known.insert(folder, around.clone());
        around
    }
}

/// Locks a mutex; a panic of another thread is ignored.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
