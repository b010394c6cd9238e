//! Options of new materials.

use std::collections::HashMap;

use asset_scene::{Id, Material};
use scene_adapter::FileOptions;
use scene_adapter::look::file_name;
use urho_material::Engine;

use crate::{ColorSpace, Target};

binio::options! {
    /// Choices for [`create_materials`](super::create_materials).
    #[derive(Clone, Copy, Debug)]
    pub struct CreateMaterialOptions<'o> {
        /// The engines that the files are for. Default: [`Target::Urho3D`].
        pub(crate) target: Target = Target::default(),
        /// Colour space of material parameters: linear colours belong to textures that are read as sRGB. Default: sRGB, as in the engines' own
        /// materials; always for rbfx.
        pub(crate) color_space: ColorSpace = ColorSpace::default(),
        /// The materials and textures. New files whose name belongs to other content of the project get another name, with the name of the model.
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

    /// A name below one of the folders of resources.
    pub(super) fn place(&self, folder: &str, name: &str) -> String {
        let below = file_name(self.files.folder);
        if below.is_empty() { format!("{folder}/{name}") } else { format!("{folder}/{below}/{name}") }
    }

    pub(super) fn engine(&self) -> Engine {
        if self.target == Target::Rbfx { Engine::Rbfx } else { Engine::Urho3d }
    }
}
