//! A compiled script: a module, or an opaque stream.

use binio::{Bytes, Name};

use crate::error::Error;
use crate::integer::any_integer;
use crate::module::Module;

/// First bytes of a compiled script.
pub(crate) const MAGIC: &[u8; 4] = b"ASBC";

/// A compiled script.
#[derive(Clone, Debug, PartialEq)]
// There is one per file: a box would save nothing and obstruct every match.
#[allow(clippy::large_enum_variant)]
pub enum Script<'a> {
    /// A stream of a known layout.
    Module(Module<'a>),
    /// A stream of an unknown layout: older, newer or damaged.
    Opaque(Opaque<'a>),
}

impl<'a> Script<'a> {
    /// Returns the module, if the layout is known.
    pub fn module(&self) -> Option<&Module<'a>> {
        match self {
            Self::Module(module) => Some(module),
            Self::Opaque(_) => None,
        }
    }
}

/// A stream of an unknown layout, unmodified.
#[derive(Clone, Debug, PartialEq)]
pub struct Opaque<'a> {
    /// Bytes after `ASBC`.
    pub stream: Bytes<'a>,
}

impl<'a> Opaque<'a> {
    pub(crate) fn new(stream: &'a [u8]) -> Self {
        Self { stream: Bytes::from(stream) }
    }

    /// Returns whether debug information is omitted, from the first byte; `None` if that is neither 0 nor 1.
    pub fn stripped(&self) -> Option<bool> {
        match self.stream.first() {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        }
    }

    /// Returns the error of the layout that got furthest; `None` if the stream can be read.
    pub fn reason(&self) -> Option<Error> {
        let file = [&MAGIC[..], &self.stream].concat();
        Module::parse(&file).err()
    }

    /// Returns whether the stream has a known layout after all, so that it wouldn't read back as opaque.
    pub(crate) fn is_known(&self) -> bool {
        self.reason().is_none()
    }

    /// Iterates over probable texts of at least two letters, in stream order: names, literals, and occasional false
    /// positives.
    pub fn strings(&self) -> impl Iterator<Item = Name<'_>> + '_ {
        Guesses { stream: &self.stream, at: 0, printable: 0..0 }
    }
}

/// Runs of printable bytes after their length.
struct Guesses<'s> {
    stream: &'s [u8],
    at: usize,
    /// Range of bytes that are known to be printable, followed by a byte that isn't.
    printable: core::ops::Range<usize>,
}

/// Minimum length of a probable text.
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
    /// Returns the range of a text whose length is at `at`: twice the length, or, since 2.30, the plain length after the
    /// letter n.
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

    /// Returns the end of the printable bytes from `start`. Runs are remembered, so that no byte is checked often.
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
