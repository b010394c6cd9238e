//! Shows prefabs in scenes and in other prefabs.

use std::rc::Rc;

use asset_scene::{Error, Id, Node};
use binio::Path;
use urho_scene::{Document, Scene};

use super::{Below, Export};
use crate::kinds;
use crate::level::parts;
use crate::level::prefab::{part_of, path_of};

/// How deep prefabs may be nested to be shown.
const MAX_PREFABS: usize = 16;

impl Export<'_, '_> {
    /// Shows the prefab that a component uses, below the node of the component.
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
        let Some(file) = self.prefab_part(&name, &path_of(component), &path) else { return Ok(()) };
        if !self.take_prefab(&file, &path)? {
            return Ok(());
        }
        chain.push(name);
        self.level(&file, Below::Prefab(place, number), chain)?;
        chain.pop();
        Ok(())
    }

    /// Returns the part of a prefab that a component shows. Each file is only read once.
    fn prefab_part(&mut self, name: &str, part: &str, path: &Path) -> Option<Rc<Scene<'static>>> {
        let key = (name.to_owned(), part.to_owned());
        if let Some(known) = self.prefab_parts.get(&key) {
            return known.clone();
        }
        let file = self.prefab_file(name, path);
        let shown = file.map(|file| Rc::new(part_of(&file, part)));
        self.prefab_parts.insert(key, shown.clone());
        shown
    }

    fn prefab_file(&mut self, name: &str, path: &Path) -> Option<Rc<Scene<'static>>> {
        if let Some(known) = self.prefabs.get(name) {
            return known.clone();
        }
        let bytes = self.resources.read(name);
        let scene = bytes.and_then(|bytes| {
            let document = Document::parse(&bytes).map_err(|error| error.to_string())?;
            Ok(document.scene().into_owned())
        });
        let scene =
            scene.map_err(|why| self.findings.warning(kinds::PREFAB_UNAVAILABLE, path.clone(), why)).ok().map(Rc::new);
        self.prefabs.insert(name.to_owned(), scene.clone());
        scene
    }
}
