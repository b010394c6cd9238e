//! This module contains [`OutputFormat`], which decides what a conversion writes.

use std::fmt;
use std::path::Path;

use urho_core::Engine;

use crate::{Error, Format, drivers};

/// What a conversion writes: a format, in a certain version and encoding.
///
/// To get the output format for a name or a path, use [`from_name`](Self::from_name) or [`for_path`](Self::for_path).
/// They also know the output formats that a [`Driver`](crate::Driver) adds; the constants are only those that this
/// crate knows by itself.
///
/// ```
/// use asset_formats::OutputFormat;
/// assert_eq!(OutputFormat::from_name("umd3"), Some(OutputFormat::UMD3));
/// assert_eq!(OutputFormat::for_path("Jack.mdl")?, OutputFormat::MDL);
/// assert_eq!((OutputFormat::UMD3.format(), OutputFormat::UMD3.version()), (OutputFormat::MDL.format(), "UMD3"));
/// # Ok::<(), asset_formats::Error>(())
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
    /// The engines that can read the files. This is empty if all can.
    engines: &'static [Engine],
}

/// Which scenes can be written in an output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scenes {
    /// None. Only documents in the same format, or documents that have no scene.
    None,
    /// Scenes with models.
    Models,
    /// Scenes with models that have animations.
    Animations,
    /// Scenes that belong to no engine: from glTF, FBX, OBJ.
    Neutral,
    /// All scenes, even from the same format.
    All,
}

/// The encoding for text in which all values of a document are formatted anew.
pub(crate) const TEXT: &str = "text";
/// The encoding for binary documents.
pub(crate) const BINARY: &str = "binary";
/// The version for scenes that are rbfx archives.
pub(crate) const ARCHIVE: &str = "archive";

/// Returns why files with this extension can't be written, and what to use instead.
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
    /// The same format and version as the document.
    pub const SAME: Self = Self {
        name: "same",
        description: "The same format, written again",
        format: None,
        version: "",
        encoding: "",
        extension: None,
        scenes: Scenes::None,
        engines: &[],
    };

    /// Creates an output format that keeps the version and encoding of the document. The extension must be without a
    /// dot.
    pub const fn new(format: Format, extension: &'static str) -> Self {
        Self { format: Some(format), extension: Some(extension), ..Self::SAME }
    }

    /// Sets the name, and a one-line description that the command line shows.
    #[must_use]
    pub const fn named(self, name: &'static str, description: &'static str) -> Self {
        Self { name, description, ..self }
    }

    /// Sets the version of the format.
    #[must_use]
    pub const fn in_version(self, version: &'static str) -> Self {
        Self { version, ..self }
    }

    /// Sets the engines in the Urho3D family that can read the files. By default, all of them can.
    #[must_use]
    pub const fn only_for(self, engines: &'static [Engine]) -> Self {
        Self { engines, ..self }
    }

    /// Sets the encoding.
    #[must_use]
    pub const fn encoded(self, encoding: &'static str) -> Self {
        Self { encoding, ..self }
    }

    /// Sets the extension, which must be without a dot.
    #[must_use]
    pub const fn with_extension(self, extension: &'static str) -> Self {
        Self { extension: Some(extension), ..self }
    }

    /// Sets which scenes can be written in this format.
    #[must_use]
    pub const fn created_from(self, scenes: Scenes) -> Self {
        Self { scenes, ..self }
    }

    /// Returns the format to write, or `None` if it is the same as for the document.
    pub const fn format(self) -> Option<Format> {
        self.format
    }

    /// Returns the version of the format. It is empty if it is the same as for the document.
    pub const fn version(self) -> &'static str {
        self.version
    }

    /// Returns the encoding. It is empty if the version or the document decides.
    pub const fn encoding(self) -> &'static str {
        self.encoding
    }

    /// Returns the output format for a file name, by its extension.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if nothing can be written with this extension; the message suggests another. See
    /// [`extensions`](Self::extensions) for all of them.
    pub fn for_path(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        output_format_by(drivers::all(), extension).ok_or_else(|| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            Error::Refused(format!("{name:?}: {}", unwritten(&extension.to_lowercase())))
        })
    }

    /// Returns the output format to use for a file name. This is the requested format, or the format for the extension
    /// if you don't request any.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the name belongs to a different format than requested, or if you don't request a
    /// format and [`for_path`](Self::for_path) fails.
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

    /// Returns the extensions that [`for_path`](Self::for_path) supports, without a dot.
    pub fn extensions() -> impl Iterator<Item = &'static str> {
        drivers::all().flat_map(|driver| driver.extensions).map(|(extension, _)| *extension)
    }

    /// Returns the output format with this [`name`](Self::name), or `None` if there is none.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|output_format| output_format.name == name)
    }

    /// Returns all output formats that have a name.
    pub fn all() -> impl Iterator<Item = Self> {
        drivers::all().flat_map(|driver| driver.outputs).copied()
    }

    /// Returns the name, for example `glb`, `umd2` or `udm-text`. It is `same` for output formats that depend on the
    /// document.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the one-line description that the command line shows.
    pub const fn description(self) -> &'static str {
        self.description
    }

    /// Returns the extension for files in this format, without a dot, or `None` if the document keeps its extension.
    pub const fn extension(self) -> Option<&'static str> {
        self.extension
    }

    /// Returns the extension for a file that is converted from `input`, without a dot. If
    /// [`extension`](Self::extension) is known, this is the result. Otherwise, the extension of `input` is used, with
    /// `_b` for binary documents and without `_b` for text. The result is `None` if the extension of the input doesn't
    /// change.
    ///
    /// ```
    /// use asset_formats::OutputFormat;
    /// assert_eq!(OutputFormat::UDM_TEXT.extension_for("Fox.pmdl_b".as_ref()).as_deref(), Some("pmdl"));
    /// assert_eq!(OutputFormat::UDM_BINARY.extension_for("Fox.pmdl".as_ref()).as_deref(), Some("pmdl_b"));
    /// ```
    pub fn extension_for(self, input: &Path) -> Option<String> {
        if !self.is_document_encoding() {
            return self.extension.map(str::to_owned);
        }
        let is_binary = self.encoding == BINARY;
        let extension = input.extension()?.to_str()?;
        let stem = extension.strip_suffix("_b").or_else(|| extension.strip_suffix("_B")).unwrap_or(extension);
        output_format_by(drivers::all(), stem)
            .is_some_and(Self::is_document_text)
            .then(|| format!("{stem}{}", if is_binary { "_b" } else { "" }))
    }

    /// Returns whether a file in this format can have a name for which [`for_path`](Self::for_path) returns `named`.
    /// For example, `Jack.mdl` can be `umd3`.
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

    /// Returns whether this only changes the encoding of a UDM document, so that a Pragma model is still a Pragma
    /// model.
    const fn is_document_encoding(self) -> bool {
        self.format.is_none() && !self.encoding.is_empty()
    }

    /// Returns whether this writes a UDM document, of any kind, as text.
    pub fn is_document_text(self) -> bool {
        self.encoding == TEXT && self.format.is_some_and(Format::is_udm)
    }

    /// Returns whether this writes a UDM document, of any kind, as binary.
    pub fn is_document_binary(self) -> bool {
        self.encoding == BINARY && self.format.is_some_and(Format::is_udm)
    }

    /// Returns the format of the UDM document if this writes UDM text, given the format of the source. Otherwise it is
    /// `None`.
    pub fn document_format(self, source: Format) -> Option<Format> {
        match self.format {
            Some(format) => self.is_document_text().then_some(format),
            None => (self.is_document_encoding() && self.encoding != BINARY).then_some(source),
        }
    }

    /// Returns whether this engine can read the files.
    pub fn is_for_engine(self, engine: Engine) -> bool {
        self.engines.is_empty() || self.engines.contains(&engine)
    }

    /// Returns whether this is a scene, a prefab or a map. These reference models, which are files of their own.
    pub fn is_level(self) -> bool {
        self.scenes == Scenes::Neutral
    }

    /// Returns whether this is a scene or map for a different engine than the source scene or map, so that the
    /// conversion must go through glTF.
    pub fn is_other_level(self, format: Format) -> bool {
        let is_other = |own: Format| own.is_level() && own.family() != format.family();
        // A name that several drivers use is the format of the document: JSON of a Pragma map is its UDM document.
        format.is_level() && self.format.is_some_and(is_other) && !self.depends_on_document()
    }

    /// Returns whether files in this format contain meshes that are created from scenes with models.
    pub fn is_model(self) -> bool {
        self.scenes == Scenes::Models
    }

    /// Returns whether this is a model that comes with files for its materials and textures. They are written into the
    /// folder that `asset_convert::resource_root` returns.
    pub fn has_materials(self) -> bool {
        matches!(self.extension(), Some("mdl" | "pmdl" | "pmdl_b"))
    }

    /// Returns the error to use when a document can't be converted to this. It lists the formats that you can use
    /// instead.
    pub fn cannot_come_from(self, format: Format) -> Error {
        let possible = Self::all().filter(|output_format| output_format.is_for(format));
        let output_formats = possible.map(|output_format| output_format.name().to_owned()).collect();
        Error::CannotBecome { format, output_format: self.to_string(), output_formats }
    }

    /// Returns whether a document in this format can be converted to this.
    pub fn is_for(self, format: Format) -> bool {
        let from_scene = match self.scenes {
            Scenes::None => false,
            Scenes::Models => format.is_model(),
            Scenes::Animations => format.is_animated(),
            Scenes::Neutral => format.is_neutral() || self.is_other_level(format),
            Scenes::All => format.has_scene() || format.is_material(),
        };
        let becomes = || drivers::of(format).is_some_and(|driver| (driver.becomes)(self));
        from_scene || !format.is_read_only() && (self == Self::SAME || self.format == Some(format) || becomes())
    }

    /// Returns whether a document in this format is converted through a scene.
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

/// Returns the output format for an extension, using the tables of these drivers. The extension must be without a dot;
/// case is ignored.
pub fn output_format_by<'d>(
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
