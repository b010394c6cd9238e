//! Resolves the conflicts in a merged text.

use std::collections::VecDeque;

use super::conflict::{Found, Stored, found, line_end};
use super::item::{Item, Role, Syntax};
use super::{Side, Unresolved};

/// Writes a document, and asks `pick` how to resolve each conflict.
pub(super) struct Resolving<'p> {
    pub(super) syntax: Syntax,
    pub(super) text: &'p [u8],
    pub(super) pick: &'p mut dyn FnMut(&Unresolved) -> Option<Side>,
    pub(super) out: Vec<u8>,
    /// Conflicts that are not resolved.
    pub(super) left: Vec<Unresolved>,
    /// An offset, and the number of lines before it.
    counted: (usize, usize),
    newline: &'static [u8],
}

impl<'p> Resolving<'p> {
    pub(super) fn new(syntax: Syntax, text: &'p [u8], pick: &'p mut dyn FnMut(&Unresolved) -> Option<Side>) -> Self {
        let out = Vec::with_capacity(text.len());
        Self { syntax, text, pick, out, left: Vec::new(), counted: (0, 1), newline: line_end(text) }
    }

    /// Writes an item. Returns whether it still exists.
    pub(super) fn item(&mut self, item: &Item<'_>, is_first: bool) -> bool {
        let marks = found(self.syntax, item.lead, self.newline);
        let (mut lead, mut at) = (Vec::new(), 0);
        let mut change = Change::default();
        for mark in marks {
            let conflict = self.unresolved(item, &mark);
            let range = mark.range.clone();
            match (self.pick)(&conflict) {
                Some(side) if change.apply(self.syntax, mark, side) => {
                    lead.extend_from_slice(item.lead.get(at..range.start).unwrap_or_default());
                    at = range.end;
                }
                _ => self.left.push(conflict),
            }
        }
        if change.is_removed {
            return false;
        }
        if !is_first {
            self.out.extend_from_slice(self.syntax.separator());
        }
        self.out.append(&mut lead);
        self.out.extend_from_slice(item.lead.get(at..).unwrap_or_default());
        match (&change.text, &item.body) {
            (Some(text), _) => self.out.extend_from_slice(text),
            (None, None) => self.out.extend_from_slice(item.text),
            (None, Some(_)) => self.body(item, change.attributes),
        }
        true
    }

    fn body(&mut self, item: &Item<'_>, mut attributes: VecDeque<Vec<u8>>) {
        let Some(body) = &item.body else { return };
        self.out.extend_from_slice(body.open);
        let mut count = 0_usize;
        for part in &body.items {
            if part.role == Role::Content {
                for text in attributes.drain(..).filter(|text| text.contains(&b'=')) {
                    self.out.push(b' ');
                    self.out.extend_from_slice(&text);
                }
            }
            let changed = attributes
                .iter()
                .position(|text| name_of(text) == &*part.kind)
                .filter(|_| part.role == Role::Attribute);
            match changed.and_then(|index| attributes.remove(index)) {
                Some(text) if text.contains(&b'=') => {
                    self.out.extend_from_slice(part.lead);
                    self.out.extend_from_slice(&text);
                }
                Some(_) => {}
                None => count += usize::from(self.item(part, count == 0)),
            }
        }
        self.out.extend_from_slice(body.tail);
    }

    fn unresolved(&mut self, item: &Item<'_>, mark: &Found) -> Unresolved {
        // The item borrows its text from the document.
        let lead = (item.lead.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let at = lead.saturating_add(mark.range.start);
        let (from, lines) = self.counted;
        let more = self.text.get(from..at).unwrap_or_default().iter().filter(|byte| **byte == b'\n').count();
        self.counted = (at.max(from), lines + more);
        Unresolved { path: mark.path.clone(), line: lines + more, ours: mark.ours.shown(), theirs: mark.theirs.shown() }
    }
}

/// Returns the name of an attribute, with or without a value.
fn name_of(attribute: &[u8]) -> &[u8] {
    attribute.split(|byte| *byte == b'=').next().unwrap_or_default().trim_ascii()
}

/// What the resolved conflicts change in an item.
#[derive(Default)]
struct Change {
    is_removed: bool,
    text: Option<Vec<u8>>,
    /// Attributes to set on an XML element. An attribute without a value is removed.
    attributes: VecDeque<Vec<u8>>,
}

impl Change {
    /// Uses this side. Returns false if only a person can do it.
    fn apply(&mut self, syntax: Syntax, mark: Found, side: Side) -> bool {
        let attribute = [&mark.ours, &mark.theirs].into_iter().find_map(|stored| match stored {
            Stored::Text(text) => is_attribute(text).then(|| name_of(text).to_vec()),
            _ => None,
        });
        let was_removed = mark.ours == Stored::Removed;
        let chosen = if side == Side::Ours { mark.ours } else { mark.theirs };
        match (attribute, chosen) {
            (Some(_), Stored::Text(text)) if !is_attribute(&text) => return false,
            (Some(_), Stored::Text(text)) => self.attributes.push_back(text),
            (Some(name), _) => self.attributes.push_back(name),
            (None, Stored::Removed) => self.is_removed = true,
            (None, Stored::Inside(_)) => return side == Side::Ours,
            // The document already has ours, or theirs if ours has removed it.
            (None, Stored::Text(_)) if (side == Side::Ours) != was_removed => {}
            // An edit has damaged the comment: the text would replace a whole element.
            (None, Stored::Text(text)) if syntax == Syntax::Xml && !text.starts_with(b"<") => return false,
            (None, Stored::Text(text)) => self.text = Some(text),
        }
        true
    }
}

/// Checks whether the text of a side is an XML attribute.
fn is_attribute(text: &[u8]) -> bool {
    let name = name_of(text);
    text.contains(&b'=')
        && !name.is_empty()
        && !name.contains(&b'<')
        && !name.contains(&b'"')
        && matches!(text.last(), Some(b'"' | b'\''))
}
