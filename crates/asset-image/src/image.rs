//! Texture files.

use std::io;

use binio::Bytes;

use crate::error::Error;
use crate::info::{Info, Surface};

/// Where to find the surfaces of a mip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    /// Where the first surface begins in the file.
    pub(crate) offset: u64,
    /// How far it is from a face or layer to the next.
    pub(crate) stride: u64,
    /// How many bytes a slice takes.
    pub(crate) slice: u64,
}

/// A texture file. This contains the properties, and the bytes of the file, which are not changed.
///
/// If you only need to look at a file once, use [`Info::of`] or [`decode`](crate::decode).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image<'a> {
    info: Info,
    /// The levels, if this kind of file stores surfaces. For compressed streams, and if the size of the format is
    /// unknown, there are none.
    levels: Vec<Level>,
    bytes: Bytes<'a>,
}

binio::into_owned! { pub Image { bytes; info, levels } }

impl<'a> Image<'a> {
    /// Creates an image from the content of a header and the bytes of the file.
    pub(crate) fn new(info: Info, levels: Vec<Level>, bytes: &'a [u8]) -> Self {
        Self { info, levels, bytes: Bytes::from(bytes) }
    }

    /// Returns the properties of the texture.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// Returns the bytes of the file.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the stored bytes of a surface, without decoding them. If there is no such surface, if this is a packed
    /// stream (png, jpg, tga, bmp), or if the data is supercompressed, returns `None`.
    pub fn surface(&self, surface: impl Into<Surface>) -> Option<&[u8]> {
        let surface = surface.into();
        self.info.check(surface).ok()?;
        let level = self.levels.get(usize::try_from(surface.mip).ok()?)?;
        let element = u64::from(surface.layer).checked_mul(self.info.faces.into())?.checked_add(surface.face.into())?;
        let within = element.checked_mul(level.stride)?.checked_add(level.slice.checked_mul(surface.slice.into())?)?;
        let start = level.offset.checked_add(within)?;
        let end = start.checked_add(level.slice)?;
        self.bytes.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// Never fails. The signature is the same for all document types.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        Ok(self.bytes.to_vec())
    }

    /// Returns the number of bytes in the file.
    ///
    /// # Errors
    /// Never fails. The signature is the same for all document types.
    pub fn encoded_len(&self) -> Result<u64, Error> {
        Ok(self.bytes.len() as u64)
    }

    /// Writes the bytes of the file to `out`.
    ///
    /// # Errors
    /// Returns any I/O error from the writer.
    pub fn write_to(&self, mut out: impl io::Write) -> io::Result<()> {
        out.write_all(&self.bytes)
    }

    /// Returns where the data of the surfaces begins, if there are any.
    pub(crate) fn data_start(&self) -> Option<u64> {
        self.levels.iter().map(|level| level.offset).min()
    }

    /// Returns where the data of the surfaces ends, if there are any.
    pub(crate) fn data_end(&self) -> Option<u64> {
        let elements = u64::from(self.info.layers).checked_mul(self.info.faces.into())?;
        let ends = self.levels.iter().zip(0..).map(|(level, mip)| {
            let slices = u64::from(crate::info::extent(self.info.depth, mip));
            let last = elements.saturating_sub(1).saturating_mul(level.stride);
            level.offset.saturating_add(last).saturating_add(level.slice.saturating_mul(slices))
        });
        ends.max()
    }
}
