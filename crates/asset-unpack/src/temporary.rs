//! Temporary files and folders, to be created next to the outputs. Other tools will skip them because of their names. A
//! signal removes them. If the process is killed, the next run does this.

use std::cell::Cell;
use std::collections::HashSet;
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use cap_std::fs::{Dir, File};

/// The prefix of all temporary files and folders.
const PREFIX: &str = ".engine-assets-tmp-";

/// Returns `true` for the name of a temporary file or folder of this crate. You must skip such names when you list
/// inputs: the process that created them is still running, or has been killed.
///
/// ```
/// assert!(asset_unpack::is_temporary(".engine-assets-tmp-417-1".as_ref()));
/// assert!(!asset_unpack::is_temporary("Models".as_ref()));
/// ```
pub fn is_temporary(name: &std::ffi::OsStr) -> bool {
    name.as_encoded_bytes().starts_with(PREFIX.as_bytes())
}

/// The temporary paths that exist now.
static EXISTING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// The folders in which leftovers were already searched.
static CLEANED: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
/// Locked for reading by each thread that is moving files to their places.
static PLACING: RwLock<()> = RwLock::new(());

/// Call this in a signal handler to end the process. It removes all temporary files and folders of this process, and
/// then calls `exit`. Files that are being moved to their places will still be moved, but no others.
pub fn remove_temporary<T>(exit: impl FnOnce() -> T) -> T {
    let _placing = PLACING.write().unwrap_or_else(PoisonError::into_inner);
    let mut existing = existing();
    for path in existing.drain(..) {
        // Other threads may be adding files.
        let removed = || if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
        let _ = (0..8).find(|_| removed().is_ok());
    }
    exit()
}

/// Makes signal handlers wait while files are moved to their places.
pub(crate) struct Placing(Option<RwLockReadGuard<'static, ()>>);

thread_local! {
    /// This is `true` if this thread already holds the lock. Locking it again could wait for a handler that waits for
    /// this thread.
    static IS_PLACING: Cell<bool> = const { Cell::new(false) };
}

pub(crate) fn placing() -> Placing {
    let is_first = !IS_PLACING.replace(true);
    Placing(is_first.then(|| PLACING.read().unwrap_or_else(PoisonError::into_inner)))
}

impl Drop for Placing {
    fn drop(&mut self) {
        if self.0.is_some() {
            IS_PLACING.set(false);
        }
    }
}

fn existing() -> MutexGuard<'static, Vec<PathBuf>> {
    EXISTING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a name that no other file has, using the process number and a counter.
fn name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{PREFIX}{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Calls `create` with different names until it succeeds.
fn named<T>(near: &Path, create: impl Fn(&str) -> io::Result<T>) -> io::Result<(Temporary, T)> {
    const TRIES: usize = 1000;
    clean(near);
    let mut error = io::Error::from(io::ErrorKind::AlreadyExists);
    for _ in 0..TRIES {
        let name = name();
        let mut existing = existing();
        match create(&name) {
            Ok(created) => {
                let path = std::path::absolute(near.join(&name)).unwrap_or_else(|_| near.join(&name));
                existing.push(path.clone());
                return Ok((Temporary { name, path }, created));
            }
            Err(taken) if taken.kind() == io::ErrorKind::AlreadyExists => error = taken,
            Err(error) => return Err(error),
        }
    }
    Err(error)
}

/// A temporary name. When you drop this, the file is removed, unless it was renamed.
#[derive(Debug)]
struct Temporary {
    name: String,
    path: PathBuf,
}

impl Drop for Temporary {
    fn drop(&mut self) {
        existing().retain(|path| *path != self.path);
    }
}

/// A temporary folder. The folder is removed on drop, with everything in it.
#[derive(Debug)]
pub(crate) struct TempFolder {
    // Closed before it is removed: Windows removes no open folder.
    folder: Dir,
    removal: Removal,
}

impl TempFolder {
    /// Creates a folder in `root`. `near` must be the path of `root`.
    pub(crate) fn new_in(root: &Dir, near: &Path) -> io::Result<Self> {
        let root = root.try_clone()?;
        let (name, ()) = named(near, |name| root.create_dir(name))?;
        let mut removal = Removal { root, name, _lock: None };
        let folder = removal.root.open_dir(&removal.name.name)?;
        removal._lock = locked(&folder);
        Ok(Self { folder, removal })
    }

    /// Removes the folder now, and returns errors.
    pub(crate) fn close(self) -> io::Result<()> {
        let Self { folder, removal } = self;
        drop(folder);
        removal.remove()
    }
}

impl Deref for TempFolder {
    type Target = Dir;
    fn deref(&self) -> &Dir {
        &self.folder
    }
}

/// Removes a folder when it is dropped.
#[derive(Debug)]
struct Removal {
    root: Dir,
    name: Temporary,
    /// The lock of this process. If the folder is not locked any more, another process knows that it is a leftover.
    _lock: Option<std::fs::File>,
}

impl Removal {
    fn remove(&self) -> io::Result<()> {
        self.root.remove_dir_all(&self.name.name)
    }
}

impl Drop for Removal {
    fn drop(&mut self) {
        // There is nobody to tell; after `close` there is nothing to do.
        drop(self.remove());
    }
}

/// A new file, with a temporary name or with no name at all. The file is removed on drop.
#[derive(Debug)]
pub(crate) struct TempFile<'d> {
    folder: &'d Dir,
    near: &'d Path,
    file: File,
    name: Option<Temporary>,
}

impl<'d> TempFile<'d> {
    /// Creates a file in `folder`. `near` must be the path of this folder.
    pub(crate) fn new(folder: &'d Dir, near: &'d Path) -> io::Result<Self> {
        clean(near);
        if let Some(file) = unnamed(folder, DESCRIPTORS)? {
            // After a kill it isn't there any more, unless it was just getting its name.
            return Ok(Self { folder, near, file, name: None });
        }
        let mut options = cap_std::fs::OpenOptions::new();
        options.read(true).write(true).create_new(true);
        let (name, file) = named(near, |name| folder.open_with(name, &options))?;
        Ok(Self { folder, near, file, name: Some(name) })
    }

    pub(crate) fn as_file(&self) -> &File {
        &self.file
    }

    pub(crate) fn as_file_mut(&mut self) -> &mut File {
        &mut self.file
    }

    /// Gives the file its final name. If there is another file with this name, it is replaced, or the error is
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists).
    pub(crate) fn place(mut self, name: &std::ffi::OsStr, overwrite: bool) -> io::Result<()> {
        let _placing = placing();
        let name = Path::new(name);
        if self.name.is_none() && !overwrite {
            return link(&self.file, self.folder, name);
        }
        if self.name.is_none() {
            let linked = named(self.near, |own| link(&self.file, self.folder, Path::new(own)))?;
            self.name = Some(linked.0);
        }
        let Some(own) = &self.name else { return Err(io::ErrorKind::NotFound.into()) };
        rename((self.folder, Path::new(&own.name)), (self.folder, name), overwrite)?;
        self.name = None;
        Ok(())
    }
}

impl Drop for TempFile<'_> {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            drop(self.folder.remove_file(&name.name));
        }
    }
}

/// Renames a file. If there is another file with the new name, it is replaced if `overwrite` is set. Otherwise, the
/// error is [`AlreadyExists`](io::ErrorKind::AlreadyExists), even if the other file was created in the last moment.
pub(crate) fn rename(from: (&Dir, &Path), to: (&Dir, &Path), overwrite: bool) -> io::Result<()> {
    if overwrite {
        return from.0.rename(from.1, to.0, to.1);
    }
    match rename_new(from, to) {
        Err(error) if is_unknown(&error) => {}
        done => return done,
    }
    // A second name for the file, which fails if the name exists.
    match from.0.hard_link(from.1, to.0, to.1) {
        Ok(()) => return from.0.remove_file(from.1),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
        // A folder, or a file system without hard links.
        Err(_) => {}
    }
    // Whoever creates the name owns it, and may replace it.
    if from.0.symlink_metadata(from.1)?.is_dir() {
        to.0.create_dir(to.1)?;
        to.0.remove_dir(to.1)?;
    } else {
        to.0.open_with(to.1, cap_std::fs::OpenOptions::new().write(true).create_new(true))?;
    }
    from.0.rename(from.1, to.0, to.1)
}

/// Returns `true` if the file system does not support this operation.
fn is_unknown(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported)
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn rename_new(from: (&Dir, &Path), to: (&Dir, &Path)) -> io::Result<()> {
    use rustix::fs::{RenameFlags, renameat_with};
    Ok(renameat_with(from.0, from.1, to.0, to.1, RenameFlags::NOREPLACE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn rename_new(_: (&Dir, &Path), _: (&Dir, &Path)) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The folder that lists the open files of this process.
const DESCRIPTORS: &str = "/proc/self/fd";

/// Creates a file without a name. Returns `None` if the system does not support this, or if `descriptors` does not list
/// the file, because it could then never get a name.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn unnamed(folder: &Dir, descriptors: &str) -> io::Result<Option<File>> {
    use rustix::fs::{Mode, OFlags, openat};
    use rustix::io::Errno;
    let flags = OFlags::CLOEXEC | OFlags::TMPFILE | OFlags::RDWR;
    match openat(folder, ".", flags, Mode::from_raw_mode(0o666)) {
        // A minimal container or chroot has no /proc.
        Ok(file) => Ok(is_listed(&file, descriptors).then(|| File::from_std(file.into()))),
        Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::NOENT | Errno::INVAL) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn unnamed(_: &Dir, _: &str) -> io::Result<Option<File>> {
    Ok(None)
}

/// Creates a file that disappears when it is closed, even if the process is killed.
pub(crate) fn anonymous(near: &Path) -> io::Result<std::fs::File> {
    let folder = Dir::open_ambient_dir(near, cap_std::ambient_authority())?;
    match unnamed(&folder, DESCRIPTORS)? {
        Some(file) => Ok(file.into_std()),
        None => named(near, |name| vanishing(&near.join(name))).map(|(_, file)| file),
    }
}

/// Creates a file and removes its name. The system removes the file when it is closed.
#[cfg(windows)]
fn vanishing(path: &Path) -> io::Result<std::fs::File> {
    use std::os::windows::fs::OpenOptionsExt as _;
    const DELETE_ON_CLOSE: u32 = 0x0400_0000;
    std::fs::OpenOptions::new().read(true).write(true).create_new(true).custom_flags(DELETE_ON_CLOSE).open(path)
}

/// Creates a file that only its owner can read, and removes its name.
#[cfg(not(windows))]
fn vanishing(path: &Path) -> io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    std::fs::remove_file(path)?;
    Ok(file)
}

/// Returns the path of an open file in `descriptors`.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn descriptor(file: impl rustix::fd::AsFd, descriptors: &str) -> String {
    use rustix::fd::AsRawFd as _;
    format!("{descriptors}/{}", file.as_fd().as_raw_fd())
}

/// Returns `true` if the path of an open file in `descriptors` leads to this file.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn is_listed(file: &rustix::fd::OwnedFd, descriptors: &str) -> bool {
    let (own, listed) = (rustix::fs::fstat(file), rustix::fs::stat(descriptor(file, descriptors)));
    matches!((own, listed), (Ok(own), Ok(listed)) if (own.st_dev, own.st_ino) == (listed.st_dev, listed.st_ino))
}

/// Gives a name to a file that has none. The name must not exist.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn link(file: &File, folder: &Dir, name: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    Ok(linkat(CWD, descriptor(file, DESCRIPTORS), folder, name, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn link(_: &File, _: &Dir, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Removes the temporary files and folders that killed processes have left in a folder. This is only done once for each
/// folder.
fn clean(folder: &Path) {
    let mut cleaned = CLEANED.lock().unwrap_or_else(PoisonError::into_inner);
    if !cleaned.get_or_insert_with(HashSet::new).insert(folder.to_path_buf()) {
        return;
    }
    drop(cleaned);
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let Some(process) = process_of(&entry.file_name()) else { continue };
        let path = entry.path();
        // Links aren't followed, and a pipe isn't opened: a temporary file is a regular file.
        let Ok(kind) = entry.file_type() else { continue };
        let is_own = kind.is_dir() || kind.is_file();
        if process == std::process::id() || runs(process) || !is_own || !is_free(&path) {
            continue;
        }
        drop(if kind.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) });
    }
}

/// Returns the process number in the name of a temporary file or folder.
fn process_of(name: &std::ffi::OsStr) -> Option<u32> {
    let (process, count) = name.to_str()?.strip_prefix(PREFIX)?.split_once('-')?;
    count.parse::<u64>().ok().and_then(|_| process.parse().ok())
}

/// Returns `true` if a process with this number is running on this machine.
#[cfg(unix)]
fn runs(process: u32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};
    let process = i32::try_from(process).ok().and_then(Pid::from_raw);
    process.is_some_and(|process| test_kill_process(process) != Err(Errno::SRCH))
}

/// Returns `false`. This is enough on systems that can't remove open files.
#[cfg(not(unix))]
fn runs(_: u32) -> bool {
    false
}

/// Locks a folder. The lock is held until the result is dropped.
#[cfg(unix)]
fn locked(folder: &Dir) -> Option<std::fs::File> {
    crate::sync::readable(folder).ok().filter(lock)
}

/// Returns `None`, because Windows can't move or remove a folder that is open.
#[cfg(not(unix))]
fn locked(_: &Dir) -> Option<std::fs::File> {
    None
}

#[cfg(unix)]
fn lock(folder: &std::fs::File) -> bool {
    rustix::fs::flock(folder, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_ok()
}

/// Returns `true` if no process on any machine has locked this folder.
#[cfg(unix)]
fn is_free(path: &Path) -> bool {
    // The entry may be replaced by a pipe after its kind was read.
    crate::regular::without_waiting().read(true).open(path).is_ok_and(|file| lock(&file))
}

/// Returns `true` if a folder is older than a day. It must be old, because locks can't be checked on this system.
#[cfg(not(unix))]
fn is_free(path: &Path) -> bool {
    const OLD: std::time::Duration = std::time::Duration::from_secs(24 * 60 * 60);
    path.metadata().and_then(|file| file.modified()).is_ok_and(|time| time.elapsed().is_ok_and(|age| age > OLD))
}

#[cfg(all(test, any(target_os = "linux", target_os = "android")))]
mod tests {
    use std::io::{Seek as _, Write as _};

    use cap_std::ambient_authority;

    use super::*;

    #[test]
    fn a_file_without_a_name_is_read_and_leaves_none() {
        let place = tempfile::tempdir().expect("a folder");
        let made = [anonymous(place.path()), vanishing(&place.path().join("own"))];
        for file in made {
            let mut file = file.expect("a file");
            file.write_all(b"content").expect("written");
            file.rewind().expect("its beginning");
            assert_eq!(io::read_to_string(file).expect("read"), "content");
        }
        assert_eq!(std::fs::read_dir(place.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn files_without_a_name_need_a_list_of_descriptors() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = Dir::open_ambient_dir(place.path(), ambient_authority()).expect("a folder");
        assert!(unnamed(&folder, "/no such folder").expect("no error").is_none());
        // A folder of that name that isn't the system's.
        let other = place.path().join("fd");
        std::fs::create_dir(&other).expect("a folder");
        for number in 0..64 {
            std::fs::write(other.join(number.to_string()), b"other").expect("a file");
        }
        assert!(unnamed(&folder, other.to_str().expect("UTF-8")).expect("no error").is_none());
        if let Some(mut file) = unnamed(&folder, DESCRIPTORS).expect("no error") {
            file.write_all(b"own").expect("written");
            link(&file, &folder, Path::new("own")).expect("a name");
            assert_eq!(std::fs::read(place.path().join("own")).expect("a file"), b"own");
        }
    }
}
