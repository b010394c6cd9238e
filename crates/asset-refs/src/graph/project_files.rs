//! This module contains [`Names`], which finds the files in a project by their resource names.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use asset_project::resources::normal;
use asset_project::sources::{ResourceLookup, Source};

/// A file in a project, with the name that the engine uses to load it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProjectFile {
    /// The path, as it was listed.
    pub path: PathBuf,
    /// The resource name: this is the path below the resource folder that contains the file, using `/`.
    pub name: String,
    /// The package that contains the file. `path` is then the package path followed by the name.
    pub package: Option<PathBuf>,
}

impl ProjectFile {
    /// Creates the file with the resource name that it has in its project. If the file is code, or is in no resource
    /// folder, its name is the path below the folder that was listed.
    pub(super) fn new(source: &Source, lookup: Option<&ResourceLookup>) -> Self {
        if let (Some(package), Some(name)) = (source.package_path(), source.path().to_str()) {
            let name = name.replace('\\', "/");
            return Self { path: package.join(&name), name, package: Some(package.to_path_buf()) };
        }
        let name =
            lookup.and_then(|lookup| lookup.of(source)).and_then(|resources| resources.shortest_name_of(source.path()));
        let name = name.unwrap_or_else(|| source.relative().to_string_lossy().replace('\\', "/"));
        Self { path: source.path().to_path_buf(), name, package: None }
    }
}

/// The number of a file in [`Names`]. Files are numbered in the order in which you have listed them.
pub type FileId = u32;

/// An index of all files in a project, to find files by a name or by a part of it.
///
/// Case is ignored, because a reference in different case still works on some systems, so the file is not unused.
#[derive(Debug, Default)]
pub struct Names {
    files: Vec<ProjectFile>,
    /// Resource names in lower case.
    lower: Vec<String>,
    by_name: Vec<FileId>,
    /// Sorted by the name in lower case, comparing it from the last byte to the first.
    by_end: Vec<FileId>,
    /// Absolute paths, sorted.
    by_path: Vec<PathOfFile>,
    /// The names of the resource folders, in lower case, because some scripts write `Data/Textures/a.png`.
    roots: Vec<String>,
    /// Files that are links, or below a link, each with the file that it leads to.
    links: BTreeMap<FileId, FileId>,
}

#[derive(Debug)]
struct PathOfFile {
    path: PathBuf,
    file: FileId,
}

/// Files with consecutive positions in one of the two orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Span {
    /// Positions in the order of names.
    Names(Range<usize>),
    /// Positions in the order of reversed names.
    Ends(Range<usize>),
}

impl Names {
    /// Creates an index. Pass the resource folders of the project as `roots`, because scripts can write them in front
    /// of resource names.
    pub fn new<P: AsRef<Path>>(files: Vec<ProjectFile>, roots: impl IntoIterator<Item = P>) -> Self {
        let lower: Vec<String> = files.iter().map(|file| file.name.to_lowercase()).collect();
        let count = FileId::try_from(files.len()).unwrap_or(FileId::MAX);
        let mut by_name: Vec<FileId> = (0..count).collect();
        by_name.sort_by(|a, b| lower[*a as usize].cmp(&lower[*b as usize]));
        let mut by_end: Vec<FileId> = (0..count).collect();
        by_end.sort_by(|a, b| reversed(&lower[*a as usize], &lower[*b as usize]));
        let full = |path: &Path| normal(path).unwrap_or_else(|| path.to_path_buf());
        let mut by_path: Vec<PathOfFile> =
            (0..count).map(|file| PathOfFile { path: full(&files[file as usize].path), file }).collect();
        by_path.sort_by(|a, b| a.path.cmp(&b.path));
        let root = |root: P| root.as_ref().file_name().map(|name| name.to_string_lossy().to_lowercase());
        let mut roots: Vec<String> = roots.into_iter().filter_map(root).collect();
        roots.sort();
        roots.dedup();
        Self { files, lower, by_name, by_end, by_path, roots, links: BTreeMap::new() }
    }

    /// Sets which files are only other names for files.
    pub(super) fn with_links(mut self, links: impl IntoIterator<Item = (FileId, FileId)>) -> Self {
        self.links = links.into_iter().collect();
        self
    }

    /// Returns the files that are links, or below a link, each with the file that it leads to.
    pub(super) fn links(&self) -> impl Iterator<Item = (FileId, FileId)> {
        self.links.iter().map(|(link, file)| (*link, *file))
    }

    /// Returns whether this is only another name for a file in the project, because the file is a link, or below a
    /// link.
    pub(crate) fn is_link(&self, file: FileId) -> bool {
        self.links.contains_key(&file)
    }

    /// Returns the number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns whether there are no files.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the file with this number.
    pub fn get(&self, file: FileId) -> Option<&ProjectFile> {
        self.files.get(file as usize)
    }

    /// Iterates over the files, with their numbers, in the order in which you have listed them.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &ProjectFile)> {
        (0..).zip(&self.files)
    }

    /// Returns the file at this path, or `None` if it is not in the list.
    pub fn at_path(&self, path: &Path) -> Option<FileId> {
        let full = normal(path)?;
        self.at_full_path(&full).or_else(|| self.at_full_path(&path.canonicalize().ok()?))
    }

    /// Like [`at_path`](Self::at_path), but the path must be absolute and contain no `..`.
    fn at_full_path(&self, path: &Path) -> Option<FileId> {
        let index = self.by_path.binary_search_by(|known| known.path.as_path().cmp(path)).ok()?;
        Some(self.by_path[index].file)
    }

    /// Returns the files with this resource name, ignoring case. There can be several if there are several resource
    /// folders.
    pub fn named(&self, name: &str) -> &[FileId] {
        &self.by_name[self.exact(&name.to_lowercase())]
    }

    /// Returns the files below this folder.
    pub(crate) fn below(&self, folder: &Path) -> Vec<FileId> {
        let Some(folder) = normal(folder) else { return Vec::new() };
        let start = self.by_path.partition_point(|known| known.path < folder);
        let below = self.by_path[start..].iter().take_while(|known| known.path.starts_with(&folder));
        below.map(|known| known.file).collect()
    }

    pub(super) fn lower(&self, file: FileId) -> &str {
        self.lower.get(file as usize).map_or("", String::as_str)
    }

    /// Removes the first folder from a name if it is named like a resource folder. For example, `data/a.png` becomes
    /// `a.png`.
    pub(crate) fn below_root<'n>(&self, lower: &'n str) -> Option<&'n str> {
        let (first, rest) = lower.split_once('/')?;
        self.roots.iter().any(|root| root == first).then_some(rest)
    }

    /// Returns the files in a span.
    pub(super) fn of_span(&self, span: &Span) -> &[FileId] {
        match span {
            Span::Names(range) => &self.by_name[range.clone()],
            Span::Ends(range) => &self.by_end[range.clone()],
        }
    }

    pub(super) fn exact(&self, lower: &str) -> Range<usize> {
        self.range(|name| name.cmp(lower))
    }

    pub(super) fn starting(&self, prefix: &str) -> Range<usize> {
        self.range(|name| if name.starts_with(prefix) { Ordering::Equal } else { name.cmp(prefix) })
    }

    pub(super) fn ending(&self, suffix: &str) -> Range<usize> {
        let compare = |file: &FileId| {
            let name = self.lower(*file);
            if name.ends_with(suffix) { Ordering::Equal } else { reversed(name, suffix) }
        };
        let start = self.by_end.partition_point(|file| compare(file) == Ordering::Less);
        let rest = &self.by_end[start..];
        start..start + rest.partition_point(|file| compare(file) == Ordering::Equal)
    }

    fn range(&self, compare: impl Fn(&str) -> Ordering) -> Range<usize> {
        let start = self.by_name.partition_point(|file| compare(self.lower(*file)) == Ordering::Less);
        let rest = &self.by_name[start..];
        start..start + rest.partition_point(|file| compare(self.lower(*file)) == Ordering::Equal)
    }
}

/// Compares two texts from the end.
fn reversed(a: &str, b: &str) -> Ordering {
    a.bytes().rev().cmp(b.bytes().rev())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Names {
        let file = |name: &&str| ProjectFile { path: PathBuf::from(name), name: (*name).to_owned(), package: None };
        Names::new(list.iter().map(file).collect(), ["Data"])
    }

    #[test]
    fn names_are_found_by_their_beginnings_and_ends() {
        let names = names(&["Textures/b.png", "Textures/A.png", "textures/a.dds", "Sounds/a.png", "a.png"]);
        let of = |span: Span| {
            let mut files = names.of_span(&span).to_vec();
            files.sort_unstable();
            files
        };
        assert_eq!(names.named("TEXTURES/a.PNG"), [1]);
        assert_eq!(of(Span::Names(names.starting("textures/a."))), [1, 2]);
        assert_eq!(of(Span::Names(names.starting(""))), [0, 1, 2, 3, 4]);
        assert_eq!(of(Span::Ends(names.ending("/a.png"))), [1, 3]);
        assert_eq!(of(Span::Ends(names.ending("a.png"))), [1, 3, 4]);
        assert!(names.starting("x").is_empty() && names.ending("x").is_empty() && names.named("b.png").is_empty());
        assert_eq!(names.at_path(Path::new("Textures/../Textures/b.png")), Some(0));
    }
}
