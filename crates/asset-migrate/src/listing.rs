//! Lists the files in a project, and the entries in its packages.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use asset_formats::Error;

use super::{manifest, packages};

/// A file in the project.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) path: PathBuf,
}

/// The files in the project.
pub(super) struct Listed {
    pub(super) files: Vec<Source>,
    pub(super) left_out: Vec<String>,
}

/// Lists the files in a folder, sorted by name.
pub(super) fn list(folder: &Path) -> Result<Listed, Error> {
    let mut listed = Listed { files: Vec::new(), left_out: Vec::new() };
    let relative = |path: &Path| {
        let below = path.strip_prefix(folder).unwrap_or(path);
        let parts: Option<Vec<&str>> = below.iter().map(|part| part.to_str()).collect();
        parts.map(|parts| parts.join("/")).ok_or_else(|| {
            Error::Refused(format!("{}: a file name that isn't Unicode", binio::Escaped(below.display())))
        })
    };
    for entry in asset_project::folder::walk(folder) {
        match entry? {
            // The record of a migration is no file of a project.
            asset_project::folder::Found::File(path)
                if path.parent() == Some(folder) && path.ends_with(manifest::NAME) => {}
            asset_project::folder::Found::File(path) => listed.files.push(Source { name: relative(&path)?, path }),
            asset_project::folder::Found::Link(path) => listed.left_out.push(relative(&path)?),
        }
    }
    let mut files = Vec::new();
    let left_out = &mut listed.left_out;
    for file in std::mem::take(&mut listed.files) {
        match version_control(&file.name) {
            Some(folder) if left_out.iter().any(|known| known == folder) => {}
            Some(folder) => left_out.push(folder.to_owned()),
            None => files.push(file),
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    listed.files = files;
    Ok(listed)
}

fn is_package(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pak"))
}

/// Folders of version control. They belong to the old project, so they are not copied.
const VERSION_CONTROL: [&str; 3] = [".git", ".hg", ".svn"];

/// Returns the version control folder that contains a file.
fn version_control(name: &str) -> Option<&str> {
    let mut end = 0;
    for part in name.split_inclusive('/') {
        end += part.len();
        if part.strip_suffix('/').is_some_and(|folder| VERSION_CONTROL.contains(&folder)) {
            return name.get(..end - 1);
        }
    }
    None
}

/// Files and package entries that may be renamed, and the names of all others.
#[derive(Default)]
pub(super) struct Candidates {
    /// The content of each file or package entry.
    pub(super) files: Vec<(Place, Vec<u8>)>,
    /// All entries.
    pub(super) entries: Vec<Place>,
}

/// A file, or an entry in a package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// The package, if this is an entry.
    pub(super) package: Option<String>,
    pub(super) name: String,
}

impl Place {
    /// Returns the file name. For an entry, this is the name of the package and of the entry.
    pub(super) fn full(&self) -> String {
        self.package.as_ref().map_or_else(|| self.name.clone(), |package| format!("{package}/{}", self.name))
    }
}

/// Reads all files and package entries that `is_wanted` accepts by name. If an entry can't be read, this is reported
/// with its package.
pub(super) fn candidates(
    paths: &BTreeMap<String, PathBuf>,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Result<Candidates, Error> {
    let mut candidates = Candidates::default();
    for (name, path) in paths {
        let read = || asset_unpack::read_regular(path).map_err(|error| named(path, &error));
        if is_wanted(name) {
            candidates.files.push((Place { package: None, name: name.clone() }, read()?));
        } else if is_package(path) {
            let bytes = read()?;
            let Ok(package) = packages::open(&bytes) else { continue };
            for entry in package.entries() {
                let place = Place { package: Some(name.clone()), name: entry.name().to_string() };
                candidates.entries.push(place.clone());
                let wanted = Some(entry).filter(|_| is_wanted(&place.name));
                let content = wanted.and_then(|entry| entry.read_with(&package.extract_limits()).ok());
                candidates.files.extend(content.map(|bytes| (place, bytes)));
            }
        }
    }
    Ok(candidates)
}

#[cold]
pub(super) fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", binio::Escaped(path.display())))
}
