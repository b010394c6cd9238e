//! Prefabs inside of scenes and of prefabs.

mod edits;
mod pairs;

use std::collections::HashMap;
use std::rc::Rc;

use asset_scene::{Error, Id, Node};
use binio::Path;
use urho_scene::Document;

pub(super) use edits::Around;

use super::export::{Below, Export, has_own_node};
use super::parts;
use crate::kinds;

/// How deep prefabs nest that are shown.
const MAX_PREFABS: usize = 16;

impl Export<'_, '_> {
    /// Shows the prefab that a component names below its node.
    pub(super) fn prefab(
        &mut self,
        place: Id<Node>,
        number: usize,
        component: &urho_scene::Component<'_>,
        chain: &mut Vec<String>,
    ) -> Result<(), Error> {
        let Some(name) = parts::resource(component, "Prefab") else { return Ok(()) };
        let path = Path::from("prefab").name(name.as_bytes());
        if chain.contains(&name) {
            self.findings.warning(kinds::PREFAB_RECURSION, path, "contains itself; not shown there");
            return Ok(());
        }
        if chain.len() >= MAX_PREFABS {
            self.findings.warning(
                kinds::PREFAB_TOO_DEEP,
                path,
                format!("is nested deeper than {MAX_PREFABS} prefabs; not shown"),
            );
            return Ok(());
        }
        let Some(document) = self.prefab_file(&name, &path) else { return Ok(()) };
        let file = document.scene();
        if self.scene.nodes.len().saturating_add(file.nodes.len()) > self.max_nodes {
            self.findings.warning(
                kinds::TOO_MANY_NODES,
                path,
                format!("makes more than {} nodes; not shown", self.max_nodes),
            );
            return Ok(());
        }
        let file = part_of(&file, &path_of(component));
        chain.push(name);
        self.level(&file, Below::Prefab(place, number), chain)?;
        chain.pop();
        Ok(())
    }

    fn prefab_file(&mut self, name: &str, path: &Path) -> Option<Rc<Document<'static>>> {
        if let Some(known) = self.prefabs.get(name) {
            return known.clone();
        }
        let bytes = self.resources.read(name);
        let document = bytes
            .and_then(|bytes| Document::parse(&bytes).map(Document::into_owned).map_err(|error| error.to_string()));
        let document = document
            .map_err(|why| self.findings.warning(kinds::PREFAB_UNAVAILABLE, path.clone(), why))
            .ok()
            .map(Rc::new);
        self.prefabs.insert(name.to_owned(), document.clone());
        document
    }
}

/// Returns the path of the node in its prefab that a component shows; empty for the prefab's root.
fn path_of(component: &urho_scene::Component<'_>) -> String {
    let path = component.get("Path");
    path.and_then(|value| value.as_name().map(|path| path.to_text().into_owned())).unwrap_or_default()
}

/// Returns the node of a prefab that is shown with all below it. A prefab of rbfx also contains nodes that only its preview shows.
fn top_of(file: &urho_scene::Scene<'_>, path: &str) -> Option<usize> {
    if has_own_node(file) { file.find(path) } else { file.find(&format!("#0/{path}")) }
}

/// Returns the part at a path inside of a prefab, as a prefab.
fn part_of<'a>(file: &urho_scene::Scene<'a>, path: &str) -> urho_scene::Scene<'a> {
    let outermost = usize::from(!has_own_node(file));
    let Some(top) = top_of(file, path) else {
        return urho_scene::Scene { nodes: Vec::new(), ..file.clone() };
    };
    let mut places: HashMap<usize, u32> = HashMap::new();
    let mut nodes: Vec<urho_scene::Node<'a>> = file.nodes.iter().take(outermost).cloned().collect();
    for (index, node) in file.nodes.iter().enumerate().skip(top) {
        let parent = node.parent.and_then(|parent| places.get(&(parent as usize)).copied());
        if index != top && parent.is_none() {
            continue;
        }
        let mut own = node.clone();
        own.parent = if index == top { (outermost == 1).then_some(0) } else { parent };
        places.insert(index, u32::try_from(nodes.len()).unwrap_or(u32::MAX));
        nodes.push(own);
    }
    urho_scene::Scene { nodes, ..*file }
}
