//! Into a folder (feature `extract`).

use std::io;
use std::path::Path;

use asset_unpack::{UnpackOptions, Unpacked, Unpacker};
use binio::ReadAt;

use super::file::{EntryRef, ImageFile};

impl<S: ReadAt> ImageFile<S> {
    /// Unpacks all entries into a folder, each under its name or, where names are not stored, under its hash. See [`asset_unpack`]
    /// for what is refused and why; each refused entry is a finding, and the others go on. Checksums are compared, and a file
    /// is whole or not there.
    ///
    /// # Errors
    /// Where it makes no sense to go on: the folder can't be made, the disk is full.
    pub fn extract(&self, folder: impl AsRef<Path>, options: UnpackOptions) -> io::Result<Unpacked> {
        self.extract_some(folder, options, |_| true)
    }

    /// Unpacks those entries for which `choose` says so.
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
                // By pieces of a block: the reader has no more in memory.
                io::copy(&mut entry.reader(), out).map(|_| ())
            })?;
        }
        unpacker.finish()
    }
}
