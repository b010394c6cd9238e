//! The files of the page, either from this program or from a folder.

use crate::report::shown;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::path::Path;

/// The files of the page that are built into this program, with their names. This is empty if the program was built
/// without the page.
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The files of the page. The key is the name.
pub(super) struct Page {
    files: HashMap<String, Cow<'static, [u8]>>,
}

impl Page {
    pub(super) fn open(folder: Option<&Path>) -> io::Result<Self> {
        let mut files = HashMap::new();
        match folder {
            Some(folder) => add(folder, "", &mut files)?,
            None => files.extend(EMBEDDED.iter().map(|(name, bytes)| ((*name).to_owned(), Cow::Borrowed(*bytes)))),
        }
        if files.contains_key("index.html") {
            return Ok(Self { files });
        }
        Err(io::Error::other(match folder {
            Some(folder) => format!("expected the page in {}, found no index.html", shown(&folder)),
            // Programs that are released or installed from the registry have it.
            None => "this program was built from a checkout and has no viewer page; build the page with `cargo xtask web`, \
                     then pass --page target/web/page, or unpack engine-assets-page.tar.gz of a release and pass its folder"
                .into(),
        }))
    }

    /// Returns a file and its media type.
    pub(super) fn get(&self, name: &str) -> Option<(&[u8], &'static str)> {
        let name = if name.is_empty() { "index.html" } else { name };
        let kind = match name.rsplit_once('.').map(|(_, end)| end) {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("wasm") => "application/wasm",
            Some("webp") => "image/webp",
            _ => "application/octet-stream",
        };
        self.files.get(name).map(|bytes| (&**bytes, kind))
    }
}

/// Reads all files in a folder and its subfolders.
fn add(folder: &Path, before: &str, files: &mut HashMap<String, Cow<'static, [u8]>>) -> io::Result<()> {
    let said = |error: io::Error| crate::output::named(folder, &error);
    for entry in std::fs::read_dir(folder).map_err(said)? {
        let entry = entry.map_err(said)?;
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        if entry.file_type().map_err(said)?.is_dir() {
            add(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, asset_unpack::read_regular(entry.path()).map_err(said)?.into());
        }
    }
    Ok(())
}
