//! Opens the files in a project, together with everything that belongs to them.

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Project;
use crate::convert::{ConvertOptions, Converted, Input, animations_beside, matches_model_name};
use crate::{Asset, Error, Format, Resources, SideFile};

/// A document in a project, together with its path. When you convert it, its materials and textures, the side file, and
/// the animations beside it are found by this path.
///
/// You can use it like an [`Asset`], too: `opened.validate()`, `opened.format()`.
#[derive(Debug)]
pub struct Opened {
    project: Project,
    path: PathBuf,
    asset: Asset<'static>,
}

/// An animation beside a model.
struct Animation {
    name: String,
    asset: Asset<'static>,
    side: Option<SideFile>,
}

impl Project {
    /// Returns the project that a file or folder belongs to. Use this when you don't know the resource folders; see
    /// [`Resources::around`].
    ///
    /// ```no_run
    /// use asset_project::Project;
    /// use asset_project::convert::Overwrite;
    /// let path = "Data/Models/Jack.mdl";
    /// Project::around(path)?.open(path)?.to_glb()?.write_below("out", Overwrite::Never)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`Resources::around`].
    pub fn around(path: impl AsRef<Path>) -> Result<Self, crate::ResourceError> {
        Ok(Self { resources: Some(Arc::new(Resources::around(path)?)), ..Self::default() })
    }

    /// Opens a file in the project. You can pass a path, or a resource name such as `Models/Jack.mdl`, which is then
    /// searched in the folders of the project.
    ///
    /// # Errors
    /// Returns an error if there is no such file, or any other I/O error. See [`Asset::parse`] for the others.
    pub fn open(&self, path: impl AsRef<Path>) -> Result<Opened, Error> {
        let path = self.path_of(path.as_ref())?;
        let bytes = || crate::stream::read_file(&path);
        let asset = if self.drivers.is_empty() {
            crate::open(&path)?
        } else {
            self.parse(&bytes()?, Some(&path))?.into_owned()
        };
        Ok(Opened { project: self.clone(), path, asset })
    }

    /// Returns the path itself if the file exists. If it doesn't, returns the path of the resource with this name.
    fn path_of(&self, path: &Path) -> Result<PathBuf, Error> {
        let name = path.to_str().filter(|_| !path.is_file());
        let Some((resources, name)) = self.resources.as_ref().zip(name) else { return Ok(path.to_path_buf()) };
        let resource = resources.find(name).map_err(|error| Error::Refused(error.to_string()))?;
        Ok(resource.map_or_else(|| path.to_path_buf(), |resource| resource.path))
    }
}

impl Opened {
    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Converts the document to a single glTF, including materials, textures and animations. The file is named after
    /// the document, for example `Jack.glb`.
    ///
    /// # Errors
    /// See [`convert`](Self::convert).
    pub fn to_glb(&self) -> Result<Converted, Error> {
        self.convert(&format!("{}.glb", stem(&self.path)), &ConvertOptions::default())
    }

    /// Converts the document to the file `output`. The extension selects the format. This uses the side file and the
    /// resources of the project, unless you set others in the options. A glTF will also contain the animations beside
    /// the document. Nothing is written to disk.
    ///
    /// # Errors
    /// See [`Project::convert`].
    pub fn convert(&self, output: &str, options: &ConvertOptions) -> Result<Converted, Error> {
        let mut options = options.clone();
        options.resources = options.resources.or_else(|| self.project.resources.clone());
        let resource = options.resources.as_ref().and_then(|resources| resources.name_of(&self.path));
        let is_gltf = self.project.output_format_for_path(output)?.is_gltf();
        let animations = if is_gltf { self.animations() } else { Vec::new() };
        let (name, side) = (stem(&self.path), self.asset.side_file(&self.path));
        let mut inputs = vec![Input::new(&name, &self.asset).resource(resource.as_deref()).side(side.as_ref())];
        inputs.extend(animations.iter().map(|one| Input::beside(&one.name, &one.asset).side(one.side.as_ref())));
        self.project.convert(&inputs, output, &options)
    }

    /// Returns the animations that are named after an Urho3D model. Files that can't be opened are left out, because
    /// nobody has asked for them.
    fn animations(&self) -> Vec<Animation> {
        if self.asset.format() != Format::URHO_MDL {
            return Vec::new();
        }
        let model = stem(&self.path);
        let paths = animations_beside(&self.path, |name| matches_model_name(name, &model));
        let open = |path: PathBuf| {
            let asset = crate::open(&path).ok().filter(|asset| asset.format().is_urho_animation())?;
            Some(Animation { name: stem(&path), side: asset.side_file(&path), asset })
        };
        paths.into_iter().filter_map(open).collect()
    }
}

impl Deref for Opened {
    type Target = Asset<'static>;

    fn deref(&self) -> &Self::Target {
        &self.asset
    }
}

impl DerefMut for Opened {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.asset
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
