//! Text of a file and the ranges of its parts.

use std::io;

use binio::{Bytes, Limits};
use urho_core::tree::{Edits, Element, XmlTree};

use crate::error::{Error, of_text};

/// An XML file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct XmlFile<'a> {
    text: Bytes<'a>,
    tree: XmlTree,
}

impl<'a> XmlFile<'a> {
    pub(crate) fn parse(text: impl Into<Bytes<'a>>, limits: &Limits) -> Result<Self, Error> {
        let text = text.into();
        let tree = XmlTree::parse_with(&text, limits).map_err(of_text)?;
        Ok(Self { text, tree })
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
            *self = XmlFile::parse(edits.apply(&self.text).map_err(of_text)?, &Limits::default())?;
        }
        Ok(())
    }

    pub(crate) fn into_owned(self) -> XmlFile<'static> {
        XmlFile { text: self.text.into_owned(), tree: self.tree }
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
                Ok(self.text().to_vec())
            }

            /// Returns the length of the file in bytes.
            ///
            /// # Errors
            /// None today; as in all formats.
            pub fn encoded_len(&self) -> Result<u64, $crate::Error> {
                Ok(self.text().len() as u64)
            }

            /// Writes the file.
            ///
            /// # Errors
            /// The error of `out`.
            pub fn write_to(&self, out: impl std::io::Write) -> std::io::Result<()> {
                $crate::source::write_to(self.text(), out)
            }

            /// Returns the text of the file.
            pub fn text(&self) -> &[u8] {
                self.$field.text()
            }

            /// Returns an owned copy.
            pub fn into_owned(self) -> $name<'static> {
                $name { $field: self.$field.into_owned() }
            }
        }
    };
}
pub(crate) use text_file;
