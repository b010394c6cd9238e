//! The four kinds of package.

use core::fmt;

/// What a package begins with: who reads it, and whether its data is packed ([`UPAK` and `ULZ4`](crate::format#upak-and-ulz4), [`RPAK` and `RLZ4`](crate::format#rpak-and-rlz4)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `UPAK`: entries are stored as they are.
    Upak,
    /// `ULZ4`: packed in LZ4 blocks.
    Ulz4,
    /// `RPAK`, of rbfx from 2019 to 2022: stored, the directory behind the data.
    Rpak,
    /// `RLZ4`, of rbfx from 2019 to 2022: packed, the directory behind the data.
    Rlz4,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Upak, Self::Ulz4, Self::Rpak, Self::Rlz4];

    /// The kind that the bytes at the beginning of a package say.
    pub fn from_id(bytes: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| bytes.starts_with(&kind.id()))
    }

    /// The first four bytes.
    pub const fn id(self) -> [u8; 4] {
        match self {
            Self::Upak => *b"UPAK",
            Self::Ulz4 => *b"ULZ4",
            Self::Rpak => *b"RPAK",
            Self::Rlz4 => *b"RLZ4",
        }
    }

    /// The first four bytes as text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Upak => "UPAK",
            Self::Ulz4 => "ULZ4",
            Self::Rpak => "RPAK",
            Self::Rlz4 => "RLZ4",
        }
    }

    /// Whether the data is packed in LZ4 blocks.
    pub const fn is_packed(self) -> bool {
        matches!(self, Self::Ulz4 | Self::Rlz4)
    }

    /// Whether only rbfx reads it, and the directory stands behind the data.
    pub const fn is_rbfx(self) -> bool {
        matches!(self, Self::Rpak | Self::Rlz4)
    }

    /// Bytes before the directory of a `UPAK`, before the data of an `RPAK`.
    pub(crate) const fn head_len(self) -> u64 {
        if self.is_rbfx() { 24 } else { 12 }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
