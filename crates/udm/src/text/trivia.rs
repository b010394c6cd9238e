//! White space and comments around the parts of a text.

use alloc::vec::Vec;
use core::ops::Range;

use super::read::BYTE_ORDER_MARK;
use super::scan::is_space;
use super::tree::Tree;

/// Returns the line break to use, which is the first in the text.
pub(super) fn line_end(text: &[u8]) -> &'static [u8] {
    match memchr::memchr(b'\n', text).and_then(|end| text.get(..end)) {
        Some(line) if line.ends_with(b"\r") => b"\r\n",
        _ => b"\n",
    }
}

/// Returns the indentation to use for a level. It is taken from the first part that is indented. If there is none, this
/// is a tab.
pub(super) fn unit<'t>(text: &'t [u8], tree: &Tree) -> &'t [u8] {
    let indents = tree.nodes().iter().skip(1).filter_map(|node| indent_before(text, node.begin));
    match indents.into_iter().find(|indent| !indent.is_empty()) {
        Some(indent) if !indent.contains(&b'\t') => indent,
        _ => b"\t",
    }
}

/// Returns the white space between the beginning of the line and `at`, or `None` for any other characters.
pub(super) fn indent_before(text: &[u8], at: usize) -> Option<&[u8]> {
    let before = text_before(text, at)?;
    // Only the white space is looked at: thousands of parts may be on one line.
    match before.iter().rposition(|byte| *byte == b'\n' || !is_space(*byte)) {
        None => Some(before),
        Some(end) if before.get(end) == Some(&b'\n') => before.get(end.saturating_add(1)..),
        Some(_) => None,
    }
}

/// Returns the white space at the beginning of the line that contains `at`.
pub(super) fn indent_of_line(text: &[u8], at: usize) -> &[u8] {
    let before = text_before(text, at).unwrap_or_default();
    let start = memchr::memrchr(b'\n', before).map_or(0, |end| end.saturating_add(1));
    let line = before.get(start..).unwrap_or_default();
    line.get(..leading_space(line)).unwrap_or_default()
}

/// Returns the text before `at` without the byte order mark.
fn text_before(text: &[u8], at: usize) -> Option<&[u8]> {
    let before = text.get(..at)?;
    Some(before.strip_prefix(BYTE_ORDER_MARK).unwrap_or(before))
}

/// Returns `true` if a line break comes before any characters other than white space.
pub(super) fn begins_line(trivia: &[u8]) -> bool {
    trivia.iter().find(|byte| **byte == b'\n' || !is_space(**byte)) == Some(&b'\n')
}

/// Returns the number of white space bytes at the beginning of `text`.
pub(super) fn leading_space(text: &[u8]) -> usize {
    text.iter().position(|byte| !is_space(*byte)).unwrap_or(text.len())
}

/// A piece of trivia.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Space,
    /// A `//` comment, without its line break.
    Line,
    /// A comment between `/*` and `*/`.
    Block,
    /// A `/*` comment that is not terminated, so it extends to the end of the text.
    Open,
}

/// Iterates over the trivia at the beginning of `text`, and returns the range for every piece.
pub(super) fn pieces(text: &[u8]) -> impl Iterator<Item = (Piece, Range<usize>)> + '_ {
    let mut at = 0_usize;
    core::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let (piece, length) = if rest.starts_with(b"//") {
            let line = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let end = rest.get(..line).unwrap_or_default();
            (Piece::Line, end.strip_suffix(b"\r").map_or(line, <[u8]>::len))
        } else if let Some(body) = rest.strip_prefix(b"/*") {
            match memchr::memmem::find(body, b"*/") {
                Some(end) => (Piece::Block, end.saturating_add(4)),
                None => (Piece::Open, rest.len()),
            }
        } else {
            (Piece::Space, leading_space(rest))
        };
        let begin = at;
        at = at.saturating_add(length);
        (length > 0).then_some((piece, begin..at))
    })
}

/// Returns `true` if the last comment in the text is not terminated.
pub(super) fn ends_open(text: &[u8], tree: &Tree) -> bool {
    let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let last = tree.children(0).last().and_then(|last| tree.node(*last)).map_or(start, |node| node.end);
    pieces(text.get(last..).unwrap_or_default()).any(|(piece, _)| piece == Piece::Open)
}

/// The place of a part and its comments.
struct Place {
    /// White space and comments before it, except those that belong to the previous part.
    lead: Range<usize>,
    /// Comments after it on the same line.
    trail: Range<usize>,
    line_comment: bool,
}

/// The text around the parts of an element.
pub(super) struct Around<'t> {
    text: &'t [u8],
    places: Vec<Place>,
    inside: Range<usize>,
    is_text: bool,
    /// The indentation for a part that begins a line.
    indent: Option<Vec<u8>>,
}

impl<'t> Around<'t> {
    /// Collects the text around `nodes`, which must be the parts of the element with the given `inside`. A level is
    /// indented by `unit`.
    pub(super) fn new(
        text: &'t [u8],
        tree: &Tree,
        nodes: &[usize],
        inside: Range<usize>,
        is_text: bool,
        unit: &[u8],
    ) -> Self {
        let mark = if is_text && text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        let mut at = inside.start.saturating_add(mark);
        let parts: Vec<Range<usize>> =
            nodes.iter().filter_map(|node| tree.node(*node)).map(|node| node.begin..node.end).collect();
        let ends = parts.iter().skip(1).map(|part| part.start).chain([inside.end]);
        let places = parts.iter().zip(ends).map(|(part, limit)| {
            let lead = at..part.start;
            let (trail_end, line_comment) = trail(text, part.end, limit, limit == inside.end);
            at = trail_end;
            Place { lead, trail: part.end..trail_end, line_comment }
        });
        let places: Vec<Place> = places.collect();
        let indent = parts.iter().find_map(|part| indent_before(text, part.start)).map(<[u8]>::to_vec);
        let indent = if !parts.is_empty() {
            indent
        } else if is_text {
            Some(Vec::new())
        } else {
            Some([indent_of_line(text, inside.start), unit].concat())
        };
        Self { text, places, inside, is_text, indent }
    }

    /// Returns `true` for the whole text, which has no braces.
    pub(super) fn is_text(&self) -> bool {
        self.is_text
    }

    /// Returns the text to keep at the very beginning, which is a byte order mark.
    pub(super) fn start(&self) -> &'t [u8] {
        if self.is_text && self.text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK } else { b"" }
    }

    /// Returns `true` if parts are on their own lines.
    pub(super) fn has_lines(&self) -> bool {
        self.indent.is_some()
    }

    /// Returns the indentation to use for a part on its own line.
    pub(super) fn indent(&self) -> &[u8] {
        match &self.indent {
            Some(indent) => indent,
            None => self.outer_indent(),
        }
    }

    /// Returns the indentation of the line that has the opening brace.
    pub(super) fn outer_indent(&self) -> &'t [u8] {
        if self.is_text { b"" } else { indent_of_line(self.text, self.inside.start) }
    }

    fn around(&self, index: usize) -> Option<&Place> {
        self.places.get(index)
    }

    pub(super) fn lead(&self, index: usize) -> Range<usize> {
        self.around(index).map_or(0..0, |around| around.lead.clone())
    }

    pub(super) fn trail(&self, index: usize) -> Range<usize> {
        self.around(index).map_or(0..0, |around| around.trail.clone())
    }

    /// Returns `true` if a comment after the part uses up the line.
    pub(super) fn has_line_comment(&self, index: usize) -> bool {
        self.around(index).is_some_and(|around| around.line_comment)
    }

    /// Returns the text that stays when a part is removed: comments that begin on the line of the previous part or
    /// brace, and comments that have an empty line after them.
    pub(super) fn kept(&self, index: usize) -> Range<usize> {
        let lead = self.lead(index);
        let text = self.text.get(lead.clone()).unwrap_or_default();
        let begins_text = self.is_text && index == 0;
        // Without a line end, the comments are those of the part.
        let mut same_line = !begins_text && text.contains(&b'\n');
        let (mut kept, mut comments) = (0, false);
        for (piece, range) in pieces(text) {
            let bytes = text.get(range.clone()).unwrap_or_default();
            match piece {
                Piece::Space if comments && memchr::memchr_iter(b'\n', bytes).count() > 1 => {
                    let line = memchr::memchr(b'\n', bytes).unwrap_or(0);
                    kept = range.start.saturating_add(line).saturating_add(1);
                }
                Piece::Space => {}
                _ => {
                    comments = true;
                    if same_line {
                        kept = range.end;
                    }
                }
            }
            same_line &= !bytes.contains(&b'\n');
        }
        lead.start..lead.start.saturating_add(kept)
    }

    /// Returns `true` if the text that stays when a part is removed ends in a comment that uses up the line.
    pub(super) fn keeps_line_comment(&self, index: usize) -> bool {
        let kept = self.text.get(self.kept(index)).unwrap_or_default();
        pieces(kept).last().is_some_and(|(piece, _)| piece == Piece::Line)
    }

    /// Returns the text after the last part.
    pub(super) fn tail(&self) -> Range<usize> {
        let mark = self.start().len();
        let begin = self.places.last().map_or(self.inside.start.saturating_add(mark), |last| last.trail.end);
        begin..self.inside.end
    }
}

/// Returns the end of the comments after a part, on the same line and before `limit`, and whether the last comment uses
/// up the line. Set `last` if `limit` is the end of the element.
fn trail(text: &[u8], end: usize, limit: usize, last: bool) -> (usize, bool) {
    let trivia = text.get(end..limit).unwrap_or_default();
    let mut length = 0;
    for (piece, range) in pieces(trivia) {
        let bytes = trivia.get(range.clone()).unwrap_or_default();
        match piece {
            Piece::Space if bytes.contains(&b'\n') => return (end.saturating_add(length), false),
            Piece::Space => {}
            Piece::Line => return (end.saturating_add(range.end), true),
            Piece::Block if !bytes.contains(&b'\n') => length = range.end,
            Piece::Block | Piece::Open => return (end.saturating_add(length), false),
        }
    }
    // Another part follows on the same line: the comments belong to it.
    if last { (end.saturating_add(length), false) } else { (end, false) }
}
