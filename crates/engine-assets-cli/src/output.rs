//! Files that appear whole or not at all.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A file that is being written: under a name of its own in the same folder until [`finish`](Self::finish).
pub(crate) struct Output {
    file: NamedTempFile,
    path: PathBuf,
    force: bool,
}

impl Output {
    /// A file to be `path`. One that is there already is replaced only with `force`.
    pub(crate) fn create(path: &Path, force: bool) -> io::Result<Self> {
        if !force && path.symlink_metadata().is_ok() {
            return Err(named(
                path,
                io::Error::new(io::ErrorKind::AlreadyExists, "is there already; --force replaces it"),
            ));
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let file = NamedTempFile::with_prefix_in(".engine-assets-", folder).map_err(|error| named(path, error))?;
        Ok(Self { file, path: path.to_path_buf(), force })
    }

    /// Puts the file in its place.
    pub(crate) fn finish(self) -> io::Result<()> {
        let Self { file, path, force } = self;
        readable_like_others(file.as_file()).map_err(|error| named(&path, error))?;
        file.as_file().sync_all().map_err(|error| named(&path, error))?;
        let placed = if force { file.persist(&path) } else { file.persist_noclobber(&path) };
        placed.map(drop).map_err(|error| named(&path, error.error))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes `bytes` as `path`, whole or not at all.
pub(crate) fn write(path: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    let mut output = Output::create(path, force)?;
    output.write_all(bytes).map_err(|error| named(path, error))?;
    output.finish()
}

/// Temporary files are private to their owner; the finished file needn't be.
#[cfg(unix)]
fn readable_like_others(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_like_others(_: &File) -> io::Result<()> {
    Ok(())
}

/// The error, with the name of the file it is about.
pub(crate) fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_only_by_force_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        write(&path, b"one", false).unwrap();
        assert_eq!(write(&path, b"two", false).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read(&path).unwrap(), b"one");
        write(&path, b"two", true).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        let mut unfinished = Output::create(&folder.path().join("b"), false).unwrap();
        unfinished.write_all(b"half").unwrap();
        drop(unfinished);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
