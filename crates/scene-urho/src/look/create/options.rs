//! Options of new materials.

use std::fmt;

use asset_image::TextureOutput;
use asset_scene::{Id, Material};
use scene_adapter::look::{IsOther, ResourceFile, file_name};
use urho_material::Engine;

use crate::{ColorSpace, Target};

binio::options! {
    /// Choices for [`create_materials`](super::create_materials).
    #[derive(Clone, Copy)]
    pub struct CreateMaterialOptions<'o> {
        /// The engines that the files are for. Default: [`Target::Urho3D`].
        pub(crate) target: Target = Target::default(),
        /// Colour space of material parameters: linear colours belong to textures that are read as sRGB. Default: sRGB, as in the engines' own
        /// materials; always for rbfx.
        pub(crate) color_space: ColorSpace = ColorSpace::default(),
        /// Whether materials come without their textures. Default: no.
        pub(crate) without_textures: bool = false,
        /// Files and sizes of written textures. Default: unchanged files, and png of new pixels.
        pub(crate) texture_output: TextureOutput = TextureOutput::default(),
        /// Subfolder of `Materials` and `Textures` for new files. Default: none.
        pub(crate) folder: &'o str = "",
        #[setter(none)]
        pub(crate) exists: Option<&'o dyn Fn(&str) -> bool> = None,
        #[setter(none)]
        pub(crate) is_other: Option<IsOther<'o>> = None,
        #[setter(none)]
        pub(crate) copy: Option<&'o dyn Fn(Id<Material>) -> Option<String>> = None,
        #[setter(none)]
        pub(crate) on_file: Option<&'o dyn Fn(ResourceFile)> = None,
    }
}

impl<'o> CreateMaterialOptions<'o> {
    /// Sets a function that returns whether the target project contains a resource: existing textures needn't be written.
    #[must_use]
    pub fn resource_exists(mut self, exists: &'o dyn Fn(&str) -> bool) -> Self {
        self.exists = Some(exists);
        self
    }

    /// Sets a function that returns whether the target project contains a file of a name with other content: new files get another name, with the name
    /// of the model.
    #[must_use]
    pub fn avoid(mut self, is_other: IsOther<'o>) -> Self {
        self.is_other = Some(is_other);
        self
    }

    /// Sets a function that returns a copy's file name for a material, if its source file is still used by others.
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

    /// A name below one of the folders of resources.
    pub(super) fn place(&self, folder: &str, name: &str) -> String {
        let below = file_name(self.folder);
        if below.is_empty() { format!("{folder}/{name}") } else { format!("{folder}/{below}/{name}") }
    }

    pub(super) fn engine(&self) -> Engine {
        if self.target == Target::Rbfx { Engine::Rbfx } else { Engine::Urho3d }
    }
}

impl fmt::Debug for CreateMaterialOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CreateMaterialOptions")
            .field("target", &self.target)
            .field("color_space", &self.color_space)
            .field("without_textures", &self.without_textures)
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}
