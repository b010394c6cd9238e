//! The dialects: what the engine's code does and what its document says are two things.

use core::fmt;

/// What a vertex is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VertexLayout {
    /// Position and normal, 24 bytes: the engine's code and its author's exporter.
    #[default]
    Engine,
    /// Position, normal, texture coordinates, four joint weights and four joint indices as floats, 64 bytes: the document.
    Document,
}

impl VertexLayout {
    /// Bytes of a vertex.
    pub const fn stride(self) -> usize {
        match self {
            Self::Engine => 24,
            Self::Document => 64,
        }
    }

    /// Its name in summaries: `engine24`, `doc64`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Engine => "engine24",
            Self::Document => "doc64",
        }
    }
}

/// How wide the count is that an array of indices begins with. Indices have 16 bits in every dialect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CountWidth {
    /// 16 bits: the engine's code and its author's exporter.
    #[default]
    U16,
    /// 32 bits: the first version of the document.
    U32,
}

impl CountWidth {
    /// Bytes of a count.
    pub const fn bytes(self) -> usize {
        match self {
            Self::U16 => 2,
            Self::U32 => 4,
        }
    }

    /// The most indices that an array can have.
    pub const fn max(self) -> u32 {
        match self {
            Self::U16 => u16::MAX as u32,
            Self::U32 => u32::MAX,
        }
    }
}

/// How vertices and index arrays are laid out. No field of a file says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dialect {
    /// What a vertex is made of.
    pub vertices: VertexLayout,
    /// How wide the count of an index array is.
    pub counts: CountWidth,
}

impl Dialect {
    /// What the engine's code reads: the only dialect that ever had a reader and a writer.
    pub const ENGINE: Self = Self { vertices: VertexLayout::Engine, counts: CountWidth::U16 };
    /// What the document says.
    pub const DOCUMENT: Self = Self { vertices: VertexLayout::Document, counts: CountWidth::U32 };
    /// All four, the likely ones first: a file that could be in several is taken to be in the first of them.
    pub const ALL: [Self; 4] = [
        Self::ENGINE,
        Self::DOCUMENT,
        Self { vertices: VertexLayout::Document, counts: CountWidth::U16 },
        Self { vertices: VertexLayout::Engine, counts: CountWidth::U32 },
    ];

    /// One word for it: `engine`, `document`, or the mixtures `engine-u32` and `document-u16`.
    pub const fn as_str(self) -> &'static str {
        match (self.vertices, self.counts) {
            (VertexLayout::Engine, CountWidth::U16) => "engine",
            (VertexLayout::Document, CountWidth::U32) => "document",
            (VertexLayout::Engine, CountWidth::U32) => "engine-u32",
            (VertexLayout::Document, CountWidth::U16) => "document-u16",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
