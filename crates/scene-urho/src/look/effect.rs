//! Reads properties of materials that only pictures show: how they blend, reflections, layers and water.

use std::sync::Arc;

use asset_scene::{Layers, Mixing, Reflection, SkyCube, SurfaceEffect, Texture, TextureTransform, Water};
use urho_material::TextureUnit;

use super::export::Look;
use super::images::Making;
use super::meaning::{Meaning, Traits};

impl Look<'_, '_, '_> {
    /// Returns the properties that the material of the scene doesn't have, or `None` if there are none. `cube` is the
    /// cube map in the environment unit.
    pub(super) fn effect(&mut self, traits: &Traits, cube: Option<Arc<SkyCube<'static>>>) -> Option<SurfaceEffect> {
        let mixing = match traits.blend.as_deref() {
            Some("add") => Mixing::Add,
            Some("addalpha") => Mixing::AddAlpha,
            Some("multiply") => Mixing::Multiply,
            _ => Mixing::Usual,
        };
        let factor = self.numbers("MatEnvMapColor", [1.0; 3]);
        let reflection = cube.filter(|_| self.meaning.reflection).map(|cube| Reflection { cube, factor });
        let effect = SurfaceEffect {
            mixing,
            is_dimmed: self.meaning.is_metal() && !self.meaning.rbfx,
            reflection,
            layers: if traits.shader.ends_with("TerrainBlend") { self.layers() } else { None },
            water: (traits.shader == "Water").then(|| self.water()),
        };
        (effect != SurfaceEffect::default()).then_some(effect)
    }

    /// Returns the layers of a terrain.
    fn layers(&mut self) -> Option<Layers> {
        let weights = self.texture(TextureUnit::DIFFUSE, Making::Plain)?;
        let tiling = self.numbers("DetailTiling", [1.0; 2]);
        let tiled = |texture: Texture| Texture {
            transform: TextureTransform { scale: tiling, ..TextureTransform::default() },
            ..texture
        };
        let layers = [1, 2, 3].map(|unit| self.texture(TextureUnit(unit), Making::Plain).map(tiled));
        Some(Layers { weights, layers })
    }

    fn water(&mut self) -> Water {
        let [fresnel] = self.numbers("FresnelPower", [1.0]);
        let [tiling] = self.numbers("NoiseTiling", [1.0]);
        let [strength] = self.numbers("NoiseStrength", [0.0]);
        let noise = self.texture(TextureUnit::NORMAL, Making::Plain).map(|texture| {
            let transform = TextureTransform { scale: [tiling; 2], ..TextureTransform::default() };
            (Texture { transform, ..texture }, strength)
        });
        Water { tint: self.numbers("WaterTint", [1.0; 3]), fresnel, noise }
    }
}

impl Meaning {
    /// Returns the cube map unit, if the technique mirrors it.
    pub(super) fn mirrored_unit(self) -> Option<TextureUnit> {
        self.reflection.then_some(TextureUnit::ENVIRONMENT)
    }
}
