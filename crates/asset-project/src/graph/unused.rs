//! Files that nothing names.

use super::{FileId, Graph, LINK, Use};

/// Whether and how a file is used.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Usage<'g> {
    /// No file names it.
    Unused,
    /// Only parts of names fit it: this is one of them.
    Perhaps(Box<Use<'g>>),
    /// Another file uses it, or it is one of the files that the engine loads by itself.
    Used,
}

impl Graph {
    /// Returns whether a file is used. Files that nobody needs to name, such as scenes and scripts, are never of interest here: see
    /// [`needs_user`](crate::survey::needs_user).
    pub fn usage(&self, file: FileId) -> Usage<'_> {
        // A link is only another name of its file.
        if self.names.is_link(file) || self.is_of_engine(file) || self.is_named(file) || self.has_used_link(file) {
            return Usage::Used;
        }
        // The longest pattern says most. If there is none, only the file's own text fits it.
        match self.longest_part(file) {
            Some(user) => Usage::Perhaps(Box::new(user)),
            None => Usage::Unused,
        }
    }

    /// Whether a file names another one, links aside.
    fn is_named(&self, file: FileId) -> bool {
        self.named_users(file).any(|user| user.kind != LINK)
    }

    /// Whether a link leads to a file, or a folder that contains it is linked and a file names it below the link.
    pub(crate) fn has_used_link(&self, file: FileId) -> bool {
        let is_used = |link: &Use<'_>| {
            let below = || self.names.at_path(&link.from.path).is_some_and(|id| self.users(id).next().is_some());
            link.from.path.is_symlink() || below()
        };
        self.named_users(file).any(|user| user.kind == LINK && is_used(&user))
    }

    /// Whether a file is the engine's own, in its folder `CoreData`.
    fn is_of_engine(&self, file: FileId) -> bool {
        self.names.get(file).is_some_and(|file| {
            scene_urho::is_engine_file(&file.name) && file.path.iter().any(|part| part == "CoreData")
        })
    }
}
