//! Materials: metallic-roughness, as in glTF.

mod texture;

pub use texture::{Filter, Minify, Sampler, Texture, TextureTransform, Wrap};

use std::sync::Arc;

use crate::Source;
use binio::same_bits;

/// A surface material.
///
/// Factors are linear and multiply texture values; base colour and emission textures are sRGB, all others are linear. A factor may be out of range: targets
/// that reject it report it.
#[derive(Clone, Debug)]
pub struct Material {
    /// Name; its meaning depends on the format. In models of Urho3D material *n* belongs to geometry *n*, its file is line *n* of the model's material list,
    /// and its name is that file's if it was read; in models of Pragma it is the path of the material's file; in models of the ZED engine a number.
    pub name: String,
    /// Base colour and opacity: red, green, blue, alpha from 0 to 1.
    pub base_color: [f32; 4],
    /// Base colour and opacity.
    pub base_color_texture: Option<Texture>,
    /// Metalness: from 0, a dielectric, to 1, a metal.
    pub metallic: f32,
    /// Roughness: from 0, a mirror, to 1.
    pub roughness: f32,
    /// Roughness in green, metalness in blue.
    pub metallic_roughness_texture: Option<Texture>,
    /// Normals in tangent space: red right, green up, blue outwards.
    pub normal_texture: Option<Texture>,
    /// Factor of x and y of the normals in the texture.
    pub normal_scale: f32,
    /// Received ambient light, in red.
    pub occlusion_texture: Option<Texture>,
    /// From 0, no occlusion, to 1, the texture's full occlusion.
    pub occlusion_strength: f32,
    /// Emitted light: red, green, blue from 0 to 1.
    pub emissive: [f32; 3],
    /// Emitted light.
    pub emissive_texture: Option<Texture>,
    /// Factor of the emitted light: 0 or more.
    pub emissive_strength: f32,
    /// Reflection of dielectrics, if it isn't the default.
    pub specular: Option<Box<Specular>>,
    /// Index of refraction: 1 or more, or 0.
    pub ior: f32,
    /// Meaning of alpha.
    pub alpha: Alpha,
    /// Whether both sides of a triangle are shown.
    pub double_sided: bool,
    /// Whether the base colour is shown without lighting.
    pub unlit: bool,
    /// Additional data of the material's format. It has no blocks.
    pub source: Option<Arc<Source<'static>>>,
}

impl Default for Material {
    /// The glTF defaults: white, rough, a metal.
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
    /// Creates a non-metal material with this name.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), metallic: 0.0, ..Self::default() }
    }

    /// Iterates over the existing textures.
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

    /// Iterates over all texture fields, for modification.
    pub fn texture_places(&mut self) -> impl Iterator<Item = &mut Option<Texture>> {
        let core = [
            &mut self.base_color_texture,
            &mut self.metallic_roughness_texture,
            &mut self.normal_texture,
            &mut self.occlusion_texture,
            &mut self.emissive_texture,
        ];
        let specular = self.specular.iter_mut();
        core.into_iter().chain(specular.flat_map(|own| [&mut own.texture, &mut own.color_texture]))
    }

    /// Returns all factors, in a fixed order: the appearance without the textures.
    pub fn factors(&self) -> [f32; 18] {
        let [r, g, b, a] = self.base_color;
        let [er, eg, eb] = self.emissive;
        let (specular, [sr, sg, sb]) = self.specular.as_ref().map_or((1.0, [1.0; 3]), |own| (own.factor, own.color));
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
    /// Factors are compared by their bits.
    fn eq(&self, other: &Self) -> bool {
        let parts = |own: &Self| {
            let alpha = std::mem::discriminant(&own.alpha);
            (own.double_sided, own.unlit, alpha, own.specular.is_some())
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

/// Reflection of dielectrics.
#[derive(Clone, Debug)]
pub struct Specular {
    /// Strength, from 0 to 1.
    pub factor: f32,
    /// Strength, in alpha.
    pub texture: Option<Texture>,
    /// Colour of reflections at normal incidence: red, green, blue, 0 or more. 1 1 1 reflects 4 % at an index of refraction of 1.5.
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

/// Meaning of the base colour's alpha.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Alpha {
    /// No meaning.
    #[default]
    Opaque,
    /// Pixels below the cutoff are invisible, all others are opaque.
    Mask {
        /// Smallest visible alpha.
        cutoff: f32,
    },
    /// Opacity.
    Blend,
}
