//! Finds the files that other texts name: effects, tile maps, sprite sheets, fonts, shaders. These texts are not assets
//! of this library.
//!
//! All these formats are different, but a name is always a value between quotes or tags. If a value looks like a file
//! name, it is only a candidate: it counts if there really is such a file.

use std::collections::BTreeSet;

/// The extensions of these texts. Scripts are not included, because they name everything in a game.
const TEXTS: [&str; 11] = ["atlas", "fnt", "glsl", "hlsl", "json", "pex", "plist", "scml", "tmx", "tsx", "xml"];
/// Larger texts are not searched; no real file of these kinds is that long.
const LARGEST: usize = 8 << 20;
/// Longer values are not candidates. This is the path limit on Windows.
const LONGEST: usize = 260;

/// Returns whether a file with this name is a text that can name files.
pub(super) fn is_text(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    TEXTS.into_iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// Returns all values in a text that may be resource names. A value can have several meanings, because it can be
/// relative to the text's own folder or to the resource folders. `resource` is the resource name of the text.
pub(super) fn named_files(resource: &str, bytes: &[u8]) -> Vec<Vec<String>> {
    let Some(text) = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= LARGEST && !text.contains('\0'))
    else {
        return Vec::new();
    };
    let folder = resource.rsplit_once('/').map_or("", |(folder, _)| folder);
    // A list of references has several names in one value.
    let values = text.split(['"', '\'', '<', '>', '\n', '\r', ';']).map(str::trim).filter(|value| is_name(value));
    let distinct: BTreeSet<&str> = values.collect();
    let meanings = |value: &str| {
        let value = value.replace('\\', "/");
        let all = [joined(folder, &value), joined("", &value)];
        all.into_iter().flatten().collect::<Vec<String>>()
    };
    distinct.into_iter().map(meanings).filter(|meanings| !meanings.is_empty()).collect()
}

/// Returns whether a value ends like a file name.
fn is_name(value: &str) -> bool {
    let extension = value.rsplit_once('.').map_or("", |(stem, extension)| if stem.is_empty() { "" } else { extension });
    value.len() <= LONGEST
        && (1..=10).contains(&extension.len())
        && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
        // A number isn't a name.
        && value.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Joins a folder and a relative name. Returns `None` if the result would be outside the resource folders.
fn joined(folder: &str, name: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_names_relative_to_the_text_and_to_the_resource_folders() {
        let text = br#"<map><image source="../Tiles/A.png" width="2.5"/><image source='..\..\B.png'/><x>C.tga</x><m name="Material;Materials/D.xml"/>"#;
        let names = named_files("Urho2D/Maps/M.tmx", text);
        let expected = [
            vec!["Urho2D/Tiles/A.png"],
            vec!["B.png"],
            vec!["Urho2D/Maps/C.tga", "C.tga"],
            vec!["Urho2D/Maps/Materials/D.xml", "Materials/D.xml"],
        ];
        assert_eq!(names, expected);
        assert!(named_files("A.xml", b"\xff\xfe\"B.png\"").is_empty());
        assert!(named_files("A.xml", b"<a b=\"1.25\" c=\".png\" d=\"a.b c\"/>").is_empty());
        assert!(is_text("Urho2D/M.TMX") && !is_text("Scripts/Game.as"));
    }
}
