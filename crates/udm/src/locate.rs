//! Adds byte offsets to findings.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use binio::{Findings, Path, Segment};

use crate::array::Array;
use crate::document::{Document, key};
use crate::element::Element;
use crate::key_index::KeyIndex;
use crate::path::escape_key;
use crate::places::{Places, Turn};
use crate::source::Encoding;
use crate::text::Syntax;
use crate::value::Value;
use crate::write;

impl Document<'_> {
    /// Adds a byte offset to every finding that has none. A finding's path can start at the root or at the asset data.
    /// It is followed by keys and item numbers, and the finding gets the offset where the innermost part begins. If the
    /// document was not changed, this will be the offset in the file that it was read from.
    ///
    /// If all findings have an offset, this returns at once. Otherwise, it has to walk through the whole document.
    pub fn locate(&self, findings: &mut Findings) {
        if findings.iter().all(|finding| finding.offset.is_some()) {
            return;
        }
        let keys = RefCell::new(KeyIndex::default());
        let mut places = Places::of(findings, |path| self.way(path, &mut keys.borrow_mut()));
        let located = match self.encoding() {
            Encoding::Binary => write::locate(self, places),
            Encoding::Text => match self.to_bytes() {
                Ok(text) => {
                    if let Ok(syntax) = Syntax::parse(&text) {
                        places.walk(&syntax, self.root.get(key::DATA).is_some());
                    }
                    places
                }
                Err(_) => return,
            },
        };
        findings.place(|path| located.offset_of(&self.way(path, &mut keys.borrow_mut())));
    }

    /// Converts a finding's path into a path that you can pass to [`get`](Self::get). This is the innermost value that
    /// the path leads to, or `None` if it does not lead to a value in the asset data.
    ///
    /// ```
    /// let document = udm::Document::parse(b"$array entities [element;1][{ $string className \"light\" }]")?;
    /// let path = udm::binio::Path::new().item("entities", 0).part("className");
    /// assert_eq!(document.value_path(&path).as_deref(), Some("entities[0]/className"));
    /// # Ok::<(), udm::Error>(())
    /// ```
    pub fn value_path(&self, path: &Path) -> Option<String> {
        let mut keys = KeyIndex::default();
        let way = self.way(path, &mut keys);
        let (first, rest) = way.split_first()?;
        let mut here = Here::Element(&self.root).to(first, &mut keys).filter(|_| *first == Turn::data())?;
        let mut text = String::new();
        for turn in rest {
            let Some(next) = here.to(turn, &mut keys) else { break };
            here = next;
            match turn {
                Turn::Key(name) if text.is_empty() => text = escape_key(name),
                Turn::Key(name) => text = format!("{text}/{}", escape_key(name)),
                Turn::Item(index) => text = format!("{text}[{index}]"),
            }
        }
        (!text.is_empty()).then_some(text)
    }

    /// Returns the keys and item numbers in a path, starting at the root. The path names all keys, so nothing has to be
    /// guessed here. If the asset does not have a key, its data is searched for it.
    fn way<'p, 'd>(&'d self, path: &'p Path, keys: &mut KeyIndex<'d>) -> Vec<Turn<'p>> {
        let mut here = Some(Here::Element(&self.root));
        let mut way = Vec::new();
        for segment in path.segments() {
            let turn = match segment {
                Segment::Part(part) => Turn::Key(part.as_bytes().into()),
                Segment::Name(name) => Turn::Key(name[..].into()),
                Segment::Index(index) => Turn::Item(*index),
            };
            if let (Turn::Key(name), Some(Here::Element(element))) = (&turn, &here) {
                let data = keys.get(element, key::DATA.as_bytes()).and_then(Value::as_element);
                let is_inside = data.is_some_and(|data| keys.get(data, name).is_some());
                if keys.get(element, name).is_none() && (is_inside || way.is_empty()) {
                    way.push(Turn::data());
                    here = data.map(Here::Element);
                }
            }
            here = here.and_then(|here| here.to(&turn, keys));
            way.push(turn);
        }
        way
    }
}

/// A value that can contain other values.
#[derive(Clone, Copy)]
enum Here<'d> {
    Element(&'d Element<'d>),
    Array(&'d Array<'d>),
    /// A value without other values.
    Value,
}

impl<'d> Here<'d> {
    fn of(value: &'d Value<'_>) -> Self {
        match value {
            Value::Element(element) => Self::Element(element),
            Value::Array(array) => Self::Array(array),
            _ => Self::Value,
        }
    }

    /// Follows a single step.
    fn to(self, turn: &Turn<'_>, keys: &mut KeyIndex<'d>) -> Option<Self> {
        match (self, turn) {
            (Self::Element(element), Turn::Key(name)) => keys.get(element, name).map(Self::of),
            (Self::Array(array), Turn::Item(index)) => match array.item(usize::try_from(*index).ok()?)? {
                Cow::Borrowed(value) => Some(Self::of(value)),
                Cow::Owned(_) => Some(Self::Value),
            },
            _ => None,
        }
    }
}
