//! Encodings, which exist because the engine and its format document do not use the same layout.

use core::fmt;

/// The elements of a vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VertexLayout {
    /// Position and normal (24 bytes). This is used by the code of the engine and by the exporter of its author.
    #[default]
    Engine,
    /// Position, normal, texture coordinates, and the weights and indices of four joints as floats (64 bytes). This is
    /// used in the format document.
    Document,
}

impl VertexLayout {
    /// Returns the size of a vertex, in bytes.
    pub const fn stride(self) -> usize {
        match self {
            Self::Engine => 24,
            Self::Document => 64,
        }
    }

    /// Returns the name to use in summaries: `engine24` or `doc64`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Engine => "engine24",
            Self::Document => "doc64",
        }
    }
}

/// How many bits are used for the count of an index array. The indices have 16 bits in any encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CountWidth {
    /// 16 bits. This is used by the code of the engine and by the exporter of its author.
    #[default]
    U16,
    /// 32 bits. This is used in the first version of the format document.
    U32,
}

impl CountWidth {
    /// Returns the size of a count, in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::U16 => 2,
            Self::U32 => 4,
        }
    }

    /// Returns how many indices an array can have.
    pub const fn max(self) -> u32 {
        match self {
            Self::U16 => u16::MAX as u32,
            Self::U32 => u32::MAX,
        }
    }
}

/// How vertices and index arrays are stored. Note that the file does not contain this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Encoding {
    /// The elements of a vertex.
    pub vertices: VertexLayout,
    /// How many bits are used for the count of an index array.
    pub counts: CountWidth,
}

impl Encoding {
    /// The encoding of the engine. There is no other encoding for which a reader and a writer exist.
    pub const ENGINE: Self = Self { vertices: VertexLayout::Engine, counts: CountWidth::U16 };
    /// The encoding of the format document.
    pub const DOCUMENT: Self = Self { vertices: VertexLayout::Document, counts: CountWidth::U32 };
    /// All four encodings. The most likely comes first, because it will be used if a file is ambiguous.
    pub const ALL: [Self; 4] = [
        Self::ENGINE,
        Self::DOCUMENT,
        Self { vertices: VertexLayout::Document, counts: CountWidth::U16 },
        Self { vertices: VertexLayout::Engine, counts: CountWidth::U32 },
    ];

    /// Returns the name: `engine`, `document`, or for a mixture `engine-u32` or `document-u16`.
    pub const fn as_str(self) -> &'static str {
        match (self.vertices, self.counts) {
            (VertexLayout::Engine, CountWidth::U16) => "engine",
            (VertexLayout::Document, CountWidth::U32) => "document",
            (VertexLayout::Engine, CountWidth::U32) => "engine-u32",
            (VertexLayout::Document, CountWidth::U16) => "document-u16",
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
