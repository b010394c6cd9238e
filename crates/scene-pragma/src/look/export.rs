//! Converts material files to how they look in a scene.

use std::sync::Arc;

use asset_image::{Channel, Info, Mip};
use asset_scene::{Alpha, Filter, Id, Material, Minify, Sampler, Scene, Source, Texture, Wrap};
use binio::{Budget, Findings};
use scene_adapter::look::{ImageCache, ImageLabel, Images, MadeImage, Report, cores, rest_of};

use super::rule::Rule;
use super::values::Values;
use super::{BUILT_IN, Making, MaterialFile, MaterialFiles, MaterialLayout};
use crate::{MATERIAL_FORMAT, TEXTURE_FORMAT};

/// Converts materials to how they look in a scene. If materials share a texture, there is only one image.
#[derive(Debug, Default)]
pub struct MaterialExport {
    images: Images<Making>,
}

/// The properties that are shown, or that change how a material looks.
pub(super) const KNOWN: [&str; 22] = [
    "diffuse_map",
    "albedo_map",
    "normal_map",
    "rma_map",
    "emission_map",
    "color_factor",
    "alpha_factor",
    "alpha_mode",
    "alpha_cutoff",
    "roughness_factor",
    "metalness_factor",
    "ao_factor",
    "emission_factor",
    "emission_strength",
    "specular_factor",
    "ior",
    "address_mode_u",
    "address_mode_v",
    "sclera_map",
    "iris_map",
    "skybox",
    "mipmap_load_mode",
];

/// The shaders that don't use light.
const UNLIT: [&str; 9] = [
    "unlit",
    "loading",
    "wguitextured",
    "wireframe",
    "particle",
    "particlepolyboard",
    "particle_blob",
    "skybox",
    "glow",
];

/// The shaders for metallic-roughness, and those for materials that have no properties of their own.
const METAL: [&str; 7] = ["pbr", "pbr_blend", "textured", "eye", "eye_legacy", "water", "nodraw"];

impl MaterialExport {
    /// Creates a conversion that has no materials yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets images that can be shared with other scenes.
    pub(super) fn share(&mut self, images: Option<Arc<ImageCache>>) {
        self.images.cache = images;
    }

    /// Makes a material in a scene look like its file. The name of the material doesn't change. This keeps all
    /// properties that the scene can't show in [`Material::source`]. The budget is used to decode textures.
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
        let Some(own) = files.materials.first() else { return };
        if cores() > 1 {
            self.make_ahead(own, files, budget);
        }
        let name = std::mem::take(&mut scene[id].name);
        let mut material = self.look(scene, (own, name), files, budget, findings);
        let layout = MaterialLayout::new(&files.materials, scene, &material);
        material.source = Some(Arc::new(Source::of_layout(MATERIAL_FORMAT, &layout)));
        scene[id] = material;
    }

    /// Returns how a material looks, with the given name.
    fn look(
        &mut self,
        scene: &mut Scene<'_>,
        (own, name): (&MaterialFile<'_>, String),
        files: &MaterialFiles<'_>,
        budget: &mut Budget,
        findings: &mut Findings,
    ) -> Material {
        let materials: Vec<&pragma_asset::Material<'_>> = files.materials.iter().map(|file| file.material).collect();
        let mut look = Look {
            report: Report::new(own.name, findings),
            material: Material::named(name),
            images: &mut self.images,
            values: Values::of(&materials),
            shader: shader(own.material),
            scene: &mut *scene,
            files,
            budget,
        };
        look.notes();
        look.opacity();
        look.colors();
        look.surface();
        look.emission();
        look.material
    }

    /// Creates the images for a material, using all cores.
    fn make_ahead(&mut self, own: &MaterialFile<'_>, files: &MaterialFiles<'_>, budget: &Budget) {
        let mut nowhere = Scene::default();
        self.images.list();
        self.look(&mut nowhere, (own, String::new()), files, &mut rest_of(budget), &mut Findings::new());
        let cache = self.images.cache.clone();
        self.images.make_ahead(budget, |name, making, budget| {
            let mut found = files.textures.iter().filter_map(|texture| texture.file.as_ref().ok());
            let (_, bytes) = found.find(|(file, _)| file == name).ok_or("no such texture")?;
            make(bytes, *making, cache.as_deref(), budget)
        });
    }
}

/// Returns the shader of a material, in lower case.
pub(super) fn shader(material: &pragma_asset::Material<'_>) -> String {
    material.shader().map(|name| name.to_text().to_lowercase()).unwrap_or_default()
}

/// Returns whether a shader doesn't use light.
pub(super) fn is_unlit(shader: &str) -> bool {
    UNLIT.contains(&shader) || shader.starts_with("pfm_")
}

/// Returns the texture slots for the base colour. The first texture that exists is shown.
pub(super) fn base_slots(shader: &str) -> &'static [&'static str] {
    match shader {
        "eye" | "eye_legacy" => &["sclera_map", "iris_map"],
        "skybox" => &["skybox"],
        "glow" => &["glow_map"],
        _ => &["diffuse_map", "albedo_map"],
    }
}

/// The state while a material is converted.
struct Look<'l, 's, 'f> {
    report: Report<'l>,
    material: Material,
    images: &'l mut Images<Making>,
    values: Values<'f>,
    scene: &'l mut Scene<'s>,
    files: &'l MaterialFiles<'f>,
    shader: String,
    budget: &'l mut Budget,
}

impl Look<'_, '_, '_> {
    fn notes(&mut self) {
        let shader = self.shader.as_str();
        self.material.unlit = is_unlit(shader);
        let known = self.material.unlit || METAL.contains(&shader);
        match shader {
            "nodraw" => self.report.tell(Rule::Unseen, ""),
            "water" => self.report.tell(Rule::Water, ""),
            "pbr_blend" => self.report.tell(Rule::BlendedLayers, ""),
            other if !known => self.report.tell(Rule::OtherShader, other),
            _ => {}
        }
        let names = self.values.names().into_iter();
        let base = base_slots(shader);
        let others: Vec<&str> = names.filter(|name| !KNOWN.contains(name) && !base.contains(name)).collect();
        if !others.is_empty() {
            self.report.tell(Rule::Others, others.join(", "));
        }
        if self.files.materials.len() > 1 {
            self.report.tell(Rule::BaseMaterial, "");
        }
    }

    /// Clamps a number to its range, and reports when this changes it.
    fn ranged(&mut self, name: &str, usual: f32) -> f32 {
        let [number] = self.values.numbers(name).unwrap_or([usual]);
        self.report.ranged(Rule::Range, name, number)
    }

    fn opacity(&mut self) {
        self.material.alpha = match self.values.choice("alpha_mode", &["opaque", "mask", "blend"]) {
            Some(1) => {
                let [cutoff] = self.values.numbers("alpha_cutoff").unwrap_or([0.5]);
                Alpha::Mask { cutoff: if cutoff.is_finite() { cutoff.max(0.0) } else { 0.5 } }
            }
            Some(2) => Alpha::Blend,
            _ => Alpha::Opaque,
        };
    }

    fn colors(&mut self) {
        if self.shader == "water" {
            self.material.base_color = [0.1, 0.2, 0.25, 0.6];
            self.material.alpha = Alpha::Blend;
            return;
        }
        // The number as it is, as the engine's own export has it.
        let [r, g, b] = self.values.numbers("color_factor").unwrap_or([1.0; 3]);
        let [r, g, b] = [r, g, b].map(|number| self.report.ranged(Rule::Range, "color_factor", number));
        self.material.base_color = [r, g, b, self.ranged("alpha_factor", 1.0)];
        let slot = base_slots(&self.shader).iter().copied().find(|slot| self.values.texture(slot).is_some());
        let making = if self.material.alpha == Alpha::Opaque { Making::Opaque } else { Making::Plain };
        self.material.base_color_texture = slot.and_then(|slot| self.texture(slot, making));
    }

    fn surface(&mut self) {
        if self.material.unlit {
            return;
        }
        self.material.roughness = self.ranged("roughness_factor", 0.5);
        self.material.metallic = self.ranged("metalness_factor", 0.0);
        if let Some([factor]) = self.values.numbers::<1>("specular_factor").filter(|[factor]| *factor != 0.0) {
            let roughness = self.material.roughness * (1.0 - factor);
            self.material.roughness = self.report.ranged(Rule::Range, "specular_factor", roughness);
            self.report.tell(Rule::Specular, factor);
        }
        if let Some([ior]) = self.values.numbers::<1>("ior").filter(|[ior]| ior.is_finite() && *ior >= 1.0) {
            self.material.ior = ior;
        }
        let packed = self.texture("rma_map", Making::Plain);
        self.material.metallic_roughness_texture = packed;
        self.material.occlusion_texture = packed;
        if packed.is_some() {
            let factor = self.ranged("ao_factor", 1.0);
            self.material.occlusion_strength = factor * 0.7 + 0.3;
        }
        self.material.normal_texture = self.texture("normal_map", Making::Plain);
        if self.material.normal_texture.is_some() {
            self.report.tell(Rule::GreenDown, "");
        }
    }

    fn emission(&mut self) {
        if self.material.unlit {
            return;
        }
        let white = self.values.texture("emission_map") == Some("white");
        let texture = self.texture("emission_map", Making::Plain);
        if texture.is_none() && !white {
            return;
        }
        self.material.emissive_texture = texture;
        let factor = self.values.numbers::<3>("emission_factor").unwrap_or([1.0; 3]);
        let [strength] = self.values.numbers("emission_strength").unwrap_or([1.0]);
        let factor = factor
            .map(|number| (number * strength).max(0.0))
            .map(|number| if number.is_finite() { number } else { 0.0 });
        let most = factor.into_iter().fold(1.0_f32, f32::max);
        self.material.emissive = factor.map(|number| number / most);
        self.material.emissive_strength = most;
        self.report.tell(Rule::Emission, "");
    }

    /// Returns the texture in a slot. Returns `None` if it can be replaced by numbers, or if it can't be read.
    fn texture(&mut self, slot: &str, making: Making) -> Option<Texture> {
        let path = self.values.texture(slot)?;
        if BUILT_IN.contains(&path) {
            return None;
        }
        let files = self.files;
        let texture = files.textures.iter().find(|texture| texture.slot == slot)?;
        let (name, bytes) = match &texture.file {
            Ok(file) => file,
            Err(why) => {
                self.report.tell(Rule::MissingTexture, format!("{slot} {}, {why}", texture.path));
                return None;
            }
        };
        let budget = &mut *self.budget;
        let label = ImageLabel { made: &making, suffix: "", format: TEXTURE_FORMAT };
        let cache = self.images.cache.clone();
        match self.images.get(self.scene, name, label, budget, |budget| make(bytes, making, cache.as_deref(), budget)) {
            Ok(image) => {
                let sampler = self.sampler();
                Some(Texture { sampler, ..Texture::new(image) })
            }
            Err(why) => {
                self.report.tell(Rule::UnreadableTexture, format!("{slot} {name}, {why}"));
                None
            }
        }
    }

    fn sampler(&mut self) -> Sampler {
        const MODES: [&str; 5] = [
            "ADDRESS_MODE_REPEAT",
            "ADDRESS_MODE_MIRRORED_REPEAT",
            "ADDRESS_MODE_CLAMP_TO_EDGE",
            "ADDRESS_MODE_CLAMP_TO_BORDER",
            "ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE",
        ];
        let modes = ["address_mode_u", "address_mode_v"].map(|name| self.values.choice(name, &MODES));
        if modes == [None, None] {
            return Sampler::default();
        }
        let [wrap_s, wrap_t] = modes.map(|mode| match mode {
            Some(1) => Wrap::Mirror,
            Some(2 | 3) => Wrap::Clamp,
            Some(4) => {
                self.report.tell(Rule::AddressMode, "");
                Wrap::Mirror
            }
            _ => Wrap::Repeat,
        });
        let minify = Some(Minify { filter: Filter::Linear, mipmaps: Some(Filter::Linear) });
        Sampler { wrap_s, wrap_t, magnify: Some(Filter::Linear), minify }
    }
}

/// Returns the bytes of an image, and its file extension.
fn make(bytes: &[u8], making: Making, cache: Option<&ImageCache>, budget: &mut Budget) -> MadeImage {
    let info = Info::of(bytes).map_err(|error| error.to_string())?;
    if info.is_cube() || info.depth > 1 {
        return Err("a cube map or a volume".to_owned());
    }
    // Files of these formats are images as they are.
    let cache = cache.filter(|_| info.kind.media_type().is_none());
    ImageCache::image(cache, bytes, &(TEXTURE_FORMAT, making), budget, |budget| decoded(bytes, making, budget))
}

fn decoded(bytes: &[u8], making: Making, budget: &mut Budget) -> MadeImage {
    let told = |error: asset_image::Error| error.to_string();
    let image = asset_image::Image::parse(bytes).map_err(told)?;
    let info = image.info();
    if making == Making::Opaque && info.kind.media_type().is_none() {
        // A block of three colours has a transparent one, also in opaque images.
        let mut pixels = image.decode(Mip(0), budget).map_err(told)?;
        pixels.fill(Channel::A, 255);
        return Ok((pixels.to_png_quickly().map_err(told)?, "png"));
    }
    let (web, media) = image.to_web(budget).map_err(told)?;
    Ok((web.into_owned(), if media == "image/jpeg" { "jpg" } else { "png" }))
}
