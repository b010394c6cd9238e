//! Finds out how a material was edited since its file was shown.

use asset_scene::{Alpha, Material, Scene, Texture};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::same::tolerance::MATERIAL;

/// A property that changes how a material looks. An adapter writes each edited property to the material's file, and
/// doesn't change anything else in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Property {
    /// Red, green and blue in [`Material::base_color`].
    BaseColor,
    /// Alpha in [`Material::base_color`].
    Opacity,
    /// [`Material::metallic`].
    Metallic,
    /// [`Material::roughness`].
    Roughness,
    /// [`Material::normal_scale`].
    NormalScale,
    /// [`Material::occlusion_strength`].
    OcclusionStrength,
    /// [`Material::emissive`], multiplied by [`Material::emissive_strength`].
    Emission,
    /// The strength and colour in [`Material::specular`].
    Specular,
    /// [`Material::ior`].
    Ior,
    /// The cutoff in [`Alpha::Mask`].
    Cutoff,
    /// Whether alpha is ignored, is a mask or blends.
    AlphaMode,
    /// [`Material::double_sided`].
    DoubleSided,
    /// [`Material::unlit`].
    Unlit,
    /// The image in a slot, or whether there is one.
    Texture(Slot),
    /// The texture coordinate set for a slot.
    TextureSet(Slot),
    /// The texture coordinate transform for a slot.
    TextureTransform(Slot),
}

/// A texture slot in a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "each is the field of `Material` or `Specular` with this name")]
pub enum Slot {
    BaseColor,
    MetallicRoughness,
    Normal,
    Occlusion,
    Emissive,
    Specular,
    SpecularColor,
}

impl Slot {
    /// All slots, in the same order as in [`look`].
    pub const ALL: [Self; 7] = [
        Self::BaseColor,
        Self::MetallicRoughness,
        Self::Normal,
        Self::Occlusion,
        Self::Emissive,
        Self::Specular,
        Self::SpecularColor,
    ];

    /// Returns the texture in this slot.
    pub fn of(self, material: &Material) -> Option<Texture> {
        let specular = material.specular.as_deref();
        match self {
            Self::BaseColor => material.base_color_texture,
            Self::MetallicRoughness => material.metallic_roughness_texture,
            Self::Normal => material.normal_texture,
            Self::Occlusion => material.occlusion_texture,
            Self::Emissive => material.emissive_texture,
            Self::Specular => specular.and_then(|own| own.texture),
            Self::SpecularColor => specular.and_then(|own| own.color_texture),
        }
    }

    /// Returns the name to use in messages.
    pub const fn title(self) -> &'static str {
        match self {
            Self::BaseColor => "base colour texture",
            Self::MetallicRoughness => "metallic-roughness texture",
            Self::Normal => "normal texture",
            Self::Occlusion => "occlusion texture",
            Self::Emissive => "emission texture",
            Self::Specular => "specular texture",
            Self::SpecularColor => "specular colour texture",
        }
    }
}

impl Property {
    /// Returns the name to use in messages.
    pub const fn title(self) -> &'static str {
        match self {
            Self::BaseColor => "base colour",
            Self::Opacity => "opacity",
            Self::Metallic => "metallic",
            Self::Roughness => "roughness",
            Self::NormalScale => "normal scale",
            Self::OcclusionStrength => "occlusion strength",
            Self::Emission => "emission",
            Self::Specular => "specular reflection",
            Self::Ior => "index of refraction",
            Self::Cutoff => "alpha cutoff",
            Self::AlphaMode => "alpha mode",
            Self::DoubleSided => "double-sided",
            Self::Unlit => "unlit",
            Self::Texture(slot) | Self::TextureSet(slot) | Self::TextureTransform(slot) => slot.title(),
        }
    }
}

/// How a material looks, to be stored in it. This doesn't include its name.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Look {
    factors: Vec<f32>,
    alpha: String,
    double_sided: bool,
    unlit: bool,
    textures: Vec<Option<LookTexture>>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct LookTexture {
    /// The image name.
    image: String,
    set: u32,
    transform: Vec<f32>,
}

impl Look {
    fn of(scene: &Scene<'_>, material: &Material) -> Self {
        let texture = |slot: &Slot| {
            let texture = slot.of(material)?;
            let image = scene.images.get(texture.image).map_or_else(String::new, |image| image.name.clone());
            Some(LookTexture { image, set: texture.tex_coord, transform: texture.transform.numbers().to_vec() })
        };
        let alpha = match material.alpha {
            Alpha::Opaque => "opaque",
            Alpha::Mask { .. } => "mask",
            Alpha::Blend => "blend",
        };
        Self {
            factors: material.factors().to_vec(),
            alpha: alpha.to_owned(),
            double_sided: material.double_sided,
            unlit: material.unlit,
            textures: Slot::ALL.iter().map(texture).collect(),
        }
    }

    fn factor(&self, index: usize) -> f32 {
        self.factors.get(index).copied().unwrap_or(f32::NAN)
    }

    fn texture(&self, index: usize) -> Option<&LookTexture> {
        self.textures.get(index)?.as_ref()
    }

    /// Returns the emitted light: the factors, multiplied by the strength.
    fn emission(&self) -> [f32; 3] {
        [8, 9, 10].map(|index| self.factor(index) * self.factor(11))
    }
}

/// Returns how a material looks, to be stored in its source: factors, image names, and how images are used. Pass this
/// to [`changes`] later.
pub fn look(scene: &Scene<'_>, material: &Material) -> Value {
    serde_json::to_value(Look::of(scene, material)).unwrap_or_default()
}

/// Returns the properties that have changed since [`look`] was called, apart from rounding. `before` is the value that
/// it has returned.
///
/// Returns `None` if `before` is not such a value. In this case, nothing is known about the file.
pub fn changes(scene: &Scene<'_>, material: &Material, before: &Value) -> Option<Vec<Property>> {
    let before = Look::deserialize(before).ok().filter(|look| look.factors.len() == material.factors().len())?;
    let now = Look::of(scene, material);
    let other = |places: &[usize]| places.iter().any(|place| !close(before.factor(*place), now.factor(*place)));
    let mut changed = Vec::new();
    let factors: [(Property, &[usize]); 9] = [
        (Property::BaseColor, &[0, 1, 2]),
        (Property::Opacity, &[3]),
        (Property::Metallic, &[4]),
        (Property::Roughness, &[5]),
        (Property::NormalScale, &[6]),
        (Property::OcclusionStrength, &[7]),
        (Property::Specular, &[12, 13, 14, 15]),
        (Property::Ior, &[16]),
        (Property::Cutoff, &[17]),
    ];
    changed.extend(factors.iter().filter(|(_, places)| other(places)).map(|(property, _)| *property));
    if before.emission().iter().zip(now.emission()).any(|(before, now)| !close(*before, now)) {
        changed.push(Property::Emission);
    }
    let words = [
        (Property::AlphaMode, before.alpha != now.alpha),
        (Property::DoubleSided, before.double_sided != now.double_sided),
        (Property::Unlit, before.unlit != now.unlit),
    ];
    changed.extend(words.iter().filter(|(_, is_other)| *is_other).map(|(property, _)| *property));
    for (index, slot) in Slot::ALL.into_iter().enumerate() {
        texture_changes(slot, before.texture(index), now.texture(index), &mut changed);
    }
    Some(changed)
}

fn texture_changes(slot: Slot, before: Option<&LookTexture>, now: Option<&LookTexture>, changed: &mut Vec<Property>) {
    let (before, now) = match (before, now) {
        (None, None) => return,
        (Some(before), Some(now)) if before.image == now.image => (before, now),
        _ => return changed.push(Property::Texture(slot)),
    };
    if before.set != now.set {
        changed.push(Property::TextureSet(slot));
    }
    let is_same = before.transform.len() == now.transform.len()
        && before.transform.iter().zip(&now.transform).all(|(before, now)| close(*before, *now));
    if !is_same {
        changed.push(Property::TextureTransform(slot));
    }
}

fn close(a: f32, b: f32) -> bool {
    (a - b).abs() <= MATERIAL * a.abs().max(1.0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use asset_scene::{Image, Specular};

    use super::*;

    #[test]
    fn a_look_is_the_same_but_for_rounding() {
        let mut scene = Scene::default();
        let image = scene.images.push(Image { name: "stone".into(), ..Image::default() });
        let mut material = Material { base_color_texture: Some(Texture::new(image)), ..Material::named("a") };
        let before = look(&scene, &material);
        material.name = "another".into();
        material.roughness += 1e-6;
        assert_eq!(changes(&scene, &material, &before), Some(Vec::new()));
        material.roughness = 0.5;
        let before = look(&scene, &material);
        material.roughness += MATERIAL * 0.9;
        assert_eq!(changes(&scene, &material, &before), Some(Vec::new()));
        material.roughness += MATERIAL * 0.2;
        assert_eq!(changes(&scene, &material, &before), Some(vec![Property::Roughness]));
        material.roughness = 1.0;
        let before = look(&scene, &material);
        material.roughness -= 0.01;
        assert_eq!(changes(&scene, &material, &before), Some(vec![Property::Roughness]));
        material.roughness = 1.0;
        scene[image].name = "wood".into();
        assert_eq!(changes(&scene, &material, &before), Some(vec![Property::Texture(Slot::BaseColor)]));
    }

    #[test]
    fn each_change_is_named() {
        let mut scene = Scene::default();
        let image = scene.images.push(Image { name: "stone".into(), ..Image::default() });
        let own = Material { normal_texture: Some(Texture::new(image)), ..Material::named("a") };
        let before = look(&scene, &own);
        let named = |edit: &dyn Fn(&mut Material)| {
            let mut edited = own.clone();
            edit(&mut edited);
            changes(&scene, &edited, &before).unwrap()
        };
        assert_eq!(named(&|own| own.base_color[1] = 0.5), [Property::BaseColor]);
        assert_eq!(named(&|own| own.base_color[3] = 0.5), [Property::Opacity]);
        assert_eq!(named(&|own| own.alpha = Alpha::Blend), [Property::AlphaMode]);
        assert_eq!(named(&|own| own.alpha = Alpha::Mask { cutoff: 0.25 }), [Property::Cutoff, Property::AlphaMode]);
        assert_eq!(
            named(&|own| (own.unlit, own.double_sided) = (true, true)),
            [Property::DoubleSided, Property::Unlit]
        );
        assert_eq!(named(&|own| own.normal_texture = None), [Property::Texture(Slot::Normal)]);
        let moved = |own: &mut Material| own.normal_texture.as_mut().unwrap().transform.offset = [0.5, 0.0];
        assert_eq!(named(&moved), [Property::TextureTransform(Slot::Normal)]);
        assert_eq!(
            named(&|own| own.normal_texture.as_mut().unwrap().tex_coord = 1),
            [Property::TextureSet(Slot::Normal)]
        );
        assert_eq!(
            named(&|own| own.specular = Some(Box::new(Specular { factor: 0.5, ..Specular::default() }))),
            [Property::Specular]
        );
    }

    #[test]
    fn emission_is_compared_as_a_product() {
        let scene = Scene::default();
        let mut own = Material { emissive: [0.5, 0.25, 0.0], emissive_strength: 2.0, ..Material::named("a") };
        let before = look(&scene, &own);
        (own.emissive, own.emissive_strength) = ([1.0, 0.5, 0.0], 1.0);
        assert_eq!(changes(&scene, &own, &before), Some(Vec::new()));
        own.emissive_strength = 3.0;
        assert_eq!(changes(&scene, &own, &before), Some(vec![Property::Emission]));
    }

    #[test]
    fn nothing_is_known_without_a_look() {
        let (scene, own) = (Scene::default(), Material::default());
        assert_eq!(changes(&scene, &own, &serde_json::json!({})), None);
        assert_eq!(changes(&scene, &own, &serde_json::json!([1])), None);
    }
}
