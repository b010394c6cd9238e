//! Replaces the content of a file, so that it is still the same file.

use std::fs::{File as StdFile, Metadata};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, Permissions};

use crate::regular::{irregular, open_to_write};
use crate::temporary::TempFile;

/// The version of a file before a change. To use [`replace_whole`], you must first get this version and then read the
/// file. If the file has changed since then, the replacement will fail.
#[derive(Debug)]
pub struct FileVersion {
    /// The path without links.
    path: PathBuf,
    length: u64,
    modified: Option<SystemTime>,
    /// The open file. It is kept open so that no other file can get its number.
    #[cfg(unix)]
    file: StdFile,
}

/// A file that is locked by [`FileVersion::hold`].
#[derive(Debug)]
#[must_use = "the file is locked until this is dropped"]
pub struct HeldFile {
    _locked: Option<StdFile>,
}

impl FileVersion {
    /// Returns the version of the file at a path. Links are followed.
    ///
    /// # Errors
    /// [`InvalidInput`](io::ErrorKind::InvalidInput) if it is not a regular file, or any I/O error.
    pub fn of(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref().canonicalize()?;
        let file = crate::open_regular(&path)?;
        let metadata = file.metadata()?;
        Ok(Self {
            path,
            length: metadata.len(),
            modified: metadata.modified().ok(),
            #[cfg(unix)]
            file,
        })
    }

    /// Returns `true` if a path leads to this file.
    pub fn is_at(&self, path: impl AsRef<Path>) -> bool {
        path.as_ref().canonicalize().is_ok_and(|path| path == self.path)
    }

    /// Locks the file until you drop the result. Use this if you must replace the file together with other files, so
    /// that you can't use [`replace_whole`].
    ///
    /// ```
    /// use asset_unpack::FileVersion;
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("x.txt");
    /// std::fs::write(&path, "old")?;
    /// let version = FileVersion::of(&path)?;
    /// drop(version.hold()?);
    /// std::fs::write(&path, "changed")?;
    /// assert_eq!(version.hold().unwrap_err().kind(), std::io::ErrorKind::ResourceBusy);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ResourceBusy`](io::ErrorKind::ResourceBusy) if another program has changed the file since this version, or is
    /// changing it. Any I/O error is also returned.
    pub fn hold(&self) -> io::Result<HeldFile> {
        let itself = self.lock()?;
        // Not every system replaces an open file.
        Ok(HeldFile { _locked: cfg!(unix).then_some(itself) })
    }

    /// Opens and locks the file, if it has not changed.
    fn lock(&self) -> io::Result<StdFile> {
        // Who may not write to a file may not replace it either.
        let itself = open_to_write(&self.path)?;
        if !lock(&itself) {
            return Err(busy("another program is changing the file; nothing was written, try again"));
        }
        self.check()?;
        Ok(itself)
    }

    /// Returns an error if the file has changed.
    fn check(&self) -> io::Result<()> {
        let now = self.path.symlink_metadata()?;
        let is_same = now.is_file() && now.len() == self.length && now.modified().ok() == self.modified;
        if is_same && self.is_file_of(&now)? {
            return Ok(());
        }
        Err(busy("the file was changed by another program since it was read; nothing was written, try again"))
    }

    #[cfg(unix)]
    fn is_file_of(&self, now: &Metadata) -> io::Result<bool> {
        use std::os::unix::fs::MetadataExt as _;
        let own = self.file.metadata()?;
        Ok((own.dev(), own.ino()) == (now.dev(), now.ino()))
    }

    #[cfg(not(unix))]
    fn is_file_of(&self, _: &Metadata) -> io::Result<bool> {
        Ok(true)
    }
}

fn busy(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::ResourceBusy, message)
}

/// Replaces the content of an existing file. Like [`write_whole`], this writes the content to a temporary file, syncs
/// it to the disk, and then moves it into place. The file keeps its permissions and its owner. If it is a link, the
/// target of the link is replaced.
///
/// You will not lose a change of another program, because the file is locked meanwhile (`flock`), and is only replaced
/// if it is still the `version` that you have read. Note that a program that does not use locks can still change it
/// between the last check and the replacement. On Windows, files are not locked.
///
/// If the file has several names (hard links), or if its owner can't be set on another file, it is overwritten in
/// place. This is only done when the new content is on the disk in a temporary file. If the process is killed
/// meanwhile, the file can be incomplete.
///
/// ```
/// use std::io::Write;
/// use asset_unpack::{FileVersion, replace_whole};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("x.txt");
/// std::fs::write(&path, "old")?;
/// let version = FileVersion::of(&path)?;
/// let content = std::fs::read_to_string(&path)?.replace("old", "new");
/// replace_whole(&version, |file| file.write_all(content.as_bytes()))?;
/// assert_eq!(std::fs::read(&path)?, b"new");
/// // Another program's change is not overwritten.
/// assert_eq!(replace_whole(&version, |file| file.write_all(b"late")).unwrap_err().kind(), std::io::ErrorKind::ResourceBusy);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// [`write_whole`]: crate::write_whole
///
/// # Errors
/// [`ResourceBusy`](io::ErrorKind::ResourceBusy) if another program has changed the file or is changing it. Errors of
/// `write` and I/O errors are also returned.
pub fn replace_whole<T, E: From<io::Error>>(
    version: &FileVersion,
    write: impl FnOnce(&mut File) -> Result<T, E>,
) -> Result<T, E> {
    let path = version.path.as_path();
    let (Some(name), Some(parent)) = (path.file_name(), path.parent()) else { return Err(irregular().into()) };
    let mut itself = version.lock()?;
    let old = itself.metadata()?;
    let folder = Dir::open_ambient_dir(parent, ambient_authority())?;
    let mut file = TempFile::new(&folder, parent)?;
    let value = write(file.as_file_mut())?;
    file.as_file().sync_all()?;
    version.check()?;
    if has_one_name(&old) && is_given_to(file.as_file(), &old) {
        file.as_file().set_permissions(Permissions::from_std(old.permissions()))?;
        // Not every system replaces an open file. Where it can be replaced, the lock is held until then.
        let held = cfg!(unix).then_some(itself);
        file.place(name, true)?;
        drop(held);
        drop(folder.into_std_file().sync_all());
        return Ok(value);
    }
    file.as_file_mut().seek(SeekFrom::Start(0))?;
    itself.set_len(0)?;
    io::copy(file.as_file_mut(), &mut itself)?;
    itself.sync_all()?;
    Ok(value)
}

/// Locks a file until it is closed. Returns `false` if another process has locked this file. On a file system without
/// locks, this does nothing and returns `true`.
#[cfg(unix)]
fn lock(file: &StdFile) -> bool {
    use rustix::fs::{FlockOperation, flock};
    flock(file, FlockOperation::NonBlockingLockExclusive) != Err(rustix::io::Errno::WOULDBLOCK)
}

#[cfg(not(unix))]
fn lock(_: &StdFile) -> bool {
    true
}

/// Returns `true` if the file has no other name.
#[cfg(unix)]
fn has_one_name(file: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(file) == 1
}

#[cfg(not(unix))]
fn has_one_name(_: &Metadata) -> bool {
    true
}

/// Sets the owner and group of a file to those of another file. Returns `true` if it has them now.
#[cfg(unix)]
fn is_given_to(file: &File, old: &Metadata) -> bool {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    fchown(file, Some(old.uid()), Some(old.gid())).is_ok()
}

#[cfg(not(unix))]
fn is_given_to(_: &File, _: &Metadata) -> bool {
    true
}
