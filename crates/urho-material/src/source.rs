//! The text of a file and where its parts are.

use std::io;

use binio::{Bytes, Limits};
use urho_core::tree::{Edits, Element, XmlTree};

use crate::error::{Error, of_text};

/// An XML file as it is.
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

    /// Elements behind the root.
    pub(crate) fn behind_root(&self) -> impl Iterator<Item = Element<'_, '_>> {
        self.tree.behind_root(&self.text)
    }

    /// Makes the edits that `edit` notes.
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

/// The methods that every file that is kept as its text has.
macro_rules! text_file {
    ($name:ident, $field:ident) => {
        impl $name<'_> {
            /// The file, byte for byte as it was read where nothing was edited.
            ///
            /// # Errors
            /// None today; as in all formats.
            pub fn to_bytes(&self) -> Result<Vec<u8>, $crate::Error> {
                Ok(self.text().to_vec())
            }

            /// Length of the file in bytes.
            ///
            /// # Errors
            /// None today; as in all formats.
            pub fn encoded_len(&self) -> Result<u64, $crate::Error> {
                Ok(self.text().len() as u64)
            }

            /// Writes the file.
            ///
            /// # Errors
            /// What `out` says.
            pub fn write_to(&self, out: impl std::io::Write) -> std::io::Result<()> {
                $crate::source::write_to(self.text(), out)
            }

            /// The text of the file.
            pub fn text(&self) -> &[u8] {
                self.$field.text()
            }

            /// The same file, owning its text.
            pub fn into_owned(self) -> $name<'static> {
                $name { $field: self.$field.into_owned() }
            }
        }
    };
}
pub(crate) use text_file;
