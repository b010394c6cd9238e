//! Values of `inspect --json` (feature `serde`).

use alloc::format;
use alloc::string::String;
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::name::Name;

/// Text if the name is UTF-8, otherwise escaped as in `Display`.
impl Serialize for Name<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

/// A float with a JSON form for every value: `"nonfinite:0x7fc00000"` for NaN and infinities.
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

/// Returns the values as [`Float`]s.
pub fn floats<const N: usize>(values: [f32; N]) -> [Float; N] {
    values.map(Float)
}

/// Returns the SHA-256 in lower-case hex.
pub fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::with_capacity(64), |text, byte| text + &format!("{byte:02x}"))
}

/// A block of bulk data: its size and its optional SHA-256.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Block {
    /// Size of the block, in bytes.
    pub data_size: u64,
    /// SHA-256 in lower-case hex; the word `null` for an empty block, as in the engine's listings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_sha256: Option<String>,
}

impl Block {
    /// Creates the summary of `data`, with its hash if `hashes`.
    pub fn new(data: &[u8], hashes: bool) -> Self {
        let hash = || if data.is_empty() { String::from("null") } else { sha256(data) };
        Self { data_size: data.len() as u64, data_sha256: hashes.then(hash) }
    }
}
