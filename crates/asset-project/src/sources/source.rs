//! This module contains [`Source`], because inputs can be files, package entries, or standard input.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use asset_formats::{
    Asset, Detection, Error, Feature, OpenOptions, SideFile, detect_file, open_with, read_file, read_stream,
};
use binio::shown_path;
use urho_pak::Package;

use crate::folder::{Found, walk};

/// An input: this can be a file, an entry in a package, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    path: PathBuf,
    /// The package that contains the file. `path` is then the name of the entry.
    package: Option<PathBuf>,
    /// The name, relative to the folder that was listed.
    relative: PathBuf,
    /// Whether the caller has named this file. If so, it is an error if the file is not an asset; a file that was only
    /// found in a folder is skipped.
    pub named: bool,
    /// The index of the path that you passed to [`sources`] and that led to this file.
    pub argument: usize,
    /// The folder in which the files of a glTF can be.
    root: Option<PathBuf>,
}

impl Source {
    /// Creates a source from an argument on the command line. This can be a path, `game.pak:Models/Jack.mdl` for an
    /// entry in a package, or `-` for standard input.
    pub fn new(path: &Path) -> Self {
        let (package, path) = match in_package(path) {
            Some((package, name)) => (Some(package), name),
            None => (None, path.to_path_buf()),
        };
        let relative = PathBuf::from(path.file_name().unwrap_or_default());
        Self { path, package, relative, named: true, argument: 0, root: None }
    }

    /// Returns whether this is standard input.
    pub fn is_stdin(&self) -> bool {
        self.package.is_none() && is_stdin(&self.path)
    }

    /// Returns whether this is an entry in a package. Such a source has no files next to it.
    pub fn is_in_package(&self) -> bool {
        self.package.is_some()
    }

    /// Returns whether this is a file, and not standard input or an entry in a package.
    pub fn is_file(&self) -> bool {
        !self.is_in_package() && !self.is_stdin()
    }

    /// Returns the path of the package that contains this source, if it is in one.
    pub fn package_path(&self) -> Option<&Path> {
        self.package.as_deref()
    }

    /// Returns the source for an entry, if this source is a package.
    #[must_use]
    pub fn entry(&self, name: PathBuf) -> Self {
        Self {
            path: name.clone(),
            package: Some(self.path.clone()),
            relative: name,
            named: false,
            argument: self.argument,
            root: None,
        }
    }

    /// Allows the files of a glTF to be anywhere in this folder; see [`OpenOptions::root`].
    #[must_use]
    pub fn within(self, root: Option<PathBuf>) -> Self {
        Self { root, ..self }
    }

    /// Returns the source with the same name but another extension, in the same folder or package.
    #[must_use]
    pub fn beside(&self, extension: &str) -> Self {
        Self {
            named: false,
            path: self.path.with_extension(extension),
            relative: self.relative.with_extension(extension),
            ..self.clone()
        }
    }

    /// Returns the path as the user would write it. For an entry, this is the package path, a colon, and the entry
    /// name.
    pub fn location(&self) -> OsString {
        match &self.package {
            Some(package) => [package.as_os_str(), OsStr::new(":"), self.path.as_os_str()].into_iter().collect(),
            None => self.path.clone().into_os_string(),
        }
    }

    /// Returns the path of the file, or the name of the entry.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the name, relative to the folder that was listed. If the caller has named this file, it is only the file
    /// name.
    pub fn relative(&self) -> &Path {
        &self.relative
    }

    /// Returns the folder that was listed to find this file, or `None` if the caller has named the file.
    pub fn folder(&self) -> Option<&Path> {
        let levels = self.relative.components().count();
        if self.named || !self.is_file() { None } else { self.path.ancestors().nth(levels) }
    }

    /// Returns the name without folder and extension.
    pub fn stem(&self) -> String {
        stem(&self.path)
    }

    /// Returns the [location](Self::location), safe to print.
    pub fn display(&self) -> String {
        shown_path(self.location())
    }

    /// Parses the document, given the bytes of this source. If the source is a file, and a `.gltf`, its other files
    /// will be read too.
    ///
    /// # Errors
    /// See [`Asset::parse_file`].
    pub fn asset<'a>(&self, bytes: &'a [u8]) -> Result<Asset<'a>, Error> {
        self.asset_with(bytes, &self.open_options())
    }

    /// Returns the options for opening this source.
    pub fn open_options(&self) -> OpenOptions {
        OpenOptions::default().root(self.root.clone())
    }

    /// Like [`asset`](Self::asset), but using the given options.
    ///
    /// # Errors
    /// See [`Asset::parse_file`].
    pub fn asset_with<'a>(&self, bytes: &'a [u8], options: &OpenOptions) -> Result<Asset<'a>, Error> {
        if self.is_file() {
            Asset::parse_file_with(bytes, &self.path, options)
        } else {
            Asset::parse_with(bytes, Some(&self.path), options)
        }
    }

    /// Opens a glTF without reading all of it: images stay in their files until they are needed. This returns `None` if
    /// the source is not a glTF, or not a file.
    pub fn gltf(&self) -> Option<Result<Asset<'static>, Error>> {
        if !self.is_file() {
            return None;
        }
        let mut head = Vec::new();
        asset_unpack::open_regular(&self.path).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
        let is_text = self.path.extension().is_some_and(|end| end.eq_ignore_ascii_case("gltf"));
        let is_gltf = head.starts_with(b"glTF") || is_text;
        is_gltf.then(|| open_with(&self.path, &self.open_options().images_later(true)))
    }

    /// Opens a package without reading its data. This returns `None` if the source is not a package, or not a file.
    pub fn package(&self) -> Option<Package<File>> {
        // Unreadable packages get their errors from the reader of the whole file.
        let is_package = self.is_file()
            && self.path.metadata().is_ok_and(|file| file.is_file())
            && matches!(detect_file(&self.path, HEAD).ok()?, Detection::Known(format) if format.has(Feature::Package));
        if is_package { Package::open_path(&self.path).ok() } else { None }
    }

    /// Creates a source for a file that you have found in a folder or beside another file. It will only be read if it
    /// is a regular file.
    pub fn found(path: &Path) -> Self {
        Self { named: false, ..Self::new(path) }
    }

    /// Reads the bytes. If the caller hasn't named this file, it must be a regular file, because a pipe that was only
    /// found may never be written to.
    ///
    /// # Errors
    /// Returns any I/O error, and [`InvalidData`](io::ErrorKind::InvalidData) for a damaged package or a missing entry.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        if let Some(package) = &self.package {
            return read_entry(package, self.path.as_os_str().as_encoded_bytes());
        }
        match self {
            source if source.is_stdin() => read_stdin(),
            source if source.named => read_file(&source.path),
            source => asset_unpack::read_regular(&source.path),
        }
    }

    /// Like [`read`](Self::read), but returns `None` for a file in a folder if its first and last bytes, name and size
    /// show that it is not an asset. Use this so that movies and other large files are not read as a whole.
    ///
    /// # Errors
    /// See [`read`](Self::read).
    pub fn read_if_asset(&self) -> io::Result<Option<Vec<u8>>> {
        if self.named || !self.is_file() || self.may_be_asset()? { self.read().map(Some) } else { Ok(None) }
    }

    /// Checks whether this can be an asset. JSON scenes and binary prefabs can only be detected from the whole file, so
    /// this accepts them up to [`MOST_UNKNOWN`] bytes.
    fn may_be_asset(&self) -> io::Result<bool> {
        // Files of other content, too, so that they get their error.
        if !matches!(detect_file(&self.path, ENDS)?, Detection::Unknown(_)) {
            return Ok(true);
        }
        Ok((1..=MOST_UNKNOWN).contains(&self.path.metadata()?.len()))
    }

    /// Returns the side file for an asset that was read from this source. If the format has no side files, or if there
    /// is none, it returns `None`.
    pub fn side_file(&self, asset: &Asset<'_>) -> Option<SideFile> {
        if self.is_stdin() {
            return None;
        }
        if !self.is_in_package() {
            return asset.side_file(&self.path);
        }
        let mut beside = ["xml", "json"].into_iter().map(|extension| self.beside(extension));
        asset.side_file_by(|length| {
            beside.find_map(|beside| Some(SideFile::parse(beside.path(), beside.read().ok()?, length)))
        })
    }
}

/// This many bytes are read at both ends of a file to detect the format.
const ENDS: u64 = 1 << 16;
/// If the ends of a file don't identify it, it is read as a whole up to this size.
const MOST_UNKNOWN: u64 = 64 << 20;

/// This many bytes are read at both ends of a file to detect a package or a glTF.
const HEAD: u64 = 64;

/// Returns a file name without folder and extension.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads standard input. This can only be done once.
///
/// # Errors
/// Returns any I/O error, and an error if you call this twice, or if there is more than 1 GiB to read.
pub fn read_stdin() -> io::Result<Vec<u8>> {
    static IS_READ: AtomicBool = AtomicBool::new(false);
    if IS_READ.swap(true, Ordering::Relaxed) {
        let message = "standard input can be read once only; pass - once";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    read_stream(io::stdin().lock())
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == OsStr::new("-")
}

/// Splits a path at the first colon after which the part before is a package, into this package and an entry. If there
/// is a file with the whole path, it is not split.
fn in_package(path: &Path) -> Option<(PathBuf, PathBuf)> {
    if is_stdin(path) || path.symlink_metadata().is_ok() {
        return None;
    }
    let text = path.to_str()?;
    let mut parts = text.match_indices(':').filter_map(|(at, _)| Some((text.get(..at)?, text.get(at + 1..)?)));
    let (package, name) = parts.find(|(package, name)| {
        !name.is_empty() && Path::new(package).is_file() && Package::open_path(package).is_ok()
    })?;
    Some((package.into(), name.into()))
}

fn read_entry(package: &Path, name: &[u8]) -> io::Result<Vec<u8>> {
    let invalid = |error: String| io::Error::new(io::ErrorKind::InvalidData, error);
    let package = Package::open_path(package).map_err(|error| invalid(error.to_string()))?;
    let entry = package.get(name).or_else(|| package.get_ignore_case(name));
    let entry = entry.ok_or_else(|| invalid("no entry of this name in the package".to_owned()))?;
    entry.read().map_err(|error| invalid(error.to_string()))
}

/// Returns whether the paths name a single file, and not a folder or several files.
pub fn is_one_file(paths: &[PathBuf]) -> bool {
    matches!(paths, [path] if is_stdin(path) || !path.is_dir())
}

/// An item that [`sources`] returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listed {
    /// An input file.
    Source(Source),
    /// A link in a folder. It is not followed because it leads out of the folder, to nothing, or in a circle.
    Link(PathBuf),
}

/// Lists all input files for these paths. A path can be a file, a folder, whose files are then listed sorted by name,
/// or anything else that [`Source::new`] accepts. `keep` selects the files in folders, given their names relative to
/// the folder.
///
/// # Errors
/// If a folder can't be listed, the item is an I/O error.
pub fn sources<'a>(
    paths: &'a [PathBuf],
    keep: impl Fn(&Path) -> bool + Clone + 'a,
) -> impl Iterator<Item = io::Result<Listed>> + 'a {
    paths.iter().enumerate().flat_map(move |(argument, path)| -> Box<dyn Iterator<Item = io::Result<Listed>> + 'a> {
        if path.is_dir() && !is_stdin(path) {
            Box::new(below(path, argument, keep.clone()))
        } else {
            Box::new(std::iter::once(Ok(Listed::Source(Source { argument, ..Source::new(path) }))))
        }
    })
}

fn below<'a>(
    folder: &'a Path,
    argument: usize,
    keep: impl Fn(&Path) -> bool + 'a,
) -> impl Iterator<Item = io::Result<Listed>> + 'a {
    walk(folder).filter_map(move |entry| match entry {
        Ok(Found::Link(path)) => Some(Ok(Listed::Link(path))),
        Ok(Found::File(path)) => {
            let relative = path.strip_prefix(folder).unwrap_or(&path).to_path_buf();
            keep(&relative).then_some(Ok(Listed::Source(Source {
                path,
                package: None,
                relative,
                named: false,
                argument,
                root: None,
            })))
        }
        Err(error) => Some(Err(error)),
    })
}
