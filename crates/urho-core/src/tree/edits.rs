//! Edits to a text, as ranges and what will replace them.

use alloc::vec::Vec;
use core::ops::Range;

use binio::Path;

use crate::error::{Error, ErrorKind};

/// A byte range in a file, which must be less than 4 GiB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Creates a range. Offsets are clamped to 4 GiB.
    pub fn new(start: usize, end: usize) -> Self {
        let cut = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { start: cut(start), end: cut(end) }
    }

    /// Converts this to a standard range that you can use as an index.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the bytes in this range. If `text` is too short, it does not belong to this range, and the result is
    /// empty.
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.range()).unwrap_or_default()
    }

    /// Returns the number of bytes.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Returns whether the range is empty.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// A list of edits to a text. The edits do not take effect until you call [`apply`](Self::apply), so you can use the
/// same tree to make all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits(Vec<(Span, Vec<u8>)>);

impl Edits {
    /// Creates a list that contains no edits.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Replaces the bytes in `span` with `bytes`.
    pub fn replace(&mut self, span: Span, bytes: impl Into<Vec<u8>>) {
        self.0.push((span, bytes.into()));
    }

    /// Inserts `bytes` before the byte at `offset`. If something was already inserted there, the new bytes come after
    /// it.
    pub fn insert(&mut self, offset: u32, bytes: impl Into<Vec<u8>>) {
        self.replace(Span { start: offset, end: offset }, bytes);
    }

    /// Removes the bytes in `span`.
    pub fn remove(&mut self, span: Span) {
        self.replace(span, Vec::new());
    }

    /// Adds all edits from another list. Both lists must be for the same text.
    pub fn append(&mut self, mut other: Self) {
        self.0.append(&mut other.0);
    }

    /// Returns whether there are no edits.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Applies the edits to the text that they were made for, and returns the new text. A tree of the old text must not
    /// be used with it.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Edits`] when two edits change the same bytes, or when an edit is out of bounds.
    pub fn apply(mut self, text: &[u8]) -> Result<Vec<u8>, Error> {
        let fault = |why, at: usize| Error::new(ErrorKind::Edits(why), Path::new()).at(at as u64);
        // Stable: insertions at one offset stay in order, before a replacement that starts there.
        self.0.sort_by_key(|(span, _)| (span.start, span.end));
        let added: usize = self.0.iter().map(|(_, bytes)| bytes.len()).sum();
        let mut changed = Vec::with_capacity(text.len().saturating_add(added));
        let mut at = 0;
        for (span, bytes) in &self.0 {
            let range = span.range();
            let between = text.get(at..range.start).ok_or_else(|| fault("two edits overlap", range.start))?;
            if range.start > range.end || range.end > text.len() {
                return Err(fault("an edit is outside of the text", range.end));
            }
            changed.extend_from_slice(between);
            changed.extend_from_slice(bytes);
            at = range.end;
        }
        changed.extend_from_slice(text.get(at..).unwrap_or_default());
        Ok(changed)
    }
}
