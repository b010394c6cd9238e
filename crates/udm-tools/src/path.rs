//! Paths to the values in a root.

use alloc::format;
use alloc::string::String;

use udm::{escape_key, key};

/// Returns the path to a value in the root, to be passed to [`Document::get`](udm::Document::get). The path to the data
/// is empty.
pub(crate) fn in_root(key: &[u8]) -> String {
    if key == key::DATA.as_bytes() { String::new() } else { format!("../{}", escape_key(key)) }
}
