//! The options for finding the files that assets reference.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clap::Args;
use engine_assets::sources::ResourceLookup;
use engine_assets::{Resources, RootReason};

use crate::inputs::Input;
use crate::report::{Outcome, print_error, print_message, shown};

#[derive(Args, Default)]
pub(crate) struct ResourceOptions {
    /// Search referenced files in this folder (such as Data) or package. Can be repeated; they are searched in order.
    /// Default: the usual folders around each file
    #[arg(long, value_name = "DIR|PAK")]
    resources: Vec<PathBuf>,
}

impl ResourceOptions {
    /// Returns the folders and packages that were named.
    pub(crate) fn roots(&self) -> &[PathBuf] {
        &self.resources
    }
}

/// The places to search for files: the named folders, or else the project of each file.
pub(crate) struct Lookup(ResourceLookup);

impl Lookup {
    pub(crate) fn new(options: &ResourceOptions) -> io::Result<Self> {
        ResourceLookup::new(options.roots()).map(Self).map_err(|error| io::Error::other(error.to_string()))
    }

    /// If `ignores_config` is set, `roots` in `engine-assets.toml` will not be used.
    pub(crate) fn ignores_config(self, ignores_config: bool) -> Self {
        Self(self.0.ignores_config(ignores_config))
    }

    /// Returns the folders and packages that were searched so far, with the reason for each of them.
    pub(crate) fn origins(&self) -> Vec<(PathBuf, RootReason)> {
        self.0.origins()
    }

    /// Prints the folders in which files were not found, once for all findings, and errors in `engine-assets.toml`.
    pub(crate) fn report(&self, quiet: bool) -> Outcome {
        report_search(&self.0.faults(), &self.0.searched_in_vain(), quiet)
    }

    /// Returns the library's lookup.
    pub(crate) fn inner(&self) -> &ResourceLookup {
        &self.0
    }

    /// Returns the resources to search for the files that an input references, or `None` if they are not known.
    pub(crate) fn of(&self, input: &Input) -> Option<Arc<Resources>> {
        self.0.of(input)
    }
}

/// Returns a path relative to the current folder, if it is below this folder.
pub(crate) fn near(path: &Path) -> PathBuf {
    let below = std::env::current_dir().ok().and_then(|folder| path.strip_prefix(folder).ok().map(Path::to_path_buf));
    below.filter(|below| !below.as_os_str().is_empty()).unwrap_or_else(|| path.to_path_buf())
}

/// Prints the folders in which files were not found, once for all findings, and errors in `engine-assets.toml`.
pub(crate) fn report_search(faults: &[String], searched: &[(PathBuf, RootReason)], quiet: bool) -> Outcome {
    faults.iter().for_each(|fault| print_error(fault));
    if !quiet && !searched.is_empty() {
        print_message("missing resources were searched in:");
        searched.iter().for_each(|(path, reason)| print_message(&format!("  {} ({reason})", shown(&near(path)))));
    }
    if faults.is_empty() { Outcome::Fine } else { Outcome::Failed }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
