//! The values that `inspect --json` prints (feature `serde`).

use alloc::format;
use alloc::string::String;
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::name::Name;

/// Serialises the name as text. Bytes that are not UTF-8 are escaped, in the same way as by `Display`.
impl Serialize for Name<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

/// A float to be written to JSON. If the value is NaN or infinite, then it is written as a text such as
/// `"nonfinite:0x7fc00000"`, because JSON has no such numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Float(pub f32);

impl Serialize for Float {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() {
            serializer.serialize_f32(self.0)
        } else {
            serializer.collect_str(&format_args!("nonfinite:0x{:08x}", self.0.to_bits()))
        }
    }
}

/// Converts all values to [`Float`].
pub fn floats<const N: usize>(values: [f32; N]) -> [Float; N] {
    values.map(Float)
}

/// Returns the SHA-256 in lower-case hex.
pub fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::with_capacity(64), |text, byte| text + &format!("{byte:02x}"))
}

/// The size of a block of bulk data, and optionally its SHA-256.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Block {
    /// The size of the block in bytes.
    pub data_size: u64,
    /// The SHA-256 in lower-case hex. For an empty block, this is the word `null`, as in the engine's listings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_sha256: Option<String>,
}

impl Block {
    /// Creates the summary of `data`. The hash is only computed if `hashes` is set.
    pub fn new(data: &[u8], hashes: bool) -> Self {
        let hash = || if data.is_empty() { String::from("null") } else { sha256(data) };
        Self { data_size: data.len() as u64, data_sha256: hashes.then(hash) }
    }
}
