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

binio::into_owned! { pub(crate) XmlFile { text; encoding, tree } }

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

/// Names and values of the attributes of an element, after its name.
pub type ElementAttributes = (String, Vec<(String, String)>);

/// Attributes of the root and of its children, as texts.
macro_rules! attribute_file {
    ($name:ident, $field:ident) => {
        impl $name<'_> {
            /// Returns names and attributes of the root (first) and of its child elements, in file order.
            pub fn elements(&self) -> Vec<$crate::source::ElementAttributes> {
                let root = self.$field.root();
                std::iter::once(root).chain(root.children()).map($crate::source::attributes).collect()
            }

            /// Sets attributes as they are spelled, all in one edit: the index of the element in [`elements`](Self::elements), the name, the value. You must
            /// check that each text is a value of its type.
            ///
            /// # Errors
            /// [`ErrorKind::NoSuch`](crate::ErrorKind::NoSuch): no such element; a value that contains NUL. Nothing is changed then.
            pub fn set_attributes(&mut self, changes: &[(usize, &str, &str)]) -> Result<(), $crate::Error> {
                let mut missing = false;
                let mut changed = self.$field.clone().into_owned();
                changed.edit(|root, edits| {
                    let all: Vec<_> = std::iter::once(root).chain(root.children()).collect();
                    changes.iter().try_for_each(|(index, name, value)| match all.get(*index) {
                        Some(element) => element.set_attribute(name, value.as_bytes(), edits),
                        None => {
                            missing = true;
                            Ok(())
                        }
                    })
                })?;
                if missing {
                    return Err($crate::Error::new($crate::ErrorKind::NoSuch("element"), binio::Path::new()));
                }
                self.$field = changed;
                Ok(())
            }

            /// Removes attributes, and whole child elements (`None`), all in one edit. Returns how many existed.
            ///
            /// # Errors
            /// None today; as in all edits.
            pub fn remove_parts(&mut self, removed: &[(usize, Option<&str>)]) -> Result<usize, $crate::Error> {
                let mut count = 0;
                self.$field.edit(|root, edits| {
                    let all: Vec<_> = std::iter::once(root).chain(root.children()).collect();
                    for (index, name) in removed {
                        match (all.get(*index), name) {
                            (Some(element), Some(name)) => count += usize::from(element.remove_attribute(name, edits)),
                            (Some(element), None) if *index > 0 => {
                                element.remove(edits);
                                count += 1;
                            }
                            _ => {}
                        }
                    }
                    Ok(())
                })?;
                Ok(count)
            }

            /// Adds a child element with attributes after the last of its name, or after all others.
            ///
            /// # Errors
            /// A value that contains NUL.
            pub fn add_element(&mut self, name: &str, attributes: &[(&str, &str)]) -> Result<(), $crate::Error> {
                self.$field.edit(|root, edits| {
                    $crate::edit::add(&root, name, edits, |xml| {
                        xml.open(name);
                        for (name, value) in attributes {
                            xml.attribute(name, value.as_bytes());
                        }
                        xml.close()
                    })
                })
            }
        }
    };
}
pub(crate) use attribute_file;

/// Returns the name of an element and its attributes.
pub(crate) fn attributes(element: Element<'_, '_>) -> ElementAttributes {
    let text = |name: &binio::Name<'_>| name.to_text().into_owned();
    let attributes = element.attributes().map(|one| (text(&binio::Name::from(one.name)), text(&one.value())));
    (text(&element.name()), attributes.collect())
}
