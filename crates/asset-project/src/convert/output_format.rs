//! Output formats: what a conversion writes.

use std::fmt;
use std::path::Path;

use crate::{Error, Format, drivers};

/// Output format of a conversion: a format, a version of it and an encoding.
///
/// Each [`Driver`](crate::Driver) has the output formats of its format, with their names and extensions. The constants are those that this crate knows by
/// itself; [`from_name`](Self::from_name) and [`for_path`](Self::for_path) find all of them.
///
/// ```
/// use asset_project::convert::OutputFormat;
/// assert_eq!(OutputFormat::from_name("umd3"), Some(OutputFormat::UMD3));
/// assert_eq!(OutputFormat::for_path("Jack.mdl")?, OutputFormat::MDL);
/// assert_eq!((OutputFormat::UMD3.format(), OutputFormat::UMD3.version()), (OutputFormat::MDL.format(), "UMD3"));
/// # Ok::<(), asset_project::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct OutputFormat {
    name: &'static str,
    description: &'static str,
    format: Option<Format>,
    version: &'static str,
    encoding: &'static str,
    extension: Option<&'static str>,
    scenes: Scenes,
}

/// The scenes that files of an output format are created from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scenes {
    /// None: only documents of the format itself, or without a scene.
    None,
    /// Scenes of models.
    Models,
    /// Scenes of models with animations.
    Animations,
    /// Scenes of no engine: of glTF, FBX, OBJ.
    Neutral,
    /// All scenes, also of its own format.
    All,
}

/// Encoding of texts with the values of a document laid out anew.
pub(crate) const TEXT: &str = "text";
/// Encoding of binary documents.
pub(crate) const BINARY: &str = "binary";
/// Version of scenes as archives of rbfx.
pub(crate) const ARCHIVE: &str = "archive";

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
    /// The same format and version, written again.
    pub const SAME: Self = Self {
        name: "same",
        description: "The same format, written again",
        format: None,
        version: "",
        encoding: "",
        extension: None,
        scenes: Scenes::None,
    };

    /// The version and encoding that a document has, in files with an extension, which is without a dot.
    pub const fn new(format: Format, extension: &'static str) -> Self {
        Self { format: Some(format), extension: Some(extension), ..Self::SAME }
    }

    /// With a name, and one line about it, as the command line lists it.
    #[must_use]
    pub const fn named(self, name: &'static str, description: &'static str) -> Self {
        Self { name, description, ..self }
    }

    /// As this version of its format.
    #[must_use]
    pub const fn in_version(self, version: &'static str) -> Self {
        Self { version, ..self }
    }

    /// In this encoding.
    #[must_use]
    pub const fn encoded(self, encoding: &'static str) -> Self {
        Self { encoding, ..self }
    }

    /// With the extension that it has, without a dot.
    #[must_use]
    pub(crate) const fn with_extension(self, extension: &'static str) -> Self {
        Self { extension: Some(extension), ..self }
    }

    /// With the scenes that it is created from.
    #[must_use]
    pub const fn created_from(self, scenes: Scenes) -> Self {
        Self { scenes, ..self }
    }

    /// Returns the format that is written; `None` if it is the format of the document.
    pub const fn format(self) -> Option<Format> {
        self.format
    }

    /// Returns the version of the format; empty if it is the version of the document.
    pub const fn version(self) -> &'static str {
        self.version
    }

    /// Returns the encoding; empty if the version or the document says it.
    pub const fn encoding(self) -> &'static str {
        self.encoding
    }

    /// Returns the output format of a file name's extension.
    ///
    /// # Errors
    /// [`Error::Refused`]: the extension belongs to no output format; the message names one to write instead. [`extensions`](Self::extensions) lists all.
    pub fn for_path(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        named_by(drivers::all(), extension).ok_or_else(|| {
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
        drivers::all().flat_map(|driver| driver.extensions).map(|(extension, _)| *extension)
    }

    /// Returns the output format of a [`name`](Self::name); `None` if there is none.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|output_format| output_format.name == name)
    }

    /// All output formats that have a name.
    pub fn all() -> impl Iterator<Item = Self> {
        drivers::all().flat_map(|driver| driver.outputs).copied()
    }

    /// Name: `glb`, `umd2`, `udm-text`; `same` for output formats that depend on the document.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns one line about the output format, as the command line lists it.
    pub const fn description(self) -> &'static str {
        self.description
    }

    /// Extension of a file of this output format, without a dot; `None` where the document's own stays.
    pub const fn extension(self) -> Option<&'static str> {
        self.extension
    }

    /// Returns the extension of a file of this output format that is made of `input`, without a dot: [`extension`](Self::extension), or where that depends on the
    /// document the one of `input`, with `_b` for binary documents and without it for text. `None` if the input's extension stays as it is.
    ///
    /// ```
    /// use asset_project::convert::OutputFormat;
    /// assert_eq!(OutputFormat::UDM_TEXT.extension_for("Fox.pmdl_b".as_ref()).as_deref(), Some("pmdl"));
    /// assert_eq!(OutputFormat::UDM_BINARY.extension_for("Fox.pmdl".as_ref()).as_deref(), Some("pmdl_b"));
    /// ```
    pub fn extension_for(self, input: &Path) -> Option<String> {
        if !self.is_document_encoding() {
            return self.extension.map(str::to_owned);
        }
        let is_binary = self.encoding == BINARY;
        let own = input.extension()?.to_str()?;
        let stem = own.strip_suffix("_b").or_else(|| own.strip_suffix("_B")).unwrap_or(own);
        named_by(drivers::all(), stem)
            .is_some_and(Self::is_document_text)
            .then(|| format!("{stem}{}", if is_binary { "_b" } else { "" }))
    }

    /// Whether a file of this output format can have a name that says `named`, as [`for_path`](Self::for_path) reads it: `umd3` in `Jack.mdl`.
    pub fn agrees_with(self, named: Self) -> bool {
        match self.encoding {
            _ if self == Self::SAME => true,
            // A name with `_b` says that a document is binary; a name without it says nothing.
            BINARY if self.is_document_encoding() => named.is_document_text() || named.is_document_binary(),
            _ if self.is_document_encoding() => named.is_document_text(),
            _ if self.version == ARCHIVE && named.is_urho_scene() && named.encoding.is_empty() => true,
            _ => self.extension == named.extension,
        }
    }

    /// Whether this only encodes a UDM document differently: a Pragma model stays a Pragma model.
    const fn is_document_encoding(self) -> bool {
        self.format.is_none() && !self.encoding.is_empty()
    }

    /// Whether it is a UDM document of a format, as text.
    pub fn is_document_text(self) -> bool {
        self.encoding == TEXT && self.format.is_some_and(Format::is_udm)
    }

    /// Whether it is a UDM document of a format, in binary.
    pub fn is_document_binary(self) -> bool {
        self.encoding == BINARY && self.format.is_some_and(Format::is_udm)
    }

    /// Returns whether the output is a scene or prefab of Urho3D, U3D or rbfx in any encoding, for sources that can
    /// also become other formats.
    pub fn is_urho_scene(self) -> bool {
        self.format.is_some_and(Format::is_urho_scene)
    }

    /// Returns the format of the UDM document that a document of the format `source` becomes as text; `None` if the
    /// output format is no text of a UDM document.
    pub(super) fn document_format(self, source: Format) -> Option<Format> {
        match self.format {
            Some(format) => self.is_document_text().then_some(format),
            None => (self.is_document_encoding() && self.encoding != BINARY).then_some(source),
        }
    }

    /// Whether the output format is a map of Pragma.
    pub fn is_pragma_map(self) -> bool {
        self.format == Some(Format::PRAGMA_MAP)
    }

    /// Whether the output format is a scene, a prefab or a map: it refers to models, which are files of their own.
    pub fn is_level(self) -> bool {
        self.scenes == Scenes::Neutral
    }

    /// Whether the output format is a scene or map of another engine than a scene or map of a format: the conversion goes through glTF.
    pub(crate) fn is_other_level(self, format: Format) -> bool {
        // JSON of a map is its document.
        let is_scene = self.is_urho_scene() && self != Self::JSON;
        self.is_pragma_map() && format.is_urho_scene() || is_scene && format == Format::PRAGMA_MAP
    }

    /// Whether files of this output format contain meshes that are created from scenes of models.
    pub(crate) fn is_model(self) -> bool {
        self.scenes == Scenes::Models
    }

    /// Whether the output format is glTF.
    pub fn is_gltf(self) -> bool {
        self.format == Some(Format::GLTF)
    }

    /// Returns whether the output is a model whose materials and textures are written as files too, in the folder of
    /// [`resource_root`](super::resource_root).
    pub fn has_materials(self) -> bool {
        matches!(self.extension(), Some("mdl" | "pmdl" | "pmdl_b"))
    }

    /// Returns the error that documents of a format can't become this. It lists the formats that they can become.
    pub(crate) fn cannot_come_from(self, format: Format) -> Error {
        let possible = Self::all().filter(|output_format| output_format.is_for(format));
        let output_formats = possible.map(|output_format| output_format.name().to_owned()).collect();
        Error::CannotBecome { format, output_format: self.to_string(), output_formats }
    }

    /// Whether a document of a format can become this.
    pub fn is_for(self, format: Format) -> bool {
        let from_scene = match self.scenes {
            Scenes::None => false,
            Scenes::Models => format.is_model(),
            Scenes::Animations => format.is_animated(),
            Scenes::Neutral => format.is_neutral() || self.is_other_level(format),
            Scenes::All => format.has_scene() || cfg!(feature = "render") && format.is_material(),
        };
        let becomes = || drivers::of(format).is_some_and(|driver| (driver.becomes)(self));
        from_scene || !format.is_read_only() && (self == Self::SAME || self.format == Some(format) || becomes())
    }

    /// Whether a document of a format becomes this by way of a scene.
    pub fn is_by_scene(self, format: Format) -> bool {
        match self.scenes {
            Scenes::None => false,
            Scenes::All => true,
            Scenes::Neutral => format.is_neutral() || self.is_other_level(format),
            Scenes::Models | Scenes::Animations => {
                self.format != Some(format) && !drivers::of(format).is_some_and(|driver| (driver.becomes)(self))
            }
        }
    }
}

/// Returns the output format of an extension, without a dot and in any case, by the tables of drivers.
pub(crate) fn named_by<'d>(
    mut drivers: impl Iterator<Item = &'d crate::Driver>,
    extension: &str,
) -> Option<OutputFormat> {
    drivers.find_map(|driver| {
        let mut known = driver.extensions.iter();
        known.find(|(known, _)| known.eq_ignore_ascii_case(extension)).map(|(_, output_format)| *output_format)
    })
}

impl fmt::Debug for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OutputFormat({self})")
    }
}

impl fmt::Display for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(format) = self.format.filter(|_| self.name == Self::SAME.name) else {
            return f.write_str(if *self == Self::SAME { "the same" } else { self.name });
        };
        f.write_str(format.title())?;
        match self.encoding {
            TEXT => f.write_str(" as text"),
            BINARY => f.write_str(" in binary"),
            _ => Ok(()),
        }
    }
}
