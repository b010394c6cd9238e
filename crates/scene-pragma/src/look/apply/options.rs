//! Options to create materials.

use std::collections::HashMap;

use asset_scene::{Id, Material};
use pragma_asset::Encoding;
use scene_adapter::FileOptions;

use super::resource_names::plain;

binio::options! {
    /// Options for [`create_materials`](super::create_materials).
    #[derive(Clone, Copy, Debug)]
    pub struct CreateMaterialOptions<'o> {
        /// The form to use for new materials: `.pmat_b` or `.pmat`. The default is binary.
        pub(crate) encoding: Encoding = Encoding::default(),
        /// What to do with materials and textures. For a model `models/props/chair.pmdl_b`, the
        /// [folder](FileOptions::folder) is `props/chair`, so these files are written to
        /// `materials/models/props/chair`. A new file never gets a name with which the engine would find an existing
        /// file in the project.
        pub(crate) files: FileOptions<'o> = FileOptions::default(),
        #[setter(none)]
        pub(crate) copies: Option<&'o HashMap<Id<Material>, String>> = None,
    }
}

impl<'o> CreateMaterialOptions<'o> {
    /// For materials whose source file must not be changed because others use it, sets the names to use for the copies.
    #[must_use]
    pub(crate) fn copies(mut self, copies: &'o HashMap<Id<Material>, String>) -> Self {
        self.copies = Some(copies);
        self
    }

    /// Returns the name for a new resource without extension, given the name of a material or an image. If nothing of
    /// this name can be used, `otherwise` is used.
    pub(super) fn place(&self, name: &str, otherwise: &str) -> String {
        let folders = self.files.folder.split('/').map(plain).filter(|part| !part.is_empty());
        let name = plain(name);
        let name = if name.is_empty() { otherwise } else { &name };
        folders.fold("materials/models/".to_owned(), |path, folder| path + &folder + "/") + name
    }
}
