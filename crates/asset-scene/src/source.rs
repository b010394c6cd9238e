//! Additional data of the original format, for the conversion back.

use binio::Bytes;
use serde_json::Value;

/// Data of a format that a scene can't represent: an adapter stores it, and the same adapter reads it when the file is restored.
///
/// A program that stores scenes elsewhere must always keep `layout`. The blocks are large and repeat the arrays in other bits. They are kept if an
/// exact copy is requested, and used only if the scene's arrays are unchanged.
#[derive(Clone, Debug, PartialEq)]
pub struct Source<'a> {
    /// Name of the format, for example `urho-mdl`.
    pub format: String,
    /// Everything except bulk data (names, masks, ranges, declarations), in a structure defined by the adapter, with a version number of the
    /// structure.
    pub layout: Value,
    /// Bulk data, byte for byte; empty if it wasn't kept, or differs from the scene's arrays.
    pub blocks: Vec<Block<'a>>,
}

/// Bulk data of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Block<'a> {
    /// Name, assigned by the adapter: `vertex buffer 0`.
    pub name: String,
    /// The bytes of the file.
    pub data: Bytes<'a>,
}

impl Source<'static> {
    /// Creates a source without blocks. The layout consists of numbers, text, lists and maps with text keys, which can always be stored; for other
    /// content it is null.
    pub fn of_layout(format: &str, layout: &impl serde::Serialize) -> Self {
        Self { format: format.to_owned(), layout: serde_json::to_value(layout).unwrap_or_default(), blocks: Vec::new() }
    }
}

impl Source<'_> {
    /// Returns the bytes of the block with this name.
    pub fn block(&self, name: &str) -> Option<&[u8]> {
        self.blocks.iter().find(|block| block.name == name).map(|block| &*block.data)
    }

    /// Returns the same source without copying its blocks.
    pub fn borrowed(&self) -> Source<'_> {
        let blocks =
            self.blocks.iter().map(|own| Block { name: own.name.clone(), data: own.data.borrowed() }).collect();
        Source { format: self.format.clone(), layout: self.layout.clone(), blocks }
    }

    /// Returns an owned copy.
    pub fn into_owned(self) -> Source<'static> {
        let own = |block: Block<'_>| Block { name: block.name, data: block.data.into_owned() };
        Source { format: self.format, layout: self.layout, blocks: self.blocks.into_iter().map(own).collect() }
    }
}
