//! Creates folders in which another program can write files.

use std::path::{Path, PathBuf};

use asset_formats::Error;
use binio::shown_path;

/// A folder for this process, which is removed with everything in it when you drop this value.
pub(crate) struct TemporaryFolder {
    pub(crate) path: PathBuf,
}

impl TemporaryFolder {
    pub(crate) fn new() -> Result<Self, Error> {
        static NUMBER: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        let base = std::env::temp_dir();
        loop {
            let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let path = base.join(format!("engine-assets-{}-{number}", std::process::id()));
            match create_private(&path) {
                Ok(()) => return Ok(Self { path }),
                // Left by an earlier process of this number, or made by somebody else.
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(Error::Refused(format!("{}: {error}", shown_path(&path)))),
            }
        }
    }

    /// Returns the path of the file that the program must write.
    pub(crate) fn output(&self) -> PathBuf {
        self.path.join("exported.glb")
    }
}

/// Creates a folder that other users can't write to.
fn create_private(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        std::fs::DirBuilder::new().mode(0o700).create(path)
    }
    #[cfg(not(unix))]
    std::fs::create_dir(path)
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Nobody is left to tell.
        drop(std::fs::remove_dir_all(&self.path));
    }
}
