//! Reads the files of the project that a scene uses, to compare the scene with them.

use std::collections::HashMap;

use asset_scene::{Id, Mesh, Node, Scene, Skin};
use binio::Limits;
use scene_adapter::ShowOptions;
use scene_adapter::same::{self, Drawn, Match, SkinOf};
use scene_adapter::sub_scene::Bones;
use urho_mdl::Model;

use super::models::{finest, levels_of};
use super::parts::stem;

/// A model in the project.
#[derive(Debug)]
pub(super) struct ProjectModel {
    pub(super) model: Model<'static>,
    /// The scene of the model.
    pub(super) scene: Scene<'static>,
    groups: Vec<Id<Node>>,
    /// The nodes by name. If a name isn't unique, this is the first node.
    nodes: HashMap<String, Id<Node>>,
}

/// A mesh, as a node shows it.
#[derive(Clone, Copy)]
pub(super) struct Shown<'n> {
    pub(super) mesh: Id<Mesh>,
    pub(super) node: &'n Node,
    pub(super) bones: Option<&'n Bones>,
    /// Whether the model will get all of these bones if animations move them, and not only those in its skin.
    pub(super) is_first: bool,
}

/// The result when a scene node is compared with a model.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing was edited.
    Same(Divided),
    /// This part was edited.
    Edited(&'static str),
}

/// How a mesh in the scene is divided into primitives.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Divided {
    /// Like the model. This has the geometry for each primitive.
    Into(Vec<usize>),
    /// In another way than the model.
    Otherwise,
}

impl ProjectModel {
    /// Reads a model.
    pub(super) fn read(name: &str, bytes: &[u8], limits: Limits) -> Result<Self, String> {
        let model = Model::parse(bytes).map_err(|error| error.to_string())?.into_owned();
        let mut options = ShowOptions::default();
        options.limits = limits;
        let (scene, _) = crate::to_scene(&model, stem(name), &options).map_err(|error| error.to_string())?;
        let scene = scene.into_owned();
        let groups = finest(&scene);
        let nodes = scene.nodes.enumerate().rev().map(|(id, node)| (node.name.clone(), id)).collect();
        Ok(Self { model, scene, groups, nodes })
    }

    /// Returns the node with this name.
    pub(super) fn node(&self, name: &str) -> Option<&Node> {
        self.nodes.get(name).map(|id| &self.scene[*id])
    }

    pub(super) fn geometries(&self) -> usize {
        self.model.geometries.len()
    }

    /// Returns whether the model has no bones and morphs, so that nothing is missing if it is shown without these.
    pub(super) fn is_still(&self) -> bool {
        self.model.skeleton.bones.is_empty() && self.model.morphs.is_empty()
    }

    /// Compares what a scene node shows. Set `moves` if bones and morphs are shown.
    pub(super) fn compare(&self, scene: &Scene<'_>, shown: Shown<'_>, moves: bool) -> Verdict {
        let alone: Vec<Vec<Id<Node>>> =
            if moves { self.groups.iter().map(|group| vec![*group]).collect() } else { vec![self.groups.clone()] };
        let Some((divided, group)) = alone.iter().find_map(|groups| {
            let divided = self.shows(groups, scene, shown, moves)?;
            Some((divided, groups.first().copied()))
        }) else {
            return Verdict::Edited("mesh");
        };
        let skin = group.and_then(|group| self.scene[group].skin).filter(|_| moves);
        match shown.node.skin.zip(skin) {
            Some((own, skin)) if !same::skins(SkinOf::new(scene, own), SkinOf::new(&self.scene, skin)) => {
                Verdict::Edited("skeleton")
            }
            _ => Verdict::Same(divided),
        }
    }

    /// Returns how a node shows these groups of the model, or `None` if it doesn't in all levels of detail.
    fn shows(&self, groups: &[Id<Node>], scene: &Scene<'_>, shown: Shown<'_>, moves: bool) -> Option<Divided> {
        let coarser = shown.node.lods.iter().filter_map(|lod| scene[lod.node].mesh);
        let own: Vec<Id<Mesh>> = std::iter::once(shown.mesh).chain(coarser).collect();
        let skin = groups.iter().find_map(|group| self.scene[*group].skin).filter(|_| shown.node.skin.is_some());
        let theirs = levels_of(&self.scene, groups);
        // Programs that don't know levels of detail leave them out.
        if own.len() > 1 && own.len() != theirs.len() {
            return None;
        }
        let space = shown
            .node
            .skin
            .zip(skin)
            .and_then(|(own, skin)| same::space(SkinOf::new(scene, own), SkinOf::new(&self.scene, skin)));
        let mut divided = Divided::Otherwise;
        for (level, (mesh, (meshes, _))) in own.iter().zip(&theirs).enumerate() {
            let own = Drawn::of_mesh_in(space, scene, *mesh, shown.node.skin, moves);
            let (numbers, theirs) = self.parts(meshes, skin, moves);
            let found = same::drawn(&own, &theirs)?;
            if level == 0 {
                divided = divided_as(&own, &found, &numbers);
            }
        }
        Some(divided)
    }

    /// Returns what meshes draw, with the geometry for each primitive, in the same order as when they are shown.
    fn parts(&self, meshes: &[Id<Mesh>], skin: Option<Id<Skin>>, moves: bool) -> (Vec<usize>, Vec<Drawn>) {
        let mut parts: Vec<(usize, Drawn)> = Vec::new();
        for mesh in meshes {
            let primitives = &self.scene[*mesh].primitives;
            let geometry = |drawn: &Drawn| {
                let material = primitives.get(drawn.primitive).and_then(|primitive| primitive.material);
                material.map_or(0, Id::index)
            };
            let drawn = Drawn::of_mesh(&self.scene, *mesh, skin, moves);
            parts.extend(drawn.into_iter().map(|drawn| (geometry(&drawn), drawn)));
        }
        parts.sort_by_key(|(geometry, _)| *geometry);
        parts.into_iter().unzip()
    }
}

/// Returns how a mesh is divided. `numbers` has the geometry of each primitive of the model.
fn divided_as(own: &[Drawn], found: &Match, numbers: &[usize]) -> Divided {
    let Match::Primitives(places) = found else { return Divided::Otherwise };
    let count = own.iter().map(|drawn| drawn.primitive.saturating_add(1)).max().unwrap_or(0);
    // Empty primitives belong to no geometry.
    let mut geometries = vec![usize::MAX; count];
    for (drawn, place) in own.iter().zip(places) {
        let slot = geometries.get_mut(drawn.primitive).zip(numbers.get(*place));
        if let Some((slot, geometry)) = slot {
            *slot = *geometry;
        }
    }
    Divided::Into(geometries)
}
