//! Compares the entries in packages.

use std::collections::HashMap;

use binio::{Bytes, Name};
use urho_pak::Package;

use crate::diff::Change;
use crate::escape;

/// Compares the size and checksum of entries that have the same name.
pub(super) fn compare(old: &Package<Bytes<'_>>, new: &Package<Bytes<'_>>, changes: &mut Vec<Change>) {
    let (before, after) = (entries(old), entries(new));
    let path = |name: &Name<'_>| format!("entries/{}", escape(&name.to_text()));
    let mut known: HashMap<&[u8], &String> = before.iter().map(|(name, text)| (name.as_bytes(), text)).collect();
    for (name, text) in &after {
        let was = known.remove(name.as_bytes());
        if was != Some(text) {
            changes.push(Change { path: path(name), old: was.cloned(), new: Some(text.clone()), note: None });
        }
    }
    for (name, text) in before.iter().filter(|(name, _)| known.contains_key(name.as_bytes())) {
        changes.push(Change { path: path(name), old: Some(text.clone()), ..Change::default() });
    }
}

/// Returns all entries that a look-up can find, with their content. If several entries have the same name, this is the
/// last one.
fn entries<'p>(package: &'p Package<Bytes<'_>>) -> Vec<(Name<'p>, String)> {
    let entries = package.entries().filter(|entry| !entry.is_shadowed());
    entries.map(|entry| (entry.name(), format!("{} bytes, checksum {:08X}", entry.size(), entry.checksum()))).collect()
}
