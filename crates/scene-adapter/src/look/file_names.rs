//! Creates file names from any names.

use std::collections::HashMap;

use binio::Name;

use super::without_extension;
use asset_scene::Image;

/// The longest name to create, in bytes. This is long enough for any name, and leaves room for a suffix.
const NEW: usize = 120;

/// The longest file name that systems allow, in bytes.
const MAX: usize = 255;

/// Converts any text to a file name that is allowed on every system. The result has at most 120 bytes. It doesn't
/// contain `< > ? * : ; " / \ |` or characters that can't be seen, it doesn't end with dots or blanks, and it isn't the
/// name of a Windows device. Semicolons are not allowed because Urho3D uses them to separate names in scenes. If
/// nothing is left, the result is empty.
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

/// Returns whether Windows would use a name (without extension) as a device.
fn is_device(stem: &str) -> bool {
    let stem = stem.to_ascii_uppercase();
    let port = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    let is_port = port.is_some_and(|number| number.chars().count() == 1 && "0123456789¹²³".contains(number));
    is_port || ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"].contains(&stem.as_str())
}

/// Returns whether a name can be used for a resource on every system, for example `Materials/Stone.xml`. Each part must
/// be a possible result of [`file_name`], but may have up to 255 bytes.
pub fn is_resource_name(name: &str) -> bool {
    name.len() <= 1024 && name.split('/').all(|part| !part.is_empty() && plain(part, MAX) == part)
}

/// Image extensions. Some programs also use these in image names.
const IMAGES: [&str; 13] =
    ["png", "jpg", "jpeg", "webp", "tga", "bmp", "dds", "ktx", "ktx2", "vtf", "gif", "psd", "hdr"];

/// Returns a file name for an image, without extension. This is its own name, or else the name of its file. If it has
/// neither, the result is empty.
pub fn image_name(image: &Image<'_>) -> String {
    let name = image.name.as_str();
    let is_image = |end: &str| IMAGES.iter().any(|known| end.eq_ignore_ascii_case(known));
    let own = name.rsplit_once('.').filter(|(_, end)| is_image(end)).map_or(name, |(stem, _)| stem);
    let file = image.file.as_deref().unwrap_or_default();
    let file = without_extension(file.rsplit(['/', '\\']).next().unwrap_or(file));
    [own, file].into_iter().map(file_name).find(|name| !name.is_empty()).unwrap_or_default()
}

/// Counts the copies of files, so that each gets a name of its own.
///
/// ```
/// use scene_adapter::look::CopyNames;
/// let mut names = CopyNames::default();
/// assert_eq!(names.beside("Materials/Stone.xml", |_| true), "Materials/Stone_2.xml");
/// assert_eq!(names.beside("Materials/Stone.xml", |name| !name.contains("_3")), "Materials/Stone_4.xml");
/// ```
#[derive(Clone, Debug, Default)]
pub struct CopyNames {
    /// The last number of each file without extension, because some names are written without one.
    numbers: HashMap<String, usize>,
}

impl CopyNames {
    /// Returns the first name like that of `file`, with a number before the extension, for which `is_free` is true. A
    /// name is returned once.
    pub fn beside(&mut self, file: &str, mut is_free: impl FnMut(&str) -> bool) -> String {
        let base = without_extension(file);
        let extension = file.get(base.len()..).unwrap_or_default();
        let number = self.numbers.entry(base.to_lowercase()).or_insert(1);
        loop {
            *number = number.saturating_add(1);
            let name = format!("{base}_{number}{extension}");
            if is_free(&name) {
                return name;
            }
        }
    }
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
