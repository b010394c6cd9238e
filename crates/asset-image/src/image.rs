//! A texture file.

use std::io;

use binio::Bytes;

use crate::error::Error;
use crate::info::{Info, Surface};

/// Where the surfaces of a mip are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    /// Of the first surface, from the beginning of the file.
    pub(crate) offset: u64,
    /// From one face or layer to the next.
    pub(crate) stride: u64,
    /// Bytes of a slice.
    pub(crate) slice: u64,
}

/// A texture file: its properties, and its unchanged bytes.
///
/// [`Info::of`] and [`decode`](crate::decode) are this for a single look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image<'a> {
    info: Info,
    /// One per mip, for kinds that store surfaces; empty for compressed streams, and for formats of unknown size.
    levels: Vec<Level>,
    bytes: Bytes<'a>,
}

binio::into_owned! { pub Image { bytes; info, levels } }

impl<'a> Image<'a> {
    /// Combines the content of a header with the bytes of its file.
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

    /// The stored bytes of a surface, undecoded; `None` of packed streams (png, jpg, tga, bmp), of supercompressed data, and if
    /// there is no such surface.
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

    /// Its bytes.
    ///
    /// # Errors
    /// Never fails; all document types share this signature.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        Ok(self.bytes.to_vec())
    }

    /// How many bytes it has.
    ///
    /// # Errors
    /// Never fails; all document types share this signature.
    pub fn encoded_len(&self) -> Result<u64, Error> {
        Ok(self.bytes.len() as u64)
    }

    /// Writes its bytes.
    ///
    /// # Errors
    /// An I/O error of the writer.
    pub fn write_to(&self, mut out: impl io::Write) -> io::Result<()> {
        out.write_all(&self.bytes)
    }

    /// Where the data of its surfaces begins, if it has surfaces.
    pub(crate) fn data_start(&self) -> Option<u64> {
        self.levels.iter().map(|level| level.offset).min()
    }

    /// Where the data of its surfaces ends, if it has surfaces.
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
