//! Options of new materials.

use std::fmt;

use asset_scene::{Id, Material};
use pragma_asset::Form;
use scene_adapter::FileOptions;

use super::names::plain;

binio::options! {
    /// Choices for [`create_materials`](super::create_materials).
    #[derive(Clone, Copy)]
    pub struct CreateMaterialOptions<'o> {
        /// The form of new materials: `.pmat_b` or `.pmat`. Default: binary.
        pub(crate) form: Form = Form::default(),
        /// The materials and textures. Of a model `models/props/chair.pmdl_b`, their [folder](FileOptions::folder) is `props/chair`: they are written to
        /// `materials/models/props/chair`. No new file gets a name that the engine resolves to an existing file of the project.
        pub(crate) files: FileOptions<'o> = FileOptions::default(),
        #[setter(none)]
        pub(crate) copy: Option<&'o dyn Fn(Id<Material>) -> Option<String>> = None,
    }
}

impl<'o> CreateMaterialOptions<'o> {
    /// Sets a function that returns a copy's file name, without extension, for a material, if its source file is still used by others.
    #[must_use]
    pub(crate) fn copy(mut self, copy: &'o dyn Fn(Id<Material>) -> Option<String>) -> Self {
        self.copy = Some(copy);
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

impl fmt::Debug for CreateMaterialOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CreateMaterialOptions")
            .field("form", &self.form)
            .field("files", &self.files)
            .finish_non_exhaustive()
    }
}
