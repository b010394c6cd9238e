//! A data file as its text and the ranges of its parts.

use std::io;

use binio::{Bytes, Limits, Path};
use urho_core::tree::{Edits, JsonTree, XmlTree};

use crate::detect::{Encoding, detect, encoding_of};
use crate::error::{Error, ErrorKind, of_text};
use crate::item::Item;
use crate::kind::Kind;

/// A data file of one of the kinds.
///
/// The document is the text of the file and the ranges of its parts, so that unmodified files are written byte for byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document<'a> {
    kind: Kind,
    text: Bytes<'a>,
    tree: Tree,
}

/// Ranges of the parts.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Tree {
    Xml(XmlTree),
    Json(JsonTree),
    /// No structure of elements.
    None,
}

binio::into_owned! { pub Document { text; kind, tree } }

impl<'a> Document<'a> {
    /// Reads a file and finds out its kind by its root or its first bytes; `name` is the file name. Borrows the file.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownKind`]; XML or JSON that isn't well-formed, with the byte offset.
    pub fn parse(bytes: &'a [u8], name: Option<&str>) -> Result<Self, Error> {
        let kind = detect(bytes, name).ok_or_else(|| Error::new(ErrorKind::UnknownKind, Path::new()).at(0))?;
        Self::parse_as(kind, bytes)
    }

    /// Reads a file of this kind.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and an encoding that the kind doesn't have.
    pub fn parse_as(kind: Kind, bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(kind, bytes, &Limits::default())
    }

    /// As [`parse_as`](Self::parse_as), with another limit on the nesting.
    ///
    /// # Errors
    /// As [`parse_as`](Self::parse_as).
    pub fn parse_with(kind: Kind, bytes: &'a [u8], limits: &Limits) -> Result<Self, Error> {
        Self::of(kind, Bytes::from(bytes), limits)
    }

    pub(crate) fn of(kind: Kind, text: Bytes<'a>, limits: &Limits) -> Result<Self, Error> {
        let tree = match encoding_of(kind, &text)? {
            Encoding::Xml => Tree::Xml(XmlTree::parse_with(&text, limits).map_err(of_text)?),
            Encoding::Json => Tree::Json(JsonTree::parse_with(&text, limits).map_err(of_text)?),
            Encoding::Plain | Encoding::Binary => Tree::None,
        };
        Ok(Self { kind, text, tree })
    }

    /// Returns the kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the encoding of the file.
    pub fn encoding(&self) -> Encoding {
        match self.tree {
            Tree::Xml(_) => Encoding::Xml,
            Tree::Json(_) => Encoding::Json,
            Tree::None if self.kind.is_plain() => Encoding::Plain,
            Tree::None => Encoding::Binary,
        }
    }

    /// Returns the text of the file.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the file; unmodified files are the same byte for byte.
    ///
    /// # Errors
    /// None today; as in all formats.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        Ok(self.text.to_vec())
    }

    /// Returns the length of the file in bytes.
    ///
    /// # Errors
    /// None today; as in all formats.
    pub fn encoded_len(&self) -> Result<u64, Error> {
        Ok(self.text.len() as u64)
    }

    /// Writes the file.
    ///
    /// # Errors
    /// The error of `out`.
    pub fn write_to(&self, mut out: impl io::Write) -> io::Result<()> {
        out.write_all(&self.text)
    }

    /// Returns the root element; `None` for files without elements.
    pub(crate) fn root(&self) -> Option<Item<'_>> {
        match &self.tree {
            Tree::Xml(tree) => Some(Item::Xml(tree.root(&self.text))),
            Tree::Json(tree) => Some(Item::Json(tree.root(&self.text))),
            Tree::None => None,
        }
    }

    /// Returns the tree of XML.
    pub(crate) fn xml(&self) -> Option<&XmlTree> {
        match &self.tree {
            Tree::Xml(tree) => Some(tree),
            _ => None,
        }
    }

    /// Returns the resource name of the file that this patch file changes; `None` if the file isn't a patch.
    pub fn inherited(&self) -> Option<binio::Name<'_>> {
        let Some(Item::Xml(root)) = self.root() else { return None };
        root.attribute("inherit").filter(|name| !name.is_empty())
    }

    /// Replaces the text by the edited one.
    pub(crate) fn apply(&mut self, edits: Edits) -> Result<(), Error> {
        if !edits.is_empty() {
            let text = edits.apply(&self.text).map_err(of_text)?;
            let changed = Document::of(self.kind, Bytes::from(text), &Limits::default())?;
            (self.text, self.tree) = (changed.text, changed.tree);
        }
        Ok(())
    }
}
