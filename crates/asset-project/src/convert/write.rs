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
    /// all others; if one can't be written, none is. An existing secondary file with equal content is kept.
    ///
    /// # Errors
    /// An existing file that must not be replaced; any I/O error. Each error contains the file name.
    pub fn write_below(&self, folder: impl AsRef<std::path::Path>, overwrite: Overwrite) -> std::io::Result<()> {
        let folder = folder.as_ref();
        let places: Vec<_> = self.files.iter().map(|file| (file.name.below(folder), file.bytes.as_slice())).collect();
        let files: Vec<_> = places.iter().map(|(path, bytes)| (path.as_path(), *bytes)).collect();
        asset_unpack::write_several(&files, overwrite == Overwrite::Always).map(drop)
    }
}
