//! Into a folder, and onto the disk (feature `extract`).

use std::io::{self, BufRead, Write};
use std::path::Path;

use asset_unpack::{UnpackOptions, Unpacked, Unpacker, replace_whole, write_whole};
use binio::ReadAt;

use crate::edit::Builder;
use crate::error::Error;
use crate::package::{EntryRef, Package, Unreadable};
use crate::write::{Progress, Written};

impl<S: ReadAt> Package<S> {
    /// Unpacks all entries into a folder. See [`asset_unpack`] for what is refused and why; each refused entry is a finding, and
    /// the others go on. Of several entries of one name the last is written, as the engine reads it. Checksums are compared.
    /// All files appear at the end, or none.
    ///
    /// # Errors
    /// Where it makes no sense to go on: the folder can't be made, the disk is full.
    pub fn extract(&self, folder: impl AsRef<Path>, options: UnpackOptions) -> io::Result<Unpacked> {
        self.extract_some(folder, options, |_| true, |_| {})
    }

    /// Unpacks those entries for which `choose` says so. `progress` hears of the bytes of each piece.
    ///
    /// # Errors
    /// As [`extract`](Self::extract).
    pub fn extract_some(
        &self,
        folder: impl AsRef<Path>,
        options: UnpackOptions,
        mut choose: impl FnMut(EntryRef<'_, S>) -> bool,
        mut progress: impl FnMut(u64),
    ) -> io::Result<Unpacked> {
        let mut unpacker = Unpacker::new(folder, options)?;
        for entry in self.entries().filter(|entry| choose(*entry)) {
            let name = entry.name();
            if entry.is_shadowed() {
                unpacker.refuse(&name, &"a later entry has the same name");
                continue;
            }
            // What can't be there spends nothing of the budget.
            if let Err(error) = entry.run() {
                unpacker.refuse(&name, error.kind());
                continue;
            }
            unpacker.file(&name, entry.size(), |out| copy(entry, out, &mut progress))?;
        }
        unpacker.finish()
    }
}

fn copy<S: ReadAt>(entry: EntryRef<'_, S>, out: &mut dyn Write, progress: &mut dyn FnMut(u64)) -> io::Result<()> {
    let mut reader = entry.reader();
    loop {
        let piece = reader.fill_buf()?;
        if piece.is_empty() {
            return Ok(());
        }
        out.write_all(piece)?;
        let length = piece.len();
        reader.consume(length);
        progress(length as u64);
    }
}

impl Builder<'_> {
    /// Writes the package to `path`, whole or not at all: see [`write_whole`]. The package that is edited may stand there.
    ///
    /// # Errors
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) if there is a file and not `overwrite`; as
    /// [`write_to`](Self::write_to).
    pub fn save(&self, path: impl AsRef<Path>, overwrite: bool) -> io::Result<Written> {
        self.save_with_progress(path, overwrite, &mut |_, _| {})
    }

    /// As [`save`](Self::save); `progress` hears of the bytes that are packed.
    ///
    /// # Errors
    /// As [`save`](Self::save).
    pub fn save_with_progress(
        &self,
        path: impl AsRef<Path>,
        overwrite: bool,
        progress: Progress<'_>,
    ) -> io::Result<Written> {
        write_whole(path, overwrite, |file| {
            let written: Result<Written, Error> = self.write_to_with_progress(file, progress);
            written.map_err(|error| Unreadable::from(error).into())
        })
    }

    /// Writes the package in place of the one at `path`, which may be the one that is edited: see [`replace_whole`].
    ///
    /// # Errors
    /// There is no file; as [`write_to`](Self::write_to).
    pub fn save_in_place(&self, path: impl AsRef<Path>, progress: Progress<'_>) -> io::Result<Written> {
        replace_whole(path, |file| {
            let written: Result<Written, Error> = self.write_to_with_progress(file, progress);
            written.map_err(|error| Unreadable::from(error).into())
        })
    }
}
