//! Extracts files into a folder (feature `extract`).

use std::io;
use std::path::Path;

use asset_unpack::{UnpackOptions, Unpacked, Unpacker};
use binio::ReadAt;

use super::file::{EntryRef, ImageFile};

impl<S: ReadAt> ImageFile<S> {
    /// Extracts all entries into a folder. Each file is given its name, or if names are not stored, its hash. If an
    /// entry is rejected, this is reported as a finding, and the other entries are still extracted. To learn which
    /// names are rejected and why, see [`asset_unpack`]. Checksums are verified, and you will never get an incomplete
    /// file.
    ///
    /// # Errors
    /// Fails if it is not possible to create the folder, or if the disk is full.
    pub fn extract(&self, folder: impl AsRef<Path>, options: UnpackOptions) -> io::Result<Unpacked> {
        self.extract_some(folder, options, |_| true)
    }

    /// Extracts only the entries for which `choose` returns `true`.
    ///
    /// # Errors
    /// Fails when [`extract`](Self::extract) does.
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
