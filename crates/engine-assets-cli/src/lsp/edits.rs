//! Creates the edits that an editor applies to files.

use std::path::Path;

use serde_json::{Value, json};

use super::position::Lines;
use super::references::uri;

/// The byte order mark that some UTF-8 texts begin with.
pub(super) const MARK: char = '\u{feff}';

/// Removes the byte order mark from a text, because most editors remove it too.
pub(super) fn unmarked(text: &str) -> &str {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// Returns the edits that change the text `old` into `new`. If both have the same number of lines, there is an edit for
/// each line that differs, otherwise a single edit.
pub(super) fn edits(old: &str, new: &str) -> Vec<Value> {
    let lines = Lines::of(old);
    let pieces = |text: &'_ str| text.split_inclusive('\n').count();
    if pieces(old) != pieces(new) {
        return edit(&lines, 0, old, new).into_iter().collect();
    }
    let mut start = 0;
    let mut edits = Vec::new();
    for (old, new) in old.split_inclusive('\n').zip(new.split_inclusive('\n')) {
        edits.extend(edit(&lines, start, old, new));
        start += old.len();
    }
    edits
}

/// Returns the edit for the part of a text that begins at byte `start`, or `None` if it does not change.
fn edit(lines: &Lines<'_>, start: usize, old: &str, new: &str) -> Option<Value> {
    if old == new {
        return None;
    }
    let same = old.chars().zip(new.chars()).take_while(|(a, b)| a == b);
    let before: usize = same.map(|(letter, _)| letter.len_utf8()).sum();
    let (old_rest, new_rest) = (old.get(before..)?, new.get(before..)?);
    let same = old_rest.chars().rev().zip(new_rest.chars().rev()).take_while(|(a, b)| a == b);
    let after: usize = same.map(|(letter, _)| letter.len_utf8()).sum();
    let changed = new_rest.get(..new_rest.len() - after)?;
    let range = lines.range(start + before..start + old.len() - after);
    Some(json!({ "range": range, "newText": changed }))
}

/// Returns the edits for a single file.
pub(super) fn of_file(uri: &str, edits: &[Value]) -> Value {
    json!({ "textDocument": { "uri": uri, "version": null }, "edits": edits })
}

/// Returns the operation to rename a file. It will not overwrite an existing file.
pub(super) fn of_move(from: &Path, to: &Path) -> Value {
    json!({ "kind": "rename", "oldUri": uri(from), "newUri": uri(to), "options": { "overwrite": false } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_replaced() {
        let edits_of = edits("a é b\nsame\nx\n", "a ü b\nsame\nxy\n");
        let range = |line: u32, start: u32, end: u32| json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } });
        assert_eq!(
            edits_of,
            [json!({ "range": range(0, 2, 3), "newText": "ü" }), json!({ "range": range(2, 1, 1), "newText": "y" })]
        );
        assert_eq!(edits("a\nb\n", "a\nc\nb\n").len(), 1);
        assert!(edits("a\n", "a\n").is_empty());
    }
}
