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
    /// A name that leads out of the folder; a file that is there already, unless it may be replaced; any I/O error. Each names its file.
    pub fn write_below(&self, folder: impl AsRef<std::path::Path>, overwrite: Overwrite) -> std::io::Result<()> {
        use std::io::{Error, ErrorKind};
        let folder = folder.as_ref();
        let mut places = Vec::with_capacity(self.files.len());
        for file in &self.files {
            let refused =
                |why: &dyn std::fmt::Display| Error::new(ErrorKind::InvalidInput, format!("{}: {why}", file.name));
            let path = asset_unpack::SafePath::new(file.name.as_bytes()).map_err(|why| refused(&why))?;
            places.push((folder.join(path.as_str()), file.bytes.as_slice()));
        }
        let files: Vec<_> = places.iter().map(|(path, bytes)| (path.as_path(), *bytes)).collect();
        asset_unpack::write_several(&files, overwrite == Overwrite::Always).map(drop)
    }
}
