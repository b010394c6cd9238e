//! Input files: files, entries of packages, standard input.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use binio::{Limits, shown_path};
use urho_pak::Package;

use crate::detect::detect_file;
use crate::folder::{Found, walk};
use crate::stream::{read_file, read_stream};
use crate::{Asset, Detection, Error, Format, OpenOptions, SideFile, open_with};

/// An input file: a file, an entry of a package, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    path: PathBuf,
    /// The package that contains the file; `path` is then the name of an entry.
    package: Option<PathBuf>,
    /// Name relative to the folder in which the file was found.
    relative: PathBuf,
    /// Whether the file was named by the caller, not found in a folder: then it is an error if the file is no asset.
    pub named: bool,
    /// Number of the path that [`sources`] listed the file by.
    pub argument: usize,
    /// Folder in which the files of a glTF may be.
    root: Option<PathBuf>,
}

impl Source {
    /// Returns the file that an argument of a command names: a path, `game.pak:Models/Jack.mdl` for an entry of a package, `-` for standard
    /// input.
    pub fn new(path: &Path) -> Self {
        let (package, path) = match in_package(path) {
            Some((package, name)) => (Some(package), name),
            None => (None, path.to_path_buf()),
        };
        let relative = PathBuf::from(path.file_name().unwrap_or_default());
        Self { path, package, relative, named: true, argument: 0, root: None }
    }

    /// Whether the source is standard input.
    pub fn is_stdin(&self) -> bool {
        self.package.is_none() && is_stdin(&self.path)
    }

    /// Whether the source is an entry of a package, which has no files next to it.
    pub fn is_in_package(&self) -> bool {
        self.package.is_some()
    }

    /// Whether the source is a file of its own: no entry of a package and not standard input.
    pub fn is_file(&self) -> bool {
        !self.is_in_package() && !self.is_stdin()
    }

    /// Returns the path of the package that contains the source.
    pub fn package_path(&self) -> Option<&Path> {
        self.package.as_deref()
    }

    /// Returns an entry of this source, which is a package.
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

    /// Allows the files of a glTF anywhere in a folder; see [`OpenOptions::root`].
    #[must_use]
    pub fn within(self, root: Option<PathBuf>) -> Self {
        Self { root, ..self }
    }

    /// Returns the file of the same name with another extension, in the same folder or package.
    #[must_use]
    pub fn beside(&self, extension: &str) -> Self {
        Self {
            named: false,
            path: self.path.with_extension(extension),
            relative: self.relative.with_extension(extension),
            ..self.clone()
        }
    }

    /// Returns the path as it was given: after the path of the package and a colon for an entry.
    pub fn location(&self) -> OsString {
        match &self.package {
            Some(package) => [package.as_os_str(), OsStr::new(":"), self.path.as_os_str()].into_iter().collect(),
            None => self.path.clone().into_os_string(),
        }
    }

    /// Returns the path of a file, or the name of an entry.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the name relative to the folder in which the file was found; the file name of a named file.
    pub fn relative(&self) -> &Path {
        &self.relative
    }

    /// Returns the folder that the caller named and in which the file was found; `None` for a named file.
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

    /// Parses the document in the bytes of the source. The files of a `.gltf` are read if the source is a file of its own.
    ///
    /// # Errors
    /// As [`Asset::parse_file`].
    pub fn asset<'a>(&self, bytes: &'a [u8]) -> Result<Asset<'a>, Error> {
        self.asset_with(bytes, &self.open_options())
    }

    /// Returns how the source is opened.
    pub(super) fn open_options(&self) -> OpenOptions {
        OpenOptions::default().root(self.root.clone())
    }

    /// As [`asset`](Self::asset), with options.
    ///
    /// # Errors
    /// As [`Asset::parse_file`].
    pub fn asset_with<'a>(&self, bytes: &'a [u8], options: &OpenOptions) -> Result<Asset<'a>, Error> {
        if self.is_file() {
            Asset::parse_file_with(bytes, &self.path, options)
        } else {
            Asset::parse_with(bytes, Some(&self.path), options)
        }
    }

    /// Opens the source in place if it is a glTF: images stay in their files until they are needed. Returns `None` for anything else, and if
    /// the source is no file of its own.
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

    /// Opens the source in place if it is a package: no data is read. Returns `None` for any other format, and if the source is no file of its own.
    pub fn package(&self) -> Option<Package<File>> {
        // Unreadable packages get their errors from the reader of the whole file.
        let is_package = self.is_file()
            && self.path.metadata().is_ok_and(|file| file.is_file())
            && detect_file(&self.path, HEAD).ok()? == Detection::Known(Format::URHO_PAK);
        if is_package { Package::open_path(&self.path).ok() } else { None }
    }

    /// Returns a file that was found in a folder or beside another file: it is only read if it is a regular file.
    pub fn found(path: &Path) -> Self {
        Self { named: false, ..Self::new(path) }
    }

    /// Reads the bytes of the source. A file that wasn't named must be a regular one: nobody may write to a pipe that was found.
    ///
    /// # Errors
    /// Any I/O error; [`InvalidData`](io::ErrorKind::InvalidData) for a broken package or a missing entry.
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

    /// Reads the bytes of the source, unless it was found in a folder and is no asset by its first and last bytes, its name and its size: a movie
    /// isn't read to its end.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_if_asset(&self) -> io::Result<Option<Vec<u8>>> {
        if self.named || !self.is_file() || self.may_be_asset()? { self.read().map(Some) } else { Ok(None) }
    }

    /// Whether a file can be an asset. Scenes in JSON and prefabs in binary are known only as a whole, up to [`MOST_UNKNOWN`] bytes.
    fn may_be_asset(&self) -> io::Result<bool> {
        // Files of other content, too, so that they get their error.
        if !matches!(detect_file(&self.path, ENDS)?, Detection::Unknown(_)) {
            return Ok(true);
        }
        Ok((1..=MOST_UNKNOWN).contains(&self.path.metadata()?.len()))
    }

    /// Returns the side file of an asset that was read from this source; `None` if its format has none, or there is none.
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

/// Bytes read at both ends of a file to detect its format.
const ENDS: u64 = 1 << 16;
/// Most bytes of a file whose ends say nothing, for it to be read as a whole.
const MOST_UNKNOWN: u64 = 64 << 20;

/// Bytes read at both ends of a file to detect a package or a glTF.
const HEAD: u64 = 64;

/// Returns the name of a file without folder and extension.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads standard input, which can be read once.
///
/// # Errors
/// Any I/O error; a second call; more than 1 GiB.
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

/// Splits a path into package and entry, if no file has this path: at the first colon that follows the path of a package.
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
    entry.read(&Limits::default()).map_err(|error| invalid(error.to_string()))
}

/// Whether paths name one file: no folder, and not several files.
pub fn is_one_file(paths: &[PathBuf]) -> bool {
    matches!(paths, [path] if is_stdin(path) || !path.is_dir())
}

/// A result of [`sources`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listed {
    /// An input file.
    Source(Source),
    /// A link in a folder that isn't followed: it leads out of the folder, nowhere, or in a circle.
    Link(PathBuf),
}

/// Lists the input files of paths: files, the files of folders sorted by name, and all other inputs that [`Source::new`] accepts. `keep` filters
/// files of folders by their names relative to the folder.
///
/// # Errors
/// An item is an I/O error for a folder that can't be listed.
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
    walk(folder).filter_map(move |found| match found {
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
