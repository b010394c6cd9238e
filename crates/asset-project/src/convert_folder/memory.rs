//! Expected memory of files, so that a program can choose how many it works on at once.

use std::fs::File;
use std::io::Read as _;

use super::Source;

/// Memory that any file takes, in bytes.
const LEAST: u64 = 1 << 20;
/// Memory per byte of a file.
const PER_BYTE: u64 = 16;
/// Memory per pixel: decoded, and once more as something else.
const PER_PIXEL: u64 = 16;

impl Source {
    /// Returns how many bytes of memory it takes at most, as a rule, to read and check the source: an estimate by its size, and of a png by its width and
    /// height. A file whose expansion only its content knows can take more.
    pub fn expected_memory(&self) -> u64 {
        let path = self.package_path().unwrap_or(self.path());
        let length = path.metadata().map_or(0, |file| if file.is_file() { file.len() } else { 0 });
        let pixels = if self.is_file() && length > 0 { self.pixels().unwrap_or(0) } else { 0 };
        LEAST.saturating_add(length.saturating_mul(PER_BYTE)).max(pixels.saturating_mul(PER_PIXEL))
    }

    /// Number of pixels of a png, by its first bytes.
    fn pixels(&self) -> Option<u64> {
        let mut head = [0; 24];
        File::open(self.path()).ok()?.read_exact(&mut head).ok()?;
        let number = |at: usize| Some(u64::from(u32::from_be_bytes(*head.get(at..)?.first_chunk()?)));
        if head.starts_with(b"\x89PNG") { Some(number(16)?.saturating_mul(number(20)?)) } else { None }
    }
}
