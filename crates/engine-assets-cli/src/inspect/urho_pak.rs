//! Prints the contents of a package.

use std::fmt::Write as _;

use engine_assets::binio::ReadAt;
use engine_assets::urho_pak::Package;

use crate::counts::{counted, grouped};

/// The maximum number of entries to list. The others are only counted.
const ENTRIES: usize = 20;

/// Writes the contents of a package.
pub(super) fn describe<S: ReadAt>(package: &Package<S>, text: &mut String) {
    let kind = if package.kind().is_packed() { "packed with LZ4" } else { "stored" };
    let size = grouped(package.data_size());
    // Writing to a string can't fail.
    let _ = writeln!(text, "  {}, {kind}, {size} bytes unpacked", counted(package.len(), "file"));
    if package.start() > 0 {
        let _ = writeln!(text, "  begins at byte {}", grouped(package.start()));
    }
    for entry in package.entries().take(ENTRIES) {
        let _ = writeln!(text, "  {:>14}  {}", grouped(entry.size()), entry.name());
    }
    if package.len() > ENTRIES {
        let _ = writeln!(text, "  and {} more; `pak list` shows all", counted(package.len() - ENTRIES, "file"));
    }
}
