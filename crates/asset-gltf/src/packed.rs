//! Stores original files in `extras`, compressed and encoded as text.

use binio::Budget;
use serde::{Deserialize, Serialize};

/// The compression level from 0 to 10. Higher levels only save another tenth, but take three times as long.
const LEVEL: u8 = 3;

/// A file that is compressed with zlib and encoded as base64.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(crate) struct Packed {
    /// The size in bytes before compression.
    size: u64,
    zlib: String,
}

impl Packed {
    /// Compresses a file.
    pub(crate) fn of(file: &[u8]) -> Self {
        let zlib = miniz_oxide::deflate::compress_to_vec_zlib(file, LEVEL);
        Self { size: file.len() as u64, zlib: base64_simd::STANDARD.encode_to_string(zlib) }
    }

    /// Decompresses the file. The budget is spent before memory is reserved.
    ///
    /// # Errors
    /// The data is damaged, has another size, or is larger than the budget allows.
    pub(crate) fn file(&self, budget: &mut Budget) -> Result<Vec<u8>, &'static str> {
        const DAMAGED: &str = "the original that it carries is damaged and left out";
        budget.spend(self.size).map_err(|_| "the original that it carries is too large and left out")?;
        let size = usize::try_from(self.size).map_err(|_| DAMAGED)?;
        let zlib = base64_simd::STANDARD.decode_to_vec(&self.zlib).map_err(|_| DAMAGED)?;
        let file = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&zlib, size).map_err(|_| DAMAGED)?;
        if file.len() == size { Ok(file) } else { Err(DAMAGED) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use binio::Limits;

    use super::*;

    fn budget(bytes: u64) -> Budget {
        Limits::default().max_expanded_bytes(bytes).budget()
    }

    #[test]
    fn a_file_comes_back() {
        for file in [&b""[..], b"<scene/>", &[7; 100_000]] {
            let text = serde_json::to_string(&Packed::of(file)).unwrap();
            let back: Packed = serde_json::from_str(&text).unwrap();
            assert_eq!(back.file(&mut budget(1 << 20)).unwrap(), file);
        }
        assert!(Packed::of(&[7; 100_000]).zlib.len() < 1000);
    }

    #[test]
    fn damaged_and_too_large_files_are_refused() {
        let whole = Packed::of(&[7; 1000]);
        assert!(whole.file(&mut budget(999)).is_err());
        for size in [0, 999, 1001, u64::MAX] {
            assert!(Packed { size, ..whole.clone() }.file(&mut budget(1 << 20)).is_err(), "{size}");
        }
        let short = whole.zlib.get(..whole.zlib.len().saturating_sub(8)).unwrap().to_owned();
        assert!(Packed { zlib: short, ..whole }.file(&mut budget(1 << 20)).is_err());
    }
}
