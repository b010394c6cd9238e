//! Edits to JSON values.

use alloc::vec::Vec;

use super::super::{Edits, Span, indentation, layout, line_start};
use super::parse::skip_blank;
use super::{JsonKind, JsonValue, JsonWriter};
use crate::error::Error;

impl JsonValue<'_, '_> {
    /// Replaces this value with a new value.
    ///
    /// # Errors
    /// Returns any error from the writer.
    pub fn replace(
        &self,
        edits: &mut Edits,
        new: impl FnOnce(&mut JsonWriter) -> &mut JsonWriter,
    ) -> Result<(), Error> {
        let span = self.span();
        let text = self.written(indentation(self.text, span.start as usize), new)?;
        if text != self.raw() {
            edits.replace(span, text);
        }
        Ok(())
    }

    /// Sets the value of the member with this name. If there is none, a member is appended in the same layout as the
    /// others.
    ///
    /// # Errors
    /// Returns any error from the writer, and an error if this is not an object.
    pub fn set_member(
        &self,
        name: &str,
        edits: &mut Edits,
        new: impl FnOnce(&mut JsonWriter) -> &mut JsonWriter,
    ) -> Result<(), Error> {
        self.has_kind(JsonKind::Object, "not an object")?;
        match self.get(name) {
            Some(value) => value.replace(edits, new),
            None => self.append(edits, |writer| {
                writer.member(name);
                new(writer)
            }),
        }
    }

    /// Appends an item to an array, in the same layout as the others.
    ///
    /// # Errors
    /// Returns any error from the writer, and an error if this is not an array.
    pub fn push_item(
        &self,
        edits: &mut Edits,
        new: impl FnOnce(&mut JsonWriter) -> &mut JsonWriter,
    ) -> Result<(), Error> {
        self.has_kind(JsonKind::Array, "not an array")?;
        self.append(edits, new)
    }

    /// Inserts an item into an array before the item at `index`, in the same layout as the others. If there are fewer
    /// items, it is appended.
    ///
    /// # Errors
    /// Returns any error from the writer, and an error if this is not an array.
    pub fn insert_item(
        &self,
        index: usize,
        edits: &mut Edits,
        new: impl FnOnce(&mut JsonWriter) -> &mut JsonWriter,
    ) -> Result<(), Error> {
        self.has_kind(JsonKind::Array, "not an array")?;
        self.insert(index, edits, new)
    }

    /// Inserts a member into an object before the member at `index`, in the same layout as the others. If there are
    /// fewer members, it is appended.
    ///
    /// # Errors
    /// Returns any error from the writer, and an error if this is not an object.
    pub fn insert_member(
        &self,
        index: usize,
        name: &str,
        edits: &mut Edits,
        new: impl FnOnce(&mut JsonWriter) -> &mut JsonWriter,
    ) -> Result<(), Error> {
        self.has_kind(JsonKind::Object, "not an object")?;
        self.insert(index, edits, |writer| {
            writer.member(name);
            new(writer)
        })
    }

    /// Removes the member or item at `index`, and returns whether there was one.
    pub fn remove_at(&self, index: usize, edits: &mut Edits) -> bool {
        self.remove_where(|other| other == index, edits) > 0
    }

    /// Removes all members or items for which `is_removed` returns true, given their index. Returns how many there
    /// were. Use this to remove several at once, because separate edits could overlap.
    pub fn remove_where(&self, mut is_removed: impl FnMut(usize) -> bool, edits: &mut Edits) -> usize {
        let mut removed = 0;
        // The comma after the last item that stays.
        let mut last_comma = None;
        for (index, span) in self.item_spans().into_iter().enumerate() {
            let comma = self.comma_behind(span.end);
            if !is_removed(index) {
                last_comma = comma;
                continue;
            }
            removed += 1;
            let before = self.text.get(..span.start as usize).unwrap_or_default();
            let blank = before.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
            let end = comma.map_or(span.end as usize, |comma| comma + 1);
            edits.remove(Span::new(before.len() - blank, end));
            if let Some(comma) = last_comma.filter(|_| comma.is_none()) {
                edits.remove(Span::new(comma, comma + 1));
            }
        }
        removed
    }

    fn has_kind(&self, kind: JsonKind, otherwise: &'static str) -> Result<(), Error> {
        if self.kind() == kind { Ok(()) } else { Err(super::super::json_error(otherwise, self.span().start as usize)) }
    }

    /// Returns where the items are. For members, this includes the key.
    fn item_spans(&self) -> Vec<Span> {
        let members =
            self.members().map(|member| Span { start: member.key.span().start, end: member.value.span().end });
        self.items().map(|item| item.span()).chain(members).collect()
    }

    fn comma_behind(&self, end: u32) -> Option<usize> {
        skip_blank(self.text, end as usize).filter(|at| self.text.get(*at) == Some(&b','))
    }

    fn insert(
        &self,
        index: usize,
        edits: &mut Edits,
        new: impl FnOnce(&mut JsonWriter) -> &mut JsonWriter,
    ) -> Result<(), Error> {
        let spans = self.item_spans();
        let Some(next) = spans.get(index) else { return self.append(edits, new) };
        let lead = line_start(self.text, next.start as usize).map(|line| line.of(self.text));
        let mut item = self.written(indentation(self.text, next.start as usize), new)?;
        item.push(b',');
        item.extend_from_slice(lead.unwrap_or(b" "));
        edits.insert(next.start, item);
        Ok(())
    }

    fn append(&self, edits: &mut Edits, new: impl FnOnce(&mut JsonWriter) -> &mut JsonWriter) -> Result<(), Error> {
        let span = self.span();
        let (newline, unit) = layout(self.text);
        if let Some(last) = self.item_spans().last() {
            let lead = line_start(self.text, last.start as usize).map(|line| line.of(self.text));
            let mut item = lead.unwrap_or(b" ").to_vec();
            item.append(&mut self.written(indentation(self.text, last.start as usize), new)?);
            match self.comma_behind(last.end) {
                // A trailing comma: the new last item gets one too.
                Some(comma) => {
                    item.push(b',');
                    edits.insert(comma as u32 + 1, item);
                }
                None => {
                    item.insert(0, b',');
                    edits.insert(last.end, item);
                }
            }
            return Ok(());
        }
        let indent = indentation(self.text, span.start as usize);
        let inner = [indent, unit].concat();
        let body = self.written(&inner, new)?;
        let body = [newline, &inner, &body, newline, indent].concat();
        let content = Span { start: span.start.saturating_add(1), end: span.end.saturating_sub(1) };
        if content.of(self.text).iter().all(u8::is_ascii_whitespace) {
            edits.replace(content, body);
        } else {
            edits.insert(content.end, body);
        }
        Ok(())
    }

    /// Returns a new value. All its lines except the first begin with `indent`.
    fn written(&self, indent: &[u8], new: impl FnOnce(&mut JsonWriter) -> &mut JsonWriter) -> Result<Vec<u8>, Error> {
        let (newline, unit) = layout(self.text);
        let mut writer = JsonWriter::fragment(newline, unit, indent);
        new(&mut writer);
        writer.finish()
    }
}
