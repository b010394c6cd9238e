//! Records which resources a conversion reads or misses.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use binio::Limits;

use asset_project::{Files, Resources};

/// The hash of each resource that a conversion has asked for, or `None` if the resource was missing.
pub(super) type Needs = BTreeMap<String, Option<String>>;

/// This name stands for a hash of all file names. No resource has it.
pub(super) const NAMES: &str = "*names";

/// The files in a project, which remember that they were read.
#[derive(Clone, Debug)]
pub(super) struct Recorder {
    resources: Arc<Resources>,
    names: Arc<Mutex<BTreeSet<String>>>,
}

impl Recorder {
    pub(super) fn new(resources: Arc<Resources>) -> Self {
        Self { resources, names: Arc::default() }
    }

    fn add(&self, name: &str) {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
    }

    /// Returns the resources that were asked for. `hash` must return the hash of a resource.
    pub(super) fn needs(&self, hash: impl Fn(&str) -> Option<String>) -> Needs {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.iter().map(|name| (name.clone(), hash(name))).collect()
    }
}

impl Files for Recorder {
    fn find(&self, name: &str, ignore_case: bool) -> Option<String> {
        let resource = self.resources.find(name).ok().flatten().filter(|resource| ignore_case || resource.is_exact);
        let resource = resource.map(|resource| resource.name);
        self.add(resource.as_deref().unwrap_or(name));
        resource
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        self.add(name);
        let mut budget = Limits::default().max_expanded_bytes(most).budget();
        let read = self.resources.read_with(name, &mut budget).map_err(io::Error::other)?;
        read.map(|resource| resource.bytes).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn names(&self) -> Vec<String> {
        self.add(NAMES);
        self.resources.names(&|_| true)
    }
}
