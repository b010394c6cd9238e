//! Files that texts name which are no assets of this library: effects, tile maps, sprite sheets, fonts, shaders.
//!
//! Their formats differ, but all of them write names as values between quotes or tags. A value that looks like a file name is only a candidate: it
//! counts if there is such a file.

use std::collections::BTreeSet;

/// Extensions of these texts. Scripts aren't among them: they name whole games.
const TEXTS: [&str; 11] = ["atlas", "fnt", "glsl", "hlsl", "json", "pex", "plist", "scml", "tmx", "tsx", "xml"];
/// Largest text that is searched: far more than any of these files has.
const LARGEST: usize = 8 << 20;
/// Longest name that is a candidate: the limit of paths on Windows.
const LONGEST: usize = 260;

/// Whether a file of this name is a text that may name files.
pub(super) fn is_text(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    TEXTS.into_iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// Returns the resource names that a text may mean by its values, each value with its meanings: relative to the folder of the text, and to the
/// resource folders. `own` is the resource name of the text.
pub(super) fn named_files(own: &str, bytes: &[u8]) -> Vec<Vec<String>> {
    let Some(text) = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= LARGEST && !text.contains('\0'))
    else {
        return Vec::new();
    };
    let folder = own.rsplit_once('/').map_or("", |(folder, _)| folder);
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

/// Whether a value ends like a file name.
fn is_name(value: &str) -> bool {
    let extension = value.rsplit_once('.').map_or("", |(stem, extension)| if stem.is_empty() { "" } else { extension });
    value.len() <= LONGEST
        && (1..=10).contains(&extension.len())
        && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
        // A number isn't a name.
        && value.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Joins a folder and a relative name; `None` if it leads out of the resource folders.
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
        let found = named_files("Urho2D/Maps/M.tmx", text);
        let expected = [
            vec!["Urho2D/Tiles/A.png"],
            vec!["B.png"],
            vec!["Urho2D/Maps/C.tga", "C.tga"],
            vec!["Urho2D/Maps/Materials/D.xml", "Materials/D.xml"],
        ];
        assert_eq!(found, expected);
        assert!(named_files("A.xml", b"\xff\xfe\"B.png\"").is_empty());
        assert!(named_files("A.xml", b"<a b=\"1.25\" c=\".png\" d=\"a.b c\"/>").is_empty());
        assert!(is_text("Urho2D/M.TMX") && !is_text("Scripts/Game.as"));
    }
}
