//! Materials, textures and images that can be stored in glTF.

use std::sync::Arc;

use asset_scene::{
    Alpha, Filter, Image, ImageId, Material, Mesh, Minify, Sampler, Scene, Semantic, Source, Specular, Texture,
    TextureTransform, Wrap,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::arrays::finite;
use super::{name, source};

/// Materials, images, and the names of variants.
pub(super) type Look = (Vec<Material>, Vec<Image<'static>>, Vec<String>);

/// Generates materials, with textures that use the given images.
pub(super) fn look() -> impl Strategy<Value = Look> {
    let images = vec(image(), 0..3);
    images.prop_flat_map(|images| {
        let count = images.len();
        (vec(material(count), 0..3), Just(images), vec(name(), 0..3)).prop_map(|(materials, mut images, variants)| {
            let mut taken = std::collections::HashSet::new();
            for image in &mut images {
                image.file = image.file.take().filter(|file| taken.insert(file.to_lowercase()));
            }
            (materials, images, variants)
        })
    })
}

/// Returns a png with a single pixel.
pub fn png(pixel: [u8; 4]) -> Vec<u8> {
    let pixels = asset_image::Pixels::filled(1, 1, pixel).expect("a pixel");
    pixels.to_png().expect("a pixel can be written")
}

fn image() -> impl Strategy<Value = Image<'static>> {
    let file = option::of("[A-Za-z0-9é ]{1,8}\\.png");
    (name(), file, any::<[u8; 4]>(), source()).prop_map(|(name, file, pixel, source)| Image {
        name,
        file,
        bytes: png(pixel).into(),
        source: bare(source),
    })
}

/// Returns a source without blocks, as it is used in materials and images.
fn bare(source: Option<Source<'static>>) -> Option<Arc<Source<'static>>> {
    source.map(|source| Arc::new(Source { original: None, ..source }))
}

fn fraction() -> impl Strategy<Value = f32> {
    prop_oneof![2 => 0.0_f32..=1.0, 1 => Just(1.0_f32), 1 => Just(0.0_f32), 1 => Just(-0.0_f32)]
}

fn texture(images: usize) -> BoxedStrategy<Option<Texture>> {
    if images == 0 {
        return Just(None).boxed();
    }
    let wrap = || prop_oneof![Just(Wrap::Repeat), Just(Wrap::Mirror), Just(Wrap::Clamp)];
    let filter = || prop_oneof![Just(Filter::Nearest), Just(Filter::Linear)];
    let minify = (filter(), option::of(filter())).prop_map(|(filter, mipmaps)| Minify { filter, mipmaps });
    let sampler = (wrap(), wrap(), option::of(filter()), option::of(minify))
        .prop_map(|(wrap_s, wrap_t, magnify, minify)| Sampler { wrap_s, wrap_t, magnify, minify });
    let moved = (prop_oneof![[finite(), finite()], Just([0.0; 2])], finite(), [finite(), finite()])
        .prop_map(|(offset, rotation, scale)| TextureTransform { offset, rotation, scale });
    let transform = prop_oneof![Just(TextureTransform::default()), moved];
    let texture = (0..images, 0_u32..3, sampler, transform).prop_map(|(image, tex_coord, sampler, transform)| {
        Texture { image: ImageId::new(image), tex_coord, sampler, transform }
    });
    option::of(texture).boxed()
}

fn material(images: usize) -> impl Strategy<Value = Material> {
    let alpha = prop_oneof![
        Just(Alpha::Opaque),
        (0.0_f32..2.0).prop_map(|cutoff| Alpha::Mask { cutoff }),
        Just(Alpha::Mask { cutoff: 0.5 }),
        Just(Alpha::Blend)
    ];
    let color = || [fraction(), fraction(), fraction()];
    let specular = (fraction(), [0.0_f32..9.0, 0.0..9.0, 0.0..9.0], texture(images), texture(images));
    let specular = specular.prop_map(|(factor, color, texture, color_texture)| {
        Box::new(Specular { factor, texture, color, color_texture })
    });
    let textures = [texture(images), texture(images), texture(images), texture(images), texture(images)];
    let numbers = (color(), fraction(), [fraction(), fraction(), fraction()], finite(), color());
    let others = (prop_oneof![Just(1.0_f32), 0.0_f32..9.0], prop_oneof![Just(1.5_f32), Just(0.0), 1.0_f32..3.0]);
    (name(), textures, numbers, others, option::of(specular), alpha, any::<[bool; 2]>(), source()).prop_map(
        |(name, textures, numbers, (strength, ior), specular, alpha, [double_sided, unlit], source)| {
            let ([r, g, b], a, [metallic, roughness, occlusion], normal, emissive) = numbers;
            let [base_color_texture, metallic_roughness_texture, normal_texture, occlusion_texture, emissive_texture] =
                textures;
            Material {
                name,
                base_color: [r, g, b, a],
                metallic,
                roughness,
                normal_scale: if normal_texture.is_some() { normal } else { 1.0 },
                occlusion_strength: if occlusion_texture.is_some() { occlusion } else { 1.0 },
                emissive,
                emissive_strength: if emissive.iter().any(|factor| *factor > 0.0) { strength } else { 1.0 },
                base_color_texture,
                metallic_roughness_texture,
                normal_texture,
                occlusion_texture,
                emissive_texture,
                specular,
                ior,
                alpha,
                double_sided,
                unlit,
                source: bare(source),
            }
        },
    )
}

/// Applies the last material to all primitives, but the first in every other variant. If the vertices have no
/// coordinates for a texture, it will be removed.
pub(super) fn apply(scene: &mut Scene<'static>) {
    let (Some(last), Some(first)) = (scene.materials.ids().last(), scene.materials.ids().next()) else { return };
    let mut primitives: Vec<_> = scene.meshes.iter_mut().flat_map(|mesh: &mut Mesh| &mut mesh.primitives).collect();
    let sets = primitives.iter().map(|primitive| {
        let has = |set: &u32| primitive.attribute(&Semantic::TexCoord(*set)).is_some();
        (0..3).take_while(has).count()
    });
    let sets = sets.min().unwrap_or(0) as u32;
    let tangents = primitives.iter().all(|primitive| primitive.attribute(&Semantic::Tangent).is_some());
    for primitive in &mut primitives {
        primitive.material = Some(last);
        primitive.variants = (0..scene.variants.len()).step_by(2).map(|variant| (variant, first)).collect();
    }
    for material in &mut scene.materials {
        for place in material.texture_places() {
            *place = place.filter(|texture| texture.tex_coord < sets);
        }
        // The validator warns of tangents that programs have to make.
        material.normal_texture = material.normal_texture.filter(|_| tangents);
        material.normal_scale = if material.normal_texture.is_some() { material.normal_scale } else { 1.0 };
        if material.occlusion_texture.is_none() {
            material.occlusion_strength = 1.0;
        }
        if material.unlit {
            (material.specular, material.ior, material.emissive_strength) = (None, 1.5, 1.0);
        }
    }
}

/// Adds something to the materials that is not allowed in glTF.
pub(super) fn spoil(scene: &mut Scene<'static>, [number, image, set, dark]: [bool; 4]) {
    if let Some(first) = scene.images.first_mut().filter(|_| image) {
        first.bytes = b"no image at all".to_vec().into();
    }
    for material in &mut scene.materials {
        if number {
            (material.base_color[1], material.roughness, material.ior) = (f32::NAN, -3.0, 0.25);
        }
        if dark {
            (material.emissive, material.emissive_strength) = ([0.0; 3], 4.0);
        }
        if let Some(texture) = material.base_color_texture.as_mut().filter(|_| set) {
            (texture.tex_coord, texture.transform.rotation) = (if number { u32::MAX } else { 5 }, f32::INFINITY);
        }
    }
}
