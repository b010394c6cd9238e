//! The hash of a DXBC container. It uses the rounds of MD5 (RFC 1321), but ends in another way. The crate `md-5` can't
//! be used for this, because it pads every message itself and does not give access to the state before.

/// The state in which MD5 starts.
const START: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];

/// By how many bits each step of a round rotates. This repeats after four steps.
const TURNS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// The constant for each step: the first 32 fractional bits of |sin(step)|, with the step in radians and beginning at
/// 1.
const SINES: [u32; 64] = [
    0xd76a_a478,
    0xe8c7_b756,
    0x2420_70db,
    0xc1bd_ceee,
    0xf57c_0faf,
    0x4787_c62a,
    0xa830_4613,
    0xfd46_9501,
    0x6980_98d8,
    0x8b44_f7af,
    0xffff_5bb1,
    0x895c_d7be,
    0x6b90_1122,
    0xfd98_7193,
    0xa679_438e,
    0x49b4_0821,
    0xf61e_2562,
    0xc040_b340,
    0x265e_5a51,
    0xe9b6_c7aa,
    0xd62f_105d,
    0x0244_1453,
    0xd8a1_e681,
    0xe7d3_fbc8,
    0x21e1_cde6,
    0xc337_07d6,
    0xf4d5_0d87,
    0x455a_14ed,
    0xa9e3_e905,
    0xfcef_a3f8,
    0x676f_02d9,
    0x8d2a_4c8a,
    0xfffa_3942,
    0x8771_f681,
    0x6d9d_6122,
    0xfde5_380c,
    0xa4be_ea44,
    0x4bde_cfa9,
    0xf6bb_4b60,
    0xbebf_bc70,
    0x289b_7ec6,
    0xeaa1_27fa,
    0xd4ef_3085,
    0x0488_1d05,
    0xd9d4_d039,
    0xe6db_99e5,
    0x1fa2_7cf8,
    0xc4ac_5665,
    0xf429_2244,
    0x432a_ff97,
    0xab94_23a7,
    0xfc93_a039,
    0x655b_59c3,
    0x8f0c_cc92,
    0xffef_f47d,
    0x8584_5dd1,
    0x6fa8_7e4f,
    0xfe2c_e6e0,
    0xa301_4314,
    0x4e08_11a1,
    0xf753_7e82,
    0xbd3a_f235,
    0x2ad7_d2bb,
    0xeb86_d391,
];

const BLOCK: usize = 64;

/// Processes a single block.
fn step_block(state: &mut [u32; 4], block: &[u8; BLOCK]) {
    let mut words = [0_u32; 16];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes.try_into().map_or(0, u32::from_le_bytes);
    }
    let [mut a, mut b, mut c, mut d] = *state;
    for (step, sine) in SINES.iter().enumerate() {
        let (mixed, word) = match step / 16 {
            0 => ((b & c) | (!b & d), step),
            1 => ((d & b) | (!d & c), 5 * step + 1),
            2 => (b ^ c ^ d, 3 * step + 5),
            _ => (c ^ (b | !d), 7 * step),
        };
        let word = words.get(word % 16).copied().unwrap_or_default();
        let turn = TURNS.get(step / 16).and_then(|turns| turns.get(step % 4)).copied().unwrap_or_default();
        let sum = a.wrapping_add(mixed).wrapping_add(*sine).wrapping_add(word);
        (a, d, c, b) = (d, c, b, b.wrapping_add(sum.rotate_left(turn)));
    }
    for (word, add) in state.iter_mut().zip([a, b, c, d]) {
        *word = word.wrapping_add(add);
    }
}

/// Returns the hash of a DXBC container, given the bytes that follow the hash.
///
/// MD5 ends with the number of bits, written as 64 bits. Here, the number of bits comes first in the last block, and a
/// modified number comes last. Bytes that do not fit between them get their own block before.
pub(crate) fn dxbc_hash(covered: &[u8]) -> [u8; 16] {
    let mut state = START;
    let blocks = covered.chunks_exact(BLOCK);
    let left = blocks.remainder();
    for block in blocks {
        if let Ok(block) = block.try_into() {
            step_block(&mut state, block);
        }
    }
    // The format counts bits in 32 bits.
    let bits = (covered.len() as u32).wrapping_mul(8);
    let mut last = [0; BLOCK];
    put(&mut last, 0, &bits.to_le_bytes());
    put(&mut last, BLOCK - 4, &(bits >> 2 | 1).to_le_bytes());
    if left.len() < BLOCK - 8 {
        put(&mut last, 4, left);
        put(&mut last, 4 + left.len(), &[0x80]);
    } else {
        let mut before = [0; BLOCK];
        put(&mut before, 0, left);
        put(&mut before, left.len(), &[0x80]);
        step_block(&mut state, &before);
    }
    step_block(&mut state, &last);
    let mut hash = [0; 16];
    for (bytes, word) in hash.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    hash
}

/// Writes `bytes` to a block at the offset `at`.
fn put(block: &mut [u8; BLOCK], at: usize, bytes: &[u8]) {
    for (target, byte) in block.iter_mut().skip(at).zip(bytes) {
        *target = *byte;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
    }

    /// Returns MD5 as RFC 1321 defines it, using the same rounds.
    fn md5(message: &[u8]) -> String {
        let mut padded = message.to_vec();
        padded.push(0x80);
        padded.resize(padded.len().next_multiple_of(BLOCK), 0);
        if message.len() % BLOCK >= BLOCK - 8 {
            padded.resize(padded.len() + BLOCK, 0);
        }
        let end = padded.len() - 8;
        padded[end..].copy_from_slice(&(message.len() as u64 * 8).to_le_bytes());
        let mut state = START;
        padded.chunks_exact(BLOCK).for_each(|block| step_block(&mut state, block.try_into().unwrap()));
        hex(&state.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>())
    }

    #[test]
    fn the_rounds_are_those_of_md5() {
        // Test suite of RFC 1321.
        for (message, digest) in [
            ("", "d41d8cd98f00b204e9800998ecf8427e"),
            ("a", "0cc175b9c0f1b6a831c399e269772661"),
            ("abc", "900150983cd24fb0d6963f7d28e17f72"),
            ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
            ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
            (
                "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
                "57edf4a22be3c955ac49da2e2107b67a",
            ),
        ] {
            assert_eq!(md5(message.as_bytes()), digest, "{message}");
        }
    }

    /// Tests bytes 0, 7, 14 … of every length around the block boundaries. The expected values come from another
    /// implementation in another language. It gives the stored hashes of seven containers from the Microsoft compiler,
    /// with both endings.
    #[test]
    fn the_ending_is_that_of_dxbc() {
        for (length, digest) in [
            (0, "140d60f6b775e2ba4e4abed401b2e9a1"),
            (12, "7ebd070435a82faedb2d2c05a36dcc1c"),
            (55, "82870c2c2302ec3dd7833a2390f767d7"),
            (56, "4b4a1f138b0eb5ed62aa60d379008fea"),
            (57, "042b92d86541d3c6d8824c2f1a3631cc"),
            (63, "59e7b2ad2c2b2d5f1c9802175ff6e952"),
            (64, "5950153754d11d4e8a2c16d1c33ed8e0"),
            (100, "9105e24bfeb55f4742e7272236ff5c4f"),
            (120, "370fd73fe9bf95fa11dcfc5a9acb4826"),
            (127, "cafaddb9d703526e03b714aaa4a50c28"),
            (128, "a177e854787a1e8f94161006ac84ba40"),
            (1000, "0763a683d2c91ccb409c09e97af7d0fe"),
        ] {
            let covered: Vec<u8> = (0..length).map(|i: u32| (i * 7) as u8).collect();
            assert_eq!(hex(&dxbc_hash(&covered)), digest, "{length}");
        }
    }
}
