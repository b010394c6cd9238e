//! Changes to a text, as ranges and what replaces them.

use alloc::vec::Vec;
use core::ops::Range;

use binio::Path;

use crate::error::{Error, ErrorKind};

/// A range of bytes of a file, below 4 GiB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset of the byte behind the last.
    pub end: u32,
}

impl Span {
    /// The range of these offsets; what is beyond 4 GiB is cut off.
    pub fn new(start: usize, end: usize) -> Self {
        let cut = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { start: cut(start), end: cut(end) }
    }

    /// The range as an index.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The bytes of the range; none if `text` is too short, so that it isn't the text the range was made for.
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.range()).unwrap_or_default()
    }

    /// Number of bytes.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether there is no byte in it.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// Replacements, to be made together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits(Vec<(Span, Vec<u8>)>);

impl Edits {
    /// No edit yet.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Puts `bytes` in the place of `span`.
    pub fn replace(&mut self, span: Span, bytes: impl Into<Vec<u8>>) {
        self.0.push((span, bytes.into()));
    }

    /// Puts `bytes` before the byte at `offset`, behind what was put there earlier.
    pub fn insert(&mut self, offset: u32, bytes: impl Into<Vec<u8>>) {
        self.replace(Span { start: offset, end: offset }, bytes);
    }

    /// Takes `span` out.
    pub fn remove(&mut self, span: Span) {
        self.replace(span, Vec::new());
    }

    /// Whether nothing is to be changed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The changed text.
    ///
    /// # Errors
    /// [`ErrorKind::Edits`]: two edits change the same bytes, or one is outside of `text`.
    pub fn apply(mut self, text: &[u8]) -> Result<Vec<u8>, Error> {
        let fault = |why, at: usize| Error::new(ErrorKind::Edits(why), Path::new()).at(at as u64);
        // Stable: insertions at one place stay in their order, and before what is replaced from there on.
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
