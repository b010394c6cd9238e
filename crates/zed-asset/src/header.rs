//! The 11-byte header.

#![deny(clippy::arithmetic_side_effects)]

use binio::{Sink, Within, Writer, chunk};

use crate::error::{ErrorKind, Failed, Parsed};
use crate::kind::{FileKind, ID, Kind};
use crate::order::ByteOrder;

/// The size of a [`Header`] in a file.
pub(crate) const HEADER_LEN: usize = 11;

/// The header, which has the kind, the version and the flags of a file (see
/// [Header](crate::format#the-header-11-bytes)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Header {
    /// The file kind.
    pub kind: Kind,
    /// The version (major, minor, revision). No reader uses it.
    pub version: [u8; 3],
    /// The flags. All 32 bits are kept.
    pub flags: Flags,
}

/// The flags of a file. The format document of December 2011 defines three bits, but the engine only looks at the
/// first, and gets this wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(pub u32);

impl Flags {
    /// The data is big-endian. You should not rely on this flag: use [`ByteOrder`] instead.
    pub const BIG_ENDIAN: Self = Self(1);
    /// Triangles are stored in strips and not in lists.
    pub const STRIPS: Self = Self(1 << 1);
    /// Kinematics are forward and not inverse.
    pub const FORWARD_KINEMATICS: Self = Self(1 << 2);
    /// An image file has a table of names. This flag was added by this crate.
    pub const NAMES: Self = Self(1 << 3);

    /// Returns `true` if all of the given flags are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the flags after the given flags were removed.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// Reads a header. If the file does not begin with `ZED`, the error tells which format it is, if this is known.
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

/// Checks that this is the expected kind of file. If the file is too short to tell, this is not an error, because its
/// header will be too short as well.
pub(crate) fn expect(input: binio::Input<'_>, expected: FileKind) -> Result<(), Failed> {
    match FileKind::detect(input.bytes()) {
        Some(kind) if kind != expected => Err(input.fail(ErrorKind::OtherFile(kind))),
        _ => Ok(()),
    }
}
