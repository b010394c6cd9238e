//! Finds files that nothing names.

use std::collections::BTreeSet;

use super::text::is_program;
use super::{FileId, Graph, LINK, Target, Use};
use crate::survey::Need;

/// Whether a file is used, and how.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Usage<'g> {
    /// No file names it.
    Unused,
    /// Only parts of names match it; this is one of them.
    Perhaps(Box<Use<'g>>),
    /// No file names it, but a program may still load it. Either no code was searched that names files with this
    /// extension, or it is an animation that is loaded by the name of its model.
    Unnamed,
    /// Another file uses it, or the engine loads it by itself.
    Used,
}

impl Graph {
    /// Returns whether a file is used. `need` says what must use the file to make it useful, so you should only call
    /// this for files that have a need.
    pub fn usage_of(&self, file: FileId, need: Need) -> Usage<'_> {
        match self.usage(file) {
            Usage::Unused if need == Need::Program && (!self.is_loaded_kind(file) || self.goes_by_model(file)) => {
                Usage::Unnamed
            }
            usage => usage,
        }
    }

    /// Returns whether other files or parts of names use a file, whatever its format is. See
    /// [`usage_of`](Self::usage_of).
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

    /// Checks whether a file is an animation whose name begins with the name of a model in the same folder.
    fn goes_by_model(&self, file: FileId) -> bool {
        let Some(stem) = self.names.lower(file).strip_suffix(".ani") else { return false };
        let ends = stem.match_indices('_').map(|(end, _)| end).chain([stem.len()]);
        let mut models = ends.filter_map(|end| stem.get(..end)).filter(|model| !model.ends_with('/'));
        models.any(|model| !self.names.exact(&format!("{model}.mdl")).is_empty())
    }

    /// Checks whether the scripts or code that were searched name any file with this extension. If they do, the code
    /// that loads such files is known.
    fn is_loaded_kind(&self, file: FileId) -> bool {
        extension(self.names.lower(file)).is_some_and(|extension| self.loaded.contains(extension))
    }

    /// Returns the extensions of the files that scripts and code name, in whole or in part.
    pub(super) fn loaded_extensions(&self) -> BTreeSet<String> {
        let is_program = |file: FileId| self.names.get(file).is_some_and(|file| is_program(&file.path));
        let programs = self.names.iter().map(|(id, _)| id).filter(|id| is_program(*id));
        let target =
            |one: Use<'_>| if let Target::File(file) = one.target { Some(self.names.lower(file)) } else { None };
        let whole = programs.flat_map(|id| self.uses(id)).filter_map(target).filter_map(extension);
        let parts = self.parts.iter().filter(|part| is_program(part.from));
        let parts = parts.filter_map(|part| extension(self.patterns.get(part.pattern as usize)?.end()));
        whole.chain(parts).map(str::to_owned).collect()
    }

    /// Checks whether a file names this file. Links don't count.
    fn is_named(&self, file: FileId) -> bool {
        self.named_users(file).any(|user| user.kind != LINK)
    }

    /// Checks whether a link to this file is used: either it is a direct link, or the folder is linked and another file
    /// uses the name below this link.
    pub(crate) fn has_used_link(&self, file: FileId) -> bool {
        let is_used = |link: &Use<'_>| {
            let below = || self.names.at_path(&link.from.path).is_some_and(|id| self.users(id).next().is_some());
            link.from.path.is_symlink() || below()
        };
        self.named_users(file).any(|user| user.kind == LINK && is_used(&user))
    }

    /// Checks whether a file belongs to the engine, and is in its folder `CoreData`.
    fn is_of_engine(&self, file: FileId) -> bool {
        self.names.get(file).is_some_and(|file| {
            scene_urho::is_engine_file(&file.name) && file.path.iter().any(|part| part == "CoreData")
        })
    }
}

/// Returns the extension of a name in lower case.
fn extension(name: &str) -> Option<&str> {
    name.rsplit('/').next()?.rsplit_once('.').map(|(_, extension)| extension)
}
