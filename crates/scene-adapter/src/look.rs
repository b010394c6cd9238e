//! Material functions for adapters: files and images, and comparison of a material with its source format.

mod each;
mod edited;
mod files;
mod image_cache;
mod images;
mod names;
mod prefetch;
mod report;

use serde_json::{Value, json};

pub use crate::resources::ResourceFile;
pub use each::{MaterialWriter, write_materials};
pub use edited::{EditedMaterial, MaterialPlan};
pub use files::{ResourceFiles, without_extension};
pub use image_cache::ImageCache;
pub use images::{
    Images, NO_IMAGE, TextureLayout, adopt_sources, decoding, image_bytes, image_pixels, made_of, plane,
    sources_of_images, stem, sum,
};
pub use names::{file_name, image_name, is_resource_name};
pub use prefetch::{ImagePrefetch, MadeImage, cores, rest_of};
pub use report::{LookRule, Report};

use asset_scene::{Alpha, Material, Scene, Texture};

/// How far numbers may be apart to be the same: programs count in floats, and colours through other spaces.
const TOLERANCE: f64 = 1e-4;

/// Returns the visible properties of a material for [`still_shows`]: factors, and the names and uses of its images. The material name isn't included.
pub fn shown(scene: &Scene<'_>, material: &Material) -> Value {
    let texture = |texture: &Option<Texture>| match texture {
        Some(texture) => {
            let name = scene.images.get(texture.image).map_or("", |image| image.name.as_str());
            json!({ "image": name, "set": texture.tex_coord, "transform": texture.transform.numbers() })
        }
        None => Value::Null,
    };
    let mut places = vec![
        &material.base_color_texture,
        &material.metallic_roughness_texture,
        &material.normal_texture,
        &material.occlusion_texture,
        &material.emissive_texture,
    ];
    places.extend(material.specular.iter().flat_map(|own| [&own.texture, &own.color_texture]));
    let alpha = match material.alpha {
        Alpha::Opaque => "opaque",
        Alpha::Mask { .. } => "mask",
        Alpha::Blend => "blend",
    };
    json!({
        "factors": material.factors(),
        "alpha": alpha,
        "double_sided": material.double_sided,
        "unlit": material.unlit,
        "textures": places.into_iter().map(texture).collect::<Vec<_>>(),
    })
}

/// Returns whether a material still has the properties that [`shown`] returned, except for rounding.
pub fn still_shows(scene: &Scene<'_>, material: &Material, before: &Value) -> bool {
    same(&shown(scene, material), before)
}

/// Returns whether a material of an engine's model is only a placeholder: its file was never read.
pub fn is_place(scene: &Scene<'_>, material: &Material) -> bool {
    let (roughness, double_sided) = (material.roughness, material.double_sided);
    let plain = Material { roughness, double_sided, ..Material::named(material.name.clone()) };
    scene.source.is_some() && *material == plain && (material.roughness == 1.0 || material.roughness == 0.5)
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap_or(f64::NAN), b.as_f64().unwrap_or(f64::NAN));
            (a - b).abs() <= TOLERANCE * a.abs().max(1.0)
        }
        (Value::Array(a), Value::Array(b)) => {
            // Places at the end without a texture are as good as none.
            let whole =
                |list: &[Value]| list.iter().rposition(|item| !item.is_null()).map_or(0, |last| last.saturating_add(1));
            let (a, b) = (a.iter().take(whole(a)), b.iter().take(whole(b)));
            a.len() == b.len() && a.zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use asset_scene::Image;

    #[test]
    fn a_look_is_the_same_but_for_rounding() {
        let mut scene = Scene::default();
        let image = scene.images.push(Image { name: "stone".into(), ..Image::default() });
        let mut material = Material { base_color_texture: Some(Texture::new(image)), ..Material::named("a") };
        let before = shown(&scene, &material);
        material.name = "another".into();
        material.roughness += 1e-6;
        assert!(still_shows(&scene, &material, &before));
        material.roughness -= 0.01;
        assert!(!still_shows(&scene, &material, &before));
        material.roughness = 1.0;
        scene[image].name = "wood".into();
        assert!(!still_shows(&scene, &material, &before));
    }
}
