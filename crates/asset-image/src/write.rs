//! Encodes pixels to png.

use std::io;

use png::{BitDepth, ColorType, Compression, Encoder, SrgbRenderingIntent};

use crate::error::{Error, ErrorKind};
use crate::info::ColorSpace;
use crate::pixels::Pixels;

impl Pixels {
    /// Encodes the image to png, in the smallest format that does not lose anything. If the image is grey, this is a
    /// grey png, and if it is opaque, there will be no alpha. If we know that the colour space is sRGB, the file will
    /// tell this.
    ///
    /// # Errors
    /// Fails if there are no pixels.
    pub fn to_png(&self) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        self.write_png(&mut bytes).map_err(|error| Error::new(ErrorKind::Codec(error.to_string()), "png"))?;
        Ok(bytes)
    }

    /// Encodes the image to lossless webp, using `image-webp`. If it is opaque, there will be no alpha.
    ///
    /// # Errors
    /// Fails if there are no pixels, or if a side is longer than 16384.
    #[cfg(feature = "webp")]
    pub(crate) fn to_webp(&self) -> Result<Vec<u8>, Error> {
        use image_webp::{ColorType, WebPEncoder};

        let mut file = Vec::new();
        let encoder = WebPEncoder::new(&mut file);
        let encoded = if self.is_opaque() {
            let colors: Vec<u8> =
                self.pixels().iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue]).collect();
            encoder.encode(&colors, self.width(), self.height(), ColorType::Rgb8)
        } else {
            encoder.encode(self.as_bytes(), self.width(), self.height(), ColorType::Rgba8)
        };
        encoded.map_err(|error| Error::new(ErrorKind::Codec(error.to_string()), "webp"))?;
        Ok(file)
    }

    /// Encodes the image to png like [`to_png`](Self::to_png), but takes only a twentieth of the time. Use this for
    /// textures and temporary images. Photographs and noise will be up to a tenth larger, and flat drawings half as
    /// large again.
    ///
    /// # Errors
    /// Fails when [`to_png`](Self::to_png) does.
    pub fn to_png_quickly(&self) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        let written = self.write(&mut bytes, Compression::Fast);
        written.map_err(|error| Error::new(ErrorKind::Codec(error.to_string()), "png"))?;
        Ok(bytes)
    }

    /// Encodes several images to an animated png. If a program does not support this, it will show the first image.
    /// Each image is shown for `milliseconds`, and the animation repeats forever.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Codec`] if there are no images, or if they do not have the same size.
    pub fn to_apng(frames: &[Self], milliseconds: u16) -> Result<Vec<u8>, Error> {
        let codec = |error: String| Error::new(ErrorKind::Codec(error), "apng");
        let first = frames.first().ok_or_else(|| codec("expected a picture, found none".to_owned()))?;
        if let Some(odd) = frames.iter().find(|frame| frame.size() != first.size()) {
            return Err(codec(format!(
                "expected pictures of {:?} pixels, found one of {:?}",
                first.size(),
                odd.size()
            )));
        }
        let count = u32::try_from(frames.len()).map_err(|error| codec(error.to_string()))?;
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, first.width(), first.height());
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        if first.color_space() == ColorSpace::Srgb {
            encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
        }
        let write = || {
            encoder.set_animated(count, 0)?;
            encoder.set_frame_delay(milliseconds, 1000)?;
            let mut writer = encoder.write_header()?;
            frames.iter().try_for_each(|frame| writer.write_image_data(frame.as_bytes()))?;
            writer.finish()
        };
        write().map_err(|error: png::EncodingError| codec(error.to_string()))?;
        Ok(bytes)
    }

    /// Encodes the image to png like [`to_png`](Self::to_png), and writes it to `out`.
    ///
    /// # Errors
    /// Returns any I/O error from the writer, and fails if there are no pixels.
    pub(crate) fn write_png(&self, out: impl io::Write) -> io::Result<()> {
        self.write(out, Compression::default())
    }

    fn write(&self, out: impl io::Write, compression: Compression) -> io::Result<()> {
        let mut encoder = Encoder::new(out, self.width(), self.height());
        encoder.set_compression(compression);
        let color = match (self.is_grey(), self.is_opaque()) {
            (true, true) => ColorType::Grayscale,
            (true, false) => ColorType::GrayscaleAlpha,
            (false, true) => ColorType::Rgb,
            (false, false) => ColorType::Rgba,
        };
        encoder.set_color(color);
        encoder.set_depth(BitDepth::Eight);
        if self.color_space() == ColorSpace::Srgb {
            encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
        }
        let mut writer = encoder.write_header()?;
        let mut stream = writer.stream_writer()?;
        let mut row = Vec::new();
        // No rows of no pixels: the header refuses a width of 0.
        for pixels in self.pixels().chunks((self.width() as usize).max(1)) {
            match color {
                ColorType::Grayscale => fill(&mut row, pixels, |[red, _, _, _]| [red]),
                ColorType::GrayscaleAlpha => fill(&mut row, pixels, |[red, _, _, alpha]| [red, alpha]),
                ColorType::Rgb => fill(&mut row, pixels, |[red, green, blue, _]| [red, green, blue]),
                _ => fill(&mut row, pixels, |pixel| pixel),
            }
            io::Write::write_all(&mut stream, &row)?;
        }
        stream.finish()?;
        writer.finish()?;
        Ok(())
    }
}

/// Fills a row with the bytes that `keep` returns for each pixel.
fn fill<const BYTES: usize>(row: &mut Vec<u8>, pixels: &[[u8; 4]], keep: impl Fn([u8; 4]) -> [u8; BYTES]) {
    row.resize(pixels.len() * BYTES, 0);
    for (bytes, pixel) in row.chunks_exact_mut(BYTES).zip(pixels) {
        bytes.copy_from_slice(&keep(*pixel));
    }
}

#[cfg(test)]
mod tests {
    use super::Pixels;

    #[test]
    fn what_is_written_quickly_shows_the_same() {
        let pixels = Pixels::filled(40, 30, [10, 20, 30, 40]).unwrap_or_else(|error| panic!("{error}"));
        let read = |png: &[u8]| crate::decode(png, crate::Mip(0), &mut crate::Limits::default().budget()).ok();
        let quick = pixels.to_png_quickly().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read(&quick).map(|read| read.pixels().to_vec()), Some(pixels.pixels().to_vec()));
    }

    #[test]
    fn pictures_follow_each_other() {
        let frame = |red| Pixels::filled(3, 2, [red, 0, 0, 255]).unwrap_or_else(|error| panic!("{error}"));
        let apng = Pixels::to_apng(&[frame(1), frame(2), frame(3)], 40).unwrap_or_else(|error| panic!("{error}"));
        let count = |name: &[u8]| apng.windows(4).filter(|part| *part == name).count();
        assert_eq!([b"acTL", b"fcTL", b"fdAT"].map(|name| count(name)), [1, 3, 2]);
        let first = crate::decode(&apng, crate::Mip(0), &mut crate::Limits::default().budget());
        assert_eq!(first.ok().and_then(|pixels| pixels.get(0, 0)), Some([1, 0, 0, 255]));
        let odd = Pixels::filled(2, 2, [0; 4]).unwrap_or_else(|error| panic!("{error}"));
        let error = Pixels::to_apng(&[frame(1), odd], 40).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("apng: expected pictures of (3, 2) pixels, found one of (2, 2)"));
        assert!(Pixels::to_apng(&[], 40).is_err());
    }
}
