//! Reads the resource folders in `engine-assets.toml`.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{ResourceError, resource_folders};

/// The file name.
const NAME: &str = "engine-assets.toml";
/// A larger file can't be a configuration.
const MOST_BYTES: u64 = 1 << 20;

/// The part of the file that this crate reads.
#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    roots: Vec<PathBuf>,
}

/// Returns the folders and packages in the nearest configuration. If there is no configuration, the result is empty.
///
/// # Errors
/// Returns an I/O error, and an error if the TOML is invalid, or if a path leads out of the folder that contains the
/// file. This is not allowed because a project that you have downloaded must not decide what else is read.
pub(super) fn roots(path: &Path) -> Result<Vec<PathBuf>, ResourceError> {
    let Some(file) = path.ancestors().map(|folder| folder.join(NAME)).find(|file| file.is_file()) else {
        return Ok(Vec::new());
    };
    let invalid = |message: String| ResourceError::Config { path: file.clone(), message };
    let read = || {
        let size = file.metadata()?.len();
        if size > MOST_BYTES { Err(std::io::ErrorKind::FileTooLarge.into()) } else { std::fs::read_to_string(&file) }
    };
    let text = read().map_err(|error| ResourceError::Io { path: file.clone(), error })?;
    let document: Document = toml::from_str(&text).map_err(|error| invalid(error.to_string().trim_end().to_owned()))?;
    let folder = file.parent().unwrap_or(path);
    let root = |root: PathBuf| {
        let shown = binio::Escaped(root.display()).to_string();
        let full = resource_folders::normal(&folder.join(&root)).filter(|full| full.exists());
        let full = full.ok_or_else(|| invalid(format!("roots: \"{shown}\" doesn't exist")))?;
        if is_below(&full, folder) {
            return Ok(full);
        }
        let advice = "move the file to a folder that contains all roots, or pass --resources";
        Err(invalid(format!("roots: \"{shown}\" is outside of the folder of the file; {advice}")))
    };
    document.roots.into_iter().map(root).collect()
}

fn is_below(path: &Path, folder: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    real(path).zip(real(folder)).is_some_and(|(path, folder)| path.starts_with(folder))
}
