//! The 11-byte header.

#![deny(clippy::arithmetic_side_effects)]

use binio::{Sink, Within, Writer, chunk};
use core::fmt;

use crate::error::{ErrorKind, Parsed};
use crate::kind::FileKind;
use crate::order::ByteOrder;

/// Identifier at the beginning of every file.
pub(crate) const ID: [u8; 3] = *b"ZED";

/// Size of a [`Header`] in a file.
pub const HEADER_LEN: usize = 11;

/// Kind, version and flags of a file ([Header](crate::format#the-header-11-bytes)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Header {
    /// File kind.
    pub kind: Kind,
    /// Major, minor, revision. No reader uses it.
    pub version: [u8; 3],
    /// Flags, all 32 bits.
    pub flags: Flags,
}

/// Letter of a file kind. Unknown ones are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Kind(pub u8);

impl Kind {
    /// `M`: a model, the only kind that the engine's loader of this header accepts.
    pub const MODEL: Self = Self(b'M');
    /// `A`: an animation. Its content was never defined.
    pub const ANIMATION: Self = Self(b'A');
    /// `F`: a font of the document; the engine's own fonts have another header.
    pub const FONT: Self = Self(b'F');
    /// `I`: an image file. The letter and the layout are this crate's own, see [`format`](crate::format).
    pub const IMAGE: Self = Self(b'I');

    /// Returns the letter, if it is one.
    pub fn letter(self) -> Option<char> {
        self.0.is_ascii_graphic().then_some(char::from(self.0))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.letter() {
            Some(letter) => write!(f, "{letter}"),
            None => write!(f, "\\x{:02x}", self.0),
        }
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kind({self})")
    }
}

/// Flags of a file. The document of December 2011 defines three bits; the engine only tests the first, and that wrongly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(pub u32);

impl Flags {
    /// The data is big-endian. Not reliable: see [`ByteOrder`].
    pub const BIG_ENDIAN: Self = Self(1);
    /// Triangles are strips, not lists.
    pub const STRIPS: Self = Self(1 << 1);
    /// Kinematics are forward, not inverse.
    pub const FORWARD_KINEMATICS: Self = Self(1 << 2);
    /// In an image file: it has a name table. This crate's own.
    pub const NAMES: Self = Self(1 << 3);

    /// Returns whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the flags without the bits of `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// Reads a header; a file without `ZED` is named in the error if it is known.
pub(crate) fn header<'a>(input: binio::Input<'a>, order: ByteOrder) -> Parsed<'a, Header> {
    if !input.bytes().starts_with(&ID) {
        let kind = FileKind::detect(input.bytes()).map_or(ErrorKind::NotZed, ErrorKind::OtherFile);
        return Err(input.fail(kind));
    }
    let (_, bytes) = chunk::<HEADER_LEN, _>(input).within("header")?;
    let [_, _, _, kind, major, minor, revision, flags @ ..] = *bytes;
    let (input, _) = chunk::<HEADER_LEN, ErrorKind>(input)?;
    let header = Header { kind: Kind(kind), version: [major, minor, revision], flags: Flags(order.word(flags)) };
    Ok((input, header))
}

pub(crate) fn write_header<S: Sink>(out: &mut Writer<S>, header: &Header, order: ByteOrder) {
    let Header { kind, version, flags } = header;
    out.mark("header", None);
    out.bytes(&ID);
    out.u8(kind.0);
    out.bytes(version);
    order.put_u32(out, flags.0);
}
