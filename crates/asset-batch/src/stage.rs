//! Creates the files of a job one by one, and then moves them into place together.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use asset_unpack::{FileVersion, Staged};
use sha2::{Digest as _, Sha256};

use crate::named_errors::named;
use crate::plan::Job;
use asset_convert::{SafeName, Sink, Writing};
use asset_project::sources::lock;

/// The files that a job has created, before they are moved into place.
pub(crate) struct Stage {
    folder: PathBuf,
    created: Mutex<Files>,
    /// Why an output couldn't be written, including its name. This is not the fault of the input.
    failed: Mutex<Option<io::Error>>,
}

#[derive(Default)]
struct Files {
    staged: Staged,
    created: Vec<File>,
}

/// A file that was created.
pub(crate) struct File {
    /// The name, relative to the output folder.
    pub(crate) name: SafeName,
    /// Hash of the content.
    pub(crate) hash: [u8; 32],
}

impl Stage {
    /// Creates an empty stage for the files of a job, which go below its folder.
    pub(crate) fn new(job: &Job) -> Self {
        let files = Files { staged: Staged::below(&job.given), created: Vec::new() };
        Self { folder: job.folder().to_path_buf(), created: Mutex::new(files), failed: Mutex::default() }
    }

    /// Keeps only the files that `choose` selects. If it fails, its error is returned.
    pub(crate) fn keep(&self, choose: impl FnOnce(&[File]) -> io::Result<Vec<bool>>) -> io::Result<()> {
        let mut files = lock(&self.created);
        let kept = choose(&files.created)?;
        let mut flags = kept.iter();
        for (index, _) in kept.iter().enumerate().rev().filter(|(_, kept)| !**kept) {
            files.staged.remove(index);
        }
        files.created.retain(|_| flags.next().copied().unwrap_or(true));
        Ok(())
    }

    /// Returns whether all files are already in place with the same content.
    pub(crate) fn is_written(&self) -> bool {
        let files = lock(&self.created);
        let same = |file: &File| hash_of(&file.name.below(&self.folder)).is_ok_and(|hash| hash == file.hash);
        files.created.iter().all(same)
    }

    /// Returns why an output couldn't be written, if this has caused the conversion to fail.
    pub(crate) fn failure(&self) -> Option<io::Error> {
        lock(&self.failed).take()
    }

    /// Moves the files into place, and returns their paths. If a file would overwrite the file that was read as
    /// `original`, and another program has changed it since, this fails.
    pub(crate) fn commit(&self, overwrite: bool, original: Option<&FileVersion>) -> io::Result<Vec<PathBuf>> {
        let mut files = lock(&self.created);
        let replaces =
            |original: &&FileVersion| files.created.iter().any(|file| original.is_at(file.name.below(&self.folder)));
        let version = original.filter(|_| overwrite).filter(replaces).map(FileVersion::hold).transpose()?;
        let written = std::mem::take(&mut files.staged).commit(overwrite);
        drop(version);
        written
    }
}

fn hash_of(path: &Path) -> io::Result<[u8; 32]> {
    let mut hash = Sha256::new();
    io::copy(
        &mut asset_unpack::open_regular(path)?,
        &mut Hashing { out: &mut io::sink(), hash: &mut hash, failed: false },
    )?;
    Ok(hash.finalize().into())
}

impl Sink for Stage {
    fn file(&self, name: &SafeName, _: Option<u64>, write: Writing<'_>) -> io::Result<()> {
        let mut files = lock(&self.created);
        let mut hash = Sha256::new();
        let path = name.below(&self.folder);
        let mut is_content = false;
        let added = files.staged.add(&path, &mut |out| {
            let mut out = Hashing { out, hash: &mut hash, failed: false };
            let written = write(&mut out);
            is_content = written.is_err() && !out.failed;
            written
        });
        added.inspect_err(|error| {
            if !is_content {
                *lock(&self.failed) = Some(named(&path, error));
            }
        })?;
        files.created.push(File { name: name.clone(), hash: hash.finalize().into() });
        Ok(())
    }
}

impl fmt::Debug for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stage").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// Computes a hash of the bytes while it writes them.
struct Hashing<'h> {
    out: &'h mut dyn Write,
    hash: &'h mut Sha256,
    /// Whether writing to `out` has failed.
    failed: bool,
}

impl Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes).inspect_err(|_| self.failed = true)?;
        self.hash.update(bytes.get(..written).unwrap_or_default());
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush().inspect_err(|_| self.failed = true)
    }
}
