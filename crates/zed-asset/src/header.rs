//! The 11-byte header.

#![deny(clippy::arithmetic_side_effects)]

use binio::{Sink, Within, Writer, chunk};

use crate::error::{ErrorKind, Failed, Parsed};
use crate::kind::{FileKind, ID, Kind};
use crate::order::ByteOrder;

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

/// Requires a file of this kind. A file that is too short for its kind passes: its header is then too short as well.
pub(crate) fn expect(input: binio::Input<'_>, expected: FileKind) -> Result<(), Failed> {
    match FileKind::detect(input.bytes()) {
        Some(kind) if kind != expected => Err(input.fail(ErrorKind::OtherFile(kind))),
        _ => Ok(()),
    }
}
