//! Lists the folders that a run writes to.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::beside::AnimationLists;
use crate::plan::Job;
use asset_project::Resources;
use asset_project::sources::lock;

/// The files that exist in the output folders. Each folder is listed only once; files that the run creates are added to
/// the list.
#[derive(Default)]
pub(crate) struct Outputs {
    folders: Mutex<HashMap<PathBuf, Option<Arc<Resources>>>>,
    animations: AnimationLists,
}

impl Outputs {
    /// Returns the resource folder that a job writes to, or `None` if there is none, or if it doesn't exist yet.
    pub(crate) fn of(&self, job: &Job) -> Option<Arc<Resources>> {
        if job.in_memory || !job.place.has_resources {
            return None;
        }
        let mut folders = lock(&self.folders);
        let known = folders.entry(job.folder().to_path_buf()).or_default();
        if known.is_none() {
            *known = job.place.resources().map(Arc::new);
        }
        known.clone()
    }

    /// Returns the animations next to the outputs.
    pub(crate) fn animations(&self) -> &AnimationLists {
        &self.animations
    }

    /// Adds a file that was just written.
    pub(crate) fn wrote(&self, path: &Path) {
        self.animations.created(path);
        let folders = lock(&self.folders);
        for above in path.ancestors() {
            let Some(Some(resources)) = folders.get(above) else { continue };
            let name = path.strip_prefix(above).ok().and_then(Path::to_str);
            name.into_iter().for_each(|name| resources.created(&name.replace(std::path::MAIN_SEPARATOR, "/")));
        }
    }
}
