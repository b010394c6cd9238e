//! Recognizes texts that are a single name.

use std::collections::HashSet;

use crate::graph::{Certainty, FileId, Graph, normal};

/// Decides which texts are the name of a file, so that no part of them is taken for another name.
pub(super) struct Whole<'g> {
    graph: &'g Graph,
    /// The references that the file format defines, in lower case.
    certain: HashSet<String>,
    /// The folder that contains the file, ending with `/`.
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

    /// Returns whether the whole text is the name of a file.
    pub(super) fn is_name(&self, text: &str) -> bool {
        let lower = normal(text);
        let exists = |name: &str| !self.graph.files().named(name).is_empty();
        let below_root = || self.graph.files().below_root(&lower).is_some_and(exists);
        self.certain.contains(&lower) || exists(&lower) || exists(&format!("{}{lower}", self.folder)) || below_root()
    }
}
