//! Compresses and decompresses LZ4 blocks (feature `lz4`).
//!
//! A block is the output of `LZ4_compress_default`, without a frame. The format must store the expanded size, because a
//! block does not contain it. This size is checked before memory is reserved, and again after decompression.

use alloc::vec::Vec;

use crate::failure::Fault;
use crate::limits::Budget;

/// The maximum number of bytes that LZ4 can compress.
pub const LZ4_MAX_INPUT: usize = 0x7e00_0000;

/// Returns the largest size that `compressed` bytes can expand to. This is 255 bytes for each byte, plus the output of
/// the first.
pub(crate) const fn lz4_max_size(compressed: usize) -> u64 {
    (compressed as u64).saturating_mul(255).saturating_add(16)
}

/// Checks that a block of `compressed` bytes can expand to the given size. This must be called before memory is
/// reserved.
///
/// # Errors
/// [`Fault::ImpossibleExpansion`] if they can't.
pub fn lz4_check_size(compressed: usize, size: u64) -> Result<(), Fault> {
    if size <= lz4_max_size(compressed) {
        return Ok(());
    }
    Err(Fault::ImpossibleExpansion { size, compressed: compressed as u64 })
}

/// Decompresses a block, which must expand to exactly `size` bytes. If the size is impossible or exceeds the budget, no
/// memory is reserved. An empty block expands to no bytes.
///
/// ```
/// use binio::{Limits, lz4_compress, lz4_decompress};
/// let block = lz4_compress(&[7; 1000])?;
/// assert_eq!(lz4_decompress(&block, 1000, &mut Limits::default().budget())?, [7; 1000]);
/// assert!(lz4_decompress(&block, 999, &mut Limits::default().budget()).is_err());
/// # Ok::<(), binio::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::ImpossibleExpansion`], [`Fault::Limit`], or [`Fault::MalformedBlock`] if the block is corrupt or has
/// another size.
pub fn lz4_decompress(block: &[u8], size: u64, budget: &mut Budget) -> Result<Vec<u8>, Fault> {
    lz4_check_size(block.len(), size)?;
    budget.spend(size)?;
    let length = usize::try_from(size).map_err(|_| Fault::Limit("memory"))?;
    let mut unpacked = Vec::new();
    unpacked.try_reserve_exact(length).map_err(|_| Fault::Limit("memory"))?;
    unpacked.resize(length, 0);
    unpack(block, &mut unpacked)?;
    Ok(unpacked)
}

/// Decompresses a block into existing memory. `out` must have exactly the expanded size.
///
/// # Errors
/// See [`lz4_decompress`], but there is no [`Fault::Limit`]. After an error, the content of `out` is unspecified. After
/// success, it never depends on the previous content: the C library accepts matches at distance 0, but writes zeros for
/// them.
pub fn lz4_decompress_into(block: &[u8], out: &mut [u8]) -> Result<(), Fault> {
    lz4_check_size(block.len(), out.len() as u64)?;
    unpack(block, out)
}

/// Decompresses `block` into `out`, which must have exactly the expanded size.
fn unpack(block: &[u8], out: &mut [u8]) -> Result<(), Fault> {
    let size = out.len();
    if block.is_empty() && size == 0 {
        return Ok(());
    }
    match decode(block, out) {
        Some(length) if length == size => Ok(()),
        _ => Err(Fault::MalformedBlock { size: size as u64 }),
    }
}

/// Decompresses `block` and returns the number of bytes, or `None` if it is corrupt.
#[cfg(not(feature = "hc"))]
fn decode(block: &[u8], out: &mut [u8]) -> Option<usize> {
    lz4_flex::block::decompress_into(block, out).ok()
}

/// Decompresses `block` and returns the number of bytes, or `None` if it is corrupt. The C library uses 31 bits for
/// sizes.
#[cfg(feature = "hc")]
fn decode(block: &[u8], out: &mut [u8]) -> Option<usize> {
    const MOST: usize = i32::MAX as usize;
    if block.len() > MOST || out.len() > MOST {
        return lz4_flex::block::decompress_into(block, out).ok();
    }
    lzzzz::lz4::decompress(block, out).ok()
}

/// Compresses `bytes` into a block. This function is fast. To get a smaller block, use `lz4_compress_high` instead.
///
/// # Errors
/// [`Fault::TooLarge`] if there are more than [`LZ4_MAX_INPUT`] bytes.
pub fn lz4_compress(bytes: &[u8]) -> Result<Vec<u8>, Fault> {
    check_input(bytes)?;
    Ok(lz4_flex::block::compress(bytes))
}

/// The compression level that the engines' tools use.
#[cfg(feature = "hc")]
pub const LZ4_HC_LEVEL: u8 = 9;

/// Compresses `bytes` into a block using LZ4-HC. The maximum `level` is 12; use [`LZ4_HC_LEVEL`] to get the same bytes
/// as the engines' tools. The output is the same as that of the C library.
///
/// # Errors
/// [`Fault::TooLarge`] if there are more than [`LZ4_MAX_INPUT`] bytes.
#[cfg(feature = "hc")]
pub fn lz4_compress_high(bytes: &[u8], level: u8) -> Result<Vec<u8>, Fault> {
    check_input(bytes)?;
    if bytes.is_empty() {
        // An empty block; the binding would return no bytes.
        return Ok(Vec::from([0]));
    }
    let mut block = Vec::new();
    let packed = lzzzz::lz4_hc::compress_to_vec(bytes, &mut block, i32::from(level));
    packed.map_err(|_| Fault::Limit("memory"))?;
    block.shrink_to_fit();
    Ok(block)
}

fn check_input(bytes: &[u8]) -> Result<(), Fault> {
    if bytes.len() <= LZ4_MAX_INPUT {
        return Ok(());
    }
    Err(Fault::TooLarge { value: bytes.len() as u64, max: LZ4_MAX_INPUT as u64 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use alloc::vec;
    use proptest::prelude::*;

    fn budget() -> Budget {
        Limits::default().budget()
    }

    /// Token 0x10: one literal, no match. Written by hand.
    #[test]
    fn one_literal() {
        assert_eq!(lz4_decompress(&[0x10, b'x'], 1, &mut budget()), Ok(vec![b'x']));
    }

    /// One literal, then a match of 4 + 15 + 255 + 1 bytes at distance 1, then five literals.
    #[test]
    fn long_match() {
        let block = [0x1f, b'a', 1, 0, 255, 1, 0x50, b'1', b'2', b'3', b'4', b'5'];
        let mut expected = vec![b'a'; 276];
        expected.extend(b"12345");
        assert_eq!(lz4_decompress(&block, 281, &mut budget()), Ok(expected.clone()));
        let mut out = vec![9; 281];
        lz4_decompress_into(&block, &mut out).unwrap();
        assert_eq!(out, expected);
    }

    /// Untouched zeros, so that they take no memory.
    #[test]
    fn what_is_too_large_is_refused() {
        let bytes = vec![0; LZ4_MAX_INPUT + 1];
        let fault = Fault::TooLarge { value: LZ4_MAX_INPUT as u64 + 1, max: LZ4_MAX_INPUT as u64 };
        assert_eq!(lz4_compress(&bytes), Err(fault));
        #[cfg(feature = "hc")]
        assert_eq!(lz4_compress_high(&bytes, LZ4_HC_LEVEL), Err(fault));
    }

    #[test]
    fn other_sizes_are_malformed() {
        for size in [0, 2, 17] {
            assert_eq!(lz4_decompress(&[0x10, b'x'], size, &mut budget()), Err(Fault::MalformedBlock { size }));
        }
        assert_eq!(lz4_decompress(&[], 1, &mut budget()), Err(Fault::MalformedBlock { size: 1 }));
        assert_eq!(lz4_decompress(&[], 0, &mut budget()), Ok(vec![]));
    }

    #[test]
    fn bombs_are_refused_before_anything_is_reserved() {
        let size = 255 * 2 + 17;
        let fault = Fault::ImpossibleExpansion { size, compressed: 2 };
        assert_eq!(lz4_decompress(&[0x10, b'x'], size, &mut budget()), Err(fault));
        assert_eq!(lz4_decompress_into(&[0x10, b'x'], &mut vec![0; size as usize]), Err(fault));
        let mut little = Limits::default().max_expanded_bytes(10).budget();
        assert_eq!(lz4_decompress(&[0x10, b'x'], 11, &mut little), Err(Fault::Limit("expanded bytes")));
        assert_eq!(little.left(), 10);
    }

    #[test]
    fn no_bytes() {
        assert_eq!(lz4_compress(&[]), Ok(vec![0]));
        assert_eq!(lz4_decompress(&[0], 0, &mut budget()), Ok(vec![]));
        #[cfg(feature = "hc")]
        assert_eq!(lz4_compress_high(&[], LZ4_HC_LEVEL), Ok(vec![0]));
    }

    proptest! {
        #[test]
        fn what_is_packed_unpacks(bytes in prop::collection::vec(0_u8..4, 0..3000)) {
            let block = lz4_compress(&bytes).unwrap();
            prop_assert_eq!(&lz4_decompress(&block, bytes.len() as u64, &mut budget()).unwrap(), &bytes);
            #[cfg(feature = "hc")]
            {
                let block = lz4_compress_high(&bytes, LZ4_HC_LEVEL).unwrap();
                prop_assert_eq!(&lz4_decompress(&block, bytes.len() as u64, &mut budget()).unwrap(), &bytes);
            }
        }

        /// The C library accepts matches at distance 0, which the format forbids; they don't reveal old memory either.
        #[test]
        fn old_memory_never_shows(sequences in prop::collection::vec((0_u8..15, 0_u16..9, 0_u8..15), 1..8), last in 12_u8..15) {
            let (mut block, mut size) = (Vec::new(), usize::from(last));
            for (literals, distance, length) in sequences {
                block.push(literals << 4 | length);
                block.extend(core::iter::repeat_n(0x55, usize::from(literals)));
                block.extend(distance.to_le_bytes());
                size += usize::from(literals) + usize::from(length) + 4;
            }
            block.push(last << 4);
            block.extend(core::iter::repeat_n(0x66, usize::from(last)));
            let (mut zeros, mut ones) = (vec![0; size], vec![0xff; size]);
            let taken = lz4_decompress_into(&block, &mut zeros);
            prop_assert_eq!(lz4_decompress_into(&block, &mut ones), taken);
            if taken.is_ok() {
                prop_assert_eq!(zeros, ones);
            }
        }

        #[test]
        fn any_block_is_safe(block in prop::collection::vec(any::<u8>(), 0..100), size in 0_usize..400) {
            let mut out = vec![0; size];
            if lz4_decompress_into(&block, &mut out).is_ok() {
                prop_assert_eq!(lz4_decompress(&block, size as u64, &mut budget()), Ok(out));
            }
        }
    }
}
