//! What `inspect --json` prints for a data file.

use std::collections::BTreeMap;

use binio::Name;
use serde::Serialize;

use crate::document::Document;
use crate::kind::Kind;
use crate::outline::Outline;
use crate::sound::Wave;
use crate::views::{Spriter, View as _};

/// The summary of a data file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ResourceSummary {
    /// The name of the kind.
    pub kind: &'static str,
    /// The encoding: `xml`, `json`, `text` or `binary`.
    pub encoding: &'static str,
    /// If this is a patch file: the resource name of the file that it changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inherits: Option<Name<'static>>,
    /// How many elements there are, by name. Unknown elements are not counted.
    pub elements: BTreeMap<&'static str, usize>,
    /// The simple values of the root, and of elements that are there only once, by place.
    pub values: BTreeMap<String, Name<'static>>,
    /// The files that it refers to, without duplicates.
    pub references: Vec<Name<'static>>,
    /// The head of a WAV file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sound: Option<SoundSummary>,
    /// The animations of a Spriter project.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub animations: Vec<RigAnimation>,
}

/// An animation of a Spriter project.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RigAnimation {
    /// The name.
    pub name: String,
    /// The length in seconds.
    pub length: f32,
}

/// The head of a WAV file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct SoundSummary {
    /// The number of channels.
    pub channels: u16,
    /// The number of samples per second.
    pub frequency: u32,
    /// The number of bits per sample.
    pub bits: u16,
    /// The number of bytes of all samples.
    pub bytes: u32,
}

/// How many values a summary shows. It is only an overview; `get` returns the others.
const MOST_VALUES: usize = 64;

impl Document<'_> {
    /// Returns the animations that a scene can play, which are those of the first entity.
    fn rig_animations(&self) -> Vec<RigAnimation> {
        let rig = Spriter::of(self).ok().filter(|_| self.kind() == Kind::Spriter);
        let entity = rig.and_then(|rig| rig.entities.into_iter().next());
        let animations = entity.into_iter().flat_map(|entity| entity.animations).take(MOST_VALUES);
        animations.map(|own| RigAnimation { name: own.name, length: own.length / 1000.0 }).collect()
    }

    /// Returns an overview of the file.
    pub fn summary(&self) -> ResourceSummary {
        let outline = Outline::of(self);
        let mut elements: BTreeMap<&'static str, usize> = BTreeMap::new();
        for info in outline.elements.iter().filter_map(|element| element.info) {
            if !matches!(info.name, "" | "*") {
                *elements.entry(info.name).or_default() += 1;
            }
        }
        let mut values = BTreeMap::new();
        for (index, element) in outline.elements.iter().enumerate() {
            let Some(info) = element.info.filter(|_| element.depth < 2 && values.len() < MOST_VALUES) else { continue };
            if elements.get(info.name).is_some_and(|count| *count > 1) {
                continue;
            }
            for entry in element.item.entries().iter().filter(|entry| info.attribute(&entry.name).is_some()) {
                let place = outline.place(index).attribute(entry.name.to_text());
                values.insert(place.to_string(), entry.text().into_owned());
            }
        }
        let mut references: Vec<Name<'static>> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for reference in self.references(None) {
            if seen.insert(reference.name.clone()) {
                references.push(reference.name);
            }
        }
        let wave = (self.text().starts_with(b"RIFF")).then(|| Wave::read(self.text()).ok()).flatten();
        ResourceSummary {
            kind: self.kind().name(),
            encoding: self.encoding().name(),
            inherits: self.inherited().map(Name::into_owned),
            elements,
            values,
            references,
            sound: wave.map(|wave| SoundSummary {
                channels: wave.channels,
                frequency: wave.frequency,
                bits: wave.bits,
                bytes: wave.data_size,
            }),
            animations: self.rig_animations(),
        }
    }
}
