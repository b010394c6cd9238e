//! Text of a file and the ranges of its parts.

use std::borrow::Cow;
use std::io;

use binio::{Bytes, Findings, Limits};
use urho_core::tree::{Edits, Element, XmlEncoding, XmlTree};

use crate::error::{Error, of_text};

/// An XML file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct XmlFile<'a> {
    /// UTF-8.
    text: Bytes<'a>,
    encoding: XmlEncoding,
    tree: XmlTree,
}

impl<'a> XmlFile<'a> {
    pub(crate) fn parse(text: impl Into<Bytes<'a>>, limits: &Limits) -> Result<Self, Error> {
        let file = text.into();
        let encoding = XmlEncoding::of(&file);
        let text = match encoding {
            XmlEncoding::Utf8 => file,
            other => Bytes::from(other.decode(&file).map_err(of_text)?),
        };
        let tree = XmlTree::parse_with(&text, limits).map_err(|error| of_text(encoding.place_error(&text, error)))?;
        Ok(Self { text, encoding, tree })
    }

    /// Returns the bytes of the file.
    pub(crate) fn bytes(&self) -> Cow<'_, [u8]> {
        match self.encoding {
            XmlEncoding::Utf8 => Cow::Borrowed(&self.text),
            other => Cow::Owned(other.encode(&self.text)),
        }
    }

    /// Changes the offsets of findings from the text to the file.
    pub(crate) fn place(&self, findings: &mut Findings) {
        self.encoding.place(&self.text, findings);
    }

    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    pub(crate) fn root(&self) -> Element<'_, '_> {
        self.tree.root(&self.text)
    }

    /// Iterates over the elements after the root.
    pub(crate) fn behind_root(&self) -> impl Iterator<Item = Element<'_, '_>> {
        self.tree.behind_root(&self.text)
    }

    /// Applies the edits that `edit` collects.
    pub(crate) fn edit(
        &mut self,
        edit: impl FnOnce(Element<'_, '_>, &mut Edits) -> Result<(), urho_core::Error>,
    ) -> Result<(), Error> {
        let mut edits = Edits::new();
        edit(self.root(), &mut edits).map_err(of_text)?;
        if !edits.is_empty() {
            let text = Bytes::from(edits.apply(&self.text).map_err(of_text)?);
            let tree = XmlTree::parse(&text).map_err(of_text)?;
            *self = XmlFile { text, encoding: self.encoding, tree };
        }
        Ok(())
    }

    pub(crate) fn into_owned(self) -> XmlFile<'static> {
        XmlFile { text: self.text.into_owned(), encoding: self.encoding, tree: self.tree }
    }
}

/// Writes a whole file.
pub(crate) fn write_to(text: &[u8], mut out: impl io::Write) -> io::Result<()> {
    out.write_all(text)
}

/// Methods of every file that is kept as text.
macro_rules! text_file {
    ($name:ident, $field:ident) => {
        impl $name<'_> {
            /// Returns the file; unmodified files are the same byte for byte.
            ///
            /// # Errors
            /// None today; as in all formats.
            pub fn to_bytes(&self) -> Result<Vec<u8>, $crate::Error> {
                Ok(self.bytes().into_owned())
            }

            /// Returns the length of the file in bytes.
            ///
            /// # Errors
            /// None today; as in all formats.
            pub fn encoded_len(&self) -> Result<u64, $crate::Error> {
                Ok(self.bytes().len() as u64)
            }

            /// Writes the file.
            ///
            /// # Errors
            /// The error of `out`.
            pub fn write_to(&self, out: impl std::io::Write) -> std::io::Result<()> {
                $crate::source::write_to(&self.bytes(), out)
            }

            /// Returns the text of the file, as UTF-8.
            pub fn text(&self) -> &[u8] {
                self.$field.text()
            }

            fn bytes(&self) -> std::borrow::Cow<'_, [u8]> {
                self.$field.bytes()
            }

            /// Returns an owned copy.
            pub fn into_owned(self) -> $name<'static> {
                $name { $field: self.$field.into_owned() }
            }
        }
    };
}
pub(crate) use text_file;
