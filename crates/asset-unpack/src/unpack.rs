//! Unpacking into a folder.

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
    /// How to unpack.
    #[derive(Clone, Debug)]
    pub struct UnpackOptions {
        /// How many bytes, and how many files and folders, may be written.
        pub(crate) limits: Limits = Limits::default(),
        /// Whether existing files are replaced.
        pub(crate) overwrite: bool = false,
        /// Whether to report refusals only, without writing.
        pub(crate) dry_run: bool = false,
        /// Whether all files are on the disk before they get their names, so that no power cut leaves one of them empty. One step for all of
        /// them on Linux, one for each elsewhere; either takes as long as the disk does.
        pub(crate) sync: bool = false,
    }
}

impl UnpackOptions {
    /// Whether nothing is written.
    pub fn is_dry_run(&self) -> bool {
        self.dry_run
    }
}

/// Result of unpacking. Refused entries, such as existing files without [`overwrite`](UnpackOptions::overwrite), are findings and not errors: look at
/// [`refused`](Self::refused), or call [`complete`](Self::complete).
#[derive(Clone, Debug, Default)]
#[must_use = "entries may have been refused: look at `refused`, or call `complete`"]
#[non_exhaustive]
pub struct Unpacked {
    /// Files that were written; in a dry run, that would be.
    pub written: u64,
    /// Total size of the files, in bytes.
    pub bytes: u64,
    /// One finding for each entry that was refused.
    pub refused: Findings,
    /// Refused entries whose files exist. With [`overwrite`](UnpackOptions::overwrite) there are none.
    pub existing: u64,
    /// One warning for each written file that is hidden (`.git/hooks/…`) or that a system runs (`autorun.inf`).
    pub warnings: Findings,
}

impl Unpacked {
    /// Returns the result if every entry was written.
    ///
    /// # Errors
    /// [`Other`](io::ErrorKind::Other): entries were refused. The message names the first one and the reason.
    pub fn complete(self) -> io::Result<Self> {
        let Some(first) = self.refused.iter().next() else { return Ok(self) };
        let count = self.refused.iter().count();
        let more = if count > 1 { format!(" ({count} entries are refused)") } else { String::new() };
        Err(io::Error::other(format!("{first}{more}")))
    }
}

/// Writes files into a folder, each by an untrusted name: all of them at the end, or none.
///
/// Files are written to a hidden temporary folder next to their destinations, and moved by [`finish`](Self::finish). Without that call, or after a
/// fatal error, all of them are removed. A killed process leaves that one folder, which the next run removes.
#[derive(Debug)]
pub struct Unpacker {
    /// For errors.
    folder: PathBuf,
    /// `None` in a dry run to a folder that isn't there.
    target: Option<Target>,
    /// `None` in a dry run.
    staging: Option<Staging>,
    options: UnpackOptions,
    ledger: Ledger,
    bytes: Budget,
    entries: u64,
    unpacked: Unpacked,
}

impl Unpacker {
    /// Opens the folder, which is made if it isn't there.
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

    /// Writes a file of `size` bytes; `write` is asked for them once it is known that they may be written, and not in a dry
    /// run. Whether it was written: if not, there is a finding that says why, and no file.
    ///
    /// # Errors
    /// A fatal error: the disk is full, or gone. Errors of `write` itself, other than I/O errors of the output, are refusals.
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

    /// Reports an entry that isn't to be written for a reason of the caller's.
    pub fn refuse(&mut self, name: &[u8], why: &dyn std::fmt::Display) {
        self.unpacked.refused.error(kinds::NAME_REFUSED, binio::Path::new().name(name), format!("refused: {why}"));
    }

    /// Reports a written file that a tool or the system may run.
    fn warn(&mut self, name: &[u8]) {
        if let Some(fault) = SafePath::new(name).ok().and_then(deserves_warning) {
            let message = format!("written, but it is {fault}: look at it before you use the folder");
            self.unpacked.warnings.warning(kinds::NAME_RISKY, binio::Path::new().name(name), message);
        }
    }

    /// Whether an entry may be written, and where.
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

    /// Moves the files to their destinations; returns the written and the refused files.
    ///
    /// # Errors
    /// Any I/O error, with the name that it is about: somebody else has put something there meanwhile, or the disk is gone. Files
    /// that were moved before stay.
    pub fn finish(self) -> io::Result<Unpacked> {
        if let (Some(mut target), Some(staging)) = (self.target, self.staging) {
            let placed = staging.commit(&mut target, self.options.sync, self.options.overwrite);
            placed.map_err(|error| named_path(&self.folder, &error))?;
        }
        Ok(self.unpacked)
    }
}

/// The folder and, unless in a dry run, a place for files to grow in.
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
