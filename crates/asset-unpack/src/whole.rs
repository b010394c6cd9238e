//! One file, whole or not at all.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, Metadata};

use crate::given::Given;
use crate::regular::irregular;
use crate::sync::sync_folder;
use crate::temporary::TempFile;

/// Writes the file `path`: to a temporary file, then synced to the disk, then moved to its place. If a step fails, or the process is killed, an old
/// file is unchanged. On Linux no other file is left either; on other systems a hidden file may be left, which the next run removes.
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
/// [`AlreadyExists`](io::ErrorKind::AlreadyExists) if the file exists and not `overwrite`, before `write` is called; an error of `write`; an I/O
/// error.
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

/// Writes the file `place`, and creates its folders, as [`write_whole`]. `given` are the folders that a person named; links below them aren't
/// followed, because a name in a file could otherwise lead to any folder.
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
/// As [`write_whole`]; a link on the way, or a path that leads out of the folders.
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

/// The error about a name that is taken, in words that people use.
pub(crate) fn exists() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "already exists")
}

/// Whether a file may be put in the place of an existing one. A device or a pipe is not replaced: `/dev/null` would be a file for all programs then.
pub(crate) fn replaceable(found: &Metadata, overwrite: bool) -> io::Result<()> {
    if found.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !overwrite {
        return Err(exists());
    }
    if found.is_file() || found.is_symlink() { Ok(()) } else { Err(irregular()) }
}
