//! Converts textures to images that glTF supports.

use asset_image::{Channel, Info, Mip, NormalPacking, Pixels};
use asset_scene::{ImageId, Scene};
use binio::Budget;
use scene_adapter::look::{ImageCache, ImageLabel, Images, MadeImage};
use serde::{Deserialize, Serialize};

use super::TextureFile;
use crate::TEXTURE_FORMAT;

/// How to convert a texture to an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Making {
    /// Uses the file if glTF supports its format, otherwise its pixels.
    Plain,
    /// Reads normals from alpha and green.
    Normals,
    /// Moves roughness from red to green and metalness from green to blue, after this is added to them (in 255ths). If
    /// there is occlusion, it is moved from alpha to red.
    Metal { roughness: i16, metalness: i16, occlusion: bool },
}

impl Making {
    /// Returns the suffix for names of images with this conversion.
    const fn suffix(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Normals => "_normal",
            Self::Metal { .. } => "_orm",
        }
    }
}

/// Returns the image for a texture, or an error that says why there is none.
pub(super) fn get(
    images: &mut Images<Making>,
    scene: &mut Scene<'_>,
    texture: &TextureFile<'_>,
    making: Making,
    budget: &mut Budget,
) -> Result<ImageId, String> {
    let bytes = texture.bytes.clone()?;
    let label = ImageLabel { made: &making, suffix: making.suffix(), format: TEXTURE_FORMAT };
    let cache = images.cache.clone();
    images.get(scene, &texture.name, label, budget, |budget| make(bytes, making, cache.as_deref(), budget))
}

/// Returns the bytes of an image, and its file extension.
pub(super) fn make(bytes: &[u8], making: Making, cache: Option<&ImageCache>, budget: &mut Budget) -> MadeImage {
    let info = Info::of(bytes).map_err(|error| error.to_string())?;
    if info.is_cube() || info.depth > 1 {
        return Err("a cube map or a volume".to_owned());
    }
    // Most files of these formats are images as they are.
    let cache = cache.filter(|_| making != Making::Plain || info.kind.media_type().is_none());
    ImageCache::image(cache, bytes, &(TEXTURE_FORMAT, making), budget, |budget| decoded(bytes, making, budget))
}

fn decoded(bytes: &[u8], making: Making, budget: &mut Budget) -> MadeImage {
    let told = |error: asset_image::Error| error.to_string();
    if making == Making::Plain {
        let image = asset_image::Image::parse(bytes).map_err(told)?;
        let (web, media) = image.to_web(budget).map_err(told)?;
        return Ok((web.into_owned(), if media == "image/jpeg" { "jpg" } else { "png" }));
    }
    let pixels = asset_image::decode(bytes, Mip(0), budget).map_err(told)?;
    let pixels = match making {
        Making::Plain => pixels,
        Making::Normals => pixels.unpack_normals(NormalPacking::AlphaGreen),
        Making::Metal { roughness, metalness, occlusion } => {
            metal(pixels, roughness, metalness, occlusion).map_err(told)?
        }
    };
    Ok((pixels.to_png_quickly().map_err(told)?, "png"))
}

fn metal(mut pixels: Pixels, roughness: i16, metalness: i16, occlusion: bool) -> Result<Pixels, asset_image::Error> {
    let moved = |by: i16| move |value: u8| i16::from(value).saturating_add(by).clamp(0, 255) as u8;
    for (channel, by) in [(Channel::R, roughness), (Channel::G, metalness)].into_iter().filter(|(_, by)| *by != 0) {
        pixels.map(channel, moved(by));
    }
    let red = if occlusion { pixels.channel(Channel::A).into() } else { 255.into() };
    Pixels::combine([red, pixels.channel(Channel::R).into(), pixels.channel(Channel::G).into(), 255.into()])
}

/// Returns whether all pixels of a texture are grey, or `None` if it can't be decoded.
pub(super) fn is_grey(bytes: &[u8], budget: &mut Budget) -> Option<bool> {
    asset_image::decode(bytes, Mip(0), budget).ok().map(|pixels| pixels.is_grey())
}

/// Returns whether all pixels of a texture are opaque, or `None` if it can't be decoded.
pub(super) fn is_opaque(bytes: &[u8], budget: &mut Budget) -> Option<bool> {
    asset_image::decode(bytes, Mip(0), budget).ok().map(|pixels| pixels.is_opaque())
}
