//! The draft of a material file, with the parts that are the same for both engines.

use asset_image::TextureUse;
use asset_scene::color::linear_to_srgb;
use asset_scene::{Id, Material, Texture};
use binio::Name;
use scene_adapter::look::{NO_IMAGE, Report};
use urho_material::{Cull, MaterialData, Parameter, ParameterValue};

use super::super::ColorSpace;
use super::super::rule::Rule;
use super::options::CreateMaterialOptions;
use super::textures::{Shape, Textures, has_filter};
use crate::Engine;
use crate::look::shows_colors;

pub(super) struct Draft<'d, 't, 's> {
    pub(super) id: Id<Material>,
    pub(super) material: &'s Material,
    /// The alpha factor to write.
    pub(super) alpha: f32,
    pub(super) textures: &'d mut Textures<'t, 's>,
    pub(super) report: Report<'d>,
    pub(super) options: &'t CreateMaterialOptions<'t>,
}

/// If `MatSpecColor` is 1, this share of light is reflected at normal incidence.
const FULL_REFLECTION: f32 = 0.08;

/// Returns how much light a material reflects at normal incidence, as a fraction of what the engine can show.
pub(super) fn reflection(material: &Material, report: &mut Report<'_>) -> [f32; 3] {
    let usual = 0.5;
    let straight = if material.ior == 1.5 {
        usual
    } else {
        report.tell(Rule::Refraction, material.ior);
        let ratio = (material.ior - 1.0) / (material.ior + 1.0);
        ratio * ratio / FULL_REFLECTION
    };
    let Some(specular) = &material.specular else { return [straight; 3] };
    if specular.texture.is_some() || specular.color_texture.is_some() {
        report.tell(Rule::SpecularTextures, "");
    }
    specular.color.map(|color| straight * specular.factor * color)
}

/// A row of the engine's texture coordinate transform: the factors for u and v, and the offset.
type Row = [f32; 3];

/// Returns the rows of the texture coordinate transform, or `None` if the material has no texture. The engine uses the
/// same transform for all textures, so this returns the transform of the first.
pub(super) fn coordinates_of(material: &Material, report: &mut Report<'_>) -> Option<(Row, Row)> {
    let mut transforms = material.textures().map(|texture| texture.transform);
    let first = transforms.next()?;
    if transforms.any(|other| other != first) {
        report.tell(Rule::Transforms, "");
    }
    let ((sin, cos), [u, v], [x, y]) = (first.rotation.sin_cos(), first.scale, first.offset);
    // Without a turn the products are −0, which would be written.
    Some(([u * cos, v * sin + 0.0, x], [0.0 - u * sin, v * cos, y]))
}

impl Draft<'_, '_, '_> {
    /// Returns whether to write linear colours.
    pub(super) fn is_linear(&self) -> bool {
        self.options.color_space == ColorSpace::Linear && self.options.engine != Engine::Rbfx
    }

    pub(super) fn color(&self, color: [f32; 3]) -> [f32; 3] {
        if self.is_linear() { color } else { color.map(linear_to_srgb) }
    }

    /// Returns the texture name for a field of the material. `is_color` says whether its pixels are colours.
    pub(super) fn texture(
        &mut self,
        texture: Option<Texture>,
        what: &str,
        shape: Shape,
        is_color: bool,
    ) -> Option<String> {
        let texture = texture.filter(|_| self.options.files.textures)?;
        let srgb = is_color && self.is_linear();
        self.used(&texture, what);
        let usage = match shape {
            _ if is_color => TextureUse::Color,
            // Files that stay as they are, and hold no colours, are normals.
            Shape::Plain | Shape::Normals(_) => TextureUse::Normals,
            _ => TextureUse::Data,
        };
        let name = self.textures.get(texture.image, shape, usage, texture.sampler, srgb);
        self.found(name, what)
    }

    /// Reports when a texture is used in a way that the engine doesn't support.
    pub(super) fn used(&mut self, texture: &Texture, what: &str) {
        if texture.tex_coord != 0 {
            self.report.tell(Rule::SecondSet, format!("{what} by set {}", texture.tex_coord));
        }
        if !has_filter(texture.sampler) {
            self.report.tell(Rule::Filters, what);
        }
    }

    pub(super) fn found(&mut self, name: Result<String, String>, what: &str) -> Option<String> {
        name.map_err(|why| {
            let rule = if why == NO_IMAGE { Rule::MissingTexture } else { Rule::UnreadableTexture };
            self.report.tell(rule, format!("{what}, {why}"));
        })
        .ok()
    }

    pub(super) fn baked(&mut self, what: &str, factor: f32) {
        if factor != 1.0 {
            self.report.tell(Rule::Baked, format!("{what} {factor}"));
        }
    }

    /// Returns how much light is reflected at normal incidence, as a fraction of what the engine can show.
    pub(super) fn reflection(&mut self) -> [f32; 3] {
        reflection(self.material, &mut self.report)
    }

    /// Writes the texture coordinate transform. The first texture decides for all.
    pub(super) fn coordinates(&mut self, data: &mut MaterialData<'static>) {
        let Some(([a, b, x], [c, d, y])) = coordinates_of(self.material, &mut self.report) else { return };
        if [a, b, x, c, d, y] == [1.0, 0.0, 0.0, 0.0, 1.0, 0.0] {
            return;
        }
        self.set(data, "UOffset", [a, b, 0.0, x]);
        self.set(data, "VOffset", [c, d, 0.0, y]);
    }

    pub(super) fn sides(&self, data: &mut MaterialData<'static>) {
        if self.material.double_sided {
            (data.cull, data.shadow_cull) = (Some(Cull::None), Some(Cull::None));
        }
    }

    /// Adds a parameter. If it is infinite, it can't be written as text, so this is reported.
    pub(super) fn set(
        &mut self,
        data: &mut MaterialData<'static>,
        name: &'static str,
        value: impl Into<ParameterValue>,
    ) {
        match Parameter::new(Name::from(name), value) {
            Ok(parameter) => data.parameters.push(parameter),
            Err(error) => self.report.tell(Rule::Range, format!("{name}: {error}")),
        }
    }

    /// Clamps a number to its range, and reports when this changes it.
    pub(super) fn ranged(&mut self, what: &str, number: f32) -> f32 {
        self.report.ranged(Rule::Range, what, number)
    }

    /// Returns whether primitives with this material have vertex colours.
    pub(super) fn has_vertex_colors(&self) -> bool {
        shows_colors(self.textures.scene, self.id)
    }

    /// Writes the base colour and the emission.
    pub(super) fn colors(&mut self, data: &mut MaterialData<'static>) {
        let [r, g, b, _] = self.material.base_color;
        let color = [r, g, b].map(|number| self.ranged("base colour", number));
        let color = self.color(color);
        let a = self.ranged("alpha", self.alpha);
        let [r, g, b] = color;
        self.set(data, "MatDiffColor", [r, g, b, a]);
        if !self.material.unlit {
            let strength = self.material.emissive_strength;
            let emissive = self.color(self.material.emissive.map(|number| (number * strength).max(0.0)));
            self.set(data, "MatEmissiveColor", emissive);
        }
    }

    /// Reports properties that an unlit material can't have.
    pub(super) fn unlit_rest(&mut self) {
        let material = self.material;
        let base = usize::from(material.base_color_texture.is_some());
        if material.textures().count() > base || material.emissive != [0.0; 3] {
            self.report.tell(Rule::UnlitRest, "");
        }
    }
}
