//! Estimates how much memory files will take, so that a program can choose how many to handle at once.

use std::collections::VecDeque;
use std::io::Read as _;

use super::Source;

/// Memory for any file, in bytes.
const LEAST: u64 = 1 << 20;
/// Memory for each byte in a file.
const PER_BYTE: u64 = 16;
/// Memory for each pixel, which is decoded and then converted to something else.
const PER_PIXEL: u64 = 16;
/// Memory for each row in a glTF accessor, because its numbers need not be in the file.
const PER_ROW: u64 = 48;
/// Converting or rendering takes this many times more memory than reading.
const WORK: u64 = 4;
/// The size of a picture is in this many bytes at the start of a file.
const HEAD: u64 = 1 << 16;
/// Accessors in a glTF are counted in this many bytes at the start.
const MOST_JSON: u64 = 16 << 20;

impl Source {
    /// Estimates how much memory you will need at most to read and check this source, in bytes. This is computed from
    /// the file size, for a picture also from its width and height, and for a glTF from the rows in its accessors. If
    /// only the content of a file determines how much it expands to, it can take more.
    pub fn expected_memory(&self) -> u64 {
        let path = self.package_path().unwrap_or(self.path());
        let length = path.metadata().map_or(0, |file| if file.is_file() { file.len() } else { 0 });
        let claimed = if self.is_file() && length > 0 { self.claimed().unwrap_or(0) } else { 0 };
        LEAST.saturating_add(length.saturating_mul(PER_BYTE)).max(claimed)
    }

    /// Estimates how much memory you will need at most to convert or render this source, in bytes. This is more than
    /// for reading, because the content will exist in several forms at once.
    pub fn expected_work_memory(&self) -> u64 {
        self.expected_memory().saturating_mul(WORK)
    }

    /// Returns how much memory a picture or glTF claims to need, or `None` for any other file.
    fn claimed(&self) -> Option<u64> {
        let mut file = asset_unpack::open_regular(self.path()).ok()?;
        let mut head = Vec::with_capacity(HEAD as usize);
        file.by_ref().take(HEAD).read_to_end(&mut head).ok()?;
        if let Ok(info) = asset_image::Info::of(&head) {
            return Some(u64::from(info.width).saturating_mul(info.height.into()).saturating_mul(PER_PIXEL));
        }
        let is_gltf = head.starts_with(b"glTF") || head.trim_ascii_start().starts_with(b"{");
        if !is_gltf {
            return None;
        }
        file.take(MOST_JSON.saturating_sub(head.len() as u64)).read_to_end(&mut head).ok()?;
        Some(rows(&head).saturating_mul(PER_ROW))
    }
}

/// Adds up all `count` members in a JSON text.
fn rows(text: &[u8]) -> u64 {
    const MEMBER: &[u8] = b"\"count\"";
    let mut sum = 0_u64;
    let mut rest = text;
    while let Some(start) = rest.windows(MEMBER.len()).position(|bytes| bytes == MEMBER) {
        rest = rest.get(start.saturating_add(MEMBER.len())..).unwrap_or_default();
        let value = rest.trim_ascii_start().strip_prefix(b":").unwrap_or_default().trim_ascii_start();
        let digits = value.iter().take_while(|byte| byte.is_ascii_digit());
        let number = digits.fold(0_u64, |number, digit| number.saturating_mul(10).saturating_add((digit & 15).into()));
        sum = sum.saturating_add(number);
    }
    sum
}

/// Takes the next values from a queue that you can handle at once: at most `most`, and only as many as fit into
/// `memory` together. If a value is larger than this, it is taken alone.
///
/// ```
/// use asset_project::sources::next_batch;
/// let mut queue = [3, 4, 5, 100, 1, 1].into();
/// let mut next = || next_batch(&mut queue, 64, Some(8), |size| *size);
/// assert_eq!([next(), next(), next(), next()], [vec![3, 4], vec![5], vec![100], vec![1, 1]]);
/// ```
pub fn next_batch<T>(
    queue: &mut VecDeque<T>,
    most: usize,
    memory: Option<u64>,
    expected: impl Fn(&T) -> u64,
) -> Vec<T> {
    let mut left = memory.unwrap_or(u64::MAX);
    let mut batch = Vec::new();
    while let Some(next) = queue.front().filter(|_| batch.len() < most) {
        let size = if memory.is_some() { expected(next) } else { 0 };
        if size > left && !batch.is_empty() {
            break;
        }
        left = left.saturating_sub(size);
        batch.extend(queue.pop_front());
    }
    batch
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_that_claims_more_than_its_bytes_counts() {
        let folder = tempfile::tempdir().expect("a folder");
        let expected = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).expect("a file");
            Source::new(&path).expected_memory()
        };
        let zeros = br#"{"accessors":[{"count" : 14000000},{"count":1000000,"type":"VEC3"}],"counts":7}"#;
        assert_eq!(expected("a.gltf", zeros), 15_000_000 * PER_ROW);
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x40\0\0\0\x40\0\x08\x06\0\0\0".to_vec();
        png.extend(b"\0\0\0\0\0\0\0\0IDAT");
        assert_eq!(expected("a.png", &png), (1 << 28) * PER_PIXEL);
        assert_eq!(expected("a.bin", &[7; 100]), LEAST + 1600);
        assert_eq!(expected("many.gltf", br#"{"count":99999999999999999999999}"#), u64::MAX);
    }
}
