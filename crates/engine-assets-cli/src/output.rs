//! Files that appear whole or not at all.

use std::io::{self, Write};
use std::path::Path;

use crate::report::{print_message, shown};
use asset_unpack::{FileVersion, cap_std, remove_temporary, replace_whole, write_whole};

/// Whether an output path is standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Refuses standard output for a file whose beginning is written last.
pub(crate) fn refuse_stdout(path: &Path, what: &str) -> io::Result<()> {
    if !is_stdout(path) {
        return Ok(());
    }
    let message = format!("{what} can't be written to standard output; pass a file name");
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// Writes `bytes` as `path`, or to standard output; replaces an existing file only with `force`.
pub(crate) fn write(path: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    if is_stdout(path) {
        let mut out = io::stdout().lock();
        return out.write_all(bytes).and_then(|()| out.flush());
    }
    write_whole(path, force, |file| file.write_all(bytes)).map_err(|error| named(path, &error))
}

/// Writes the file `path` piece by piece; replaces an existing file only with `force`.
pub(crate) fn write_with(
    path: &Path,
    force: bool,
    write: impl FnOnce(&mut cap_std::fs::File) -> io::Result<()>,
) -> io::Result<()> {
    write_whole(path, force, write).map_err(|error| named(path, &error))
}

/// Replaces the content of the file `path` that was read as `version`: its owner, its permissions and its links stay. A change of another program since
/// then is an error.
pub(crate) fn replace(path: &Path, version: &FileVersion, bytes: &[u8]) -> io::Result<()> {
    replace_whole(version, |file| file.write_all(bytes)).map_err(|error| named(path, &error))
}

/// Status of a command that a signal ends.
const SIGNALLED: i32 = 130;

/// Has an interrupt end the command, without a trace of unfinished files. A command that watches has its own handler, and removes them as it ends.
pub(crate) fn remove_on_signal(watches: bool) {
    if !watches {
        // Without a handler the signal ends the command, too, and the next run removes its files.
        drop(ctrlc::set_handler(|| remove_temporary(|| std::process::exit(SIGNALLED))));
    }
}

/// Reports that `path` would be written, or returns the error of writing it.
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

/// Refuses an existing file without `force`, before any work is done for it.
pub(crate) fn check(path: &Path, force: bool) -> io::Result<()> {
    if !is_stdout(path) && !force && path.symlink_metadata().is_ok() {
        return Err(named(path, &io::Error::new(io::ErrorKind::AlreadyExists, "the file already exists")));
    }
    Ok(())
}

/// Returns the error about one of several files, with its name and advice.
pub(crate) fn named_several(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{error}{}", advice(&error)))
}

/// Writes `bytes` as `path`, and creates its folders. `given` is the folder that the person named: links below it aren't followed, since the names below it
/// come from other folders and from files.
pub(crate) fn write_below(given: &Path, path: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    if is_stdout(path) {
        return write(path, bytes, force);
    }
    let written = asset_unpack::write_below(&[given], path, force, |file| file.write_all(bytes));
    written.map_err(|error| named(path, &error))
}

/// The folder of an output that the person named as a file.
pub(crate) fn parent(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// The error, with the name of the file it is about.
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
