//! Reads text documents, with their syntax, encoding and items.

use asset_formats::{Error, Format};
use urho_core::tree::{JsonTree, XmlEncoding, XmlTree};

use super::item::{Body, Item, Role, Syntax};
use super::{json, xml};

/// A version of a document, in UTF-8.
pub(super) struct Text {
    pub(super) text: Vec<u8>,
    pub(super) syntax: Syntax,
    pub(super) encoding: XmlEncoding,
    format: Format,
    tree: Tree,
}

enum Tree {
    /// This version doesn't exist.
    Nothing,
    Xml(XmlTree),
    Json(JsonTree),
}

impl Text {
    /// Reads a file. Returns `None` if it is not text.
    pub(super) fn read(bytes: &[u8], format: Format) -> Result<Option<Self>, Error> {
        let encoding = XmlEncoding::of(bytes);
        let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        let syntax = match start.first() {
            Some(b'{' | b'[' | b'/') if encoding == XmlEncoding::Utf8 => Syntax::Json,
            Some(b'<') => Syntax::Xml,
            _ if encoding != XmlEncoding::Utf8 => Syntax::Xml,
            _ => return Ok(None),
        };
        let text = encoding.decode(bytes).map_err(|error| Error::malformed(format, error))?;
        Self::parse(text, syntax, encoding, format).map(Some)
    }

    /// Reads a text in UTF-8.
    pub(super) fn parse(text: Vec<u8>, syntax: Syntax, encoding: XmlEncoding, format: Format) -> Result<Self, Error> {
        let malformed = |error| Error::malformed(format, error);
        let tree = match syntax {
            Syntax::Xml => {
                Tree::Xml(XmlTree::parse(&text).map_err(|error| malformed(encoding.place_error(&text, error)))?)
            }
            Syntax::Json => Tree::Json(JsonTree::parse(&text).map_err(malformed)?),
        };
        Ok(Self { text, syntax, encoding, format, tree })
    }

    /// Returns an empty version of this document. It is used as the base if both sides have added the file.
    pub(super) fn nothing(&self) -> Self {
        Self { text: Vec::new(), tree: Tree::Nothing, ..*self }
    }

    /// Returns the document as items.
    pub(super) fn items(&self) -> Item<'_> {
        let is_scene = self.format.is_urho_scene();
        match &self.tree {
            Tree::Xml(tree) => xml::document(&self.text, tree, is_scene),
            Tree::Json(tree) => json::document(&self.text, tree, is_scene),
            Tree::Nothing => {
                let mut item = Item::leaf(Role::Content, b"".into(), b"");
                item.body = Some(Body { open: b"", items: Vec::new(), tail: b"" });
                item
            }
        }
    }
}
