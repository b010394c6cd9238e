//! XML documents as byte ranges.

mod edit;
mod encoding;
mod parse;
mod prolog;
mod write;

use alloc::borrow::Cow;
use alloc::vec::Vec;

use binio::{Limits, Name};

use super::Span;
use super::escape::unescape;
use crate::error::Error;

pub use encoding::XmlEncoding;
pub use prolog::before_root;
pub use write::XmlWriter;

/// Byte ranges of an XML file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlTree {
    /// In file order: an element, then its descendants.
    nodes: Vec<Node>,
    attributes: Vec<AttributeSpans>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    kind: NodeKind,
    /// From the first to the last byte, with tags.
    span: Span,
    /// Between start and end tag; `None` for an empty element.
    content: Option<Content>,
    /// Length of the name, which follows the `<`.
    name_len: u32,
    /// Index of the first attribute; the last one precedes the first of the next element.
    attributes: u32,
    /// The node after this one and its descendants.
    next: u32,
}

type Content = (core::num::NonZeroU32, u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeKind {
    Element,
    /// Text with its entities, unless it is all white space.
    Text,
    /// A CDATA section.
    CData,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct AttributeSpans {
    name: Span,
    /// Between the quotes.
    value: Span,
}

impl XmlTree {
    /// Checks an XML file and stores the ranges of its parts.
    ///
    /// # Errors
    /// XML that isn't well-formed, a file without an element, an encoding other than UTF-8 (see [`XmlEncoding`]), nesting deeper than
    /// [`binio::MAX_DEPTH`]. The error has the byte offset.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        Self::parse_with(text, &Limits::default())
    }

    /// As [`parse`](Self::parse), with another nesting limit.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with(text: &[u8], limits: &Limits) -> Result<Self, Error> {
        parse::xml(text, limits)
    }

    /// Returns the outermost element. `text` must be the text of this tree; with another text names and values are wrong or
    /// empty.
    pub fn root<'a, 't>(&'t self, text: &'a [u8]) -> Element<'a, 't> {
        let index = self.nodes.iter().position(|node| node.kind == NodeKind::Element).unwrap_or(0);
        Element { tree: self, text, index: index as u32 }
    }

    /// Returns the element with this number, see [`Element::index`].
    pub fn element<'a, 't>(&'t self, text: &'a [u8], index: u32) -> Option<Element<'a, 't>> {
        let node = self.nodes.get(index as usize)?;
        (node.kind == NodeKind::Element).then_some(Element { tree: self, text, index })
    }

    /// Iterates over the elements after the root, which no engine reads.
    pub fn behind_root<'a, 't>(&'t self, text: &'a [u8]) -> impl Iterator<Item = Element<'a, 't>> {
        let root = self.root(text);
        Children { tree: self, text, at: root.node().map_or(u32::MAX, |node| node.next), end: self.nodes.len() as u32 }
    }

    /// Returns the number of elements and texts.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns false: a file has a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

/// An element with its attributes and descendants.
#[derive(Clone, Copy)]
pub struct Element<'a, 't> {
    tree: &'t XmlTree,
    text: &'a [u8],
    index: u32,
}

impl core::fmt::Debug for Element<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Element").field("name", &self.name()).field("span", &self.span()).finish_non_exhaustive()
    }
}

impl<'a, 't> Element<'a, 't> {
    fn node(&self) -> Option<&'t Node> {
        self.tree.nodes.get(self.index as usize)
    }

    fn slice(&self, span: Span) -> &'a [u8] {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Returns the number in the tree: elements and texts are counted in file order.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// Returns the name.
    pub fn name(&self) -> Name<'a> {
        Name::from(self.slice(self.name_span()))
    }

    /// Returns the range of the name in the start tag.
    pub fn name_span(&self) -> Span {
        self.node().map_or(Span::default(), |node| {
            let start = node.span.start.saturating_add(1);
            Span { start, end: start.saturating_add(node.name_len) }
        })
    }

    /// Returns the range with tags.
    pub fn span(&self) -> Span {
        self.node().map_or(Span::default(), |node| node.span)
    }

    /// Returns the offset of the first byte, for findings.
    pub fn offset(&self) -> u64 {
        u64::from(self.span().start)
    }

    /// Returns the bytes with tags.
    pub fn raw(&self) -> &'a [u8] {
        self.slice(self.span())
    }

    /// Returns the range of the content; `None` for an empty element (`<a />`).
    pub fn content_span(&self) -> Option<Span> {
        self.node()?.content.map(|(start, end)| Span { start: start.get(), end })
    }

    /// Iterates over the attributes in file order.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = Attribute<'a>> + use<'a, 't> {
        let text = self.text;
        self.attribute_spans().iter().map(move |spans| Attribute {
            name: text.get(spans.name.range()).unwrap_or_default(),
            raw: text.get(spans.value.range()).unwrap_or_default(),
            name_span: spans.name,
            value_span: spans.value,
        })
    }

    fn attribute_spans(&self) -> &'t [AttributeSpans] {
        let Some(node) = self.node() else { return &[] };
        let end = self
            .tree
            .nodes
            .get(self.index as usize + 1)
            .map_or(self.tree.attributes.len(), |node| node.attributes as usize);
        self.tree.attributes.get(node.attributes as usize..end).unwrap_or_default()
    }

    /// Returns the attribute with this name; for duplicates the first, as in the engine.
    pub fn attribute_of(&self, name: &str) -> Option<Attribute<'a>> {
        self.attributes().find(|attribute| attribute.name == name.as_bytes())
    }

    /// Returns the value of the attribute with this name as the engine reads it: entities are replaced, line ends and tabs are
    /// spaces.
    pub fn attribute(&self, name: &str) -> Option<Name<'a>> {
        self.attribute_of(name).map(|attribute| attribute.value())
    }

    /// Iterates over the child elements in file order.
    pub fn children(&self) -> impl Iterator<Item = Element<'a, 't>> + use<'a, 't> {
        let end = self.node().map_or(0, |node| node.next);
        Children { tree: self.tree, text: self.text, at: self.index.saturating_add(1), end }
    }

    /// Iterates over the child elements with this name.
    pub fn children_named<'n>(&self, name: &'n str) -> impl Iterator<Item = Element<'a, 't>> + use<'a, 't, 'n> {
        self.children().filter(move |child| child.name() == *name)
    }

    /// Returns the first child element with this name.
    pub fn child(&self, name: &str) -> Option<Element<'a, 't>> {
        self.children().find(|child| child.name() == *name)
    }

    /// Returns the joined text of the element without its descendants: entities are replaced, pieces of white space are
    /// omitted.
    pub fn text(&self) -> Name<'a> {
        let mut joined: Option<Cow<'a, [u8]>> = None;
        let mut at = self.index as usize + 1;
        let end = self.node().map_or(0, |node| node.next as usize);
        while let Some(node) = self.tree.nodes.get(at).filter(|_| at < end) {
            let raw = self.slice(node.span);
            let piece = match node.kind {
                NodeKind::Element => None,
                NodeKind::Text => Some(unescape(raw, false).0),
                // `<![CDATA[` and `]]>`.
                NodeKind::CData => raw.get(9..raw.len().saturating_sub(3)).map(Cow::Borrowed),
            };
            joined = match (joined, piece) {
                (Some(mut joined), Some(piece)) => {
                    joined.to_mut().extend_from_slice(&piece);
                    Some(joined)
                }
                (joined, piece) => joined.or(piece),
            };
            at = (node.next as usize).max(at + 1);
        }
        match joined.unwrap_or_default() {
            Cow::Borrowed(text) => Name::from(text),
            Cow::Owned(text) => Name::from(text),
        }
    }
}

struct Children<'a, 't> {
    tree: &'t XmlTree,
    text: &'a [u8],
    at: u32,
    end: u32,
}

impl<'a, 't> Iterator for Children<'a, 't> {
    type Item = Element<'a, 't>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.at < self.end {
            let index = self.at;
            let node = self.tree.nodes.get(index as usize)?;
            self.at = node.next;
            if node.kind == NodeKind::Element {
                return Some(Element { tree: self.tree, text: self.text, index });
            }
        }
        None
    }
}

/// An attribute of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// Name.
    pub name: &'a [u8],
    /// Value between the quotes, as in the file.
    pub raw: &'a [u8],
    /// Range of the name.
    pub name_span: Span,
    /// Range of the value, without the quotes.
    pub value_span: Span,
}

impl<'a> Attribute<'a> {
    /// Returns the value as the engine reads it: entities are replaced, line ends and tabs are spaces.
    pub fn value(&self) -> Name<'a> {
        match unescape(self.raw, true).0 {
            Cow::Borrowed(text) => Name::from(text),
            Cow::Owned(text) => Name::from(text),
        }
    }

    /// Returns a note about an irregular value: unknown entities, a NUL.
    pub fn odd(&self) -> Option<&'static str> {
        unescape(self.raw, true).1
    }
}
