//! The four kinds of package.

use core::fmt;

/// The encoding of a package, given by its identifier. It decides who can read the package and whether the data is
/// compressed. See [`UPAK` and `ULZ4`](crate::format#upak-and-ulz4) and [`RPAK` and
/// `RLZ4`](crate::format#rpak-and-rlz4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// `UPAK`: not compressed. Every engine can read it.
    Upak,
    /// `ULZ4`: compressed in LZ4 blocks.
    Ulz4,
    /// `RPAK`, which rbfx wrote from 2019 to 2022: not compressed, with the directory after the data.
    Rpak,
    /// `RLZ4`, which rbfx wrote from 2019 to 2022: compressed, with the directory after the data.
    Rlz4,
}

impl Encoding {
    /// All kinds, for example to list them.
    pub const ALL: [Self; 4] = [Self::Upak, Self::Ulz4, Self::Rpak, Self::Rlz4];

    /// Returns the encoding of a package, given the bytes at its start.
    pub(crate) fn from_id(bytes: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| bytes.starts_with(&encoding.id()))
    }

    /// Returns the first four bytes of such a package.
    pub const fn id(self) -> [u8; 4] {
        match self {
            Self::Upak => *b"UPAK",
            Self::Ulz4 => *b"ULZ4",
            Self::Rpak => *b"RPAK",
            Self::Rlz4 => *b"RLZ4",
        }
    }

    /// Returns the first four bytes as text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Upak => "UPAK",
            Self::Ulz4 => "ULZ4",
            Self::Rpak => "RPAK",
            Self::Rlz4 => "RLZ4",
        }
    }

    /// Returns whether the data is compressed in LZ4 blocks.
    pub const fn is_packed(self) -> bool {
        matches!(self, Self::Ulz4 | Self::Rlz4)
    }

    /// Returns whether the directory comes after the data, which only rbfx can read.
    pub const fn is_rbfx(self) -> bool {
        matches!(self, Self::Rpak | Self::Rlz4)
    }

    /// Returns how many bytes there are before the directory in a `UPAK`, or before the data in an `RPAK`.
    pub(crate) const fn head_len(self) -> u64 {
        if self.is_rbfx() { 24 } else { 12 }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
