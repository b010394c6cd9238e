//! Computes the hashes of names.

/// Returns the 32-bit FNV-1a of the bytes. This is the same as the `FNV` of the engine in 2015, and it is used for
/// names in image files and in the materials of Killer. Case matters. The engine does not
/// hash the NUL at the end, so you should not pass it.
///
/// ```
/// assert_eq!(zed_asset::fnv1a(b"Test/Materials/Test.material"), 0x7e65_eb54);
/// ```
pub const fn fnv1a(bytes: &[u8]) -> u32 {
    let (mut hash, mut rest) = (0x811c_9dc5_u32, bytes);
    while let [byte, behind @ ..] = rest {
        hash = (hash ^ *byte as u32).wrapping_mul(0x0100_0193);
        rest = behind;
    }
    hash
}

/// How many bytes the older hash reads at a time.
const BLOCK: usize = 16;
/// The sums are reduced by this modulus.
const MODULUS: u32 = 65_521;
/// How many blocks can be read before the sums have to be reduced, as in Adler-32. They are reduced once more at the
/// end.
const RUN: usize = 5552 / BLOCK;

/// Returns the older hash of the engine, `HashString`. It was meant to be the Adler-32 of the text in lower case, but
/// it starts with 0 and not with 1, reads bytes as signed, converts to lower case only inside blocks of 16 bytes, and
/// uses the first eight of these twice. The engine does not call it, so you should not need it either.
///
/// ```
/// assert_eq!(zed_asset::hash_string(b"foobar"), 0x08a5_0279);
/// assert_eq!(zed_asset::hash_string(b"0123456789abcdef"), zed_asset::hash_string(b"01234567--------"));
/// ```
pub fn hash_string(bytes: &[u8]) -> u32 {
    let mut sums = (0_u32, 0_u32);
    for run in bytes.chunks(RUN * BLOCK) {
        let blocks = run.chunks_exact(BLOCK);
        let rest = blocks.remainder();
        for block in blocks {
            let half = block.get(..BLOCK / 2).unwrap_or_default();
            sums = half.iter().chain(half).map(u8::to_ascii_lowercase).fold(sums, add);
        }
        let (low, high) = rest.iter().copied().fold(sums, add);
        sums = (low % MODULUS, high % MODULUS);
    }
    sums.1 << 16 | sums.0
}

/// Adds a signed byte to the sums.
fn add((low, high): (u32, u32), byte: u8) -> (u32, u32) {
    let low = low.wrapping_add_signed(i32::from(i8::from_le_bytes([byte])));
    (low, high.wrapping_add(low))
}
