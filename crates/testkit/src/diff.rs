//! Compares bytes, and shows differences so that you can read them.

use std::fmt::Write as _;

/// How many bytes to show on a line.
const LINE: usize = 16;

/// Asserts that both are equal.
///
/// # Panics
/// Panics if they are not. The message will show the first line that differs, from both and in hex.
#[track_caller]
pub fn assert_bytes(actual: &[u8], expected: &[u8]) {
    if actual == expected {
        return;
    }
    let same = actual.iter().zip(expected).take_while(|(a, b)| a == b).count();
    let line = same / LINE * LINE;
    panic!(
        "bytes differ at {same:#x} (lengths {} and {})\n  actual   {line:#06x}: {}\n  expected {line:#06x}: {}",
        actual.len(),
        expected.len(),
        hex(actual, line),
        hex(expected, line),
    );
}

fn hex(bytes: &[u8], from: usize) -> String {
    bytes.iter().skip(from).take(LINE).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x} ");
        text
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn says_where() {
        let caught = std::panic::catch_unwind(|| super::assert_bytes(&[1; 20], &[[1; 18].as_slice(), &[2]].concat()));
        let message = *caught.unwrap_err().downcast::<String>().unwrap();
        assert!(message.contains("at 0x12") && message.contains("0x0010: 01 01 02"), "{message}");
    }
}
