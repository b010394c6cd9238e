//! Prints single values as text.

use engine_assets::paths::documents::escaped;

/// Like [`escaped`], but line breaks and tabs are kept.
pub(super) fn escaped_lines(bytes: &[u8]) -> String {
    let pieces = bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\t'));
    pieces.fold(String::new(), |text, piece| match piece.split_last() {
        Some((end @ (b'\n' | b'\t'), before)) => text + &escaped(before) + if *end == b'\n' { "\n" } else { "\t" },
        _ => text + &escaped(piece),
    })
}
