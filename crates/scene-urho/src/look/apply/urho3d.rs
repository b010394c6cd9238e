//! Creates materials for Urho3D and U3D.

use asset_scene::{Alpha, Texture};
use binio::Name;
use urho_material::{MaterialData, TechniqueEntry, TextureEntry, TextureUnit};

use super::super::rule::Rule;
use super::draft::Draft;
use super::technique::Features;
use super::textures::Shape;

/// The alpha at which the engine cuts off.
const CUTOFF: f32 = 0.5;

/// The define with which the engine's shaders multiply vertex colours.
const VERTEX_COLOR: &str = "VERTEXCOLOR";

/// When two cutoffs differ by less than this, they count as the same, because floats were converted back and forth.
const NEAR: f32 = 1e-6;

impl Draft<'_, '_, '_> {
    pub(super) fn for_urho3d(&mut self) -> MaterialData<'static> {
        let material = self.material;
        let mut data = MaterialData::default();
        let mut features = Features {
            unlit: material.unlit,
            blended: material.alpha == Alpha::Blend,
            vertex_colors: self.has_vertex_colors(),
            ..Features::default()
        };
        let shape = self.cut_out(&mut data);
        features.diffuse = self.put(&mut data, TextureUnit::DIFFUSE, material.base_color_texture, shape, true);
        self.colors(&mut data);
        if material.unlit {
            self.unlit_rest();
        } else {
            self.normal(&mut data, &mut features);
            self.metal(&mut data, &mut features);
            self.fourth(&mut data, &mut features);
        }
        self.coordinates(&mut data);
        self.sides(&mut data);
        if features.vertex_colors {
            self.vertex_colors(&mut data, features);
        }
        data.techniques.push(TechniqueEntry { name: features.technique().into(), ..TechniqueEntry::default() });
        data
    }

    /// Makes the shaders of a technique show vertex colours, unless the technique does this anyway.
    fn vertex_colors(&mut self, data: &mut MaterialData<'static>, features: Features) {
        if !features.shows_vertex_colors() {
            let also = |defines: Option<Name<'static>>| match defines {
                Some(defines) => Name::from(format!("{} {VERTEX_COLOR}", defines.to_text())),
                None => VERTEX_COLOR.into(),
            };
            data.vertex_defines = Some(also(data.vertex_defines.take()));
            data.pixel_defines = Some(also(data.pixel_defines.take()));
        }
        if !self.is_linear() {
            self.report.tell(Rule::LinearVertexColours, "");
        }
    }

    /// Adds the texture for a unit if there is one.
    fn put(
        &mut self,
        data: &mut MaterialData<'static>,
        unit: TextureUnit,
        texture: Option<Texture>,
        shape: Shape,
        is_color: bool,
    ) -> bool {
        let name = self.texture(texture, unit.name(), shape, is_color);
        let exists = name.is_some();
        data.textures.extend(name.map(|name| TextureEntry::new(unit, name)));
        exists
    }

    /// Sets the alpha cutoff, and returns how to convert the texture. This is needed because the engine only tests the
    /// alpha of the texture, unless the material is unlit.
    fn cut_out(&mut self, data: &mut MaterialData<'static>) -> Shape {
        let Alpha::Mask { cutoff } = self.material.alpha else { return Shape::Plain };
        let own = self.material.base_color[3];
        let alpha = if self.material.unlit && own >= CUTOFF { 1.0 } else { own };
        if self.material.base_color_texture.is_none() || !self.options.files.textures {
            self.report.tell(Rule::MaskWithoutTexture, "");
            return Shape::Plain;
        }
        if cutoff <= 0.0 || alpha <= 0.0 {
            // No alpha is below 0, and a factor of 0 makes every alpha smaller than the cutoff.
            if alpha <= 0.0 && cutoff > 0.0 {
                self.report.tell(Rule::MaskWithoutTexture, "");
            }
            return Shape::Plain;
        }
        data.pixel_defines = Some("ALPHAMASK".into());
        if self.material.unlit && own < CUTOFF {
            // Without light the engine considers it, and nothing would be left.
            self.alpha = 1.0;
        }
        let factor = CUTOFF * alpha / cutoff;
        if (factor - 1.0).abs() <= NEAR {
            return Shape::Plain;
        }
        self.report.tell(Rule::Cutoff, cutoff);
        Shape::Alpha(factor.to_bits())
    }

    fn normal(&mut self, data: &mut MaterialData<'static>, features: &mut Features) {
        let scale = self.material.normal_scale;
        let shape = if scale == 1.0 { Shape::Plain } else { Shape::Normals(scale.to_bits()) };
        features.normal = self.put(data, TextureUnit::NORMAL, self.material.normal_texture, shape, false);
        if features.normal {
            self.baked("scale of normals", scale);
        }
    }

    fn metal(&mut self, data: &mut MaterialData<'static>, features: &mut Features) {
        let [r, g, b] = self.reflection();
        self.set(data, "MatSpecColor", [r, g, b, 1.0]);
        let roughness = self.ranged("roughness", self.material.roughness);
        let metallic = self.ranged("metallic", self.material.metallic);
        let shape = Shape::metal(roughness, metallic);
        let texture = self.material.metallic_roughness_texture;
        features.metal = self.put(data, TextureUnit::SPECULAR, texture, shape, false);
        // The engine adds them to the texture's values, and has other default values.
        let (roughness, metallic) = if features.metal {
            self.baked("roughness", roughness);
            self.baked("metallic", metallic);
            (0.0, 0.0)
        } else {
            (roughness, metallic)
        };
        self.set(data, "Roughness", roughness);
        self.set(data, "Metallic", metallic);
    }

    /// Writes the emission, or else the occlusion, because both use the fourth unit.
    fn fourth(&mut self, data: &mut MaterialData<'static>, features: &mut Features) {
        let material = self.material;
        let unit = TextureUnit::EMISSIVE;
        features.emission = self.put(data, unit, material.emissive_texture, Shape::Plain, true);
        let strength = self.ranged("strength of occlusion", material.occlusion_strength);
        if features.emission {
            if material.occlusion_texture.is_some() {
                self.report.tell(Rule::OcclusionBesideEmission, "");
            }
        } else if strength > 0.0 {
            let shape = Shape::Occlusion(strength.to_bits());
            features.occlusion = self.put(data, unit, material.occlusion_texture, shape, false);
            if features.occlusion {
                self.baked("strength of occlusion", strength);
            }
        }
    }
}
