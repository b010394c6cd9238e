//! Options of new materials.

use std::fmt;

use asset_image::TextureOutput;
use asset_scene::{Id, Material};
use pragma_asset::Form;
use scene_adapter::look::ResourceFile;

use super::names::plain;

binio::options! {
    /// Choices for [`create_materials`](super::create_materials).
    #[derive(Clone, Copy)]
    pub struct CreateMaterialOptions<'o> {
        /// The form of new materials: `.pmat_b` or `.pmat`. Default: binary.
        pub(crate) form: Form = Form::default(),
        /// Whether materials come without their textures. Default: no.
        pub(crate) without_textures: bool = false,
        /// Files and sizes of written textures. Default: unchanged files, and png of new pixels.
        pub(crate) texture_output: TextureOutput = TextureOutput::default(),
        /// Name of the model in the folder `models`, without extension, `props/chair`: its new materials and textures are written to
        /// `materials/models/props/chair`. Default: none, for `materials/models`.
        pub(crate) model: &'o str = "",
        #[setter(none)]
        pub(crate) exists: Option<&'o dyn Fn(&str) -> bool> = None,
        #[setter(none)]
        pub(crate) copy: Option<&'o dyn Fn(Id<Material>) -> Option<String>> = None,
        #[setter(none)]
        pub(crate) on_file: Option<&'o dyn Fn(ResourceFile)> = None,
    }
}

impl<'o> CreateMaterialOptions<'o> {
    /// Sets a function that returns whether the target project contains a resource: existing textures needn't be written, and no file gets a name
    /// that the engine resolves to an existing file.
    #[must_use]
    pub fn resource_exists(mut self, exists: &'o dyn Fn(&str) -> bool) -> Self {
        self.exists = Some(exists);
        self
    }

    /// Sets a function that returns a copy's file name, without extension, for a material, if its source file is still used by others.
    #[must_use]
    pub(crate) fn copy(mut self, copy: &'o dyn Fn(Id<Material>) -> Option<String>) -> Self {
        self.copy = Some(copy);
        self
    }

    /// Sets a function that receives each file when it is created, so that not all files are in memory. Default: none; the files are in [`CreatedMaterials::files`](super::CreatedMaterials::files).
    #[must_use]
    pub fn on_file(mut self, on_file: &'o dyn Fn(ResourceFile)) -> Self {
        self.on_file = Some(on_file);
        self
    }

    pub(super) fn exists(&self, name: &str) -> bool {
        self.exists.is_some_and(|exists| exists(name))
    }

    /// The name of a new resource, without extension, for a material or an image of a name; `otherwise` if nothing of that can stay.
    pub(super) fn place(&self, name: &str, otherwise: &str) -> String {
        let folders = self.model.split('/').map(plain).filter(|part| !part.is_empty());
        let name = plain(name);
        let name = if name.is_empty() { otherwise } else { &name };
        folders.fold("materials/models/".to_owned(), |path, folder| path + &folder + "/") + name
    }
}

impl fmt::Debug for CreateMaterialOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CreateMaterialOptions")
            .field("form", &self.form)
            .field("without_textures", &self.without_textures)
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}
