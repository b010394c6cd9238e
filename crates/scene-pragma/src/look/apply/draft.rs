//! Writes a material to a file.

use asset_image::TextureUse;
use asset_scene::{Alpha, Filter, Material, Sampler, Texture, Wrap};
use pragma_asset::Encoding;
use pragma_asset::udm::{Fixed, Type, Value};
use scene_adapter::look::{NO_IMAGE, Property, Report, Slot};

use super::super::export::{base_slots, shader};
use super::super::rule::Rule;
use super::super::values::Values;
use super::textures::{Shape, Textures};
use crate::kinds;

/// The properties of a material, to be written to a file. This is everything for a new material, and the edited
/// properties for a material that comes from a file.
pub(super) struct Draft<'d, 't, 's, 'f> {
    material: &'d Material,
    pub(super) file: pragma_asset::Material<'static>,
    /// The properties that were edited, or `None` for a new material.
    changes: Option<&'d [Property]>,
    /// Whether to write the engine's default values too. This is needed if there is a base material, because it would
    /// be used for missing values.
    is_explicit: bool,
    pub(super) textures: &'d mut Textures<'t, 's>,
    report: &'d mut Report<'f>,
}

/// The least occlusion that the engine can show, with `ao_factor` 0.
const LEAST_OCCLUSION: f32 = 0.3;

/// The shader whose colours are fixed numbers in the scene.
const WATER: &str = "water";

/// Returns whether you can only see a property when there is light.
fn is_of_light(property: Property) -> bool {
    match property {
        Property::Texture(slot) => slot != Slot::BaseColor,
        Property::Metallic
        | Property::Roughness
        | Property::NormalScale
        | Property::OcclusionStrength
        | Property::Emission
        | Property::Specular
        | Property::Ior => true,
        _ => false,
    }
}

/// Returns the shader to use for a new material.
const fn usual_shader(material: &Material) -> &'static str {
    if material.unlit { "unlit" } else { "pbr" }
}

impl<'d, 't, 's, 'f> Draft<'d, 't, 's, 'f> {
    /// Creates a new material.
    pub(super) fn new(
        material: &'d Material,
        encoding: Encoding,
        textures: &'d mut Textures<'t, 's>,
        report: &'d mut Report<'f>,
    ) -> Self {
        let mut file = pragma_asset::Material::of_shader(usual_shader(material));
        if encoding == Encoding::Binary {
            file.document.set_asset("PMAT", 1);
            file.set_encoding(encoding);
        }
        Self { material, file, changes: None, is_explicit: false, textures, report }
    }

    /// Edits a material that comes from a file. `has_base` says whether a base material is used for missing values.
    pub(super) fn edit(
        material: &'d Material,
        changes: &'d [Property],
        file: pragma_asset::Material<'static>,
        has_base: bool,
        textures: &'d mut Textures<'t, 's>,
        report: &'d mut Report<'f>,
    ) -> Self {
        let mut own = Self { material, file, changes: Some(changes), is_explicit: has_base, textures, report };
        if own.wants(&[Property::Unlit]) {
            // It has a shader, since it could be read.
            let _ = own.file.set_shader(usual_shader(material));
        }
        own
    }

    /// Returns whether any of these properties must be written.
    fn wants(&self, properties: &[Property]) -> bool {
        self.changes.is_none_or(|changes| properties.iter().any(|property| changes.contains(property)))
    }

    /// Removes values that the engine would use instead of, or together with, a value that is written.
    fn fold(&mut self, names: &[&str]) {
        for name in names {
            self.file.remove_texture(name);
            self.file.remove_property(name);
        }
    }

    /// Writes the properties.
    pub(super) fn fill(&mut self) {
        self.base();
        self.opacity();
        if self.material.unlit {
            match self.changes {
                None => self.unlit_rest(),
                Some(changes) => {
                    changes.iter().filter(|change| is_of_light(**change)).for_each(|change| self.lost(*change));
                }
            }
        } else {
            self.surface();
            self.normals();
            self.emission();
        }
        self.coordinates();
        if self.wants(&[Property::DoubleSided]) {
            match self.changes {
                None if !self.material.double_sided => {}
                None => self.report.tell(Rule::DoubleSided, ""),
                Some(_) => self.lost(Property::DoubleSided),
            }
        }
    }

    /// Reports an edit that can't be written in this format.
    fn lost(&mut self, property: Property) {
        let message =
            format!("the edited {} isn't written: the shader {} doesn't show it", property.title(), shader(&self.file));
        self.report.loss(kinds::MATERIAL_EDIT_LOST, message);
    }

    fn base(&mut self) {
        let [r, g, b, a] = self.material.base_color;
        if self.changes.is_some() && shader(&self.file) == WATER {
            for property in [Property::BaseColor, Property::Opacity, Property::Texture(Slot::BaseColor)] {
                if self.wants(&[property]) {
                    self.lost(property);
                }
            }
            return;
        }
        if self.wants(&[Property::Texture(Slot::BaseColor)]) {
            self.base_texture();
        }
        if self.wants(&[Property::BaseColor]) {
            let color = [r, g, b].map(|number| self.ranged("base colour", number));
            self.put_numbers("color_factor", Type::VEC3, &color, &[1.0; 3]);
        }
        if self.wants(&[Property::Opacity]) {
            let alpha = self.ranged("alpha", a);
            self.put_numbers("alpha_factor", Type::F32, &[alpha], &[1.0]);
        }
    }

    /// Writes the texture of the base colour to the slot that the shader shows. If the material has more than one, the
    /// engine shows the first.
    fn base_texture(&mut self) {
        let shape = |image| Shape::Plain(image, TextureUse::Color);
        let name = self.texture(self.material.base_color_texture, "base colour", shape);
        let own = shader(&self.file);
        let slots = base_slots(&own);
        let used = slots.iter().copied().find(|slot| Values::of(&[&self.file]).texture(slot).is_some());
        let usual =
            if slots.contains(&"albedo_map") { "albedo_map" } else { slots.first().copied().unwrap_or("albedo_map") };
        let slot = used.unwrap_or(usual);
        // A removed texture uncovers the next slot.
        let others: Vec<&str> = slots.iter().copied().filter(|other| *other != slot).collect();
        if name.is_none() {
            self.fold(&others);
        }
        self.put_texture(slot, name.as_deref().or(Some("white")));
    }

    fn opacity(&mut self) {
        let (mode, cutoff) = match self.material.alpha {
            Alpha::Opaque => (0, 0.5),
            Alpha::Mask { cutoff } => (1, if cutoff.is_finite() { cutoff } else { 0.5 }),
            Alpha::Blend => (2, 0.5),
        };
        if self.wants(&[Property::AlphaMode]) {
            self.put_number("alpha_mode", mode, 0);
        }
        if self.wants(&[Property::AlphaMode, Property::Cutoff]) {
            self.put_numbers("alpha_cutoff", Type::F32, &[cutoff], &[0.5]);
        }
    }

    fn surface(&mut self) {
        let material = self.material;
        // Both are always written: default values of tools differ from the engine's.
        if self.wants(&[Property::Roughness]) {
            let roughness = self.ranged("roughness", material.roughness);
            // The engine would make it smoother by this factor.
            self.fold(&["specular_factor"]);
            self.put_numbers("roughness_factor", Type::F32, &[roughness], &[]);
        }
        if self.wants(&[Property::Metallic]) {
            let metallic = self.ranged("metallic", material.metallic);
            self.put_numbers("metalness_factor", Type::F32, &[metallic], &[]);
        }
        if self.wants(&[Property::Ior]) {
            self.put_numbers("ior", Type::F32, &[material.ior], &[1.5]);
        }
        if self.wants(&[Property::Specular]) {
            match self.changes {
                None if material.specular.is_none() => {}
                None => self.report.tell(Rule::Reflection, ""),
                Some(_) => self.lost(Property::Specular),
            }
        }
        let packed = [Slot::MetallicRoughness, Slot::Occlusion].map(Property::Texture);
        if self.wants(&packed) || self.wants(&[Property::OcclusionStrength]) {
            self.packed_texture();
        }
    }

    fn packed_texture(&mut self) {
        let material = self.material;
        let occlusion = material.occlusion_texture;
        let strength =
            if occlusion.is_some() { self.ranged("strength of occlusion", material.occlusion_strength) } else { 1.0 };
        let occlusion = occlusion.filter(|_| strength > 0.0);
        let factor = ((strength - LEAST_OCCLUSION) / (1.0 - LEAST_OCCLUSION)).max(0.0);
        let baked = if strength < LEAST_OCCLUSION - 1e-6 { strength / LEAST_OCCLUSION } else { 1.0 };
        let name = self.packed(material.metallic_roughness_texture, occlusion, baked);
        let exists = name.is_some();
        self.put_texture("rma_map", name.as_deref().or_else(|| self.is_explicit.then_some("pbr/rma_neutral")));
        if exists && baked != 1.0 {
            self.report.tell(Rule::Baked, format!("strength of occlusion {strength}"));
        }
        let factor = if exists && occlusion.is_some() { factor } else { 1.0 };
        self.put_numbers("ao_factor", Type::F32, &[factor], &[1.0]);
    }

    /// Returns the texture with occlusion, roughness and metalness.
    fn packed(&mut self, metal: Option<Texture>, occlusion: Option<Texture>, strength: f32) -> Option<String> {
        let what = "occlusion, roughness and metalness";
        let both = [metal, occlusion];
        if !self.textures.options.files.textures || both == [None, None] {
            return None;
        }
        both.iter().flatten().for_each(|texture| self.used(texture, what));
        let [metal, occlusion] = both.map(|texture| texture.map(|texture| texture.image));
        let name = self.textures.get(Shape::Packed { metal, occlusion, strength: strength.to_bits() });
        let name = self.found(name, what)?;
        if metal != occlusion {
            self.report.tell(Rule::Packed, &name);
        }
        Some(super::resource_names::texture_path(&name).to_owned())
    }

    fn normals(&mut self) {
        if !self.wants(&[Property::Texture(Slot::Normal), Property::NormalScale]) {
            return;
        }
        let scale = self.material.normal_scale;
        let plain = scale == 1.0;
        let shape = |image| {
            if plain { Shape::Plain(image, TextureUse::Normals) } else { Shape::Normals(image, scale.to_bits()) }
        };
        let name = self.texture(self.material.normal_texture, "normals", shape);
        if name.is_some() {
            self.report.tell(Rule::GreenDown, "");
            if scale != 1.0 {
                self.report.tell(Rule::Baked, format!("scale of normals {scale}"));
            }
        }
        self.put_texture("normal_map", name.as_deref());
    }

    /// Writes the emission. The engine only shows it if there is a texture.
    fn emission(&mut self) {
        if !self.wants(&[Property::Texture(Slot::Emissive), Property::Emission]) {
            return;
        }
        self.fold(&["emission_strength"]);
        let material = self.material;
        let name = self.texture(material.emissive_texture, "emission", |image| Shape::Plain(image, TextureUse::Color));
        let strength = material.emissive_strength;
        let [r, g, b] = material.emissive.map(|number| {
            let light = number * strength;
            if light.is_finite() { light.max(0.0) } else { 0.0 }
        });
        let shines = [r, g, b] != [0.0; 3];
        if shines {
            self.report.tell(Rule::TintedEmission, "");
        }
        let otherwise = if shines { Some("white") } else { self.is_explicit.then_some("black") };
        let exists = name.is_some() || shines;
        self.put_texture("emission_map", name.as_deref().or(otherwise));
        // Four numbers: the engine doesn't see three.
        let factor = if exists { [r, g, b, 1.0] } else { [1.0; 4] };
        self.put_numbers("emission_factor", Type::VEC4, &factor, &[1.0; 4]);
    }

    /// Reports properties that an unlit material can't have.
    fn unlit_rest(&mut self) {
        let material = self.material;
        let base = usize::from(material.base_color_texture.is_some());
        if material.textures().count() > base || material.emissive != [0.0; 3] {
            self.report.tell(Rule::UnlitRest, "");
        }
    }

    /// Writes how textures are read. The first texture decides for all.
    fn coordinates(&mut self) {
        let places = Slot::ALL.iter().flat_map(|slot| [Property::TextureTransform(*slot), Property::TextureSet(*slot)]);
        let changed: Vec<Property> = places.filter(|place| self.changes.is_some() && self.wants(&[*place])).collect();
        changed.into_iter().for_each(|place| self.lost(place));
        if self.changes.is_some() {
            return;
        }
        let shown: Vec<Texture> = self.material.textures().copied().collect();
        if shown.iter().any(|texture| !texture.transform.is_identity()) {
            self.report.tell(Rule::Transforms, "");
        }
        let sampler = shown.first().map_or_else(Sampler::default, |texture| texture.sampler);
        let wraps = |sampler: Sampler| (sampler.wrap_s, sampler.wrap_t);
        if shown.iter().any(|texture| wraps(texture.sampler) != wraps(sampler)) {
            self.report.tell(Rule::Samplers, "");
        }
        let is_nearest = |sampler: Sampler| {
            let minify = sampler.minify.map(|minify| minify.filter);
            [sampler.magnify, minify].contains(&Some(Filter::Nearest))
        };
        if shown.iter().any(|texture| is_nearest(texture.sampler)) {
            self.report.tell(Rule::Filters, "");
        }
        let mode = |wrap| match wrap {
            Wrap::Repeat => 0,
            Wrap::Mirror => 1,
            Wrap::Clamp => 2,
        };
        self.put_number("address_mode_u", mode(sampler.wrap_s), 0);
        self.put_number("address_mode_v", mode(sampler.wrap_t), 0);
    }

    fn ranged(&mut self, what: &str, number: f32) -> f32 {
        self.report.ranged(Rule::Range, what, number)
    }

    /// Returns the path of the texture for a field of the material.
    fn texture(
        &mut self,
        texture: Option<Texture>,
        what: &str,
        shape: impl FnOnce(asset_scene::ImageId) -> Shape,
    ) -> Option<String> {
        let texture = texture.filter(|_| self.textures.options.files.textures)?;
        self.used(&texture, what);
        let name = self.textures.get(shape(texture.image));
        let name = self.found(name, what)?;
        Some(super::resource_names::texture_path(&name).to_owned())
    }

    fn used(&mut self, texture: &Texture, what: &str) {
        if texture.tex_coord != 0 {
            self.report.tell(Rule::SecondSet, format!("{what} by set {}", texture.tex_coord));
        }
    }

    fn found(&mut self, name: Result<String, String>, what: &str) -> Option<String> {
        name.map_err(|why| {
            let rule = if why == NO_IMAGE { Rule::MissingTexture } else { Rule::UnreadableTexture };
            self.report.tell(rule, format!("{what}, {why}"));
        })
        .ok()
    }

    /// Sets a texture. If there is a property with the same name, it is removed, because the engine would use it
    /// instead.
    fn put_texture(&mut self, name: &str, path: Option<&str>) {
        match path {
            Some(path) => {
                self.file.remove_property(name);
                // It has a shader: nothing can fail.
                let _ = self.file.set_texture(name, path);
            }
            None => drop((self.file.remove_property(name), self.file.remove_texture(name))),
        }
    }

    fn put_number(&mut self, name: &str, number: i32, usual: i32) {
        if Values::of(&[&self.file]).numbers::<1>(name) != Some([number as f32]) {
            self.put(name, Value::from(number), number == usual);
        }
    }

    /// Sets numbers, unless the material already has the same.
    fn put_numbers(&mut self, name: &str, ty: Type, numbers: &[f32], usual: &[f32]) {
        let is_said = Values::of(&[&self.file]).all_numbers(name).is_some_and(|said| said == numbers);
        if is_said {
            return;
        }
        let value = match numbers {
            [number] => Some(Value::from(*number)),
            _ => Fixed::from_f32s(ty, numbers).map(Value::Fixed),
        };
        if let Some(value) = value {
            self.put(name, value, numbers == usual);
        }
    }

    fn put(&mut self, name: &str, value: Value<'static>, is_usual: bool) {
        // Numbers among the textures count, too.
        self.file.remove_texture(name);
        if is_usual && !self.is_explicit {
            self.file.remove_property(name);
        } else {
            // It has a shader: nothing can fail.
            let _ = self.file.set_property(name, value);
        }
    }
}
