//! Lets conversions read resources.

use std::sync::Arc;

use binio::Budget;
use scene_adapter::ResourceLoader;

use super::Resources;
use super::material_uses::MaterialUses;

impl ResourceLoader for Resources {
    fn find(&self, names: &[&str]) -> Result<Option<String>, String> {
        let resource = self.find_first(names.iter().copied()).map_err(|error| error.to_string())?;
        Ok(resource.map(|resource| resource.name))
    }

    fn read(&self, name: &str, budget: &mut Budget) -> Result<Option<Vec<u8>>, String> {
        let read = self.read_with(name, budget).map_err(|error| error.to_string())?;
        Ok(read.map(|resource| resource.bytes))
    }

    fn is_empty(&self) -> bool {
        Self::is_empty(self)
    }

    fn is_elsewhere(&self, name: &str) -> bool {
        let is_behind = |resource: super::Found| resource.root != 0;
        self.is_output && self.find(name).is_ok_and(|resource| resource.is_some_and(is_behind))
    }

    fn missing(&self) -> String {
        if Self::is_empty(self) {
            return "no folder of resources is known: name one with the option resources".to_owned();
        }
        self.report_missing();
        "not in the resource folders".to_owned()
    }

    fn files_in(&self, folder: &str) -> Arc<[String]> {
        self.files_in(folder)
    }

    fn materials_of(&self, model: &str) -> Vec<String> {
        self.material_uses().materials(model).to_vec()
    }
}

impl Resources {
    fn material_uses(&self) -> &MaterialUses {
        self.material_uses.get_or_init(|| MaterialUses::of(self))
    }

    /// Returns the resource names of the scenes and prefabs that assign materials to a model. They are only searched
    /// once, together with the materials.
    pub fn scenes_of(&self, model: &str) -> &[String] {
        self.material_uses().scenes(model)
    }
}
