//! Putting converted files on disk.

#[cfg(feature = "extract")]
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

#[cfg(feature = "extract")]
impl Converted {
    /// Writes the files below a folder, which is made if it isn't there. Each appears whole or not at all, and the one that was asked for
    /// only when all others are there.
    ///
    /// # Errors
    /// A name that leads out of the folder; a file that is there already, unless it may be replaced; any I/O error. Each names its file.
    pub fn write_below(&self, folder: impl AsRef<std::path::Path>, overwrite: Overwrite) -> std::io::Result<()> {
        use std::io::{Error, ErrorKind, Write as _};
        let folder = folder.as_ref();
        let mut places = Vec::with_capacity(self.files.len());
        for file in &self.files {
            let refused =
                |why: &dyn std::fmt::Display| Error::new(ErrorKind::InvalidInput, format!("{}: {why}", file.name));
            let path = asset_unpack::SafePath::new(file.name.as_bytes()).map_err(|why| refused(&why))?;
            let path = folder.join(path.as_str());
            if overwrite == Overwrite::Never && path.try_exists()? {
                return Err(Error::new(ErrorKind::AlreadyExists, format!("{}: the file exists", path.display())));
            }
            places.push((path, &file.bytes));
        }
        for (path, bytes) in places {
            let named = |error: Error| Error::new(error.kind(), format!("{}: {error}", path.display()));
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(named)?;
            }
            let replace = overwrite == Overwrite::Always;
            asset_unpack::write_whole(&path, replace, |out| out.write_all(bytes)).map_err(named)?;
        }
        Ok(())
    }
}
