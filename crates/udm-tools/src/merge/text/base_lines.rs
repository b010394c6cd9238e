//! Looks for lines of the common ancestor.

use alloc::collections::BTreeSet;

/// The lines of a text, without the white space around them.
pub(super) struct BaseLines<'t> {
    text: &'t [u8],
    lines: BTreeSet<&'t [u8]>,
    /// How many bytes can still be searched for parts of lines. This must be limited, because with many comments we
    /// could search the whole text every time.
    left: usize,
}

impl<'t> BaseLines<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).collect();
        Self { text, lines, left: text.len().saturating_mul(64) }
    }

    /// Returns `true` if the text contains `line`, or a line that contains it. After many searches, this only finds
    /// whole lines.
    pub(super) fn contains(&mut self, line: &[u8]) -> bool {
        if self.lines.contains(line) {
            return true;
        }
        let left = self.left.checked_sub(self.text.len());
        self.left = left.unwrap_or(self.left);
        left.is_some() && self.text.windows(line.len().max(1)).any(|part| part == line)
    }
}
