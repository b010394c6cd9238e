//! Searches the references in a project: in its folder, in code outside, and in the resource folders.

use std::io;
use std::path::PathBuf;

use super::{Graph, GraphReader, Packages};
use crate::rename::shown;
use asset_project::sources::{ResourceLookup, Source, map};

/// Adds the setters of a [`ProjectScan`] to a type that contains one as `scan`.
macro_rules! scan_setters {
    () => {
        /// Adds a folder with code outside the project, because its text can name files too.
        #[must_use]
        pub fn code(mut self, folder: impl Into<std::path::PathBuf>) -> Self {
            self.scan.code.push(folder.into());
            self
        }

        /// Sets where to search referenced files. By default, these are the folders around each file.
        #[must_use]
        pub fn lookup(mut self, lookup: asset_project::sources::ResourceLookup) -> Self {
            self.scan.lookup = lookup;
            self
        }
    };
}
pub(crate) use scan_setters;

/// A project folder, and how to search the references in it.
#[derive(Debug)]
pub(crate) struct ProjectScan {
    pub(crate) project: PathBuf,
    /// Folders with code outside the project.
    pub(crate) code: Vec<PathBuf>,
    pub(crate) lookup: ResourceLookup,
    /// Whether to search packages too. Their entries then count as files of the project.
    pub(crate) opens_packages: bool,
}

/// The references in a project.
pub(crate) struct Scanned {
    pub(crate) graph: Graph,
    /// For each file, whether it belongs to the project. All others are code.
    pub(crate) is_own: Vec<bool>,
    pub(crate) packages: Packages,
}

/// Why a project can't be searched.
pub(crate) enum ScanError {
    Io(io::Error),
    /// The project is only a folder inside a resource folder, so other files may use its files. The text names the
    /// right folder.
    Inner(String),
}

impl ProjectScan {
    pub(crate) fn new(project: PathBuf) -> Self {
        Self { project, code: Vec::new(), lookup: ResourceLookup::default(), opens_packages: false }
    }

    /// Reads all files.
    pub(crate) fn read(&self) -> Result<Scanned, ScanError> {
        let list = if self.opens_packages { GraphReader::with_packages } else { GraphReader::new };
        let mut reader = list(std::slice::from_ref(&self.project), &self.code, &self.lookup);
        if let Some(error) = reader.take_errors().pop() {
            return Err(ScanError::Io(error));
        }
        if let Some(root) = reader.outer_root(&self.project) {
            let (project, root) = (shown(&self.project), shown(&root));
            let reason = format!("\"{project}\" is in the resource folder \"{root}\": pass \"{root}\" as the project");
            return Err(ScanError::Inner(reason));
        }
        let sources: Vec<Source> = reader.take().into();
        let references = map(sources.iter().collect(), |source| reader.references(source));
        let is_own = sources.iter().map(|source| !reader.is_code(source)).collect();
        let packages = reader.take_packages();
        Ok(Scanned { graph: reader.finish(references), is_own, packages })
    }
}
