//! What a scene can't say, for the way back into the format it came from.

use binio::Bytes;
use serde_json::Value;

/// What a format holds beside what the scene says: an adapter writes it, and the same adapter reads it on the way back.
///
/// Whoever stores a scene elsewhere always keeps `layout`. The blocks are large and repeat what the arrays say in other bits;
/// they are kept when an exact copy is asked for, and given back only if the scene's arrays are still those that went with them.
#[derive(Clone, Debug, PartialEq)]
pub struct Source<'a> {
    /// Name of the format, `urho-mdl`.
    pub format: String,
    /// Names, masks, ranges, declarations, whatever is no bulk data, in the adapter's own shape.
    pub layout: Value,
    /// Bulk data byte for byte; empty if there is none to trust.
    pub blocks: Vec<Block<'a>>,
}

/// Bulk data of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Block<'a> {
    /// Which one, in the adapter's own words: `vertex buffer 0`.
    pub name: String,
    /// Its bytes.
    pub data: Bytes<'a>,
}

impl Source<'_> {
    /// The block of a name.
    pub fn block(&self, name: &str) -> Option<&[u8]> {
        self.blocks.iter().find(|block| block.name == name).map(|block| &*block.data)
    }

    /// The same, free of what it was made from.
    pub fn into_owned(self) -> Source<'static> {
        let own = |block: Block<'_>| Block { name: block.name, data: block.data.into_owned() };
        Source { format: self.format, layout: self.layout, blocks: self.blocks.into_iter().map(own).collect() }
    }
}
