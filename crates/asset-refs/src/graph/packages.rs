//! Opens packages whose entries belong to a project.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use asset_unpack::FileVersion;
use urho_pak::Package;

use asset_project::sources::Source;

/// The packages that have been opened, by path.
#[derive(Debug, Default)]
pub(crate) struct Packages(HashMap<PathBuf, Arc<OpenPackage>>);

/// A package, and the version of its file when it was opened.
#[derive(Debug)]
pub(crate) struct OpenPackage {
    pub(crate) package: Package<File>,
    pub(crate) version: FileVersion,
}

impl Packages {
    /// Opens a source if it is named like a package, and returns its entries. If several entries have the same name,
    /// this is the last, because the engine loads that one. A damaged package has no entries here, and will be
    /// unsearched.
    pub(super) fn entries(&mut self, source: &Source) -> Vec<Source> {
        let is_package = source.path().extension().is_some_and(|end| end.eq_ignore_ascii_case("pak"));
        let opened = || {
            let version = FileVersion::of(source.path()).ok()?;
            Some(OpenPackage { package: Package::open_path(source.path()).ok()?, version })
        };
        let Some(opened) = is_package.then(opened).flatten() else { return Vec::new() };
        let mut seen = HashSet::new();
        let names = opened.package.entries().filter_map(|entry| entry.name().as_str().map(str::to_owned));
        let names: Vec<String> = names.filter(|name| seen.insert(name.clone())).collect();
        self.0.insert(source.path().to_path_buf(), Arc::new(opened));
        names.into_iter().map(|name| source.entry(name.into())).collect()
    }

    pub(crate) fn get(&self, path: &Path) -> Option<&Arc<OpenPackage>> {
        self.0.get(path)
    }

    /// Reads an entry.
    pub(crate) fn read(&self, path: &Path, name: &str) -> io::Result<Vec<u8>> {
        let gone = || io::Error::new(io::ErrorKind::NotFound, format!("{name}: no such entry"));
        let entry = self.get(path).and_then(|opened| opened.package.get(name)).ok_or_else(gone)?;
        Ok(entry.read()?)
    }
}
