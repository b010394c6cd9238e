//! Materials: metallic-roughness, as in glTF.

mod texture;

pub use texture::{Filter, Minify, Sampler, Texture, TextureTransform, Wrap};

use std::sync::Arc;

use crate::Source;
use binio::same_bits;

/// A surface material.
///
/// Each factor is linear, and will be multiplied with the texture value. Base colour and emission textures must be
/// sRGB; all other textures are linear. A factor may be out of range. If a target format doesn't allow this, the writer
/// will report it.
#[derive(Clone, Debug)]
pub struct Material {
    /// The name. Each format uses it differently:
    ///
    /// * Urho3D models: material *n* belongs to geometry *n*, and its file is in line *n* of the material list. The
    ///   name is the name of this file, if it was read.
    /// * Pragma models: the path to the material file.
    /// * ZED models: a number.
    pub name: String,
    /// Base colour and opacity: red, green, blue and alpha from 0 to 1.
    pub base_color: [f32; 4],
    /// Base colour in red, green and blue, and opacity in alpha.
    pub base_color_texture: Option<Texture>,
    /// How metallic the surface is: 0 for a dielectric, 1 for a metal.
    pub metallic: f32,
    /// How rough the surface is: 0 for a mirror, up to 1.
    pub roughness: f32,
    /// Roughness in green, and metalness in blue.
    pub metallic_roughness_texture: Option<Texture>,
    /// Normals in tangent space: red points to the right, green up and blue outwards.
    pub normal_texture: Option<Texture>,
    /// Multiplies x and y of the normals in the texture.
    pub normal_scale: f32,
    /// How much ambient light the surface receives, in red.
    pub occlusion_texture: Option<Texture>,
    /// How much the occlusion texture is used: 0 for not at all, 1 for the full effect.
    pub occlusion_strength: f32,
    /// The light that the surface emits: red, green and blue from 0 to 1.
    pub emissive: [f32; 3],
    /// The light that the surface emits, multiplied by the factors.
    pub emissive_texture: Option<Texture>,
    /// Multiplies the emitted light. This must not be negative.
    pub emissive_strength: f32,
    /// How dielectrics reflect light, if this is not the default.
    pub specular: Option<Box<Specular>>,
    /// The index of refraction, which must be 1 or more, or 0.
    pub ior: f32,
    /// How to use the alpha value.
    pub alpha: Alpha,
    /// Whether to show both sides of a triangle.
    pub double_sided: bool,
    /// Whether to show the base colour as it is, without lighting.
    pub unlit: bool,
    /// Additional data from the material's format. It has no blocks.
    pub source: Option<Arc<Source<'static>>>,
}

impl Default for Material {
    /// Creates a material with the default values from glTF: white, rough, and a metal. See [`Material::named`] for a
    /// material that isn't.
    fn default() -> Self {
        Self {
            name: String::new(),
            base_color: [1.0; 4],
            base_color_texture: None,
            metallic: 1.0,
            roughness: 1.0,
            metallic_roughness_texture: None,
            normal_texture: None,
            normal_scale: 1.0,
            occlusion_texture: None,
            occlusion_strength: 1.0,
            emissive: [0.0; 3],
            emissive_texture: None,
            emissive_strength: 1.0,
            specular: None,
            ior: 1.5,
            alpha: Alpha::Opaque,
            double_sided: false,
            unlit: false,
            source: None,
        }
    }
}

impl Material {
    /// Creates a material with this name that is not a metal.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), metallic: 0.0, ..Self::default() }
    }

    /// Iterates over all textures that the material has.
    pub fn textures(&self) -> impl Iterator<Item = &Texture> {
        let core = [
            &self.base_color_texture,
            &self.metallic_roughness_texture,
            &self.normal_texture,
            &self.occlusion_texture,
            &self.emissive_texture,
        ];
        let specular = self.specular.iter().flat_map(|specular| [&specular.texture, &specular.color_texture]);
        core.into_iter().chain(specular).flatten()
    }

    /// Iterates over all texture fields, so that you can set, replace or remove textures.
    pub fn texture_places(&mut self) -> impl Iterator<Item = &mut Option<Texture>> {
        let core = [
            &mut self.base_color_texture,
            &mut self.metallic_roughness_texture,
            &mut self.normal_texture,
            &mut self.occlusion_texture,
            &mut self.emissive_texture,
        ];
        let specular = self.specular.iter_mut();
        core.into_iter().chain(specular.flat_map(|specular| [&mut specular.texture, &mut specular.color_texture]))
    }

    /// Returns all factors, in a fixed order. Together with the textures, these decide how the material looks.
    pub fn factors(&self) -> [f32; 18] {
        let [r, g, b, a] = self.base_color;
        let [er, eg, eb] = self.emissive;
        let (specular, [sr, sg, sb]) =
            self.specular.as_ref().map_or((1.0, [1.0; 3]), |specular| (specular.factor, specular.color));
        let cutoff = if let Alpha::Mask { cutoff } = self.alpha { cutoff } else { 0.5 };
        let (metallic, roughness, strength) = (self.metallic, self.roughness, self.emissive_strength);
        let (normal, occlusion) = (self.normal_scale, self.occlusion_strength);
        [
            r, g, b, a, metallic, roughness, normal, occlusion, er, eg, eb, strength, specular, sr, sg, sb, self.ior,
            cutoff,
        ]
    }
}

impl PartialEq for Material {
    /// Compares factors by their bits.
    fn eq(&self, other: &Self) -> bool {
        let parts = |material: &Self| {
            let alpha = std::mem::discriminant(&material.alpha);
            (material.double_sided, material.unlit, alpha, material.specular.is_some())
        };
        (&self.name, &self.source, parts(self)) == (&other.name, &other.source, parts(other))
            && same_bits(&self.factors(), &other.factors())
            && self.core_textures() == other.core_textures()
            && self.specular == other.specular
    }
}

impl Material {
    fn core_textures(&self) -> [&Option<Texture>; 5] {
        [
            &self.base_color_texture,
            &self.metallic_roughness_texture,
            &self.normal_texture,
            &self.occlusion_texture,
            &self.emissive_texture,
        ]
    }
}

/// How dielectrics reflect light.
#[derive(Clone, Debug)]
pub struct Specular {
    /// The strength, from 0 to 1.
    pub factor: f32,
    /// The strength, in alpha.
    pub texture: Option<Texture>,
    /// The colour of reflections when you look straight at the surface: red, green and blue, 0 or more. With `1 1 1`
    /// and an index of refraction of 1.5, 4 % of the light is reflected.
    pub color: [f32; 3],
    /// The same colour, in sRGB.
    pub color_texture: Option<Texture>,
}

impl Default for Specular {
    fn default() -> Self {
        Self { factor: 1.0, texture: None, color: [1.0; 3], color_texture: None }
    }
}

binio::eq_by_bits! { Specular { factor, color; texture, color_texture } }

/// How to use the alpha value of the base colour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Alpha {
    /// Ignores alpha.
    #[default]
    Opaque,
    /// Hides pixels below the cutoff, and shows all others as opaque.
    Mask {
        /// The smallest alpha that can be seen.
        cutoff: f32,
    },
    /// Uses alpha as opacity.
    Blend,
}
