//! Reading of the graph of a project.

use std::collections::{HashSet, VecDeque};
use std::io;
use std::path::{Path, PathBuf};

use super::file::{entry_references, read_references};
use super::links::links;
use super::{FileReferences, Graph, Names, Packages, ProjectFile};
use crate::convert_folder::{Listed, ResourceLookup, Source, map, sources};
use crate::resources::normal;
use crate::{Resources, RootReason};

impl Graph {
    /// Reads the references of all files below folders, with the resource folders around each file. To set these, to add code that isn't in the folders,
    /// or to show the progress, see [`GraphReader`].
    ///
    /// # Errors
    /// A folder can't be listed.
    pub fn read<P: AsRef<Path>>(folders: &[P]) -> io::Result<Self> {
        let folders: Vec<PathBuf> = folders.iter().map(|folder| folder.as_ref().to_path_buf()).collect();
        let lookup = ResourceLookup::default();
        let mut reader = GraphReader::new(&folders, &[], &lookup);
        if let Some(error) = reader.take_errors().pop() {
            return Err(error);
        }
        let references = map(reader.take().into(), |source| reader.references(&source));
        Ok(reader.finish(references))
    }
}

/// Reads a [`Graph`] in steps, for programs that show their progress or choose how many files are in memory at once.
///
/// [`take`](Self::take) returns the files. Pass each to [`references`](Self::references), on any thread, and the results in the same order to
/// [`finish`](Self::finish).
#[derive(Debug)]
pub struct GraphReader<'l> {
    names: Names,
    sources: VecDeque<Source>,
    errors: Vec<io::Error>,
    lookup: &'l ResourceLookup,
    /// Resources of files outside of all resource folders.
    alone: Resources,
    /// Number of folders that aren't code.
    folders: usize,
    /// The folders of the project.
    roots: Vec<PathBuf>,
    packages: Packages,
}

impl<'l> GraphReader<'l> {
    /// Lists the files below folders, without reading them. `code` are folders with the program's code, which may name files of the project. Links that
    /// lead out of a folder are left out.
    pub fn new(folders: &[PathBuf], code: &[PathBuf], lookup: &'l ResourceLookup) -> Self {
        Self::list(folders, code, lookup, false)
    }

    /// As [`new`](Self::new), with the entries of packages as files of the project.
    pub fn with_packages(folders: &[PathBuf], code: &[PathBuf], lookup: &'l ResourceLookup) -> Self {
        Self::list(folders, code, lookup, true)
    }

    fn list(folders: &[PathBuf], code: &[PathBuf], lookup: &'l ResourceLookup, opens_packages: bool) -> Self {
        let paths: Vec<PathBuf> = folders.iter().chain(code).cloned().collect();
        let (mut listed, mut errors, mut seen) = (VecDeque::new(), Vec::new(), HashSet::new());
        let mut packages = Packages::default();
        for source in sources(&paths, |_| true) {
            match source {
                // Code may lie in the folder of the project.
                Ok(Listed::Source(source)) => {
                    if source.is_file() && seen.insert(normal(source.path())) {
                        let is_own = source.argument < folders.len();
                        let entries = if opens_packages && is_own { packages.entries(&source) } else { Vec::new() };
                        listed.push_back(source);
                        listed.extend(entries);
                    }
                }
                Ok(Listed::Link(_)) => {}
                Err(error) => errors.push(error),
            }
        }
        let is_code = |source: &Source| source.argument >= folders.len();
        let file = |source: &Source| ProjectFile::new(source, Some(lookup).filter(|_| !is_code(source)));
        let files = listed.iter().map(file).collect();
        let names = Names::new(files, lookup.origins().into_iter().map(|(path, _)| path));
        let names = names.with_links(links(listed.iter()));
        Self {
            names,
            sources: listed,
            errors,
            lookup,
            alone: Resources::new(),
            folders: folders.len(),
            roots: folders.to_vec(),
            packages,
        }
    }

    /// Takes the files that are to be read.
    pub fn take(&mut self) -> VecDeque<Source> {
        std::mem::take(&mut self.sources)
    }

    /// Takes the errors of folders that can't be listed.
    pub fn take_errors(&mut self) -> Vec<io::Error> {
        std::mem::take(&mut self.errors)
    }

    /// Returns all files of the project and its code.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// A resource folder that contains one of the project's folders: files outside of the project have references to its files then.
    pub(crate) fn outer_root(&self, project: &Path) -> Option<PathBuf> {
        let project = normal(project)?;
        let root = |(id, file): (u32, &ProjectFile)| {
            let path = normal(&file.path)?;
            let is_own = self.sources.get(id as usize).is_some_and(|source| !self.is_code(source));
            let root = path.ancestors().nth(file.name.split('/').count())?;
            let is_outer = is_own && root != project && project.starts_with(root);
            (is_outer && path.ends_with(&file.name)).then(|| root.to_path_buf())
        };
        self.names.iter().find_map(root)
    }

    /// The resource folders and packages of the project.
    pub(super) fn origins(&self) -> Vec<(PathBuf, RootReason)> {
        self.lookup.origins()
    }

    /// Whether all resource folders and packages are in the folders of the project: then no other file changes what a name means.
    pub(super) fn is_closed(&self) -> bool {
        let roots: Vec<PathBuf> = self.roots.iter().filter_map(|root| normal(root)).collect();
        let is_inside = |path: &Path| normal(path).is_some_and(|path| roots.iter().any(|root| path.starts_with(root)));
        self.origins().iter().all(|(path, _)| is_inside(path))
    }

    /// Whether a file is code outside of the project.
    pub fn is_code(&self, source: &Source) -> bool {
        source.argument >= self.folders
    }

    /// Reads the references of a file. A file that can't be read has none, and is [unsearched](Graph::unsearched).
    pub fn references(&self, source: &Source) -> FileReferences {
        if let Some(package) = source.package_path() {
            return self.entry_references(source, package);
        }
        if self.packages.get(source.path()).is_some() {
            return FileReferences::default();
        }
        let around = if self.is_code(source) { None } else { self.lookup.of(source) };
        read_references(source.path(), around.as_deref().unwrap_or(&self.alone), &self.names)
    }

    /// The references of an entry, which are resolved as those of a file beside the package.
    fn entry_references(&self, source: &Source, package: &Path) -> FileReferences {
        let name = source.path().to_string_lossy();
        let bytes = match self.packages.read(package, &name) {
            Ok(bytes) => bytes,
            Err(error) => return FileReferences::unsearched(&error),
        };
        let around = self.lookup.of(&Source::found(package));
        entry_references(&package.join(source.path()), &bytes, around.as_deref().unwrap_or(&self.alone), &self.names)
    }

    /// Takes the opened packages.
    pub(crate) fn take_packages(&mut self) -> Packages {
        std::mem::take(&mut self.packages)
    }

    /// Returns the graph, for the references of all files in the order in which they were [taken](Self::take).
    pub fn finish(self, references: Vec<FileReferences>) -> Graph {
        Graph::new(self.names, references)
    }
}
