//! A data file, stored as its text and the positions of its parts.

use std::io;

use binio::{Bytes, Limits, Path};
use urho_core::tree::{Edits, JsonTree, XmlTree};

use crate::detect::{Encoding, detect, encoding_of};
use crate::error::{Error, ErrorKind, of_text};
use crate::item::Item;
use crate::kind::Kind;

/// A data file of any kind that this crate knows. Use [`Document::parse`] to read it, [`get`](Self::get) and
/// [`set`](Self::set) to look at values and to change them, and [`validate`](Self::validate) to find mistakes.
///
/// Because the text of the file is kept, a file that you do not change will be written byte for byte as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document<'a> {
    kind: Kind,
    text: Bytes<'a>,
    tree: Tree,
}

/// Where the parts are in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Tree {
    Xml(XmlTree),
    Json(JsonTree),
    /// The file does not consist of elements.
    None,
}

binio::into_owned! { pub Document { text; kind, tree } }

impl<'a> Document<'a> {
    /// Reads a file and detects its kind by its root or its first bytes. For some kinds the file name is needed too, so
    /// you should pass it when there is one. The text is borrowed from `bytes`.
    ///
    /// # Errors
    /// Returns [`ErrorKind::UnknownKind`] when this is not a kind that this crate knows. When the XML or JSON is not
    /// well-formed, the error has the byte offset.
    pub fn parse(bytes: &'a [u8], name: Option<&str>) -> Result<Self, Error> {
        let kind = detect(bytes, name).ok_or_else(|| Error::new(ErrorKind::UnknownKind, Path::new()).at(0))?;
        Self::parse_as(kind, bytes)
    }

    /// Reads a file whose kind you already know.
    ///
    /// # Errors
    /// Returns the same errors as [`parse`](Self::parse), and an error if this kind can't have such an encoding.
    pub fn parse_as(kind: Kind, bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(kind, bytes, &Limits::default())
    }

    /// Reads a file whose kind you already know, using other limits. Only the limit on nesting is used.
    ///
    /// # Errors
    /// See [`parse_as`](Self::parse_as).
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

    /// Returns the kind, which tells you the elements and values that this file can have: it was detected by
    /// [`parse`](Self::parse), or set when you called [`parse_as`](Self::parse_as).
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the encoding of this file.
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

    /// Returns the file. If you have not changed it, these are the same bytes as before.
    ///
    /// # Errors
    /// This never fails today, but returns a `Result` to be consistent with the other formats.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        Ok(self.text.to_vec())
    }

    /// Returns the length of the file in bytes.
    ///
    /// # Errors
    /// This never fails today, but returns a `Result` to be consistent with the other formats.
    pub fn encoded_len(&self) -> Result<u64, Error> {
        Ok(self.text.len() as u64)
    }

    /// Writes the file to `out`.
    ///
    /// # Errors
    /// This function will return any error from `out`.
    pub fn write_to(&self, mut out: impl io::Write) -> io::Result<()> {
        out.write_all(&self.text)
    }

    /// Returns the root element, or `None` if the file does not consist of elements.
    pub(crate) fn root(&self) -> Option<Item<'_>> {
        match &self.tree {
            Tree::Xml(tree) => Some(Item::Xml(tree.root(&self.text))),
            Tree::Json(tree) => Some(Item::Json(tree.root(&self.text))),
            Tree::None => None,
        }
    }

    /// Returns the XML tree, if this is XML.
    pub(crate) fn xml(&self) -> Option<&XmlTree> {
        match &self.tree {
            Tree::Xml(tree) => Some(tree),
            _ => None,
        }
    }

    /// Returns the resource name of the file that this patch file changes, or `None` when it is not a patch file. To
    /// get the result of the patch, use [`applied`](Self::applied).
    pub fn inherited(&self) -> Option<binio::Name<'_>> {
        let Some(Item::Xml(root)) = self.root() else { return None };
        root.attribute("inherit").filter(|name| !name.is_empty())
    }

    /// Applies edits to the text.
    pub(crate) fn apply(&mut self, edits: Edits) -> Result<(), Error> {
        if !edits.is_empty() {
            let text = edits.apply(&self.text).map_err(of_text)?;
            let changed = Document::of(self.kind, Bytes::from(text), &Limits::default())?;
            (self.text, self.tree) = (changed.text, changed.tree);
        }
        Ok(())
    }
}
