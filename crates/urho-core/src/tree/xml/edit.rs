//! Edits to XML elements.

use alloc::vec::Vec;

use binio::Path;

use super::super::escape::{escape_attribute, escape_quote};
use super::super::{Edits, Span, indentation, layout, line_start};
use super::{Element, XmlWriter};
use crate::error::{Error, ErrorKind};

impl Element<'_, '_> {
    /// Sets an attribute. If it exists, only the text between its quotes is replaced; otherwise it is added after the
    /// others.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotInText`] if the value contains a NUL.
    pub fn set_attribute(&self, name: &str, value: &[u8], edits: &mut Edits) -> Result<(), Error> {
        let mut text = Vec::new();
        escape_attribute(&mut text, value).map_err(|why| Error::new(ErrorKind::NotInText(why), Path::new()))?;
        if let Some(attribute) = self.attribute_of(name) {
            if self.text.get(attribute.value_span.end as usize) == Some(&b'\'') {
                text = escape_quote(&text);
            }
            if text != attribute.raw {
                edits.replace(attribute.value_span, text);
            }
            return Ok(());
        }
        let mut added = alloc::format!(" {name}=\"").into_bytes();
        added.append(&mut text);
        added.push(b'"');
        edits.insert(self.head_end(), added);
        Ok(())
    }

    /// Removes an attribute and the white space before it. Returns whether there was one.
    pub fn remove_attribute(&self, name: &str, edits: &mut Edits) -> bool {
        let Some(attribute) = self.attribute_of(name) else { return false };
        let before = self.text.get(..attribute.name_span.start as usize).unwrap_or_default();
        let blank = before.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        edits.remove(Span::new(before.len() - blank, attribute.value_span.end as usize + 1));
        true
    }

    /// Removes the element. If it is the first on its line, the line end before it is removed too.
    pub fn remove(&self, edits: &mut Edits) {
        let span = self.span();
        let line = line_start(self.text, span.start as usize);
        edits.remove(Span { start: line.map_or(span.start, |line| line.start), end: span.end });
    }

    /// Replaces the element with a new element.
    ///
    /// # Errors
    /// Returns any error from the writer.
    pub fn replace(&self, edits: &mut Edits, new: impl FnOnce(&mut XmlWriter) -> &mut XmlWriter) -> Result<(), Error> {
        let span = self.span();
        edits.replace(span, self.written(span.start, new)?);
        Ok(())
    }

    /// Inserts a new element after this one. If this element is on its own line, the new element will be too.
    ///
    /// # Errors
    /// Returns any error from the writer.
    pub fn insert_after(
        &self,
        edits: &mut Edits,
        new: impl FnOnce(&mut XmlWriter) -> &mut XmlWriter,
    ) -> Result<(), Error> {
        let span = self.span();
        let lead = line_start(self.text, span.start as usize).map(|line| line.of(self.text)).unwrap_or_default();
        let mut text = lead.to_vec();
        text.append(&mut self.written(span.start, new)?);
        edits.insert(span.end, text);
        Ok(())
    }

    /// Inserts a new element before this one. If this element is on its own line, the new element will be too.
    ///
    /// # Errors
    /// Returns any error from the writer.
    pub fn insert_before(
        &self,
        edits: &mut Edits,
        new: impl FnOnce(&mut XmlWriter) -> &mut XmlWriter,
    ) -> Result<(), Error> {
        let span = self.span();
        let mut text = self.written(span.start, new)?;
        let lead = line_start(self.text, span.start as usize).map(|line| line.of(self.text)).unwrap_or_default();
        text.extend_from_slice(lead);
        edits.insert(span.start, text);
        Ok(())
    }

    /// Adds a new child element after all others.
    ///
    /// # Errors
    /// Returns any error from the writer.
    pub fn append(&self, edits: &mut Edits, new: impl FnOnce(&mut XmlWriter) -> &mut XmlWriter) -> Result<(), Error> {
        if let Some(last) = self.children().last() {
            return last.insert_after(edits, new);
        }
        let span = self.span();
        let (newline, unit) = layout(self.text);
        let indent = indentation(self.text, span.start as usize);
        let inner = [indent, unit].concat();
        let mut writer = XmlWriter::fragment(newline, unit, &inner);
        new(&mut writer);
        let body = [newline, &inner, &writer.finish()?, newline, indent].concat();
        match self.content_span() {
            // Existing content stays, unless it is white space.
            Some(content) if !content.of(self.text).iter().all(u8::is_ascii_whitespace) => {
                edits.insert(content.end, body);
            }
            Some(content) => edits.replace(content, body),
            None => {
                let close = [b">", body.as_slice(), b"</", &self.name(), b">"].concat();
                edits.replace(Span { start: self.head_end(), end: span.end }, close);
            }
        }
        Ok(())
    }

    /// Writes a new element in the same layout as the line at `at`.
    fn written(&self, at: u32, new: impl FnOnce(&mut XmlWriter) -> &mut XmlWriter) -> Result<Vec<u8>, Error> {
        let (newline, unit) = layout(self.text);
        let mut writer = XmlWriter::fragment(newline, unit, indentation(self.text, at as usize));
        new(&mut writer);
        writer.finish()
    }

    /// Returns where the last attribute ends. If there are no attributes, this is where the name ends.
    fn head_end(&self) -> u32 {
        self.attributes().last().map_or(self.name_span().end, |last| last.value_span.end.saturating_add(1))
    }
}
