//! Dialects: the engine's code and its document define different layouts.

use core::fmt;

/// Elements of a vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VertexLayout {
    /// Position and normal, 24 bytes: the engine's code and its author's exporter.
    #[default]
    Engine,
    /// Position, normal, texture coordinates, four joint weights and four joint indices as floats, 64 bytes: the document.
    Document,
}

impl VertexLayout {
    /// Returns the size of a vertex in bytes.
    pub const fn stride(self) -> usize {
        match self {
            Self::Engine => 24,
            Self::Document => 64,
        }
    }

    /// Returns the name in summaries: `engine24`, `doc64`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Engine => "engine24",
            Self::Document => "doc64",
        }
    }
}

/// Width of the count before an array of indices. Indices have 16 bits in every dialect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CountWidth {
    /// 16 bits: the engine's code and its author's exporter.
    #[default]
    U16,
    /// 32 bits: the first version of the document.
    U32,
}

impl CountWidth {
    /// Returns the size of a count in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::U16 => 2,
            Self::U32 => 4,
        }
    }

    /// Returns the maximum number of indices in an array.
    pub const fn max(self) -> u32 {
        match self {
            Self::U16 => u16::MAX as u32,
            Self::U32 => u32::MAX,
        }
    }
}

/// Layout of vertices and index arrays. The file doesn't contain it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dialect {
    /// Elements of a vertex.
    pub vertices: VertexLayout,
    /// Width of the count before an index array.
    pub counts: CountWidth,
}

impl Dialect {
    /// The dialect of the engine's code: the only one with a reader and a writer.
    pub const ENGINE: Self = Self { vertices: VertexLayout::Engine, counts: CountWidth::U16 };
    /// The dialect of the document.
    pub const DOCUMENT: Self = Self { vertices: VertexLayout::Document, counts: CountWidth::U32 };
    /// All four, in order of likelihood: an ambiguous file is read in the first of them.
    pub const ALL: [Self; 4] = [
        Self::ENGINE,
        Self::DOCUMENT,
        Self { vertices: VertexLayout::Document, counts: CountWidth::U16 },
        Self { vertices: VertexLayout::Engine, counts: CountWidth::U32 },
    ];

    /// Returns the name: `engine`, `document`, or the mixtures `engine-u32` and `document-u16`.
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
