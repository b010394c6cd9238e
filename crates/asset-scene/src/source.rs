//! The file that a scene was read from, which is needed to convert it back.

use binio::Bytes;
use serde_json::Value;

/// Data that a scene can't represent. An adapter stores it here, and the same adapter will read it when the scene is
/// converted back to a file.
///
/// If you store scenes in your own format, you should keep both parts. Note that they come from outside when you read
/// them again, so you must use limits when you parse them.
#[derive(Clone, Debug, PartialEq)]
pub struct Source<'a> {
    /// The format name, for example `urho-mdl`.
    pub format: String,
    /// Names, options and other small values that don't fit anywhere in the scene. The adapter defines how this is
    /// structured.
    pub layout: Value,
    /// The bytes of the file, so that edits can be written to it. This is `None` if the file was not kept.
    pub original: Option<Bytes<'a>>,
}

impl Source<'static> {
    /// Creates a source without the file. You should only use numbers, text, lists, and maps with text keys, because
    /// these can always be stored. If the layout has other content, it will be null.
    pub fn of_layout(format: &str, layout: &impl serde::Serialize) -> Self {
        Self { format: format.to_owned(), layout: serde_json::to_value(layout).unwrap_or_default(), original: None }
    }
}

/// Returns the length and a FNV-1a hash of a file, as text. This is enough to detect a change, but not to protect against
/// an attack.
pub fn sum(bytes: &[u8]) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{}:{:016x}", bytes.len(), bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

binio::into_owned! { pub Source { original; format, layout }, borrowed }
