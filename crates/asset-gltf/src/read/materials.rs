//! Reads materials, textures and images.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use asset_scene::{
    Alpha, Filter, Image, ImageBytes, ImageId, Material, Minify, Primitive, Sampler, Source, Specular, Texture,
    TextureTransform, Wrap,
};
use binio::{Budget, Findings, Path};

use super::buffers::{Buffers, Stay, StoredImage};
use super::{File, item, specular_glossiness};
use crate::Resolver;
use crate::error::{Error, ErrorKind, Within, error, shown};
use crate::extras::{EngineAssets, engine_assets};
use crate::json::{self, Integer, Root, TextureInfo};
use crate::kinds;
use crate::uri::{Media, Uri};

/// Reads all images in a file. If an image can't be read, it has no bytes, but you can still use the rest of the file.
pub(super) fn images(
    root: &Root,
    buffers: &Buffers<'_>,
    resolver: &dyn Resolver,
    later: bool,
    budget: &mut Budget,
    findings: &mut Findings,
) -> Result<Vec<Image<'static>>, Error> {
    let mut images = Vec::with_capacity(root.images.len());
    let mut stay = later.then(|| Stay { left: buffers.in_parts() });
    let mut files = Files { resolver, later, known: HashSet::new() };
    for (index, image) in root.images.iter().enumerate() {
        let mut ours = engine_assets(image.extras.as_deref()).unwrap_or_default();
        let file = ours.file.take();
        let mut read = Image { name: image.name.clone(), file, source: source(ours), ..Image::default() };
        match (&image.uri, image.buffer_view) {
            (Some(uri), None) => {
                let missing = |message: String| findings.warning(kinds::IMAGE_UNAVAILABLE, [("image", index)], message);
                read.bytes = files.image(uri, &mut read.file, budget, missing)?;
            }
            (_, Some(view)) => match buffers.image(view, budget, stay.as_mut())? {
                StoredImage::Bytes(bytes) => read.bytes = bytes,
                StoredImage::Missing(failure) => {
                    findings.warning(
                        kinds::IMAGE_UNAVAILABLE,
                        [("image", index)],
                        format!("its bytes can't be had: {}", failure.kind()),
                    );
                }
            },
            (None, None) => {}
        }
        images.push(read);
    }
    let without = root.images.iter().filter(|image| image.uri.is_none() && image.buffer_view.is_none()).count();
    if without > 0 {
        findings.warning(kinds::IMAGE_SOURCE, "images", format!("neither uri nor bufferView: {without}"));
    }
    Ok(images)
}

/// The files that images reference.
struct Files<'r> {
    resolver: &'r dyn Resolver,
    /// This is `true` if images can stay in their files.
    later: bool,
    /// The names of files that stay, in lower case, because some systems ignore case.
    known: HashSet<String>,
}

impl Files<'_> {
    /// Returns the bytes for a URI, and sets the name of its `file`. If the image can't be read, this calls `missing`
    /// with the reason and returns no bytes. If an image stays in a file, the budget is spent for the second and every
    /// further reference to it.
    fn image(
        &mut self,
        uri: &str,
        file: &mut Option<String>,
        budget: &mut Budget,
        mut missing: impl FnMut(String),
    ) -> Result<ImageBytes<'static>, Error> {
        let mut spend = |cost: u64| budget.spend(cost).map_err(|fault| error(fault.into()));
        let bytes = match Uri::of(uri, Media::Image, self.resolver.levels_above()) {
            Ok(Uri::Plain(bytes)) => bytes,
            Ok(Uri::Base64(text)) => {
                spend(base64_simd::STANDARD.estimated_decoded_length(text.len()) as u64)?;
                let decoded = base64_simd::STANDARD.decode_to_vec(text);
                return Ok(decoded.unwrap_or_else(|_| nothing(&mut missing, "its data is no base64")).into());
            }
            Ok(Uri::File(name)) => {
                // New files of a conversion stay in its folder.
                *file = Some(name.trim_start_matches("../").to_owned());
                if let Some(bytes) = self.later.then(|| self.resolver.later(&name)).flatten() {
                    spend(if self.known.insert(name.to_lowercase()) { 0 } else { bytes.len() })?;
                    return Ok(bytes);
                }
                let read = self.resolver.read(&name, budget.left().saturating_add(1));
                read.unwrap_or_else(|failure| nothing(&mut missing, format!("{}: {failure}", shown(&name))))
            }
            Err(refused) => nothing(&mut missing, refused.kind().to_string()),
        };
        budget.spend(bytes.len() as u64).map_err(|fault| error(fault.into()))?;
        Ok(bytes.into())
    }
}

/// Calls `missing` with the reason, and returns no bytes.
fn nothing(missing: &mut impl FnMut(String), why: impl Into<String>) -> Vec<u8> {
    missing(why.into());
    Vec::new()
}

/// Returns the source of a node, a material or an image.
pub(super) fn source(ours: EngineAssets) -> Option<Arc<Source<'static>>> {
    Some(Arc::new(Source { format: ours.format?, layout: ours.layout, original: None }))
}

impl File<'_> {
    pub(super) fn materials(&mut self) -> Vec<Material> {
        let root = self.root;
        root.materials.iter().enumerate().map(|(index, material)| self.material(index, material)).collect()
    }

    fn material(&mut self, index: usize, json: &json::Material) -> Material {
        let path = Path::from([("material", index)]);
        let mut texture = |info: Option<&TextureInfo>| self.texture(info?, &path);
        let (usual, plain) = (Material::default(), json::Pbr::default());
        let rough = json.pbr_metallic_roughness.as_deref().unwrap_or(&plain);
        let none = json::MaterialExtensions::default();
        let extensions = json.extensions.as_deref().unwrap_or(&none);
        let (normal, occlusion) = (json.normal_texture.as_deref(), json.occlusion_texture.as_deref());
        let specular = extensions.specular.as_deref().map(|extension| {
            Box::new(Specular {
                factor: extension.specular_factor.unwrap_or(1.0),
                texture: texture(extension.specular_texture.as_ref()),
                color: extension.specular_color_factor.unwrap_or([1.0; 3]),
                color_texture: texture(extension.specular_color_texture.as_ref()),
            })
        });
        let mut material = Material {
            name: json.name.clone(),
            base_color: rough.base_color_factor.unwrap_or(usual.base_color),
            base_color_texture: texture(rough.base_color_texture.as_ref()),
            metallic: rough.metallic_factor.unwrap_or(usual.metallic),
            roughness: rough.roughness_factor.unwrap_or(usual.roughness),
            metallic_roughness_texture: texture(rough.metallic_roughness_texture.as_ref()),
            normal_texture: texture(normal),
            normal_scale: normal.and_then(|info| info.scale).unwrap_or(usual.normal_scale),
            occlusion_texture: texture(occlusion),
            occlusion_strength: occlusion.and_then(|info| info.strength).unwrap_or(usual.occlusion_strength),
            emissive: json.emissive_factor.unwrap_or(usual.emissive),
            emissive_texture: texture(json.emissive_texture.as_deref()),
            emissive_strength: extensions
                .emissive_strength
                .as_ref()
                .map_or(1.0, |extension| extension.emissive_strength),
            specular,
            ior: extensions.ior.as_ref().map_or(usual.ior, |extension| extension.ior),
            alpha: Alpha::Opaque,
            double_sided: json.double_sided,
            unlit: extensions.unlit.is_some(),
            source: engine_assets(json.extras.as_deref()).and_then(source),
        };
        if let Some(extension) =
            extensions.specular_glossiness.as_deref().filter(|_| rough.metallic_roughness_texture.is_none())
        {
            let lost = specular_glossiness::apply(extension, &mut material, |info| self.texture(info?, &path));
            self.specular_glossiness(&path, lost);
        }
        material.alpha = self.alpha(json, path);
        material
    }

    fn alpha(&mut self, json: &json::Material, path: Path) -> Alpha {
        match json.alpha_mode.as_deref() {
            None | Some("OPAQUE") => Alpha::Opaque,
            Some("MASK") => Alpha::Mask { cutoff: json.alpha_cutoff.unwrap_or(0.5) },
            Some("BLEND") => Alpha::Blend,
            Some(other) => {
                let message = format!("no alpha mode of glTF: {}; taken as opaque", shown(other));
                self.findings.warning(kinds::ALPHA_MODE_UNKNOWN, path, message);
                Alpha::Opaque
            }
        }
    }

    /// Reports that a material was converted.
    fn specular_glossiness(&mut self, path: &Path, glossiness_lost: bool) {
        let message = if glossiness_lost {
            "specular-glossiness became metallic-roughness; the glossiness of the texture is left out, the factor is kept"
        } else {
            "specular-glossiness became metallic-roughness"
        };
        self.note(kinds::SPECULAR_GLOSSINESS, path.clone(), message);
    }

    /// Returns a texture, or `None` if it has no image.
    fn texture(&mut self, info: &TextureInfo, path: &Path) -> Option<Texture> {
        let root = self.root;
        let Some(texture) = root.textures.get(info.index.index()) else {
            self.findings.warning(
                kinds::TEXTURE_LEFT_OUT,
                path.clone(),
                format!("there is no texture {}; left out", info.index.0),
            );
            return None;
        };
        let extensions = texture.extensions.as_deref();
        // An image by an extension comes with a coarser one for those who don't know it, if with any.
        let better = extensions.and_then(|extension| extension.basisu.as_ref().or(extension.webp.as_ref())?.source);
        let image = better.or(texture.source).filter(|image| image.index() < root.images.len());
        let Some(image) = image else {
            self.findings.warning(
                kinds::TEXTURE_LEFT_OUT,
                path.clone(),
                format!("texture {} shows no image; left out", info.index.0),
            );
            return None;
        };
        let sampler = match texture.sampler {
            Some(sampler) => self.sampler(sampler, path),
            None => Sampler::default(),
        };
        let transform = info.extensions.as_deref().and_then(|extension| extension.transform.as_ref());
        let tex_coord = transform.and_then(|extension| extension.tex_coord).or(info.tex_coord).unwrap_or_default();
        let usual = TextureTransform::default();
        let transform = transform.map_or(usual, |extension| TextureTransform {
            offset: extension.offset.unwrap_or(usual.offset),
            rotation: extension.rotation.unwrap_or(usual.rotation),
            scale: extension.scale.unwrap_or(usual.scale),
        });
        let tex_coord = u32::try_from(tex_coord.0).unwrap_or(u32::MAX);
        Some(Texture { image: ImageId::new(image.index()), tex_coord, sampler, transform })
    }

    fn sampler(&mut self, index: Integer, path: &Path) -> Sampler {
        let Some(json) = self.root.samplers.get(index.index()) else {
            self.findings.warning(
                kinds::SAMPLER_LEFT_OUT,
                path.clone(),
                format!("there is no sampler {}; left out", index.0),
            );
            return Sampler::default();
        };
        let (wrap_s, wrap_t) = (json.wrap_s.and_then(wrap), json.wrap_t.and_then(wrap));
        let (magnify, minify) = (json.mag_filter.and_then(magnify), json.min_filter.and_then(minify));
        let unknown = |code: Option<Integer>, is_known: bool| code.filter(|_| !is_known);
        let unknown_codes = [
            unknown(json.wrap_s, wrap_s.is_some()),
            unknown(json.wrap_t, wrap_t.is_some()),
            unknown(json.mag_filter, magnify.is_some()),
            unknown(json.min_filter, minify.is_some()),
        ];
        if let Some(Integer(code)) = unknown_codes.into_iter().flatten().next_back() {
            self.findings.warning(
                kinds::SAMPLER_LEFT_OUT,
                path.clone(),
                format!("sampler {}: {code} is no code of glTF; left out", index.0),
            );
        }
        let (wrap_s, wrap_t) = (wrap_s.unwrap_or(Wrap::Repeat), wrap_t.unwrap_or(Wrap::Repeat));
        Sampler { wrap_s, wrap_t, magnify, minify }
    }

    /// Returns the names of the variants.
    pub(super) fn variants(&self) -> Vec<String> {
        let variants = self.root.extensions.as_ref().and_then(|extensions| extensions.variants.as_ref());
        variants.iter().flat_map(|extension| &extension.variants).map(|variant| variant.name.clone()).collect()
    }

    /// Adds the materials that a primitive has in each variant.
    pub(super) fn primitive_variants(&self, json: &json::Primitive, primitive: &mut Primitive) -> Result<(), Error> {
        let Some(extension) = json.extensions.as_ref().and_then(|extensions| extensions.variants.as_ref()) else {
            return Ok(());
        };
        let extensions = self.root.extensions.as_ref().and_then(|extensions| extensions.variants.as_ref());
        let count = extensions.map_or(0, |all| all.variants.len());
        let mut materials = BTreeMap::new();
        for mapping in &extension.mappings {
            let material = item(mapping.material, self.root.materials.len()).within("KHR_materials_variants")?;
            for variant in &mapping.variants {
                let index = variant.index();
                if index >= count {
                    let missing = ErrorKind::NoSuch { what: "variant", index: variant.0 };
                    return Err(error(missing)).within("KHR_materials_variants");
                }
                materials.insert(index, material);
            }
        }
        primitive.variants = materials.into_iter().collect();
        Ok(())
    }
}

/// Returns the wrap mode for a code in glTF.
fn wrap(code: Integer) -> Option<Wrap> {
    match code.0 {
        10497 => Some(Wrap::Repeat),
        33648 => Some(Wrap::Mirror),
        33071 => Some(Wrap::Clamp),
        _ => None,
    }
}

/// Returns the magnification filter for a code in glTF.
fn magnify(code: Integer) -> Option<Filter> {
    match code.0 {
        9728 => Some(Filter::Nearest),
        9729 => Some(Filter::Linear),
        _ => None,
    }
}

/// Returns the minification filter for a code in glTF.
fn minify(code: Integer) -> Option<Minify> {
    let (filter, mipmaps) = match code.0 {
        9728 => (Filter::Nearest, None),
        9729 => (Filter::Linear, None),
        9984 => (Filter::Nearest, Some(Filter::Nearest)),
        9985 => (Filter::Linear, Some(Filter::Nearest)),
        9986 => (Filter::Nearest, Some(Filter::Linear)),
        9987 => (Filter::Linear, Some(Filter::Linear)),
        _ => return None,
    };
    Some(Minify { filter, mipmaps })
}
