//! Decoded pixels.

use std::fmt;

use binio::Fault;
use zerocopy::{FromBytes, IntoBytes};

use crate::error::{Error, ErrorKind};
use crate::info::ColorSpace;

/// An image as RGBA8. Each pixel takes four bytes, and the top row comes first. Alpha is straight, unless the file
/// tells us that it is not.
#[derive(Clone, PartialEq, Eq)]
pub struct Pixels {
    width: u32,
    height: u32,
    data: Vec<u8>,
    color_space: ColorSpace,
}

impl Pixels {
    /// Creates an image from bytes. You need four bytes for each pixel.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongLength`] if `data` does not have four times `width` times `height` bytes.
    pub fn new(width: u32, height: u32, data: Vec<u8>) -> Result<Self, Error> {
        let expected = u64::from(width).saturating_mul(height.into()).saturating_mul(4);
        let actual = data.len() as u64;
        if actual != expected {
            return Err(Error::new(ErrorKind::WrongLength { expected, actual }, "pixels"));
        }
        Ok(Self { width, height, data, color_space: ColorSpace::Unknown })
    }

    /// Creates an image with a single colour.
    ///
    /// # Errors
    /// Fails if there are more pixels than this host can hold.
    pub fn filled(width: u32, height: u32, pixel: [u8; 4]) -> Result<Self, Error> {
        let count = usize::try_from(width).ok().zip(usize::try_from(height).ok());
        let count = count.and_then(|(width, height)| width.checked_mul(height));
        let length = count.filter(|count| count.checked_mul(4).is_some_and(|bytes| isize::try_from(bytes).is_ok()));
        let length = length.ok_or_else(|| Error::new(Fault::Limit("memory of this host"), "pixels"))?;
        // The host gives memory of zeros as it is used: pixels that no decoder reaches take none.
        let bytes = if pixel == [0; 4] { vec![0; length.saturating_mul(4)] } else { pixel.repeat(length) };
        Self::new(width, height, bytes)
    }

    /// Returns the width, in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height, in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns the width and the height, in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Returns the colour space, if the file tells us.
    pub fn color_space(&self) -> ColorSpace {
        self.color_space
    }

    /// Sets the colour space, if you know it. The values will not be changed.
    #[must_use]
    pub fn with_color_space(mut self, color_space: ColorSpace) -> Self {
        self.color_space = color_space;
        self
    }

    /// Returns the bytes. There are four for each pixel.
    pub fn as_bytes(&self) -> &[u8] {
        &self.data
    }

    /// Converts the image into its bytes. There are four for each pixel.
    pub fn into_bytes(self) -> Vec<u8> {
        self.data
    }

    /// Returns the pixels, row by row.
    pub fn pixels(&self) -> &[[u8; 4]] {
        // The length is a multiple of four: this can't fail.
        <[[u8; 4]]>::ref_from_bytes(&self.data).unwrap_or_default()
    }

    /// Returns the pixels, row by row, so that you can change them.
    pub fn pixels_mut(&mut self) -> &mut [[u8; 4]] {
        <[[u8; 4]]>::mut_from_bytes(&mut self.data).unwrap_or_default()
    }

    /// Returns a pixel. If this is outside the image, returns `None`.
    pub fn get(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width {
            return None;
        }
        let index = u64::from(y) * u64::from(self.width) + u64::from(x);
        self.pixels().get(usize::try_from(index).ok()?).copied()
    }

    /// Returns `true` if alpha is 255 everywhere.
    pub fn is_opaque(&self) -> bool {
        self.pixels().iter().all(|[_, _, _, alpha]| *alpha == 255)
    }

    /// Returns `true` if red, green and blue are equal everywhere.
    pub fn is_grey(&self) -> bool {
        self.pixels().iter().all(|[r, g, b, _]| r == g && g == b)
    }

    /// Resizes the image. To enlarge it, bilinear interpolation is used, and to shrink it, the mean of the merged
    /// pixels. Each channel is computed separately, using the stored values. This is correct for data, and also what
    /// most programs do for colours. To shrink colours in linear light, use [`limited`](Self::limited) or
    /// [`halved`](Self::halved).
    ///
    /// # Errors
    /// Fails if a side is 0, or if there are more pixels than this host can hold.
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

    /// Resizes two images to the larger width and the larger height of both, using [`resized`](Self::resized). You need
    /// this to merge their channels.
    ///
    /// # Errors
    /// Fails when [`resized`](Self::resized) does.
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

    /// Returns this image and all halves of it, down to a single pixel, using [`resized`](Self::resized).
    ///
    /// # Errors
    /// Fails if there are no pixels.
    #[cfg(feature = "resize")]
    pub fn mips(self) -> Result<Vec<Self>, Error> {
        let mut mips = vec![self];
        while let Some(last) = mips.last().filter(|last| last.size() != (1, 1)) {
            let half = last.resized((last.width / 2).max(1), (last.height / 2).max(1))?;
            mips.push(half);
        }
        Ok(mips)
    }

    /// Returns the bytes, so that a decoder can write to them.
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
