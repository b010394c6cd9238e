//! Names of files made of names that anybody gave.

use binio::Name;

use super::without_extension;
use asset_scene::Image;

/// Maximum length of a new name, in bytes: long enough for any name, and short enough for a suffix.
const NEW: usize = 120;

/// Bytes that hosts take.
const MAX: usize = 255;

/// Returns a name for a file that every host takes, made of any text: without `< > ? * : ; " / \ |` and characters that can't be seen, without dots
/// and blanks at its end, of 120 bytes at most, no device of Windows. Urho3D separates names in scenes by semicolons. Empty if nothing is left.
///
/// ```
/// use scene_adapter::look::file_name;
/// assert_eq!(file_name("Stone.001"), "Stone.001");
/// assert_eq!(file_name("../a: b;?"), "..a b");
/// assert_eq!([file_name("con.x"), file_name("..")], ["con_.x", ""]);
/// ```
pub fn file_name(text: &str) -> String {
    plain(text, NEW)
}

fn plain(text: &str, most: usize) -> String {
    let is_seen = |character: char| {
        let mut buffer = [0; 4];
        let text: &str = character.encode_utf8(&mut buffer);
        // Characters that need an escape are invisible.
        let shown = Name::from(text).to_string();
        shown == text
    };
    let mut name = String::new();
    for character in text.chars().filter(|own| !"<>?*:;\"/\\|".contains(*own) && is_seen(*own)) {
        if name.len().saturating_add(character.len_utf8()) > most {
            break;
        }
        name.push(character);
    }
    let name = name.trim_start().trim_end_matches(['.', ' ']);
    let (stem, rest) = name.split_at(name.find('.').unwrap_or(name.len()));
    if is_device(stem.trim_end()) { format!("{}_{rest}", stem.trim_end()) } else { name.to_owned() }
}

/// Whether Windows takes a name without extension for a device.
fn is_device(stem: &str) -> bool {
    let stem = stem.to_ascii_uppercase();
    let port = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    let is_port = port.is_some_and(|number| number.chars().count() == 1 && "0123456789¹²³".contains(number));
    is_port || ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"].contains(&stem.as_str())
}

/// Returns whether a name is valid for a resource in a folder, such as `Materials/Stone.xml`, on every host: each part must be a result of
/// [`file_name`], of 255 bytes at most.
pub fn is_resource_name(name: &str) -> bool {
    name.len() <= 1024 && name.split('/').all(|part| !part.is_empty() && plain(part, MAX) == part)
}

/// Extensions of images: some programs use them in image names, too.
const IMAGES: [&str; 13] =
    ["png", "jpg", "jpeg", "webp", "tga", "bmp", "dds", "ktx", "ktx2", "vtf", "gif", "psd", "hdr"];

/// Returns a file name for an image, without extension: its own name, or the name of its file. Empty if it has neither.
pub fn image_name(image: &Image<'_>) -> String {
    let name = image.name.as_str();
    let is_image = |end: &str| IMAGES.iter().any(|known| end.eq_ignore_ascii_case(known));
    let own = name.rsplit_once('.').filter(|(_, end)| is_image(end)).map_or(name, |(stem, _)| stem);
    let file = image.file.as_deref().unwrap_or_default();
    let file = without_extension(file.rsplit(['/', '\\']).next().unwrap_or(file));
    [own, file].into_iter().map(file_name).find(|name| !name.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_are_below_their_folder() {
        for name in ["Materials/Stone.xml", "a", "Textures/a b (1).png", "Ä/ß.dds"] {
            assert!(is_resource_name(name), "{name}");
        }
        for name in
            ["", "/a", "a//b", "../a", "a/..", "C:/a", r"a\b", "a/nul.xml", "a\u{202e}b", "a\n", "a ", " a", "com1"]
        {
            assert!(!is_resource_name(name), "{name}");
        }
        assert_eq!(file_name(&"ä".repeat(100)).len(), 120);
    }

    #[test]
    fn images_are_called_after_themselves_or_their_files() {
        let image = |name: &str, file: Option<&str>| {
            image_name(&Image { name: name.into(), file: file.map(str::to_owned), ..Image::default() })
        };
        assert_eq!(image("Stone.001", None), "Stone.001");
        assert_eq!(image("Stone.JPG", Some("x.png")), "Stone");
        assert_eq!(image("", Some("a/b.c.png")), "b.c");
        assert_eq!(image("..", None), "");
    }
}
