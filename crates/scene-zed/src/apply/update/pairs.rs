//! Finds the mesh of the original for each mesh of the scene.

use std::collections::HashMap;

use asset_scene::appearance::Appearance;
use asset_scene::{Error, Id, Mesh, Scene};
use scene_adapter::ShowOptions;
use scene_adapter::same::{self, Drawn};
use zed_asset::Model;

use crate::export::{self, Shown, name_of};

/// Shows the original with the names that the scene has. Other programs give scenes names of their own, so the meshes say what the model was called.
pub(super) fn show<'m>(
    original: &'m Model<'_>,
    scene: &Scene<'_>,
    appearances: &[Appearance],
    options: &ShowOptions<'_>,
) -> Result<Shown<'m>, Error> {
    let is_shown = |name: &str| names(scene, appearances).any(|own| own == name || own == name_of(name, 1));
    let first = names(scene, appearances).next().unwrap_or_default();
    let stem =
        first.rsplit_once(' ').filter(|(_, number)| number.parse::<u32>().is_ok()).map_or(first, |(stem, _)| stem);
    let name = if is_shown(&scene.name) { scene.name.as_str() } else { stem };
    export::show(original, name, options)
}

fn names<'s>(scene: &'s Scene<'_>, appearances: &'s [Appearance]) -> impl Iterator<Item = &'s str> {
    let finest = || appearances.iter().filter_map(|appearance| appearance.levels.first());
    let nodes = finest().filter_map(|level| Some(scene[level.node?].name.as_str()));
    nodes.chain(finest().map(|level| scene[level.mesh].name.as_str()))
}

/// Returns the mesh of the original for each appearance, or `None` for a new one: by the name of the node, then of the mesh, then by content. If as
/// many are left on both sides, they were renamed.
pub(super) fn pairs(scene: &Scene<'_>, appearances: &[Appearance], shown: &Scene<'_>) -> Vec<Option<Id<Mesh>>> {
    let mut pairs = Pairs {
        found: vec![None; appearances.len()],
        open: shown.meshes.enumerate().map(|(id, mesh)| (mesh.name.clone(), id)).collect(),
    };
    let node = |appearance: &Appearance| Some(scene[appearance.levels.first()?.node?].name.clone());
    let mesh = |appearance: &Appearance| Some(scene[appearance.levels.first()?.mesh].name.clone());
    pairs.by_name(appearances, node);
    pairs.by_name(appearances, mesh);
    pairs.by_content(scene, appearances, shown);
    pairs.in_order();
    pairs.found
}

struct Pairs {
    found: Vec<Option<Id<Mesh>>>,
    open: HashMap<String, Id<Mesh>>,
}

impl Pairs {
    fn by_name(&mut self, appearances: &[Appearance], name: impl Fn(&Appearance) -> Option<String>) {
        for (appearance, found) in appearances.iter().zip(&mut self.found).filter(|(_, found)| found.is_none()) {
            *found = name(appearance).and_then(|name| self.open.remove(&name));
        }
    }

    fn by_content(&mut self, scene: &Scene<'_>, appearances: &[Appearance], shown: &Scene<'_>) {
        if self.open.is_empty() {
            return;
        }
        let size = |drawn: &[Drawn]| drawn.iter().map(Drawn::index_count).sum::<usize>();
        let mut open: HashMap<usize, Vec<(String, Vec<Drawn>)>> = HashMap::new();
        for (name, id) in self.sorted() {
            let drawn = Drawn::of_mesh(shown, id, None, false);
            open.entry(size(&drawn)).or_default().push((name, drawn));
        }
        for (appearance, found) in appearances.iter().zip(&mut self.found).filter(|(_, found)| found.is_none()) {
            let Some(level) = appearance.levels.first() else { continue };
            let drawn = Drawn::of_mesh(scene, level.mesh, None, false);
            let Some(alike) = open.get_mut(&size(&drawn)) else { continue };
            let Some(at) = alike.iter().position(|(_, before)| same::drawn(before, &drawn).is_some()) else { continue };
            *found = self.open.remove(&alike.remove(at).0);
        }
    }

    fn in_order(&mut self) {
        let left = self.found.iter().filter(|found| found.is_none()).count();
        if left != self.open.len() {
            return;
        }
        let open = self.sorted();
        self.found.iter_mut().filter(|found| found.is_none()).zip(open).for_each(|(found, (_, id))| *found = Some(id));
    }

    /// The meshes that are left, in the order of the file.
    fn sorted(&self) -> Vec<(String, Id<Mesh>)> {
        let mut open: Vec<(String, Id<Mesh>)> = self.open.iter().map(|(name, id)| (name.clone(), *id)).collect();
        open.sort_by_key(|(_, id)| id.index());
        open
    }
}
