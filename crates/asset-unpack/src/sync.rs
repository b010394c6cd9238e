//! Files and folders brought to the disk.

use std::fs::File;
use std::io;

use cap_std::fs::Dir;

/// A folder as something that can be synced, which a handle that only leads to it can't.
#[cfg(unix)]
pub(crate) fn readable(folder: &Dir) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, openat};
    Ok(openat(folder, ".", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?.into())
}

#[cfg(not(unix))]
pub(crate) fn readable(folder: &Dir) -> io::Result<File> {
    Ok(folder.try_clone()?.into_std_file())
}

/// Brings the names in a folder to the disk.
pub(crate) fn sync_folder(folder: &Dir) -> io::Result<()> {
    readable(folder)?.sync_all()
}

/// Whether the system can be asked to bring all files of a file system to the disk.
pub(crate) const ALL_AT_ONCE: bool = cfg!(target_os = "linux");

/// Brings everything that was written to the disk, where that is one call.
#[cfg(target_os = "linux")]
pub(crate) fn sync_all(folder: &Dir) -> io::Result<()> {
    Ok(rustix::fs::syncfs(readable(folder)?)?)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn sync_all(_: &Dir) -> io::Result<()> {
    Ok(())
}
