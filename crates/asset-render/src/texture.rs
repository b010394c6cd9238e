//! Prepares images for the renderer. Each image will be decoded once, and then stored with all halves of it.

mod half;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use asset_image::{Mip, Pixels};
use asset_scene::{Filter, ImageId, Material, Sampler, Scene, SkyCube, Staging, SurfaceEffect, Texture, Wrap};
use binio::{Budget, Findings, Limits, Path};

use crate::color::Srgb;
use crate::kinds;
use crate::radiance::Radiance;
use crate::sky::SkyMap;
use half::half;

/// The decoded images of a scene. To draw a picture, the renderer does not look into image files anywhere else.
///
/// ```
/// # let scene = asset_scene::Scene::default();
/// let textures = asset_render::Textures::of(&scene);
/// for finding in textures.findings() {
///     println!("{finding}"); // images that can't be decoded: surfaces are then as without them
/// }
/// ```
#[derive(Debug)]
pub struct Textures {
    chains: HashMap<(ImageId, Content), Chain>,
    findings: Findings,
    srgb: Srgb,
    sky: Option<SkyMap>,
    /// The cube maps that surfaces reflect.
    mirrored: Vec<(Arc<SkyCube<'static>>, Radiance)>,
}

/// The meaning of the pixel values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Content {
    /// Colours in sRGB.
    Color,
    /// Numbers.
    Data,
}

/// An image and all halves of it.
#[derive(Debug)]
pub(crate) struct Chain {
    levels: Vec<Pixels>,
    content: Content,
}

impl Textures {
    /// Decodes the textures of all materials in a scene, up to the default limits.
    pub fn of(scene: &Scene<'_>) -> Self {
        Self::within(scene, &mut Limits::default().budget())
    }

    /// Does the same as [`of`](Self::of), but uses your budget. If an image does not fit or can't be decoded, you will
    /// find this in the [`findings`](Self::findings).
    pub fn within(scene: &Scene<'_>, budget: &mut Budget) -> Self {
        let mut textures = Self {
            chains: HashMap::new(),
            findings: Findings::new(),
            srgb: Srgb::new(),
            sky: None,
            mirrored: Vec::new(),
        };
        let mut refused = HashSet::new();
        let staging = scene.staging.as_deref();
        let effects = staging.into_iter().flat_map(|staging| staging.surfaces.values()).flat_map(effect_uses);
        let lightmaps = staging.into_iter().flat_map(|staging| staging.lightmaps.values());
        let lightmaps = lightmaps.map(|texture| (texture, Content::Data));
        for (texture, content) in scene.materials.iter().flat_map(uses).chain(effects).chain(lightmaps) {
            let key = (texture.image, content);
            if textures.chains.contains_key(&key) || refused.contains(&texture.image) {
                continue;
            }
            match textures.decode(scene, texture.image, content, budget) {
                Ok(chain) => {
                    textures.chains.insert(key, chain);
                }
                Err(why) => {
                    refused.insert(texture.image);
                    textures.findings.warning(
                        kinds::TEXTURE_UNAVAILABLE,
                        Path::from([("image", texture.image.index())]),
                        why,
                    );
                }
            }
        }
        match SkyMap::of(scene.environment.as_ref(), budget) {
            Ok(sky) => textures.sky = sky,
            Err(why) => textures.findings.warning(kinds::TEXTURE_UNAVAILABLE, "sky", why),
        }
        if let Some(staging) = staging {
            textures.add_mirrored(staging, budget);
        }
        textures
    }

    /// Decodes the cube maps that surfaces and zones reflect. Surfaces with the same map share it.
    fn add_mirrored(&mut self, staging: &Staging, budget: &mut Budget) {
        let reflections = staging.surfaces.values().filter_map(|surface| Some(&surface.reflection.as_ref()?.cube));
        let zones = staging.zones.iter().filter_map(|zone| Some(&zone.reflection.as_ref()?.0));
        let probes = staging.probes.iter().map(|probe| &probe.cube);
        for cube in reflections.chain(zones).chain(probes) {
            if self.mirrored(cube).is_some() {
                continue;
            }
            match SkyMap::of_cube(cube, budget) {
                Ok(Some(map)) => self.mirrored.push((Arc::clone(cube), Radiance::of(map, &self.srgb))),
                Ok(None) => {}
                Err(why) => self.findings.warning(kinds::TEXTURE_UNAVAILABLE, "reflection", why),
            }
        }
    }

    /// Returns a cube map that a surface or a zone reflects.
    pub(crate) fn mirrored(&self, cube: &Arc<SkyCube<'static>>) -> Option<&Radiance> {
        self.mirrored.iter().find(|(known, _)| is_same(known, cube)).map(|(_, radiance)| radiance)
    }

    /// Returns `true` if the scene has a cube map as its sky. [`Background::Auto`](crate::Background::Auto) shows it.
    pub fn has_sky(&self) -> bool {
        self.sky().is_some()
    }

    /// Returns the cube map of the sky.
    pub(crate) fn sky(&self) -> Option<&SkyMap> {
        self.sky.as_ref()
    }

    /// Returns which images can't be shown, and why.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    pub(crate) fn srgb(&self) -> &Srgb {
        &self.srgb
    }

    pub(crate) fn get(&self, image: ImageId, content: Content) -> Option<&Chain> {
        self.chains.get(&(image, content))
    }

    /// Returns a hash of the pixels of an image. This does not depend on where the image is in the scene.
    pub(crate) fn hash_of(&self, image: ImageId) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        for content in [Content::Color, Content::Data] {
            let pixels = self.get(image, content).and_then(|chain| chain.levels.first());
            pixels.map(|pixels| (pixels.size(), pixels.as_bytes())).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn decode(&self, scene: &Scene<'_>, id: ImageId, content: Content, budget: &mut Budget) -> Result<Chain, String> {
        let image = scene.images.get(id).ok_or("expected an image of the scene, found none")?;
        if image.bytes.is_empty() {
            return Err(format!("expected the file of {:?}, found none", image.name));
        }
        let bytes = image.bytes.read().map_err(|error| error.to_string())?;
        let pixels = asset_image::decode(&bytes, Mip(0), budget).map_err(|error| error.to_string())?;
        drop(bytes);
        // All halves together are a third of the whole, which becomes the first level.
        budget.spend(pixels.as_bytes().len() as u64 / 2).map_err(|error| error.to_string())?;
        Ok(Chain::new(pixels, content, &self.srgb))
    }
}

/// Returns the textures of a material, and what their pixels stand for.
fn uses(material: &Material) -> impl Iterator<Item = (&Texture, Content)> {
    let specular = material.specular.as_deref();
    let color = [
        material.base_color_texture.as_ref(),
        material.emissive_texture.as_ref(),
        specular.and_then(|specular| specular.color_texture.as_ref()),
    ];
    let data = [
        material.metallic_roughness_texture.as_ref(),
        material.normal_texture.as_ref(),
        material.occlusion_texture.as_ref(),
        specular.and_then(|specular| specular.texture.as_ref()),
    ];
    let color = color.into_iter().flatten().map(|texture| (texture, Content::Color));
    color.chain(data.into_iter().flatten().map(|texture| (texture, Content::Data)))
}

/// Returns whether two cube maps come from the same files.
fn is_same(a: &Arc<SkyCube<'static>>, b: &Arc<SkyCube<'static>>) -> bool {
    let names = |cube: &SkyCube<'_>| cube.images.iter().map(|image| image.file.clone()).collect::<Option<Vec<_>>>();
    let is_named = || names(a).is_some_and(|names_of_a| names(b) == Some(names_of_a));
    Arc::ptr_eq(a, b) || is_named() && a.color == b.color && a.rotation == b.rotation
}

/// Returns the textures that only pictures show, and what their pixels stand for.
fn effect_uses(effect: &SurfaceEffect) -> impl Iterator<Item = (&Texture, Content)> {
    let layers = effect.layers.iter().flat_map(|layers| layers.layers.iter().flatten());
    let weights = effect.layers.iter().map(|layers| &layers.weights);
    let noise = effect.water.iter().filter_map(|water| water.noise.as_ref()).map(|(texture, _)| texture);
    let layers = layers.map(|texture| (texture, Content::Color));
    layers.chain(weights.chain(noise).map(|texture| (texture, Content::Data)))
}

impl Chain {
    fn new(pixels: Pixels, content: Content, srgb: &Srgb) -> Self {
        let mut levels = vec![pixels];
        while let Some(half) = levels.last().and_then(|last| half(last, content, srgb)) {
            levels.push(half);
        }
        Self { levels, content }
    }
}

/// A texture of a material, prepared for reading.
#[derive(Clone, Copy)]
pub(crate) struct Slot<'t> {
    chain: &'t Chain,
    srgb: &'t Srgb,
    /// Which of the two sets of texture coordinates to use.
    pub(crate) set: usize,
    sampler: Sampler,
    /// How to transform both coordinates: `u * a + v * b + c`.
    transform: Option<[[f32; 3]; 2]>,
}

impl<'t> Slot<'t> {
    pub(crate) fn new(textures: &'t Textures, texture: &Texture, content: Content, set: usize) -> Option<Self> {
        let chain = textures.get(texture.image, content)?;
        let placed = &texture.transform;
        let transform = (!placed.is_identity()).then(|| {
            let (sine, cosine) = libm::sincosf(placed.rotation);
            let ([u, v], [x, y]) = (placed.scale, placed.offset);
            [[cosine * u, sine * v, x], [-sine * u, cosine * v, y]]
        });
        Some(Self { chain, srgb: &textures.srgb, set, sampler: texture.sampler, transform })
    }

    #[inline]
    fn moved(&self, [u, v]: [f32; 2]) -> [f32; 2] {
        match self.transform {
            Some(rows) => rows.map(|[a, b, c]| u * a + v * b + c),
            None => [u, v],
        }
    }

    /// Reads the texture for the given coordinates. You also need to pass the coordinates of the pixels to the `right`
    /// and `below`. Colours will be linear.
    pub(crate) fn read(&self, at: [f32; 2], right: [f32; 2], below: [f32; 2]) -> [f32; 4] {
        let (at, right, below) = (self.moved(at), self.moved(right), self.moved(below));
        let first = &self.chain.levels[0];
        let (width, height) = (first.width() as f32, first.height() as f32);
        let step = |to: [f32; 2]| {
            let (x, y) = ((to[0] - at[0]) * width, (to[1] - at[1]) * height);
            x * x + y * y
        };
        let (across, down) = (step(right), step(below));
        // Between the longer and the shorter step: neither rough nor washed out at a slant.
        let (long, short) = if across > down { (across, down) } else { (down, across) };
        let area = long * short;
        let squared = if long > 0.0 { (long * 0.5 + area.sqrt() * 0.5).min(1e30) } else { 0.0 };
        let last = (self.chain.levels.len() - 1) as f32;
        if squared <= 1.0 || self.sampler.minify.is_some_and(|minify| minify.mipmaps.is_none()) {
            let is_nearest = match self.sampler.minify {
                Some(minify) if squared > 1.0 => minify.filter == Filter::Nearest,
                _ => self.sampler.magnify == Some(Filter::Nearest),
            };
            return if is_nearest { self.nearest(0, at) } else { self.linear(0, at) };
        }
        let level = (log2(squared) * 0.5).clamp(0.0, last);
        let minify = self.sampler.minify;
        let is_nearest = minify.is_some_and(|minify| minify.filter == Filter::Nearest);
        let read = |level: usize| if is_nearest { self.nearest(level, at) } else { self.linear(level, at) };
        // Of numbers the nearest is enough, unless it is said.
        let is_plain = minify.is_none() && self.chain.content == Content::Data;
        if is_plain || minify.is_some_and(|minify| minify.mipmaps == Some(Filter::Nearest)) {
            return read((level + 0.5) as usize);
        }
        let (lower, share) = (level as usize, level - (level as usize) as f32);
        let low = read(lower);
        if share == 0.0 {
            return low;
        }
        let high = read((lower + 1).min(self.chain.levels.len() - 1));
        mixed(low, high, share)
    }

    /// Returns the numbers of a texel, from 0 to 1. Colours will be linear.
    #[inline]
    fn texel(&self, level: &Pixels, x: u32, y: u32) -> [f32; 4] {
        let [red, green, blue, alpha] = level.pixels()[y as usize * level.width() as usize + x as usize];
        let part = |value: u8| f32::from(value) * (1.0 / 255.0);
        match self.chain.content {
            Content::Color => [self.srgb.decode(red), self.srgb.decode(green), self.srgb.decode(blue), part(alpha)],
            Content::Data => [part(red), part(green), part(blue), part(alpha)],
        }
    }

    fn nearest(&self, level: usize, [u, v]: [f32; 2]) -> [f32; 4] {
        let level = &self.chain.levels[level.min(self.chain.levels.len() - 1)];
        let x = texels(u, level.width(), self.sampler.wrap_s, 0.0).0;
        let y = texels(v, level.height(), self.sampler.wrap_t, 0.0).0;
        self.texel(level, x, y)
    }

    fn linear(&self, level: usize, [u, v]: [f32; 2]) -> [f32; 4] {
        let level = &self.chain.levels[level.min(self.chain.levels.len() - 1)];
        let (left, right, x) = texels(u, level.width(), self.sampler.wrap_s, 0.5);
        let (upper, lower, y) = texels(v, level.height(), self.sampler.wrap_t, 0.5);
        let (a, b) = (self.texel(level, left, upper), self.texel(level, right, upper));
        let (c, d) = (self.texel(level, left, lower), self.texel(level, right, lower));
        mixed(mixed(a, b, x), mixed(c, d, x), y)
    }
}

/// Returns the colour between two others, given how far it is from the first one.
#[inline]
fn mixed(first: [f32; 4], second: [f32; 4], share: f32) -> [f32; 4] {
    let ([a, b, c, d], [e, f, g, h]) = (first, second);
    [a + (e - a) * share, b + (f - b) * share, c + (g - c) * share, d + (h - d) * share]
}

/// Returns the texel for a coordinate, the next texel, and the position of the coordinate between their centers.
#[inline]
fn texels(coordinate: f32, size: u32, wrap: Wrap, shift: f32) -> (u32, u32, f32) {
    // NaN becomes 0.
    let whole = floor(coordinate);
    let inside = match wrap {
        Wrap::Clamp => coordinate,
        Wrap::Repeat => coordinate - whole as f32,
        Wrap::Mirror if whole & 1 == 0 => coordinate - whole as f32,
        Wrap::Mirror => 1.0 - (coordinate - whole as f32),
    };
    let inside = if inside > 0.0 { inside.min(1.0) } else { 0.0 };
    let position = inside * size as f32 - shift;
    let first = floor(position);
    let share = position - first as f32;
    let last = size as i32 - 1;
    let wrapped = |index: i32| match wrap {
        Wrap::Repeat if index < 0 => last,
        Wrap::Repeat if index > last => 0,
        _ => index.clamp(0, last),
    };
    (wrapped(first) as u32, wrapped(first.saturating_add(1)) as u32, share)
}

/// Returns the largest integer that is not larger than `value`. For NaN, this is 0.
#[inline]
fn floor(value: f32) -> i32 {
    let cut = value as i32;
    if (cut as f32) > value { cut.saturating_sub(1) } else { cut }
}

/// Returns the base-2 logarithm of a positive number, to three digits. This only uses operations that give the same
/// result everywhere.
#[inline]
fn log2(value: f32) -> f32 {
    let bits = value.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = f32::from_bits((bits & 0x007f_ffff) | 0x3f80_0000);
    exponent as f32 + (-0.344_845 * mantissa + 2.024_658) * mantissa - 1.674_873
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_wrap() {
        let at = |coordinate, wrap| texels(coordinate, 4, wrap, 0.0).0;
        assert_eq!([-0.1, 0.0, 0.99, 1.0, 1.3].map(|u| at(u, Wrap::Repeat)), [3, 0, 3, 0, 1]);
        assert_eq!([-0.1, 0.0, 0.99, 1.1, 1.3].map(|u| at(u, Wrap::Mirror)), [0, 0, 3, 3, 2]);
        assert_eq!([-0.1, 0.0, 0.99, 1.0, f32::NAN].map(|u| at(u, Wrap::Clamp)), [0, 0, 3, 3, 0]);
        for extreme in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30] {
            for wrap in [Wrap::Repeat, Wrap::Mirror, Wrap::Clamp] {
                let (first, second, _) = texels(extreme, 4, wrap, 0.5);
                assert!(first < 4 && second < 4);
            }
        }
        assert_eq!(texels(0.0, 4, Wrap::Repeat, 0.5), (3, 0, 0.5));
        assert_eq!(texels(0.0, 4, Wrap::Clamp, 0.5), (0, 0, 0.5));
    }

    #[test]
    fn halves_are_means_of_light() {
        let srgb = Srgb::new();
        let texels = [[0, 0, 0, 255], [255, 255, 255, 255]];
        let pixels = Pixels::new(2, 1, texels.concat()).unwrap_or_else(|error| panic!("{error}"));
        let color = Chain::new(pixels.clone(), Content::Color, &srgb);
        assert_eq!(color.levels[1].pixels(), [[188, 188, 188, 255]]);
        let data = Chain::new(pixels, Content::Data, &srgb);
        assert_eq!(data.levels[1].pixels(), [[128, 128, 128, 255]]);
        assert!((log2(8.0) - 3.0).abs() < 0.01 && log2(1.0).abs() < 0.01);
    }
}
