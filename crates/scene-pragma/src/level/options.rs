//! Options of new maps.

use std::fmt;

use binio::Limits;
use pragma_asset::Form;
use scene_adapter::ResourceLoader;
use scene_adapter::look::ResourceFile;
use scene_adapter::surface::Optimization;

binio::options! {
    /// Choices for [`create()`](super::create()).
    #[derive(Clone, Copy)]
    pub struct CreateMapOptions<'o> {
        /// Encoding of the map and its files. Default: the encoding of the scene's source file, or binary.
        #[setter(into)]
        pub(crate) form: Option<Form> = None,
        /// Whether new materials are written. Default: yes.
        pub(crate) materials: bool = true,
        /// Whether they come with their textures. Default: yes.
        pub(crate) textures: bool = true,
        /// Files and sizes of written textures. Default: unchanged files, and png of new pixels.
        pub(crate) texture_output: asset_image::TextureOutput = asset_image::TextureOutput::default(),
        #[setter(none)]
        pub(crate) exists: Option<&'o dyn Fn(&str) -> bool> = None,
        /// The target project: models of the scene are compared with its files, and changed models are written. Default: none.
        #[setter(into)]
        pub(crate) project: Option<&'o dyn ResourceLoader> = None,
        #[setter(none)]
        pub(crate) on_file: Option<&'o dyn Fn(ResourceFile)> = None,
        /// Optimizations of the meshes of new models. Default: all.
        pub(crate) optimization: Optimization = Optimization::default(),
        /// Limit for unpacked models: [`Limits::max_expanded_bytes`]. Default: 1 GiB.
        pub(crate) limits: Limits = Limits::default(),
    }
}

impl<'o> CreateMapOptions<'o> {
    /// Sets a function that returns whether the target project contains a resource: existing resources that the source map references aren't written
    /// again.
    #[must_use]
    pub fn resource_exists(mut self, exists: &'o dyn Fn(&str) -> bool) -> Self {
        self.exists = Some(exists);
        self
    }

    /// Sets a function that receives each file when it is created, so that not all files are in memory. Default: none; the files are in [`CreatedMap::files`](super::CreatedMap::files).
    #[must_use]
    pub fn on_file(mut self, on_file: &'o dyn Fn(ResourceFile)) -> Self {
        self.on_file = Some(on_file);
        self
    }

    pub(in crate::level) fn has(&self, name: &str) -> bool {
        let in_project = |project: &dyn ResourceLoader| matches!(project.find(&[name]), Ok(Some(_)));
        self.exists.is_some_and(|exists| exists(name)) || self.project.is_some_and(in_project)
    }

    /// Returns whether the content of the target project is known.
    pub(in crate::level) fn knows_project(&self) -> bool {
        self.exists.is_some() || self.project.is_some()
    }
}

impl fmt::Debug for CreateMapOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CreateMapOptions")
            .field("form", &self.form)
            .field("materials", &self.materials)
            .field("textures", &self.textures)
            .finish_non_exhaustive()
    }
}
