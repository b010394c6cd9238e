//! Lines and characters of editors: UTF-16 units.

use lsp_types::{Position, Range};

/// A text with the offsets of its lines.
pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1)).collect();
        Self { text, starts }
    }

    /// The position of a byte.
    pub(super) fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = self.text.get(start..offset).unwrap_or_default();
        Position::new(clamped(line), clamped(before.encode_utf16().count()))
    }

    pub(super) fn range(&self, range: std::ops::Range<usize>) -> Range {
        Range::new(self.position(range.start), self.position(range.end))
    }

    /// From a byte to the end of its line.
    pub(super) fn line_at(&self, offset: usize) -> Range {
        let offset = offset.min(self.text.len());
        let rest = self.text.as_bytes().get(offset..).unwrap_or_default();
        let length = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        self.range(offset..offset + length)
    }

    /// The byte at a position; the end of the line if it is longer.
    pub(super) fn offset(&self, position: Position) -> usize {
        let start = self.starts.get(position.line as usize).copied().unwrap_or(self.text.len());
        let line = self.text.get(start..).unwrap_or_default().split('\n').next().unwrap_or_default();
        let mut units = 0_usize;
        for (at, character) in line.char_indices() {
            if units >= position.character as usize {
                return start + at;
            }
            units += character.len_utf16();
        }
        start + line.len()
    }
}

fn clamped(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_utf16_units() {
        let lines = Lines::of("a\n\u{1f600}é b\n");
        for (offset, line, character) in [(0, 0, 0), (2, 1, 0), (6, 1, 2), (8, 1, 3), (11, 2, 0)] {
            assert_eq!(lines.position(offset), Position::new(line, character), "{offset}");
            assert_eq!(lines.offset(Position::new(line, character)), offset);
        }
        assert_eq!(lines.offset(Position::new(0, 99)), 1);
        assert_eq!(lines.offset(Position::new(99, 0)), 11);
    }
}
