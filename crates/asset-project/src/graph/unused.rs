//! Files that nothing names.

use super::{Certainty, FileId, Graph, Use};

/// Whether and how a file is used.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Usage<'g> {
    /// No file names it.
    Unused,
    /// Only parts of names fit it: this is one of them.
    Perhaps(Box<Use<'g>>),
    /// A file names it, or it belongs to the engine, whose program names it.
    Used,
}

impl Graph {
    /// Returns whether a file is used. Files that nobody needs to name, such as scenes and scripts, are never of interest here: see
    /// [`needs_user`](crate::survey::needs_user).
    pub fn usage(&self, file: FileId) -> Usage<'_> {
        match self.certainty(file) {
            _ if self.is_of_engine(file) => Usage::Used,
            None => Usage::Unused,
            // The longest pattern says most. If there is none, only the file's own text fits it.
            Some(Certainty::Perhaps) => match self.longest_part(file) {
                Some(user) => Usage::Perhaps(Box::new(user)),
                None => Usage::Unused,
            },
            Some(_) => Usage::Used,
        }
    }

    /// Whether a file is the engine's own, in its folder `CoreData`.
    fn is_of_engine(&self, file: FileId) -> bool {
        self.names.get(file).is_some_and(|file| {
            scene_urho::is_engine_file(&file.name) && file.path.iter().any(|part| part == "CoreData")
        })
    }
}
