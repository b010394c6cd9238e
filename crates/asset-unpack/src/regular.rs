//! Regular files: no pipes, whose readers wait for a writer, and no devices.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

/// Opens a file that was found and not named by a person, to read it. A pipe or a device is an error: to open one can take for ever, or have an effect.
///
/// # Errors
/// [`InvalidInput`](io::ErrorKind::InvalidInput) for anything but a regular file; an I/O error.
pub fn open_regular(path: impl AsRef<Path>) -> io::Result<File> {
    opened(path.as_ref(), without_waiting().read(true))
}

/// Reads a file that was found and not named by a person; see [`open_regular`].
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
/// As [`open_regular`].
pub fn read_regular(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let mut file = open_regular(path)?;
    let length = file.metadata()?.len();
    // The size of a file that grows meanwhile is no promise.
    let mut bytes = Vec::with_capacity(usize::try_from(length.min(ROOM)).unwrap_or(0));
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a regular file by its name in an open folder, as [`open_regular`]. Links lead to nothing outside of the folder.
///
/// # Errors
/// As [`open_regular`].
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

/// Largest part of a file's length that is reserved before the file is read.
const ROOM: u64 = 16 << 20;

/// Opens a regular file to write into it.
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

/// Options that open a pipe without waiting for its other end. Regular files ignore them.
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
