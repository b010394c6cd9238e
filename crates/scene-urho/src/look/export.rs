//! Converts material files to how they look in a scene.

mod textures;

use std::collections::BTreeMap;
use std::sync::Arc;

use asset_scene::color::srgb_to_linear;
use asset_scene::{Alpha, Id, Material, Scene, SkyCube, Source, Specular, SurfaceEffect, Texture};
use binio::{Budget, Findings};
use scene_adapter::look::{ImageCache, Images, Report, cores, look, rest_of, sources_of_images, without_extension};
use urho_material::{Cull, Engine, Fill, MaterialData, Pass, TextureEntry, TextureUnit, UnitReading};

use super::images::{self, Making, is_grey};
use super::meaning::{Blending, Fourth, Meaning, Shading, Third, Traits};
use super::rule::Rule;
use super::{ColorSpace, MaterialFiles, MaterialLayout, Reading};
use crate::MATERIAL_FORMAT;

/// Converts materials to how they look in a scene. If materials share a texture, there is only one image.
#[derive(Debug, Default)]
pub struct MaterialExport {
    color_space: ColorSpace,
    images: Images<Making>,
    /// If this isn't `None`, collects the properties that only pictures show.
    pub(crate) effects: Option<BTreeMap<Id<Material>, SurfaceEffect>>,
}

/// The parameters that are converted.
pub(super) const KNOWN: [&str; 13] = [
    "MatDiffColor",
    "MatSpecColor",
    "MatEmissiveColor",
    "MatEnvMapColor",
    "UOffset",
    "VOffset",
    "Roughness",
    "Metallic",
    "DielectricReflectance",
    "NormalScale",
    "AlphaCutoff",
    "OcclusionStrength",
    "FadeOffsetScale",
];

impl MaterialExport {
    /// Creates a conversion that has no materials yet. It will read colours using this colour space.
    pub fn new(color_space: ColorSpace) -> Self {
        Self { color_space, images: Images::default(), effects: None }
    }

    /// Sets images that can be shared with other scenes.
    pub(super) fn share(&mut self, images: Option<Arc<ImageCache>>) {
        self.images.cache = images;
    }

    /// Makes a material in a scene look like its file, and gives it the file name without folder and extension. This
    /// keeps all properties that the scene can't show in [`Material::source`]. The budget is used to decode textures.
    ///
    /// # Panics
    /// Panics if there is no such material.
    pub fn add(
        &mut self,
        scene: &mut Scene<'_>,
        id: Id<Material>,
        files: &MaterialFiles<'_>,
        budget: &mut Budget,
        findings: &mut Findings,
    ) {
        self.add_with(scene, id, (files, None), budget, findings);
    }

    /// Does the same as [`add`](Self::add), with the cube map that the material mirrors.
    pub(super) fn add_with(
        &mut self,
        scene: &mut Scene<'_>,
        id: Id<Material>,
        (files, cube): (&MaterialFiles<'_>, Option<Arc<SkyCube<'static>>>),
        budget: &mut Budget,
        findings: &mut Findings,
    ) {
        if cores() > 1 {
            self.make_ahead(files, budget);
        }
        let (mut material, reading, effect) = self.look(scene, id, (files, cube), budget, findings);
        if let (Some(effects), Some(effect)) = (&mut self.effects, effect) {
            effects.insert(id, effect);
        }
        let parameters = files.textures.iter().filter_map(|texture| {
            let text = texture.parameters?.to_bytes().ok()?;
            Some((parameters_of(&texture.name), scene_adapter::json::Base64(text)))
        });
        let layout = MaterialLayout {
            layout: super::LAYOUT,
            parameters: parameters.collect(),
            file: files.name.to_owned(),
            text: scene_adapter::json::Base64(files.material.to_bytes().unwrap_or_default()),
            images: sources_of_images(scene, &material),
            shown: look(scene, &material),
            reading,
        };
        material.source = Some(Arc::new(Source::of_layout(MATERIAL_FORMAT, &layout)));
        scene[id] = material;
    }

    /// Returns how a material looks.
    fn look(
        &mut self,
        scene: &mut Scene<'_>,
        id: Id<Material>,
        (files, cube): (&MaterialFiles<'_>, Option<Arc<SkyCube<'static>>>),
        budget: &mut Budget,
        findings: &mut Findings,
    ) -> (Material, Reading, Option<SurfaceEffect>) {
        let data = files.material.data();
        let technique = super::first_technique(&data);
        let meaning = Meaning::of(&data, technique.as_deref().unwrap_or(""), files.technique);
        let engine = if meaning.rbfx { Engine::Rbfx } else { Engine::Urho3d };
        let loaded = data.loaded(engine);
        let color = files.texture(TextureUnit::DIFFUSE).and_then(|texture| texture.parameters);
        let srgb = color.and_then(urho_material::Texture::srgb) == Some(true);
        let linear = match self.color_space {
            ColorSpace::Stored => srgb && !meaning.rbfx,
            ColorSpace::Linear => true,
            ColorSpace::Srgb => false,
        };
        let has_effects = self.effects.is_some();
        let mut look = Look {
            report: Report::new(files.name, findings),
            material: Material::named(without_extension(files.name.rsplit('/').next().unwrap_or(files.name))),
            images: &mut self.images,
            data: loaded,
            scene: &mut *scene,
            files,
            meaning,
            linear,
            budget,
        };
        look.notes(&data, technique.as_deref());
        look.vertex_colors(id);
        look.colors();
        look.surface();
        look.fourth();
        look.normal();
        look.opacity();
        look.visibility(technique.as_deref());
        look.coordinates();
        let traits = Traits::of(technique.as_deref().unwrap_or(""), files.technique);
        let effect = if has_effects { look.effect(&traits, cube) } else { None };
        (look.material, Reading { meaning, is_linear: linear }, effect)
    }

    /// Creates the images for a material, using all cores.
    fn make_ahead(&mut self, files: &MaterialFiles<'_>, budget: &Budget) {
        let mut nowhere = Scene::default();
        let id = nowhere.materials.push(Material::default());
        self.images.list();
        self.look(&mut nowhere, id, (files, None), &mut rest_of(budget), &mut Findings::new());
        let cache = self.images.cache.clone();
        self.images.make_ahead(budget, |name, making, budget| {
            let texture = files.textures.iter().find(|texture| texture.name == *name).ok_or("no such texture")?;
            images::make(texture.bytes.clone()?, *making, cache.as_deref(), budget)
        });
    }
}

/// The state while a material is converted.
pub(super) struct Look<'l, 's, 'f> {
    report: Report<'l>,
    material: Material,
    images: &'l mut Images<Making>,
    /// The material as the engine would load it.
    data: MaterialData<'static>,
    scene: &'l mut Scene<'s>,
    files: &'l MaterialFiles<'f>,
    pub(super) meaning: Meaning,
    /// Whether the colours are already linear.
    linear: bool,
    budget: &'l mut Budget,
}

impl Look<'_, '_, '_> {
    /// Reports properties that will be kept but can't be shown.
    fn notes(&mut self, data: &MaterialData<'_>, technique: Option<&str>) {
        match (technique, self.files.technique) {
            (None, _) => self.report.tell(Rule::NoTechnique, ""),
            (Some(name), None) => self.report.tell(Rule::MissingTechnique, name),
            _ => {}
        }
        if data.techniques.len() > 1 {
            self.report.tell(Rule::FurtherTechniques, data.techniques.len().saturating_sub(1));
        }
        if self.meaning.reflection {
            let texture = self.files.texture(TextureUnit::ENVIRONMENT).map_or("", |texture| texture.name.as_str());
            self.report.tell(Rule::Reflection, texture);
        }
        if !data.animations.is_empty() {
            self.report.tell(Rule::Animations, data.animations.len());
        }
        let states = self.states(data);
        if !states.is_empty() {
            self.report.tell(Rule::States, states.join(", "));
        }
        let others = data.parameters.iter().map(|parameter| parameter.name.to_text().into_owned());
        let others: Vec<String> = others.filter(|name| !KNOWN.contains(&name.as_str())).collect();
        if !others.is_empty() {
            self.report.tell(Rule::Parameters, others.join(", "));
        }
        self.further_units(data);
    }

    /// Returns the render states that are not the engine's default.
    fn states(&self, data: &MaterialData<'_>) -> Vec<&'static str> {
        let order = self.data.render_order.unwrap_or(128);
        let bias = self.data.depth_bias.unwrap_or_default();
        let states = [
            (self.data.fill != Some(Fill::Solid), "fill"),
            (bias.constant != 0.0 || bias.slope_scaled != 0.0 || bias.normal_offset.unwrap_or(0.0) != 0.0, "depthbias"),
            (self.data.alpha_to_coverage == Some(true), "alphatocoverage"),
            (self.data.line_antialias == Some(true), "lineantialias"),
            (order != 128 && data.render_order.is_some(), "renderorder"),
            (self.data.occlusion == Some(false), "occlusion"),
        ];
        states.into_iter().filter(|(set, _)| *set).map(|(_, name)| name).collect()
    }

    /// Reports textures in units that the technique doesn't use.
    fn further_units(&mut self, data: &MaterialData<'_>) {
        let shown = [
            self.meaning.diffuse,
            self.meaning.normal,
            self.meaning.third != Third::Nothing,
            self.meaning.fourth != Fourth::Nothing,
            self.meaning.reflection,
        ];
        for texture in &self.files.textures {
            if shown.get(usize::from(texture.unit.0)) != Some(&true) {
                self.report.tell(Rule::FurtherUnits, format!("{} {}", texture.unit.name(), texture.name));
            }
        }
        let has_own_slot = |texture: &&TextureEntry<'_>| texture.is_slot && texture.reading() == UnitReading::Skipped;
        for texture in data.textures.iter().filter(has_own_slot) {
            let slot = texture.unit.as_ref().map(|slot| slot.to_text()).unwrap_or_default();
            self.report.tell(Rule::FurtherUnits, format!("{slot} {}", texture.name));
        }
    }

    /// Reports vertex colours that glTF shows, but the engine doesn't.
    fn vertex_colors(&mut self, id: Id<Material>) {
        if self.meaning.vertex_colors || self.meaning.rbfx {
            return;
        }
        if super::shows_colors(self.scene, id) {
            self.report.tell(Rule::VertexColours, "");
        }
    }

    /// Returns the first `N` numbers of a parameter.
    pub(super) fn numbers<const N: usize>(&self, name: &str, usual: [f32; N]) -> [f32; N] {
        let numbers = self.data.parameter(name).and_then(urho_material::Parameter::numbers).unwrap_or_default();
        let mut found = usual;
        found.iter_mut().zip(numbers).filter(|(_, number)| number.is_finite()).for_each(|(own, number)| *own = number);
        found
    }

    /// Converts a colour to linear, as glTF requires.
    fn to_linear(&self, color: [f32; 3]) -> [f32; 3] {
        if self.linear { color } else { color.map(srgb_to_linear) }
    }

    /// Clamps a number to its range, and reports when this changes it.
    fn ranged(&mut self, what: &str, number: f32) -> f32 {
        self.report.ranged(Rule::Range, what, number)
    }

    fn colors(&mut self) {
        let [r, g, b, a] = self.numbers("MatDiffColor", [1.0; 4]);
        let [r, g, b] = self.to_linear([r, g, b]);
        self.material.base_color = [r, g, b, a].map(|number| self.ranged("MatDiffColor", number));
        self.material.unlit = self.meaning.shading == Shading::Unlit;
        if self.meaning.diffuse {
            self.material.base_color_texture = self.texture(TextureUnit::DIFFUSE, Making::Plain);
        }
        let emissive = self.numbers("MatEmissiveColor", [0.0; 3]);
        let emissive = self.to_linear(emissive.map(|number| number.max(0.0)));
        let most = emissive.into_iter().fold(0.0_f32, f32::max);
        if most > 1.0 {
            self.material.emissive = emissive.map(|number| number / most);
            self.material.emissive_strength = most;
        } else {
            self.material.emissive = emissive;
        }
        if self.material.unlit && most > 0.0 {
            self.report.tell(Rule::UnlitEmission, "");
            (self.material.emissive, self.material.emissive_strength) = ([0.0; 3], 1.0);
        }
    }

    fn surface(&mut self) {
        let [r, g, b, exponent] = self.numbers("MatSpecColor", [0.0, 0.0, 0.0, 1.0]);
        match self.meaning.shading {
            Shading::Unlit => {}
            Shading::Phong => {
                self.report.tell(Rule::Highlights, format!("exponent {exponent}"));
                self.material.roughness = (2.0 / (exponent.max(0.0) + 2.0)).powf(0.25);
                let tint = [r, g, b].map(|number| number.max(0.0));
                let most = tint.into_iter().fold(0.0_f32, f32::max);
                let color = if most > 0.0 { tint.map(|number| number / most) } else { [1.0; 3] };
                let mut specular = Specular { factor: most.min(1.0), color, ..Specular::default() };
                if self.meaning.third == Third::Specular {
                    specular.color_texture = self.texture(TextureUnit::SPECULAR, Making::Plain);
                }
                self.material.specular = Some(Box::new(specular));
            }
            Shading::Metal => self.metal([r, g, b]),
        }
    }

    fn metal(&mut self, tint: [f32; 3]) {
        let [roughness] = self.numbers("Roughness", [0.5]);
        let [metallic] = self.numbers("Metallic", [0.0]);
        let rbfx = self.meaning.rbfx;
        let making = if rbfx {
            Making::Metal { roughness: 0, metalness: 0, occlusion: true }
        } else {
            let step = |number: f32| (number.clamp(-1.0, 1.0) * 255.0).round() as i16;
            Making::Metal { roughness: step(roughness), metalness: step(metallic), occlusion: false }
        };
        let is_shown = self.meaning.third == Third::Metal;
        let texture = if is_shown { self.texture(TextureUnit::SPECULAR, making) } else { None };
        self.material.metallic_roughness_texture = texture;
        if texture.is_some() && !rbfx {
            (self.material.roughness, self.material.metallic) = (1.0, 1.0);
            if roughness != 0.0 || metallic != 0.0 {
                self.report.tell(Rule::Offsets, format!("Roughness {roughness}, Metallic {metallic}"));
            }
        } else {
            self.material.roughness = self.ranged("Roughness", roughness);
            self.material.metallic = self.ranged("Metallic", metallic);
        }
        if rbfx {
            self.material.occlusion_texture = texture.filter(|_| self.has_occlusion());
            let [reflectance] = self.numbers("DielectricReflectance", [0.5]);
            let strength = 4.0 * reflectance * reflectance;
            if reflectance != 0.5 {
                self.material.specular = Some(Box::new(Specular { color: [strength; 3], ..Specular::default() }));
            }
        } else if tint != [0.5; 3] {
            let color = tint.map(|number| number.max(0.0) * 2.0);
            self.material.specular = Some(Box::new(Specular { color, ..Specular::default() }));
        }
    }

    /// Returns whether the image with roughness and metalness has occlusion in alpha.
    fn has_occlusion(&mut self) -> bool {
        self.looked_at(TextureUnit::SPECULAR, "opacity", super::images::is_opaque) == Some(false)
    }

    /// Calls `look` with the pixels of a texture, and returns the result if the texture can be decoded.
    fn looked_at(
        &mut self,
        unit: TextureUnit,
        purpose: &'static str,
        look: impl FnOnce(&[u8], &mut Budget) -> Option<bool>,
    ) -> Option<bool> {
        let texture = self.files.texture(unit).filter(|_| !self.images.is_listing())?;
        let bytes = texture.bytes.as_ref().ok()?;
        self.images.decoding(&texture.name, purpose, self.budget, |budget| look(bytes, budget))
    }

    fn fourth(&mut self) {
        match self.meaning.fourth {
            Fourth::Nothing => {}
            Fourth::Emission => {
                if self.material.unlit {
                    return;
                }
                self.material.emissive_texture = self.texture(TextureUnit::EMISSIVE, Making::Plain);
            }
            Fourth::Occlusion(set) => {
                let texture = self.texture(TextureUnit::EMISSIVE, Making::Plain);
                self.material.occlusion_texture = texture.map(|texture| Texture { tex_coord: set, ..texture });
                if self.looked_at(TextureUnit::EMISSIVE, "grey", is_grey) == Some(false) {
                    self.report.tell(Rule::ColouredOcclusion, "");
                }
            }
            Fourth::Lightmap => self.report.tell(Rule::Lightmap, ""),
        }
    }

    fn normal(&mut self) {
        if !self.meaning.normal {
            return;
        }
        let making = if self.meaning.packed_normals { Making::Normals } else { Making::Plain };
        self.material.normal_texture = self.texture(TextureUnit::NORMAL, making);
        if self.meaning.packed_normals && self.material.normal_texture.is_some() {
            self.report.tell(Rule::PackedNormals, "");
        }
        if self.meaning.rbfx && self.material.normal_texture.is_some() {
            [self.material.normal_scale] = self.numbers("NormalScale", [1.0]);
        }
    }

    fn opacity(&mut self) {
        let alpha = self.material.base_color[3];
        self.material.alpha = match self.meaning.blending {
            Blending::Opaque if self.meaning.mask => {
                // The engine tests the texture alone, glTF the product of texture and factor.
                let cutoff = if self.meaning.rbfx {
                    let [cutoff] = self.numbers("AlphaCutoff", [0.5]);
                    cutoff.max(0.0)
                } else if self.material.unlit {
                    0.5
                } else {
                    0.5 * alpha
                };
                Alpha::Mask { cutoff }
            }
            Blending::Opaque => Alpha::Opaque,
            Blending::Alpha => Alpha::Blend,
            Blending::Other => {
                self.report.tell(Rule::Blending, "");
                Alpha::Blend
            }
        };
        match self.data.cull {
            Some(Cull::None) => self.material.double_sided = true,
            Some(Cull::Cw) => self.report.tell(Rule::FrontCulled, ""),
            _ => {}
        }
    }

    /// If the engine doesn't draw the surface, makes it transparent. These are invisible occluders. A mask is used
    /// because it doesn't need to be sorted, as blending does.
    fn visibility(&mut self, technique: Option<&str>) {
        let is_drawn = self.files.technique.is_none_or(|technique| technique.passes().iter().any(Pass::draws_color));
        if !is_drawn {
            self.report.tell(Rule::Invisible, technique.unwrap_or_default());
        }
        if !is_drawn || technique.is_none() {
            self.material.base_color[3] = 0.0;
            self.material.alpha = Alpha::Mask { cutoff: 0.5 };
        }
    }
}

/// Returns the name of the parameter file for a texture.
fn parameters_of(texture: &str) -> String {
    format!("{}.xml", without_extension(texture))
}
