//! Prints data files of Urho3D.

use std::fmt::Write as _;

use engine_assets::binio::Name;
use engine_assets::urho_resource::{Document, Wave};

use crate::counts::{counted, grouped};

/// The maximum number of lines to show for each list. The others are only counted.
const LINES: usize = 24;

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string can't fail.
    let _ = writeln!(text, "  {line}");
}

/// Writes the first lines of a list, and the number of the others.
fn lines(text: &mut String, all: impl Iterator<Item = String>) {
    let mut all = all;
    for shown in all.by_ref().take(LINES) {
        line(text, format_args!("{shown}"));
    }
    match all.count() {
        0 => {}
        more => line(text, format_args!("and {more} more")),
    }
}

pub(super) fn describe(document: &Document<'_>, text: &mut String) {
    if let Some(base) = document.inherited() {
        line(text, format_args!("a patch of {base}"));
    }
    if let Ok(wave) = Wave::read(document.text()) {
        let (channels, bytes) = (counted(usize::from(wave.channels), "channel"), grouped(u64::from(wave.data_size)));
        line(text, format_args!("{} Hz, {} bits, {channels}, {bytes} bytes of samples", wave.frequency, wave.bits));
    }
    let summary = document.summary();
    let counts = summary.elements.iter().filter(|(_, count)| **count > 1);
    lines(text, counts.map(|(name, count)| format!("{} {name}", grouped(*count as u64))));
    lines(text, summary.values.iter().map(|(name, value)| format!("{}: {value}", Name::from(name.as_str()))));
    lines(text, summary.references.iter().map(|name| format!("names {name}")));
}
