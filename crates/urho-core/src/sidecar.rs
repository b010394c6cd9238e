//! The side files of models and animations, with metadata and triggers.

mod json;
mod oddities;
mod read;
mod write;

use alloc::vec::Vec;
use binio::{Bytes, Findings, Name};

use crate::error::Error;
use crate::hash::HashAlgorithm;
use crate::kinds;
use crate::variant::Variant;

/// A value with a name that the engine attaches to a resource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The name. If it is used twice, the engine keeps the last value.
    pub name: Name<'static>,
    /// The value, which can have any type.
    pub value: Variant<'static>,
}

/// A time in an animation at which the engine sends an event to the game, for example to play the sound of a step.
#[derive(Clone, Debug, Default)]
pub struct Trigger {
    /// The time in seconds from the start of the animation.
    pub time: f32,
    /// The value that is sent with the event.
    pub value: Variant<'static>,
}

binio::eq_by_bits! { Trigger { time; value } }

impl Eq for Trigger {}

/// The side file `X.xml` or `X.json` next to `X.mdl` or `X.ani` ([Side files](crate::format#side-files)). Use
/// [`parse_xml`](Self::parse_xml) to read it and [`to_xml`](Self::to_xml) to write it.
///
/// All its data is owned, because side files are small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sidecar {
    /// The name of the root element. The engine writes `model` or `animation`, but accepts any name.
    pub root: Name<'static>,
    /// The values with a name, in file order.
    pub metadata: Vec<Metadata>,
    /// The triggers, which must be sorted by time.
    pub triggers: Vec<Trigger>,
    /// All other children of the root with their tags, as they are in the file. For example, rbfx stores tracks there.
    /// `to_xml` writes them at the end and does not change them.
    pub other: Vec<Bytes<'static>>,
    /// The hash algorithm for the names in the file.
    pub hashes: HashAlgorithm,
}

impl Sidecar {
    /// Creates an empty side file. The root element will have this name.
    pub fn new(root: &'static str) -> Self {
        Self {
            root: Name::from(root),
            metadata: Vec::new(),
            triggers: Vec::new(),
            other: Vec::new(),
            hashes: HashAlgorithm::default(),
        }
    }

    /// Reads a side file in XML, as Urho3D and U3D do. You also get findings about everything that the engine would
    /// ignore without telling you: values of the wrong type, triggers without a time, and unknown names. Comments are
    /// reported too, because [`to_xml`](Self::to_xml) will not write them again.
    ///
    /// A trigger may have a `normalizedtime`, which is used instead of its `time`. This is a fraction of the
    /// `animation_length`, which you must pass in seconds. For a model there is no length; when you pass `None`, such
    /// triggers are dropped.
    ///
    /// Only the five predefined XML entities are expanded, and a document type is ignored.
    ///
    /// # Errors
    /// This function will return an error with the byte offset when the XML is not well-formed, when values are nested
    /// deeper than [`binio::MAX_DEPTH`], or when this is UTF-16.
    pub fn parse_xml(bytes: &[u8], animation_length: Option<f32>) -> Result<(Self, Findings), Error> {
        Self::parse_xml_for(bytes, animation_length, HashAlgorithm::default())
    }

    /// Reads XML like [`parse_xml`](Self::parse_xml), but with the hash algorithm `hashes`.
    ///
    /// # Errors
    /// See [`parse_xml`](Self::parse_xml).
    pub fn parse_xml_for(
        bytes: &[u8],
        animation_length: Option<f32>,
        hashes: HashAlgorithm,
    ) -> Result<(Self, Findings), Error> {
        read::sidecar(bytes, animation_length, hashes)
    }

    /// Reads a side file in JSON. Urho3D and U3D only look for it when there is no XML file, and rbfx does not read
    /// JSON at all. Keys will be sorted.
    ///
    /// # Errors
    /// This function will return an error when the JSON is not well-formed. It does not allow comments and trailing
    /// commas, although the engine does.
    pub fn parse_json(bytes: &[u8], animation_length: Option<f32>) -> Result<(Self, Findings), Error> {
        json::sidecar(bytes, animation_length, HashAlgorithm::default())
    }

    /// Writes the side file as XML, in the layout of the engine. There are three differences: numbers are written with
    /// all their digits, metadata comes after the triggers, and [`other`](Self::other) comes after both.
    ///
    /// # Errors
    /// Returns [`NotInText`](crate::ErrorKind::NotInText) or [`NotReadBack`](crate::ErrorKind::NotReadBack) when XML
    /// can't store a value, when triggers are not sorted (see [`sort_triggers`](Self::sort_triggers)), or when a block
    /// in `other` is not exactly one element.
    pub fn to_xml(&self) -> Result<Vec<u8>, Error> {
        write::xml(self)
    }

    /// Sorts the triggers by time, which you have to do before you write them. When several have the same time, they
    /// keep their order.
    pub fn sort_triggers(&mut self) {
        self.triggers.sort_by(|a, b| in_order(a.time, b.time));
    }

    /// Returns the metadata with this name. If there are duplicates, this is the value that the engine uses.
    pub fn get(&self, name: &str) -> Option<&Variant<'static>> {
        self.metadata.iter().rev().find(|metadata| metadata.name == name).map(|metadata| &metadata.value)
    }

    /// Adds findings about the whole file: duplicate metadata names.
    fn check_names(&self, odd: &mut oddities::Oddities) {
        let mut names: Vec<(&[u8], usize)> = self.metadata.iter().map(|m| &*m.name).zip(0..).collect();
        names.sort_unstable();
        for pair in names.windows(2) {
            if let [(first, _), (second, index)] = pair {
                if first == second {
                    odd.warning(
                        kinds::NAME_DUPLICATE,
                        [("metadata", *index)],
                        "another one of this name came before; the engine keeps the later",
                    );
                }
            }
        }
    }
}

/// Compares two times. Zeros are equal, even if their signs differ.
fn in_order(a: f32, b: f32) -> core::cmp::Ordering {
    (a + 0.0).total_cmp(&(b + 0.0))
}
