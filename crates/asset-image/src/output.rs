//! Textures as a project wants them: as they are, as png, or as dds.

use crate::encode::DdsOptions;
use crate::error::Error;
use crate::info::Info;
use crate::kind::Kind;
use crate::mips::TextureUse;
use crate::pixel_format::PixelFormat;
use crate::pixels::Pixels;

/// Files that textures become.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextureFiles {
    /// Unchanged files, and png of new pixels.
    #[default]
    Keep,
    /// png.
    Png,
    /// dds with mips: BC1, or BC3 with alpha. Normals have three channels in BC1, since the engines' shaders read three.
    Dds,
}

/// Files and sizes of written textures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextureOutput {
    /// Files that textures become.
    pub files: TextureFiles,
    /// Longest side in pixels; larger textures are halved until they fit. `None`: unlimited.
    pub max_size: Option<u32>,
}

impl TextureOutput {
    /// Returns whether a texture file stays as it is. Files that aren't textures stay.
    pub fn keeps(&self, file: &[u8]) -> bool {
        let Ok(info) = Info::of(file) else { return true };
        let fits = self.max_size.is_none_or(|most| info.width.max(info.height) <= most.max(1));
        let is_kept = match self.files {
            TextureFiles::Keep => true,
            TextureFiles::Png => info.kind == Kind::Png,
            TextureFiles::Dds => info.kind == Kind::Dds,
        };
        fits && is_kept
    }

    /// Writes pixels as such a file, and returns its extension.
    ///
    /// # Errors
    /// If there are no pixels.
    pub fn encode(&self, pixels: Pixels, usage: TextureUse) -> Result<(Vec<u8>, &'static str), Error> {
        if self.files != TextureFiles::Dds {
            let pixels = match self.max_size {
                Some(most) => pixels.limited(most, usage)?,
                None => pixels,
            };
            return Ok((pixels.to_png_quickly()?, "png"));
        }
        let format = (usage == TextureUse::Normals).then_some(PixelFormat::Bc1);
        let options = DdsOptions::default().usage(usage).format(format).max_size(self.max_size);
        Ok((pixels.to_dds(&options)?, "dds"))
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
            let output = TextureOutput { files, max_size };
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
}
