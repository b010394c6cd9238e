//! Writes materials, textures, images and variants.

use std::collections::{BTreeMap, HashMap, HashSet};

use asset_scene::{Alpha, Filter, IdMap, Image, ImageBytes, ImageId, Material, Sampler, Scene, Texture, Wrap};
use binio::Path;

use super::buffer::Buffer;
use super::report::Report;
use crate::error::{Error, ErrorKind};
use crate::extras::{self, EngineAssets, Extras, raw, text};
use crate::json::{self, Integer, Root, TextureInfo};
use crate::{Rule, uri};

/// The maximum number of texture coordinate sets that a texture can use.
pub(super) const SETS: u32 = 8;

/// An image that is written to a separate file.
#[derive(Debug)]
pub(super) struct BesideImage<'s> {
    pub(super) name: String,
    pub(super) bytes: &'s ImageBytes<'s>,
}

/// The index of each image in the file, or `None` if it is not written.
pub(super) type Places = IdMap<Image<'static>, Option<usize>>;

/// Where images with a name are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ImagePlace<'n> {
    /// Into the glTF.
    Inside,
    /// Into files of their own. The file of the numbers has this name, if there is one.
    Beside(Option<&'n str>),
}

/// Writes the images. Returns the index of each image, and the external files.
pub(super) fn images<'s>(
    scene: &'s Scene<'s>,
    place: ImagePlace<'_>,
    root: &mut Root,
    buffer: &mut Buffer<'s>,
    report: &mut Report,
) -> Result<(Places, Vec<BesideImage<'s>>), Error> {
    let mut places = IdMap::filled(None, scene.images.len());
    let mut files: Vec<BesideImage<'s>> = Vec::new();
    let mut by_name: HashMap<&str, &ImageBytes<'_>> = HashMap::new();
    let mut taken: HashSet<String> = match place {
        ImagePlace::Beside(Some(name)) => HashSet::from([name.to_lowercase()]),
        _ => HashSet::new(),
    };
    let is_beside = place != ImagePlace::Inside;
    for (id, image) in scene.images.enumerate() {
        let path = Path::from([("image", id.index())]);
        let Some(media) = image.media_type() else {
            report.add(&path, Rule::ImageKinds, 1)?;
            continue;
        };
        let mut json = json::Image { name: image.name.clone(), ..json::Image::default() };
        let mut ours = EngineAssets::default();
        if let Some(source) = &image.source {
            ours.format = Some(source.format.clone());
            ours.layout = checked(&source.layout, &path)?;
        }
        let mut file = image.file.clone();
        // A name that can't be had back from its URI is none.
        let is_good =
            |name: &String| matches!(uri::Uri::new(&uri::encode(name), 0), Ok(uri::Uri::File(back)) if back == *name);
        let is_known = file.as_ref().is_some_and(|name| by_name.get(name.as_str()) == Some(&&image.bytes));
        let mut is_taken = |name: &String| is_beside && !is_known && !taken.insert(name.to_lowercase());
        if file.as_ref().is_some_and(|name| !is_good(name) || is_taken(name)) {
            report.add(&path, Rule::ImageFiles, 1)?;
            file = None;
        }
        match file {
            Some(name) if is_beside => {
                json.uri = Some(uri::encode(&name));
                if !is_known {
                    by_name.extend(image.file.as_deref().map(|name| (name, &image.bytes)));
                    files.push(BesideImage { name, bytes: &image.bytes });
                }
            }
            file => {
                ours.file = file;
                json.mime_type = Some(media.to_owned());
                json.buffer_view = Some(buffer.image(&image.bytes));
            }
        }
        if ours.format.is_some() || ours.file.is_some() {
            json.extras = Some(raw(&Extras { engine_assets: Some(ours) })?);
        }
        places[id] = Some(root.images.len());
        root.images.push(json);
    }
    Ok((places, files))
}

fn checked(layout: &serde_json::Value, path: &Path) -> Result<serde_json::Value, Error> {
    if extras::too_deep(layout) {
        return Err(too_deep(path.clone()));
    }
    Ok(layout.clone())
}

/// Creates the error for a layout that is too deep.
pub(super) fn too_deep(path: Path) -> Error {
    Error::new(ErrorKind::TooLarge("a layout nests too deep to be read back"), path)
}

/// Writes the materials and their textures.
pub(super) fn materials(scene: &Scene<'_>, images: &Places, root: &mut Root, report: &mut Report) -> Result<(), Error> {
    let mut textures =
        Textures { scene, images, root, known: HashMap::new(), samplers: HashMap::new(), used: Vec::new() };
    let mut materials = Vec::with_capacity(scene.materials.len());
    for (id, material) in scene.materials.enumerate() {
        let path = Path::from([("material", id.index())]);
        materials.push(textures.material(material, &path, report)?);
    }
    let Textures { used, root, .. } = textures;
    root.materials = materials;
    for (extension, required) in used {
        root.extensions_used.push(extension.to_owned());
        if required {
            root.extensions_required.push(extension.to_owned());
        }
    }
    Ok(())
}

/// Writes the variants that primitives use.
pub(super) fn variants(scene: &Scene<'_>, root: &mut Root) {
    if scene.variants.is_empty() {
        return;
    }
    let name = |name: &String| json::VariantName { name: name.clone() };
    let variants = json::Variants { variants: scene.variants.iter().map(name).collect() };
    root.extensions.get_or_insert_default().variants = Some(variants);
    root.extensions_used.push("KHR_materials_variants".to_owned());
}

/// Returns the extension with the materials that a primitive has in the variants. There is one mapping for each
/// material.
pub(super) fn mappings(primitive: &asset_scene::Primitive) -> Option<Box<json::PrimitiveExtensions>> {
    if primitive.variants.is_empty() {
        return None;
    }
    let mut mappings: BTreeMap<usize, Vec<Integer>> = BTreeMap::new();
    for (variant, material) in &primitive.variants {
        mappings.entry(material.index()).or_default().push(Integer::from(*variant));
    }
    let mapping = |(material, variants)| json::VariantMapping { material: Integer::from(material), variants };
    let variants = Some(json::VariantMappings { mappings: mappings.into_iter().map(mapping).collect() });
    Some(Box::new(json::PrimitiveExtensions { draco: None, variants }))
}

/// Returns how many texture coordinate sets are used by the materials of a primitive.
pub(super) fn wanted_sets(scene: &Scene<'_>, primitive: &asset_scene::Primitive) -> u32 {
    let materials = primitive.material.iter().chain(primitive.variants.iter().map(|(_, material)| material));
    let shown = |texture: &&Texture| scene[texture.image].media_type().is_some();
    let sets =
        materials.flat_map(|material| scene[*material].textures().filter(shown)).map(|texture| texture.tex_coord);
    sets.map(|set| if set < SETS { set.saturating_add(1) } else { 1 }).max().unwrap_or(0)
}

/// The textures that are being written.
struct Textures<'s, 'r> {
    scene: &'s Scene<'s>,
    images: &'s Places,
    root: &'r mut Root,
    known: HashMap<(ImageId, Sampler), usize>,
    samplers: HashMap<Sampler, usize>,
    /// The extensions that are used. The flag is `true` if an extension is required.
    used: Vec<(&'static str, bool)>,
}

impl Textures<'_, '_> {
    fn material(&mut self, material: &Material, path: &Path, report: &mut Report) -> Result<json::Material, Error> {
        let mut ranges = Ranges::default();
        let usual = Material::default();
        let rough = json::Pbr {
            base_color_factor: ranges.all(material.base_color, usual.base_color, 1.0),
            base_color_texture: self.texture(material.base_color_texture.as_ref(), path, report)?,
            metallic_factor: ranges.one(material.metallic, usual.metallic),
            roughness_factor: ranges.one(material.roughness, usual.roughness),
            metallic_roughness_texture: self.texture(material.metallic_roughness_texture.as_ref(), path, report)?,
        };
        let normal = self.texture(material.normal_texture.as_ref(), path, report)?;
        let [scale] = ranges.fixed([material.normal_scale], [1.0], (f32::MIN, f32::MAX));
        let normal = normal.map(|info| TextureInfo { scale: differing(scale, 1.0), ..info });
        let occlusion = self.texture(material.occlusion_texture.as_ref(), path, report)?;
        let [strength] = ranges.fixed([material.occlusion_strength], [1.0], (0.0, 1.0));
        let occlusion = occlusion.map(|info| TextureInfo { strength: differing(strength, 1.0), ..info });
        let (alpha_mode, alpha_cutoff) = match material.alpha {
            Alpha::Opaque => (None, None),
            Alpha::Mask { cutoff } => {
                let [cutoff] = ranges.fixed([cutoff], [0.5], (0.0, f32::MAX));
                (Some("MASK".to_owned()), differing(cutoff, 0.5))
            }
            Alpha::Blend => (Some("BLEND".to_owned()), None),
        };
        let extras = match &material.source {
            Some(source) => {
                let layout = checked(&source.layout, path)?;
                let ours = EngineAssets { format: Some(source.format.clone()), layout, ..EngineAssets::default() };
                Some(text(&ours)?)
            }
            None => None,
        };
        let json = json::Material {
            name: material.name.clone(),
            pbr_metallic_roughness: (rough != json::Pbr::default()).then(|| Box::new(rough)),
            normal_texture: normal.map(Box::new),
            occlusion_texture: occlusion.map(Box::new),
            emissive_texture: self.texture(material.emissive_texture.as_ref(), path, report)?.map(Box::new),
            emissive_factor: ranges.all(material.emissive, usual.emissive, 1.0),
            alpha_mode,
            alpha_cutoff,
            double_sided: material.double_sided,
            extensions: self.extensions(material, &mut ranges, path, report)?,
            extras,
        };
        report.add(path, Rule::FactorRange, ranges.changed)?;
        Ok(json)
    }

    fn extensions(
        &mut self,
        material: &Material,
        ranges: &mut Ranges,
        path: &Path,
        report: &mut Report,
    ) -> Result<Option<Box<json::MaterialExtensions>>, Error> {
        let mut extensions = json::MaterialExtensions::default();
        if material.unlit {
            // No light, nothing that it could do.
            let others = material.specular.is_some() || material.ior != 1.5 || material.emissive_strength != 1.0;
            report.add(path, Rule::UnlitExtensions, usize::from(others))?;
            extensions.unlit = Some(json::Empty {});
            self.needs("KHR_materials_unlit", false);
            return Ok(Some(Box::new(extensions)));
        }
        let [strength] = ranges.fixed([material.emissive_strength], [1.0], (0.0, f32::MAX));
        if strength.to_bits() != 1.0_f32.to_bits() {
            // As the file stores it: negative values are 0 there.
            if material.emissive.iter().any(|factor| *factor > 0.0) {
                extensions.emissive_strength = Some(json::EmissiveStrength { emissive_strength: strength });
                self.needs("KHR_materials_emissive_strength", false);
            } else {
                report.add(path, Rule::EmissiveStrength, 1)?;
            }
        }
        let least = if material.ior == 0.0 { 0.0 } else { 1.0 };
        let [ior] = ranges.fixed([material.ior], [1.5], (least, f32::MAX));
        if let Some(ior) = differing(ior, 1.5) {
            extensions.ior = Some(json::Ior { ior });
            self.needs("KHR_materials_ior", false);
        }
        if let Some(stored) = &material.specular {
            let specular = json::Specular {
                specular_factor: ranges.one(stored.factor, 1.0),
                specular_texture: self.texture(stored.texture.as_ref(), path, report)?,
                specular_color_factor: ranges.all(stored.color, [1.0; 3], f32::MAX),
                specular_color_texture: self.texture(stored.color_texture.as_ref(), path, report)?,
            };
            extensions.specular = Some(Box::new(specular));
            self.needs("KHR_materials_specular", false);
        }
        Ok((extensions != json::MaterialExtensions::default()).then(|| Box::new(extensions)))
    }

    /// Returns a material's reference to a texture, or `None` if the image is not written.
    fn texture(
        &mut self,
        texture: Option<&Texture>,
        path: &Path,
        report: &mut Report,
    ) -> Result<Option<TextureInfo>, Error> {
        let Some(texture) = texture else { return Ok(None) };
        let Some(image) = self.images[texture.image] else { return Ok(None) };
        let index = self.index(texture, image);
        let mut set = texture.tex_coord;
        if set >= SETS {
            report.add(path, Rule::ManyCoordinates, 1)?;
            set = 0;
        }
        let mut ranges = Ranges::default();
        let [x, y, rotation, u, v] = ranges.fixed(texture.transform.numbers(), [0.0, 0.0, 0.0, 1.0, 1.0], ANY);
        report.add(path, Rule::FactorRange, ranges.changed)?;
        let transform = json::Transform {
            offset: all_differing([x, y], [0.0; 2]),
            rotation: differing(rotation, 0.0),
            scale: all_differing([u, v], [1.0; 2]),
            tex_coord: None,
        };
        let extensions = (transform != json::Transform::default()).then(|| {
            self.needs("KHR_texture_transform", false);
            Box::new(json::TextureInfoExtensions { transform: Some(transform) })
        });
        let tex_coord = (set > 0).then_some(Integer(set.into()));
        Ok(Some(TextureInfo { index: Integer::from(index), tex_coord, extensions, ..TextureInfo::default() }))
    }

    /// Returns the texture for an image and a sampler. If it does not exist yet, it is added.
    fn index(&mut self, texture: &Texture, image: usize) -> usize {
        let key = (texture.image, texture.sampler);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let source = Some(Integer::from(image));
        let by = |source| json::TextureSource { source };
        let mut json = json::Texture { sampler: self.sampler(texture.sampler), ..json::Texture::default() };
        match self.scene[texture.image].media_type() {
            Some("image/webp") => {
                self.needs("EXT_texture_webp", true);
                let extensions = json::TextureExtensions { webp: Some(by(source)), basisu: None };
                json.extensions = Some(Box::new(extensions));
            }
            Some("image/ktx2") => {
                self.needs("KHR_texture_basisu", true);
                let extensions = json::TextureExtensions { webp: None, basisu: Some(by(source)) };
                json.extensions = Some(Box::new(extensions));
            }
            _ => json.source = source,
        }
        self.root.textures.push(json);
        let index = self.root.textures.len() - 1;
        self.known.insert(key, index);
        index
    }

    /// Returns the sampler, or `None` for the default sampler.
    fn sampler(&mut self, sampler: Sampler) -> Option<Integer> {
        if sampler == Sampler::default() {
            return None;
        }
        let samplers = &mut self.root.samplers;
        let index = *self.samplers.entry(sampler).or_insert_with(|| {
            let wrap = |wrap| match wrap {
                Wrap::Repeat => None,
                Wrap::Mirror => Some(Integer(33648)),
                Wrap::Clamp => Some(Integer(33071)),
            };
            let code = |filter: Filter| if filter == Filter::Linear { 1 } else { 0 };
            let minify = sampler.minify.map(|minify| match minify.mipmaps {
                None => 9728 + code(minify.filter),
                Some(mipmaps) => 9984 + code(minify.filter) + 2 * code(mipmaps),
            });
            samplers.push(json::TextureSampler {
                mag_filter: sampler.magnify.map(|filter| Integer(9728 + code(filter))),
                min_filter: minify.map(Integer),
                wrap_s: wrap(sampler.wrap_s),
                wrap_t: wrap(sampler.wrap_t),
            });
            samplers.len() - 1
        });
        Some(Integer::from(index))
    }

    fn needs(&mut self, extension: &'static str, required: bool) {
        if !self.used.iter().any(|(known, _)| *known == extension) {
            self.used.push((extension, required));
        }
    }
}

/// The range of all finite numbers.
const ANY: (f32, f32) = (f32::MIN, f32::MAX);

/// Clamps numbers to their ranges.
#[derive(Default)]
struct Ranges {
    /// How many numbers were changed.
    changed: usize,
}

impl Ranges {
    /// Clamps numbers to the range from 0 to `most`. Returns `None` if all of them have the default value.
    fn all<const N: usize>(&mut self, numbers: [f32; N], usual: [f32; N], most: f32) -> Option<[f32; N]> {
        all_differing(self.fixed(numbers, usual, (0.0, most)), usual)
    }

    /// Clamps a number to the range from 0 to 1. Returns `None` if it has the default value.
    fn one(&mut self, number: f32, usual: f32) -> Option<f32> {
        self.all([number], [usual], 1.0).map(|[number]| number)
    }

    fn fixed<const N: usize>(&mut self, mut numbers: [f32; N], usual: [f32; N], (least, most): (f32, f32)) -> [f32; N] {
        for (number, usual) in numbers.iter_mut().zip(usual) {
            let fixed = if number.is_finite() { number.clamp(least, most) } else { usual };
            if fixed.to_bits() != number.to_bits() {
                self.changed += 1;
                *number = fixed;
            }
        }
        numbers
    }
}

fn differing(number: f32, usual: f32) -> Option<f32> {
    all_differing([number], [usual]).map(|[number]| number)
}

fn all_differing<const N: usize>(numbers: [f32; N], usual: [f32; N]) -> Option<[f32; N]> {
    let same = numbers.iter().zip(usual).all(|(number, usual)| number.to_bits() == usual.to_bits());
    (!same).then_some(numbers)
}
