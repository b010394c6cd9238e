//! Side files of models and animations: metadata and triggers.

mod json;
mod oddities;
mod read;
mod write;

use alloc::vec::Vec;
use binio::{Bytes, Findings, Name};

use crate::error::Error;
use crate::hash::HashEra;
use crate::kinds;
use crate::variant::Variant;

/// A named value that the engine attaches to a resource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Name. If two have the same name, the engine keeps the later.
    pub name: Name<'static>,
    /// Value.
    pub value: Variant<'static>,
}

/// A time in an animation at which the engine sends an event to the game.
#[derive(Clone, Debug, Default)]
pub struct Trigger {
    /// Seconds from the start of the animation.
    pub time: f32,
    /// Value of the event.
    pub value: Variant<'static>,
}

binio::eq_by_bits! { Trigger { time; value } }

impl Eq for Trigger {}

/// The side file `X.xml` or `X.json` of `X.mdl` or `X.ani` ([Side files](crate::format#side-files)).
///
/// Owns its data: side files are small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sidecar {
    /// Name of the root element. The engine writes `model` or `animation` and accepts any name.
    pub root: Name<'static>,
    /// Named values, in the order of the file.
    pub metadata: Vec<Metadata>,
    /// Triggers, in the order of their times.
    pub triggers: Vec<Trigger>,
    /// Other children of the root, with their tags, as in the file; rbfx stores tracks there. `to_xml` writes them after
    /// the rest, unmodified.
    pub other: Vec<Bytes<'static>>,
    /// Hash algorithm for the names in the file.
    pub hashes: HashEra,
}

impl Sidecar {
    /// Creates an empty side file with this root element.
    pub fn new(root: &'static str) -> Self {
        Self {
            root: Name::from(root),
            metadata: Vec::new(),
            triggers: Vec::new(),
            other: Vec::new(),
            hashes: HashEra::default(),
        }
    }

    /// Reads XML as Urho3D and U3D do, and returns findings about unusual content.
    ///
    /// A trigger's `normalizedtime` takes precedence over its `time` and is a fraction of `animation_length`, in
    /// seconds. Without a length (for a model) these triggers are dropped. Content that the engine ignores silently is a
    /// finding: values of the wrong type, triggers without a time, unknown names, comments ([`to_xml`](Self::to_xml)
    /// drops them).
    ///
    /// Only the five predefined XML entities are expanded. A document type is ignored.
    ///
    /// # Errors
    /// XML that isn't well-formed, values nested deeper than [`binio::MAX_DEPTH`], UTF-16. The error has the byte
    /// offset.
    pub fn parse_xml(bytes: &[u8], animation_length: Option<f32>) -> Result<(Self, Findings), Error> {
        Self::parse_xml_for(bytes, animation_length, HashEra::default())
    }

    /// As [`parse_xml`](Self::parse_xml), with the hash algorithm `hashes`.
    ///
    /// # Errors
    /// As [`parse_xml`](Self::parse_xml).
    pub fn parse_xml_for(
        bytes: &[u8],
        animation_length: Option<f32>,
        hashes: HashEra,
    ) -> Result<(Self, Findings), Error> {
        read::sidecar(bytes, animation_length, hashes)
    }

    /// Reads JSON as Urho3D and U3D do if there is no XML; rbfx doesn't read JSON. Keys are sorted.
    ///
    /// # Errors
    /// JSON that isn't well-formed, or that has comments or trailing commas, which the engine accepts.
    pub fn parse_json(bytes: &[u8], animation_length: Option<f32>) -> Result<(Self, Findings), Error> {
        json::sidecar(bytes, animation_length, HashEra::default())
    }

    /// Returns the XML as the engine writes it, with three differences: numbers have all their digits, metadata follow
    /// triggers, and [`other`](Self::other) follows both.
    ///
    /// # Errors
    /// [`NotInText`](crate::ErrorKind::NotInText) and [`NotReadBack`](crate::ErrorKind::NotReadBack): values that XML
    /// can't store, unsorted triggers, and blocks in `other` that aren't exactly one element.
    pub fn to_xml(&self) -> Result<Vec<u8>, Error> {
        write::xml(self)
    }

    /// Sorts the triggers by time. The sort is stable.
    pub fn sort_triggers(&mut self) {
        self.triggers.sort_by(|a, b| in_order(a.time, b.time));
    }

    /// Returns the metadata value with this name, by the engine's rule for duplicates.
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

/// Compares two times; zeros are equal, also with different signs.
fn in_order(a: f32, b: f32) -> core::cmp::Ordering {
    (a + 0.0).total_cmp(&(b + 0.0))
}
