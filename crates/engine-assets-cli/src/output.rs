//! Writes files so that they are never only partly written.

use std::io::{self, Write};
use std::path::Path;

use crate::report::{print_message, shown};
use asset_unpack::{FileVersion, cap_std, remove_temporary, replace_whole, write_whole};

/// Returns `true` if an output path means standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns an error if the path is standard output. Use this for formats whose beginning must be written last.
pub(crate) fn refuse_stdout(path: &Path, what: &str) -> io::Result<()> {
    if !is_stdout(path) {
        return Ok(());
    }
    let message = format!("{what} can't be written to standard output; pass a file name");
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// Writes `bytes` to `path`, or to standard output. If the file exists, it is only overwritten if `force` is set.
pub(crate) fn write(path: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    if is_stdout(path) {
        let mut out = io::stdout().lock();
        return out.write_all(bytes).and_then(|()| out.flush());
    }
    write_whole(path, force, |file| file.write_all(bytes)).map_err(|error| named(path, &error))
}

/// Writes a file in pieces. If the file exists, it is only overwritten if `force` is set.
pub(crate) fn write_with(
    path: &Path,
    force: bool,
    write: impl FnOnce(&mut cap_std::fs::File) -> io::Result<()>,
) -> io::Result<()> {
    write_whole(path, force, write).map_err(|error| named(path, &error))
}

/// Replaces the content of the file at `path`, which must have been read as `version`. The owner, permissions and links
/// are kept. If another program has changed the file since it was read, this returns an error.
pub(crate) fn replace(path: &Path, version: &FileVersion, bytes: &[u8]) -> io::Result<()> {
    replace_whole(version, |file| file.write_all(bytes)).map_err(|error| named(path, &error))
}

/// The exit status after a signal.
const SIGNALLED: i32 = 130;

/// Installs a handler that removes unfinished files when the command is interrupted. If `watches` is set, this does
/// nothing, because a command that watches has its own handler.
pub(crate) fn remove_on_signal(watches: bool) {
    if !watches {
        // Without a handler the signal ends the command, too, and the next run removes its files.
        drop(ctrlc::set_handler(|| remove_temporary(|| std::process::exit(SIGNALLED))));
    }
}

/// Reports that `path` would be written, or returns the error that writing it would cause.
pub(crate) fn dry_run(path: &Path, size: Option<usize>, force: bool) -> io::Result<()> {
    if is_stdout(path) {
        return Ok(());
    }
    check(path, force)?;
    let verb = if path.symlink_metadata().is_ok() { "overwrite" } else { "create" };
    let size = size.map(|size| format!(", {size} bytes")).unwrap_or_default();
    print_message(&format!("would {verb} {}{size}", shown(&path)));
    Ok(())
}

/// Returns an error if a file exists and `force` is not set. Call this before you do any work for the file.
pub(crate) fn check(path: &Path, force: bool) -> io::Result<()> {
    if !is_stdout(path) && !force && path.symlink_metadata().is_ok() {
        return Err(named(path, &io::Error::new(io::ErrorKind::AlreadyExists, "the file already exists")));
    }
    Ok(())
}

/// Adds the name and advice to an error that is about one of several files.
pub(crate) fn named_several(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{error}{}", advice(&error)))
}

/// Writes `bytes` to `path`, and creates folders if necessary. `given` is the folder that the person named. Links below
/// it are not followed, because the names come from other folders and from files.
pub(crate) fn write_below(given: &Path, path: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    if is_stdout(path) {
        return write(path, bytes, force);
    }
    let written = asset_unpack::write_below(&[given], path, force, |file| file.write_all(bytes));
    written.map_err(|error| named(path, &error))
}

/// Returns the folder of an output file that the person named.
pub(crate) fn parent(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// Adds the name of a file to an error.
pub(crate) fn named(path: &Path, error: &io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::AlreadyExists {
        return io::Error::new(error.kind(), format!("\"{}\" already exists{}", shown(&path), advice(error)));
    }
    io::Error::new(error.kind(), format!("{}: {error}", shown(&path)))
}

fn advice(error: &io::Error) -> &'static str {
    if error.kind() == io::ErrorKind::AlreadyExists { "; pass --force to replace it" } else { "" }
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
        write_below(folder.path(), &folder.path().join("b/c"), b"three", false).unwrap();
        assert!(write_below(folder.path(), &folder.path().join("../c"), b"three", true).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
