//! Materials.

use asset_scene::{Alpha, Material, Scene, Texture};
use bevy::asset::{Handle, LoadContext};
use bevy::color::{Color, LinearRgba};
use bevy::math::Affine2;
use bevy::mesh::UvChannel;
use bevy::pbr::StandardMaterial;
use bevy::prelude::AlphaMode;
use bevy::render::render_resource::Face;

use crate::EngineAssetLabel;
use crate::textures::Textures;

/// Adds all materials.
pub(crate) fn load(
    scene: &Scene<'_>,
    textures: &Textures,
    context: &mut LoadContext<'_>,
) -> Vec<Handle<StandardMaterial>> {
    let materials = scene.materials.enumerate().map(|(id, material)| {
        let label = EngineAssetLabel::Material { index: id.index(), is_scale_inverted: false };
        context.add_labeled_asset(label.to_string(), standard(material, textures, false))
    });
    materials.collect()
}

/// Converts a material to Bevy's material.
pub(crate) fn standard(material: &Material, textures: &Textures, is_scale_inverted: bool) -> StandardMaterial {
    let [red, green, blue, alpha] = material.base_color;
    let specular = material.specular.as_ref();
    let [r, g, b] = material.emissive;
    StandardMaterial {
        base_color: Color::linear_rgba(red, green, blue, alpha),
        base_color_channel: channel(material.base_color_texture.as_ref()),
        base_color_texture: textures.handle(material.base_color_texture.as_ref()),
        emissive: LinearRgba::rgb(r, g, b) * material.emissive_strength,
        emissive_channel: channel(material.emissive_texture.as_ref()),
        emissive_texture: textures.handle(material.emissive_texture.as_ref()),
        perceptual_roughness: material.roughness,
        metallic: material.metallic,
        metallic_roughness_channel: channel(material.metallic_roughness_texture.as_ref()),
        metallic_roughness_texture: textures.handle(material.metallic_roughness_texture.as_ref()),
        normal_map_channel: channel(material.normal_texture.as_ref()),
        normal_map_texture: textures.handle(material.normal_texture.as_ref()),
        occlusion_channel: channel(material.occlusion_texture.as_ref()),
        occlusion_texture: textures.handle(material.occlusion_texture.as_ref()),
        // Bevy's 0.5 is the 4 % of glTF's 1.
        reflectance: specular.map_or(1.0, |own| own.factor) * 0.5,
        specular_tint: specular.map_or(Color::WHITE, |own| {
            let [red, green, blue] = own.color;
            Color::linear_rgb(red, green, blue)
        }),
        ior: material.ior,
        double_sided: material.double_sided,
        cull_mode: match (material.double_sided, is_scale_inverted) {
            (true, _) => None,
            (false, true) => Some(Face::Front),
            (false, false) => Some(Face::Back),
        },
        unlit: material.unlit,
        alpha_mode: match material.alpha {
            Alpha::Opaque => AlphaMode::Opaque,
            Alpha::Mask { cutoff } => AlphaMode::Mask(cutoff),
            Alpha::Blend => AlphaMode::Blend,
        },
        uv_transform: material.base_color_texture.map(uv_transform).unwrap_or_default(),
        ..StandardMaterial::default()
    }
}

/// Returns the material for primitives that have none. It is the same as in Bevy's glTF loader.
pub(crate) fn default_material() -> StandardMaterial {
    StandardMaterial { cull_mode: Some(Face::Back), ..StandardMaterial::default() }
}

/// Returns the texture coordinates to use. Bevy only has two sets, so for any further set the first is used.
fn channel(texture: Option<&Texture>) -> UvChannel {
    match texture.map(|texture| texture.tex_coord) {
        Some(1) => UvChannel::Uv1,
        _ => UvChannel::Uv0,
    }
}

fn uv_transform(texture: Texture) -> Affine2 {
    let transform = texture.transform;
    Affine2::from_scale_angle_translation(transform.scale.into(), -transform.rotation, transform.offset.into())
}
