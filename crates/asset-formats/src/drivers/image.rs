//! Textures in all image formats.

mod write;

use asset_image::Image;
use binio::Findings;

use super::opened;
use crate::document::{Document, contract};
use crate::driver::{Driver, Evidence, cause_of};
use crate::head::FileHead;
use crate::{Error, Format, OutputFormat, Shows, WriteOptions};

impl Format {
    /// A texture in any image format.
    pub const IMAGE: Self = Self::new("image", "texture").shows(Shows::Texture).without_references();
}

impl OutputFormat {
    /// A png picture, with the largest mip of a texture.
    pub const PNG: Self =
        Self::new(Format::IMAGE, "png").encoded("png").named("png", "Textures as pictures: the largest mip");
    /// A dds texture in compressed blocks, with mips.
    pub const DDS: Self =
        Self::new(Format::IMAGE, "dds").encoded("dds").named("dds", "Textures in blocks (BC1, BC3, BC5) with mips");

    /// Returns whether this is a texture.
    pub fn is_image(self) -> bool {
        self.format() == Some(Format::IMAGE)
    }

    /// Returns whether the meaning of the pixels decides how they are compressed.
    pub fn depends_on_texture_use(self) -> bool {
        self == Self::DDS
    }
}

pub(super) const DRIVERS: &[Driver] =
    &[Driver::new(Format::IMAGE, detect, |bytes, _| opened(Format::IMAGE, Image::parse(bytes)))
        .written(&[OutputFormat::PNG, OutputFormat::DDS], &[("png", OutputFormat::PNG), ("dds", OutputFormat::DDS)])
        .own_extensions(&["bmp", "dds", "gif", "hdr", "jpeg", "jpg", "ktx", "ktx2", "png", "psd", "tga", "vtf", "webp"])
        .causes(&[cause_of::<asset_image::ErrorKind>])
        .findings(&[asset_image::kinds::ALL])];

/// Returns whether this is a texture. TGA has no identifier, so the extension decides.
fn detect(head: &FileHead<'_>, evidence: Evidence) -> bool {
    match evidence {
        Evidence::Identifier => is_texture(head.start()),
        Evidence::Name => head.has_extension(&["tga"]),
        _ => false,
    }
}

fn is_texture(head: &[u8]) -> bool {
    match head.first_chunk::<4>() {
        Some(b"\x89PNG" | b"DDS " | b"\xabKTX" | b"VTF\0" | b"8BPS" | b"PVR\x03" | b"GIF8" | b"#?RA" | b"#?RG") => true,
        Some([0xff, 0xd8, 0xff, _]) => true,
        Some(b"RIFF") => head.get(8..12) == Some(b"WEBP"),
        Some([b'B', b'M', ..]) => head.get(6..10) == Some(&[0; 4]),
        _ => false,
    }
}

impl Document for Image<'_> {
    contract! {
        format(IMAGE) variant(|document| document.info().kind.name())
        validate to_bytes into_owned summary(hashes) typed(Image)
    }

    fn write(&self, output_format: OutputFormat, options: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
        match output_format {
            OutputFormat::PNG => write::png(self, options),
            OutputFormat::DDS => write::dds(self, options),
            _ => Ok((Document::to_bytes(self)?, Findings::new())),
        }
    }
}
