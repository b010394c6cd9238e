//! Which files a command works on, and their bytes: files, entries of packages, standard input.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use clap::Args;
use engine_assets::binio::{Limits, Name, ReadAt};
use engine_assets::folder::{Found, walk};
use engine_assets::urho_pak::Package;
use engine_assets::{Asset, Detection, Error, Format, Globs, OpenOptions, open_with};
use sha2::{Digest as _, Sha256};

/// The files that a command works on.
#[derive(Args)]
pub(crate) struct Inputs {
    /// Files; folders with all that is below them; entries of packages, game.pak:Models/Jack.mdl; - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Of the files in folders, only every N-th, beginning with the K-th: to spread a job over N machines
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Links in folders that were passed over so far.
    #[arg(skip)]
    links: AtomicUsize,
}

/// A file to work on.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    path: PathBuf,
    /// The package it is an entry of; `path` is then its name in there.
    package: Option<PathBuf>,
    /// Its name below the folder that it was found in.
    relative: PathBuf,
    /// Number of the path on the command line that it was found by.
    argument: usize,
    /// Whether it was named, not found in a folder: then it is an error if it is no asset.
    pub(crate) named: bool,
}

impl Input {
    /// A file that was named itself.
    pub(crate) fn new(path: &Path) -> Self {
        let (package, path) = match in_package(path) {
            Some((package, name)) => (Some(package), name),
            None => (None, path.to_path_buf()),
        };
        let relative = PathBuf::from(path.file_name().unwrap_or_default());
        Self { path, package, relative, argument: 0, named: true }
    }

    /// Number of the path on the command line that it was found by.
    pub(crate) fn argument(&self) -> usize {
        self.argument
    }

    /// Whether it is standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        self.package.is_none() && is_stdin(&self.path)
    }

    /// Whether it is an entry of a package, and has no files beside it.
    pub(crate) fn is_in_package(&self) -> bool {
        self.package.is_some()
    }

    /// The package that it is an entry of.
    pub(crate) fn package_path(&self) -> Option<&Path> {
        self.package.as_deref()
    }

    /// An entry of the package that it is.
    pub(crate) fn entry(&self, name: PathBuf) -> Self {
        Self {
            path: name.clone(),
            package: Some(self.path.clone()),
            relative: name,
            argument: self.argument,
            named: false,
        }
    }

    /// The file of the same name with another extension, in the same folder or package.
    pub(crate) fn beside(&self, extension: &str) -> Self {
        Self {
            path: self.path.with_extension(extension),
            relative: self.relative.with_extension(extension),
            ..self.clone()
        }
    }

    /// Its path as it was given: behind that of its package, if it is in one.
    pub(crate) fn location(&self) -> OsString {
        match &self.package {
            Some(package) => [package.as_os_str(), OsStr::new(":"), self.path.as_os_str()].into_iter().collect(),
            None => self.path.clone().into_os_string(),
        }
    }

    /// Its path; its name in the package, if it is in one.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Its name below the folder that it was found in; its file name if it was named itself.
    pub(crate) fn relative(&self) -> &Path {
        &self.relative
    }

    /// Its path, safe to print.
    pub(crate) fn display(&self) -> String {
        Name::from(self.location().as_encoded_bytes()).to_string()
    }

    /// The document in its bytes. Files beside it, which a `.gltf` has, are read if it is a file itself.
    pub(crate) fn asset<'a>(&self, bytes: &'a [u8]) -> Result<Asset<'a>, Error> {
        if self.is_in_package() || self.is_stdin() {
            Asset::parse(bytes, Some(&self.path))
        } else {
            Asset::parse_file(bytes, &self.path)
        }
    }

    /// The glTF that it is, open in its place: its images stay in their files until they are asked for. `None` if it is anything else, or not a file of its
    /// own.
    pub(crate) fn gltf(&self) -> Option<Result<Asset<'static>, Error>> {
        if self.is_in_package() || self.is_stdin() {
            return None;
        }
        let mut head = Vec::new();
        File::open(&self.path).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
        let is_text = self.path.extension().is_some_and(|end| end.eq_ignore_ascii_case("gltf"));
        let is_gltf = head.starts_with(b"glTF") || is_text;
        is_gltf.then(|| open_with(&self.path, &OpenOptions::default().images_later(true)))
    }

    /// The package that it is, open in its place: nothing of its data is read. `None` if it is anything else, or not a file of its own.
    pub(crate) fn package(&self) -> Option<Package<File>> {
        if self.is_in_package() || self.is_stdin() {
            return None;
        }
        let mut file = File::open(&self.path).ok()?;
        let length = file.metadata().ok().filter(std::fs::Metadata::is_file)?.len();
        let (mut head, mut tail) = (Vec::new(), Vec::new());
        file.by_ref().take(HEAD).read_to_end(&mut head).ok()?;
        file.seek(SeekFrom::Start(length.saturating_sub(HEAD))).ok()?;
        file.take(HEAD).read_to_end(&mut tail).ok()?;
        let found = Format::detect(&head, length, &tail, Some(&self.path));
        // What can't be opened this way is told by who reads all of it.
        if found == Detection::Known(Format::UrhoPak) { Package::open_path(&self.path).ok() } else { None }
    }

    /// Its bytes. What is wrong with an entry of a package is [`InvalidData`](io::ErrorKind::InvalidData).
    pub(crate) fn read(&self) -> io::Result<Vec<u8>> {
        if let Some(package) = &self.package {
            return read_entry(package, self.path.as_os_str().as_encoded_bytes());
        }
        if is_stdin(&self.path) { read_stdin() } else { std::fs::read(&self.path) }
    }
}

/// Bytes read at both ends of a file to detect its format.
const HEAD: u64 = 64;

/// Bytes of a file that are read in place, or of standard input.
pub(crate) type Source = Arc<dyn ReadAt + Send + Sync>;

/// Opens a file in place; standard input is read to its end.
pub(crate) fn open_source(path: &Path) -> io::Result<Source> {
    Ok(if is_stdin(path) { Arc::new(read_stdin()?) } else { Arc::new(File::open(path)?) })
}

/// Reads standard input, which can be read once.
fn read_stdin() -> io::Result<Vec<u8>> {
    static IS_READ: AtomicBool = AtomicBool::new(false);
    if IS_READ.swap(true, Ordering::Relaxed) {
        let message = "standard input can be read once only; pass - once";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == OsStr::new("-")
}

/// The package and the entry that a path is of, if there is no file of this path: it is parted at the first colon before which
/// there is a package.
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

impl Inputs {
    /// The paths on the command line; of an entry of a package, the package.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = PathBuf> + '_ {
        self.paths.iter().map(|path| in_package(path).map_or_else(|| path.clone(), |(package, _)| package))
    }

    /// Whether it is one file: named, and no folder.
    pub(crate) fn is_one_file(&self) -> bool {
        matches!(self.paths.as_slice(), [path] if is_stdin(path) || !path.is_dir())
    }

    /// The files, those of a folder in the order of their names. What can't be listed is an error among them.
    pub(crate) fn files(&self) -> impl Iterator<Item = io::Result<Input>> + '_ {
        self.paths.iter().enumerate().flat_map(|(argument, path)| -> Box<dyn Iterator<Item = io::Result<Input>>> {
            if path.is_dir() && !is_stdin(path) {
                Box::new(self.walk(path, argument))
            } else {
                Box::new(std::iter::once(Ok(Input { argument, ..Input::new(path) })))
            }
        })
    }

    /// How many links in folders were passed over so far: those that lead out of their folder, nowhere, or in a circle.
    pub(crate) fn links_skipped(&self) -> usize {
        self.links.load(Ordering::Relaxed)
    }

    fn walk<'a>(&'a self, folder: &'a Path, argument: usize) -> impl Iterator<Item = io::Result<Input>> + 'a {
        walk(folder).filter_map(move |found| match found {
            Ok(Found::Link(_)) => {
                self.links.fetch_add(1, Ordering::Relaxed);
                None
            }
            Ok(Found::File(path)) => {
                let relative = path.strip_prefix(folder).unwrap_or(&path);
                let ours = self.shard.is_none_or(|shard| shard.takes(relative));
                let relative = relative.to_path_buf();
                ours.then_some(Ok(Input { path, package: None, relative, argument, named: false }))
            }
            Err(error) => Some(Err(error)),
        })
    }
}

/// For the command line: a pattern of names that can be one.
pub(crate) fn glob(text: &str) -> Result<String, Error> {
    Globs::new([text]).map(|_| text.to_owned())
}

/// One of several parts of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From 1 on.
    number: u64,
    of: u64,
}

impl Shard {
    /// Whether a file belongs to this part: by the hash of its name below the folder, the same on every machine.
    fn takes(self, relative: &Path) -> bool {
        let parts: Vec<&[u8]> = relative.iter().map(OsStr::as_encoded_bytes).collect();
        let digest = Sha256::digest(parts.join(&b'/'));
        let hash = digest.iter().take(8).fold(0_u64, |hash, byte| hash << 8 | u64::from(*byte));
        hash % self.of == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err("K/N with K from 1 to N, such as 2/8"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_part_all_files() {
        for name in ["a.mdl", "b/c.mdl", "d.ani", "é"] {
            let takers = (1..=5).filter(|number| Shard { number: *number, of: 5 }.takes(Path::new(name)));
            assert_eq!(takers.count(), 1, "{name}");
        }
    }

    #[test]
    fn shards_are_checked() {
        assert_eq!("2/8".parse(), Ok(Shard { number: 2, of: 8 }));
        for text in ["0/8", "9/8", "1/0", "1", "a/b", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
