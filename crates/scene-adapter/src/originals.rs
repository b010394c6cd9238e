//! The documents that the nodes of a scene come from: the one that is edited, and others whose nodes were copied into the
//! scene.

use std::collections::HashMap;
use std::sync::Arc;

use asset_scene::{Id, Node, Scene, Source};
use binio::Findings;

use crate::kinds;

/// Which part of a document a scene node shows. Adapters implement this for what they store in the sources of nodes.
pub trait PartKey: Sized {
    /// Reads the key of a scene node.
    fn of(node: &Node) -> Option<Self>;

    /// Returns the [sum](asset_scene::sum) of the document, or `None` if the node is only known by the nodes above it.
    fn document(&self) -> Option<&str>;

    /// Changes the numbers of all parts in the key. Returns `None` if the function returns `None`.
    fn renumbered(self, number: &dyn Fn(usize) -> Option<usize>) -> Option<Self>;

    /// Returns the source to store in a scene node.
    fn source(&self) -> Arc<Source<'static>>;
}

/// How the part numbers of a document become numbers in the list of all parts: first those of the document that is
/// edited, then those of the others.
#[derive(Clone, Debug)]
pub enum Numbers {
    /// The numbers stay, because this document is edited.
    Edited,
    /// The document is a former version of the edited document. For each part, this is its new number. A part that can't
    /// be identified has none.
    Former(Vec<Option<usize>>),
    /// The parts of another document begin here.
    From(usize),
}

/// The numbers of all documents at hand, by the sum of the document.
#[derive(Clone, Debug, Default)]
pub struct Renumbering {
    documents: HashMap<String, Numbers>,
    /// Nodes of documents that aren't at hand.
    unknown: Vec<Id<Node>>,
}

impl Renumbering {
    /// Returns whether a document is known.
    pub fn has(&self, sum: &str) -> bool {
        self.documents.contains_key(sum)
    }

    /// Adds a document.
    pub fn add(&mut self, sum: String, numbers: Numbers) {
        self.documents.entry(sum).or_insert(numbers);
    }

    /// Changes the keys of all nodes, so that they refer to the list of all parts. Nodes of unknown documents lose their
    /// keys. Returns `None` if nothing has to be changed.
    pub fn apply<'s, K: PartKey>(&mut self, scene: &'s Scene<'s>) -> Option<Scene<'s>> {
        let mut changed: Option<Scene<'s>> = None;
        for (id, node) in scene.nodes.enumerate() {
            let Some(key) = K::of(node) else { continue };
            let Some(document) = key.document() else { continue };
            let key = match self.documents.get(document) {
                Some(Numbers::Edited) => continue,
                Some(Numbers::Former(numbers)) => key.renumbered(&|number| numbers.get(number).copied().flatten()),
                Some(Numbers::From(first)) => key.renumbered(&|number| first.checked_add(number)),
                None => None,
            };
            if key.is_none() {
                self.unknown.push(id);
            }
            let changed = changed.get_or_insert_with(|| scene.borrowed());
            changed[id].source = key.map(|key| key.source());
        }
        changed
    }

    /// Reports nodes of unknown documents, unless they got another source since, because they were identified by name.
    pub fn tell_unknown(&self, scene: &Scene<'_>, findings: &mut Findings) {
        let nodes = self.unknown.iter().filter_map(|id| scene.nodes.get(*id));
        let names: Vec<&str> = nodes.filter(|node| node.source.is_none()).map(|node| node.name.as_str()).collect();
        if let Some(first) = names.first() {
            let message = format!(
                "come from a file that isn't at hand, so what glTF can't show of them is lost: {}, the first is {first:?}",
                names.len()
            );
            findings.loss(kinds::PART_NOT_WRITTEN, "nodes", message);
        }
    }
}
