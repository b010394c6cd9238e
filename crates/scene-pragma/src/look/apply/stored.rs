//! Restores materials to their source files.

use asset_scene::{ImageId, Material, Scene};
use scene_adapter::look::{EditedMaterial, Property, Report, changes, is_resource_name, made_of, without_extension};
use scene_adapter::origin;

use super::super::rule::Rule;
use super::super::{LAYOUT, MaterialLayout, StoredFile, parse_material, textures};
use super::draft::Draft;
use super::resource_names::{MATERIALS, is_material_resource, texture_path};
use super::textures::{Textures, edited_texture};
use crate::MATERIAL_FORMAT;

/// What a material stores about its source file.
pub(super) struct Stored {
    layout: MaterialLayout,
    material: pragma_asset::Material<'static>,
}

/// Returns whether this can be written to a material file.
fn is_file(file: &StoredFile) -> bool {
    let end = file.file.rsplit_once('.').map_or("", |(_, end)| end).to_ascii_lowercase();
    is_resource_name(&file.file) && is_material_resource(&file.file) && MATERIALS.contains(&end.as_str())
}

/// Compares a material with its source file. Returns `None` if it has none.
pub(crate) fn edited(scene: &Scene<'_>, material: &Material) -> Option<EditedMaterial> {
    let stored = Stored::of(material)?;
    let images = material.textures().map(|texture| texture.image);
    let textures = images.filter_map(|image| edited_texture(scene, image));
    let changes = stored.changes(scene, material);
    Some(EditedMaterial::new(stored.name().to_owned(), changes, textures))
}

impl Stored {
    /// Reads the source of a material. Returns `None` if it has no source, or if this can't be written to a file.
    pub(super) fn of(material: &Material) -> Option<Self> {
        let layout: MaterialLayout = origin::layout(material.source.as_deref(), MATERIAL_FORMAT, LAYOUT).ok()??;
        let file = &layout.own;
        let material = parse_material(&file.file, &file.bytes.0).ok().filter(|own| own.shader().is_some())?;
        is_file(file).then_some(Self { layout, material })
    }

    /// Returns the resource name.
    pub(super) fn name(&self) -> &str {
        &self.layout.own.file
    }

    /// Returns the resource name without its extension.
    pub(super) fn base(&self) -> &str {
        without_extension(&self.layout.own.file)
    }

    /// Returns the properties that were edited in the scene. If it was not stored how the material looked, there is
    /// nothing to compare, so the result is empty.
    pub(super) fn changes(&self, scene: &Scene<'_>, material: &Material) -> Vec<Property> {
        changes(scene, material, &self.layout.shown).unwrap_or_default()
    }

    /// Adds the file with the current texture paths and all edits, and its base materials. Returns the file name.
    pub(super) fn file(
        &self,
        material: &Material,
        textures: &mut Textures<'_, '_>,
        (copy, report): (Option<&str>, &mut Report<'_>),
    ) -> Option<String> {
        let mut file = self.material.clone();
        let changes = self.changes(textures.scene, material);
        let mut is_edited = !changes.is_empty();
        if textures.options.files.textures {
            for (slot, now) in self.textures(material, textures, report) {
                is_edited |= file.set_texture(&slot, &now).is_ok();
            }
        }
        for base in self.layout.bases.iter().filter(|base| is_file(base)) {
            if !textures.options.files.exists(&base.file) {
                textures.add_base(&base.file, &base.bytes.0);
            }
        }
        if !changes.is_empty() {
            let mut draft = Draft::edit(material, &changes, file, self.has_base(), textures, report);
            draft.fill();
            file = draft.file;
        }
        let own = &self.layout.own;
        if !is_edited && copy.is_none() {
            return Some(textures.add_file(&own.file, own.bytes.0.clone(), report));
        }
        // An edited text of the previous format becomes one of this format.
        match file.document.to_bytes() {
            Ok(bytes) => {
                Some(textures.add_material(copy.unwrap_or_else(|| self.base()), file.encoding(), bytes, report))
            }
            Err(error) => {
                report.tell(Rule::MissingMaterial, error);
                None
            }
        }
    }

    /// Writes the textures that the material shows. Returns those whose path has changed.
    fn textures(
        &self,
        material: &Material,
        files: &mut Textures<'_, '_>,
        report: &mut Report<'_>,
    ) -> Vec<(String, String)> {
        let bases: Vec<pragma_asset::Material<'_>> =
            self.layout.bases.iter().filter_map(|base| parse_material(&base.file, &base.bytes.0).ok()).collect();
        let all: Vec<&pragma_asset::Material<'_>> = std::iter::once(&self.material).chain(&bases).collect();
        let mut moved = Vec::new();
        for (slot, path) in textures(&all) {
            let Some(image) = image_of(files.scene, material, &path) else {
                // Whoever knows a project tells all names that lead nowhere there.
                if files.is_without_project() {
                    report.tell(Rule::AbsentTexture, format!("{slot} {path}"));
                }
                continue;
            };
            match files.original(image) {
                Ok(now) if leads_to(&path, &now) => {}
                Ok(now) => {
                    report.tell(Rule::OtherFile, format!("{path}, now {now}"));
                    moved.push((slot, texture_path(&now).to_owned()));
                }
                Err(why) => report.tell(Rule::UnreadableTexture, format!("{slot} {path}, {why}")),
            }
        }
        moved
    }

    /// Returns whether the material has base materials.
    fn has_base(&self) -> bool {
        self.material.base_material().is_some()
    }
}

/// Returns whether a texture path refers to this file. The path may or may not have an extension.
fn leads_to(path: &str, file: &str) -> bool {
    let path = format!("materials/{path}").replace("//", "/");
    path.eq_ignore_ascii_case(file) || path.eq_ignore_ascii_case(without_extension(file))
}

/// Returns the image that shows a texture of a material.
fn image_of(scene: &Scene<'_>, material: &Material, path: &str) -> Option<ImageId> {
    let is_it = |image: &ImageId| {
        let made = scene.images.get(*image).and_then(|image| made_of(image, crate::TEXTURE_FORMAT));
        made.is_some_and(|file| leads_to(path, file))
    };
    material.textures().map(|texture| texture.image).find(is_it)
}
