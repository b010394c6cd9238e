//! Where the files are that assets name.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clap::Args;
use engine_assets::Resources;

use crate::inputs::Input;

#[derive(Args, Default)]
pub(crate) struct ResourceOptions {
    /// Look here for the files that assets name: a folder such as Data, or a package; several in the order of the search.
    /// Without it they are looked for in the usual places around each file
    #[arg(long, value_name = "DIR|PAK")]
    resources: Vec<PathBuf>,
}

/// Where files are looked for: what was named, or what is around each file.
pub(crate) struct Lookup {
    given: Option<Arc<Resources>>,
    /// By the folder that a file is in.
    around: Mutex<HashMap<PathBuf, Option<Arc<Resources>>>>,
}

impl Lookup {
    pub(crate) fn new(options: &ResourceOptions) -> io::Result<Self> {
        let add = |resources: Resources, path: &PathBuf| {
            resources.root(path).map_err(|error| io::Error::other(error.to_string()))
        };
        let given = options.resources.iter().try_fold(Resources::new(), add)?;
        Ok(Self { given: (!given.is_empty()).then(|| Arc::new(given)), around: Mutex::default() })
    }

    /// Where the files are that the asset of an input names; `None` if nobody knows.
    pub(crate) fn of(&self, input: &Input) -> Option<Arc<Resources>> {
        if self.given.is_some() {
            return self.given.clone();
        }
        if let Some(package) = input.package_path() {
            return Resources::new().package(package).ok().map(Arc::new);
        }
        if input.is_stdin() {
            return None;
        }
        let folder = input.path().parent()?.to_path_buf();
        if let Some(known) = lock(&self.around).get(&folder) {
            return known.clone();
        }
        let around = Resources::around(input.path()).ok().filter(|resources| !resources.is_empty()).map(Arc::new);
        lock(&self.around).insert(folder, around.clone());
        around
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
