//! Creates URIs of files.

use std::ffi::OsStr;
use std::path::Path;

/// Returns the URI of a path. Every byte is encoded, so the name can have any encoding.
pub(crate) fn of(path: &Path) -> String {
    let parts = path.iter().filter(|part| *part != OsStr::new("/") && *part != OsStr::new("\\"));
    let parts: Vec<String> = parts.map(|part| percent_encoded(part.as_encoded_bytes())).collect();
    let prefix = if path.is_absolute() { "file:///" } else { "" };
    prefix.to_owned() + &parts.join("/")
}

fn percent_encoded(bytes: &[u8]) -> String {
    let encoded = |byte: &u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(*byte).to_string(),
        other => format!("%{other:02X}"),
    };
    bytes.iter().map(encoded).collect()
}
