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

/// An XML file as byte ranges. Use [`root`](Self::root) to read its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlTree {
    /// In file order: an element comes before its descendants.
    nodes: Vec<Node>,
    attributes: Vec<AttributeSpans>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    kind: NodeKind,
    /// From the first to the last byte, including tags.
    span: Span,
    /// What is between the start tag and the end tag, or `None` for an empty element.
    content: Option<Content>,
    /// The length of the name, which comes after the `<`.
    name_len: u32,
    /// The index of the first attribute. The last is before the first of the next element.
    attributes: u32,
    /// The node that follows this one and all its descendants.
    next: u32,
}

type Content = (core::num::NonZeroU32, u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeKind {
    Element,
    /// Text with its entities, but not if it is only white space.
    Text,
    /// A CDATA section.
    CData,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct AttributeSpans {
    name: Span,
    /// What is between the quotes.
    value: Span,
}

impl XmlTree {
    /// Checks an XML file and remembers where its parts are. You have to pass the same text again to read an element.
    ///
    /// # Errors
    /// This function will return an error with the byte offset when:
    ///
    /// - the XML is not well-formed, or there is no element in it
    /// - the file is not UTF-8 (see [`XmlEncoding`])
    /// - elements are nested deeper than [`binio::MAX_DEPTH`]
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        Self::parse_with(text, &Limits::default())
    }

    /// Parses a file using another limit for the nesting.
    ///
    /// # Errors
    /// See [`parse`](Self::parse).
    pub fn parse_with(text: &[u8], limits: &Limits) -> Result<Self, Error> {
        parse::xml(text, limits)
    }

    /// Returns the outermost element. The text must be the one that this tree was parsed from; with any other text,
    /// names and values will be wrong or empty.
    pub fn root<'a, 't>(&'t self, text: &'a [u8]) -> Element<'a, 't> {
        let index = self.nodes.iter().position(|node| node.kind == NodeKind::Element).unwrap_or(0);
        Element { tree: self, text, index: index as u32 }
    }

    /// Returns the element with this number; see [`Element::index`].
    pub fn element<'a, 't>(&'t self, text: &'a [u8], index: u32) -> Option<Element<'a, 't>> {
        let node = self.nodes.get(index as usize)?;
        (node.kind == NodeKind::Element).then_some(Element { tree: self, text, index })
    }

    /// Iterates over the elements that come after the root. No engine reads them.
    pub fn behind_root<'a, 't>(&'t self, text: &'a [u8]) -> impl Iterator<Item = Element<'a, 't>> {
        let root = self.root(text);
        Children { tree: self, text, at: root.node().map_or(u32::MAX, |node| node.next), end: self.nodes.len() as u32 }
    }

    /// Returns the number of elements and texts.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always returns false, because every file has a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

/// An element in an XML file, with its attributes and everything in it. It is cheap to copy.
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

    /// Returns the number of this element in the tree, by which [`XmlTree::element`] will find it again. Elements and
    /// texts are counted in file order.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// Returns the name of the element.
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

    /// Returns the range of the element, including its tags.
    pub fn span(&self) -> Span {
        self.node().map_or(Span::default(), |node| node.span)
    }

    /// Returns the offset of the first byte, which you need for findings.
    pub fn offset(&self) -> u64 {
        u64::from(self.span().start)
    }

    /// Returns the bytes of the element, including its tags.
    pub fn raw(&self) -> &'a [u8] {
        self.slice(self.span())
    }

    /// Returns the range of the content, or `None` for an empty element (`<a />`).
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

    /// Returns the attribute with this name. For duplicates, this is the first, as in the engine.
    pub fn attribute_of(&self, name: &str) -> Option<Attribute<'a>> {
        self.attributes().find(|attribute| attribute.name == name.as_bytes())
    }

    /// Returns the value of an attribute as the engine reads it: entities are replaced, and line ends and tabs are
    /// converted to spaces.
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

    /// Returns the text of the element, but not of its descendants. Entities are replaced, the parts are joined, and
    /// parts that only contain white space are left out.
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
    /// The name of the attribute.
    pub name: &'a [u8],
    /// The value between the quotes, exactly as it is in the file. See [`value`](Self::value) for the value without
    /// entities.
    pub raw: &'a [u8],
    /// Where the name is.
    pub name_span: Span,
    /// Where the value is, not including the quotes.
    pub value_span: Span,
}

impl<'a> Attribute<'a> {
    /// Returns the value as the engine reads it: entities are replaced, and line ends and tabs are converted to spaces.
    pub fn value(&self) -> Name<'a> {
        match unescape(self.raw, true).0 {
            Cow::Borrowed(text) => Name::from(text),
            Cow::Owned(text) => Name::from(text),
        }
    }

    /// Returns a note if the value is unusual, because it contains an unknown entity or a NUL.
    pub fn odd(&self) -> Option<&'static str> {
        unescape(self.raw, true).1
    }
}
