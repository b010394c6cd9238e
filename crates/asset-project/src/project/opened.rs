//! Opens the files in a project, together with everything that belongs to them.

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use asset_formats::{Asset, Error};

use super::Project;
use crate::Resources;

/// A document in a project, together with its path. When you convert it with the crate
/// `asset-convert`, its materials and textures, the side file, and the animations beside it are found by this path.
///
/// You can use it like an [`Asset`], too: `opened.validate()`, `opened.format()`.
#[derive(Debug)]
pub struct Opened {
    project: Project,
    path: PathBuf,
    asset: Asset<'static>,
}

impl Project {
    /// Returns the project that a file or folder belongs to. Use this when you don't know the resource folders; see
    /// [`Resources::around`].
    ///
    /// ```no_run
    /// use asset_project::Project;
    /// let model = Project::around("Data/Models/Jack.mdl")?.open("Models/Jack.mdl")?;
    /// println!("{}, {} findings", model.format(), model.validate().len());
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
        let bytes = || asset_formats::read_file(&path);
        let asset = if self.drivers.is_empty() {
            asset_formats::open(&path)?
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

    /// Returns the project.
    pub fn project(&self) -> &Project {
        &self.project
    }

    /// Returns the file name without its extension.
    pub fn stem(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
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
