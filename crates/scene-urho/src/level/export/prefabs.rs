//! Prefabs inside of scenes and of prefabs.

use std::rc::Rc;

use asset_scene::{Error, Id, Node};
use binio::Path;
use urho_scene::Document;

use super::{Below, Export};
use crate::kinds;
use crate::level::parts;
use crate::level::prefab::{part_of, path_of};

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
