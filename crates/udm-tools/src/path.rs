//! Paths of the values of a root.

use alloc::format;
use alloc::string::String;

use udm::{escape_key, key};

/// The path of the root's value under `key`, as [`Document::get`](udm::Document::get) takes it: the data has the empty path.
pub(crate) fn in_root(key: &[u8]) -> String {
    if key == key::DATA.as_bytes() { String::new() } else { format!("../{}", escape_key(key)) }
}
