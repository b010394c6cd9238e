//! The text of a file, and where its parts are.

use std::borrow::Cow;
use std::io;

use binio::{Bytes, Findings, Limits};
use urho_core::tree::{Edits, Element, XmlEncoding, XmlTree};

use crate::error::{Error, of_text};

/// An XML file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct XmlFile<'a> {
    /// This is UTF-8.
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

    /// Converts the offsets of findings from the text to the file.
    pub(crate) fn place(&self, findings: &mut Findings) {
        self.encoding.place(&self.text, findings);
    }

    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    pub(crate) fn root(&self) -> Element<'_, '_> {
        self.tree.root(&self.text)
    }

    /// Iterates over the elements that come after the root.
    pub(crate) fn behind_root(&self) -> impl Iterator<Item = Element<'_, '_>> {
        self.tree.behind_root(&self.text)
    }

    /// Calls `edit`, and applies the edits that it collects.
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

/// The methods that every text file has.
macro_rules! text_file {
    ($name:ident, $field:ident) => {
        impl $name<'_> {
            /// Returns the file. If you have not changed it, these are the same bytes as before.
            ///
            /// # Errors
            /// This never fails today, but returns a `Result` to be consistent with the other formats.
            pub fn to_bytes(&self) -> Result<Vec<u8>, $crate::Error> {
                Ok(self.bytes().into_owned())
            }

            /// Returns the length of the file in bytes.
            ///
            /// # Errors
            /// This never fails today, but returns a `Result` to be consistent with the other formats.
            pub fn encoded_len(&self) -> Result<u64, $crate::Error> {
                Ok(self.bytes().len() as u64)
            }

            /// Writes the file to `out`.
            ///
            /// # Errors
            /// This function will return any error from `out`.
            pub fn write_to(&self, out: impl std::io::Write) -> std::io::Result<()> {
                $crate::source::write_to(&self.bytes(), out)
            }

            /// Returns the text of the file as UTF-8.
            pub fn text(&self) -> &[u8] {
                self.$field.text()
            }

            fn bytes(&self) -> std::borrow::Cow<'_, [u8]> {
                self.$field.bytes()
            }

            /// Converts this into an owned value, to be kept longer than the bytes of the file.
            pub fn into_owned(self) -> $name<'static> {
                $name { $field: self.$field.into_owned() }
            }
        }
    };
}
pub(crate) use text_file;

/// The name of an element, then the names and values of its attributes.
pub type ElementAttributes = (String, Vec<(String, String)>);

/// Access to the attributes of the root and its children as text.
macro_rules! attribute_file {
    ($name:ident, $field:ident) => {
        impl $name<'_> {
            /// Returns all elements with their attributes: first the root, then its children in file order.
            pub fn elements(&self) -> Vec<$crate::source::ElementAttributes> {
                let root = self.$field.root();
                std::iter::once(root).chain(root.children()).map($crate::source::attributes).collect()
            }

            /// Changes many attributes in a single edit. Pass the index of the element in [`elements`](Self::elements),
            /// the name and the value. Values are written exactly as you pass them, so you must check that each is
            /// valid for its type.
            ///
            /// # Errors
            /// Returns [`ErrorKind::NoSuch`](crate::ErrorKind::NoSuch) if there is no such element. Also fails if a
            /// value contains NUL. Nothing is changed after an error.
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

            /// Removes attributes, or whole child elements if you pass `None`, in a single edit. Returns how many there
            /// were.
            ///
            /// # Errors
            /// This never fails today, but returns a `Result` to be consistent with the other edits.
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

            /// Adds a child element after the last with the same name or, if there is none, after all others.
            ///
            /// # Errors
            /// This function will return an error if a value contains NUL.
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
