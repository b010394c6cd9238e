//! Protects the files of a project that others use, when an edited scene or model is written over its original.

use scene_adapter::ResourceLoader;

pub(crate) use users::Users;

/// The target project of a conversion. A file in it is protected if something else than the output uses it.
pub(crate) struct InPlace<'p> {
    pub(crate) project: &'p dyn ResourceLoader,
    pub(crate) users: &'p Users,
    /// The resource name of the output.
    pub(crate) output: &'p str,
    pub(crate) roots: Vec<std::path::PathBuf>,
}

impl ResourceLoader for InPlace<'_> {
    fn below(&self) -> Option<&dyn ResourceLoader> {
        Some(self.project)
    }

    fn other_user(&self, name: &str) -> Option<String> {
        self.users.other(name, self.output, &self.roots)
    }
}

#[cfg(feature = "fs")]
mod users {
    use std::collections::HashSet;
    use std::path::PathBuf;
    use std::sync::{Arc, OnceLock};

    use asset_refs::graph::{Certainty, FileId, Graph, Use};

    /// Extensions of programs. They name the files that they load, and other texts can be mere lists.
    const PROGRAMS: [&str; 10] = ["as", "c", "cc", "cpp", "cs", "h", "hpp", "js", "lua", "py"];

    /// Who uses the files of a project. It is only read if somebody asks, and once for all conversions with the same
    /// options.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct Users(Arc<OnceLock<Option<Graph>>>);

    impl Users {
        /// Returns the path of a file that uses a resource and doesn't belong to the output. A file belongs to the output
        /// if only the output uses it, or only files that belong to the output.
        pub(super) fn other(&self, name: &str, output: &str, roots: &[PathBuf]) -> Option<String> {
            let graph = self.0.get_or_init(|| Graph::read(roots).ok()).as_ref()?;
            let outputs = graph.find(output);
            if name.eq_ignore_ascii_case(output) {
                return None;
            }
            let direct: Vec<FileId> = graph.find(name).into_iter().flat_map(|file| users(graph, file)).collect();
            let other = direct.into_iter().find(|user| !belongs(graph, *user, &outputs))?;
            graph.files().get(other).map(|file| file.name.clone())
        }
    }

    /// Returns whether a file is the output, or is only used by the output.
    fn belongs(graph: &Graph, file: FileId, outputs: &[FileId]) -> bool {
        let (mut open, mut seen) = (vec![file], HashSet::from([file]));
        while let Some(file) = open.pop() {
            if outputs.contains(&file) {
                continue;
            }
            let users = users(graph, file);
            if users.is_empty() {
                return false;
            }
            open.extend(users.into_iter().filter(|user| seen.insert(*user)));
        }
        true
    }

    /// Returns the other files that use a file for sure.
    fn users(graph: &Graph, file: FileId) -> Vec<FileId> {
        let is_sure = |one: &Use<'_>| match one.certainty {
            Certainty::Certain => true,
            Certainty::Literal => {
                let extension = one.from.path.extension().and_then(|extension| extension.to_str());
                extension.is_some_and(|own| PROGRAMS.iter().any(|known| own.eq_ignore_ascii_case(known)))
            }
            _ => false,
        };
        let sure = graph.users(file).filter(is_sure);
        sure.filter_map(|one| graph.files().at_path(&one.from.path)).filter(|user| *user != file).collect()
    }
}

#[cfg(not(feature = "fs"))]
mod users {
    use std::path::PathBuf;

    /// A host without files has no project whose users could be searched.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct Users;

    impl Users {
        #[allow(clippy::unused_self)]
        pub(super) fn other(&self, _: &str, _: &str, _: &[PathBuf]) -> Option<String> {
            None
        }
    }
}
