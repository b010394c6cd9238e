//! Splits text into tokens (see [FORMAT.md, "Text"](crate::format#text)).

#![deny(clippy::arithmetic_side_effects)]

use alloc::borrow::Cow;
use alloc::vec::Vec;
use binio::{Failure, Name};

use crate::error::{Error, ErrorKind};

/// The grammar uses these classes of bytes.
const SPACE: u8 = 1;
const CONTROL: u8 = 2;

/// The class for every byte.
static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let mut byte = 0_usize;
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "below 256")]
        let class = match byte as u8 {
            b' ' | b'\t' | 0x0c | 0x0b | b'\n' | b'\r' => SPACE,
            b'{' | b'}' | b'[' | b']' | b'<' | b'>' | b'$' | b',' | b':' | b';' => CONTROL,
            _ => 0,
        };
        #[allow(clippy::indexing_slicing)]
        {
            classes[byte] = class;
        }
        #[allow(clippy::arithmetic_side_effects)]
        {
            byte += 1;
        }
    }
    classes
}

#[inline]
fn class(byte: u8) -> u8 {
    CLASSES.get(usize::from(byte)).copied().unwrap_or(0)
}

/// Returns `true` for white space.
pub(super) fn is_space(byte: u8) -> bool {
    class(byte) == SPACE
}

/// Returns `true` if a bare string ends at this byte.
#[inline]
pub(super) fn is_end(byte: u8) -> bool {
    class(byte) != 0
}

/// A position in a text.
pub(super) struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// Creates a scanner that starts at the given byte.
    pub(super) fn at(text: &'a [u8], at: usize) -> Self {
        Self { text, at: at.min(text.len()) }
    }

    /// Returns the offset of the next byte.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Returns the rest of the text.
    #[inline]
    pub(super) fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    #[inline]
    pub(super) fn advance(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes).min(self.text.len());
    }

    /// Creates an error at `offset`. Its line and column will be added.
    #[cold]
    pub(super) fn fail_at(&self, offset: usize, problem: &'static str) -> Error {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let lines = memchr::memchr_iter(b'\n', before).count();
        let start = memchr::memrchr(b'\n', before).map_or(0, |end| end.saturating_add(1));
        let number = |count: usize| u32::try_from(count.saturating_add(1)).unwrap_or(u32::MAX);
        let (line, column) = (number(lines), number(before.len().saturating_sub(start)));
        self.error_at(offset, ErrorKind::Syntax { line, column, problem })
    }

    /// Creates an error at `offset`, using any kind.
    #[cold]
    pub(super) fn error_at(&self, offset: usize, kind: impl Into<ErrorKind>) -> Error {
        Failure::new(kind.into(), offset as u64).into()
    }

    /// Creates an error at the current byte.
    #[cold]
    pub(super) fn fail(&self, problem: &'static str) -> Error {
        self.fail_at(self.at, problem)
    }

    /// Skips white space and comments.
    #[inline]
    pub(super) fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let length = rest.iter().position(|byte| class(*byte) != SPACE).unwrap_or(rest.len());
            self.advance(length);
            if self.peek() != Some(b'/') || !self.skip_comment() {
                return;
            }
        }
    }

    /// Skips a comment, if there is one at the current byte. If it is not terminated, it extends to the end of the
    /// file.
    fn skip_comment(&mut self) -> bool {
        let rest = self.rest();
        let length = if rest.starts_with(b"//") {
            memchr::memchr(b'\n', rest)
        } else if rest.starts_with(b"/*") {
            // The star that opens doesn't close.
            let body = rest.get(2..).unwrap_or_default();
            memchr::memmem::find(body, b"*/").map(|end| end.saturating_add(4))
        } else {
            return false;
        };
        self.advance(length.unwrap_or(rest.len()));
        true
    }

    /// Skips white space and comments, and returns the next byte without taking it.
    #[inline]
    pub(super) fn next(&mut self) -> Option<u8> {
        self.skip();
        self.peek()
    }

    /// Skips white space and comments, and takes `byte` if it is next.
    #[inline]
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let is_next = self.next() == Some(byte);
        if is_next {
            self.advance(1);
        }
        is_next
    }

    /// Skips white space and comments, and takes `byte`, which must be next.
    pub(super) fn expect(&mut self, byte: u8, problem: &'static str) -> Result<(), Error> {
        if self.take(byte) { Ok(()) } else { Err(self.fail(problem)) }
    }

    /// Skips white space and comments, and reads a string.
    #[inline]
    pub(super) fn string(&mut self) -> Result<Cow<'a, [u8]>, Error> {
        self.skip();
        self.string_here()
    }

    /// Does the same as [`string`](Self::string) and returns a name.
    pub(super) fn name(&mut self) -> Result<Name<'a>, Error> {
        Ok(match self.string()? {
            Cow::Borrowed(text) => Name::from(text),
            Cow::Owned(text) => Name::from(text),
        })
    }

    /// Reads a string that begins here. If it is not quoted, it goes up to white space or a control character, so it
    /// may be empty.
    #[inline]
    pub(super) fn string_here(&mut self) -> Result<Cow<'a, [u8]>, Error> {
        match self.peek() {
            Some(b'"') => self.quoted(),
            Some(byte) if class(byte) == CONTROL => Err(self.fail("expected a string, found a control character")),
            _ => Ok(Cow::Borrowed(self.bare())),
        }
    }

    /// Reads everything up to white space or a control character.
    #[inline]
    pub(super) fn bare(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|byte| is_end(*byte)).unwrap_or(rest.len());
        self.advance(length);
        rest.get(..length).unwrap_or_default()
    }

    /// Reads a quoted string. Backslashes have no meaning except before a quotation mark: there, two backslashes mean
    /// one, and if there is another, the mark belongs to the string.
    fn quoted(&mut self) -> Result<Cow<'a, [u8]>, Error> {
        let begin = self.at;
        self.advance(1);
        let rest = self.rest();
        let Some(end) = memchr::memchr(b'"', rest) else {
            return Err(self.fail_at(begin, "expected '\"' after a string, found the end of the text"));
        };
        let text = rest.get(..end).unwrap_or_default();
        if text.last() != Some(&b'\\') {
            self.advance(end.saturating_add(1));
            return Ok(Cow::Borrowed(text));
        }
        self.escaped(begin).map(Cow::Owned)
    }

    /// Reads the inside of a quoted string if there is a backslash before a quotation mark.
    #[cold]
    fn escaped(&mut self, begin: usize) -> Result<Vec<u8>, Error> {
        let mut text = Vec::new();
        loop {
            let rest = self.rest();
            let Some(end) = memchr::memchr(b'"', rest) else {
                return Err(self.fail_at(begin, "expected '\"' after a string, found the end of the text"));
            };
            let before = rest.get(..end).unwrap_or_default();
            let backslashes = trailing_backslashes(before);
            let half = backslashes.div_ceil(2);
            text.extend_from_slice(before.get(..end.saturating_sub(half)).unwrap_or_default());
            self.advance(end.saturating_add(1));
            if backslashes & 1 == 0 {
                return Ok(text);
            }
            text.push(b'"');
        }
    }
}

/// Returns the number of backslashes at the end of a text.
pub(super) fn trailing_backslashes(text: &[u8]) -> usize {
    text.iter().rev().take_while(|byte| **byte == b'\\').count()
}
