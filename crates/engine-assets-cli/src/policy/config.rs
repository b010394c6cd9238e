//! Reads `engine-assets.toml`.

use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::deny::Deny;
use crate::kinds::KindPattern;
use crate::output::named;

/// The name of the file.
const NAME: &str = "engine-assets.toml";

/// A configuration, and the file that it was read from.
pub(super) struct Config {
    pub(super) file: PathBuf,
    pub(super) validate: Section,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    validate: Section,
    /// The resource folders. They are only here to be accepted, because the search for resources reads them itself.
    #[serde(default, rename = "roots")]
    _roots: Vec<PathBuf>,
}

/// The section `[validate]`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Section {
    #[serde(default)]
    pub(super) fail_on: Vec<KindPattern>,
    #[serde(default)]
    pub(super) ignore: Vec<KindPattern>,
    pub(super) deny: Option<Deny>,
}

/// Reads the nearest configuration in the folder of `path` or above it. For standard input, the search starts in the
/// current folder.
pub(super) fn find(path: &Path) -> io::Result<Option<Config>> {
    let start = if path.as_os_str() == "-" { Path::new(".") } else { path };
    // `..` leaves the folder that a link leads to, as the system has it.
    let start = start.canonicalize().or_else(|_| std::path::absolute(start))?;
    let nearest = start.ancestors().map(|folder| folder.join(NAME)).find(|file| file.is_file());
    nearest.map(|file| read(&file)).transpose()
}

fn read(file: &Path) -> io::Result<Config> {
    let invalid = |error: std::string::FromUtf8Error| io::Error::new(io::ErrorKind::InvalidData, error);
    let text = asset_unpack::read_regular(file).and_then(|bytes| String::from_utf8(bytes).map_err(invalid));
    let text = text.map_err(|error| named(file, &error))?;
    let document: Document = toml::from_str(&text)
        .map_err(|error| named(file, &io::Error::new(io::ErrorKind::InvalidData, error.to_string().trim_end())))?;
    Ok(Config { file: file.to_path_buf(), validate: document.validate })
}
