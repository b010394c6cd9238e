//! How a project wants its textures to be written: unchanged, or as png, dds or webp.

use crate::encode::DdsOptions;
use crate::error::Error;
#[cfg(not(feature = "webp"))]
use crate::error::ErrorKind;
use crate::info::Info;
use crate::kind::Kind;
use crate::mips::TextureUse;
use crate::pixel_format::PixelFormat;
use crate::pixels::Pixels;

/// The files to write for textures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextureFiles {
    /// Do not change files, and write png for new images.
    #[default]
    Keep,
    /// Write png.
    Png,
    /// Write dds with mips, using BC1, or BC3 if there is alpha. For normals, all three channels will be written to
    /// BC1, because the shaders of the engines read three.
    Dds,
    /// Write dds with mips, using BC7. Note that rbfx and Pragma can read this, but Urho3D and U3D can't. You need to
    /// enable the feature `bc7`.
    Bc7,
    /// Write lossless webp for glTF. Note that the engines are not able to read this. You need to enable the feature
    /// `webp`.
    Webp,
}

/// Which files to write for textures, and how large they can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextureOutput {
    /// The files to write for textures.
    pub files: TextureFiles,
    /// The longest side, in pixels. If a texture is larger, it will be halved until it fits. If this is `None`, there
    /// is no limit.
    pub max_size: Option<u32>,
    /// Whether to resize each side to the nearest power of two. This is done before a large texture is halved.
    pub power_of_two: bool,
}

impl TextureOutput {
    /// Returns `true` if you can use a texture file without changing it. If this is not a texture, the result is `true`
    /// too.
    pub fn keeps(&self, file: &[u8]) -> bool {
        let Ok(info) = Info::of(file) else { return true };
        let fits = self.fits(info.width, info.height);
        let is_kept = match self.files {
            TextureFiles::Keep => true,
            TextureFiles::Png => info.kind == Kind::Png,
            TextureFiles::Dds | TextureFiles::Bc7 => info.kind == Kind::Dds,
            TextureFiles::Webp => info.kind == Kind::WebP,
        };
        fits && is_kept
    }

    /// Returns `true` if a texture with this size does not have to be resized.
    pub fn fits(&self, width: u32, height: u32) -> bool {
        let is_fine = |side: u32| !self.power_of_two || side.is_power_of_two();
        self.max_size.is_none_or(|most| width.max(height) <= most.max(1)) && is_fine(width) && is_fine(height)
    }

    /// Resizes the image if this is needed.
    ///
    /// # Errors
    /// Fails if there are no pixels.
    pub fn sized(&self, mut pixels: Pixels, usage: TextureUse) -> Result<Pixels, Error> {
        if self.power_of_two {
            pixels = pixels.with_powers_of_two(usage)?;
        }
        match self.max_size {
            Some(most) => pixels.limited(most, usage),
            None => Ok(pixels),
        }
    }

    /// Encodes the image, and returns the file and its extension.
    ///
    /// # Errors
    /// Fails if there are no pixels, or if you need to enable a feature to write such a file.
    pub fn encode(&self, pixels: Pixels, usage: TextureUse) -> Result<(Vec<u8>, &'static str), Error> {
        let pixels = self.sized(pixels, usage)?;
        match self.files {
            TextureFiles::Keep | TextureFiles::Png => Ok((pixels.to_png_quickly()?, "png")),
            TextureFiles::Dds => {
                let format = (usage == TextureUse::Normals).then_some(PixelFormat::Bc1);
                Ok((pixels.to_dds(&DdsOptions::default().usage(usage).format(format))?, "dds"))
            }
            TextureFiles::Bc7 => {
                Ok((pixels.to_dds(&DdsOptions::default().usage(usage).format(PixelFormat::Bc7))?, "dds"))
            }
            #[cfg(feature = "webp")]
            TextureFiles::Webp => Ok((pixels.to_webp()?, "webp")),
            #[cfg(not(feature = "webp"))]
            TextureFiles::Webp => Err(Error::new(ErrorKind::FeatureOff("webp"), "webp")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pixels, TextureFiles, TextureOutput, TextureUse};
    use crate::{Info, Kind, PixelFormat};

    #[test]
    fn files_and_sizes() {
        let pixels = || Pixels::filled(16, 8, [128, 128, 255, 255]).unwrap_or_else(|error| panic!("{error}"));
        for (files, max_size, kept, kind, width) in [
            (TextureFiles::Keep, None, true, Kind::Png, 16),
            (TextureFiles::Keep, Some(8), false, Kind::Png, 8),
            (TextureFiles::Png, Some(16), true, Kind::Png, 16),
            (TextureFiles::Dds, None, false, Kind::Dds, 16),
            (TextureFiles::Dds, Some(4), false, Kind::Dds, 4),
        ] {
            let output = TextureOutput { files, max_size, power_of_two: false };
            let png = pixels().to_png().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(output.keeps(&png), kept, "{output:?}");
            assert!(output.keeps(b"text"));
            let (bytes, extension) = output.encode(pixels(), TextureUse::Normals).unwrap_or_else(|e| panic!("{e}"));
            let info = Info::of(&bytes).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((info.kind, info.width, extension), (kind, width, kind.name()));
            assert!(kind == Kind::Png || info.format == PixelFormat::Bc1);
            assert!(output.keeps(&bytes), "{output:?}");
        }
    }

    #[test]
    fn sides_become_powers_of_two() {
        let sized = |width, height, max_size| {
            let output = TextureOutput { max_size, power_of_two: true, ..TextureOutput::default() };
            let pixels = Pixels::filled(width, height, [10, 200, 30, 255]).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(output.fits(width, height), pixels.size() == (8, 4), "{width} {height}");
            let pixels = output.sized(pixels, TextureUse::Color).unwrap_or_else(|error| panic!("{error}"));
            assert!(pixels.pixels().iter().all(|pixel| *pixel == [10, 200, 30, 255]));
            pixels.size()
        };
        assert_eq!(sized(8, 4, None), (8, 4));
        assert_eq!(sized(9, 7, None), (8, 8));
        assert_eq!(sized(12, 13, None), (8, 16));
        assert_eq!(sized(1, 100, None), (1, 128));
        assert_eq!(sized(100, 24, Some(100)), (64, 8));
        assert_eq!(sized(300, 300, Some(64)), (64, 64));
    }

    #[cfg(feature = "webp")]
    #[test]
    fn webp_has_the_same_pixels() {
        let colors =
            (0..64u8).flat_map(|number| [number, number * 4, 255 - number, if number == 9 { 100 } else { 255 }]);
        let output = TextureOutput { files: TextureFiles::Webp, ..TextureOutput::default() };
        for opaque in [false, true] {
            let bytes = colors.clone().enumerate().map(|(at, byte)| if opaque && at % 4 == 3 { 255 } else { byte });
            let pixels = Pixels::new(16, 4, bytes.collect()).unwrap_or_else(|error| panic!("{error}"));
            let encoded = output.encode(pixels.clone(), TextureUse::Color).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(encoded.1, "webp");
            assert!(output.keeps(&encoded.0));
            let back = crate::decode(&encoded.0, crate::Mip(0), &mut crate::Limits::default().budget());
            assert_eq!(back.unwrap_or_else(|error| panic!("{error}")).pixels(), pixels.pixels());
        }
    }
}
