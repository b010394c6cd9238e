//! Where the files are that assets name.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clap::Args;
use engine_assets::Resources;
use engine_assets::convert_folder::ResourceLookup;

use crate::inputs::Input;

#[derive(Args, Default)]
pub(crate) struct ResourceOptions {
    /// Search referenced files in this folder (such as Data) or package; several are searched in order.
    /// Default: the usual folders around each file
    #[arg(long, value_name = "DIR|PAK")]
    resources: Vec<PathBuf>,
}

impl ResourceOptions {
    /// The folders and packages that were named.
    pub(crate) fn roots(&self) -> &[PathBuf] {
        &self.resources
    }
}

/// Places to search for files: the named folders, or the project of each file.
pub(crate) struct Lookup(ResourceLookup);

impl Lookup {
    pub(crate) fn new(options: &ResourceOptions) -> io::Result<Self> {
        ResourceLookup::new(options.roots()).map(Self).map_err(|error| io::Error::other(error.to_string()))
    }

    /// Where the files are that the asset of an input names; `None` if nobody knows.
    pub(crate) fn of(&self, input: &Input) -> Option<Arc<Resources>> {
        self.0.of(input)
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
