//! Checks fonts.

use binio::{Findings, Path, Severity};

use super::{Check, int};
use crate::kinds;

pub(super) fn bitmap(check: &mut Check<'_>) {
    let Some(root) = check.document.root() else {
        let message = "BMFont's text or binary encoding: the engine reads XML only, and draws nothing";
        return check.findings.add_at(kinds::FONT_ENCODING, Severity::Error, Path::new(), message, 0);
    };
    let declared = root.child("common").and_then(|common| int(&common, "pages")).unwrap_or(0);
    let pages = root.child("pages").map_or(0, |pages| pages.children_named("page").len()) as i64;
    for (index, common) in check.named("common") {
        if let Some(entry) = common.entry("pages").filter(|_| pages < declared || declared < 0) {
            let message =
                format!("{declared} pages are declared, and the file has {pages}: the engine refuses the font");
            check.add_value(kinds::FONT_PAGES, Severity::Error, index, &entry, message);
        }
    }
    for (index, glyph) in check.named("char") {
        let page = int(&glyph, "page").unwrap_or(0);
        if !(0..declared.max(0)).contains(&page) {
            let message = format!("page {page} of {declared}; the engine doesn't draw the glyph");
            check.add(kinds::GLYPH_PAGE, Severity::Warning, index, message);
        }
    }
    for (index, pair) in check.named("kerning") {
        let is_large = |name| int(&pair, name).is_some_and(|letter| !(0..=0xffff).contains(&letter));
        if is_large("first") || is_large("second") {
            let message = "a character above 65535; its pair collides with another";
            check.add(kinds::KERNING_RANGE, Severity::Warning, index, message);
        }
    }
}

/// Checks the list of tables in an outline font.
pub(super) fn outline(bytes: &[u8], findings: &mut Findings) {
    let word = |at: usize, length: usize| -> Option<u64> {
        let bytes = bytes.get(at..at.checked_add(length)?)?;
        Some(bytes.iter().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    };
    let mut tell = |message: String, at: usize| {
        findings.add_at(kinds::FONT_TABLE, Severity::Error, Path::from("table directory"), message, at as u64);
    };
    // A collection has several directories: the engine reads the first.
    let start = if bytes.starts_with(b"ttcf") { word(12, 4) } else { Some(0) };
    // The compressed form has another directory.
    if bytes.starts_with(b"wOFF") {
        return;
    }
    let Some(start) = start.and_then(|start| usize::try_from(start).ok()) else {
        return tell("the file ends in the header of the collection".to_owned(), bytes.len());
    };
    let Some(count) = word(start.saturating_add(4), 2) else {
        return tell("the file ends before the directory".to_owned(), bytes.len());
    };
    let length = bytes.len() as u64;
    for table in 0..count as usize {
        let at = start.saturating_add(12).saturating_add(table * 16);
        match (word(at.saturating_add(8), 4), word(at.saturating_add(12), 4)) {
            (Some(offset), Some(size)) if offset + size <= length => {}
            (Some(offset), Some(size)) => {
                return tell(format!("table {table} of {size} bytes at {offset} ends after the file"), at);
            }
            _ => return tell(format!("the file ends in the directory, at table {table} of {count}"), bytes.len()),
        }
    }
}
