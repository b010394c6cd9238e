//! Options of the models, materials and textures that are created with a file.

use std::collections::HashSet;
use std::fmt;

use asset_image::TextureOutput;
use binio::Limits;

use crate::resources::{ResourceFile, ResourceLoader};
use crate::surface::{Optimization, Tangents};

/// Options for the models, materials and textures that a new model, scene or map refers to.
///
/// ```
/// use scene_adapter::FileOptions;
/// let mut options = FileOptions::default();
/// options.textures = false;
/// assert!(!options.exists("Materials/Stone.xml"), "no project is known");
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct FileOptions<'o> {
    /// Whether new materials are written. Default: yes.
    pub materials: bool,
    /// Whether materials are written with their textures. Default: yes.
    pub textures: bool,
    /// Files and sizes of written textures. Default: unchanged files, and png of new pixels.
    pub texture_output: TextureOutput,
    /// Subfolder of the engine's folders (`Models`, `Materials` and `Textures` of Urho3D, `materials/models` of Pragma) for new files. Default: none.
    pub folder: &'o str,
    /// The target project: its existing resources needn't be written again, and parts of a scene that were read from its files are compared with these
    /// files. Default: none.
    pub project: Option<&'o dyn ResourceLoader>,
    /// Which files of the project with other content new files replace; otherwise new files get another name. Default: none.
    pub replaces: Replaces<'o>,
    /// Receives each file when it is created, so that not all files are in memory. Default: none; the result contains the files.
    pub on_file: Option<&'o dyn Fn(ResourceFile)>,
    /// Optimizations of the meshes of new models. Default: all.
    pub optimization: Optimization,
    /// Angle in degrees, from 0 to 180, up to which triangles of meshes without normals are shaded smooth. Default: none; such meshes are shaded flat, as
    /// glTF requires.
    pub smooth: Option<f32>,
    /// Meshes of new models of Urho3D that get tangents which the scene lacks. Default: those with a normal map.
    pub tangents: Tangents,
    /// Limit for unpacked vertices, indices and keys: [`Limits::max_expanded_bytes`]. Default: 1 GiB.
    pub limits: Limits,
}

/// Files of a project that new files may replace.
#[derive(Clone, Copy, Debug, Default)]
pub enum Replaces<'o> {
    /// None.
    #[default]
    Nothing,
    /// These resources, in lower case: they belong to the file that is replaced.
    Owned(&'o HashSet<String>),
    /// All: whoever writes the files keeps those that exist.
    All,
}

impl Default for FileOptions<'_> {
    fn default() -> Self {
        Self {
            materials: true,
            textures: true,
            texture_output: TextureOutput::default(),
            folder: "",
            project: None,
            replaces: Replaces::Nothing,
            on_file: None,
            optimization: Optimization::default(),
            smooth: None,
            tangents: Tangents::default(),
            limits: Limits::default(),
        }
    }
}

impl<'o> FileOptions<'o> {
    /// Default options for files of a project.
    pub fn in_project(project: &'o dyn ResourceLoader) -> Self {
        Self { project: Some(project), ..Self::default() }
    }

    /// Returns whether the project has a resource of a name.
    pub fn exists(&self, name: &str) -> bool {
        self.project.is_some_and(|project| matches!(project.find(&[name]), Ok(Some(_))))
    }

    /// Returns whether the project has a resource of a name in a folder that isn't written to.
    pub fn is_elsewhere(&self, name: &str) -> bool {
        self.project.is_some_and(|project| project.is_elsewhere(name))
    }

    /// Returns whether the project has a resource of a name with other content, which new files must not replace.
    pub fn is_other(&self, name: &str, bytes: &[u8]) -> bool {
        let may_replace = match self.replaces {
            Replaces::Nothing => false,
            Replaces::Owned(owned) => owned.contains(&name.to_lowercase()) && !self.is_elsewhere(name),
            Replaces::All => true,
        };
        let project = self.project.filter(|_| !may_replace);
        project.is_some_and(|project| crate::has_other(project, name, bytes, self.limits))
    }
}

impl fmt::Debug for FileOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileOptions")
            .field("materials", &self.materials)
            .field("textures", &self.textures)
            .field("texture_output", &self.texture_output)
            .field("folder", &self.folder)
            .field("replaces", &self.replaces)
            .field("optimization", &self.optimization)
            .field("smooth", &self.smooth)
            .field("tangents", &self.tangents)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
