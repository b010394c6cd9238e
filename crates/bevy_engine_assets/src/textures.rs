//! Textures.

use asset_scene::{Filter, ImageId, Material, Sampler, Scene, Texture, Wrap};
use bevy::asset::{Handle, LoadContext, RenderAssetUsages};
use bevy::image::{Image, ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::platform::collections::HashMap;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use crate::shown::File;
use crate::{EngineAsset, EngineAssetLabel, EngineAssetsError, EngineAssetsSettings};

/// The textures of a scene. There is one for each pair of image and sampler, in the order in which materials use them.
/// This is how glTF numbers them.
#[derive(Default)]
pub(crate) struct Textures {
    handles: Vec<Handle<Image>>,
    known: HashMap<(ImageId, Sampler), usize>,
}

impl Textures {
    /// Decodes all textures.
    pub(crate) fn load(
        scene: &Scene<'_>,
        settings: &EngineAssetsSettings,
        context: &mut LoadContext<'_>,
    ) -> Result<Self, EngineAssetsError> {
        let mut textures = Self::default();
        let linear = linear_textures(scene);
        let mut budget = asset_image::Limits::default().budget();
        for texture in scene.materials.iter().flat_map(Material::textures) {
            let key = (texture.image, texture.sampler);
            if textures.known.contains_key(&key) {
                continue;
            }
            let image = &scene[texture.image];
            let texture_error = |message: String| EngineAssetsError::Texture { file: image.name.clone(), message };
            let bytes = image.bytes.read().map_err(|error| texture_error(error.to_string()))?;
            let pixels = asset_image::decode(&bytes, asset_image::Mip::default(), &mut budget);
            let pixels = pixels.map_err(|error| texture_error(error.to_string()))?;
            let sampler = sampler(texture.sampler, settings);
            let made = made(pixels, !linear.contains(&key), sampler, settings.load_materials);
            let index = textures.handles.len();
            textures.handles.push(context.add_labeled_asset(EngineAssetLabel::Texture(index).to_string(), made));
            textures.known.insert(key, index);
        }
        Ok(textures)
    }

    /// Returns the handle of a texture.
    pub(crate) fn handle(&self, texture: Option<&Texture>) -> Option<Handle<Image>> {
        let texture = texture?;
        let index = self.known.get(&(texture.image, texture.sampler))?;
        self.handles.get(*index).cloned()
    }

    pub(crate) fn into_handles(self) -> Vec<Handle<Image>> {
        self.handles
    }
}

/// Creates the asset for a texture file. It is a single image that contains colours.
pub(crate) fn file(
    file: &File,
    settings: &EngineAssetsSettings,
    context: &mut LoadContext<'_>,
) -> Result<EngineAsset, EngineAssetsError> {
    let mut budget = asset_image::Limits::default().budget();
    let pixels = asset_image::decode(&file.bytes, asset_image::Mip::default(), &mut budget);
    let pixels = pixels
        .map_err(|error| EngineAssetsError::Texture { file: file.path.to_string(), message: error.to_string() })?;
    let sampler = settings.default_sampler.clone().unwrap_or_else(ImageSamplerDescriptor::linear);
    let image = made(pixels, true, sampler, settings.load_materials);
    let image = context.add_labeled_asset(EngineAssetLabel::Texture(0).to_string(), image);
    let format = asset_formats::Format::IMAGE.name().to_owned();
    Ok(EngineAsset { format, textures: vec![image], ..EngineAsset::default() })
}

/// Returns the textures that contain numbers, not colours.
fn linear_textures(scene: &Scene<'_>) -> Vec<(ImageId, Sampler)> {
    let numbers = |material: &Material| {
        [material.normal_texture, material.occlusion_texture, material.metallic_roughness_texture]
    };
    scene.materials.iter().flat_map(numbers).flatten().map(|texture| (texture.image, texture.sampler)).collect()
}

/// Converts pixels to an image.
pub(crate) fn made(
    pixels: asset_image::Pixels,
    is_srgb: bool,
    sampler: ImageSamplerDescriptor,
    usage: RenderAssetUsages,
) -> Image {
    let size = Extent3d { width: pixels.width(), height: pixels.height(), depth_or_array_layers: 1 };
    let format = if is_srgb { TextureFormat::Rgba8UnormSrgb } else { TextureFormat::Rgba8Unorm };
    let mut image = Image::new(size, TextureDimension::D2, pixels.into_bytes(), format, usage);
    image.sampler = ImageSampler::Descriptor(sampler);
    image
}

/// Returns a sampler. Settings that it does not have are taken from the default sampler.
fn sampler(own: Sampler, settings: &EngineAssetsSettings) -> ImageSamplerDescriptor {
    let mut sampler = settings.default_sampler.clone().unwrap_or_else(ImageSamplerDescriptor::linear);
    if settings.override_sampler {
        return sampler;
    }
    sampler.address_mode_u = address_mode(own.wrap_s);
    sampler.address_mode_v = address_mode(own.wrap_t);
    // Anisotropic filtering requires linear filters.
    if sampler.anisotropy_clamp == 1 {
        let mode = |filter| if filter == Filter::Nearest { ImageFilterMode::Nearest } else { ImageFilterMode::Linear };
        if let Some(filter) = own.magnify {
            sampler.mag_filter = mode(filter);
        }
        if let Some(minify) = own.minify {
            sampler.min_filter = mode(minify.filter);
            sampler.mipmap_filter = mode(minify.mipmaps.unwrap_or(Filter::Nearest));
        }
    }
    sampler
}

fn address_mode(wrap: Wrap) -> ImageAddressMode {
    match wrap {
        Wrap::Repeat => ImageAddressMode::Repeat,
        Wrap::Mirror => ImageAddressMode::MirrorRepeat,
        Wrap::Clamp => ImageAddressMode::ClampToEdge,
    }
}
