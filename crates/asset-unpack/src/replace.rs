//! A file that gets other content and stays the file that it is.

use std::fs::{Metadata, OpenOptions};
use std::io::{self, Seek, SeekFrom};
use std::path::Path;

use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, Permissions};

use crate::temporary::TempFile;

/// Replaces the content of the existing file `path`. The content is written to a temporary file, synced to the disk, then moved to its place, as in
/// [`write_whole`]. The file keeps its permissions and its owner. For a link, its target is replaced.
///
/// A file with several names (hard links), or whose owner can't be set on another file, is overwritten in place, after all of its new content is on
/// the disk in a temporary file: a killed process can then leave half of it.
///
/// ```
/// use std::io::Write;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("x.txt");
/// std::fs::write(&path, "old")?;
/// asset_unpack::replace_whole(&path, |file| file.write_all(b"new"))?;
/// assert_eq!(std::fs::read(&path)?, b"new");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// [`write_whole`]: crate::write_whole
///
/// # Errors
/// The file doesn't exist; an error of `write`; an I/O error.
pub fn replace_whole<T, E: From<io::Error>>(
    path: impl AsRef<Path>,
    write: impl FnOnce(&mut File) -> Result<T, E>,
) -> Result<T, E> {
    let path = path.as_ref().canonicalize()?;
    let old = path.metadata()?;
    let (Some(name), Some(parent), true) = (path.file_name(), path.parent(), old.is_file()) else {
        return Err(io::Error::from(io::ErrorKind::InvalidInput).into());
    };
    // Who may not write to a file may not replace it either.
    let mut itself = OpenOptions::new().write(true).open(&path)?;
    let folder = Dir::open_ambient_dir(parent, ambient_authority())?;
    let mut file = TempFile::new(&folder, parent)?;
    let value = write(file.as_file_mut())?;
    file.as_file().sync_all()?;
    if has_one_name(&old) && is_given_to(file.as_file(), &old) {
        file.as_file().set_permissions(Permissions::from_std(old.permissions()))?;
        // Not every system replaces an open file.
        drop(itself);
        file.place(name, true)?;
        drop(folder.into_std_file().sync_all());
        return Ok(value);
    }
    file.as_file_mut().seek(SeekFrom::Start(0))?;
    itself.set_len(0)?;
    io::copy(file.as_file_mut(), &mut itself)?;
    itself.sync_all()?;
    Ok(value)
}

/// Whether no other name leads to the file.
#[cfg(unix)]
fn has_one_name(file: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(file) == 1
}

#[cfg(not(unix))]
fn has_one_name(_: &Metadata) -> bool {
    true
}

/// Gives a file the owner and the group of another one; whether it has them then.
#[cfg(unix)]
fn is_given_to(file: &File, old: &Metadata) -> bool {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    fchown(file, Some(old.uid()), Some(old.gid())).is_ok()
}

#[cfg(not(unix))]
fn is_given_to(_: &File, _: &Metadata) -> bool {
    true
}
