//! The name hashes of all engine versions, and the checksum of packages.

use core::fmt;

/// The hash of a name, in the form in which it is stored in files. It is displayed as eight upper-case hex digits
/// ([Hashes](crate::format#hashes)).
///
/// To compute it, use [`hash_of`] with the right [`HashAlgorithm`], because the same name has a different hash in each of
/// them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StringHash(pub u32);

impl fmt::Display for StringHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08X}", self.0)
    }
}

/// The hash algorithm, which depends on the engine version ([Hashes](crate::format#hashes)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HashAlgorithm {
    /// Urho3D up to 1.7.1: [`sdbm`] of the name. `A`–`Z` are converted to lower case first, so case does not matter.
    Urho17,
    /// Urho3D since 1.8, and U3D: [`sdbm`] of the name.
    #[default]
    Urho18,
    /// rbfx: FNV-1 of the name.
    Rbfx,
}

/// Returns the hash of a name. There is no way to get a name back from its hash. But when you have a list of possible
/// names, for example of bones or events, you can hash each of them to find the right one.
///
/// ```
/// use urho_core::{HashAlgorithm, hash_of};
/// assert_eq!(hash_of(HashAlgorithm::Urho18, b"Models/Box.mdl").to_string(), "8B6DE84D");
/// assert_eq!(hash_of(HashAlgorithm::Urho17, b"Models/Box.mdl").to_string(), "A0D0204D");
/// ```
pub fn hash_of(algorithm: HashAlgorithm, name: &[u8]) -> StringHash {
    StringHash(match algorithm {
        HashAlgorithm::Urho17 => name.iter().fold(0, |state, byte| sdbm_step(state, byte.to_ascii_lowercase())),
        HashAlgorithm::Urho18 => sdbm(0, name),
        HashAlgorithm::Rbfx => {
            name.iter().fold(FNV_START, |state, &byte| state.wrapping_mul(FNV_PRIME) ^ u32::from(byte))
        }
    })
}

const FNV_START: u32 = 2_166_136_261;
const FNV_PRIME: u32 = 16_777_619;

/// The state is multiplied by this in each step: `(h << 6) + (h << 16) - h`.
const FACTOR: u32 = 65_599;

/// Returns the state after another byte.
#[inline]
const fn sdbm_step(state: u32, byte: u8) -> u32 {
    state.wrapping_mul(FACTOR).wrapping_add(byte as u32)
}

/// Adds bytes to a running checksum, using the SDBM hash. The `state` must be 0 at the start. This is the checksum that
/// a package stores for each entry, and another time for all bytes.
///
/// To be fast, this function processes sixty-four bytes at a time: it sums each byte times its power of the factor, so
/// that no multiplication needs to wait for another.
///
/// ```
/// let whole = urho_core::sdbm(0, b"some bytes");
/// assert_eq!(urho_core::sdbm(urho_core::sdbm(0, b"some "), b"bytes"), whole);
/// ```
pub fn sdbm(state: u32, bytes: &[u8]) -> u32 {
    let (blocks, rest) = split_blocks(bytes);
    let state = blocks.fold(state, |state, block| state.wrapping_mul(BLOCK_FACTOR).wrapping_add(weighted_sum(block)));
    rest.iter().fold(state, |state, &byte| sdbm_step(state, byte))
}

/// Joins the checksums of two adjacent runs of bytes into the checksum of both. Use this to compute a checksum on
/// several cores, in any order. Both checksums must have started at 0, and you have to pass the length of the second
/// run.
///
/// ```
/// use urho_core::{sdbm, sdbm_join};
/// assert_eq!(sdbm_join(sdbm(0, b"some "), sdbm(0, b"bytes"), 5), sdbm(0, b"some bytes"));
/// ```
pub const fn sdbm_join(first: u32, second: u32, second_length: u64) -> u32 {
    // The first sum continues over that many zeros: it is multiplied by that power of the factor.
    let (mut power, mut base, mut exponent) = (1_u32, FACTOR, second_length);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    first.wrapping_mul(power).wrapping_add(second)
}

/// The number of bytes in a block.
const BLOCK: usize = 64;

/// Powers of the factor for the bytes in a block. Each is split into two signed halves, because the vector units of
/// every processor can multiply bytes by such halves, and add the products in pairs, with a single instruction.
struct Powers {
    low: [i16; BLOCK],
    high: [i16; BLOCK],
}

const POWERS: Powers = powers();
const BLOCK_FACTOR: u32 = {
    let mut power = 1_u32;
    let mut index = 0;
    while index < BLOCK {
        power = power.wrapping_mul(FACTOR);
        index += 1;
    }
    power
};

const fn powers() -> Powers {
    let mut powers = Powers { low: [0; BLOCK], high: [0; BLOCK] };
    let mut power = 1_u32;
    let mut index = BLOCK;
    while index > 0 {
        index -= 1;
        let low = power as u16 as i16;
        powers.low[index] = low;
        // The low half may be negative: the high half compensates.
        powers.high[index] = (power.wrapping_sub(low as u32) >> 16) as u16 as i16;
        power = power.wrapping_mul(FACTOR);
    }
    powers
}

/// Returns what the bytes in a block add to the checksum.
#[inline]
fn weighted_sum(block: &[u8; BLOCK]) -> u32 {
    let (mut low, mut high) = (0_i32, 0_i32);
    for (index, &byte) in block.iter().enumerate() {
        let byte = i32::from(byte);
        low = low.wrapping_add(byte * i32::from(POWERS.low[index]));
        high = high.wrapping_add(byte * i32::from(POWERS.high[index]));
    }
    (low as u32).wrapping_add((high as u32) << 16)
}

/// Splits `bytes` into whole blocks and the bytes that are left.
fn split_blocks(bytes: &[u8]) -> (impl Iterator<Item = &[u8; BLOCK]>, &[u8]) {
    let chunks = bytes.chunks_exact(BLOCK);
    let rest = chunks.remainder();
    (chunks.filter_map(|chunk| chunk.try_into().ok()), rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    /// Computes the checksum as in the engine, byte by byte.
    fn plain(state: u32, bytes: &[u8]) -> u32 {
        bytes.iter().fold(state, |h, &byte| u32::from(byte).wrapping_add(h << 6).wrapping_add(h << 16).wrapping_sub(h))
    }

    #[test]
    fn names_have_the_hashes_that_the_engine_gives_them() {
        for (name, hash) in [
            ("Models/Box.mdl", "8B6DE84D"),
            ("Root", "1E46B1E2"),
            ("Tip", "29C6309B"),
            ("Morph0", "0E6E48A8"),
            ("", "00000000"),
        ] {
            assert_eq!(hash_of(HashAlgorithm::Urho18, name.as_bytes()).to_string(), hash, "{name}");
        }
    }

    #[test]
    fn the_old_hash_takes_no_notice_of_case() {
        for name in ["Models/Box.mdl", "models/box.mdl", "MODELS/BOX.MDL"] {
            assert_eq!(hash_of(HashAlgorithm::Urho17, name.as_bytes()), StringHash(0xA0D0_204D));
        }
        // Only ASCII letters: other bytes are hashed unmodified.
        assert_ne!(hash_of(HashAlgorithm::Urho17, "Ä".as_bytes()), hash_of(HashAlgorithm::Urho17, "ä".as_bytes()));
    }

    #[test]
    fn rbfx_hashes_are_fnv_1() {
        // Published vectors of FNV-1, 32 bits.
        for (name, hash) in [("", 0x811C_9DC5), ("a", 0x050C_5D7E), ("foobar", 0x31F0_B262)] {
            assert_eq!(hash_of(HashAlgorithm::Rbfx, name.as_bytes()), StringHash(hash), "{name}");
        }
    }

    #[test]
    fn zero_bytes_alone_have_checksum_zero() {
        assert_eq!(sdbm(0, &[0; 1000]), 0);
    }

    #[test]
    fn blocks_give_what_single_bytes_give() {
        let bytes: Vec<u8> = (0..1000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for length in 0..=bytes.len() {
            assert_eq!(sdbm(0x8000_0001, &bytes[..length]), plain(0x8000_0001, &bytes[..length]), "{length}");
        }
        assert_eq!(sdbm(u32::MAX, &[0xff; 4096]), plain(u32::MAX, &[0xff; 4096]));
    }

    proptest::proptest! {
        #[test]
        fn the_checksum_runs_on(state: u32, a: Vec<u8>, b: Vec<u8>) {
            let whole = [a.as_slice(), b.as_slice()].concat();
            proptest::prop_assert_eq!(sdbm(sdbm(state, &a), &b), plain(state, &whole));
            let joined = sdbm_join(sdbm(0, &a), sdbm(0, &b), b.len() as u64);
            proptest::prop_assert_eq!(joined, plain(0, &whole));
        }
    }
}
