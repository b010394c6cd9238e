//! Putting converted files on disk.

#[cfg(feature = "fs")]
use super::Converted;

/// Treatment of existing files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Overwrite {
    /// They stay, and nothing is written.
    #[default]
    Never,
    /// They are replaced.
    Always,
}

#[cfg(feature = "fs")]
impl Converted {
    /// Writes the files to a folder, which is created if it is missing. Each file appears whole or not at all. The requested file appears only after
    /// all others; if one can't be written, none is. An existing secondary file with equal content is kept. Links in the folder aren't followed.
    ///
    /// # Errors
    /// An existing file that must not be replaced; a link in the folder on the way to a file; any I/O error. Each error contains the file name.
    pub fn write_below(&self, folder: impl AsRef<std::path::Path>, overwrite: Overwrite) -> std::io::Result<()> {
        let folder = folder.as_ref();
        let mut staged = asset_unpack::Staged::below([folder]);
        for file in &self.files {
            staged.add(&file.name.below(folder), &mut |out| out.write_all(&file.bytes))?;
        }
        staged.commit(overwrite == Overwrite::Always).map(drop)
    }
}
