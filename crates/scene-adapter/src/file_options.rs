//! What to do with the models, materials and textures that are created with a file.

use std::collections::HashSet;
use std::fmt;

use asset_image::TextureOutput;
use binio::Limits;

use crate::resources::{Protection, ResourceFile, ResourceLoader};
use crate::surface::{Optimization, Tangents};

/// What to do with the models, materials and textures that a new model, scene or map refers to.
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
    /// Whether to write new materials. The default is true.
    pub materials: bool,
    /// Whether to write the textures of these materials. The default is true.
    pub textures: bool,
    /// How to write textures. By default, a file that was not changed is copied, and new pixels are written as png.
    pub texture_output: TextureOutput,
    /// Where to write new files, as a subfolder in the folders of the engine: `Models`, `Materials` and `Textures` for
    /// Urho3D, or `materials/models` for Pragma. The default is no subfolder.
    pub folder: &'o str,
    /// The project to write to. You should set this if there is one, because resources that exist need not be written
    /// again, and because parts of a scene that were read from files in the project are compared to these. The default
    /// is none.
    pub project: Option<&'o dyn ResourceLoader>,
    /// Which files in the project may be replaced if they have other content. For all others, the new file gets another
    /// name. The default is none.
    pub replaces: Replaces<'o>,
    /// A function that receives each file when it is created, so that they don't all have to fit in memory. By default,
    /// there is none, and the files are in the result.
    pub on_file: Option<&'o dyn Fn(ResourceFile)>,
    /// How to optimize the meshes of new models. By default, everything is optimized.
    pub optimization: Optimization,
    /// If a mesh has no normals, triangles are shaded smooth up to this angle, in degrees from 0 to 180. By default,
    /// they are shaded flat, as glTF requires.
    pub smooth: Option<f32>,
    /// Which meshes of a new Urho3D model should get tangents if they have none. By default, this is done for meshes
    /// with a normal map.
    pub tangents: Tangents,
    /// How much memory may be used for unpacked vertices, indices and keys: [`Limits::max_expanded_bytes`]. The default
    /// is 1 GiB.
    pub limits: Limits,
}

/// Which files in a project may be replaced by new files.
#[derive(Clone, Copy, Debug, Default)]
pub enum Replaces<'o> {
    /// No files.
    #[default]
    Nothing,
    /// These resources, in lower case, because they belong to the file that is replaced.
    Owned(&'o HashSet<String>),
    /// All files. Use this if you check for existing files yourself when you write.
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
    /// Returns the default options for files that are written to a project.
    pub fn in_project(project: &'o dyn ResourceLoader) -> Self {
        Self { project: Some(project), ..Self::default() }
    }

    /// Returns whether a resource exists in the project.
    pub fn exists(&self, name: &str) -> bool {
        self.project.is_some_and(|project| matches!(project.find(&[name]), Ok(Some(_))))
    }

    /// Returns whether a resource exists in a folder of the project that must not be written to.
    pub fn is_elsewhere(&self, name: &str) -> bool {
        self.project.is_some_and(|project| project.is_elsewhere(name))
    }

    /// Returns why an existing resource must not be changed, or `None` if it may be. Only ask for edited resources,
    /// because this may search the whole project.
    pub fn protection(&self, name: &str) -> Option<Protection> {
        let project = self.project?;
        if project.is_elsewhere(name) {
            return Some(Protection::Elsewhere);
        }
        project.other_user(name).map(Protection::UsedBy)
    }

    /// Returns whether a resource exists in the project with other content, so that a new file must not replace it.
    pub fn is_other(&self, name: &str, bytes: &[u8]) -> bool {
        let is_other =
            || self.project.is_some_and(|project| crate::resources::has_other(project, name, bytes, self.limits));
        match self.replaces {
            Replaces::Nothing => is_other(),
            Replaces::Owned(owned) => {
                let is_owned = owned.contains(&name.to_lowercase());
                is_other() && (!is_owned || self.protection(name).is_some())
            }
            Replaces::All => false,
        }
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
