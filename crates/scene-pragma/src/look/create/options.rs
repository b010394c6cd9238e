//! Options of new materials.

use std::collections::HashMap;

use asset_scene::{Id, Material};
use pragma_asset::Form;
use scene_adapter::FileOptions;

use super::names::plain;

binio::options! {
    /// Choices for [`create_materials`](super::create_materials).
    #[derive(Clone, Copy, Debug)]
    pub struct CreateMaterialOptions<'o> {
        /// The form of new materials: `.pmat_b` or `.pmat`. Default: binary.
        pub(crate) form: Form = Form::default(),
        /// The materials and textures. Of a model `models/props/chair.pmdl_b`, their [folder](FileOptions::folder) is `props/chair`: they are written to
        /// `materials/models/props/chair`. No new file gets a name that the engine resolves to an existing file of the project.
        pub(crate) files: FileOptions<'o> = FileOptions::default(),
        #[setter(none)]
        pub(crate) copies: Option<&'o HashMap<Id<Material>, String>> = None,
    }
}

impl<'o> CreateMaterialOptions<'o> {
    /// Sets the names of the copies of materials whose source files are still used by others.
    #[must_use]
    pub(crate) fn copies(mut self, copies: &'o HashMap<Id<Material>, String>) -> Self {
        self.copies = Some(copies);
        self
    }

    /// The name of a new resource, without extension, for a material or an image of a name; `otherwise` if nothing of that can stay.
    pub(super) fn place(&self, name: &str, otherwise: &str) -> String {
        let folders = self.files.folder.split('/').map(plain).filter(|part| !part.is_empty());
        let name = plain(name);
        let name = if name.is_empty() { otherwise } else { &name };
        folders.fold("materials/models/".to_owned(), |path, folder| path + &folder + "/") + name
    }
}
