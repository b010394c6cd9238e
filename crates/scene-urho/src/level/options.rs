//! Options of new scenes and prefabs.

use std::fmt;

use binio::Limits;
use scene_adapter::ResourceLoader;
use scene_adapter::look::ResourceFile;
use scene_adapter::surface::Optimization;
use urho_scene::{Engine, Form, Kind};

use crate::Target;

binio::options! {
    /// Choices for [`create()`](super::create()).
    #[derive(Clone, Copy)]
    pub struct CreateLevelOptions<'o> {
        /// Whether a scene or a prefab is created. Default: as the source of the scene, or a scene.
        #[setter(into)]
        pub(crate) kind: Option<Kind> = None,
        /// The form of the file. Default: [`Form::Xml`].
        pub(crate) form: Form = Form::Xml,
        /// The engine of models, materials and a new scene; a scene from a file keeps its engine. Default: [`Target::Urho3D`].
        pub(crate) target: Target = Target::Urho3D,
        /// The engine of the file, also of a scene from a file. Default: as [`target`](Self::target) says.
        #[setter(into)]
        pub(crate) engine: Option<Engine> = None,
        /// Whether new materials are written. Default: yes.
        pub(crate) materials: bool = true,
        /// Whether they come with their textures. Default: yes.
        pub(crate) textures: bool = true,
        /// Files and sizes of written textures. Default: unchanged files, and png of new pixels.
        pub(crate) texture_output: asset_image::TextureOutput = asset_image::TextureOutput::default(),
        /// Subfolder of `Models`, `Materials` and `Textures` for new files. Default: none.
        pub(crate) folder: &'o str = "",
        #[setter(none)]
        pub(crate) exists: Option<&'o dyn Fn(&str) -> bool> = None,
        /// The target project: parts of the scene that were read from its files are compared with these files, and changed parts are written.
        /// Default: none.
        #[setter(into)]
        pub(crate) project: Option<&'o dyn ResourceLoader> = None,
        /// Whether new materials and textures replace files of the target project with other content; otherwise they get another name. Default: no.
        pub(crate) replaces: bool = false,
        #[setter(none)]
        pub(crate) on_file: Option<&'o dyn Fn(ResourceFile)> = None,
        /// Optimizations of the meshes of new models. Default: all.
        pub(crate) optimization: Optimization = Optimization::default(),
        /// Limit for unpacked models and animations: [`Limits::max_expanded_bytes`]. Default: 1 GiB.
        pub(crate) limits: Limits = Limits::default(),
    }
}

impl<'o> CreateLevelOptions<'o> {
    /// Sets a function that returns whether the target project contains a resource: existing resources that the source file references aren't written
    /// again.
    #[must_use]
    pub fn resource_exists(mut self, exists: &'o dyn Fn(&str) -> bool) -> Self {
        self.exists = Some(exists);
        self
    }

    /// Sets a function that receives each file when it is created, so that not all files are in memory. Default: none; the files are in [`CreatedLevel::files`](super::CreatedLevel::files).
    #[must_use]
    pub fn on_file(mut self, on_file: &'o dyn Fn(ResourceFile)) -> Self {
        self.on_file = Some(on_file);
        self
    }

    pub(in crate::level) fn has(&self, name: &str) -> bool {
        let in_project = |project: &dyn ResourceLoader| matches!(project.find(&[name]), Ok(Some(_)));
        self.exists.is_some_and(|exists| exists(name)) || self.project.is_some_and(in_project)
    }

    /// Whether the target project has a resource of a name with other content, which new files must not replace.
    pub(in crate::level) fn is_other(&self, name: &str, bytes: &[u8]) -> bool {
        let project = self.project.filter(|_| !self.replaces);
        project.is_some_and(|project| scene_adapter::has_other(project, name, bytes, self.limits))
    }

    /// Returns whether the content of the target project is known.
    pub(in crate::level) fn knows_project(&self) -> bool {
        self.exists.is_some() || self.project.is_some()
    }
}

impl fmt::Debug for CreateLevelOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CreateLevelOptions")
            .field("kind", &self.kind)
            .field("form", &self.form)
            .field("target", &self.target)
            .field("materials", &self.materials)
            .field("textures", &self.textures)
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}
