//! Output formats, and the conversions that each format supports.

use std::fmt;
use std::path::Path;

use crate::{Error, Format};

/// Output format of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OutputFormat {
    /// The same format and version, written again.
    Same,
    /// A document of this format, in the version or form that it has: only from that format.
    SameFormat(Format),
    /// glTF 2.0 in one file.
    Glb,
    /// glTF 2.0 in JSON, with its numbers in a file next to it.
    Gltf,
    /// A model of Urho3D: in its own version, or `UMD2` if it has none.
    Mdl,
    /// A model of Urho3D to 1.5, and of the Blender exporters.
    Umdl,
    /// A model of Urho3D since 1.6 and of U3D.
    Umd2,
    /// A model of rbfx, with weights of morphs.
    Umd3,
    /// A model of Atomic with a mask of vertex elements.
    Amdl,
    /// A model of Atomic with a declaration of vertex elements.
    Amd2,
    /// Animations of Urho3D: in their own version, or `UANI` if they have none.
    Ani,
    /// Animations of Urho3D and U3D.
    Uani,
    /// Animations of rbfx, with variant tracks and weights.
    Uan2,
    /// A model of Pragma with its animations, as text.
    PmdlText,
    /// A model of Pragma with its animations, in binary.
    PmdlBinary,
    /// A model of the ZED engine: in its own dialect, or as the engine loads it if it has none.
    Zed,
    /// A model of the ZED engine as the engine loads it: lists, everything in its place.
    ZedEngine,
    /// A model of the ZED engine in the document's dialect, with texture coordinates and weights.
    ZedDocument,
    /// A model of the ZED engine with lists where it had strips and fans.
    ZedLists,
    /// A scene or prefab of Urho3D, U3D or rbfx in XML, as `Node::SaveXML` writes it; also of an archive of rbfx.
    SceneXml,
    /// A scene or prefab of Urho3D, U3D or rbfx in JSON, as `Node::SaveJSON` writes it; also of an archive of rbfx.
    SceneJson,
    /// A scene or prefab of Urho3D, U3D or rbfx in binary, as `Node::Save` writes it; also of an archive of rbfx.
    SceneBinary,
    /// A scene, prefab or material in XML. An archive stays one, and prefabs for rbfx become archives, which only it can include.
    Xml,
    /// A scene or prefab in binary. An archive stays one, and prefabs for rbfx become archives, which only it can include.
    Binary,
    /// A scene or prefab of rbfx as an archive in XML.
    ArchiveXml,
    /// A scene or prefab of rbfx as an archive in JSON.
    ArchiveJson,
    /// A scene or prefab of rbfx as an archive in binary.
    ArchiveBinary,
    /// A UDM document as text, one property a line.
    UdmText,
    /// A UDM document as text with as little white space as can be.
    UdmCompact,
    /// A UDM document as text as the reference writes it: rounded floats, packed arrays packed.
    UdmReference,
    /// A UDM document in binary form.
    UdmBinary,
    /// A UDM document as JSON with the type of every value, which loses nothing; a scene, prefab or material as JSON as the engine writes it.
    Json,
    /// The data of a UDM document as JSON without types.
    JsonPlain,
    /// A document of this format of Pragma, or any for [`Format::Udm`], as text.
    DocumentText(Format),
    /// A document of this format of Pragma, or any for [`Format::Udm`], in binary.
    DocumentBinary(Format),
    /// A package in blocks of LZ4 or not, as it was.
    Pak,
    /// A package, stored.
    Upak,
    /// A package in blocks of LZ4.
    Ulz4,
    /// A package of rbfx from 2019 to 2022, stored.
    Rpak,
    /// A package of rbfx from 2019 to 2022, in blocks of LZ4.
    Rlz4,
    /// A picture in png: the largest mip of a texture.
    Png,
    /// A texture in blocks, with mips, as dds.
    Dds,
    /// A file of an engine that a [`Project`](crate::Project) adds.
    Other(&'static scene_adapter::FormatInfo),
}

/// Output formats that have a name of their own.
const NAMED: [(OutputFormat, &str); 37] = [
    (OutputFormat::Glb, "glb"),
    (OutputFormat::Gltf, "gltf"),
    (OutputFormat::Mdl, "mdl"),
    (OutputFormat::Umdl, "umdl"),
    (OutputFormat::Umd2, "umd2"),
    (OutputFormat::Umd3, "umd3"),
    (OutputFormat::Amdl, "amdl"),
    (OutputFormat::Amd2, "amd2"),
    (OutputFormat::Ani, "ani"),
    (OutputFormat::Uani, "uani"),
    (OutputFormat::Uan2, "uan2"),
    (OutputFormat::PmdlBinary, "pmdl"),
    (OutputFormat::PmdlText, "pmdl-text"),
    (OutputFormat::Zed, "zed"),
    (OutputFormat::ZedEngine, "zed-engine"),
    (OutputFormat::ZedDocument, "zed-document"),
    (OutputFormat::ZedLists, "zed-lists"),
    (OutputFormat::SceneXml, "scene-xml"),
    (OutputFormat::SceneJson, "scene-json"),
    (OutputFormat::SceneBinary, "scene-binary"),
    (OutputFormat::ArchiveXml, "archive-xml"),
    (OutputFormat::ArchiveJson, "archive-json"),
    (OutputFormat::ArchiveBinary, "archive-binary"),
    (OutputFormat::UdmText, "udm-text"),
    (OutputFormat::UdmCompact, "udm-compact"),
    (OutputFormat::UdmReference, "udm-reference"),
    (OutputFormat::UdmBinary, "udm-binary"),
    (OutputFormat::Xml, "xml"),
    (OutputFormat::Json, "json"),
    (OutputFormat::JsonPlain, "json-plain"),
    (OutputFormat::Pak, "pak"),
    (OutputFormat::Upak, "upak"),
    (OutputFormat::Ulz4, "ulz4"),
    (OutputFormat::Rpak, "rpak"),
    (OutputFormat::Rlz4, "rlz4"),
    (OutputFormat::Png, "png"),
    (OutputFormat::Dds, "dds"),
];

/// Output formats by extension.
const EXTENSIONS: [(&str, OutputFormat); 41] = [
    ("glb", OutputFormat::Glb),
    ("gltf", OutputFormat::Gltf),
    ("mdl", OutputFormat::Mdl),
    ("ani", OutputFormat::Ani),
    ("zed", OutputFormat::Zed),
    ("pak", OutputFormat::Pak),
    ("json", OutputFormat::Json),
    ("xml", OutputFormat::Xml),
    ("bin", OutputFormat::Binary),
    ("scn", OutputFormat::Binary),
    ("scene", OutputFormat::SameFormat(Format::UrhoScene)),
    ("prefab", OutputFormat::SameFormat(Format::UrhoPrefab)),
    ("udm", OutputFormat::DocumentText(Format::Udm)),
    ("udm_b", OutputFormat::DocumentBinary(Format::Udm)),
    ("udms", OutputFormat::DocumentText(Format::Udm)),
    ("udms_b", OutputFormat::DocumentBinary(Format::Udm)),
    ("pmdl", OutputFormat::PmdlText),
    ("pmdl_b", OutputFormat::PmdlBinary),
    ("pmat", OutputFormat::DocumentText(Format::PragmaMaterial)),
    ("pmat_b", OutputFormat::DocumentBinary(Format::PragmaMaterial)),
    ("pmap", OutputFormat::DocumentText(Format::PragmaMap)),
    ("pmap_b", OutputFormat::DocumentBinary(Format::PragmaMap)),
    ("pnav", OutputFormat::DocumentText(Format::PragmaNavmesh)),
    ("pnav_b", OutputFormat::DocumentBinary(Format::PragmaNavmesh)),
    ("pptsys", OutputFormat::DocumentText(Format::PragmaParticles)),
    ("pptsys_b", OutputFormat::DocumentBinary(Format::PragmaParticles)),
    ("pgma", OutputFormat::DocumentText(Format::PragmaAnimation)),
    ("pgma_b", OutputFormat::DocumentBinary(Format::PragmaAnimation)),
    ("asc", OutputFormat::SameFormat(Format::UrhoAsc)),
    ("vs2", OutputFormat::SameFormat(Format::UrhoShader)),
    ("ps2", OutputFormat::SameFormat(Format::UrhoShader)),
    ("vs3", OutputFormat::SameFormat(Format::UrhoShader)),
    ("ps3", OutputFormat::SameFormat(Format::UrhoShader)),
    ("vs4", OutputFormat::SameFormat(Format::UrhoShader)),
    ("ps4", OutputFormat::SameFormat(Format::UrhoShader)),
    ("gs4", OutputFormat::SameFormat(Format::UrhoShader)),
    ("hs5", OutputFormat::SameFormat(Format::UrhoShader)),
    ("ds5", OutputFormat::SameFormat(Format::UrhoShader)),
    ("cs5", OutputFormat::SameFormat(Format::UrhoShader)),
    ("png", OutputFormat::Png),
    ("dds", OutputFormat::Dds),
];

/// Returns why no file with an extension is written, and what to write instead.
fn unwritten(extension: &str) -> String {
    match extension {
        "fbx" | "obj" | "blend" | "dae" | "usd" | "usda" | "usdc" | "usdz" | "stl" | "ply" | "3ds" => {
            format!("{extension} files can't be written; write .glb, which every 3D program opens")
        }
        "jpg" | "jpeg" | "tga" | "bmp" | "gif" | "webp" | "ktx" | "ktx2" | "vtf" | "psd" | "tif" | "tiff" | "exr"
        | "hdr" => {
            format!("{extension} files can't be written; write .png, or .dds for engines")
        }
        "" => "the name has no extension, which says the format to write: .glb, .mdl, .pmdl_b, .png".to_owned(),
        other => format!(
            ".{other} is no format that can be written; .glb for other programs, .mdl for Urho3D, .pmdl_b for Pragma and .png for pictures are"
        ),
    }
}

impl OutputFormat {
    /// Returns the output format of a file name's extension.
    ///
    /// # Errors
    /// [`Error::Refused`]: the extension belongs to no output format; the message names one to write instead. [`extensions`](Self::extensions) lists all.
    pub fn for_path(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let known = EXTENSIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(extension));
        known.map(|(_, output_format)| *output_format).ok_or_else(|| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            Error::Refused(format!("{name:?}: {}", unwritten(&extension.to_lowercase())))
        })
    }

    /// Returns the output format for a file name: the requested format, or the format of the extension if none is
    /// requested.
    ///
    /// # Errors
    /// [`Error::Refused`]: the name belongs to another format than the requested one; no format is requested, and
    /// [`for_path`](Self::for_path) refuses the name.
    pub fn choose(asked: Option<Self>, path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        match (asked, Self::for_path(path)) {
            (Some(asked), Ok(named)) if !asked.agrees_with(named) => {
                Err(Error::Refused(format!("the name {} doesn't match the format {asked}", path.display())))
            }
            (Some(asked), _) => Ok(asked),
            (None, named) => named,
        }
    }

    /// Lists the supported extensions of [`for_path`](Self::for_path), without a dot.
    pub fn extensions() -> impl Iterator<Item = &'static str> {
        EXTENSIONS.iter().map(|(extension, _)| *extension)
    }

    /// Returns the output format of a [`name`](Self::name); `None` if there is none.
    pub fn from_name(name: &str) -> Option<Self> {
        NAMED.iter().find(|(_, known)| *known == name).map(|(output_format, _)| *output_format)
    }

    /// All output formats that have a name.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMED.iter().map(|(output_format, _)| *output_format)
    }

    /// Name: `glb`, `umd2`, `udm-text`; `same` for output formats that depend on the document.
    pub fn name(self) -> &'static str {
        NAMED.iter().find(|(output_format, _)| *output_format == self).map_or("same", |(_, name)| name)
    }

    /// Returns one line about the output format, as the command line lists it.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Same | Self::SameFormat(_) => "The same format, written again",
            Self::Glb => "glTF in one file: models with animations, scenes, maps",
            Self::Gltf => "glTF as JSON with a second file for numbers: models with animations, scenes, maps",
            Self::Mdl => "Urho3D models, in their current version, otherwise UMD2",
            Self::Umdl => "Urho3D models up to 1.5, and from the Blender exporters",
            Self::Umd2 => "Urho3D models since 1.6, U3D models",
            Self::Umd3 => "rbfx models, with morph weights",
            Self::Amdl => "Atomic models with a vertex element mask",
            Self::Amd2 => "Atomic models with a vertex element declaration",
            Self::Ani => "Urho3D animations, in their current version, otherwise UANI",
            Self::Uani => "Urho3D and U3D animations",
            Self::Uan2 => "rbfx animations, with variant tracks and weights",
            Self::PmdlText => "Pragma models with animations, text",
            Self::PmdlBinary => "Pragma models with animations, binary",
            Self::Zed => "ZED models in their current dialect, otherwise in the engine's dialect",
            Self::ZedEngine => "ZED models in the engine's dialect: triangle lists, chunks in order",
            Self::ZedDocument => "ZED models in the document's dialect, with texture coordinates and weights",
            Self::ZedLists => "ZED models with triangle lists instead of strips and fans",
            Self::Xml => "Scenes, prefabs and materials in XML; archives of rbfx stay archives",
            Self::Binary => "Scenes and prefabs in binary; archives of rbfx stay archives",
            Self::SceneXml => "Urho3D, U3D and rbfx scenes and prefabs, XML",
            Self::SceneJson => "Urho3D, U3D and rbfx scenes and prefabs, JSON",
            Self::SceneBinary => "Urho3D, U3D and rbfx scenes and prefabs, binary",
            Self::ArchiveXml => "rbfx scenes and prefabs as archives, XML",
            Self::ArchiveJson => "rbfx scenes and prefabs as archives, JSON",
            Self::ArchiveBinary => "rbfx scenes and prefabs as archives, binary",
            Self::UdmText | Self::DocumentText(_) => "UDM documents as text, one property per line",
            Self::UdmCompact => "UDM documents as text with minimal white space",
            Self::UdmReference => "UDM documents as text in the reference layout: rounded floats, packed arrays",
            Self::UdmBinary | Self::DocumentBinary(_) => "Binary UDM documents",
            Self::Json => "UDM documents as JSON with value types; scenes, prefabs and materials in the engine's JSON",
            Self::JsonPlain => "UDM documents as JSON without types",
            Self::Pak => "Packages of the same kind, written again",
            Self::Upak => "Uncompressed packages",
            Self::Ulz4 => "Packages with LZ4 blocks",
            Self::Rpak => "rbfx packages of 2019 to 2022, uncompressed",
            Self::Rlz4 => "rbfx packages of 2019 to 2022, with LZ4 blocks",
            Self::Png => "Textures as pictures: the largest mip",
            Self::Dds => "Textures in blocks (BC1, BC3, BC5) with mips",
            Self::Other(format) => format.title,
        }
    }

    /// Extension of a file of this output format, without a dot; `None` where the document's own stays.
    pub fn extension(self) -> Option<&'static str> {
        match self {
            Self::Umdl | Self::Umd2 | Self::Umd3 | Self::Amdl | Self::Amd2 => Some("mdl"),
            Self::Uani | Self::Uan2 => Some("ani"),
            Self::ZedEngine | Self::ZedDocument | Self::ZedLists => Some("zed"),
            Self::Upak | Self::Ulz4 | Self::Rpak | Self::Rlz4 => Some("pak"),
            Self::JsonPlain | Self::SceneJson | Self::ArchiveJson => Some("json"),
            Self::SceneXml | Self::ArchiveXml => Some("xml"),
            Self::SceneBinary | Self::ArchiveBinary => Some("bin"),
            Self::Other(format) => Some(format.extension),
            // The extension of a document names its content type, which the encoding doesn't change.
            Self::UdmText | Self::UdmCompact | Self::UdmReference | Self::UdmBinary => None,
            other => {
                EXTENSIONS.iter().find(|(_, output_format)| *output_format == other).map(|(extension, _)| *extension)
            }
        }
    }

    /// Returns the extension of a file of this output format that is made of `input`, without a dot: [`extension`](Self::extension), or where that depends on the
    /// document the one of `input`, with `_b` for binary documents and without it for text. `None` if the input's extension stays as it is.
    ///
    /// ```
    /// use asset_project::convert::OutputFormat;
    /// assert_eq!(OutputFormat::UdmText.extension_for("Fox.pmdl_b".as_ref()).as_deref(), Some("pmdl"));
    /// assert_eq!(OutputFormat::UdmBinary.extension_for("Fox.pmdl".as_ref()).as_deref(), Some("pmdl_b"));
    /// ```
    pub fn extension_for(self, input: &Path) -> Option<String> {
        let is_binary = match self {
            Self::UdmText | Self::UdmCompact | Self::UdmReference => false,
            Self::UdmBinary => true,
            other => return other.extension().map(str::to_owned),
        };
        let own = input.extension()?.to_str()?;
        let stem = own.strip_suffix("_b").or_else(|| own.strip_suffix("_B")).unwrap_or(own);
        let is_document = |known: &Self| matches!(known, Self::DocumentText(_) | Self::PmdlText);
        let mut known = EXTENSIONS.iter().filter(|(known, _)| known.eq_ignore_ascii_case(stem));
        known
            .any(|(_, output_format)| is_document(output_format))
            .then(|| format!("{stem}{}", if is_binary { "_b" } else { "" }))
    }

    /// Whether a file of this output format can have a name that says `named`, as [`for_path`](Self::for_path) reads it: `umd3` in `Jack.mdl`.
    pub fn agrees_with(self, named: Self) -> bool {
        match self {
            Self::Same => true,
            // A name with `_b` says that a document is binary; a name without it says nothing.
            Self::UdmText | Self::UdmCompact | Self::UdmReference => {
                matches!(named, Self::DocumentText(_) | Self::PmdlText)
            }
            Self::UdmBinary => {
                matches!(named, Self::DocumentText(_) | Self::DocumentBinary(_) | Self::PmdlText | Self::PmdlBinary)
            }
            Self::ArchiveXml | Self::ArchiveJson | Self::ArchiveBinary
                if matches!(named, Self::SameFormat(Format::UrhoScene | Format::UrhoPrefab)) =>
            {
                true
            }
            output_format => output_format.extension() == named.extension(),
        }
    }

    /// Returns whether the output is a scene or prefab of Urho3D, U3D or rbfx in any encoding, for sources that can
    /// also become other formats.
    pub const fn is_urho_scene(self) -> bool {
        matches!(
            self,
            Self::Xml
                | Self::Binary
                | Self::SceneXml
                | Self::SceneJson
                | Self::SceneBinary
                | Self::ArchiveXml
                | Self::ArchiveJson
                | Self::ArchiveBinary
                | Self::Json
                | Self::SameFormat(Format::UrhoScene | Format::UrhoPrefab)
        )
    }

    /// Returns the format of the UDM document that a document of the format `source` becomes as text; `None` if the
    /// output format is no text of a UDM document.
    pub(super) fn document_format(self, source: Format) -> Option<Format> {
        match self {
            Self::DocumentText(format) => Some(format),
            Self::PmdlText => Some(Format::PragmaModel),
            Self::UdmText | Self::UdmCompact | Self::UdmReference => Some(source),
            _ => None,
        }
    }

    /// Whether the output format is a map of Pragma.
    pub const fn is_pragma_map(self) -> bool {
        matches!(self, Self::DocumentText(Format::PragmaMap) | Self::DocumentBinary(Format::PragmaMap))
    }

    /// Whether the output format is a scene, a prefab or a map: it refers to models, which are files of their own.
    pub const fn is_level(self) -> bool {
        self.is_urho_scene() || self.is_pragma_map()
    }

    /// Whether the output format is a scene or map of another engine than a scene or map of a format: the conversion goes through glTF.
    pub(crate) const fn is_other_level(self, format: Format) -> bool {
        // JSON of a map is its document.
        let is_scene = self.is_urho_scene() && !matches!(self, Self::Json);
        self.is_pragma_map() && format.is_urho_scene() || is_scene && matches!(format, Format::PragmaMap)
    }

    /// Whether the output format is glTF.
    pub const fn is_gltf(self) -> bool {
        matches!(self, Self::Glb | Self::Gltf)
    }

    /// Returns whether the output is a model whose materials and textures are written as files too, in the folder of
    /// [`resource_root`](super::resource_root).
    pub fn has_materials(self) -> bool {
        matches!(self.extension(), Some("mdl" | "pmdl" | "pmdl_b"))
    }

    /// Returns the error that documents of a format can't become this. It lists the formats that they can become.
    pub(super) fn cannot_come_from(self, format: Format) -> Error {
        let possible = Self::all().filter(|output_format| output_format.is_for(format));
        let output_formats = possible.map(|output_format| output_format.name().to_owned()).collect();
        Error::CannotBecome { format, output_format: self.to_string(), output_formats }
    }

    /// Whether a document of a format can become this.
    pub fn is_for(self, format: Format) -> bool {
        match self {
            Self::Same => !format.is_read_only(),
            Self::Glb | Self::Gltf => {
                let is_level = format.is_urho_scene() || format == Format::PragmaMap;
                format.is_model()
                    || format == Format::UrhoAni
                    || is_level
                    || cfg!(feature = "render") && format.is_material()
            }
            output_format if output_format.is_urho_scene() && format.is_neutral() => true,
            output_format if output_format.is_pragma_map() && format.is_neutral() => true,
            output_format if output_format.is_other_level(format) => true,
            Self::Xml | Self::Json if format == Format::UrhoMaterial => true,
            Self::SameFormat(own) => own == format,
            Self::Png | Self::Dds => format == Format::Image,
            Self::Ani | Self::Uani | Self::Uan2 => {
                matches!(format, Format::UrhoAni | Format::PragmaModel) || format.is_neutral()
            }
            Self::Pak | Self::Upak | Self::Ulz4 | Self::Rpak | Self::Rlz4 => format == Format::UrhoPak,
            Self::Xml
            | Self::Binary
            | Self::SceneXml
            | Self::SceneJson
            | Self::SceneBinary
            | Self::ArchiveXml
            | Self::ArchiveJson
            | Self::ArchiveBinary => format.is_urho_scene(),
            Self::UdmText | Self::UdmCompact | Self::UdmReference | Self::UdmBinary => format.is_udm(),

            Self::Json if format.is_urho_scene() => true,
            Self::Json | Self::JsonPlain => cfg!(feature = "serde") && format.is_udm(),
            Self::DocumentText(own) | Self::DocumentBinary(own) => {
                own == format || own == Format::Udm && format.is_udm()
            }
            _ => format.is_model(),
        }
    }

    /// Whether a document of a format becomes this by way of a scene.
    pub fn is_by_scene(self, format: Format) -> bool {
        let home = match self {
            Self::Glb | Self::Gltf => return true,
            output_format if output_format.is_level() && output_format.is_other_level(format) => return true,
            output_format if output_format.is_level() => return format.is_neutral(),
            Self::Mdl | Self::Umdl | Self::Umd2 | Self::Umd3 | Self::Amdl | Self::Amd2 => Format::UrhoMdl,
            Self::Ani | Self::Uani | Self::Uan2 => Format::UrhoAni,
            Self::PmdlText | Self::PmdlBinary => Format::PragmaModel,
            Self::Zed | Self::ZedEngine | Self::ZedDocument | Self::ZedLists => Format::ZedModel,
            Self::Other(format) => Format::Other(format),
            _ => return false,
        };
        home != format
    }
}

impl fmt::Display for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same => f.write_str("the same"),
            Self::SameFormat(format) => f.write_str(format.title()),
            Self::DocumentText(format) => write!(f, "{} as text", format.title()),
            Self::DocumentBinary(format) => write!(f, "{} in binary", format.title()),
            Self::Other(format) => f.write_str(format.name),
            other => f.write_str(other.name()),
        }
    }
}

impl Format {
    /// Whether a document of this format is a scene of no engine.
    pub const fn is_neutral(self) -> bool {
        matches!(self, Self::Fbx | Self::Gltf | Self::Obj)
    }

    /// Whether documents of this format are only read.
    pub const fn is_read_only(self) -> bool {
        matches!(self, Self::Fbx | Self::Obj)
    }

    /// Whether a document of this format holds a model that can be shown: it has a scene.
    pub const fn is_model(self) -> bool {
        matches!(self, Self::UrhoMdl | Self::PragmaModel | Self::ZedModel | Self::Other(_)) || self.is_neutral()
    }

    /// Whether a document of this format is a material, which pictures and glTF show on a sphere.
    pub const fn is_material(self) -> bool {
        matches!(self, Self::UrhoMaterial | Self::PragmaMaterial)
    }

    /// Whether a document of this format is a scene or a prefab of Urho3D, U3D or rbfx.
    pub const fn is_urho_scene(self) -> bool {
        matches!(self, Self::UrhoScene | Self::UrhoPrefab)
    }

    /// Whether a document of this format is a UDM document.
    pub const fn is_udm(self) -> bool {
        matches!(self, Self::Udm) || self.is_pragma()
    }
}
