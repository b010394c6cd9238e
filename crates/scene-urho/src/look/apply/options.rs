//! Options to create materials.

use std::collections::HashMap;

use asset_scene::{Id, Material};
use scene_adapter::FileOptions;
use scene_adapter::look::file_name;
use urho_material::Engine;

use crate::ColorSpace;

binio::options! {
    /// Options for [`create_materials`](super::create_materials).
    #[derive(Clone, Copy, Debug)]
    pub struct CreateMaterialOptions<'o> {
        /// The engine that must be able to read the files. The default is [`Engine::Urho3d`].
        pub(crate) engine: Engine = Engine::default(),
        /// The colour space for material parameters. Use linear colours if textures are read as sRGB. The default is
        /// sRGB, as in the engines' own materials. For rbfx, this is always sRGB.
        pub(crate) color_space: ColorSpace = ColorSpace::default(),
        /// What to do with materials and textures. If the project already has other content with the same name, a new
        /// file gets another name, which includes the model name.
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

    /// Returns a name in one of the resource folders.
    pub(super) fn place(&self, folder: &str, name: &str) -> String {
        let below = file_name(self.files.folder);
        if below.is_empty() { format!("{folder}/{name}") } else { format!("{folder}/{below}/{name}") }
    }
}
