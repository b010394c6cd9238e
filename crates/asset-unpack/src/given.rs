//! Opens folders that a person named. Below these folders, no link is followed on the way to an output.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use crate::refusal::Refusal;
use crate::regular::{irregular, open_regular_in};
use crate::target::enter;

/// The folders for outputs, as a person named them. If these paths contain links, they are followed, because the person
/// chose them.
#[derive(Debug, Default)]
pub(crate) struct Given(Vec<PathBuf>);

/// The open folder of an output, and its path.
#[derive(Debug)]
pub(crate) struct Parent {
    pub(crate) folder: Dir,
    pub(crate) path: PathBuf,
}

/// The path of an output in three parts: the longest folder that a person named, the folders below it, and the file
/// name.
struct Place<'p> {
    base: PathBuf,
    below: Vec<&'p OsStr>,
    name: &'p OsStr,
}

impl Given {
    pub(crate) fn new(folders: impl IntoIterator<Item = impl AsRef<Path>>) -> Self {
        Self(folders.into_iter().map(|folder| whole(folder.as_ref())).collect())
    }

    /// Returns the first folder that exists, to be used for temporary files: a folder that was given, or a parent of
    /// it.
    pub(crate) fn existing(&self) -> PathBuf {
        let near = self.0.iter().flat_map(|folder| folder.ancestors()).find(|folder| folder.is_dir());
        near.unwrap_or(Path::new(".")).to_path_buf()
    }

    /// Opens the folder of an output, or returns `None` if it does not exist.
    pub(crate) fn parent<'p>(&self, place: &'p Path) -> io::Result<(Option<Parent>, &'p OsStr)> {
        let Place { base, below, name } = self.split(place)?;
        let root = match Dir::open_ambient_dir(&base, ambient_authority()) {
            Ok(root) => root,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((None, name)),
            Err(error) => return Err(error),
        };
        let mut parent = Parent { folder: root, path: base };
        for part in below {
            let Some(folder) = enter(&parent.folder, part).map_err(refused)? else { return Ok((None, name)) };
            parent = Parent { folder, path: parent.path.join(part) };
        }
        Ok((Some(parent), name))
    }

    /// Opens the folder to write an output to, or creates this folder if it does not exist.
    pub(crate) fn created_parent<'p>(&self, place: &'p Path) -> io::Result<(Parent, &'p OsStr)> {
        let Place { base, below, name } = self.split(place)?;
        fs::create_dir_all(&base)?;
        let mut parent = Parent { folder: Dir::open_ambient_dir(&base, ambient_authority())?, path: base };
        for part in below {
            match parent.folder.create_dir(part) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                _ => {}
            }
            let folder = enter(&parent.folder, part).map_err(refused)?.ok_or(io::ErrorKind::NotFound)?;
            parent = Parent { folder, path: parent.path.join(part) };
        }
        Ok((parent, name))
    }

    fn split<'p>(&self, place: &'p Path) -> io::Result<Place<'p>> {
        let outside = || io::Error::new(io::ErrorKind::InvalidInput, "the path leads out of the output folder");
        let name = place.file_name().ok_or_else(outside)?;
        let parent = place.parent().unwrap_or(Path::new(""));
        let folder = whole(parent);
        let bases = self.0.iter().filter(|base| folder.starts_with(base));
        let base = bases.max_by_key(|base| base.components().count()).ok_or_else(outside)?;
        let below = folder.strip_prefix(base).map_err(|_| outside())?.components().count();
        // The last parts of the path as it was passed: those of its absolute form are the same.
        let mut parts = Vec::with_capacity(below);
        for part in parent.components().rev().take(below) {
            let Component::Normal(part) = part else { return Err(outside()) };
            parts.push(part);
        }
        parts.reverse();
        if parts.len() < below { Err(outside()) } else { Ok(Place { base: base.clone(), below: parts, name }) }
    }
}

/// Returns an absolute path. This does not look at the file system.
fn whole(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

fn refused(refusal: Refusal) -> io::Error {
    match refusal {
        Refusal::Link(_) => io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("{refusal}; links in an output folder aren't followed, so remove it or choose another folder"),
        ),
        Refusal::FileAsFolder(_) => io::Error::new(io::ErrorKind::NotADirectory, refusal),
        refusal => io::Error::other(refusal),
    }
}

/// Adds the escaped path of a file to the beginning of an error.
pub(crate) fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", binio::Escaped(path.display())))
}

/// Removes an output below folders that a person named. Links on the way are not followed. If the output itself is a
/// link, the link is removed.
///
/// # Errors
/// There is a link on the way, or the path leads out of the folders. Any I/O error is also returned.
pub fn remove_below(given: &[&Path], place: &Path) -> io::Result<()> {
    match Given::new(given).parent(place)? {
        (Some(parent), name) => parent.folder.remove_file(name),
        (None, _) => Err(io::ErrorKind::NotFound.into()),
    }
}

/// Reads an output below folders that a person named. It must be a regular file. Links on the way are not followed, and
/// the file can't be a link either.
///
/// # Errors
/// There is a link on the way, or the path leads out of the folders. Any I/O error is also returned.
pub fn read_below(given: &[&Path], place: &Path) -> io::Result<Vec<u8>> {
    let (Some(parent), name) = Given::new(given).parent(place)? else { return Err(io::ErrorKind::NotFound.into()) };
    if !parent.folder.symlink_metadata(name)?.is_file() {
        return Err(irregular());
    }
    let mut bytes = Vec::new();
    open_regular_in(&parent.folder, name)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}
