//! Output of `inspect --json` for a file.

use std::collections::BTreeMap;

use binio::Name;
use serde::Serialize;

use crate::document::Document;
use crate::outline::Outline;
use crate::sound::Wave;

/// Content of a data file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ResourceSummary {
    /// Name of the kind.
    pub kind: &'static str,
    /// Encoding: `xml`, `json`, `text`, `binary`.
    pub encoding: &'static str,
    /// Resource name of the file that a patch file changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inherits: Option<Name<'static>>,
    /// Number of elements by their names, known ones only.
    pub elements: BTreeMap<&'static str, usize>,
    /// Plain values of the root and of elements that occur once, by their places.
    pub values: BTreeMap<String, Name<'static>>,
    /// Files that it names, each once.
    pub references: Vec<Name<'static>>,
    /// Head of a WAV file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sound: Option<SoundSummary>,
}

/// Head of a WAV file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct SoundSummary {
    /// Number of channels.
    pub channels: u16,
    /// Samples per second.
    pub frequency: u32,
    /// Bits per sample.
    pub bits: u16,
    /// Bytes of the samples.
    pub bytes: u32,
}

/// Values that a summary shows at most: it is an overview, and `get` returns the others.
const MOST_VALUES: usize = 64;

impl Document<'_> {
    /// Returns an overview of the content.
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
        }
    }
}
