//! Writes edits of a material to its file. Each edit only changes the parameter, setting or texture that is responsible
//! for it.

mod paint;

use asset_scene::color::{linear_to_srgb, srgb_to_linear};
use asset_scene::{Alpha, Material};
use binio::Name;
use scene_adapter::look::{Property, Report, Slot};
use urho_material::{Cull, Engine, MaterialData, ParameterValue, Setting};

use super::super::meaning::{Blending, Fourth, Shading, Third};
use super::super::{Reading, first_technique};
use super::draft::{coordinates_of, reflection};
use super::family::{Lighting, Member};
use super::rbfx::reflectance;
use super::textures::Textures;
use crate::kinds;

/// The define with which the engine's shaders test alpha.
const MASK: &str = "ALPHAMASK";

/// The largest specular exponent, to be used for a roughness of 0.
const MAX_EXPONENT: f32 = 1e6;

/// Writes the edits of one material to its file. Create this with the original file, then call [`all`](Self::all).
pub(super) struct Apply<'d, 't, 's, 'f> {
    /// How the file was read when it was shown.
    reading: Reading,
    /// The values in the file. If a value is not in the file, this has the engine's default value.
    data: MaterialData<'static>,
    file: urho_material::Material<'static>,
    material: &'d Material,
    textures: &'d mut Textures<'t, 's>,
    report: &'d mut Report<'f>,
}

impl<'d, 't, 's, 'f> Apply<'d, 't, 's, 'f> {
    pub(super) fn new(
        reading: Reading,
        file: urho_material::Material<'static>,
        material: &'d Material,
        textures: &'d mut Textures<'t, 's>,
        report: &'d mut Report<'f>,
    ) -> Self {
        let engine = if reading.meaning.rbfx { Engine::Rbfx } else { Engine::Urho3d };
        Self { reading, data: file.data().loaded(engine), file, material, textures, report }
    }

    /// Writes the properties that have changed. If an edit can't be written to the file, it is reported as a loss.
    pub(super) fn all(mut self, changes: &[Property]) -> urho_material::Material<'static> {
        let has = |property: Property| changes.contains(&property);
        if has(Property::BaseColor) || has(Property::Opacity) {
            self.base_color(has(Property::Opacity));
        }
        if has(Property::Emission) {
            self.emission();
        }
        let surface = [Property::Roughness, Property::Metallic].map(has);
        let is_packed = has(Property::Texture(Slot::MetallicRoughness)) || has(Property::Texture(Slot::Occlusion));
        if surface != [false; 2] && !(is_packed && self.reading.meaning.third == Third::Metal) {
            self.surface(surface);
        }
        if has(Property::Specular) || has(Property::Ior) {
            self.specular();
        }
        if has(Property::AlphaMode) {
            self.alpha_mode();
        } else if has(Property::Cutoff) {
            self.cutoff();
        }
        if has(Property::DoubleSided) {
            let cull = if self.material.double_sided { Cull::None } else { Cull::Ccw };
            self.set(Setting::Cull(cull));
        }
        if has(Property::Unlit) {
            let lighting = if self.material.unlit { Lighting::Unlit } else { Lighting::Lit };
            if !self.take_technique(|own| own.lighting = lighting) {
                self.lost(Property::Unlit);
            }
        }
        self.paint(changes);
        if changes.iter().any(|change| matches!(change, Property::TextureTransform(_))) {
            self.coordinates();
        }
        for change in changes.iter().filter(|change| matches!(change, Property::TextureSet(_))) {
            self.lost(*change);
        }
        self.file
    }

    /// Returns the first `N` numbers of a parameter.
    fn numbers<const N: usize>(&self, name: &str, usual: [f32; N]) -> [f32; N] {
        let stored = self.data.parameter(name).and_then(urho_material::Parameter::numbers).unwrap_or_default();
        let mut numbers = usual;
        numbers.iter_mut().zip(stored).for_each(|(own, stored)| *own = stored);
        numbers
    }

    /// Sets a parameter. This only fails for an infinite number, because it can't be written as text.
    fn set_parameter(&mut self, property: Property, name: &str, value: impl Into<ParameterValue>) {
        if self.file.set_parameter(name, value).is_err() {
            self.lost(property);
        }
    }

    fn set(&mut self, setting: Setting) {
        // Settings of finite values have no errors.
        let _ = self.file.set(setting);
    }

    /// Returns the stored colour, with only those channels replaced that were edited in the scene.
    fn color(&self, stored: [f32; 3], now: [f32; 3]) -> [f32; 3] {
        let is_linear = self.reading.is_linear;
        let mut color = stored;
        for (own, now) in color.iter_mut().zip(now) {
            let shown = if is_linear { *own } else { srgb_to_linear(*own) };
            // A channel that was shown clamped and wasn't touched keeps its number.
            if (shown.clamp(0.0, 1.0) - now).abs() > 1e-4 {
                *own = if is_linear { now } else { linear_to_srgb(now) };
            }
        }
        color
    }

    fn base_color(&mut self, is_opacity_edited: bool) {
        let [r, g, b, a] = self.numbers("MatDiffColor", [1.0; 4]);
        let [now_r, now_g, now_b, now_a] = self.material.base_color;
        let [r, g, b] = self.color([r, g, b], [now_r, now_g, now_b]);
        // An invisible material is shown with alpha 0, which isn't the file's.
        let alpha = if is_opacity_edited && (a.clamp(0.0, 1.0) - now_a).abs() > 1e-4 { now_a } else { a };
        self.set_parameter(Property::BaseColor, "MatDiffColor", [r, g, b, alpha]);
    }

    fn emission(&mut self) {
        if self.reading.meaning.shading == Shading::Unlit {
            return self.lost(Property::Emission);
        }
        let stored = self.numbers("MatEmissiveColor", [0.0; 3]);
        let strength = self.material.emissive_strength;
        let now = self.material.emissive.map(|factor| (factor * strength).max(0.0));
        let is_linear = self.reading.is_linear;
        let shown = stored.map(|number| if is_linear { number.max(0.0) } else { srgb_to_linear(number.max(0.0)) });
        let mut color = stored;
        for ((own, shown), now) in color.iter_mut().zip(shown).zip(now) {
            if (shown - now).abs() > 1e-4 * shown.max(1.0) {
                *own = if is_linear { now } else { linear_to_srgb(now) };
            }
        }
        self.set_parameter(Property::Emission, "MatEmissiveColor", color);
    }

    /// Writes roughness and metalness if they are numbers.
    fn surface(&mut self, [roughness, metallic]: [bool; 2]) {
        let meaning = self.reading.meaning;
        // Programs fill in numbers that a material without light doesn't show.
        if self.material.unlit {
            return;
        }
        match meaning.shading {
            Shading::Phong | Shading::Unlit if metallic => self.lost(Property::Metallic),
            _ => {}
        }
        match meaning.shading {
            Shading::Unlit if roughness => self.lost(Property::Roughness),
            Shading::Phong if roughness => {
                let [r, g, b, _] = self.numbers("MatSpecColor", [0.0, 0.0, 0.0, 1.0]);
                let exponent = (2.0 / self.material.roughness.powi(4) - 2.0).clamp(0.0, MAX_EXPONENT);
                self.set_parameter(Property::Roughness, "MatSpecColor", [r, g, b, exponent]);
            }
            // Urho3D adds these numbers to the texture, so a factor is multiplied into the image.
            Shading::Metal if !meaning.rbfx && self.material.metallic_roughness_texture.is_some() => {
                self.paint_slot(Slot::MetallicRoughness);
            }
            Shading::Metal => {
                if roughness {
                    self.set_parameter(Property::Roughness, "Roughness", self.material.roughness);
                }
                if metallic {
                    self.set_parameter(Property::Metallic, "Metallic", self.material.metallic);
                }
            }
            Shading::Phong | Shading::Unlit => {}
        }
    }

    /// Writes how dielectrics reflect light.
    fn specular(&mut self) {
        let meaning = self.reading.meaning;
        match meaning.shading {
            Shading::Unlit => self.lost(Property::Specular),
            Shading::Phong => {
                let [.., exponent] = self.numbers("MatSpecColor", [0.0, 0.0, 0.0, 1.0]);
                let (factor, color) = self
                    .material
                    .specular
                    .as_ref()
                    .map_or((1.0, [1.0; 3]), |specular| (specular.factor, specular.color));
                let [r, g, b] = color.map(|channel| channel * factor);
                self.set_parameter(Property::Specular, "MatSpecColor", [r, g, b, exponent]);
            }
            Shading::Metal => {
                let [r, g, b] = reflection(self.material, self.report);
                if meaning.rbfx {
                    let value = reflectance(r.max(g).max(b));
                    self.set_parameter(Property::Specular, "DielectricReflectance", value);
                } else {
                    let [.., exponent] = self.numbers("MatSpecColor", [0.0, 0.0, 0.0, 1.0]);
                    self.set_parameter(Property::Specular, "MatSpecColor", [r, g, b, exponent]);
                }
            }
        }
    }

    fn cutoff(&mut self) {
        let Alpha::Mask { cutoff } = self.material.alpha else { return };
        if self.reading.meaning.rbfx {
            self.set_parameter(Property::Cutoff, "AlphaCutoff", cutoff);
            return;
        }
        // Urho3D tests the texture against one half; the scene shows half of the opacity, which may just have been changed.
        let usual = if self.material.unlit { 0.5 } else { 0.5 * self.material.base_color[3] };
        if (cutoff - usual).abs() > 1e-4 {
            self.lost(Property::Cutoff);
        }
    }

    fn alpha_mode(&mut self) {
        let is_blended = self.material.alpha == Alpha::Blend;
        let was_blended = self.reading.meaning.blending != Blending::Opaque;
        if is_blended != was_blended && !self.take_technique(|own| own.blended = is_blended) {
            return self.lost(Property::AlphaMode);
        }
        let is_mask = matches!(self.material.alpha, Alpha::Mask { .. });
        if is_mask != self.reading.meaning.mask && !self.mask(is_mask) {
            return self.lost(Property::AlphaMode);
        }
        self.cutoff();
    }

    /// Adds or removes the define for masks. A technique can have this define too, so this returns whether the material
    /// will now have the state that was asked for.
    fn mask(&mut self, is_mask: bool) -> bool {
        let text = |defines: &Option<Name<'static>>| defines.as_ref().map(|name| name.to_text().into_owned());
        let own = [&self.data.vertex_defines, &self.data.pixel_defines].map(|name| text(name).unwrap_or_default());
        let has = |defines: &str| defines.split_ascii_whitespace().any(|word| word == MASK);
        if !is_mask && !own.iter().any(|defines| has(defines)) {
            return false;
        }
        // rbfx compiles both stages with the defines of both.
        let is_wanted = [self.reading.meaning.rbfx, true];
        let mut stages = own.iter().zip(is_wanted).map(|(defines, is_wanted)| {
            let words = defines.split_ascii_whitespace().filter(|word| *word != MASK);
            let words: Vec<&str> = words.chain((is_mask && is_wanted).then_some(MASK)).collect();
            words.join(" ")
        });
        let (vertex, pixel) = (stages.next().unwrap_or_default(), stages.next().unwrap_or_default());
        self.file.set_defines(&vertex, &pixel).is_ok()
    }

    /// Writes the transform of texture coordinates, which is the same for all textures.
    fn coordinates(&mut self) {
        let Some(transform) = coordinates_of(self.material, self.report) else { return };
        let [_, _, u_unused, _] = self.numbers("UOffset", [1.0, 0.0, 0.0, 0.0]);
        let [_, _, v_unused, _] = self.numbers("VOffset", [0.0, 1.0, 0.0, 0.0]);
        let ([a, b, x], [c, d, y]) = transform;
        let property = Property::TextureTransform(Slot::BaseColor);
        self.set_parameter(property, "UOffset", [a, b, u_unused, x]);
        self.set_parameter(property, "VOffset", [c, d, v_unused, y]);
    }

    /// Replaces the techniques with techniques from the same family, but with another feature. If there is no such
    /// technique for the one that is shown, this returns false and changes nothing.
    fn take_technique(&mut self, change: impl Fn(&mut Member)) -> bool {
        let relative = |name: &str| {
            let mut member = Member::of(name)?;
            change(&mut member);
            member.existing_name()
        };
        let data = self.file.data().into_owned();
        let Some(shown) = first_technique(&data).filter(|name| relative(name).is_some()) else { return false };
        for (index, technique) in data.techniques.iter().enumerate() {
            let name = super::super::clean(&technique.name);
            // Techniques for other distances and qualities follow where they can.
            if let Some(other) = relative(&name).filter(|other| *other != name) {
                let is_set = self.file.set_technique(index, &other).is_ok();
                if !is_set && name == shown {
                    return false;
                }
            }
        }
        true
    }

    /// Returns a technique that uses the same textures and can show a property, or `None` if there is none.
    fn nearest(&self, property: Property) -> Option<String> {
        let mut member = Member::of(&first_technique(&self.data)?)?;
        match property {
            Property::Metallic | Property::Roughness | Property::Specular | Property::Ior if !member.is_modern => {
                member.lighting = Lighting::Pbr;
            }
            Property::Emission | Property::Unlit | Property::NormalScale => member.lighting = Lighting::Lit,
            Property::Texture(slot) => return self.nearest_with(member, slot),
            _ => return None,
        }
        member.existing_name()
    }

    fn nearest_with(&self, member: Member, slot: Slot) -> Option<String> {
        let unlit = Member { lighting: Lighting::Lit, ..member };
        let candidates = [member, unlit, Member { lighting: Lighting::Pbr, ..member }];
        candidates.into_iter().find_map(|mut candidate| {
            paint::show(&mut candidate, slot, true);
            candidate.existing_name().filter(|name| Member::of(name).as_ref() != Some(&member))
        })
    }

    /// Reports an edit that can't be written to the file.
    fn lost(&mut self, property: Property) {
        let technique = first_technique(&self.data);
        let why = match &technique {
            Some(name) if matches!(property, Property::TextureSet(_)) => format!("{name} has one set of coordinates"),
            Some(name) => format!("{name} doesn't show it"),
            None => "the material has no technique".to_owned(),
        };
        let is_pbr_define = self.reading.meaning.rbfx && property == Property::Metallic;
        let remedy = match self.nearest(property) {
            Some(nearest) => format!("; {nearest} does"),
            None if is_pbr_define => "; with the define PBR it does".to_owned(),
            None => String::new(),
        };
        let message = format!("the edited {} isn't written: {why}{remedy}", property.title());
        self.report.loss(kinds::MATERIAL_EDIT_LOST, message);
    }

    fn has_fourth(&self, slot: Slot) -> bool {
        match self.reading.meaning.fourth {
            Fourth::Emission => slot == Slot::Emissive,
            Fourth::Occlusion(_) => slot == Slot::Occlusion,
            Fourth::Nothing | Fourth::Lightmap => false,
        }
    }
}
