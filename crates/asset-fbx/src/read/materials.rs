//! Converts materials in any shading model to metallic-roughness.

use std::collections::HashMap;

use asset_scene::{Alpha, ImageId, Material, Specular, Texture};
use binio::Path;
use ufbx::{MaterialMap, ShaderType};

use super::Reader;
use super::textures::Places;
use crate::kinds;

/// The reflection of a dielectric at normal incidence, for a specular colour of 1.
const DIELECTRIC: f32 = 0.04;
/// A surface with at least this opacity is opaque.
const OPAQUE: f32 = 0.999;

impl Reader<'_> {
    /// Reads all materials, in the order of the library.
    pub(super) fn materials(&mut self, images: &[ImageId]) {
        let file = self.file;
        let sets = uv_sets(file);
        let mut converted = 0_usize;
        for material in &file.materials {
            let sets = sets.get(&material.element.typed_id).map_or(&[][..], Vec::as_slice);
            let made = self.material(material, Places { images, sets });
            converted = converted.saturating_add(usize::from(is_legacy(material)));
            self.scene.materials.push(made);
        }
        if converted > 0 {
            let message = format!("materials that are no metallic-roughness were converted: {converted}");
            self.note(kinds::MATERIAL_CONVERTED, "materials", message);
        }
    }

    fn material(&mut self, material: &ufbx::Material, places: Places<'_>) -> Material {
        let path = Path::from("material").name(material.element.name.as_bytes());
        let (pbr, fbx, features) = (&material.pbr, &material.fbx, &material.features);
        let mut made = Material::named(&*material.element.name);
        made.base_color_texture = self.map_texture(&pbr.base_color, places, &path);
        let multiplies = material.shader_type == ShaderType::GltfMaterial;
        let factor = self.real(&pbr.base_factor).unwrap_or(1.0);
        // A texture takes the place of the colour.
        let replaced = made.base_color_texture.is_some() && !multiplies;
        let color = if replaced { [1.0; 3] } else { self.color(&pbr.base_color).unwrap_or([1.0; 3]) };
        let [r, g, b] = if replaced { color } else { color.map(|channel| (channel * factor).max(0.0)) };
        made.base_color = [r, g, b, 1.0];
        self.metallic_roughness(material, places, &mut made, &path);
        made.normal_texture = self.map_texture(&pbr.normal_map, places, &path);
        if fbx.bump.texture.is_some() && made.normal_texture.is_none() {
            let message = "a height map is left out: scenes have normal maps";
            self.findings.expected_loss(kinds::MATERIAL_PART_LOST, path.clone(), message);
        }
        made.occlusion_texture = self.map_texture(&pbr.ambient_occlusion, places, &path);
        self.emission(material, places, &mut made, &path);
        self.alpha(material, places, &mut made, &path);
        made.double_sided = features.double_sided.enabled;
        made.unlit = features.unlit.enabled;
        if !is_legacy(material) {
            self.reflection(material, &mut made, &path);
        }
        made
    }

    /// Sets metalness and roughness. Their texture is only set if both are in the same image.
    fn metallic_roughness(&mut self, material: &ufbx::Material, places: Places<'_>, made: &mut Material, path: &Path) {
        let (pbr, is_gloss) = (&material.pbr, material.features.roughness_as_glossiness.enabled);
        let gloss = self.real(&pbr.glossiness).map(|gloss| 1.0 - gloss);
        let rough = if is_gloss { gloss } else { self.real(&pbr.roughness) };
        made.roughness = rough.unwrap_or(1.0).clamp(0.0, 1.0);
        made.metallic = self.real(&pbr.metalness).unwrap_or(0.0).clamp(0.0, 1.0);
        let roughness = if is_gloss { None } else { self.map_texture(&pbr.roughness, places, path) };
        let metalness = self.map_texture(&pbr.metalness, places, path);
        let mut lost = is_gloss && pbr.glossiness.texture.is_some();
        match (roughness, metalness) {
            (Some(roughness), Some(metalness)) if roughness.image == metalness.image => {
                (made.roughness, made.metallic) = (1.0, 1.0);
                made.metallic_roughness_texture = Some(roughness);
            }
            // A grey image has the roughness in green; its blue has no effect on a dielectric.
            (Some(roughness), None) if made.metallic == 0.0 => {
                made.roughness = 1.0;
                made.metallic_roughness_texture = Some(roughness);
            }
            (None, None) => {}
            _ => lost = true,
        }
        if lost {
            let message = "textures of roughness and metalness in separate images, or of glossiness, are left out";
            self.findings.loss(kinds::MATERIAL_PART_LOST, path.clone(), message);
        }
    }

    fn emission(&mut self, material: &ufbx::Material, places: Places<'_>, made: &mut Material, path: &Path) {
        let pbr = &material.pbr;
        made.emissive_texture = self.map_texture(&pbr.emission_color, places, path);
        let factor = self.real(&pbr.emission_factor).unwrap_or(1.0).max(0.0);
        let color = match made.emissive_texture {
            Some(_) => [1.0; 3],
            None => self.color(&pbr.emission_color).unwrap_or_default(),
        };
        let light = color.map(|channel| (channel * factor).max(0.0));
        let most = light.into_iter().fold(1.0, f32::max);
        made.emissive = light.map(|channel| channel / most);
        made.emissive_strength = most;
    }

    fn alpha(&mut self, material: &ufbx::Material, places: Places<'_>, made: &mut Material, path: &Path) {
        let opacity = if is_legacy(material) {
            self.legacy_opacity(material)
        } else {
            self.real(&material.pbr.opacity).unwrap_or(1.0)
        };
        let opacity = opacity.clamp(0.0, 1.0);
        if opacity < OPAQUE {
            let [r, g, b, _] = made.base_color;
            made.base_color = [r, g, b, opacity];
            made.alpha = Alpha::Blend;
        }
        let maps = [&material.pbr.opacity, &material.fbx.transparency_color, &material.fbx.transparency_factor];
        let Some(map) = maps.into_iter().find(|map| map.texture.is_some()) else { return };
        let Some(texture) = self.map_texture(map, places, path) else { return };
        if made.base_color_texture.is_some_and(|base| base.image == texture.image) {
            made.alpha = Alpha::Blend;
            let [r, g, b, _] = made.base_color;
            made.base_color = [r, g, b, 1.0];
        } else {
            let message = "a texture of opacity that isn't the alpha of the colour's image is left out";
            self.findings.loss(kinds::MATERIAL_PART_LOST, path.clone(), message);
        }
    }

    /// Returns the opacity for the shading models of FBX and OBJ. It can be set by two properties, but programs do not
    /// agree about them: some leave one at 1.
    fn legacy_opacity(&mut self, material: &ufbx::Material) -> f32 {
        if let Some(opacity) = self.real(&material.pbr.opacity) {
            return opacity;
        }
        if let Some(opacity) = material.element.props.find_prop("Opacity") {
            return self.numbers.one(opacity.value_vec4.x);
        }
        let factor = self.real(&material.fbx.transparency_factor).unwrap_or(0.0);
        let [r, g, b] = self.color(&material.fbx.transparency_color).unwrap_or([1.0; 3]);
        let transparency = factor * (r + g + b) / 3.0;
        // Nobody exports what can't be seen.
        if transparency >= OPAQUE { 1.0 } else { 1.0 - transparency }
    }

    /// Sets the reflection of a dielectric, and reports other layers of the surface.
    fn reflection(&mut self, material: &ufbx::Material, made: &mut Material, path: &Path) {
        let pbr = &material.pbr;
        made.ior = self.real(&pbr.specular_ior).filter(|ior| *ior >= 1.0).unwrap_or(made.ior);
        let color = self.color(&pbr.specular_color).unwrap_or([1.0; 3]);
        if material.shader_type == ShaderType::E3DsMaxPbrSpecGloss {
            let color = color.map(|channel| (channel / DIELECTRIC).max(0.0));
            made.specular = Some(Box::new(Specular { color, ..Specular::default() }));
        } else {
            let factor = self.real(&pbr.specular_factor).unwrap_or(1.0).clamp(0.0, 1.0);
            if factor < OPAQUE || color.iter().any(|channel| (channel - 1.0).abs() > 1e-3) {
                made.specular = Some(Box::new(Specular { factor, color, ..Specular::default() }));
            }
        }
        let layers = [
            (&pbr.coat_factor, "coat"),
            (&pbr.sheen_factor, "sheen"),
            (&pbr.subsurface_factor, "subsurface scattering"),
            (&pbr.transmission_factor, "transmission"),
        ];
        let lost: Vec<&str> = layers
            .into_iter()
            .filter(|(map, _)| self.real(map).is_some_and(|factor| factor > 0.0))
            .map(|own| own.1)
            .collect();
        if !lost.is_empty() {
            let message = format!("left out: {}", lost.join(", "));
            self.findings.expected_loss(kinds::MATERIAL_PART_LOST, path.clone(), message);
        }
    }

    fn map_texture(&mut self, map: &MaterialMap, places: Places<'_>, path: &Path) -> Option<Texture> {
        let texture = map.texture.as_ref().filter(|_| map.texture_enabled && !map.feature_disabled)?;
        self.texture(texture, places, path)
    }

    fn real(&mut self, map: &MaterialMap) -> Option<f32> {
        (map.has_value && !map.feature_disabled).then(|| self.numbers.one(map.value_vec4.x))
    }

    fn color(&mut self, map: &MaterialMap) -> Option<[f32; 3]> {
        let [r, g, b, _] = self.numbers.four(map.value_vec4);
        (map.has_value && !map.feature_disabled).then_some([r, g, b])
    }
}

/// Returns true if the shading model of a material is not physical.
fn is_legacy(material: &ufbx::Material) -> bool {
    matches!(
        material.shader_type,
        ShaderType::Unknown
            | ShaderType::FbxLambert
            | ShaderType::FbxPhong
            | ShaderType::BlenderPhong
            | ShaderType::WavefrontMtl
    )
}

/// Returns which texture coordinate sets a material uses, by name. This looks at the first mesh with the material.
fn uv_sets(file: &ufbx::Scene) -> HashMap<u32, Vec<&str>> {
    let mut sets: HashMap<u32, Vec<&str>> = HashMap::new();
    for mesh in &file.meshes {
        let names = || mesh.uv_sets.iter().map(|set| &*set.name).collect::<Vec<&str>>();
        for material in &mesh.materials {
            sets.entry(material.element.typed_id).or_insert_with(names);
        }
    }
    sets
}
