//! Lines of the common ancestor.

use alloc::collections::BTreeSet;

/// The lines of a text, without the white space around them.
pub(super) struct BaseLines<'t> {
    text: &'t [u8],
    lines: BTreeSet<&'t [u8]>,
    /// Bytes that may still be searched for parts of lines: many parts with many comments each could search the whole text.
    left: usize,
}

impl<'t> BaseLines<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).collect();
        Self { text, lines, left: text.len().saturating_mul(64) }
    }

    /// Returns whether the text contains `line`, as a line or as a part of one. After many searches only lines are found.
    pub(super) fn contains(&mut self, line: &[u8]) -> bool {
        if self.lines.contains(line) {
            return true;
        }
        let left = self.left.checked_sub(self.text.len());
        self.left = left.unwrap_or(self.left);
        left.is_some() && self.text.windows(line.len().max(1)).any(|part| part == line)
    }
}
