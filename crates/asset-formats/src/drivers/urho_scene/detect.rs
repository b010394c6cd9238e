//! Detects scenes and prefabs. This is difficult because most of these files have no identifier.

use crate::Format;
use crate::head::{FileHead, find};

/// Detects scenes and prefabs, text or binary, by the way they begin. If there is nothing typical, the file name is
/// used too.
pub(super) fn detect(head: &FileHead<'_>) -> Option<Format> {
    head.shared(look)
}

fn look(head: &FileHead<'_>) -> Option<Format> {
    let prefab = if head.has_extension(&["prefab"]) { Format::URHO_PREFAB } else { Format::URHO_SCENE };
    let text = head.text();
    if text.starts_with(b"<") {
        let found = match element(text) {
            Some(b"scene" | b"node") if is_foreign(text) => None,
            Some(b"scene") => Some(Format::URHO_SCENE),
            Some(b"node") => Some(Format::URHO_PREFAB),
            // Other archives of rbfx are called so, too.
            Some(b"resource") if head.has_extension(&["scene", "prefab", "xml"]) => Some(prefab),
            _ => None,
        };
        // The ID of a binary prefab may look like the beginning of UTF-16.
        if found.is_some() || !head.start().contains(&0) {
            return found;
        }
    }
    if head.begins_with(&[b"\0BIN"]) && head.has_extension(&["scene", "prefab", "bin"]) {
        return Some(prefab);
    }
    // JSON and the bytes of prefabs say nothing of themselves: the whole file has to be one.
    let candidate =
        head.has_extension(&["scene", "prefab"]) || head.is_whole() && head.has_extension(&["json", "bin", "scn"]);
    if candidate && looks_right(head.start()) { whole(head.start()) } else { None }
}

/// Other programs have elements with these names, too. This returns true if the outermost element has no id, and the
/// first child can't be in a node.
fn is_foreign(text: &[u8]) -> bool {
    const PARTS: [&[u8]; 5] = [b"attribute", b"attributeanimation", b"component", b"node", b"objectanimation"];
    let Some(name) = element(text) else { return false };
    let start = find(text, &[b"<", name].concat()).unwrap_or_default();
    let Some(tag) = text.get(start..).and_then(|rest| rest.get(..find(rest, b">")?)) else { return false };
    let has_id = tag.windows(4).any(|window| window.starts_with(b" id") && matches!(window[3], b'=' | b' '));
    let inside = text.get(start + tag.len() + 1..).unwrap_or_default();
    !has_id && !tag.ends_with(b"/") && element(inside).is_some_and(|child| !child.is_empty() && !PARTS.contains(&child))
}

/// Returns the name of the first element.
fn element(text: &[u8]) -> Option<&[u8]> {
    let [b'<', name @ ..] = urho_core::tree::before_root(text)? else { return None };
    let end = name.iter().position(|byte| !byte.is_ascii_alphanumeric());
    name.get(..end.unwrap_or(name.len()))
}

/// Checks whether JSON can be a scene, or whether the bytes can be a node.
fn looks_right(head: &[u8]) -> bool {
    let text = head.trim_ascii_start();
    match text.first() {
        Some(b'{') => {
            let has = |key: &str| find(text, key.as_bytes()).is_some();
            let is_empty_archive = || has("\"_id\"") && has("\"attributes\"");
            ["\"components\"", "\"nodes\"", "\"children\"", "\"_typeName\""].into_iter().any(has) || is_empty_archive()
        }
        // An id, attributes and two counts.
        _ => head.len() >= 44,
    }
}

/// Detects the format from the whole file.
fn whole(bytes: &[u8]) -> Option<Format> {
    match urho_scene::Document::parse(bytes).ok()?.kind() {
        urho_scene::Kind::Prefab => Some(Format::URHO_PREFAB),
        _ => Some(Format::URHO_SCENE),
    }
}
