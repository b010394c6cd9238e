//! Restores materials to their source files.

use asset_scene::{Id, Image, Material, Scene};
use scene_adapter::look::{EditedMaterial, Property, Report, changes, is_resource_name, made_of};
use scene_adapter::origin;
use urho_material::MaterialData;

use super::super::export::KNOWN;
use super::super::rule::Rule;
use super::super::{LAYOUT, MaterialLayout, needs};
use super::CreateMaterialOptions;
use super::edits::Apply;
use super::textures::{Textures, edited_texture};
use crate::Engine;
use crate::MATERIAL_FORMAT;

/// What a material stores about its source file.
pub(super) struct Stored {
    /// The resource name.
    pub(super) name: String,
    layout: MaterialLayout,
    file: urho_material::Material<'static>,
}

/// Compares a material with its source file. Returns `None` if it has none.
pub(crate) fn edited(scene: &Scene<'_>, material: &Material) -> Option<EditedMaterial> {
    let stored = Stored::of(material)?;
    let images = material.textures().map(|texture| texture.image);
    let textures = images.filter_map(|image| edited_texture(scene, image));
    let changes = stored.changes(scene, material);
    Some(EditedMaterial::new(stored.name, changes, textures))
}

/// Returns the first material whose source file has texture slots, because these can only be read by rbfx. Returns
/// `None` if there is none.
pub fn material_of_rbfx(scene: &Scene<'_>) -> Option<String> {
    let mut stored = scene.materials.iter().filter_map(Stored::of);
    stored.find(Stored::is_of_rbfx).map(|stored| stored.name)
}

impl Stored {
    fn is_of_rbfx(&self) -> bool {
        self.file.data().textures.iter().any(|texture| texture.is_slot)
    }

    /// Reads the source of a material. Returns `None` if it has no source, or if this can't be written to a file.
    pub(super) fn of(material: &Material) -> Option<Self> {
        let layout: MaterialLayout = origin::layout(material.source.as_deref(), MATERIAL_FORMAT, LAYOUT).ok()??;
        let file = urho_material::Material::parse(&layout.text.0).ok()?.into_owned();
        is_resource_name(&layout.file).then(|| Self { name: layout.file.clone(), layout, file })
    }

    /// Returns the properties that were edited in the scene. If it was not stored how the material looked, there is
    /// nothing to compare, so the result is empty.
    pub(super) fn changes(&self, scene: &Scene<'_>, material: &Material) -> Vec<Property> {
        changes(scene, material, &self.layout.shown).unwrap_or_default()
    }

    /// Returns whether the engine can read the file.
    pub(super) fn is_for(&self, engine: Engine) -> bool {
        engine == Engine::Rbfx || !self.is_of_rbfx()
    }

    /// Returns the file with the current texture names and all edits.
    pub(super) fn file(
        &self,
        material: &Material,
        textures: &mut Textures<'_, '_>,
        options: &CreateMaterialOptions<'_>,
        report: &mut Report<'_>,
    ) -> Option<Vec<u8>> {
        let changes = self.changes(textures.scene, material);
        let file = self.with_textures(material, textures, options, report)?;
        if changes.is_empty() {
            return file.to_bytes().ok();
        }
        Apply::new(self.layout.reading, file, material, textures, report).all(&changes).to_bytes().ok()
    }

    fn with_textures(
        &self,
        material: &Material,
        textures: &mut Textures<'_, '_>,
        options: &CreateMaterialOptions<'_>,
        report: &mut Report<'_>,
    ) -> Option<urho_material::Material<'static>> {
        let data = self.file.data();
        let mut file = self.file.clone();
        for (unit, name) in needs(&data).textures {
            if !options.files.textures {
                break;
            }
            let Some(image) = image_of(textures.scene, material, &name) else {
                // Whoever knows a project tells all names that lead nowhere there.
                if options.files.project.is_none() {
                    report.tell(Rule::AbsentTexture, format!("{} {name}", unit.name()));
                }
                continue;
            };
            match textures.original(image) {
                Ok(now) if now == name => {}
                Ok(now) => {
                    report.tell(Rule::OtherFile, format!("{name}, now {now}"));
                    file.set_texture(unit, &now).ok()?;
                }
                Err(why) => report.tell(Rule::UnreadableTexture, format!("{} {name}, {why}", unit.name())),
            }
        }
        for (name, text) in self.layout.parameters.iter().filter(|_| options.files.textures) {
            if is_resource_name(name) && !options.files.exists(name) {
                textures.add(name, text.0.clone());
            }
        }
        Some(file)
    }

    /// Copies properties that a scene can't store to a new material file.
    pub(super) fn overlay(&self, data: &mut MaterialData<'static>) {
        let own = self.file.data().into_owned();
        let is_kept = |parameter: &urho_material::Parameter<'_>| !KNOWN.iter().any(|name| parameter.name == **name);
        data.parameters.extend(own.parameters.into_iter().filter(is_kept));
        data.animations = own.animations;
        data.fill = own.fill;
        data.depth_bias = own.depth_bias;
        data.alpha_to_coverage = own.alpha_to_coverage;
        data.line_antialias = own.line_antialias;
        data.render_order = own.render_order;
        data.occlusion = own.occlusion;
        data.shadow_cull = data.shadow_cull.or(own.shadow_cull);
    }
}

/// Returns the image that shows a texture of a material.
fn image_of(scene: &Scene<'_>, material: &Material, name: &str) -> Option<Id<Image<'static>>> {
    let is_it = |image: &Image<'_>| made_of(image, crate::TEXTURE_FORMAT) == Some(name);
    material.textures().map(|texture| texture.image).find(|image| scene.images.get(*image).is_some_and(is_it))
}
