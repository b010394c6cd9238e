//! Returns findings about the text of a file in the form that editors need.

use std::path::{Path, PathBuf};

use engine_assets::asset_scene::unescape_name;
use engine_assets::binio::{Finding, Severity};
use engine_assets::udm_tools::schema::Schema;
use engine_assets::{Asset, Error};
use serde_json::{Value, json};

use super::position::Lines;
use super::protocol::{Position, Range};

/// The maximum number of findings for a file. If there are more, the last finding reports how many.
const MAX_FINDINGS: usize = 1000;
/// The maximum size of a schema in bytes.
const MAX_SCHEMA: u64 = 4 << 20;
/// The maximum number of entries in a folder to search for a schema.
const MAX_ENTRIES: usize = 10_000;

/// The numbers of severities in the protocol.
const ERROR: u8 = 1;
const WARNING: u8 = 2;
const INFORMATION: u8 = 3;

/// Returns the findings that `validate` reports for a file, and those of the schema in its folder. If the format is not
/// known, this is empty.
pub(super) fn of(uri: &str, text: &str) -> Vec<Value> {
    let (path, lines) = (path_of(uri), Lines::of(text));
    match Asset::parse(text.as_bytes(), path.as_deref()) {
        Ok(asset) => {
            let mut findings = asset.validate();
            if let (Some(document), Some(schema)) = (asset.as_udm(), schema(uri)) {
                let mut of_schema = schema.check(document);
                document.locate(&mut of_schema);
                findings.extend(of_schema);
            }
            let count = findings.iter().count();
            let mut diagnostics: Vec<Value> =
                findings.iter().take(MAX_FINDINGS).map(|finding| of_finding(finding, &lines)).collect();
            if count > MAX_FINDINGS {
                let message = format!("{count} findings; {MAX_FINDINGS} are shown");
                diagnostics.push(diagnostic(lines.line_at(0), INFORMATION, None, &message));
            }
            diagnostics
        }
        Err(Error::Unknown { .. }) => Vec::new(),
        Err(error) => {
            let parts = error.to_parts();
            let text = about(&parts.path.to_string(), &parts.message);
            vec![diagnostic(at(parts.offset, &lines), ERROR, None, &text)]
        }
    }
}

/// Returns the finding for a text that is too large to be kept.
pub(super) fn too_large() -> Value {
    let start = Position { line: 0, character: 0 };
    let message = "the file is not checked: it is larger than 16 MiB, or open files are larger than 256 MiB together";
    diagnostic(Range { start, end: start }, INFORMATION, None, message)
}

fn of_finding(finding: &Finding, lines: &Lines<'_>) -> Value {
    let severity = match finding.severity {
        Severity::Error => ERROR,
        Severity::Warning => WARNING,
        Severity::Note => INFORMATION,
    };
    let message = about(&finding.path.to_string(), &finding.message);
    diagnostic(at(finding.offset, lines), severity, Some(finding.kind.as_str()), &message)
}

/// Returns the range from a byte to the end of its line. If there is no offset, this is the first line.
fn at(offset: Option<u64>, lines: &Lines<'_>) -> Range {
    lines.line_at(usize::try_from(offset.unwrap_or(0)).unwrap_or(usize::MAX))
}

fn about(part: &str, message: &str) -> String {
    if part.is_empty() { message.to_owned() } else { format!("{part}: {message}") }
}

fn diagnostic(range: Range, severity: u8, kind: Option<&str>, message: &str) -> Value {
    let mut diagnostic = json!({ "range": range, "severity": severity, "source": "engine-assets", "message": message });
    if let Some(kind) = kind {
        diagnostic["code"] = kind.into();
    }
    diagnostic
}

/// Returns the path for a URI, or `None` if the text is not a file on this machine.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = path.split(['?', '#']).next().filter(|path| path.starts_with('/'))?;
    let path = path_of_bytes(unescape_name(path))?;
    // `/C:/a` is the file `C:/a`.
    let drive =
        path.to_str().and_then(|path| path.strip_prefix('/')).filter(|path| path.as_bytes().get(1) == Some(&b':'));
    Some(match drive {
        Some(path) if cfg!(windows) => PathBuf::from(path),
        _ => path,
    })
}

#[cfg(unix)]
fn path_of_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt as _;
    Some(std::ffi::OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn path_of_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

/// Returns the schema for a document: the first `.udms` file in its folder, sorted by name. If the document is a schema
/// itself, this returns `None`.
pub(super) fn schema(uri: &str) -> Option<Schema> {
    let path = path_of(uri)?;
    let is_schema = |path: &Path| path.extension().is_some_and(|extension| extension == "udms");
    if is_schema(&path) {
        return None;
    }
    let folder = std::fs::read_dir(path.parent()?).ok()?.take(MAX_ENTRIES);
    let first = folder.flatten().map(|entry| entry.path()).filter(|path| is_schema(path)).min()?;
    // A pipe of that name would be waited for.
    let is_small = std::fs::metadata(&first).is_ok_and(|file| file.is_file() && file.len() <= MAX_SCHEMA);
    is_small.then(|| crate::udm::read_schema(&first).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_of_files_are_paths() {
        for (uri, path) in [
            ("file:///a%20b/%C3%A9.udm", Some("/a b/é.udm")),
            ("file://localhost/a", Some("/a")),
            ("file:///a%zz?b#c", Some("/a%zz")),
            ("file://host/a", None),
            ("untitled:Untitled-1", None),
            ("", None),
        ] {
            assert_eq!(path_of(uri).as_deref(), path.map(Path::new), "{uri}");
        }
    }
}
