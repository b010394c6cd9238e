//! Says what an edit has changed in its original.

use std::path::Path as FilePath;

use asset_formats::{Asset, kinds};
use asset_paths::{Change, ChangeKind, DiffOptions, diff};
use binio::{Findings, Path};

/// How many changes are listed by name.
const LISTED: usize = 3;
/// Larger files are not compared, because this would take longer than the conversion.
const MOST: usize = 64 << 20;

/// Reports the differences between a file and its original.
pub(super) fn tell(before: &[u8], (name, written): (&str, &[u8]), findings: &mut Findings) {
    let changes = changes(name, before, written).unwrap_or_default();
    if changes.is_empty() {
        return;
    }
    let message = format!("the edits change this in the file: {}", sentences(&changes));
    findings.note(kinds::EDITS_WRITTEN, Path::from("file").name(name.as_bytes()), message);
}

/// Compares two versions of a file. Returns `None` if they can't be compared, or are too large.
pub(super) fn changes(name: &str, before: &[u8], written: &[u8]) -> Option<Vec<Change>> {
    if before == written {
        return Some(Vec::new());
    }
    if before.len().max(written.len()) > MOST {
        return None;
    }
    let parse = |bytes| Asset::parse(bytes, Some(FilePath::new(name))).ok();
    let changes = diff(&parse(before)?, &parse(written)?, &DiffOptions::default()).ok()?;
    Some(outermost(changes))
}

/// Returns the first changes as sentences, and the number of the others.
pub(super) fn sentences(changes: &[Change]) -> String {
    let plain = |text: &str| text.to_owned();
    let listed: Vec<String> = changes.iter().take(LISTED).map(|change| change.sentence(&plain)).collect();
    let more = match changes.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" And {more} more."),
    };
    format!("{}{more}", listed.join(" "))
}

/// Leaves out what is inside a part that was added or removed as a whole.
fn outermost(changes: Vec<Change>) -> Vec<Change> {
    let mut kept: Vec<Change> = Vec::new();
    let mut whole: Option<(ChangeKind, String)> = None;
    for change in changes {
        let is_inside = whole.as_ref().is_some_and(|(kind, path)| {
            change.kind() == *kind && change.path.strip_prefix(path.as_str()).is_some_and(|end| end.starts_with('/'))
        });
        if is_inside {
            continue;
        }
        whole = (change.kind() != ChangeKind::Changed).then(|| (change.kind(), change.path.clone()));
        kept.push(change);
    }
    kept
}
