//! Extraction into a folder (feature `extract`).

use std::io;
use std::path::Path;

use asset_unpack::{UnpackOptions, Unpacked, Unpacker};
use binio::ReadAt;

use super::file::{EntryRef, ImageFile};

impl<S: ReadAt> ImageFile<S> {
    /// Extracts all entries into a folder, each under its name or, without names, under its hash. See [`asset_unpack`] for
    /// rejected names and the reasons; each rejected entry is a finding, and the others are extracted. Checksums are checked, and
    /// a file is complete or absent.
    ///
    /// # Errors
    /// The folder can't be created, or the disk is full.
    pub fn extract(&self, folder: impl AsRef<Path>, options: UnpackOptions) -> io::Result<Unpacked> {
        self.extract_some(folder, options, |_| true)
    }

    /// Extracts the entries for which `choose` returns true.
    ///
    /// # Errors
    /// As [`extract`](Self::extract).
    pub fn extract_some(
        &self,
        folder: impl AsRef<Path>,
        options: UnpackOptions,
        mut choose: impl FnMut(EntryRef<'_, S>) -> bool,
    ) -> io::Result<Unpacked> {
        let mut unpacker = Unpacker::new(folder, options)?;
        for entry in self.entries().filter(|entry| choose(*entry)) {
            let name = entry.file_name();
            unpacker.file(&name, entry.size(), |out| {
                // In pieces of one block: the reader never has more in memory.
                io::copy(&mut entry.reader(), out).map(|_| ())
            })?;
        }
        unpacker.finish()
    }
}
