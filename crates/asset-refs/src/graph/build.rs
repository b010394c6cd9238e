//! Reads the graph for a project.

use std::collections::{HashSet, VecDeque};
use std::io;
use std::path::{Path, PathBuf};

use super::file::{entry_references, read_references};
use super::links::links;
use super::{FileReferences, Graph, Names, Packages, ProjectFile};
use asset_project::resources::normal;
use asset_project::sources::{Listed, ResourceLookup, Source, map, sources};
use asset_project::{Resources, RootReason};

impl Graph {
    /// Reads the references in all files below these folders. Resources are searched in the folders around each file.
    /// If you want to choose these folders, add code from other folders, or show the progress, use [`GraphReader`]
    /// instead.
    ///
    /// # Errors
    /// Returns an error if a folder can't be listed.
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

/// Reads a [`Graph`] in steps. Use this if your program shows the progress, or must decide how many files to keep in
/// memory.
///
/// First, [`take`](Self::take) the files. Then pass each of them to [`references`](Self::references), on any thread. In
/// the end, pass all results to [`finish`](Self::finish), in the same order.
#[derive(Debug)]
pub struct GraphReader<'l> {
    names: Names,
    sources: VecDeque<Source>,
    errors: Vec<io::Error>,
    lookup: &'l ResourceLookup,
    /// Resources for files that are in no resource folder.
    alone: Resources,
    /// How many folders are not code.
    folders: usize,
    /// The project folders.
    roots: Vec<PathBuf>,
    packages: Packages,
}

impl<'l> GraphReader<'l> {
    /// Lists the files below these folders, but doesn't read them yet. `code` is for folders with the code of the
    /// program, because it can name files in the project. Links that lead out of a folder are left out.
    pub fn new(folders: &[PathBuf], code: &[PathBuf], lookup: &'l ResourceLookup) -> Self {
        Self::list(folders, code, lookup, false)
    }

    /// Like [`new`](Self::new), but the entries in packages become files of the project, too.
    pub(crate) fn with_packages(folders: &[PathBuf], code: &[PathBuf], lookup: &'l ResourceLookup) -> Self {
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

    /// Takes the list of files to read.
    pub fn take(&mut self) -> VecDeque<Source> {
        std::mem::take(&mut self.sources)
    }

    /// Takes the errors about folders that can't be listed.
    pub fn take_errors(&mut self) -> Vec<io::Error> {
        std::mem::take(&mut self.errors)
    }

    /// Returns all files in the project and its code.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Returns a resource folder that contains one of the project folders. If there is one, files outside the project
    /// can reference files in the project.
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

    /// Returns the resource folders and packages of this project.
    pub(super) fn origins(&self) -> Vec<(PathBuf, RootReason)> {
        self.lookup.origins()
    }

    /// Checks whether all resource folders and packages are inside the project folders. If so, no file outside can
    /// change what a name means.
    pub(super) fn is_closed(&self) -> bool {
        let roots: Vec<PathBuf> = self.roots.iter().filter_map(|root| normal(root)).collect();
        let is_inside = |path: &Path| normal(path).is_some_and(|path| roots.iter().any(|root| path.starts_with(root)));
        self.origins().iter().all(|(path, _)| is_inside(path))
    }

    /// Returns whether this file is code outside the project.
    pub fn is_code(&self, source: &Source) -> bool {
        source.argument >= self.folders
    }

    /// Reads the references in a file. If the file can't be read, the result is empty, and the graph lists the file as
    /// [unsearched](Graph::unsearched).
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

    /// Reads the references in a package entry. They are resolved as if the file were beside the package.
    fn entry_references(&self, source: &Source, package: &Path) -> FileReferences {
        let name = source.path().to_string_lossy();
        let bytes = match self.packages.read(package, &name) {
            Ok(bytes) => bytes,
            Err(error) => return FileReferences::unsearched(&error),
        };
        let around = self.lookup.of(&Source::found(package));
        entry_references(&package.join(source.path()), &bytes, around.as_deref().unwrap_or(&self.alone), &self.names)
    }

    /// Takes the packages that have been opened.
    pub(crate) fn take_packages(&mut self) -> Packages {
        std::mem::take(&mut self.packages)
    }

    /// Creates the graph. You must pass the references in the same order in which the files were [taken](Self::take).
    pub fn finish(self, references: Vec<FileReferences>) -> Graph {
        Graph::new(self.names, references)
    }
}
