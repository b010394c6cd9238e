//! Writes edits of a material's textures.

use asset_image::TextureUse;
use asset_scene::Texture;
use scene_adapter::look::{NO_IMAGE, Property, Slot};
use urho_material::TextureUnit;

use super::super::super::meaning::{Shading, Third};
use super::super::super::rule::Rule;
use super::super::family::{Fourth, Member};
use super::super::textures::Shape;
use super::Apply;

/// Sets whether a technique shows a slot.
pub(super) fn show(member: &mut Member, slot: Slot, is_shown: bool) {
    match slot {
        Slot::BaseColor => member.diffuse = is_shown,
        Slot::Normal => member.normal = is_shown,
        Slot::MetallicRoughness | Slot::Specular | Slot::SpecularColor => member.specular = is_shown,
        Slot::Emissive => member.fourth = if is_shown { Fourth::Emission } else { Fourth::Nothing },
        Slot::Occlusion => member.fourth = if is_shown { Fourth::Occlusion } else { Fourth::Nothing },
    }
}

/// Returns the texture unit for a slot.
pub(in super::super) const fn unit_of(slot: Slot) -> TextureUnit {
    match slot {
        Slot::BaseColor => TextureUnit::DIFFUSE,
        Slot::Normal => TextureUnit::NORMAL,
        Slot::MetallicRoughness | Slot::Specular | Slot::SpecularColor => TextureUnit::SPECULAR,
        Slot::Emissive | Slot::Occlusion => TextureUnit::EMISSIVE,
    }
}

impl Apply<'_, '_, '_, '_> {
    /// Writes textures that were replaced, added or removed. This also writes factors that can only be stored in the
    /// pixels.
    pub(super) fn paint(&mut self, changes: &[Property]) {
        let has = |property: Property| changes.contains(&property);
        for slot in Slot::ALL {
            if has(Property::Texture(slot)) {
                self.paint_slot(slot);
            }
        }
        if has(Property::NormalScale) && !has(Property::Texture(Slot::Normal)) {
            if self.reading.meaning.rbfx {
                self.set_parameter(Property::NormalScale, "NormalScale", self.material.normal_scale);
            } else if self.material.normal_texture.is_some() {
                self.paint_slot(Slot::Normal);
            }
        }
        let has_strength = has(Property::OcclusionStrength) && self.material.occlusion_texture.is_some();
        if has_strength && !has(Property::Texture(Slot::Occlusion)) {
            self.paint_slot(Slot::Occlusion);
        }
    }

    /// Returns whether the technique shows a slot.
    fn shows(&self, slot: Slot) -> bool {
        let meaning = self.reading.meaning;
        match slot {
            Slot::BaseColor => meaning.diffuse,
            Slot::Normal => meaning.normal,
            Slot::MetallicRoughness => meaning.third == Third::Metal,
            // rbfx stores occlusion in the alpha of roughness and metalness.
            Slot::Occlusion if meaning.rbfx => meaning.third == Third::Metal,
            Slot::SpecularColor => meaning.third == Third::Specular,
            // Opacity of a specular texture has no place in the engines.
            Slot::Specular => false,
            Slot::Emissive | Slot::Occlusion => self.has_fourth(slot),
        }
    }

    /// Writes the texture of a slot, and changes the technique if this is needed to show it.
    pub(super) fn paint_slot(&mut self, slot: Slot) {
        if !self.textures.options.files.textures {
            return;
        }
        let property = Property::Texture(slot);
        let is_packed = self.reading.meaning.rbfx && matches!(slot, Slot::MetallicRoughness | Slot::Occlusion);
        let texture = slot.of(self.material);
        let is_used = texture.is_some() || is_packed && self.packed().is_some();
        let can_show = self.shows(slot) || is_used && self.can_take(slot);
        if !can_show {
            // The texture that goes was never in a file.
            return if is_used { self.lost(property) } else { self.remove(slot) };
        }
        if !is_used {
            return self.remove(slot);
        }
        let made =
            if is_packed { self.pack() } else { texture.map_or(Err(NO_IMAGE.to_owned()), |one| self.make(slot, one)) };
        match made {
            Ok(name) => {
                if self.shows(slot) || self.take_technique(|own| show(own, slot, true)) {
                    // Units of these slots have names, and names of resources no NUL.
                    let _ = self.file.set_texture(unit_of(slot), &name);
                } else {
                    self.lost(property);
                }
            }
            Err(why) => {
                let rule = if why == NO_IMAGE { Rule::MissingTexture } else { Rule::UnreadableTexture };
                self.report.tell(rule, format!("{}, {why}", slot.title()));
            }
        }
    }

    /// Returns whether another technique from the same family can show a slot. Metallic-roughness and highlights use
    /// the same unit, but not the same textures.
    fn can_take(&self, slot: Slot) -> bool {
        let fits = match (slot, self.reading.meaning.shading) {
            (Slot::Specular, _) => false,
            (Slot::MetallicRoughness, shading) => shading == Shading::Metal,
            (Slot::SpecularColor, shading) => shading == Shading::Phong,
            (Slot::BaseColor, _) => true,
            (_, shading) => shading != Shading::Unlit,
        };
        let shown = super::first_technique(&self.file.data()).and_then(|name| Member::of(&name));
        let relative = shown.and_then(|mut member| {
            show(&mut member, slot, true);
            member.existing_name()
        });
        fits && relative.is_some()
    }

    /// Removes the texture of a slot. The technique must not show it any more, because Urho3D would then draw with the
    /// texture of another material.
    fn remove(&mut self, slot: Slot) {
        let unit = unit_of(slot);
        if self.data.texture(unit).is_none() {
            return;
        }
        let needs_none = self.reading.meaning.rbfx && slot != Slot::Normal || !self.shows(slot);
        if needs_none || self.take_technique(|own| show(own, slot, false)) {
            // There is no error: the file was read.
            let _ = self.file.remove_texture(unit);
        } else {
            self.lost(Property::Texture(slot));
        }
    }

    /// Returns the texture for roughness and metalness, or else for occlusion. In rbfx these are in one texture.
    fn packed(&self) -> Option<Texture> {
        self.material.metallic_roughness_texture.or(self.material.occlusion_texture)
    }

    fn pack(&mut self) -> Result<String, String> {
        let (metal, occlusion) = (self.material.metallic_roughness_texture, self.material.occlusion_texture);
        let main = self.packed().ok_or(NO_IMAGE)?;
        let image = |texture: Option<Texture>| texture.map(|texture| texture.image);
        let strength = self.material.occlusion_strength.clamp(0.0, 1.0);
        self.textures.properties(image(metal), image(occlusion), (strength, main.sampler))
    }

    /// Creates the texture for a slot. This returns the name of its file, unless it has factors that the engine can't
    /// apply.
    fn make(&mut self, slot: Slot, texture: Texture) -> Result<String, String> {
        let meaning = self.reading.meaning;
        let scale = self.material.normal_scale;
        let (shape, usage) = match slot {
            Slot::BaseColor | Slot::Emissive | Slot::Specular | Slot::SpecularColor => {
                (Shape::Plain, TextureUse::Color)
            }
            Slot::Normal if meaning.packed_normals => (Shape::PackedNormals(scale.to_bits()), TextureUse::Data),
            Slot::Normal if meaning.rbfx || scale == 1.0 => (Shape::Plain, TextureUse::Normals),
            Slot::Normal => (Shape::Normals(scale.to_bits()), TextureUse::Normals),
            Slot::MetallicRoughness => {
                let (roughness, metallic) = (self.material.roughness, self.material.metallic);
                (Shape::metal(roughness.clamp(0.0, 1.0), metallic.clamp(0.0, 1.0)), TextureUse::Data)
            }
            Slot::Occlusion => {
                (Shape::Occlusion(self.material.occlusion_strength.clamp(0.0, 1.0).to_bits()), TextureUse::Data)
            }
        };
        if texture.tex_coord != 0 && slot != Slot::Occlusion {
            self.report.tell(Rule::SecondSet, format!("{} by set {}", slot.title(), texture.tex_coord));
        }
        let is_color = usage == TextureUse::Color;
        let name =
            self.textures.get(texture.image, shape, usage, texture.sampler, is_color && self.reading.is_linear)?;
        if slot == Slot::MetallicRoughness {
            // The image says it all now, and the engine would add these.
            for parameter in ["Roughness", "Metallic"] {
                if self.numbers(parameter, [if parameter == "Roughness" { 0.5 } else { 0.0 }]) != [0.0] {
                    self.set_parameter(Property::Texture(slot), parameter, 0.0);
                }
            }
        }
        if slot == Slot::Emissive && meaning.shading != Shading::Unlit {
            // Urho3D multiplies the texture, by nothing if the material doesn't say by how much.
            if self.numbers("MatEmissiveColor", [0.0; 3]) == [0.0; 3] && self.material.emissive != [0.0; 3] {
                self.emission();
            }
        }
        Ok(name)
    }
}
