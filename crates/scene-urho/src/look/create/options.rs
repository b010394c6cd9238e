//! Options of new materials.

use std::fmt;

use asset_scene::{Id, Material};
use scene_adapter::FileOptions;
use scene_adapter::look::file_name;
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
        /// The materials and textures. New files whose name belongs to other content of the project get another name, with the name of the model.
        pub(crate) files: FileOptions<'o> = FileOptions::default(),
        #[setter(none)]
        pub(crate) copy: Option<&'o dyn Fn(Id<Material>) -> Option<String>> = None,
    }
}

impl<'o> CreateMaterialOptions<'o> {
    /// Sets a function that returns a copy's file name for a material, if its source file is still used by others.
    #[must_use]
    pub(crate) fn copy(mut self, copy: &'o dyn Fn(Id<Material>) -> Option<String>) -> Self {
        self.copy = Some(copy);
        self
    }

    /// A name below one of the folders of resources.
    pub(super) fn place(&self, folder: &str, name: &str) -> String {
        let below = file_name(self.files.folder);
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
            .field("files", &self.files)
            .finish_non_exhaustive()
    }
}
