//! A compiled script, whose version can be unknown.

use binio::{Bytes, Name};

use crate::error::Error;
use crate::integer::any_integer;
use crate::module::Module;

/// How every compiled script begins.
pub(crate) const MAGIC: &[u8; 4] = b"ASBC";

/// A compiled script, whatever its version is. Use [`Script::parse`] to read it, and [`module`](Self::module) to look
/// into it.
#[derive(Clone, Debug, PartialEq)]
// There is one per file: a box would save nothing and obstruct every match.
#[allow(clippy::large_enum_variant)]
pub enum Script<'a> {
    /// The version is known.
    Module(Module<'a>),
    /// The version is unknown, because the stream is older, newer or damaged.
    Opaque(Opaque<'a>),
}

impl<'a> Script<'a> {
    /// Returns the module, or `None` if the version is unknown.
    pub fn module(&self) -> Option<&Module<'a>> {
        match self {
            Self::Module(module) => Some(module),
            Self::Opaque(_) => None,
        }
    }
}

/// A stream whose version is unknown. It can't be looked into, but will be written as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Opaque<'a> {
    /// The bytes after `ASBC`.
    pub stream: Bytes<'a>,
}

impl<'a> Opaque<'a> {
    pub(crate) fn new(stream: &'a [u8]) -> Self {
        Self { stream: Bytes::from(stream) }
    }

    /// Returns whether debug information was left out. This is in the first byte; if it is neither 0 nor 1, returns
    /// `None`.
    pub fn stripped(&self) -> Option<bool> {
        match self.stream.first() {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        }
    }

    /// Returns the reason why the stream can't be read, to be shown to the user. This is the error from the version that
    /// came furthest. When the stream can be read, this is `None`.
    pub fn reason(&self) -> Option<Error> {
        let file = [&MAGIC[..], &self.stream].concat();
        Module::parse(&file).err()
    }

    /// Returns whether the version is known after all. Such a stream would not be read back as opaque.
    pub(crate) fn is_known(&self) -> bool {
        self.reason().is_none()
    }

    /// Looks for strings in the stream, and returns them in order. This is the only way to get at the names and
    /// literals of an opaque script, but they are only guessed, so some of them will be wrong. They have at least two
    /// letters.
    pub fn strings(&self) -> impl Iterator<Item = Name<'_>> + '_ {
        Guesses { stream: &self.stream, at: 0, printable: 0..0 }
    }
}

/// Finds printable bytes that come after their length.
struct Guesses<'s> {
    stream: &'s [u8],
    at: usize,
    /// These bytes are known to be printable. The next byte is not.
    printable: core::ops::Range<usize>,
}

/// The minimum length of a string to look for.
const SHORTEST: usize = 2;

impl<'s> Iterator for Guesses<'s> {
    type Item = Name<'s>;

    fn next(&mut self) -> Option<Name<'s>> {
        while self.at < self.stream.len() {
            if let Some((start, end)) = self.text_at(self.at) {
                self.at = end;
                return self.stream.get(start..end).map(Name::from);
            }
            self.at += 1;
        }
        None
    }
}

impl Guesses<'_> {
    /// Returns where a string is, if its length is at `at`. This is twice the length or, since 2.30, the length itself
    /// after the letter n.
    fn text_at(&mut self, at: usize) -> Option<(usize, usize)> {
        let rest = self.stream.get(at..)?;
        let tagged = rest.first() == Some(&b'n');
        let number = |bytes| {
            let (after, value) = any_integer::<binio::Fault>(binio::Input::new(bytes)).ok()?;
            Some((usize::try_from(after.offset()).ok()?, usize::try_from(value).ok()?))
        };
        let doubled = number(rest).filter(|(_, value)| value % 2 == 0).map(|(used, value)| (at + used, value / 2));
        let plain = || {
            let (used, value) = number(rest.get(1..).filter(|_| tagged)?)?;
            Some((at + 1 + used, value))
        };
        [doubled, plain()].into_iter().flatten().find_map(|(start, length)| {
            let end = start.checked_add(length).filter(|_| length >= SHORTEST)?;
            (self.printable_from(start) >= end).then_some((start, end))
        })
    }

    /// Returns where the printable bytes from `start` end. The result is remembered, so that no byte is checked often.
    fn printable_from(&mut self, start: usize) -> usize {
        let mut end = start;
        while !self.printable.contains(&end) {
            match self.stream.get(end) {
                Some(b' '..=b'~' | b'\t' | b'\n' | b'\r' | 0x80..) => end += 1,
                _ => {
                    self.printable = start..end;
                    return end;
                }
            }
        }
        self.printable.start = self.printable.start.min(start);
        self.printable.end
    }
}
