//! The folders on the way to a file, and the temporary folder for a batch of files.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use cap_std::fs::Dir;

use crate::name::SafePath;
use crate::refusal::Refusal;
use crate::sync::{ALL_AT_ONCE, sync_all, sync_folder};
use crate::temporary::{TempFolder, placing, rename};
use crate::whole::{exists, replaceable};

/// The open folders of the last path, so that the next path does not have to open them again.
///
/// Only one path is remembered. This is enough if a package is sorted by folder, and it never needs more handles than a
/// path has parts.
#[derive(Debug)]
struct Chain {
    root: Dir,
    open: Vec<(String, Dir)>,
}

impl Chain {
    fn new(root: Dir) -> Self {
        Self { root, open: Vec::new() }
    }

    /// Returns the folder of `path`. If this folder is not open yet, `enter` is called to open it. Returns `None` if
    /// `enter` does.
    fn folder(
        &mut self,
        path: SafePath<'_>,
        enter: impl Fn(&Dir, &str) -> Result<Option<Dir>, Refusal>,
    ) -> Result<Option<&Dir>, Refusal> {
        let (folders, _) = path.split();
        let shared = folders.clone().zip(&self.open).take_while(|(part, (name, _))| part == name).count();
        self.open.truncate(shared);
        for part in folders.skip(shared) {
            let above = self.open.last().map_or(&self.root, |(_, folder)| folder);
            let Some(folder) = enter(above, part)? else { return Ok(None) };
            self.open.push((part.to_owned(), folder));
        }
        Ok(Some(self.open.last().map_or(&self.root, |(_, folder)| folder)))
    }
}

/// The folder to unpack to. It is not changed before the end.
#[derive(Debug)]
pub(crate) struct Target {
    folders: Chain,
    /// The last folder that didn't exist. Nothing below it has to be searched.
    missing: Option<String>,
}

impl Target {
    pub(crate) fn new(root: Dir) -> Self {
        Self { folders: Chain::new(root), missing: None }
    }

    /// Returns the reason if a file can't be written to `path`. Links on the way are not followed.
    pub(crate) fn check(&mut self, path: SafePath<'_>, overwrite: bool) -> Result<(), Refusal> {
        let (mut folders, name) = path.split();
        let first = folders.next();
        if first.is_some() && first == self.missing.as_deref() {
            return Ok(());
        }
        let Some(folder) = self.folders.folder(path, |above, part| enter(above, part))? else {
            self.missing = if self.folders.open.is_empty() { first.map(str::to_owned) } else { None };
            return Ok(());
        };
        match folder.symlink_metadata(name) {
            Ok(found) if found.is_dir() => Err(Refusal::FolderAsFile),
            // A link is replaced itself; its target stays.
            Ok(found) if overwrite => replaceable(&found, true).map_err(Refusal::system),
            Ok(_) => Err(Refusal::Exists),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(Refusal::system(error)),
        }
    }

    /// Closes all folders except this one, because some systems can't move a folder if something in it is open.
    fn close(&mut self) -> &Dir {
        self.folders.open.clear();
        &self.folders.root
    }
}

/// Opens a folder. Returns `None` if there is nothing with this name, or an error if it is not a folder.
pub(crate) fn enter(above: &Dir, part: impl AsRef<Path>) -> Result<Option<Dir>, Refusal> {
    let part = part.as_ref();
    let shown = || part.to_string_lossy().into_owned();
    match above.symlink_metadata(part) {
        Ok(found) if found.is_symlink() => Err(Refusal::Link(shown())),
        Ok(found) if found.is_dir() => above.open_dir(part).map(Some).map_err(Refusal::system),
        Ok(_) => Err(Refusal::FileAsFolder(shown())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Refusal::system(error)),
    }
}

/// A temporary folder next to the destinations of files. When you drop this, the folder is removed with its content.
#[derive(Debug)]
pub(crate) struct Staging {
    // Closed first: Windows removes no folder in which one is open.
    folders: Chain,
    folder: TempFolder,
}

impl Staging {
    /// Creates the folder in `root`, so that files can be moved into place without copying them.
    pub(crate) fn new(root: &Dir, near: &Path) -> io::Result<Self> {
        let folder = TempFolder::new_in(root, near)?;
        let folders = Chain::new(folder.try_clone()?);
        Ok(Self { folders, folder })
    }

    /// Writes a file. If this fails, the file is removed.
    pub(crate) fn write(
        &mut self,
        path: SafePath<'_>,
        size: u64,
        sync: bool,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failed> {
        let made = |above: &Dir, part: &str| {
            match above.create_dir(part) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
                _ => above.open_dir(part).map(Some),
            }
            .map_err(Refusal::system)
        };
        let folder = self.folders.folder(path, made).map_err(Failed::Place)?;
        let Some(folder) = folder else { return Err(Failed::Target(io::ErrorKind::NotFound.into())) };
        let (_, name) = path.split();
        let file = create(folder, name).map_err(|error| Failed::Place(Refusal::system(error)))?;
        let written = filled(file, size, sync, write);
        if written.is_err() {
            // If that fails too, the folder still goes as a whole.
            drop(folder.remove_file(name));
        }
        written
    }

    /// Moves everything to its place in `target`.
    ///
    /// # Errors
    /// Returns an error if something can't be moved because another program has changed the target meanwhile.
    pub(crate) fn commit(self, target: &mut Target, sync: bool, overwrite: bool) -> io::Result<()> {
        let Self { folders, folder } = self;
        drop(folders);
        if sync {
            sync_all(&folder)?;
        }
        let root = target.close();
        let placing = placing();
        place_all(&folder, root, overwrite)?;
        drop(placing);
        folder.close()?;
        if sync {
            // Not every system lets folders be synced; the files are whole anyway.
            drop(sync_folder(root));
        }
        Ok(())
    }
}

/// Creates a new file. The name must be a single part of a path. Because the file is new, this can't be used to get to
/// another folder. Checking the whole path instead would take longer than writing the file.
#[cfg(unix)]
fn create(folder: &Dir, name: &str) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, openat};
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(openat(folder, name, flags, Mode::from_raw_mode(0o666))?.into())
}

#[cfg(not(unix))]
fn create(folder: &Dir, name: &str) -> io::Result<File> {
    let mut options = cap_std::fs::OpenOptions::new();
    Ok(folder.open_with(name, options.write(true).create_new(true))?.into_std())
}

/// Fills a file with the output of `write`, which must be `size` bytes.
fn filled(
    file: File,
    size: u64,
    sync: bool,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failed> {
    let mut out = Metered { file: io::BufWriter::new(file), left: size, failed: None };
    let written = write(&mut out).and_then(|()| out.flush());
    let Metered { file, left, failed } = out;
    if let Some(error) = failed {
        return Err(Failed::Target(error));
    }
    written.map_err(Failed::Content)?;
    if left > 0 {
        return Err(Failed::Content(io::Error::new(io::ErrorKind::UnexpectedEof, "fewer bytes than it says")));
    }
    let file = file.into_inner().map_err(|error| Failed::Target(error.into_error()))?;
    if sync && !ALL_AT_ONCE { file.sync_all().map_err(Failed::Target) } else { Ok(()) }
}

/// Moves the content of `from` to `to`. If `to` does not have a folder with this name, the whole folder is moved.
fn place_all(from: &Dir, to: &Dir, overwrite: bool) -> io::Result<()> {
    for entry in from.entries()? {
        let entry = entry?;
        let name = entry.file_name();
        let path = Path::new(&name);
        let is_folder = entry.file_type()?.is_dir();
        let moved = match to.symlink_metadata(&name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => rename((from, path), (to, path), false),
            Err(error) => Err(error),
            Ok(found) if is_folder && found.is_dir() => {
                from.open_dir(&name).and_then(|from| place_all(&from, &to.open_dir(&name)?, overwrite))
            }
            Ok(found) if !is_folder && !found.is_dir() && overwrite => from.rename(&name, to, &name),
            Ok(_) => Err(exists()),
        };
        moved.map_err(|error| named(name.as_encoded_bytes(), &error))?;
    }
    Ok(())
}

/// Adds the name of a file to the beginning of an error.
pub(crate) fn named(name: &[u8], error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", binio::Name::from(name)))
}

/// The reason why a file was not written.
pub(crate) enum Failed {
    /// The content can't be read.
    Content(io::Error),
    /// It can't be written to this place.
    Place(Refusal),
    /// The disk is full or no longer there.
    Target(io::Error),
}

/// A writer that fails after the declared size of the file. This also remembers I/O errors, to tell them from errors in
/// the content.
struct Metered<W> {
    file: W,
    left: u64,
    failed: Option<io::Error>,
}

impl<W> Metered<W> {
    /// Remembers I/O errors of the output, to distinguish them from errors of the content.
    fn note<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            self.failed = Some(error);
            kind.into()
        })
    }
}

impl<W: Write> Write for Metered<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() as u64 > self.left {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "more bytes than it says"));
        }
        let written = self.file.write(bytes);
        let written = self.note(written)?;
        self.left = self.left.saturating_sub(written as u64);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.flush();
        self.note(flushed)
    }
}
