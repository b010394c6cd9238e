//! Writes converted files to disk.

#[cfg(feature = "fs")]
use super::Converted;

/// What to do if a file already exists when you write the result of a single conversion. For a run over folders, see
/// `Existing`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Overwrite {
    /// Keep the file. Nothing is written, and you get an error.
    #[default]
    Never,
    /// Overwrite it.
    Always,
}

#[cfg(feature = "fs")]
impl Converted {
    /// Writes the files to a folder, which is created if it doesn't exist.
    ///
    /// You will never see a partial file, and the requested file will appear after all others. If a file can't be
    /// written, none is. An existing file beside the requested file is kept if the content is equal. Links inside the
    /// folder are not followed.
    ///
    /// # Errors
    /// Returns an error if a file exists and must not be overwritten, or if there is a link on the way to a file; also
    /// any I/O error. Each error contains the file name.
    pub fn write_below(&self, folder: impl AsRef<std::path::Path>, overwrite: Overwrite) -> std::io::Result<()> {
        let folder = folder.as_ref();
        let mut staged = asset_unpack::Staged::below([folder]);
        for file in &self.files {
            staged.add(&file.name.below(folder), &mut |out| out.write_all(&file.bytes))?;
        }
        staged.commit(overwrite == Overwrite::Always).map(drop)
    }
}
