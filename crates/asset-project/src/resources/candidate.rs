//! Searches more folders for a resource when no resource folder contains it.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Files, Resources};

/// A folder that may be a resource folder. It is only opened when it contains the first folder of a name that is
/// searched.
#[derive(Debug)]
pub(super) struct Candidate {
    path: PathBuf,
    files: OnceLock<Option<Box<dyn Files>>>,
    is_used: AtomicBool,
}

impl Candidate {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, files: OnceLock::new(), is_used: AtomicBool::new(false) }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether a resource has been found in this folder.
    pub(super) fn is_used(&self) -> bool {
        self.is_used.load(Ordering::Relaxed)
    }

    /// Returns the files, if the folder has been opened.
    pub(super) fn files(&self) -> Option<&dyn Files> {
        self.files.get()?.as_deref()
    }

    /// Returns the stored name of a file. A name without a folder is not searched, because a folder that may not
    /// contain resources has files of all kinds.
    pub(super) fn find(&self, name: &str, ignore_case: bool) -> Option<String> {
        let (first, _) = name.split_once('/')?;
        if self.files.get().is_none() && !ignore_case && !self.path.join(first).is_dir() {
            return None;
        }
        let open = || {
            let opened = Resources::new().folder(&self.path).ok()?;
            opened.roots.into_iter().next().map(|root| root.files)
        };
        let entry = self.files.get_or_init(open).as_deref()?.find(name, ignore_case)?;
        self.is_used.store(true, Ordering::Relaxed);
        Some(entry)
    }
}
