//! Detection of Urho3D text files: by the root of XML, and by the content of JSON or lines.

use std::borrow::Cow;
use std::path::Path;

use urho_material::urho_core::tree::XmlEncoding;

use super::Format;

/// Returns the format of XML, by its root, or of JSON and lists, by their names and content.
pub(super) fn format(head: &[u8], path: Option<&Path>) -> Option<Format> {
    let head = decoded(head);
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&head).trim_ascii_start();
    match text.first()? {
        b'<' => match root(text)? {
            b"material" => Some(Format::UrhoMaterial),
            b"technique" => Some(Format::UrhoTechnique),
            b"texture" | b"cubemap" | b"texture3d" | b"texturearray" => Some(Format::UrhoTexture),
            _ => None,
        },
        b'{' if has_extension(path, &["json", "xml", "material"]) => {
            let has = |key: &[u8]| text.windows(key.len()).any(|part| part == key);
            let is_material = has(b"\"techniques\"") || has(b"\"shaderParameters\"");
            is_material.then_some(Format::UrhoMaterial)
        }
        _ if has_extension(path, &["txt"]) && is_list(text) => Some(Format::UrhoMaterialList),
        _ => None,
    }
}

/// Returns XML as UTF-8; other bytes as they are.
pub(super) fn decoded(head: &[u8]) -> Cow<'_, [u8]> {
    match XmlEncoding::of(head) {
        XmlEncoding::Utf8 | XmlEncoding::Latin1 => Cow::Borrowed(head),
        wide => Cow::Owned(wide.decode_start(head).0),
    }
}

fn has_extension(path: Option<&Path>, known: &[&str]) -> bool {
    let extension = path.and_then(Path::extension);
    extension.is_some_and(|extension| known.iter().any(|one| extension.eq_ignore_ascii_case(one)))
}

/// Returns the name of the root element, after declarations, comments and a document type.
fn root(text: &[u8]) -> Option<&[u8]> {
    let [b'<', name @ ..] = urho_core::tree::before_root(text)? else { return None };
    let len = name.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'))?;
    name.get(..len)
}

pub(super) fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

/// Whether every line names a material or nothing. The last line may be cut off.
fn is_list(text: &[u8]) -> bool {
    let mut lines: Vec<&[u8]> = text.split(|byte| matches!(byte, b'\r' | b'\n')).map(<[u8]>::trim_ascii).collect();
    if lines.len() > 1 {
        lines.pop();
    }
    let ends = |line: &[u8], ending: &[u8]| line.len() > ending.len() && line.to_ascii_lowercase().ends_with(ending);
    let is_material = |line: &&[u8]| [&b".xml"[..], b".json", b".material"].iter().any(|ending| ends(line, ending));
    let is_nothing = |line: &&[u8]| line.is_empty() || line.eq_ignore_ascii_case(b"null");
    lines.iter().any(is_material) && lines.iter().all(|line| is_material(line) || is_nothing(line))
}

#[cfg(test)]
mod tests {
    use super::{Format, format, is_list, root};
    use std::path::Path;

    /// The format of a text in a file of this name.
    fn named(name: &str, text: &str) -> Option<Format> {
        format(text.as_bytes(), Some(Path::new(name)))
    }

    #[test]
    fn wide_encodings_are_recognised() {
        let text = "\u{feff}<?xml version=\"1.0\"?><material/>";
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(format(&wide, None), Some(Format::UrhoMaterial));
        assert_eq!(format(&wide[2..wide.len() - 1], None), Some(Format::UrhoMaterial), "cut off inside of a character");
    }

    #[test]
    fn the_root_of_xml_says_what_it_is() {
        for (text, expected) in [
            ("<material>", Some(Format::UrhoMaterial)),
            ("\u{feff}\n <material/>", Some(Format::UrhoMaterial)),
            ("<?xml version=\"1.0\"?>\n<!-- by hand > -->\n<technique vs=\"LitSolid\">", Some(Format::UrhoTechnique)),
            ("<!DOCTYPE technique [<!ENTITY a \"<x>\">]> <technique>", Some(Format::UrhoTechnique)),
            ("<!DOCTYPE material SYSTEM \"[\"><material>", Some(Format::UrhoMaterial)),
            ("<!DOCTYPE material [", None),
            ("<texture>", Some(Format::UrhoTexture)),
            ("<cubemap>", Some(Format::UrhoTexture)),
            ("<texture3d>", Some(Format::UrhoTexture)),
            ("<texturearray>", Some(Format::UrhoTexture)),
            ("<element>", None),
            ("<mat", None),
            ("<!-- without an end", None),
            ("<?xml?> text", None),
            ("", None),
        ] {
            assert_eq!(format(text.as_bytes(), None), expected, "{text}");
        }
        assert_eq!(root(b"<a b>"), Some(&b"a"[..]));
    }

    #[test]
    fn json_is_a_material_by_its_name_and_a_key() {
        for key in ["techniques", "shaderParameters"] {
            let text = format!("{{\"{key}\": []}}");
            for name in ["a.json", "a.XML", "a.material"] {
                assert_eq!(named(name, &text), Some(Format::UrhoMaterial), "{name}");
            }
            assert_eq!(named("a.txt", &text), None);
            assert_eq!(named("a", &text), None);
            assert_eq!(format(text.as_bytes(), None), None);
        }
        assert_eq!(named("a.json", "{\"nodes\": []}"), None);
    }

    #[test]
    fn a_list_names_a_material_in_each_line_or_none() {
        let list = "Materials/A.xml\r\n\r\nNULL\nB.JSON\n";
        assert_eq!(named("Model.TXT", list), Some(Format::UrhoMaterialList));
        assert_eq!(named("Model.md", list), None);
        assert_eq!(named("Model.txt", "Read me.xml first\n"), None);
        // The last line may be cut off, but not the only one.
        assert!(is_list(b"A.material\nMaterials/B.x"));
        assert!(is_list(b"A.xml"));
        assert!(!is_list(b"A.x"));
        // Without a material, or without a name before the ending.
        assert!(!is_list(b"\nnull\n\n"));
        assert!(!is_list(b".xml\n\n"));
    }
}
