//! Unpacks files into a folder.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use binio::{Budget, Findings, Limits};
use cap_std::ambient_authority;
use cap_std::fs::Dir;

use crate::given::named as named_path;
use crate::kinds;
use crate::name::SafePath;
use crate::quota::Ledger;
use crate::refusal::Refusal;
use crate::safe_name::deserves_warning;
use crate::target::{Failed, Staging, Target, named};

binio::options! {
    /// Options for [`Unpacker`]: limits, and what to do with files on the disk.
    #[derive(Clone, Debug)]
    pub struct UnpackOptions {
        /// Limits the number of bytes to write, and the number of files and folders.
        pub(crate) limits: Limits = Limits::default(),
        /// Set this to replace existing files.
        pub(crate) overwrite: bool = false,
        /// Set this to only report what would be refused. No files are written to the disk.
        pub(crate) dry_run: bool = false,
        /// Set this to sync all files to the disk before they get their names, so that no file will be empty after a
        /// power failure. This may take a long time on a slow disk. On Linux, a single call does this for all files,
        /// while on other systems each file is synced.
        pub(crate) sync: bool = false,
    }
}

impl UnpackOptions {
    /// Returns `true` if no files will be written.
    pub fn is_dry_run(&self) -> bool {
        self.dry_run
    }
}

/// The result of unpacking. If an entry was refused, for example because the file exists and
/// [`overwrite`](UnpackOptions::overwrite) is not set, this is a finding and not an error. So you must look at
/// [`refused`](Self::refused), or call [`complete`](Self::complete).
#[derive(Clone, Debug, Default)]
#[must_use = "entries may have been refused: look at `refused`, or call `complete`"]
#[non_exhaustive]
pub struct Unpacked {
    /// The number of files written, or in a dry run, the number that would be written.
    pub written: u64,
    /// The total size of the files in bytes.
    pub bytes: u64,
    /// A finding for each entry that was refused.
    pub refused: Findings,
    /// The number of entries that were refused because their file exists. With [`overwrite`](UnpackOptions::overwrite),
    /// this is always 0.
    pub existing: u64,
    /// A warning for each file that may be dangerous although it was written: a hidden file (`.git/hooks/…`), or one to
    /// be run by the system (`autorun.inf`).
    pub warnings: Findings,
}

impl Unpacked {
    /// Turns refused entries into an error. Returns the result if all entries were written.
    ///
    /// # Errors
    /// [`Other`](io::ErrorKind::Other) if entries were refused. The message has the name of the first of them, and the
    /// reason.
    pub fn complete(self) -> io::Result<Self> {
        let Some(first) = self.refused.iter().next() else { return Ok(self) };
        let count = self.refused.iter().count();
        let more = if count > 1 { format!(" ({count} entries are refused)") } else { String::new() };
        Err(io::Error::other(format!("{first}{more}")))
    }
}

/// Writes files with untrusted names into a folder, so that at the end either all of them are there, or none.
///
/// Files are first written to a hidden temporary folder next to their destinations. You must call
/// [`finish`](Self::finish) to move them into place. If this is not done, or after a fatal error, the temporary folder
/// will be removed. If the process is killed, this folder stays until the next run, which will remove it.
#[derive(Debug)]
pub struct Unpacker {
    /// The path of the folder, for errors.
    folder: PathBuf,
    /// This is `None` in a dry run, if the folder does not exist.
    target: Option<Target>,
    /// This is `None` in a dry run.
    staging: Option<Staging>,
    options: UnpackOptions,
    ledger: Ledger,
    bytes: Budget,
    entries: u64,
    unpacked: Unpacked,
}

impl Unpacker {
    /// Opens the folder to unpack to. Creates this folder if it does not exist.
    ///
    /// # Errors
    /// Any I/O error, with the name of the folder.
    pub fn new(folder: impl AsRef<Path>, options: UnpackOptions) -> io::Result<Self> {
        let folder = folder.as_ref().to_path_buf();
        let opened = open(&folder, options.dry_run).map_err(|error| named_path(&folder, &error))?;
        let (target, staging) = opened.unzip();
        let (bytes, entries) = (options.limits.budget(), options.limits.entries());
        let (ledger, unpacked) = (Ledger::default(), Unpacked::default());
        Ok(Self { folder, target, staging: staging.flatten(), options, ledger, bytes, entries, unpacked })
    }

    /// Writes a file of `size` bytes. If the file can be written, `write` is called to write the content, but not in a
    /// dry run. Returns `true` if the file was written. If it returns `false`, there is no file, but a finding with the
    /// reason.
    ///
    /// # Errors
    /// A fatal error, for example a full disk. If `write` returns an error itself, and it is not an I/O error of the
    /// output, the entry is refused instead.
    pub fn file(
        &mut self,
        name: &[u8],
        size: u64,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<bool> {
        let done = self.admit(name, size).and_then(|path| match &mut self.staging {
            Some(staging) => match staging.write(path, size, self.options.sync, write) {
                Ok(()) => Ok(Ok(())),
                Err(Failed::Content(error)) => Err(Refusal::Content(error.to_string())),
                Err(Failed::Place(refusal)) => Err(refusal),
                Err(Failed::Target(error)) => Ok(Err(named(name, &error))),
            },
            None => Ok(Ok(())),
        });
        match done {
            Ok(written) => {
                written?;
                self.unpacked.written += 1;
                self.unpacked.bytes += size;
                self.warn(name);
                Ok(true)
            }
            Err(refusal) => {
                if refusal == Refusal::Exists {
                    self.unpacked.existing += 1;
                }
                self.refuse(name, &refusal);
                Ok(false)
            }
        }
    }

    /// Reports an entry that you have decided not to write, given the reason `why`.
    pub fn refuse(&mut self, name: &[u8], why: &dyn std::fmt::Display) {
        self.unpacked.refused.error(kinds::NAME_REFUSED, binio::Path::new().name(name), format!("refused: {why}"));
    }

    /// Adds a warning if a tool or the system may run a file that was written.
    fn warn(&mut self, name: &[u8]) {
        if let Some(fault) = SafePath::new(name).ok().and_then(deserves_warning) {
            let message = format!("written, but it is {fault}: look at it before you use the folder");
            self.unpacked.warnings.warning(kinds::NAME_RISKY, binio::Path::new().name(name), message);
        }
    }

    /// Checks if an entry can be written, and returns its path.
    fn admit<'n>(&mut self, name: &'n [u8], size: u64) -> Result<SafePath<'n>, Refusal> {
        let path = SafePath::new(name)?;
        if self.entries == 0 {
            return Err(Refusal::TooMany);
        }
        let made = self.ledger.take(path)?;
        self.entries = self.entries.checked_sub(made).ok_or(Refusal::TooMany)?;
        let left = self.bytes.left();
        self.bytes.spend(size).map_err(|_| Refusal::TooLarge { size, left })?;
        if let Some(target) = &mut self.target {
            target.check(path, self.options.overwrite)?;
        }
        Ok(path)
    }

    /// Moves the files to their destinations. Returns the files that were written and those that were refused.
    ///
    /// # Errors
    /// Any I/O error, with the name of the file. This happens if another program has created something there meanwhile,
    /// or if the disk is no longer there. Files that were already moved stay.
    pub fn finish(self) -> io::Result<Unpacked> {
        if let (Some(mut target), Some(staging)) = (self.target, self.staging) {
            let placed = staging.commit(&mut target, self.options.sync, self.options.overwrite);
            placed.map_err(|error| named_path(&self.folder, &error))?;
        }
        Ok(self.unpacked)
    }
}

/// Opens the folder. Unless this is a dry run, it also creates a temporary folder to write files to.
fn open(folder: &Path, dry_run: bool) -> io::Result<Option<(Target, Option<Staging>)>> {
    if dry_run {
        return match Dir::open_ambient_dir(folder, ambient_authority()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            opened => Ok(Some((Target::new(opened?), None))),
        };
    }
    std::fs::create_dir_all(folder)?;
    let root = Dir::open_ambient_dir(folder, ambient_authority())?;
    let staging = Staging::new(&root, folder)?;
    Ok(Some((Target::new(root), Some(staging))))
}
