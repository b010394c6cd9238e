//! The folder that a conversion writes to, as a resource folder.

use std::path::Path;
#[cfg(feature = "fs")]
use std::sync::PoisonError;

use super::{ResourceError, Resources, Root, layout};

impl Resources {
    /// Returns the resources of a conversion that writes to `folder`: this folder, then the other folders and packages of the project that it is in.
    ///
    /// # Errors
    /// An I/O error of the folder.
    pub(crate) fn of_output(folder: &Path) -> Result<Self, ResourceError> {
        let mut resources = Self { is_output: true, ..Self::new().folder(folder)? };
        // A project that can't be read completely has no other files.
        let Ok(project) = Self::around(folder) else { return Ok(resources) };
        let own = resources.roots.first().and_then(|root| layout::normal(&root.path));
        let is_other = |root: &Root| layout::normal(&root.path) != own;
        resources.rules = project.rules;
        resources.roots.extend(project.roots.into_iter().filter(is_other));
        Ok(resources)
    }

    /// Notes that a file was created in the first folder, so that searches find it without listing its folder again.
    #[cfg(feature = "fs")]
    pub(crate) fn created(&self, name: &str) {
        self.roots.iter().take(1).for_each(|root| root.files.created(name));
        *self.folders.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
