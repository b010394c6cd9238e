//! The file that a scene was shown from, stored with the scene so that edits can be applied to it.

use binio::Budget;
use serde::{Deserialize, Serialize};

use crate::json::Base64;

/// Effort of the compression, of 0 to 10. Higher levels make texts a tenth smaller in three times the time.
const LEVEL: u8 = 3;

/// A file in a scene's source, compressed with zlib. Scenes come from outside, so that the file is input like any other: parse it with limits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Original {
    /// Number of bytes of the file.
    size: u64,
    zlib: Base64,
}

impl Original {
    /// Stores a file.
    pub fn of(bytes: &[u8]) -> Self {
        Self { size: bytes.len() as u64, zlib: Base64(miniz_oxide::deflate::compress_to_vec_zlib(bytes, LEVEL)) }
    }

    /// Returns the file.
    ///
    /// # Errors
    /// Damaged data, data of another size, or a file that is larger than the budget allows. The budget is spent before memory is reserved.
    pub fn read(&self, budget: &mut Budget) -> Result<Vec<u8>, String> {
        budget.spend(self.size).map_err(|fault| fault.to_string())?;
        let size = usize::try_from(self.size).map_err(|_| "the file is too large for this machine".to_owned())?;
        let bytes = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&self.zlib.0, size);
        let bytes = bytes.map_err(|error| format!("the stored original is damaged: {error}"))?;
        if bytes.len() != size {
            return Err(format!("the stored original is damaged: expected {size} bytes, found {}", bytes.len()));
        }
        Ok(bytes)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use binio::Limits;

    use super::*;

    fn budget(bytes: u64) -> Budget {
        Limits::default().max_expanded_bytes(bytes).budget()
    }

    #[test]
    fn a_file_comes_back() {
        for file in [&b""[..], b"<scene/>", &[7; 100_000]] {
            let original = Original::of(file);
            let text = serde_json::to_string(&original).unwrap();
            let back: Original = serde_json::from_str(&text).unwrap();
            assert_eq!(back.read(&mut budget(1 << 20)).unwrap(), file);
        }
        assert!(Original::of(&[7; 100_000]).zlib.0.len() < 1000);
    }

    #[test]
    fn damaged_and_too_large_files_are_refused() {
        let whole = Original::of(&[7; 1000]);
        assert!(whole.read(&mut budget(999)).is_err());
        for size in [0, 999, 1001, u64::MAX] {
            assert!(Original { size, ..whole.clone() }.read(&mut budget(1 << 20)).is_err(), "{size}");
        }
        let short = Base64(whole.zlib.0[..whole.zlib.0.len() - 5].to_vec());
        assert!(Original { zlib: short, ..whole }.read(&mut budget(1 << 20)).is_err());
    }
}
