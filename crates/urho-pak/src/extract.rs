//! Extract packages to a folder, and save them to disk (feature `extract`).

use std::io::{self, BufRead, Write};
use std::path::Path;

use asset_unpack::{FileVersion, UnpackOptions, Unpacked, Unpacker, replace_whole, write_whole};
use binio::ReadAt;

use crate::edit::Builder;
use crate::error::{Error, into_io};
use crate::package::{EntryRef, Package};
use crate::write::{Progress, Written};

impl<S: ReadAt> Package<S> {
    /// Extracts all entries into a folder. Either all files appear at the end, or none.
    ///
    /// A name is refused when it would be dangerous; see [`asset_unpack`] for the rules. You get a finding for it, and
    /// all other entries are extracted. When there are duplicate names, the last entry is written, as the engine would
    /// read it. Checksums are checked.
    ///
    /// # Errors
    /// This function will return an error when the folder can't be created or when the disk is full.
    pub fn extract(&self, folder: impl AsRef<Path>, options: UnpackOptions) -> io::Result<Unpacked> {
        self.extract_some(folder, options, |_| true, |_| {})
    }

    /// Extracts only the entries for which `choose` returns true. The `progress` function will be called with the size
    /// of each piece.
    ///
    /// # Errors
    /// See [`extract`](Self::extract).
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
            // A missing entry spends nothing of the budget.
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
    /// Writes the package to `path`, either completely or not at all (see [`write_whole`]). This can be the file of the
    /// package that you edit.
    ///
    /// # Errors
    /// Returns [`AlreadyExists`](io::ErrorKind::AlreadyExists) if the file exists and `overwrite` is false, and the
    /// same errors as [`write_to`](Self::write_to).
    pub fn save(&self, path: impl AsRef<Path>, overwrite: bool) -> io::Result<Written> {
        self.save_with_progress(path, overwrite, &mut |_, _| {})
    }

    /// Does the same as [`save`](Self::save), and calls `progress` with the number of compressed bytes.
    ///
    /// # Errors
    /// See [`save`](Self::save).
    pub fn save_with_progress(
        &self,
        path: impl AsRef<Path>,
        overwrite: bool,
        progress: Progress<'_>,
    ) -> io::Result<Written> {
        write_whole(path, overwrite, |file| {
            let written: Result<Written, Error> = self.write_to_with_progress(file, progress);
            written.map_err(into_io)
        })
    }

    /// Replaces a package file, which can be the package that you edit (see [`replace_whole`]). Use this instead of
    /// [`save`](Self::save) if another program may change the file at the same time.
    ///
    /// You must take the `version` before you open the package. Otherwise, a change in between would be lost.
    ///
    /// # Errors
    /// Returns [`ResourceBusy`](io::ErrorKind::ResourceBusy) if another program has changed the file or is about to,
    /// and the same errors as [`write_to`](Self::write_to).
    pub fn save_in_place(&self, version: &FileVersion, progress: Progress<'_>) -> io::Result<Written> {
        replace_whole(version, |file| {
            let written: Result<Written, Error> = self.write_to_with_progress(file, progress);
            written.map_err(into_io)
        })
    }
}
