//! Converts textures in a glTF to another format or size.

use asset_formats::{Error, kinds};
use asset_image::{Image, Mip, PixelFormat, TextureFiles, TextureUse};
use asset_scene::{Id, ImageBytes, Scene};
use binio::{Findings, Limits};

use super::ConvertOptions;

/// Writes the images of a scene in the format and size that the options set. An image that can't be read, or that would
/// only become longer as webp, stays unchanged.
pub(super) fn apply(scene: &mut Scene<'_>, options: &ConvertOptions, findings: &mut Findings) -> Result<(), Error> {
    if !options.changes_textures() {
        return Ok(());
    }
    let limits = options.limits();
    let (mut renewed, mut before, mut after) = (Vec::new(), 0_u64, 0_u64);
    for id in scene.images.ids() {
        let usage = usage(scene, id);
        let image = &mut scene[id];
        let Some((bytes, extension)) = rewritten(&image.bytes, usage, options, &limits)? else { continue };
        renewed.push(id);
        before = before.saturating_add(image.bytes.len());
        after = after.saturating_add(bytes.len() as u64);
        image.bytes = ImageBytes::from(bytes);
        if let Some(file) = &mut image.file {
            *file = format!("{}.{extension}", super::names::without_extension(file));
        }
    }
    scene_adapter::look::renew_sums(scene, &renewed)?;
    if !renewed.is_empty() {
        let message = format!("are written anew, {before} bytes as {after}: {}", renewed.len());
        findings.note(kinds::TEXTURES_REWRITTEN, "textures", message);
    }
    Ok(())
}

/// Returns the new file for an image and its extension, or `None` to keep the image.
fn rewritten(
    bytes: &ImageBytes<'_>,
    usage: TextureUse,
    options: &ConvertOptions,
    limits: &Limits,
) -> Result<Option<(Vec<u8>, &'static str)>, Error> {
    let output = options.texture_output();
    let file = bytes.read()?;
    let Ok(image) = Image::parse(&file) else { return Ok(None) };
    let info = image.info();
    let fits = output.fits(info.width, info.height);
    // Eight bits per channel would be a loss.
    let is_deep =
        matches!(info.format, PixelFormat::Rgb16 | PixelFormat::Rgba16 | PixelFormat::L16 | PixelFormat::La16);
    if output.keeps(&file) || fits && is_deep {
        return Ok(None);
    }
    let Ok(pixels) = image.decode(Mip(0), &mut limits.budget()) else { return Ok(None) };
    let Ok((new, extension)) = output.encode(pixels, usage) else { return Ok(None) };
    let is_longer = output.files == TextureFiles::Webp && fits && new.len() >= file.len();
    Ok((!is_longer).then_some((new, extension)))
}

/// Returns what the pixels of this image mean, by looking at the materials that use it.
fn usage(scene: &Scene<'_>, image: Id<asset_scene::Image<'static>>) -> TextureUse {
    let mut usage = None;
    for material in &scene.materials {
        let is = |texture: &Option<asset_scene::Texture>| texture.is_some_and(|texture| texture.image == image);
        if is(&material.normal_texture) {
            return TextureUse::Normals;
        }
        if is(&material.base_color_texture) || is(&material.emissive_texture) {
            usage = Some(TextureUse::Color);
        } else if is(&material.metallic_roughness_texture) || is(&material.occlusion_texture) {
            usage = usage.or(Some(TextureUse::Data));
        }
    }
    usage.unwrap_or(TextureUse::Color)
}
