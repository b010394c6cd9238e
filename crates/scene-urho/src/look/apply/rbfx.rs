//! Creates materials for rbfx.

use asset_scene::{Alpha, Texture};
use urho_material::{MaterialData, TechniqueEntry, TextureEntry, TextureUnit};

use super::super::rule::Rule;
use super::draft::Draft;
use super::technique::Features;
use super::textures::Shape;

/// Converts a reflection for rbfx: `DielectricReflectance` r reflects 0.16 r² at normal incidence, but `MatSpecColor` c
/// in Urho3D reflects 0.08 c.
pub(super) fn reflectance(share: f32) -> f32 {
    (share * 0.5).max(0.0).sqrt()
}

impl Draft<'_, '_, '_> {
    pub(super) fn for_rbfx(&mut self) -> MaterialData<'static> {
        let material = self.material;
        let mut data = MaterialData::default();
        let mut features =
            Features { unlit: material.unlit, blended: material.alpha == Alpha::Blend, ..Features::default() };
        self.slot(&mut data, TextureUnit::DIFFUSE, material.base_color_texture, true);
        self.colors(&mut data);
        if material.unlit {
            self.unlit_rest();
        } else {
            features.normal = self.slot(&mut data, TextureUnit::NORMAL, material.normal_texture, false);
            if features.normal {
                self.set(&mut data, "NormalScale", material.normal_scale);
            }
            self.properties(&mut data);
            self.slot(&mut data, TextureUnit::EMISSIVE, material.emissive_texture, true);
            let [r, g, b] = self.reflection();
            if r != g || g != b {
                self.report.tell(Rule::ColouredReflection, format!("{r} {g} {b}"));
            }
            self.set(&mut data, "DielectricReflectance", reflectance(r.max(g).max(b)));
        }
        let pbr = if material.unlit { "" } else { "PBR" };
        let mask = if let Alpha::Mask { cutoff } = material.alpha {
            self.set(&mut data, "AlphaCutoff", cutoff);
            "ALPHAMASK"
        } else {
            ""
        };
        let defines = format!("{pbr} {mask}").trim().to_owned();
        if !defines.is_empty() {
            (data.vertex_defines, data.pixel_defines) = (Some(defines.clone().into()), Some(defines.into()));
        }
        self.coordinates(&mut data);
        self.sides(&mut data);
        let name = features.technique_of_rbfx().into();
        data.techniques.push(TechniqueEntry { name, ..TechniqueEntry::default() });
        data
    }

    /// Adds the texture for a slot if there is one.
    fn slot(
        &mut self,
        data: &mut MaterialData<'static>,
        unit: TextureUnit,
        texture: Option<Texture>,
        is_color: bool,
    ) -> bool {
        let name = self.texture(texture, unit.slot(), Shape::Plain, is_color);
        let exists = name.is_some();
        data.textures.extend(name.map(|name| entry(unit, name)));
        exists
    }

    /// Writes roughness and metalness, and puts both into one texture with occlusion. The numbers are multiplied with
    /// the texture.
    fn properties(&mut self, data: &mut MaterialData<'static>) {
        let material = self.material;
        let roughness = self.ranged("roughness", material.roughness);
        let metallic = self.ranged("metallic", material.metallic);
        self.set(data, "Roughness", roughness);
        self.set(data, "Metallic", metallic);
        let (metal, occlusion) = (material.metallic_roughness_texture, material.occlusion_texture);
        let strength = self.ranged("strength of occlusion", material.occlusion_strength);
        let Some(main) = metal.or(occlusion).filter(|_| self.options.files.textures) else { return };
        for texture in [metal, occlusion].iter().flatten() {
            self.used(texture, TextureUnit::SPECULAR.slot());
        }
        let image = |texture: Option<Texture>| texture.map(|texture| texture.image);
        let how = (strength, main.sampler);
        let name = self.textures.properties(image(metal), image(occlusion), how);
        if let Some(name) = self.found(name, TextureUnit::SPECULAR.slot()) {
            if occlusion.is_some() {
                self.baked("strength of occlusion", strength);
            }
            data.textures.push(entry(TextureUnit::SPECULAR, name));
        }
    }
}

fn entry(unit: TextureUnit, name: String) -> TextureEntry<'static> {
    TextureEntry { unit: Some(unit.slot().into()), is_slot: true, name: name.into(), kind: None }
}
