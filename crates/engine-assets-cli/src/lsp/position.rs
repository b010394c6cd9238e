//! Converts between byte offsets and the positions of editors, which count UTF-16 units.

use super::protocol::{Position, Range};

/// The distance between two marks in bytes. To find a position, at most this number of bytes must be counted.
const STEP: usize = 256;

/// A text with the offsets of its lines. Use this to convert positions in bounded time, even if the text is a single
/// line.
pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
    /// The number of UTF-16 units before every [`STEP`] bytes.
    marks: Vec<usize>,
}

/// Counts the UTF-16 units in these bytes. A character is counted at its first byte.
fn units(bytes: &[u8]) -> usize {
    bytes.iter().map(|byte| usize::from(*byte & 0xc0 != 0x80) + usize::from(*byte >= 0xf0)).sum()
}

impl<'t> Lines<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let ends_line = |(at, byte): (usize, &u8)| match byte {
            b'\n' => Some(at + 1),
            b'\r' if bytes.get(at + 1) != Some(&b'\n') => Some(at + 1),
            _ => None,
        };
        let starts = std::iter::once(0).chain(bytes.iter().enumerate().filter_map(ends_line)).collect();
        let mut sum = 0;
        let mark = |chunk: &[u8]| {
            let before = sum;
            sum += units(chunk);
            before
        };
        let marks = bytes.chunks(STEP).map(mark).collect();
        Self { text, starts, marks }
    }

    /// Returns the number of UTF-16 units before a byte offset.
    fn units_before(&self, offset: usize) -> usize {
        let index = (offset / STEP).min(self.marks.len().saturating_sub(1));
        let mark = self.marks.get(index).copied().unwrap_or(0);
        mark + units(self.text.as_bytes().get(index * STEP..offset).unwrap_or_default())
    }

    /// Returns the position of a byte offset. If the offset is within a character, this is the position of the
    /// character.
    pub(super) fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        Position { line: clamped(line), character: clamped(self.units_before(offset) - self.units_before(start)) }
    }

    pub(super) fn range(&self, range: std::ops::Range<usize>) -> Range {
        Range { start: self.position(range.start), end: self.position(range.end) }
    }

    /// Returns the range from a byte offset to the end of its line.
    pub(super) fn line_at(&self, offset: usize) -> Range {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        self.range(offset..self.end(line).max(offset))
    }

    /// Returns the end of a line, without the line break.
    fn end(&self, line: usize) -> usize {
        let Some(next) = self.starts.get(line + 1) else { return self.text.len() };
        let line = self.text.get(..*next).unwrap_or_default();
        ["\r\n", "\n", "\r"].iter().find_map(|end| line.strip_suffix(end)).unwrap_or(line).len()
    }

    /// Returns the byte offset of a position. If the line is shorter, this is the end of the line. If there are not
    /// enough lines, this is the end of the text.
    pub(super) fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line).copied() else { return self.text.len() };
        let end = self.end(line).max(start);
        let wanted = self.units_before(start).saturating_add(position.character as usize);
        let mark = self.marks.partition_point(|mark| *mark <= wanted).saturating_sub(1);
        let mut at = (mark * STEP).clamp(start, end);
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let mut units = self.units_before(at);
        for character in self.text.get(at..end).unwrap_or_default().chars() {
            if units >= wanted {
                break;
            }
            (units, at) = (units + character.len_utf16(), at + character.len_utf8());
        }
        at
    }
}

fn clamped(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn positions_count_utf16_units() {
        let lines = Lines::of("a\n\u{1f600}é b\n");
        for (offset, line, character) in [(0, 0, 0), (2, 1, 0), (6, 1, 2), (8, 1, 3), (11, 2, 0)] {
            assert_eq!(lines.position(offset), at(line, character), "{offset}");
            assert_eq!(lines.offset(at(line, character)), offset);
        }
        assert_eq!((lines.offset(at(0, 99)), lines.offset(at(99, 0)), lines.offset(at(1, u32::MAX))), (1, 11, 10));
        assert_eq!(lines.position(4), at(1, 0), "within a character");
        assert_eq!((Lines::of("").position(7), Lines::of("").offset(at(0, 3))), (at(0, 0), 0));
    }

    #[test]
    fn all_line_ends_of_the_protocol_end_lines() {
        let lines = Lines::of("a\rb\r\nc\n\rd");
        for (offset, line) in [(0, 0), (2, 1), (5, 2), (7, 3), (8, 4)] {
            assert_eq!((lines.position(offset), lines.offset(at(line, 0))), (at(line, 0), offset));
        }
        assert_eq!((lines.offset(at(0, 9)), lines.offset(at(1, 9)), lines.offset(at(3, 9))), (1, 3, 7));
        assert_eq!(lines.line_at(2), Range { start: at(1, 0), end: at(1, 1) });
    }

    /// Checks that marks don't change a position, even if they are within a character.
    #[test]
    fn long_lines_agree_with_counting() {
        let text = format!("x\n{}\nend", "é\u{1f600}a€".repeat(400));
        let lines = Lines::of(&text);
        for (offset, _) in text.char_indices() {
            let before = &text[..offset];
            let line = before.matches('\n').count();
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            let position = at(line as u32, text[start..offset].encode_utf16().count() as u32);
            assert_eq!((lines.position(offset), lines.offset(position)), (position, offset));
        }
    }
}
