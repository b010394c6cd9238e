//! Computes the colour of a point on a surface. As specified in glTF, this uses metallic-roughness.

mod place;
mod sum;

use asset_scene::color::{linear_to_srgb, srgb_to_linear};
use asset_scene::glam::Vec3;
use asset_scene::{Alpha, Harmonics, Material, Mixing, Scene, SurfaceEffect, Water};

use crate::color::{Srgb, between};
use crate::geometry::sets;
use crate::light::Lamp;
use crate::lighting::{Around, LightSpace, Lighting};
use crate::radiance::Radiance;
use crate::texture::{Content, Slot, Textures};

pub(crate) use place::Place;
use sum::Sum;

/// How far an opacity can be off because of interpolation. Without this, a surface whose opacity is equal to the cutoff
/// would get holes. This is much less than a step with 8 bits.
const ROUNDING: f32 = 1e-5;

/// A material, prepared for drawing.
pub(crate) struct Surface<'t> {
    base: [f32; 4],
    base_texture: Option<Slot<'t>>,
    metallic: f32,
    roughness: f32,
    roughness_texture: Option<Slot<'t>>,
    normal_texture: Option<Slot<'t>>,
    normal_scale: f32,
    occlusion_texture: Option<Slot<'t>>,
    occlusion: f32,
    emissive: Vec3,
    emissive_texture: Option<Slot<'t>>,
    /// The reflection of dielectrics at normal incidence, including its strength.
    reflected: Vec3,
    specular: f32,
    specular_texture: Option<Slot<'t>>,
    specular_color_texture: Option<Slot<'t>>,
    pub(crate) alpha: Alpha,
    pub(crate) double_sided: bool,
    unlit: bool,
    /// How to combine the colour with what is behind it.
    pub(crate) mixing: Mixing,
    /// Whether the shader divides physical light by π².
    is_dimmed: bool,
    /// A cube map to add, and a factor for its sRGB values.
    reflection: Option<(&'t Radiance, Vec3)>,
    srgb: &'t Srgb,
    /// The weights and the layers to use instead of the base texture.
    layers: Option<(Slot<'t>, [Option<Slot<'t>>; 3])>,
    /// The properties of water, with its noise.
    water: Option<(Water, Option<Slot<'t>>)>,
}

/// The light on a point.
pub(crate) struct Lit<'l> {
    /// The direction to the viewer.
    pub(crate) view: Vec3,
    pub(crate) lighting: &'l Lighting<'l>,
    pub(crate) around: &'l Around<'l>,
    /// Only lamps that have a bit in common with this light the point.
    pub(crate) mask: u32,
    /// The distance of the point from the camera, along its axis.
    pub(crate) distance: f32,
    pub(crate) lightmap: Option<Slot<'l>>,
    pub(crate) harmonics: Option<&'l Harmonics>,
}

impl Lit<'_> {
    /// Returns the light that the point gets from all directions in front of it.
    fn ambient(&self, normal: Vec3, position: Vec3) -> Vec3 {
        let probed = self.harmonics.map_or(Vec3::ZERO, |light| Vec3::from_array(light.at(normal.to_array())));
        self.around.ambient(normal, position) + probed.max(Vec3::ZERO)
    }

    /// Returns the baked light on the point as sRGB values, if there is any. They can be brighter than white.
    fn baked(&self, point: &Place<'_>) -> Option<Vec3> {
        let [red, green, blue, _] = point.read(self.lightmap.as_ref()?);
        Some(Vec3::new(red, green, blue) * BAKED)
    }

    /// Returns the lamps that light the point.
    fn lamps(&self) -> impl Iterator<Item = &Lamp> {
        self.lighting.lights.iter().filter(|lamp| lamp.mask & self.mask != 0)
    }
}

/// The surface in a given point.
struct Matter {
    roughness: f32,
    metallic: f32,
    occlusion: f32,
    emitted: Vec3,
    /// The strength of any reflection that is not metallic.
    specular: f32,
    /// The reflection of dielectrics at normal incidence.
    plain: Vec3,
    normal: Vec3,
}

/// The reflection at normal incidence that a full highlight stands for, in an engine that does not use linear light.
const STRAIGHT: f32 = 0.08;

/// How bright a white lightmap is.
const BAKED: f32 = 2.0;

/// The brightest light that is kept until fog and transparency are applied, as an sRGB value.
const BRIGHTEST: f32 = 16.0;

impl<'t> Surface<'t> {
    /// Returns the surfaces of a scene. The default surface comes first, followed by a surface for each material.
    pub(crate) fn all(scene: &Scene<'_>, textures: &'t Textures) -> Vec<Self> {
        let none = Material { base_color: [1.0; 4], roughness: 0.6, ..Material::named("") };
        let plain = SurfaceEffect::default();
        let effects = scene.staging.as_deref().map(|staging| &staging.surfaces);
        let effect = |id| effects.and_then(|effects| effects.get(&id)).unwrap_or(&plain);
        let own = scene.materials.enumerate().map(|(id, material)| Self::of(material, effect(id), textures));
        std::iter::once(Self::of(&none, &plain, textures)).chain(own).collect()
    }

    fn of(material: &Material, effect: &SurfaceEffect, textures: &'t Textures) -> Self {
        let [first, _] = sets(Some(material));
        let slot = |texture: &Option<asset_scene::Texture>, content| {
            let texture = texture.as_ref()?;
            Slot::new(textures, texture, content, usize::from(texture.tex_coord != first))
        };
        let is_blended = effect.mixing != Mixing::Usual || effect.water.is_some();
        let default = asset_scene::Specular::default();
        let specular = material.specular.as_deref().unwrap_or(&default);
        let part = (material.ior - 1.0) / (material.ior + 1.0);
        let straight = if material.ior > 0.0 { part * part } else { 1.0 };
        Self {
            base: material.base_color.map(finite),
            base_texture: slot(&material.base_color_texture, Content::Color),
            metallic: finite(material.metallic),
            roughness: finite(material.roughness),
            roughness_texture: slot(&material.metallic_roughness_texture, Content::Data),
            normal_texture: slot(&material.normal_texture, Content::Data),
            normal_scale: finite(material.normal_scale),
            occlusion_texture: slot(&material.occlusion_texture, Content::Data),
            occlusion: finite(material.occlusion_strength),
            emissive: Vec3::from_array(material.emissive.map(finite)) * finite(material.emissive_strength),
            emissive_texture: slot(&material.emissive_texture, Content::Color),
            reflected: Vec3::from_array(specular.color.map(finite)) * finite(straight),
            specular: finite(specular.factor),
            specular_texture: slot(&specular.texture, Content::Data),
            specular_color_texture: slot(&specular.color_texture, Content::Color),
            // Only transparent surfaces are combined with what is behind them.
            alpha: if is_blended { Alpha::Blend } else { material.alpha },
            double_sided: material.double_sided,
            unlit: material.unlit,
            mixing: effect.mixing,
            is_dimmed: effect.is_dimmed,
            reflection: effect.reflection.as_ref().and_then(|reflection| {
                let factor = Vec3::from_array(reflection.factor.map(|factor| finite(factor.max(0.0))));
                Some((textures.mirrored(&reflection.cube)?, factor))
            }),
            srgb: textures.srgb(),
            layers: effect.layers.as_ref().and_then(|layers| {
                let own = layers.layers.each_ref().map(|layer| slot(layer, Content::Color));
                Some((slot(&Some(layers.weights), Content::Data)?, own))
            }),
            water: effect.water.map(|water| (water, slot(&water.noise.map(|(noise, _)| noise), Content::Data))),
        }
    }

    /// Returns the colour to use for a line, multiplied by its opacity. This is the vertex colour, without light and
    /// textures.
    pub(crate) fn plain(&self, vertex: [f32; 4]) -> [f32; 4] {
        let [red, green, blue, alpha] =
            [0, 1, 2, 3].map(|channel: usize| between(self.base[channel] * vertex[channel], 0.0, 1.0));
        let alpha = if self.alpha == Alpha::Blend { alpha } else { 1.0 };
        [red * alpha, green * alpha, blue * alpha, alpha]
    }

    /// Returns `true` if a point passes the cutoff, because its opacity is at least as high.
    pub(crate) fn is_kept(&self, point: &Place<'_>, cutoff: f32) -> bool {
        let texture = self.base_texture.as_ref().map_or(1.0, |slot| point.read(slot)[3]);
        self.base[3] * texture * point.color()[3] >= cutoff - ROUNDING
    }

    /// Returns which of the two sets of texture coordinates the base texture uses.
    pub(crate) fn base_set(&self) -> usize {
        self.base_texture.as_ref().map_or(0, |slot| slot.set)
    }

    /// Returns `true` if the surface has no hole in this place of the base texture. Vertex colours are ignored.
    pub(crate) fn is_solid(&self, uv: [f32; 2], cutoff: f32) -> bool {
        let texture = self.base_texture.as_ref().map_or(1.0, |slot| slot.read(uv, uv, uv)[3]);
        self.base[3] * texture >= cutoff - ROUNDING
    }

    /// Returns the colour of a point. This is linear and not multiplied by its opacity. If you do not pass a view and
    /// the light, you will get the colour of the surface.
    ///
    /// In [`LightSpace::Srgb`], the colour can be brighter than white, because engines apply fog before they cut off.
    pub(crate) fn shade(&self, point: &Place<'_>, light: Option<&Lit<'_>>) -> [f32; 4] {
        if let Some((water, noise)) = &self.water {
            return self.mirror((water, noise.as_ref()), point, light);
        }
        let srgb = light.filter(|lit| lit.lighting.space.is_srgb()).map(|_| self.srgb);
        let mut base = product(point.color(), self.base, srgb);
        if let Some(slot) = &self.base_texture {
            base = product(base, point.read(slot), srgb);
        }
        if let Some((weights, layers)) = &self.layers {
            base = product(base, layered(point, weights, layers), srgb);
        }
        let [red, green, blue, alpha] = base;
        let color = Vec3::new(red, green, blue);
        let alpha = match self.mixing {
            Mixing::Usual if self.alpha != Alpha::Blend => 1.0,
            Mixing::Usual | Mixing::AddAlpha => between(alpha, 0.0, 1.0),
            Mixing::Add | Mixing::Multiply => 1.0,
        };
        let shown = match light {
            Some(lit) if !self.unlit => match lit.lighting.space {
                LightSpace::Linear => compress(self.lit(color, point, lit)).min(Vec3::ONE),
                LightSpace::Physical => exposed(self.lit(color, point, lit)),
                LightSpace::LinearRange if lit.lighting.exposure.is_some() => self.lit(color, point, lit),
                LightSpace::LinearRange => self.lit(color, point, lit).min(Vec3::ONE),
                LightSpace::Srgb | LightSpace::SrgbRange => self.lit_in_srgb(color, point, lit),
            },
            _ => color.min(Vec3::ONE),
        };
        let [red, green, blue] = shown.to_array().map(|light| if light > 0.0 { light } else { 0.0 });
        [red, green, blue, alpha]
    }

    /// Returns what water mirrors, and how much of it. What is behind the water is tinted by [`tint`](Self::tint).
    fn mirror(
        &self,
        (water, noise): (&Water, Option<&Slot<'_>>),
        point: &Place<'_>,
        light: Option<&Lit<'_>>,
    ) -> [f32; 4] {
        let Some(Lit { view, around, .. }) = light else { return [0.0, 0.0, 0.0, 0.0] };
        let view = *view;
        let mut normal = point.normal(None, 1.0, view);
        if let (Some(slot), Some((_, strength))) = (noise, water.noise) {
            let [x, y, ..] = point.read(slot).map(|part| (part - 0.5) * finite(strength));
            normal = unit(normal + Vec3::new(x, 0.0, y));
        }
        let facing = between(view.dot(normal), 0.0, 1.0);
        let share = libm::powf(1.0 - facing, finite(water.fresnel).max(0.0));
        let ray = (point.position(), mirrored(normal, view));
        let [red, green, blue] = around.reflected(ray, 0.0, self.srgb).to_array();
        [between(red, 0.0, 1.0), between(green, 0.0, 1.0), between(blue, 0.0, 1.0), between(share, 0.0, 1.0)]
    }

    /// Returns the colour of what is behind the surface, given without it. Both are premultiplied.
    #[inline]
    pub(crate) fn tint(&self, below: [f32; 4]) -> [f32; 4] {
        let Some((water, _)) = &self.water else { return below };
        let [red, green, blue, alpha] = below;
        let tinted = |channel: f32, tint: f32| channel * srgb_to_linear(between(tint, 0.0, 1.0));
        let [x, y, z] = water.tint;
        [tinted(red, x), tinted(green, y), tinted(blue, z), alpha]
    }

    /// Applies the factors and textures of the surface to a point.
    fn matter(&self, point: &Place<'_>, lit: &Lit<'_>) -> Matter {
        let read = |slot: &Option<Slot<'_>>| slot.as_ref().map_or([1.0; 4], |slot| point.read(slot));
        let [_, rough, metal, _] = read(&self.roughness_texture);
        let [red, green, blue, _] = read(&self.emissive_texture);
        // The lightmap takes the place of the emissive texture, and its surface doesn't emit any light.
        let emissive = if lit.lightmap.is_some() { Vec3::ZERO } else { self.emissive };
        let emitted = emissive * Vec3::new(red, green, blue);
        let specular = self.specular * read(&self.specular_texture)[3];
        let [red, green, blue, _] = read(&self.specular_color_texture);
        Matter {
            roughness: between(self.roughness * rough, 0.04, 1.0),
            metallic: between(self.metallic * metal, 0.0, 1.0),
            occlusion: 1.0 + (read(&self.occlusion_texture)[0] - 1.0) * self.occlusion,
            emitted,
            specular,
            plain: (self.reflected * Vec3::new(red, green, blue)).min(Vec3::ONE) * specular,
            normal: point.normal(self.normal_texture.as_ref(), self.normal_scale, lit.view),
        }
    }

    /// Adds light in sRGB values, like an engine that does not use linear light: a diffuse part, and a highlight of
    /// Blinn and Phong.
    fn lit_in_srgb(&self, color: Vec3, point: &Place<'_>, lit: &Lit<'_>) -> Vec3 {
        let Lit { view, lighting, around, .. } = *lit;
        let Matter { roughness, metallic, occlusion, emitted, plain, normal, .. } = self.matter(point, lit);
        let encoded = |color: Vec3| Vec3::from_array(color.to_array().map(|channel| self.srgb.encode_smooth(channel)));
        let straight = plain * (1.0 / STRAIGHT);
        let diffuse = encoded(color) * (1.0 - metallic);
        let highlight = straight + (encoded(color) - straight) * metallic;
        let exponent = 2.0 / (roughness * roughness * roughness * roughness) - 2.0;
        let position = point.position();
        let mut ambient = lit.ambient(normal, position);
        if lighting.space == LightSpace::SrgbRange {
            ambient = encoded(ambient);
        }
        ambient += lit.baked(point).unwrap_or_default();
        let mut light = diffuse * ambient * occlusion + encoded(emitted);
        if metallic > 0.0 && lighting.space == LightSpace::SrgbRange {
            let mirrored = around.reflected((position, mirrored(normal, view)), roughness, self.srgb);
            light += encoded(color) * encoded(mirrored) * metallic * occlusion;
        }
        if let Some((radiance, factor)) = self.reflection {
            light += encoded(radiance.reflected(mirrored(normal, view), 0.0, self.srgb)) * factor;
        }
        let receiver = point.receiver(normal, lit.distance);
        let mut light = Sum::from(light);
        for lamp in lit.lamps() {
            let (toward, color) = lighting.seen(lamp, &receiver);
            let falling = normal.dot(toward);
            if falling > 0.0 {
                let half = normal.dot(unit(toward + view)).max(0.0);
                let added = (diffuse + highlight * (libm::powf(half, exponent) * lamp.highlight)) * color * falling;
                // Each light of a transparent surface is drawn by itself, and can't be brighter than white.
                let added = if self.alpha == Alpha::Blend { added.min(Vec3::ONE) } else { added };
                light.add(lamp, added, lighting.space);
            }
        }
        let light = light.total(lighting.space).min(Vec3::splat(BRIGHTEST)) * 255.0;
        Vec3::from_array(light.to_array().map(|channel| self.srgb.decode_bright(channel)))
    }

    fn lit(&self, color: Vec3, point: &Place<'_>, lit: &Lit<'_>) -> Vec3 {
        let Lit { view, lighting, around, .. } = *lit;
        let Matter { roughness, metallic, occlusion, emitted, specular, plain, normal } = self.matter(point, lit);
        let diffuse = color * (1.0 - metallic);
        let straight = plain + (color - plain) * metallic;
        let facing = normal.dot(view).abs().max(1e-4);
        let (scale, bias) = reflectance(facing, roughness);
        let grazing = specular + (1.0 - specular) * metallic;
        let mirrored = mirrored(normal, view);
        let position = point.position();
        let baked = lit.baked(point).unwrap_or_default().to_array().map(srgb_to_linear);
        let ambient = lit.ambient(normal, position) + Vec3::from_array(baked);
        let mut light = diffuse * ambient * occlusion;
        let around = around.reflected((position, mirrored), roughness, self.srgb);
        light += (straight * scale + Vec3::splat(bias * grazing)) * around * occlusion;
        if let Some((radiance, factor)) = self.reflection {
            let factor = Vec3::from_array(factor.to_array().map(srgb_to_linear));
            light += radiance.reflected(mirrored, 0.0, self.srgb) * factor;
        }
        let is_dimmed = self.is_dimmed && lighting.space == LightSpace::Physical;
        let dimmed = if is_dimmed { std::f32::consts::FRAC_1_PI * std::f32::consts::FRAC_1_PI } else { 1.0 };
        let receiver = point.receiver(normal, lit.distance);
        let mut light = Sum::from(light + emitted);
        for lamp in lit.lamps() {
            let (toward, color) = lighting.seen(lamp, &receiver);
            let color = color * dimmed;
            let falling = normal.dot(toward);
            if falling > 0.0 {
                let half = unit(toward + view);
                let fresnel = fifth(1.0 - view.dot(half).max(0.0));
                let fresnel = straight + (Vec3::splat(grazing) - straight).max(Vec3::ZERO) * fresnel;
                let gloss = gloss(normal.dot(half).max(0.0), facing, falling, roughness);
                let added = (diffuse * (Vec3::ONE - fresnel) + fresnel * gloss) * color * falling;
                light.add(lamp, added, lighting.space);
            }
        }
        light.total(lighting.space)
    }
}

/// Multiplies two linear colours. If you pass `srgb`, this multiplies their sRGB values, as engines without linear light
/// do it. This makes dark colours brighter, because the curve of sRGB begins with a straight line.
#[inline]
fn product(a: [f32; 4], b: [f32; 4], srgb: Option<&Srgb>) -> [f32; 4] {
    let channel = |channel: usize| {
        let (a, b) = (a[channel], b[channel]);
        // The curve keeps 0 and 1, so that they are exact in both ways.
        let is_kept = |part: f32| part == 0.0 || part == 1.0;
        match srgb.filter(|_| channel < 3 && !is_kept(a) && !is_kept(b)) {
            Some(srgb) => srgb.decode_bright(srgb.encode_smooth(a) * srgb.encode_smooth(b) * 255.0),
            None => a * b,
        }
    };
    [channel(0), channel(1), channel(2), channel(3)]
}

/// Mixes the layers of a terrain. As in the engine, this is for sRGB values; the result is linear.
fn layered(point: &Place<'_>, weights: &Slot<'_>, layers: &[Option<Slot<'_>>; 3]) -> [f32; 4] {
    let [red, green, blue, _] = point.read(weights);
    let whole = 1.0 / (red + green + blue).max(1e-6);
    let mut sum = [0.0; 4];
    for (layer, weight) in layers.iter().zip([red, green, blue]) {
        let Some([red, green, blue, alpha]) = layer.as_ref().map(|layer| point.read(layer)) else { continue };
        let color = [linear_to_srgb(red), linear_to_srgb(green), linear_to_srgb(blue), alpha];
        sum.iter_mut().zip(color).for_each(|(sum, part)| *sum += part * weight * whole);
    }
    let [red, green, blue, alpha] = sum;
    [srgb_to_linear(red), srgb_to_linear(green), srgb_to_linear(blue), alpha]
}

/// Returns the direction from which a surface reflects light to the viewer.
#[inline]
fn mirrored(normal: Vec3, view: Vec3) -> Vec3 {
    normal * (2.0 * normal.dot(view)) - view
}

/// Returns the factor, or 0 for NaN and infinity.
fn finite(factor: f32) -> f32 {
    if factor.is_finite() { factor } else { 0.0 }
}

#[inline]
fn fifth(part: f32) -> f32 {
    let square = part * part;
    square * square * part
}

/// Scales a vector to unit length. If it has no length, it is not changed.
#[inline]
pub(crate) fn unit(vector: Vec3) -> Vec3 {
    let length = vector.dot(vector).sqrt();
    if length > 0.0 { vector * (1.0 / length) } else { vector }
}

/// Computes the highlight of Trowbridge and Reitz, using the shadowing of Smith, times pi.
#[inline]
fn gloss(half: f32, facing: f32, falling: f32, roughness: f32) -> f32 {
    let alpha = roughness * roughness;
    let square = alpha * alpha;
    let spread = half * half * (square - 1.0) + 1.0;
    let shadowed = falling * (facing * facing * (1.0 - square) + square).sqrt();
    let hidden = facing * (falling * falling * (1.0 - square) + square).sqrt();
    square * 0.5 / (spread * spread * (shadowed + hidden)).max(1e-12)
}

/// Returns how much of an even environment is reflected: a factor for the reflection at normal incidence, and an
/// offset. This is a fit by Karis.
#[inline]
fn reflectance(facing: f32, roughness: f32) -> (f32, f32) {
    let x = 1.0 - roughness;
    let (y, z, w) = (0.0425 - 0.0275 * roughness, 1.04 - 0.572 * roughness, 0.022 * roughness - 0.04);
    // e to the power of -t, by its series: the same everywhere.
    let t = 6.432 * facing;
    let series =
        1.0 + t * (1.0 + t * (0.5 + t * (1.0 / 6.0 + t * (1.0 / 24.0 + t * (1.0 / 120.0 + t * (1.0 / 720.0))))));
    let part = (x * x).min(1.0 / series) * x + y;
    (-1.04 * part + z, 1.04 * part + w)
}

/// Compresses highlights to the range from 0 to 1, but does not change other colours. This is the neutral tone mapping
/// by Khronos.
#[inline]
fn compress(color: Vec3) -> Vec3 {
    const START: f32 = 0.76;
    let least = color.x.min(color.y).min(color.z);
    let offset = if least < 0.08 { least - 6.25 * least * least } else { 0.04 };
    let color = color - Vec3::splat(offset);
    let peak = color.x.max(color.y).max(color.z);
    if peak < START {
        return color;
    }
    let rest = 1.0 - START;
    let lower = 1.0 - rest * rest / (peak + rest - START);
    let share = 1.0 / (0.15 * (peak - lower) + 1.0);
    let color = color * (lower / peak);
    color * share + Vec3::splat(lower * (1.0 - share))
}

/// Encodes light with a gamma of 2.2, and compresses it to the range from 0 to 1. The result is linear again.
#[inline]
fn exposed(light: Vec3) -> Vec3 {
    let shown = |light: f32| {
        let encoded = libm::powf(light.max(0.0), 1.0 / 2.2);
        srgb_to_linear(if encoded.is_finite() { encoded / (1.0 + encoded) } else { 1.0 })
    };
    Vec3::from_array(light.to_array().map(shown))
}
