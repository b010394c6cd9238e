//! Changes to elements: each names the bytes that change.

use alloc::vec::Vec;

use binio::Path;

use super::super::escape::{escape_attribute, escape_quote};
use super::super::{Edits, Span, indentation, layout, line_start};
use super::{Element, XmlWriter};
use crate::error::{Error, ErrorKind};

impl Element<'_, '_> {
    /// Gives an attribute this value: only what stands between its quotes changes, or the attribute is added behind the others.
    ///
    /// # Errors
    /// [`ErrorKind::NotInText`]: a NUL in the value.
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

    /// Takes an attribute out, with the white space before it; whether there was one.
    pub fn remove_attribute(&self, name: &str, edits: &mut Edits) -> bool {
        let Some(attribute) = self.attribute_of(name) else { return false };
        let before = self.text.get(..attribute.name_span.start as usize).unwrap_or_default();
        let blank = before.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        edits.remove(Span::new(before.len() - blank, attribute.value_span.end as usize + 1));
        true
    }

    /// Takes the element out: if it begins its line, with the line end before.
    pub fn remove(&self, edits: &mut Edits) {
        let span = self.span();
        let line = line_start(self.text, span.start as usize);
        edits.remove(Span { start: line.map_or(span.start, |line| line.start), end: span.end });
    }

    /// Adds a new element behind this one, on a line of its own if this one has one.
    ///
    /// # Errors
    /// What the writer refuses.
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

    /// Adds a new element before this one, on a line of its own if this one has one.
    ///
    /// # Errors
    /// What the writer refuses.
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

    /// Adds a new element behind the others inside of this one.
    ///
    /// # Errors
    /// What the writer refuses.
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
            // What was there stays, unless it is white space.
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

    /// A new element, laid out as in the line that `at` is in.
    fn written(&self, at: u32, new: impl FnOnce(&mut XmlWriter) -> &mut XmlWriter) -> Result<Vec<u8>, Error> {
        let (newline, unit) = layout(self.text);
        let mut writer = XmlWriter::fragment(newline, unit, indentation(self.text, at as usize));
        new(&mut writer);
        writer.finish()
    }

    /// Where the last attribute ends, or the name.
    fn head_end(&self) -> u32 {
        self.attributes().last().map_or(self.name_span().end, |last| last.value_span.end.saturating_add(1))
    }
}
