//! Texts that are names as a whole.

use std::collections::HashSet;

use crate::graph::{Certainty, FileId, Graph, normal};

/// Tells which texts name a file as a whole, so that no part of them is a name.
pub(super) struct Whole<'g> {
    graph: &'g Graph,
    /// References of the file, which its format defines, in lower case.
    certain: HashSet<String>,
    /// Folder of the file, with `/` at its end.
    folder: String,
}

impl<'g> Whole<'g> {
    pub(super) fn of(graph: &'g Graph, id: FileId) -> Self {
        let certain = graph.uses(id).filter(|one| one.certainty == Certainty::Certain);
        let certain = certain.map(|one| normal(&one.name)).collect();
        let name = graph.files().get(id).map_or("", |file| &file.name);
        let folder = name.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        Self { graph, certain, folder }
    }

    /// Whether a text is the whole name of a file.
    pub(super) fn is_name(&self, text: &str) -> bool {
        let lower = normal(text);
        let exists = |name: &str| !self.graph.files().named(name).is_empty();
        let below_root = || self.graph.files().below_root(&lower).is_some_and(exists);
        self.certain.contains(&lower) || exists(&lower) || exists(&format!("{}{lower}", self.folder)) || below_root()
    }
}
