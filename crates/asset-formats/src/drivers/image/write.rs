//! Converts textures to pictures, and to textures for engines.

use asset_image::{ColorSpace, DdsOptions, Error as ImageError, Image, Info, Kind, Mip, Pixels, Sample, TextureUse};
use binio::Findings;

use crate::{Error, Format, WriteOptions, kinds};

/// Writes the largest mip of a texture as png. If the texture already is a png, it stays unchanged. Other surfaces are
/// reported as losses.
pub(super) fn png(image: &Image<'_>, options: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
    let (mut findings, info) = (lost(image.info(), "png"), image.info());
    if info.mips > 1 {
        findings.note(
            kinds::TEXTURE_MIPS_LOST,
            "texture",
            format!("smaller mips are left out: {}", info.mips.saturating_sub(1)),
        );
    }
    if info.kind == Kind::Png && fits(info, options) {
        return Ok((image.as_bytes().to_vec(), findings));
    }
    let pixels = options.texture_output.sized(pixels(image, options)?, usage(info, options)).map_err(malformed)?;
    Ok((pixels.to_png().map_err(malformed)?, findings))
}

/// Writes a texture in compressed blocks with mips. If the texture already is a dds and not too large, it stays
/// unchanged. Other surfaces are reported as losses.
pub(super) fn dds(image: &Image<'_>, options: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
    let info = image.info();
    if info.kind == Kind::Dds && fits(info, options) {
        return Ok((image.as_bytes().to_vec(), Findings::new()));
    }
    let findings = lost(info, "dds of blocks");
    let usage = usage(info, options);
    let pixels = options.texture_output.sized(pixels(image, options)?, usage).map_err(malformed)?;
    Ok((pixels.to_dds(&DdsOptions::default().usage(usage)).map_err(malformed)?, findings))
}

/// Reports the surfaces and numbers that can't be stored in a file with only one picture.
fn lost(info: &Info, target: &str) -> Findings {
    let mut findings = Findings::new();
    let surfaces = [info.faces, info.layers, info.depth].into_iter().fold(1_u32, u32::saturating_mul);
    if surfaces > 1 {
        let message = format!(
            "a {target} has one picture, the texture {surfaces} faces, layers or slices: only the first is kept"
        );
        findings.loss(kinds::TEXTURE_SURFACES_LOST, "texture", message);
    }
    if info.format.sample() == Some(Sample::Float) {
        let message = format!("a {target} has 8 bits per channel: floats become numbers from 0 to 1");
        findings.loss(kinds::TEXTURE_FLOATS_LOST, "texture", message);
    }
    findings
}

/// Checks whether the texture already has a size that the options allow.
fn fits(info: &Info, options: &WriteOptions) -> bool {
    options.texture_output.fits(info.width, info.height)
}

/// Returns what the pixels mean. This is the requested meaning, and otherwise the meaning that the file states.
fn usage(info: &Info, options: &WriteOptions) -> TextureUse {
    let stated = match info.color_space {
        _ if info.normals.is_some() => TextureUse::Normals,
        ColorSpace::Linear => TextureUse::Data,
        _ => TextureUse::Color,
    };
    options.texture_use.unwrap_or(stated)
}

/// Decodes the largest mip.
fn pixels(image: &Image<'_>, options: &WriteOptions) -> Result<Pixels, Error> {
    image.decode(Mip(0), &mut options.limits.budget()).map_err(malformed)
}

fn malformed(error: ImageError) -> Error {
    Error::malformed(Format::IMAGE, error)
}
