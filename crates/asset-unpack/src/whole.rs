//! Writes a single file so that it is never only partly written.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, Metadata};

use crate::given::Given;
use crate::regular::irregular;
use crate::sync::sync_folder;
use crate::temporary::TempFile;

/// Use this to write a single file to `path`. The content is written to a temporary file, synced to the disk, and then
/// moved into place. If anything fails, or the process is killed, an existing file does not change. On Linux, no other
/// file is left either. On other systems, there may be a hidden file, which the next run will remove.
///
/// ```
/// use std::io::Write;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("x.bin");
/// asset_unpack::write_whole(&path, false, |file| file.write_all(b"whole"))?;
/// assert!(asset_unpack::write_whole(&path, false, |file| file.write_all(b"other")).is_err());
/// assert_eq!(std::fs::read(&path)?, b"whole");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// [`AlreadyExists`](io::ErrorKind::AlreadyExists) if the file exists and `overwrite` is not set. In this case `write`
/// is not called. Errors of `write` and I/O errors are also returned.
pub fn write_whole<T, E: From<io::Error>>(
    path: impl AsRef<Path>,
    overwrite: bool,
    write: impl FnOnce(&mut File) -> Result<T, E>,
) -> Result<T, E> {
    let path = path.as_ref();
    let name = path.file_name().ok_or(io::Error::from(io::ErrorKind::InvalidInput))?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = Dir::open_ambient_dir(parent, ambient_authority())?;
    write_in((&folder, parent), name, overwrite, write)
}

/// Use this to write a single file `place` below a folder. It creates missing folders, and then works like
/// [`write_whole`]. `given` must be the folders that a person named. Links below them are not followed, because
/// otherwise a name in a file could lead to any folder.
///
/// ```
/// use std::io::Write;
/// # let folder = tempfile::tempdir()?;
/// let out = folder.path().join("out");
/// let place = out.join("Materials/Fur.xml");
/// asset_unpack::write_below(&[&out], &place, false, |file| file.write_all(b"<material/>"))?;
/// assert!(asset_unpack::write_below(&[&out], &out.join("../Fur.xml"), false, |file| file.write_all(b"")).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// See [`write_whole`]. There is also an error if there is a link on the way, or if the path leads out of the folders.
pub fn write_below<T, E: From<io::Error>>(
    given: &[&Path],
    place: &Path,
    overwrite: bool,
    write: impl FnOnce(&mut File) -> Result<T, E>,
) -> Result<T, E> {
    let (parent, name) = Given::new(given).created_parent(place)?;
    write_in((&parent.folder, &parent.path), name, overwrite, write)
}

/// Writes the file `name` in an open folder.
pub(crate) fn write_in<T, E: From<io::Error>>(
    (folder, path): (&Dir, &Path),
    name: &OsStr,
    overwrite: bool,
    write: impl FnOnce(&mut File) -> Result<T, E>,
) -> Result<T, E> {
    let check = || match folder.symlink_metadata(name) {
        Ok(found) => replaceable(&found, overwrite),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    };
    check()?;
    let mut file = TempFile::new(folder, path)?;
    let value = write(file.as_file_mut())?;
    file.as_file().sync_all()?;
    check()?;
    file.place(name, overwrite)?;
    // The new name is on the disk, too, once its folder is. Not every system lets folders be synced; the file is whole anyway.
    drop(sync_folder(folder));
    Ok(value)
}

/// Creates the error for a name that already exists.
pub(crate) fn exists() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "already exists")
}

/// Returns an error if an existing file can't be replaced. A device or a pipe is never replaced, because then
/// `/dev/null`, for example, would become a file for all programs.
pub(crate) fn replaceable(found: &Metadata, overwrite: bool) -> io::Result<()> {
    if found.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !overwrite {
        return Err(exists());
    }
    if found.is_file() || found.is_symlink() { Ok(()) } else { Err(irregular()) }
}
