//! Detects the format of a file.

mod content;
mod scene;
mod text;
mod udm;

use std::fmt;
use std::path::Path;

pub use content::Content;
#[cfg(feature = "fs")]
pub(crate) use content::expected;

/// A format that this library knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// glTF 2.0, as one file or as JSON with separate files.
    Gltf,
    /// FBX, text or binary, of Blender, Maya, 3ds Max and others. It is only read (feature `fbx`).
    Fbx,
    /// Wavefront OBJ with its materials. It is only read (feature `fbx`).
    Obj,
    /// Texture of any kind.
    Image,
    /// Animation of properties in the Pragma engine.
    PragmaAnimation,
    /// Map of the Pragma engine.
    PragmaMap,
    /// Material of the Pragma engine.
    PragmaMaterial,
    /// Model of the Pragma engine.
    PragmaModel,
    /// Navigation mesh of the Pragma engine.
    PragmaNavmesh,
    /// Particle systems of the Pragma engine.
    PragmaParticles,
    /// UDM document, text or binary, of no kind that has a format of its own.
    Udm,
    /// Animation of Urho3D, U3D or rbfx.
    UrhoAni,
    /// Compiled AngelScript of Urho3D or U3D.
    UrhoAsc,
    /// Material of Urho3D, U3D or rbfx, XML or JSON.
    UrhoMaterial,
    /// Material list of a model of Urho3D, U3D or rbfx.
    UrhoMaterialList,
    /// Model of Urho3D, U3D, rbfx or Atomic.
    UrhoMdl,
    /// Package of Urho3D, U3D or rbfx.
    UrhoPak,
    /// Prefab of Urho3D, U3D or rbfx.
    UrhoPrefab,
    /// Other data file of Urho3D, U3D or rbfx: particle effect, interface layout, sprite sheet, tile map, render path, font, sound and others.
    UrhoResource,
    /// Scene of Urho3D, U3D or rbfx.
    UrhoScene,
    /// Shader cache of Urho3D, U3D or rbfx.
    UrhoShader,
    /// Technique of Urho3D, U3D or rbfx.
    UrhoTechnique,
    /// Parameters of a texture of Urho3D, U3D or rbfx, or a cube map, volume or array of images.
    UrhoTexture,
    /// Animation of the ZED engine.
    ZedAnimation,
    /// Font of the ZED engine.
    ZedFont,
    /// Archive of files of the ZED engine, which its document calls an image file.
    ZedImage,
    /// Model of the ZED engine.
    ZedModel,
    /// Format of an engine that a [`Project`](crate::Project) adds.
    Other(&'static scene_adapter::FormatInfo),
}

impl Format {
    /// All formats except the formats of a project's additional engines, sorted by name.
    pub const ALL: [Self; 27] = [
        Self::Fbx,
        Self::Gltf,
        Self::Image,
        Self::Obj,
        Self::PragmaAnimation,
        Self::PragmaMap,
        Self::PragmaMaterial,
        Self::PragmaModel,
        Self::PragmaNavmesh,
        Self::PragmaParticles,
        Self::Udm,
        Self::UrhoAni,
        Self::UrhoAsc,
        Self::UrhoMaterial,
        Self::UrhoMaterialList,
        Self::UrhoMdl,
        Self::UrhoPak,
        Self::UrhoPrefab,
        Self::UrhoResource,
        Self::UrhoScene,
        Self::UrhoShader,
        Self::UrhoTechnique,
        Self::UrhoTexture,
        Self::ZedAnimation,
        Self::ZedFont,
        Self::ZedImage,
        Self::ZedModel,
    ];

    /// Returns the format with a [name](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns the name of the format on the command line and in its JSON: `urho-mdl`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fbx => "fbx",
            Self::Gltf => "gltf",
            Self::Image => "image",
            Self::Obj => "obj",
            Self::PragmaAnimation => "pragma-animation",
            Self::PragmaMap => "pragma-map",
            Self::PragmaMaterial => "pragma-material",
            Self::PragmaModel => "pragma-model",
            Self::PragmaNavmesh => "pragma-navmesh",
            Self::PragmaParticles => "pragma-particles",
            Self::Udm => "udm",
            Self::UrhoAni => "urho-ani",
            Self::UrhoAsc => "urho-asc",
            Self::UrhoMaterial => "urho-material",
            Self::UrhoMaterialList => "urho-material-list",
            Self::UrhoMdl => "urho-mdl",
            Self::UrhoPak => "urho-pak",
            Self::UrhoPrefab => "urho-prefab",
            Self::UrhoResource => "urho-resource",
            Self::UrhoScene => "urho-scene",
            Self::UrhoShader => "urho-shader",
            Self::UrhoTechnique => "urho-technique",
            Self::UrhoTexture => "urho-texture",
            Self::ZedAnimation => "zed-animation",
            Self::ZedFont => "zed-font",
            Self::ZedImage => "zed-image",
            Self::ZedModel => "zed-model",
            Self::Other(format) => format.name,
        }
    }

    /// Returns whether it is a format of the Pragma engine, a kind of UDM document.
    pub const fn is_pragma(self) -> bool {
        matches!(
            self,
            Self::PragmaAnimation
                | Self::PragmaMap
                | Self::PragmaMaterial
                | Self::PragmaModel
                | Self::PragmaNavmesh
                | Self::PragmaParticles
        )
    }

    /// Returns the format in words, without an article: `Urho3D model`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Fbx => "FBX scene",
            Self::Gltf => "glTF scene",
            Self::Image => "texture",
            Self::Obj => "OBJ model",
            Self::PragmaAnimation => "Pragma animation",
            Self::PragmaMap => "Pragma map",
            Self::PragmaMaterial => "Pragma material",
            Self::PragmaModel => "Pragma model",
            Self::PragmaNavmesh => "Pragma navigation mesh",
            Self::PragmaParticles => "Pragma particle systems",
            Self::Udm => "UDM document",
            Self::UrhoAni => "Urho3D animation",
            Self::UrhoAsc => "compiled Urho3D script",
            Self::UrhoMaterial => "Urho3D material",
            Self::UrhoMaterialList => "Urho3D material list",
            Self::UrhoMdl => "Urho3D model",
            Self::UrhoPak => "Urho3D package",
            Self::UrhoPrefab => "Urho3D prefab",
            Self::UrhoResource => "Urho3D data file",
            Self::UrhoScene => "Urho3D scene",
            Self::UrhoShader => "Urho3D shader cache",
            Self::UrhoTechnique => "Urho3D technique",
            Self::UrhoTexture => "Urho3D texture parameters",
            Self::ZedAnimation => "ZED animation",
            Self::ZedFont => "ZED font",
            Self::ZedImage => "ZED archive (image file)",
            Self::ZedModel => "ZED model",
            Self::Other(format) => format.title,
        }
    }

    /// Returns the format that the file name promises, or `None` if this format may have that name. Use this to find a model that is called `.ani`.
    pub(crate) fn misnamed(self, path: &Path) -> Option<Self> {
        content::expected(path).filter(|expected| !content::is_of_family(self, *expected))
    }

    /// Detects the format of a file from its bytes and its name.
    ///
    /// `head` are the first bytes, `tail` at least the last four, `length` is the length of the file. Formats with an identifier need the
    /// first 16 bytes, XML up to its root element, JSON materials up to their techniques; a UDM document whose type isn't in `head` goes by its name.
    /// JSON scenes, and binary prefabs, are detected only if `head` is the whole file, which is then parsed.
    pub fn detect(head: &[u8], length: u64, tail: &[u8], path: Option<&Path>) -> Detection {
        let expected = path.and_then(content::expected);
        if let Some((format, content)) = expected.zip(Content::of(head, length, tail)) {
            return Detection::OtherContent(format, content);
        }
        let known = match head.first_chunk::<4>() {
            Some(b"UANI" | b"UAN2") => Some(Self::UrhoAni),
            Some(b"UMDL" | b"UMD2" | b"UMD3" | b"AMDL" | b"AMD2") => Some(Self::UrhoMdl),
            Some(b"UPAK" | b"ULZ4" | b"RPAK" | b"RLZ4") => Some(Self::UrhoPak),
            Some(b"USCN") => Some(Self::UrhoScene),
            Some(b"USHD") => Some(Self::UrhoShader),
            Some(b"ASBC") => Some(Self::UrhoAsc),
            Some(b"glTF") => Some(Self::Gltf),
            Some(b"UDMB") => Some(udm::binary(head, path)),
            Some(b"ZEDF") => Some(Self::ZedFont),
            Some(b"ZEDM") => Some(Self::ZedModel),
            Some(b"ZEDA") => Some(Self::ZedAnimation),
            Some(b"ZEDI") => Some(Self::ZedImage),
            _ if is_texture(head, path) => Some(Self::Image),
            _ => None,
        };
        if let Some(known) = known.or_else(|| asset_fbx::FileKind::detect(head).map(|_| Self::Fbx)) {
            return Detection::Known(known);
        }
        if let Some(what) = look_alike(head) {
            return Detection::LookAlike(what);
        }
        if may_end_in_package(head, length, tail, path) {
            return Detection::Known(Self::UrhoPak);
        }
        // Text has no identifier; the file name decides.
        if path.and_then(Path::extension).is_some_and(|end| end.eq_ignore_ascii_case("gltf")) {
            return Detection::Known(Self::Gltf);
        }
        if path.and_then(Path::extension).is_some_and(|end| end.eq_ignore_ascii_case("obj"))
            && asset_fbx::FileKind::is_obj(head)
        {
            return Detection::Known(Self::Obj);
        }
        if let Some(format) = path.and_then(udm::text).or_else(|| text::format(head, path)) {
            return Detection::Known(format);
        }
        if let Some(format) = scene::detect(head, length, path) {
            return Detection::Known(format);
        }
        // Any name may belong to another kind, so that this is the last guess.
        let name = path.and_then(Path::to_str);
        if urho_resource::detect(head, name).is_some() {
            return Detection::Known(Self::UrhoResource);
        }
        match (hint(path), expected) {
            (None, Some(format)) => Detection::OtherContent(format, Content::Unknown),
            (hint, _) => Detection::Unknown(hint),
        }
    }
}

/// Detects the format of a file by its first and last bytes, `ends` of each.
#[cfg(feature = "fs")]
pub(crate) fn detect_file(path: &Path, ends: u64) -> std::io::Result<Detection> {
    detect_file_as(path, path, ends)
}

/// As [`detect_file`], for the file by another name.
#[cfg(feature = "fs")]
pub(crate) fn detect_file_as(path: &Path, name: &Path, ends: u64) -> std::io::Result<Detection> {
    use std::io::{Read as _, Seek as _, SeekFrom};
    let mut file = asset_unpack::open_regular(path)?;
    let length = file.metadata()?.len();
    if length == 0 {
        // Files of the system, too, which may have no end.
        return Ok(Format::detect(&[], 0, &[], Some(name)));
    }
    // With room for all of it, one call reads it.
    let room = || Vec::with_capacity(usize::try_from(ends.min(length)).unwrap_or(0));
    let (mut head, mut tail) = (room(), room());
    file.by_ref().take(ends).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(length.saturating_sub(ends)))?;
    file.take(ends).read_to_end(&mut tail)?;
    Ok(Format::detect(&head, length, &tail, Some(name)))
}

/// Returns whether the first bytes belong to a texture. TGA has no identifier: its extension decides.
fn is_texture(head: &[u8], path: Option<&Path>) -> bool {
    let is_riff = |kind: &[u8]| head.get(8..12) == Some(kind);
    match head.first_chunk::<4>() {
        Some(b"\x89PNG" | b"DDS " | b"\xabKTX" | b"VTF\0" | b"8BPS" | b"PVR\x03" | b"GIF8" | b"#?RA" | b"#?RG") => true,
        Some([0xff, 0xd8, 0xff, _]) => true,
        Some(b"RIFF") => is_riff(b"WEBP"),
        Some([b'B', b'M', ..]) if head.get(6..10) == Some(&[0; 4]) => true,
        _ => path.and_then(Path::extension).is_some_and(|end| end.eq_ignore_ascii_case("tga")),
    }
}

/// Whether a package may be appended: the last four bytes are the size of a package, and the file is a program or is named
/// like a package. Any other file may end in such a number by chance.
fn may_end_in_package(head: &[u8], length: u64, tail: &[u8], path: Option<&Path>) -> bool {
    /// Identifier, number of entries, checksum and trailer.
    const SMALLEST: u64 = 16;
    let program = head.starts_with(b"MZ") || head.starts_with(b"\x7fELF");
    let named = path.and_then(Path::extension).is_some_and(|end| end.eq_ignore_ascii_case("pak"));
    let size = tail.last_chunk().map_or(0, |word| u64::from(u32::from_le_bytes(*word)));
    (program || named) && (SMALLEST..length).contains(&size)
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Result of [`Format::detect`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Detection {
    /// A format that this library knows.
    Known(Format),
    /// A file of another engine that shares its extension or identifier with a supported format; a description of it.
    LookAlike(&'static str),
    /// A file whose extension belongs to one family of formats only, and whose content is no file: the format of the extension, and the content.
    OtherContent(Format, Content),
    /// Unknown format, with a hint if the name suggests one.
    Unknown(Option<Hint>),
}

/// A format that the name of a file suggests although nothing in the file identifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// A model of Urho3D from before March 2011: [`OpenOptions::bare_2011`](crate::OpenOptions::bare_2011) opens it.
    BareModel,
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BareModel => "a model from before March 2011 has no identifier: open it with `bare_2011`",
        })
    }
}

/// Describes files of other engines that share an extension with a supported format.
fn look_alike(head: &[u8]) -> Option<&'static str> {
    match head.first_chunk::<4>()? {
        b"IDPO" => Some("a Quake model"),
        // The version number that follows tells the engines apart.
        b"IDST" | b"IDSQ" if head.get(4) == Some(&10) => Some("a Half-Life model"),
        b"IDST" | b"IDSQ" => Some("a Source engine model"),
        b"MDLX" => Some("a Warcraft III model"),
        b"PACK" => Some("a Quake package"),
        b"GDPC" => Some("a Godot package"),
        b"KILM" => Some("a model of Killer, the engine after ZED"),
        b"ZEDT" => Some("a ZED texture, which no engine ever read"),
        _ => None,
    }
}

/// The format that the name of a file suggests.
fn hint(path: Option<&Path>) -> Option<Hint> {
    let extension = path?.extension()?;
    extension.eq_ignore_ascii_case("mdl").then_some(Hint::BareModel)
}
