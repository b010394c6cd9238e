//! Opens regular files only. To read from a pipe would mean to wait for a writer, and to open a device may have an
//! effect, so both are refused.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

/// Opens a file for reading. Use this for a file that was found on the disk rather than named by a person. A pipe or a
/// device causes an error, because opening one may block forever or have an effect.
///
/// # Errors
/// [`InvalidInput`](io::ErrorKind::InvalidInput) if it is not a regular file, or any I/O error.
pub fn open_regular(path: impl AsRef<Path>) -> io::Result<File> {
    opened(path.as_ref(), without_waiting().read(true))
}

/// Reads a file using [`open_regular`]. Use this for a file that was found on the disk rather than named by a person.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("Fox.txt");
/// std::fs::write(&path, "Materials/Fur.xml")?;
/// assert_eq!(asset_unpack::read_regular(&path)?, b"Materials/Fur.xml");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// See [`open_regular`].
pub fn read_regular(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let mut file = open_regular(path)?;
    let length = file.metadata()?.len();
    // The size of a file that grows meanwhile is no promise.
    let mut bytes = Vec::with_capacity(usize::try_from(length.min(ROOM)).unwrap_or(0));
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a regular file in an open folder, like [`open_regular`]. Links can't lead out of the folder.
///
/// # Errors
/// See [`open_regular`].
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
pub fn open_regular_in(folder: &cap_std::fs::Dir, name: impl AsRef<Path>) -> io::Result<cap_std::fs::File> {
    let name = name.as_ref();
    // As for paths: a second check, and options that don't wait.
    if !folder.metadata(name)?.is_file() {
        return Err(irregular());
    }
    let mut options = cap_std::fs::OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use cap_std::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
    }
    let file = folder.open_with(name, &options)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(irregular()) }
}

/// The maximum memory that is reserved before a file is read. It is limited because the length of the file may be
/// wrong.
const ROOM: u64 = 16 << 20;

/// Opens a regular file for writing.
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
pub(crate) fn open_to_write(path: &Path) -> io::Result<File> {
    opened(path, without_waiting().write(true))
}

fn opened(path: &Path, options: &OpenOptions) -> io::Result<File> {
    // A file may be replaced by a pipe after the first check, so there is a second one, and the options don't wait.
    if !path.metadata()?.is_file() {
        return Err(irregular());
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(irregular()) }
}

pub(crate) fn irregular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "no regular file")
}

/// Returns options that open a pipe without waiting for its other end. They have no effect on regular files.
pub(crate) fn without_waiting() -> OpenOptions {
    #[allow(unused_mut)]
    let mut options = OpenOptions::new();
    #[cfg(all(feature = "fs", unix))]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
    }
    options
}
