//! Uses the output folder of a conversion as a resource folder.

use std::path::Path;
#[cfg(feature = "fs")]
use std::sync::PoisonError;

use super::{ResourceError, Resources, Root, resource_folders};

impl Resources {
    /// Returns the resources for a conversion that writes to `folder`. These are this folder, and then the other
    /// folders and packages in the same project.
    ///
    /// # Errors
    /// Returns an I/O error if the folder can't be read.
    pub fn of_output(folder: &Path) -> Result<Self, ResourceError> {
        let mut resources = Self { is_output: true, ..Self::new().folder(folder)? };
        // A project that can't be read completely has no other files.
        let Ok(project) = Self::around(folder) else { return Ok(resources) };
        let output = resources.roots.first().and_then(|root| resource_folders::normal(&root.path));
        let is_other = |root: &Root| resource_folders::normal(&root.path) != output;
        resources.rules = project.rules;
        resources.roots.extend(project.roots.into_iter().filter(is_other));
        Ok(resources)
    }

    /// Adds a file that was just created in the first folder, so that a search will find it without listing the folder
    /// again.
    #[cfg(feature = "fs")]
    pub fn created(&self, name: &str) {
        self.roots.iter().take(1).for_each(|root| root.files.created(name));
        *self.folders.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
