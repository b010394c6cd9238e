//! Textures as pictures.

use asset_image::{Error as ImageError, Image, Kind, Mip, Sample};
use binio::Findings;

use super::ConvertOptions;
use crate::{Error, Format, engines, kinds};

/// Returns the largest mip of a texture as png; a png stays as it is. Other surfaces are losses.
pub(super) fn png(image: &Image<'_>, options: &ConvertOptions) -> Result<(Vec<u8>, Findings), Error> {
    let (mut findings, info) = (Findings::new(), image.info());
    let surfaces = [info.faces, info.layers, info.depth].into_iter().fold(1_u32, u32::saturating_mul);
    if surfaces > 1 {
        let message =
            format!("a png has one picture, the texture {surfaces} faces, layers or slices: only the first is kept");
        findings.loss(kinds::TEXTURE_SURFACES_LOST, "texture", message);
    }
    if info.mips > 1 {
        findings.note(
            kinds::TEXTURE_MIPS_LOST,
            "texture",
            format!("smaller mips are left out: {}", info.mips.saturating_sub(1)),
        );
    }
    if info.format.sample() == Some(Sample::Float) {
        let message = "a png has 8 bits per channel: floats become numbers from 0 to 1";
        findings.loss(kinds::TEXTURE_FLOATS_LOST, "texture", message);
    }
    if info.kind == Kind::Png {
        return Ok((image.as_bytes().to_vec(), findings));
    }
    let malformed = |error: ImageError| Error::malformed(Format::Image, error);
    let pixels = image.decode(Mip(0), &mut engines::limits(options).budget()).map_err(malformed)?;
    Ok((pixels.to_png().map_err(malformed)?, findings))
}
