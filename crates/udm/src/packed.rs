//! LZ4 data that stays packed until you need it.

use alloc::vec::Vec;
use binio::{Budget, Bytes, lz4_check_size, lz4_compress, lz4_decompress};

use crate::error::{Error, no_place};

/// Bytes that were packed with LZ4: a single block, and the size to unpack to (see [FORMAT.md,
/// "Types"](crate::format#types)).
///
/// ```
/// use binio::Limits;
/// let packed = udm::Packed::compress(&[7; 100])?;
/// assert_eq!(packed.unpack(&mut Limits::default().budget())?, [7; 100]);
/// # Ok::<(), udm::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packed<'a> {
    /// The stored unpacked size, in bytes. If this is 0, nothing will be unpacked.
    pub unpacked_len: u64,
    /// The LZ4 block from the file.
    pub data: Bytes<'a>,
}

binio::into_owned! { pub Packed { data; unpacked_len } }

impl Packed<'_> {
    /// Packs `bytes`.
    ///
    /// # Errors
    /// Returns [`Fault::TooLarge`](binio::Fault::TooLarge) for more than 2 GB.
    pub fn compress(bytes: &[u8]) -> Result<Packed<'static>, Error> {
        let data = lz4_compress(bytes).map_err(no_place)?;
        Ok(Packed { unpacked_len: bytes.len() as u64, data: Bytes::from(data) })
    }

    /// Unpacks the bytes.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Data`](crate::ErrorKind::Data) if the block is broken, has another size, or needs more than
    /// the budget.
    pub fn unpack(&self, budget: &mut Budget) -> Result<Vec<u8>, Error> {
        if self.unpacked_len == 0 {
            return Ok(Vec::new());
        }
        lz4_decompress(&self.data, self.unpacked_len, budget).map_err(no_place)
    }

    /// Returns `true` if it is possible for the block to unpack to the stored size.
    pub(crate) fn is_plausible(&self) -> bool {
        self.unpacked_len == 0 || lz4_check_size(self.data.len(), self.unpacked_len).is_ok()
    }
}
