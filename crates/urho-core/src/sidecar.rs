//! What stands beside a model or an animation in a file of its own: metadata and triggers.

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
    /// The name; of two with one name the engine keeps the later.
    pub name: Name<'static>,
    /// Value that is passed with the event.
    pub value: Variant<'static>,
}

/// A moment of an animation at which the engine tells the game so.
#[derive(Clone, Debug, Default)]
pub struct Trigger {
    /// Seconds from the start of the animation.
    pub time: f32,
    /// Event that the game receives.
    pub value: Variant<'static>,
}

impl PartialEq for Trigger {
    fn eq(&self, other: &Self) -> bool {
        self.time.to_bits() == other.time.to_bits() && self.value == other.value
    }
}

impl Eq for Trigger {}

/// The side file `X.xml` or `X.json` of `X.mdl` or `X.ani` ([Side files](crate::format#side-files)).
///
/// Owns what it holds: side files are small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sidecar {
    /// Name of the root element; the engine writes `model` or `animation` and takes any.
    pub root: Name<'static>,
    /// Named values, in the order of the file.
    pub metadata: Vec<Metadata>,
    /// Triggers, in the order of their times.
    pub triggers: Vec<Trigger>,
    /// Elements below the root that are neither, such as the tracks that rbfx reads: each with its tags, just as it is
    /// in the file. `to_xml` puts them behind the rest, untouched.
    pub other: Vec<Bytes<'static>>,
    /// How names in the file become hashes.
    pub hashes: HashEra,
}

impl Sidecar {
    /// An empty side file with this root element.
    pub fn new(root: &'static str) -> Self {
        Self {
            root: Name::from(root),
            metadata: Vec::new(),
            triggers: Vec::new(),
            other: Vec::new(),
            hashes: HashEra::default(),
        }
    }

    /// Reads XML the way Urho3D and U3D do, and says what is unusual about it.
    ///
    /// A trigger's `normalizedtime` counts before its `time` and is a share of `animation_length`, in seconds; without a
    /// length, for a model say, such a trigger is left out. What the engine would pass over in silence is a finding:
    /// values that aren't of their type, triggers without a time, names it doesn't know, comments (which
    /// [`to_xml`](Self::to_xml) doesn't keep).
    ///
    /// Entities other than XML's five aren't expanded, a document type is passed over.
    ///
    /// # Errors
    /// What isn't well-formed, nesting of values beyond [`binio::MAX_DEPTH`], UTF-16; with the byte it is at.
    pub fn parse_xml(bytes: &[u8], animation_length: Option<f32>) -> Result<(Self, Findings), Error> {
        Self::parse_xml_for(bytes, animation_length, HashEra::default())
    }

    /// As [`parse_xml`](Self::parse_xml), with names hashed as `hashes` says.
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

    /// Reads JSON the way Urho3D and U3D do, where there is no XML; rbfx reads none. Keys come sorted.
    ///
    /// # Errors
    /// What isn't well-formed JSON. Comments and trailing commas, which the engine takes, aren't.
    pub fn parse_json(bytes: &[u8], animation_length: Option<f32>) -> Result<(Self, Findings), Error> {
        json::sidecar(bytes, animation_length, HashEra::default())
    }

    /// The XML as the engine writes it, but with all digits of its numbers, metadata behind triggers, and
    /// [`other`](Self::other) behind both.
    ///
    /// # Errors
    /// [`NotInText`](crate::ErrorKind::NotInText) and [`NotReadBack`](crate::ErrorKind::NotReadBack): what XML can't
    /// hold, triggers that aren't in order, and blocks in `other` that aren't one element each.
    pub fn to_xml(&self) -> Result<Vec<u8>, Error> {
        write::xml(self)
    }

    /// Puts the triggers into the order of their times; those of one time stay as they are.
    pub fn sort_triggers(&mut self) {
        self.triggers.sort_by(|a, b| in_order(a.time, b.time));
    }

    /// The metadata of this name, as the engine finds it.
    pub fn get(&self, name: &str) -> Option<&Variant<'static>> {
        self.metadata.iter().rev().find(|metadata| metadata.name == name).map(|metadata| &metadata.value)
    }

    /// Adds what remains to be said about the whole: two metadata of one name.
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

/// Which of two times comes first; zeros are the same, whatever their sign.
fn in_order(a: f32, b: f32) -> core::cmp::Ordering {
    (a + 0.0).total_cmp(&(b + 0.0))
}
