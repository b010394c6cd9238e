//! Pixels to png.

use std::io;

use png::{BitDepth, ColorType, Encoder, SrgbRenderingIntent};

use crate::error::{Error, ErrorKind};
use crate::info::ColorSpace;
use crate::pixels::Pixels;

impl Pixels {
    /// Writes them as png, in the smallest format that holds them: grey if they are, without alpha if they are opaque. Says sRGB if they
    /// are known to be.
    ///
    /// # Errors
    /// If there are no pixels.
    pub fn to_png(&self) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        self.write_png(&mut bytes).map_err(|error| Error::new(ErrorKind::Codec(error.to_string()), "png"))?;
        Ok(bytes)
    }

    /// Writes them as png to a writer; as [`to_png`](Self::to_png).
    ///
    /// # Errors
    /// What the writer says, or if there are no pixels.
    pub fn write_png(&self, out: impl io::Write) -> io::Result<()> {
        let mut encoder = Encoder::new(out, self.width(), self.height());
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
            row.clear();
            for [red, green, blue, alpha] in pixels.iter().copied() {
                match color {
                    ColorType::Grayscale => row.push(red),
                    ColorType::GrayscaleAlpha => row.extend([red, alpha]),
                    ColorType::Rgb => row.extend([red, green, blue]),
                    _ => row.extend([red, green, blue, alpha]),
                }
            }
            io::Write::write_all(&mut stream, &row)?;
        }
        stream.finish()?;
        writer.finish()?;
        Ok(())
    }
}
