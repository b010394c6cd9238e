//! Detects the kind of a file.

use binio::Path;

use crate::error::{Error, ErrorKind};
use crate::kind::Kind;
use crate::scan::{Members, Shape, members};

/// The encoding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// The file is XML.
    Xml,
    /// The file is JSON.
    Json,
    /// The file is text. Only its references are read here, and the rest is left to another parser.
    Plain,
    /// The file is binary.
    Binary,
}

impl Encoding {
    /// Returns the name of the encoding: `xml`, `json`, `text` or `binary`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xml => "xml",
            Self::Json => "json",
            Self::Plain => "text",
            Self::Binary => "binary",
        }
    }
}

/// Detects the kind of a file, given its first bytes and its name. When it does not belong to this crate, for example
/// because it is an archive, an image or a scene, this function returns `None`.
///
/// You may pass the whole file as `head`, but its beginning is enough.
///
/// ```
/// use urho_resource::{Kind, detect};
/// assert_eq!(detect(b"<particleeffect>", None), Some(Kind::ParticleEffect));
/// assert_eq!(detect(b"<material>", Some("Materials/Stone.xml")), None);
/// ```
pub fn detect(head: &[u8], name: Option<&str>) -> Option<Kind> {
    let file = name.map(|name| name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_lowercase());
    let file = file.as_deref().unwrap_or_default();
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
    if let Some(kind) = binary(head, extension) {
        return Some(kind);
    }
    // Nothing in the file identifies it.
    if is_baked_light(head, file) {
        return Some(Kind::BakedLight);
    }
    let text = skip_mark(head).trim_ascii_start();
    match (extension, text.first()) {
        ("rml", _) if !head.contains(&0) => Some(Kind::RmlDocument),
        ("rcss", _) if !head.contains(&0) => Some(Kind::RmlStyle),
        ("glsl" | "hlsl", _) if !head.contains(&0) => Some(Kind::ShaderSource),
        (_, Some(b'<')) => xml(text, extension),
        (_, Some(b'{' | b'/')) => json(text, file, extension, name.unwrap_or_default()),
        _ => None,
    }
}

/// Detects a binary file by its first bytes.
fn binary(head: &[u8], extension: &str) -> Option<Kind> {
    let is_sound = head.starts_with(b"OggS") || head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WAVE");
    if is_sound {
        return Some(Kind::Sound);
    }
    let is_named = matches!(extension, "ttf" | "otf" | "ttc" | "woff");
    let is_font = match head.first_chunk::<4>()? {
        b"OTTO" | b"ttcf" | b"wOFF" => true,
        // A number and a word: the table directory must follow, or the name must be right.
        [0, 1, 0, 0] | b"true" => is_named || has_tables(head),
        _ => false,
    };
    if is_font {
        return Some(Kind::OutlineFont);
    }
    // BMFont's other encodings, which the engine refuses at first use.
    let is_bmfont = head.starts_with(b"BMF") || head.starts_with(b"info face=");
    (is_bmfont && matches!(extension, "fnt" | "sdf")).then_some(Kind::BitmapFont)
}

/// Whether a file has the name that rbfx gives to baked light, and begins with the right version.
fn is_baked_light(head: &[u8], file: &str) -> bool {
    let is_group = file.starts_with("lightprobegroup-") && file.ends_with(".bin");
    match head.first() {
        Some(1) => is_group,
        Some(2) => file == "gi.bin",
        _ => false,
    }
}

/// Whether this can be an outline font: after the version there is a plausible number of tables, and a tag that
/// consists of letters.
fn has_tables(head: &[u8]) -> bool {
    let count = head.get(4..6).map_or(0, |bytes| bytes.iter().fold(0_u16, |value, byte| value << 8 | u16::from(*byte)));
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'/');
    (1..=64).contains(&count) && head.get(12..16).is_some_and(|tag| tag.iter().all(is_letter))
}

/// Detects an XML file by its root.
fn xml(text: &[u8], extension: &str) -> Option<Kind> {
    let has = |part: &[u8]| text.windows(part.len()).any(|window| window == part);
    let start = urho_core::tree::before_root(text)?.strip_prefix(b"<")?;
    let end = start.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'))?;
    let (name, rest) = start.split_at_checked(end)?;
    let tag = rest.split(|byte| *byte == b'>').next().unwrap_or_default();
    let tag_has = |part: &[u8]| tag.windows(part.len()).any(|window| window == part);
    match name {
        b"element" => Some(Kind::UiLayout),
        b"elements" => Some(Kind::UiStyle),
        b"particleeffect" | b"particleemitter" => Some(Kind::ParticleEffect),
        b"particleGraphEffect" => Some(Kind::ParticleGraph),
        b"particleEmitterConfig" => Some(Kind::ParticleEffect2d),
        b"TextureAtlas" => Some(Kind::SpriteSheet),
        b"plist" if has(b"<key>frames</key>") => Some(Kind::PropertyListSheet),
        b"spriter_data" => Some(Kind::Spriter),
        b"map" if extension == "tmx" || tag_has(b"tilewidth") => Some(Kind::TileMap),
        b"tileset" if extension == "tsx" || tag_has(b"tilewidth") => Some(Kind::TileSet),
        b"renderpath" => Some(Kind::RenderPath),
        b"font" if has(b"<page") || matches!(extension, "fnt" | "sdf") => Some(Kind::BitmapFont),
        b"font" => Some(Kind::FontParameters),
        b"sound" => Some(Kind::SoundParameters),
        b"valueanimation" => Some(Kind::ValueAnimation),
        b"objectanimation" => Some(Kind::ObjectAnimation),
        b"shaders" => Some(Kind::ShaderList),
        // Side files of animations have no length.
        b"animation" if tag_has(b" length=") => Some(Kind::XmlAnimation),
        b"animation" => Some(Kind::AnimationParameters),
        b"model" => Some(Kind::ModelParameters),
        b"xr_manifest" => Some(Kind::XrManifest),
        b"resource" if extension == "renderpath" => Some(Kind::RbfxRenderPath),
        b"serializable" => Some(Kind::Serializable),
        _ => None,
    }
}

/// Detects a JSON file by its name and its outermost members.
fn json(text: &[u8], file: &str, extension: &str, name: &str) -> Option<Kind> {
    let by_extension = match extension {
        "renderpath" => Some(Kind::RbfxRenderPath),
        "inputmap" => Some(Kind::InputMap),
        "serializable" => Some(Kind::Serializable),
        "assetpipeline" => Some(Kind::AssetPipeline),
        _ => None,
    };
    const TASKS: [&str; 3] =
        ["calculateanimationvelocity.json", "generateworldspacetracks.json", "retargetanimations.json"];
    if by_extension.is_some() {
        return by_extension;
    }
    if file == "modelimporter.json" {
        return Some(Kind::ModelImporter);
    }
    if file.ends_with("assetpipeline.json") {
        return Some(Kind::AssetPipeline);
    }
    if TASKS.iter().any(|task| file.ends_with(task)) {
        return Some(Kind::TransformerTasks);
    }
    let members: Members = members(text);
    let has = |key: &str| members.iter().any(|(name, _)| name == key);
    let is_object = |key: &str| members.iter().any(|(name, shape)| name == key && *shape != Shape::Text);
    if has("subtextures") {
        Some(Kind::SpriteSheet)
    } else if is_object("attributeanimations") {
        Some(Kind::ObjectAnimation)
    } else if has("keyframes") && (has("interpolationmethod") || has("eventframes")) {
        Some(Kind::ValueAnimation)
    } else if file == "project.json" && (is_object("PluginManager") || is_object("LaunchManager")) {
        Some(Kind::ProjectSettings)
    } else {
        strings(&members, name).then_some(Kind::Strings)
    }
}

/// Whether a file contains localized strings. If they are in a single language, they look like any other JSON, so the
/// file name must say so.
fn strings(members: &Members, name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let is_named = ["strings", "translation", "locali", "lang"].iter().any(|part| lower.contains(part));
    let count = |shape: Shape| members.iter().filter(|(_, value_shape)| *value_shape == shape).count();
    let languages = count(Shape::Languages);
    let is_mostly = languages > 0 && languages * 2 > members.len();
    is_mostly || is_named && !members.is_empty() && (languages + count(Shape::Text)) * 2 >= members.len()
}

fn skip_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

/// Returns the encoding of a file, given its kind.
///
/// # Errors
/// This function will return an error if this kind can't have such an encoding.
pub(crate) fn encoding_of(kind: Kind, text: &[u8]) -> Result<Encoding, Error> {
    let vocabulary = kind.vocabulary();
    let start = skip_mark(text).trim_ascii_start().first();
    if kind.is_binary() {
        return match detect(text, None) {
            Some(detected) if detected == kind => Ok(Encoding::Binary),
            // A named font may lack a table directory.
            // Its name is gone here: the first byte is the version.
            _ if kind == Kind::BakedLight && matches!(text.first(), Some(1 | 2)) => Ok(Encoding::Binary),
            _ if kind == Kind::OutlineFont && binary(text, "ttf") == Some(kind) => Ok(Encoding::Binary),
            _ => Err(wrong(match kind {
                Kind::Sound => "RIFF WAVE or Ogg",
                Kind::BakedLight => "a version of baked light",
                _ => "an outline font",
            })),
        };
    }
    if kind.is_plain() {
        return Ok(Encoding::Plain);
    }
    if kind == Kind::BitmapFont && start != Some(&b'<') {
        let is_bmfont = binary(text, "fnt") == Some(kind);
        return if is_bmfont { Ok(Encoding::Binary) } else { Err(wrong("XML")) };
    }
    match (vocabulary.root, vocabulary.json_root, start) {
        (Some(_), _, Some(b'<')) | (Some(_), None, _) => Ok(Encoding::Xml),
        (_, Some(_), Some(b'{' | b'[' | b'/')) | (None, Some(_), _) => Ok(Encoding::Json),
        _ => Err(wrong("XML or JSON")),
    }
}

fn wrong(expected: &'static str) -> Error {
    Error::new(ErrorKind::WrongEncoding { expected }, Path::new()).at(0)
}
