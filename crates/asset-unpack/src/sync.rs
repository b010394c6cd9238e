//! Syncs files and folders to the disk.

use std::fs::File;
use std::io;

use cap_std::fs::Dir;

/// Opens a folder so that it can be synced. This is not possible with a handle that is only used to reach its files.
#[cfg(unix)]
pub(crate) fn readable(folder: &Dir) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, openat};
    Ok(openat(folder, ".", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?.into())
}

#[cfg(not(unix))]
pub(crate) fn readable(folder: &Dir) -> io::Result<File> {
    Ok(folder.try_clone()?.into_std_file())
}

/// Syncs the names in a folder to the disk.
pub(crate) fn sync_folder(folder: &Dir) -> io::Result<()> {
    readable(folder)?.sync_all()
}

/// This is `true` if the system can sync all files of a file system with a single call.
pub(crate) const ALL_AT_ONCE: bool = cfg!(target_os = "linux");

/// Syncs everything that was written, if the system can do this with a single call.
#[cfg(target_os = "linux")]
pub(crate) fn sync_all(folder: &Dir) -> io::Result<()> {
    Ok(rustix::fs::syncfs(readable(folder)?)?)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn sync_all(_: &Dir) -> io::Result<()> {
    Ok(())
}
