//! Elements in well-formed XML.

use alloc::vec::Vec;

use quick_xml::Reader;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesStart, Event};
use urho_core::unescape_attribute;

/// How deep to read: a track, its keys, and their tangents.
const LEVELS: usize = 3;

/// An element with its name and content.
#[derive(Clone, Debug, Default)]
pub(super) struct Element {
    pub(super) name: Vec<u8>,
    attributes: Vec<(Vec<u8>, Vec<u8>)>,
    pub(super) children: Vec<Element>,
}

impl Element {
    fn of(tag: &BytesStart<'_>) -> Self {
        let pair = |one: Attribute<'_>| (one.key.as_ref().to_vec(), unescape_attribute(&one.value).0);
        let attributes = tag.attributes().with_checks(false).flatten().map(pair).collect();
        Self { name: tag.name().as_ref().to_vec(), attributes, children: Vec::new() }
    }

    /// Returns the value of an attribute. For duplicates, this is the first, as in the engine.
    pub(super) fn get(&self, name: &str) -> Option<&[u8]> {
        self.attributes.iter().find(|(key, _)| key == name.as_bytes()).map(|(_, value)| &value[..])
    }

    /// Iterates over the attribute names.
    pub(super) fn attributes(&self) -> impl Iterator<Item = &[u8]> {
        self.attributes.iter().map(|(name, _)| &name[..])
    }
}

/// Returns the root element without its children.
pub(super) fn root(bytes: &[u8]) -> Option<Element> {
    let mut reader = Reader::from_reader(bytes);
    loop {
        match reader.read_event().ok()? {
            Event::Start(tag) | Event::Empty(tag) => return Some(Element::of(&tag)),
            Event::Eof => return None,
            _ => {}
        }
    }
}

/// Returns the root element with its children, as deep as they will be read.
pub(super) fn tree(bytes: &[u8]) -> Option<Element> {
    let mut reader = Reader::from_reader(bytes);
    // Open elements, outermost first, and the number of open elements that are too deep to be read.
    let (mut open, mut deeper) = (Vec::<Element>::new(), 0_usize);
    loop {
        let ended = match reader.read_event().ok()? {
            Event::Start(tag) if open.len() < LEVELS => {
                open.push(Element::of(&tag));
                None
            }
            Event::Start(_) => {
                deeper += 1;
                None
            }
            Event::Empty(tag) if open.len() < LEVELS => Some(Element::of(&tag)),
            Event::End(_) if deeper > 0 => {
                deeper -= 1;
                None
            }
            Event::End(_) => open.pop(),
            Event::Eof => return None,
            _ => None,
        };
        if let Some(ended) = ended {
            match open.last_mut() {
                Some(parent) => parent.children.push(ended),
                None => return Some(ended),
            }
        }
    }
}
