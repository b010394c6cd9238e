//! Files of a job, made one after the other and put in their places together.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use asset_unpack::Staged;
use engine_assets::convert::{Sink, Writing};
use sha2::{Digest as _, Sha256};

use crate::output::named_several;
use crate::resources::lock;

/// The files of a job, on the disk but not in their places.
pub(super) struct Stage {
    folder: PathBuf,
    made: Mutex<Files>,
}

#[derive(Default)]
struct Files {
    staged: Staged,
    made: Vec<File>,
}

/// A file that was made.
pub(super) struct File {
    /// Relative to the folder of the output.
    pub(super) name: String,
    /// Of what it holds.
    pub(super) hash: [u8; 32],
}

impl Stage {
    /// No file yet of those that go to a folder.
    pub(super) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_path_buf(), made: Mutex::default() }
    }

    /// Keeps the files of which `choose` says so; its error is that of all.
    pub(super) fn keep(&self, choose: impl FnOnce(&[File]) -> io::Result<Vec<bool>>) -> io::Result<()> {
        let mut files = lock(&self.made);
        let kept = choose(&files.made)?;
        for (index, _) in kept.iter().enumerate().rev().filter(|(_, kept)| !**kept) {
            files.staged.remove(index);
        }
        Ok(())
    }

    /// Puts the files in their places. Returns those that were written.
    pub(super) fn commit(&self, force: bool) -> io::Result<Vec<PathBuf>> {
        let staged = std::mem::take(&mut lock(&self.made).staged);
        staged.commit(force).map_err(named_several)
    }
}

impl Sink for Stage {
    fn file(&self, name: &str, _: Option<u64>, write: Writing<'_>) -> io::Result<()> {
        let mut files = lock(&self.made);
        let mut hash = Sha256::new();
        files.staged.add(&self.folder.join(name), &mut |out| write(&mut Hashing { out, hash: &mut hash }))?;
        files.made.push(File { name: name.to_owned(), hash: hash.finalize().into() });
        Ok(())
    }
}

impl fmt::Debug for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stage").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// Hashes what it writes.
struct Hashing<'h> {
    out: &'h mut dyn Write,
    hash: &'h mut Sha256,
}

impl Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.update(bytes.get(..written).unwrap_or_default());
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
