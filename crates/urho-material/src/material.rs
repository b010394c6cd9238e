//! Material files.

use std::borrow::Cow;

use binio::{Bytes, Limits, Path};
use urho_core::tree::{Edits, JsonKind, JsonTree, JsonValue};

use crate::data::MaterialData;
use crate::error::{Error, ErrorKind, of_text};
use crate::read;
use crate::source::{XmlFile, text_file};

/// The encoding of a material file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// XML, which all engines can read.
    Xml,
    /// JSON, which Urho3D and U3D can read, but rbfx can't.
    Json,
}

impl Encoding {
    /// Returns `xml` or `json`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xml => "xml",
            Self::Json => "json",
        }
    }

    /// Detects the encoding of a file, to be able to read it whatever its extension is. If the first character is `<`,
    /// this is XML. White space before it is ignored.
    pub fn of(text: &[u8]) -> Self {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        if text.trim_ascii_start().first() == Some(&b'{') { Self::Json } else { Self::Xml }
    }
}

/// A material file in XML or JSON, together with its text. Use [`data`](Self::data) to see what is in it, and methods
/// like [`set_parameter`](Self::set_parameter) to edit it. When you write it again, everything that you have not
/// changed will be as it was.
///
/// To create a new file, start from a [`MaterialData`](crate::MaterialData) instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material<'a> {
    pub(crate) file: File<'a>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum File<'a> {
    Xml(XmlFile<'a>),
    Json(JsonFile<'a>),
}

/// A JSON file with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JsonFile<'a> {
    text: Bytes<'a>,
    tree: JsonTree,
}

impl<'a> JsonFile<'a> {
    fn parse(text: impl Into<Bytes<'a>>, limits: &Limits) -> Result<Self, Error> {
        let text = text.into();
        let tree = JsonTree::parse_with(&text, limits).map_err(of_text)?;
        let root = tree.root(&text);
        if root.kind() != JsonKind::Object {
            return Err(Error::new(ErrorKind::NotAnObject, Path::new()).at(root.offset()));
        }
        Ok(Self { text, tree })
    }

    pub(crate) fn root(&self) -> JsonValue<'_, '_> {
        self.tree.root(&self.text)
    }

    pub(crate) fn edit(
        &mut self,
        edit: impl FnOnce(JsonValue<'_, '_>, &mut Edits) -> Result<(), urho_core::Error>,
    ) -> Result<(), Error> {
        let mut edits = Edits::new();
        edit(self.root(), &mut edits).map_err(of_text)?;
        if !edits.is_empty() {
            *self = JsonFile::parse(edits.apply(&self.text).map_err(of_text)?, &Limits::default())?;
        }
        Ok(())
    }
}

impl File<'_> {
    fn text(&self) -> &[u8] {
        match self {
            Self::Xml(file) => file.text(),
            Self::Json(file) => &file.text,
        }
    }

    fn bytes(&self) -> Cow<'_, [u8]> {
        match self {
            Self::Xml(file) => file.bytes(),
            Self::Json(file) => Cow::Borrowed(&file.text),
        }
    }
}

binio::into_owned! { enum File { Xml, Json } }
binio::into_owned! { JsonFile { text; tree } }

text_file!(Material, file);

impl<'a> Material<'a> {
    /// Reads a material. This can be XML or JSON, as decided by [`Encoding::of`]. The text is borrowed from `bytes`.
    ///
    /// # Errors
    /// This function will return an error with the byte offset when the text is not well-formed. JSON must be UTF-8,
    /// and it must begin with an object.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &Limits::default())
    }

    /// Reads a material, but with other limits. Only the limit on nesting is used.
    ///
    /// # Errors
    /// See [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], limits: &Limits) -> Result<Self, Error> {
        let file = match Encoding::of(bytes) {
            Encoding::Xml => File::Xml(XmlFile::parse(bytes, limits)?),
            Encoding::Json => File::Json(JsonFile::parse(bytes, limits)?),
        };
        Ok(Self { file })
    }

    /// Returns whether this file is XML or JSON.
    pub fn encoding(&self) -> Encoding {
        match self.file {
            File::Xml(_) => Encoding::Xml,
            File::Json(_) => Encoding::Json,
        }
    }

    /// Returns everything that is in the file, in the form in which the engines read it. This is a snapshot: to change
    /// the file, use the edits and not the data.
    pub fn data(&self) -> MaterialData<'_> {
        match &self.file {
            File::Xml(file) => read::xml(file.root()).0,
            File::Json(file) => read::json(file.root()).0,
        }
    }
}
