//! Lists the names of all resources, or of those in a folder.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use super::{Resources, plain};

/// The file names in each folder. The key is the folder in lower case.
pub(super) type FolderNames = HashMap<String, Arc<[String]>>;

impl Resources {
    /// Returns the names of all files that `accept` returns true for, in all folders and packages. They are sorted, and
    /// each name is returned only once. Links to folders are not followed, and no more than 100 000 files are listed in
    /// each folder.
    pub fn names(&self, accept: &dyn Fn(&str) -> bool) -> Vec<String> {
        let mut names: Vec<String> = self.roots.iter().flat_map(|root| root.names(accept)).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Returns the names of the files in a folder, sorted. Subfolders are not included.
    pub(super) fn files_in(&self, folder: &str) -> Arc<[String]> {
        self.folders().get(&plain(folder).to_ascii_lowercase()).cloned().unwrap_or_default()
    }

    /// Lists all folders at once, because each model in a project can ask for several.
    fn folders(&self) -> Arc<FolderNames> {
        let mut known = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        known.get_or_insert_with(|| Arc::new(self.list_folders())).clone()
    }

    fn list_folders(&self) -> FolderNames {
        let mut folders = HashMap::<String, Vec<String>>::new();
        for name in self.names(&|_| true) {
            let (folder, file) = name.rsplit_once('/').unwrap_or(("", &name));
            folders.entry(folder.to_ascii_lowercase()).or_default().push(file.to_owned());
        }
        folders.into_iter().map(|(folder, files)| (folder, files.into())).collect()
    }
}
