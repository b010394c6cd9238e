//! Writes numbers of variable length for the encoder.

/// Returns the zigzag code for a signed difference.
pub(super) fn zigzag(difference: u32) -> u32 {
    (difference << 1) ^ if difference & 0x8000_0000 == 0 { 0 } else { u32::MAX }
}

/// Appends an unsigned LEB128 number.
pub(super) fn put_varint(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
