//! Decoded pixels.

use std::fmt;

use binio::Fault;
use zerocopy::{FromBytes, IntoBytes};

use crate::error::{Error, ErrorKind};
use crate::info::ColorSpace;

/// Pixels as RGBA8: four bytes each, rows from top to bottom, alpha straight unless the file says otherwise.
#[derive(Clone, PartialEq, Eq)]
pub struct Pixels {
    width: u32,
    height: u32,
    data: Vec<u8>,
    color_space: ColorSpace,
}

impl Pixels {
    /// Pixels out of bytes, four each.
    ///
    /// # Errors
    /// [`ErrorKind::WrongLength`] if they aren't four times `width` times `height`.
    pub fn new(width: u32, height: u32, data: Vec<u8>) -> Result<Self, Error> {
        let expected = u64::from(width).saturating_mul(height.into()).saturating_mul(4);
        let actual = data.len() as u64;
        if actual != expected {
            return Err(Error::new(ErrorKind::WrongLength { expected, actual }, "pixels"));
        }
        Ok(Self { width, height, data, color_space: ColorSpace::Unknown })
    }

    /// Pixels of one colour.
    ///
    /// # Errors
    /// If they are more than this host can hold.
    pub fn filled(width: u32, height: u32, pixel: [u8; 4]) -> Result<Self, Error> {
        let count = usize::try_from(width).ok().zip(usize::try_from(height).ok());
        let count = count.and_then(|(width, height)| width.checked_mul(height));
        let length = count.filter(|count| count.checked_mul(4).is_some_and(|bytes| isize::try_from(bytes).is_ok()));
        let length = length.ok_or_else(|| Error::new(Fault::Limit("memory of this host"), "pixels"))?;
        // The host gives memory of zeros as it is used: pixels that no decoder reaches take none.
        let bytes = if pixel == [0; 4] { vec![0; length.saturating_mul(4)] } else { pixel.repeat(length) };
        Self::new(width, height, bytes)
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Whether colours are sRGB, as far as the file said it.
    pub fn color_space(&self) -> ColorSpace {
        self.color_space
    }

    /// The same pixels, known to be of a colour space; no value changes.
    #[must_use]
    pub fn with_color_space(mut self, color_space: ColorSpace) -> Self {
        self.color_space = color_space;
        self
    }

    /// The bytes, four a pixel.
    pub fn as_bytes(&self) -> &[u8] {
        &self.data
    }

    /// The bytes, four a pixel, for good.
    pub fn into_bytes(self) -> Vec<u8> {
        self.data
    }

    /// The pixels, row by row.
    pub fn pixels(&self) -> &[[u8; 4]] {
        // The length is a multiple of four: this can't fail.
        <[[u8; 4]]>::ref_from_bytes(&self.data).unwrap_or_default()
    }

    /// The pixels, row by row, to be changed.
    pub fn pixels_mut(&mut self) -> &mut [[u8; 4]] {
        <[[u8; 4]]>::mut_from_bytes(&mut self.data).unwrap_or_default()
    }

    /// A pixel; `None` outside.
    pub fn get(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width {
            return None;
        }
        let index = u64::from(y) * u64::from(self.width) + u64::from(x);
        self.pixels().get(usize::try_from(index).ok()?).copied()
    }

    /// Whether alpha is 255 everywhere.
    pub fn is_opaque(&self) -> bool {
        self.pixels().iter().all(|[_, _, _, alpha]| *alpha == 255)
    }

    /// Whether red, green and blue are the same everywhere.
    pub fn is_grey(&self) -> bool {
        self.pixels().iter().all(|[r, g, b, _]| r == g && g == b)
    }

    /// Returns the pixels in another size: bilinear for enlarging, the mean of merged pixels for shrinking. Each channel is computed separately, with
    /// its stored values: right for data, and usual for colours.
    ///
    /// # Errors
    /// If a size is 0, or more than this host can hold.
    #[cfg(feature = "resize")]
    pub fn resized(&self, width: u32, height: u32) -> Result<Self, Error> {
        use rgb::FromSlice;

        let codec = |error: resize::Error| Error::new(ErrorKind::Codec(error.to_string()), "pixels");
        let mut resized = Self::filled(width, height, [0; 4])?.with_color_space(self.color_space);
        let [from, to] = [self.size(), resized.size()].map(|(width, height)| (width as usize, height as usize));
        let resizer = resize::new(from.0, from.1, to.0, to.1, resize::Pixel::RGBA8, resize::Type::Triangle);
        let target = resized.data.as_mut_slice();
        resizer.and_then(|mut resizer| resizer.resize(self.data.as_rgba(), target.as_rgba_mut())).map_err(codec)?;
        Ok(resized)
    }

    /// Makes two as wide and as high as the larger of them, each by [`resized`](Self::resized), so that their channels can be put together.
    ///
    /// # Errors
    /// As [`resized`](Self::resized).
    #[cfg(feature = "resize")]
    pub fn make_equally_large(a: &mut Self, b: &mut Self) -> Result<(), Error> {
        let (width, height) = (a.width.max(b.width), a.height.max(b.height));
        for pixels in [a, b] {
            if pixels.size() != (width, height) {
                *pixels = pixels.resized(width, height)?;
            }
        }
        Ok(())
    }

    /// These pixels and all halves of them, down to a single pixel, as [`resized`](Self::resized) makes them.
    ///
    /// # Errors
    /// If there are no pixels.
    #[cfg(feature = "resize")]
    pub fn mips(self) -> Result<Vec<Self>, Error> {
        let mut mips = vec![self];
        while let Some(last) = mips.last().filter(|last| last.size() != (1, 1)) {
            let half = last.resized((last.width / 2).max(1), (last.height / 2).max(1))?;
            mips.push(half);
        }
        Ok(mips)
    }

    /// As a slice of the pixels' bytes, for decoders to write to.
    pub(crate) fn data_mut(&mut self) -> &mut [u8] {
        self.data.as_mut_bytes()
    }
}

impl fmt::Debug for Pixels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height, data, color_space } = self;
        write!(f, "Pixels({width} x {height}, {}, {} bytes)", color_space.name(), data.len())
    }
}
