//! Detection of Urho3D text files: by the root of XML, and by the content of JSON or lines.

use std::path::Path;

use super::Format;

/// Returns the format of XML, by its root, or of JSON and lists, by their names and content.
pub(super) fn format(head: &[u8], path: Option<&Path>) -> Option<Format> {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
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

fn has_extension(path: Option<&Path>, known: &[&str]) -> bool {
    let extension = path.and_then(Path::extension);
    extension.is_some_and(|extension| known.iter().any(|one| extension.eq_ignore_ascii_case(one)))
}

/// Returns the name of the root element, after declarations and comments.
fn root(mut text: &[u8]) -> Option<&[u8]> {
    loop {
        let end: &[u8] = match text {
            [b'<', b'?', ..] => b"?>",
            [b'<', b'!', b'-', b'-', ..] => b"-->",
            [b'<', name @ ..] => {
                let len = name.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'))?;
                return name.get(..len);
            }
            _ => return None,
        };
        let at = text.windows(end.len()).position(|part| part == end)?;
        text = text.get(at + end.len()..)?.trim_ascii_start();
    }
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
