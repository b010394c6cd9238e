//! Finds the material files of a model in the same way as its conversion.

use std::cell::RefCell;

use binio::Budget;
use scene_adapter::{ResourceLoader, ResourceReader, Role};

use crate::engines::{show_options, without_side};
use crate::{ConvertOptions, Input};
use asset_project::Resources;

/// Returns the resource names of the files that a conversion would read for the materials of this model, but without
/// textures. These are material lists, materials, techniques, and scenes that select the materials. The result is empty
/// for other documents, and for a model that can't be converted. Use this to find out whether an output is older than
/// the materials in it.
pub fn material_files(model: &Input<'_, '_>, options: &ConvertOptions) -> Vec<String> {
    let Some(resources) = options.shown.resources.as_deref().filter(|_| options.shown.materials) else {
        return Vec::new();
    };
    let Some(document) = without_side(model).filter(|document| document.role() == Role::Model) else {
        return Vec::new();
    };
    let Ok((mut scene, _)) = model.asset.to_scene(model.name) else { return Vec::new() };
    let loader = ReadNames { resources, read: RefCell::default() };
    let mut reader = ResourceReader::new(&loader, options.limits());
    let mut show = show_options(&options.shown, model.resource);
    show.textures = false;
    document.show_materials(&mut scene, &mut reader, &show);
    drop(reader);
    loader.read.into_inner()
}

/// Resources that remember the names of the files that are read.
struct ReadNames<'r> {
    resources: &'r Resources,
    read: RefCell<Vec<String>>,
}

impl ResourceLoader for ReadNames<'_> {
    fn below(&self) -> Option<&dyn ResourceLoader> {
        Some(self.resources)
    }

    fn read(&self, name: &str, budget: &mut Budget) -> Result<Option<Vec<u8>>, String> {
        self.read.borrow_mut().push(name.to_owned());
        ResourceLoader::read(self.resources, name, budget)
    }

    fn materials_of(&self, model: &str) -> Vec<String> {
        self.read.borrow_mut().extend(self.resources.scenes_of(model).iter().cloned());
        self.resources.materials_of(model)
    }
}
