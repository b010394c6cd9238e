//! The XML parser.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::num::NonZeroU32;

use binio::Limits;
use quick_xml::Reader;
use quick_xml::events::attributes::AttrError;
use quick_xml::events::{BytesStart, Event};

use super::super::{Span, byte_order_mark, too_deep, xml_error};
use super::{AttributeSpans, Node, NodeKind, XmlTree};
use crate::error::{Error, ErrorKind};

pub(super) fn xml(text: &[u8], limits: &Limits) -> Result<XmlTree, Error> {
    let base = byte_order_mark(text)?;
    let body = text.get(base..).unwrap_or_default();
    let mut reader = Reader::from_reader(body);
    reader.config_mut().allow_dangling_amp = true;
    let mut build = Build {
        text,
        base,
        depth: limits.depth(),
        tree: XmlTree { nodes: Vec::new(), attributes: Vec::new() },
        open: Vec::new(),
        blank: Span::default(),
    };
    loop {
        let start = base + reader.buffer_position() as usize;
        let event = reader.read_event();
        let event = event.map_err(|error| xml_error(error.to_string(), base + reader.error_position() as usize))?;
        let span = Span::new(start, base + reader.buffer_position() as usize);
        match event {
            Event::Start(tag) => build.element(&tag, span, true)?,
            Event::Empty(tag) => build.element(&tag, span, false)?,
            Event::End(_) => build.end(span)?,
            Event::Text(text) if text.iter().all(u8::is_ascii_whitespace) => build.blank(span),
            Event::Text(_) | Event::GeneralRef(_) => build.text(span),
            Event::CData(_) => build.leaf(NodeKind::CData, span),
            // The engine skips document types, so that no entity can be declared.
            Event::DocType(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            Event::Eof => return build.finish(span),
        }
    }
}

struct Build<'x> {
    text: &'x [u8],
    base: usize,
    depth: u16,
    tree: XmlTree,
    /// The elements that are open.
    open: Vec<u32>,
    /// White space that only belongs to the text if more text follows.
    blank: Span,
}

impl Build<'_> {
    fn element(&mut self, tag: &BytesStart<'_>, span: Span, has_content: bool) -> Result<(), Error> {
        if self.open.len() >= usize::from(self.depth) {
            return Err(too_deep(span.start as usize));
        }
        let index = self.tree.nodes.len() as u32;
        let attributes = self.tree.attributes.len() as u32;
        for attribute in tag.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| attribute_error(error, span))?;
            let name = self.span_of(attribute.key.as_ref(), span)?;
            let value = self.span_of(&attribute.value, span)?;
            self.tree.attributes.push(AttributeSpans { name, value });
        }
        let content = has_content.then(|| NonZeroU32::new(span.end)).flatten().map(|start| (start, span.end));
        let name_len = tag.name().as_ref().len() as u32;
        self.tree.nodes.push(Node { kind: NodeKind::Element, span, content, name_len, attributes, next: index + 1 });
        if has_content {
            self.open.push(index);
        }
        Ok(())
    }

    /// Returns where a part of a tag is. The part must be borrowed from the text.
    fn span_of(&self, part: &[u8], tag: Span) -> Result<Span, Error> {
        let start = (part.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize);
        let inside = start.filter(|start| *start >= tag.start as usize && start + part.len() <= tag.end as usize);
        let start = inside.ok_or_else(|| xml_error("a tag that can't be located", tag.start as usize))?;
        Ok(Span::new(start, start + part.len()))
    }

    fn end(&mut self, tag: Span) -> Result<(), Error> {
        let next = self.tree.nodes.len() as u32;
        let open = self.open.pop().and_then(|index| self.tree.nodes.get_mut(index as usize));
        let open = open.ok_or_else(|| xml_error("an end tag without a start tag", tag.start as usize))?;
        open.span.end = tag.end;
        open.content = open.content.map(|(start, _)| (start, tag.start));
        open.next = next;
        Ok(())
    }

    /// Adds white space, which belongs to the text before or after it.
    fn blank(&mut self, span: Span) {
        match self.tree.nodes.last_mut() {
            Some(last) if last.kind == NodeKind::Text && last.span.end == span.start => last.span.end = span.end,
            _ => self.blank = span,
        }
    }

    /// Adds text. If it follows other text or an entity, they become a single text.
    fn text(&mut self, mut span: Span) {
        if self.blank.end == span.start && !self.blank.is_empty() {
            span.start = self.blank.start;
        }
        match self.tree.nodes.last_mut() {
            Some(last) if last.kind == NodeKind::Text && last.span.end == span.start => last.span.end = span.end,
            _ => self.leaf(NodeKind::Text, span),
        }
    }

    fn leaf(&mut self, kind: NodeKind, span: Span) {
        let next = self.tree.nodes.len() as u32 + 1;
        let attributes = self.tree.attributes.len() as u32;
        self.tree.nodes.push(Node { kind, span, content: None, name_len: 0, attributes, next });
    }

    fn finish(self, end: Span) -> Result<XmlTree, Error> {
        if !self.open.is_empty() {
            return Err(xml_error("the file ends inside an element", end.start as usize));
        }
        if !self.tree.nodes.iter().any(|node| node.kind == NodeKind::Element) {
            return Err(Error::new(ErrorKind::NoRoot, binio::Path::new()).at(self.base as u64));
        }
        Ok(self.tree)
    }
}

/// Converts an error about an attribute, so that it has the offset in the file.
#[cold]
fn attribute_error(error: AttrError, tag: Span) -> Error {
    let (message, at) = match error {
        AttrError::ExpectedEq(at) => ("`=` expected after an attribute name", at),
        AttrError::ExpectedValue(at) => ("the value of an attribute expected", at),
        AttrError::UnquotedValue(at) => ("an attribute value must be in quotes", at),
        AttrError::ExpectedQuote(at, _) => ("an attribute's value does not end", at),
        AttrError::Duplicated(at, _) => ("a second attribute of this name", at),
    };
    // Positions count from the byte after the `<`.
    xml_error(message, tag.start as usize + 1 + at)
}
