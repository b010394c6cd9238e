//! LZ4 data that stays packed.

use alloc::vec::Vec;
use binio::{Budget, Bytes, lz4_check_size, lz4_compress, lz4_decompress};

use crate::error::{Error, no_place};

/// Bytes packed with LZ4: one block and the size it unpacks to ([FORMAT.md, "Types"](crate::format#types)).
///
/// ```
/// use binio::Limits;
/// let packed = udm::Packed::compress(&[7; 100])?;
/// assert_eq!(packed.unpack(&mut Limits::default().budget())?, [7; 100]);
/// # Ok::<(), udm::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packed<'a> {
    /// Bytes that it says to unpack to. At 0 nothing is unpacked.
    pub unpacked_len: u64,
    /// The LZ4 block as stored.
    pub data: Bytes<'a>,
}

binio::into_owned! { pub Packed { data; unpacked_len } }

impl Packed<'_> {
    /// Packs `bytes`.
    ///
    /// # Errors
    /// [`Fault::TooLarge`](binio::Fault::TooLarge) beyond 2 GB.
    pub fn compress(bytes: &[u8]) -> Result<Packed<'static>, Error> {
        let data = lz4_compress(bytes).map_err(no_place)?;
        Ok(Packed { unpacked_len: bytes.len() as u64, data: Bytes::from(data) })
    }

    /// The bytes, unpacked.
    ///
    /// # Errors
    /// [`ErrorKind::Data`](crate::ErrorKind::Data): the block is broken or of another size, or the budget is spent.
    pub fn unpack(&self, budget: &mut Budget) -> Result<Vec<u8>, Error> {
        if self.unpacked_len == 0 {
            return Ok(Vec::new());
        }
        lz4_decompress(&self.data, self.unpacked_len, budget).map_err(no_place)
    }

    /// Whether the block could unpack to the size it says.
    pub(crate) fn is_plausible(&self) -> bool {
        self.unpacked_len == 0 || lz4_check_size(self.data.len(), self.unpacked_len).is_ok()
    }
}
