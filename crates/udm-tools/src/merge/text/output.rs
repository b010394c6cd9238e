//! Builds the merged text.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::super::trivia::{after_line, begins_line, has_comment, indent};
use super::{MergeOptions, OnConflict};

/// An element or array that is still open.
#[derive(Clone, Copy)]
struct Level {
    is_array: bool,
    has_lines: bool,
    /// Whether a part was written.
    started: bool,
    /// Whether to leave out commas. This is needed around a conflict, because either side may be removed later.
    no_comma: bool,
}

/// A position to which the text can be reset.
pub(super) struct Mark {
    length: usize,
    levels: Vec<Level>,
    after: After,
}

/// What was written last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    Anything,
    /// A comment that uses up its line.
    Comment,
    /// The last marker of a conflict, including its line break.
    Marker,
}

pub(super) struct Output {
    out: Vec<u8>,
    levels: Vec<Level>,
    after: After,
    line_end: &'static [u8],
    options: MergeOptions,
    /// The indentation of the lines on which parts begin. The innermost level is last.
    indent: Vec<u8>,
}

impl Output {
    pub(super) fn new(ours: &[u8], options: &MergeOptions) -> Self {
        let line = ours.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default();
        let line_end: &[u8] = if line.ends_with(b"\r\n") { b"\r\n" } else { b"\n" };
        let options = options.clone();
        Self { out: Vec::new(), levels: Vec::new(), after: After::Anything, line_end, options, indent: Vec::new() }
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.out
    }

    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { length: self.out.len(), levels: self.levels.clone(), after: self.after }
    }

    pub(super) fn reset(&mut self, mark: Mark) {
        self.out.truncate(mark.length);
        (self.levels, self.after) = (mark.levels, mark.after);
    }

    pub(super) fn open(&mut self, is_array: bool, has_lines: bool) {
        self.levels.push(Level { is_array, has_lines, started: false, no_comma: false });
    }

    pub(super) fn close(&mut self) {
        self.levels.pop();
    }

    fn level(&self) -> Level {
        let none = Level { is_array: false, has_lines: true, started: false, no_comma: false };
        self.levels.last().copied().unwrap_or(none)
    }

    pub(super) fn is_in_array(&self) -> bool {
        self.level().is_array
    }

    /// Sets the item count in the head of an array.
    pub(super) fn replace(&mut self, range: Range<usize>, by: &[u8]) {
        if range.end <= self.out.len() {
            self.out.splice(range, by.iter().copied());
        }
    }

    /// Adds text that is not white space.
    pub(super) fn text(&mut self, text: &[u8]) {
        let (Some(first), last) = (text.first(), self.out.last()) else { return };
        if self.after == After::Comment {
            self.out.extend_from_slice(self.line_end);
        } else if last.is_some_and(|last| !is_end(*last)) && !is_end(*first) {
            self.out.push(b' ');
        }
        self.out.extend_from_slice(text);
        self.after = After::Anything;
    }

    /// Adds white space and comments.
    pub(super) fn trivia(&mut self, text: &[u8]) {
        let text = match self.after {
            After::Marker if begins_line(text) => after_line(text),
            After::Comment if !begins_line(text) && has_comment(text) => {
                self.out.extend_from_slice(self.line_end);
                text
            }
            _ => text,
        };
        if text.is_empty() {
            return;
        }
        let slash = self.out.last().is_some_and(|last| !is_end(*last)) && text.first() == Some(&b'/');
        if slash {
            self.out.push(b' ');
        }
        self.out.extend_from_slice(text);
        let line = text.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let open = line.windows(2).any(|two| two == b"//");
        let continued = self.after == After::Comment && !text.contains(&b'\n');
        self.after = if open || continued { After::Comment } else { After::Anything };
    }

    /// Adds the text before a part. If the part was the first on its side and is not the first here, or the other way
    /// round, this has to be adapted.
    pub(super) fn lead(&mut self, lead: &[u8], was_first: bool) {
        let level = self.level();
        let begins_text = self.levels.len() == 1 && self.out.is_empty();
        if level.is_array && level.started && !level.no_comma {
            self.out.push(b',');
        }
        if let Some(level) = self.levels.last_mut() {
            (level.started, level.no_comma) = (true, false);
        }
        if begins_text && !was_first && begins_line(lead) {
            self.trivia(after_line(lead));
        } else if level.started
            && level.has_lines
            && self.after != After::Marker
            && !begins_line(lead)
            && !level.is_array
        {
            self.out.extend_from_slice(self.line_end);
            self.after = After::Anything;
            if has_comment(lead) {
                self.trivia(lead);
            } else {
                let indent = self.indent.clone();
                self.out.extend_from_slice(&indent);
            }
        } else {
            self.trivia(lead);
        }
        if lead.contains(&b'\n') {
            self.indent = indent(lead).to_vec();
        } else if self.levels.len() == 1 {
            self.indent = Vec::new();
        }
    }

    pub(super) fn trail(&mut self, trail: &[u8]) {
        self.trivia(trail);
    }

    /// Adds the comments before a part, on their own lines.
    pub(super) fn comments(&mut self, lead: &[u8]) {
        if has_comment(lead) {
            let end = lead.len().saturating_sub(indent(lead).len());
            let (lines, _) = lead.split_at_checked(end).unwrap_or((lead, &[]));
            let kept = lines.trim_ascii_end();
            self.trivia(kept);
        }
    }

    /// Adds both values between markers, or only ours.
    pub(super) fn conflict(&mut self, path: &str, ours: Option<&[u8]>, theirs: Option<&[u8]>) {
        if self.options.on_conflict == OnConflict::Ours {
            if let Some(ours) = ours {
                let level = self.level();
                if level.is_array && level.started && !level.no_comma {
                    self.out.push(b',');
                }
                self.fresh_line();
                self.out.extend_from_slice(ours);
                let last = ours.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
                self.after = if last.windows(2).any(|two| two == b"//") { After::Comment } else { After::Anything };
                if let Some(level) = self.levels.last_mut() {
                    (level.started, level.no_comma) = (true, false);
                }
            }
            return;
        }
        self.fresh_line();
        let labels = self.options.labels.clone();
        self.marker(b'<', &[&labels.0, path]);
        self.side(ours);
        self.marker(b'=', &[]);
        self.side(theirs);
        self.marker(b'>', &[&labels.1, path]);
        self.after = After::Marker;
        if let Some(level) = self.levels.last_mut() {
            (level.started, level.no_comma, level.has_lines) = (true, true, true);
        }
    }

    /// Starts a new line, unless we are at the beginning of one.
    fn fresh_line(&mut self) {
        let end =
            self.out.iter().rposition(|byte| !matches!(byte, b' ' | b'\t')).map_or(0, |end| end.saturating_add(1));
        let blank = end == 0 || self.out.get(end.saturating_sub(1)) == Some(&b'\n');
        if self.after == After::Marker || self.out.is_empty() {
            return;
        }
        self.out.truncate(end);
        if !blank {
            self.out.extend_from_slice(self.line_end);
        }
    }

    fn side(&mut self, text: Option<&[u8]>) {
        if let Some(text) = text {
            self.out.extend_from_slice(text);
            if text.last() != Some(&b'\n') {
                self.out.extend_from_slice(self.line_end);
            }
        }
    }

    fn marker(&mut self, byte: u8, words: &[&str]) {
        self.out.extend(vec![byte; self.options.marker_size.max(7)]);
        for word in words {
            self.out.push(b' ');
            self.out.extend(word.bytes().map(|byte| if byte.is_ascii_control() { b'?' } else { byte }));
        }
        self.out.extend_from_slice(self.line_end);
    }
}

/// Returns `true` if a bare string ends at this byte.
fn is_end(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b || b"{}[]<>$,:;".contains(&byte)
}
