//! What a scene can't say, for the way back into the format it came from.

use binio::Bytes;
use serde_json::Value;

/// What a format holds beside what the scene says: an adapter stores it, and the same adapter reads it when the file is restored.
///
/// Whoever stores a scene elsewhere always keeps `layout`. The blocks are large and repeat what the arrays say in other bits;
/// they are kept when an exact copy is asked for, and given back only if the scene's arrays are still those that went with them.
#[derive(Clone, Debug, PartialEq)]
pub struct Source<'a> {
    /// Name of the format, `urho-mdl`.
    pub format: String,
    /// Everything but bulk data (names, masks, ranges, declarations), in the adapter's own shape, with a number of that shape as `layout`.
    pub layout: Value,
    /// Bulk data byte for byte; empty if it wasn't kept, or no longer is what the scene's arrays say.
    pub blocks: Vec<Block<'a>>,
}

/// Bulk data of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Block<'a> {
    /// Name that the adapter gives it: `vertex buffer 0`.
    pub name: String,
    /// The bytes, as they are in the file.
    pub data: Bytes<'a>,
}

impl Source<'static> {
    /// A source without blocks. The layout is made of numbers, text, lists and keys of text, which can always be stored; of anything else it is null.
    pub fn of_layout(format: &str, layout: &impl serde::Serialize) -> Self {
        Self { format: format.to_owned(), layout: serde_json::to_value(layout).unwrap_or_default(), blocks: Vec::new() }
    }
}

impl Source<'_> {
    /// Returns the bytes of the block of a name.
    pub fn block(&self, name: &str) -> Option<&[u8]> {
        self.blocks.iter().find(|block| block.name == name).map(|block| &*block.data)
    }

    /// Returns the same source without copying its blocks.
    pub fn borrowed(&self) -> Source<'_> {
        let blocks =
            self.blocks.iter().map(|own| Block { name: own.name.clone(), data: own.data.borrowed() }).collect();
        Source { format: self.format.clone(), layout: self.layout.clone(), blocks }
    }

    /// Copies what is borrowed, so that the source outlives what it was made from.
    pub fn into_owned(self) -> Source<'static> {
        let own = |block: Block<'_>| Block { name: block.name, data: block.data.into_owned() };
        Source { format: self.format, layout: self.layout, blocks: self.blocks.into_iter().map(own).collect() }
    }
}
