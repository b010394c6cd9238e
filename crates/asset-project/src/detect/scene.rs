//! Scenes and prefabs of Urho3D, U3D and rbfx. Most of these files have no identifier.

use std::path::Path;

use super::Format;
use super::text::{decoded, find};

/// Scenes and prefabs in text and in bytes, by how they begin; those without any mark by their name, too.
pub(super) fn detect(head: &[u8], length: u64, path: Option<&Path>) -> Option<Format> {
    let extension = path.and_then(Path::extension).map(std::ffi::OsStr::to_ascii_lowercase);
    let named =
        |names: &[&str]| extension.as_ref().is_some_and(|extension| names.iter().any(|name| *extension == **name));
    let prefab = if named(&["prefab"]) { Format::UrhoPrefab } else { Format::UrhoScene };
    let decoded = decoded(head);
    let text = decoded.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&decoded).trim_ascii_start();
    if text.starts_with(b"<") {
        let found = match element(text) {
            Some(b"scene" | b"node") if is_foreign(text) => None,
            Some(b"scene") => Some(Format::UrhoScene),
            Some(b"node") => Some(Format::UrhoPrefab),
            // Other archives of rbfx are called so, too.
            Some(b"resource") if named(&["scene", "prefab", "xml"]) => Some(prefab),
            _ => None,
        };
        // The ID of a binary prefab may look like the beginning of UTF-16.
        if found.is_some() || !head.contains(&0) {
            return found;
        }
    }
    if head.starts_with(b"\0BIN") && named(&["scene", "prefab", "bin"]) {
        return Some(prefab);
    }
    // JSON and the bytes of prefabs say nothing of themselves: the whole file has to be one.
    let is_whole = head.len() as u64 == length;
    let candidate = named(&["scene", "prefab"]) || is_whole && named(&["json", "bin", "scn"]);
    (candidate && looks_right(head)).then_some(prefab).and_then(|format| whole(head, format))
}

/// Whether the outermost element has no id, and its first child is no part of a node: other programs have elements of these names, too.
fn is_foreign(text: &[u8]) -> bool {
    const PARTS: [&[u8]; 5] = [b"attribute", b"attributeanimation", b"component", b"node", b"objectanimation"];
    let Some(name) = element(text) else { return false };
    let start = find(text, &[b"<", name].concat()).unwrap_or_default();
    let Some(tag) = text.get(start..).and_then(|rest| rest.get(..find(rest, b">")?)) else { return false };
    let has_id = tag.windows(4).any(|window| window.starts_with(b" id") && matches!(window[3], b'=' | b' '));
    let inside = text.get(start + tag.len() + 1..).unwrap_or_default();
    !has_id && !tag.ends_with(b"/") && element(inside).is_some_and(|child| !child.is_empty() && !PARTS.contains(&child))
}

/// The name of the first element.
fn element(text: &[u8]) -> Option<&[u8]> {
    let [b'<', name @ ..] = urho_core::tree::before_root(text)? else { return None };
    let end = name.iter().position(|byte| !byte.is_ascii_alphanumeric());
    name.get(..end.unwrap_or(name.len()))
}

/// Whether JSON may hold a scene, or bytes a node.
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

/// Returns the format if the whole file has it; without the crate that reads it, the format of the name.
fn whole(bytes: &[u8], _: Format) -> Option<Format> {
    match urho_scene::Document::parse(bytes).ok()?.kind() {
        urho_scene::Kind::Prefab => Some(Format::UrhoPrefab),
        _ => Some(Format::UrhoScene),
    }
}
