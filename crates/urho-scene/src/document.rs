//! Files with a scene or a prefab.

use std::collections::HashMap;

use binio::{Bytes, Encode, Findings, Limits, Sink, Writer, Written};
use urho_core::tree::{JsonTree, XmlEncoding, XmlTree};
use urho_core::{Engine, VariantEncoding};

use crate::archive::{self, Style};
use crate::binary::{self, Packing};
use crate::class::Classes;
use crate::encoding::Encoding;
use crate::error::{Error, ErrorKind};
use crate::place::Place;
use crate::scene::{Kind, Scene};
use crate::text::{Reading, archive as archive_text, plain_json, plain_xml};

/// A file with a scene or a prefab, in any of the six encodings. Use [`Document::parse`] to read a file, and
/// [`scene`](Self::scene) to look at its content.
///
/// When the file is text, this text is kept. While you edit the document, everything that you do not change keeps its
/// comments, white space and digits.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    pub(crate) content: Content<'a>,
    pub(crate) kind: Kind,
    pub(crate) classes: Classes,
}

#[derive(Clone, Debug)]
pub(crate) enum Content<'a> {
    /// This text is UTF-8.
    Xml {
        text: Bytes<'a>,
        encoding: XmlEncoding,
        tree: XmlTree,
        is_archive: bool,
    },
    Json {
        text: Bytes<'a>,
        tree: JsonTree,
        is_archive: bool,
    },
    Binary {
        scene: Scene<'a>,
        variants: VariantEncoding,
    },
    Archive {
        scene: Scene<'a>,
        style: Style,
    },
}

impl<'a> Document<'a> {
    /// Returns the encoding that [`to_bytes`](Self::to_bytes) will write.
    pub fn encoding(&self) -> Encoding {
        match &self.content {
            Content::Xml { is_archive: false, .. } => Encoding::Xml,
            Content::Xml { is_archive: true, .. } => Encoding::ArchiveXml,
            Content::Json { is_archive: false, .. } => Encoding::Json,
            Content::Json { is_archive: true, .. } => Encoding::ArchiveJson,
            Content::Binary { .. } => Encoding::Binary,
            Content::Archive { .. } => Encoding::ArchiveBinary,
        }
    }

    /// Returns whether this is a scene or a prefab. An archive from rbfx does not say so, but it is a scene if it has a
    /// block for auxiliary data, or if it counts the ids of nodes or components.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the engine that this file belongs to.
    pub fn engine(&self) -> Engine {
        self.classes.engine()
    }

    /// Returns how value types are numbered in a binary file. For a text file, this is `None`.
    pub fn variant_encoding(&self) -> Option<VariantEncoding> {
        match &self.content {
            Content::Binary { variants, .. } => Some(*variants),
            Content::Archive { style, .. } => Some(style.variants),
            Content::Xml { .. } | Content::Json { .. } => None,
        }
    }

    /// Returns the classes that were used to read the file.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// Returns the content of the file, whatever the encoding is. This is a copy, so it does not change the file when
    /// you edit it. To do so, use [`set_attribute`](Self::set_attribute), or pass the changed scene to
    /// [`update`](Self::update).
    pub fn scene(&self) -> Scene<'_> {
        self.read_scene().0
    }

    /// Does the same as [`scene`](Self::scene), and also returns findings about unusual text: incomplete values,
    /// attributes that a class does not have, and elements that the engine ignores.
    pub(crate) fn read_scene(&self) -> (Scene<'_>, Findings) {
        let mut reading = Reading::new(&self.classes);
        let scene = self.read(&mut reading);
        (scene, reading.into_findings())
    }

    fn read(&self, reading: &mut Reading<'_>) -> Scene<'_> {
        match &self.content {
            Content::Xml { text, tree, is_archive: false, .. } => plain_xml::read(reading, tree.root(text)),
            Content::Json { text, tree, is_archive: false } => plain_json::read(reading, tree.root(text), self.kind),
            Content::Xml { text, tree, is_archive: true, .. } => {
                archive_text::read(reading, tree.root(text), self.kind)
            }
            Content::Json { text, tree, is_archive: true } => archive_text::read(reading, tree.root(text), self.kind),
            Content::Binary { scene, .. } => scene.clone(),
            Content::Archive { scene, .. } => archive::with_numbers(scene.clone(), &self.classes),
        }
    }

    /// Does the same as [`read_scene`](Self::read_scene), but includes all findings about the scene. Each has the
    /// offset of its node or component.
    pub(crate) fn findings(&self) -> Findings {
        let mut reading = Reading::with_places(&self.classes);
        let scene = self.read(&mut reading);
        let places = reading.places.take();
        let mut findings = reading.into_findings();
        findings.extend(scene.validate(&self.classes));
        findings.extend(self.cameras());
        match (&self.content, places) {
            (Content::Xml { .. } | Content::Json { .. }, Some(places)) => {
                findings.place(|path| places.get(&Place::of_path(path)?).copied());
                self.to_file(&mut findings);
            }
            _ => binio::locate(self, &mut findings),
        }
        findings
    }

    /// Converts offsets in the text to offsets in the file.
    fn to_file(&self, findings: &mut Findings) {
        if let Content::Xml { text, encoding, .. } = &self.content {
            encoding.place(text, findings);
        }
    }

    /// Adds an offset to every finding that has a path to a node or component but no offset.
    pub fn locate(&self, findings: &mut Findings) {
        match self.places() {
            Some(places) => findings.place(|path| places.get(&Place::of_path(path)?).copied()),
            None => binio::locate(self, findings),
        }
    }

    /// Returns the offset of a node or component in a text file. For a binary file, or if the node or component does
    /// not exist, this is `None`.
    pub fn offset_of(&self, place: Place) -> Option<u64> {
        self.places()?.get(&place).copied()
    }

    /// Returns the offsets of all nodes and components in a text file, or `None` for a binary file.
    fn places(&self) -> Option<HashMap<Place, u64>> {
        let mut reading = Reading::with_places(&self.classes);
        self.read(&mut reading);
        let mut places = reading.places.filter(|_| self.encoding().is_text())?;
        if let Content::Xml { text, encoding, .. } = &self.content {
            let offsets = encoding.offsets(text, places.values().copied());
            places.values_mut().for_each(|place| *place = offsets.get(place).copied().unwrap_or(*place));
        }
        Some(places)
    }

    /// Returns the content of the file without a copy if it is binary. For a text file, this is an owned
    /// [`scene`](Self::scene).
    pub fn into_scene(self) -> Scene<'a> {
        match self.content {
            Content::Binary { scene, .. } => scene,
            Content::Archive { scene, .. } => archive::with_numbers(scene, &self.classes),
            _ => self.scene().into_owned(),
        }
    }

    /// Returns the bytes of the file. If you have not changed it, these are the same bytes as before.
    ///
    /// # Errors
    /// This function will return an error if a binary encoding can't store the content.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        binio::to_bytes(self)
    }

    /// Converts this into an owned document, to be kept longer than the bytes of the file.
    pub fn into_owned(self) -> Document<'static> {
        let content = match self.content {
            Content::Xml { text, encoding, tree, is_archive } => {
                Content::Xml { text: text.into_owned(), encoding, tree, is_archive }
            }
            Content::Json { text, tree, is_archive } => Content::Json { text: text.into_owned(), tree, is_archive },
            Content::Binary { scene, variants } => Content::Binary { scene: scene.into_owned(), variants },
            Content::Archive { scene, style } => Content::Archive { scene: scene.into_owned(), style },
        };
        Document { content, kind: self.kind, classes: self.classes }
    }
}

binio::writers! { Document, Error }

impl PartialEq for Document<'_> {
    fn eq(&self, other: &Self) -> bool {
        let same = match (&self.content, &other.content) {
            (Content::Xml { text: a, encoding: x, .. }, Content::Xml { text: b, encoding: y, .. }) => a == b && x == y,
            (Content::Json { text: a, .. }, Content::Json { text: b, .. }) => a == b,
            (Content::Binary { scene: a, variants: x }, Content::Binary { scene: b, variants: y }) => a == b && x == y,
            (Content::Archive { scene: a, style: x }, Content::Archive { scene: b, style: y }) => a == b && x == y,
            _ => false,
        };
        same && self.kind == other.kind && self.engine() == other.engine()
    }
}

impl Encode for Document<'_> {
    type Kind = ErrorKind;

    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written<ErrorKind> {
        match &self.content {
            Content::Xml { text, encoding, .. } if *encoding != XmlEncoding::Utf8 => {
                out.bytes(&encoding.encode(text));
                Ok(())
            }
            Content::Xml { text, .. } | Content::Json { text, .. } => {
                out.bytes(text);
                Ok(())
            }
            Content::Binary { scene, variants } => {
                let packing = Packing { classes: &self.classes, variants: *variants, limits: Limits::default() };
                binary::write(out, scene, packing)
            }
            Content::Archive { scene, style } => archive::write(out, scene, style),
        }
    }
}
