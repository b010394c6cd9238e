//! Putting converted files on disk.

#[cfg(feature = "fs")]
use super::Converted;

/// What happens to files that are there already.
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
    /// Writes the files below a folder, which is made if it isn't there. Each appears whole or not at all, and the one that was asked for
    /// only when all others are there; if one can't be written, none is. A file that comes along, is there already and holds the same is left alone.
    ///
    /// # Errors
    /// A file that is there already, unless it may be replaced; any I/O error. Each names its file.
    pub fn write_below(&self, folder: impl AsRef<std::path::Path>, overwrite: Overwrite) -> std::io::Result<()> {
        let folder = folder.as_ref();
        let places: Vec<_> = self.files.iter().map(|file| (file.name.below(folder), file.bytes.as_slice())).collect();
        let files: Vec<_> = places.iter().map(|(path, bytes)| (path.as_path(), *bytes)).collect();
        asset_unpack::write_several(&files, overwrite == Overwrite::Always).map(drop)
    }
}
