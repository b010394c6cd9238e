//! The file that a scene comes from, for the conversion back.

use binio::Bytes;
use serde_json::Value;

/// Data of a format that a scene can't represent: an adapter stores it, and the same adapter reads it when the scene becomes a file again.
///
/// A program that stores scenes elsewhere should keep both parts. Both come from outside when a scene is read: parse them with limits.
#[derive(Clone, Debug, PartialEq)]
pub struct Source<'a> {
    /// Name of the format, for example `urho-mdl`.
    pub format: String,
    /// What the scene has no place for (names, options, other small values), in a structure defined by the adapter.
    pub layout: Value,
    /// The file itself, byte for byte, so that edits of the scene can be written into it; `None` if it isn't carried along.
    pub original: Option<Bytes<'a>>,
}

impl Source<'static> {
    /// Creates a source without the file. The layout consists of numbers, text, lists and maps with text keys, which can always be stored; for other
    /// content it is null.
    pub fn of_layout(format: &str, layout: &impl serde::Serialize) -> Self {
        Self { format: format.to_owned(), layout: serde_json::to_value(layout).unwrap_or_default(), original: None }
    }
}

binio::into_owned! { pub Source { original; format, layout }, borrowed }
