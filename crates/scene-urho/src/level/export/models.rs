//! Shows models at the nodes that use them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use asset_scene::{Error, Id, LodLevel, Material, Mesh, Node, Skin, Source};
use binio::Path;
use scene_adapter::ShowOptions;
use scene_adapter::scene_merge::SceneMerge;
use urho_mdl::Model;
use urho_scene::{Component, Place};

use super::{Export, Level};
use crate::kinds;
use crate::level::models::{Key, Loaded, Shown, finest};
use crate::level::parts;
use crate::level::stored::{Made, NodeKey};
use crate::weights;
use scene_adapter::originals::PartKey;

impl Export<'_, '_> {
    /// Returns the model that a component uses.
    fn model(&mut self, component: &Component<'_>, path: &Path) -> Result<Option<(usize, String)>, Error> {
        let Some(name) = parts::resource(component, "Model") else { return Ok(None) };
        if let Some(known) = self.models.by_name.get(&name) {
            return Ok(known.map(|model| (model, name)));
        }
        let loaded = self.load(&name, path)?;
        let number = loaded.map(|loaded| {
            self.models.loaded.push(loaded);
            self.models.loaded.len().saturating_sub(1)
        });
        self.models.by_name.insert(name.clone(), number);
        Ok(number.map(|number| (number, name)))
    }

    fn load(&mut self, name: &str, path: &Path) -> Result<Option<Loaded>, Error> {
        let path = path.clone().name(name.as_bytes());
        let bytes = match self.resources.read(name) {
            Ok(bytes) => bytes,
            Err(why) => {
                self.findings.warning(kinds::MODEL_UNAVAILABLE, path, format!("no model: {why}"));
                return Ok(None);
            }
        };
        let model = match Model::parse(&bytes) {
            Ok(model) => model,
            Err(error) => {
                self.findings.warning(kinds::MODEL_UNAVAILABLE, path, format!("no model: {error}"));
                return Ok(None);
            }
        };
        let file = name.rsplit('/').next().unwrap_or(name);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let mut options = ShowOptions::default();
        options.limits = self.models.limits;
        let (mut scene, found) = crate::to_scene(&model, stem, &options)?;
        scene.source = None;
        let bones = model.skeleton.bones.len();
        self.findings.extend(found.into_iter().map(|finding| {
            let mut finding = finding.inside(Path::from("model").name(name.as_bytes()));
            // It is in the model, which stays as it is.
            finding.is_loss = false;
            finding
        }));
        let scene = scene.into_owned();
        Ok(Some(Loaded { graft: SceneMerge::new(scene), bones, animations: HashMap::new() }))
    }

    /// Returns the materials for the geometries of a component.
    fn materials(&mut self, model: usize, component: &Component<'_>) -> Vec<Id<Material>> {
        let names = parts::resources(component, "Material");
        let count = self.models.loaded.get(model).map_or(0, |loaded| loaded.graft.scene.materials.len());
        let names = (0..count).map(|geometry| names.get(geometry).cloned().flatten());
        let names: Vec<Option<String>> = names.collect();
        names.iter().map(|name| self.models.material(name.as_deref(), &mut self.scene)).collect()
    }

    /// Returns what a component shows, without bones.
    pub(super) fn shown(
        &mut self,
        component: &Component<'_>,
        moves: bool,
        path: &Path,
    ) -> Result<Option<Shown>, Error> {
        let Some((model, _)) = self.model(component, path)? else { return Ok(None) };
        let materials = self.materials(model, component);
        let groups = self.models.loaded.get(model).map(|loaded| finest(&loaded.graft.scene)).unwrap_or_default();
        let key = Key { model, materials, moving: moves.then_some(usize::MAX), weights: Vec::new() };
        Ok(self.group_of(key, &groups))
    }

    /// Returns a model with these materials. If it has a skin, only the group given by its first member is included.
    fn group_of(&mut self, key: Key, groups: &[Id<Node>]) -> Option<Shown> {
        if let Some(known) = self.models.shown.get(&key) {
            return known.clone();
        }
        let shown = self.models.levels(&key, groups, &mut self.scene);
        self.models.shown.insert(key, shown.clone());
        shown
    }

    /// Shows something at a node. If the node already shows something else, this adds a child. Returns the node that
    /// was used.
    pub(super) fn show(
        &mut self,
        level: &mut Level<'_, '_>,
        place: Id<Node>,
        shown: &Shown,
        (made, component): (Made, Option<(usize, usize)>),
        path: &Path,
    ) -> Result<Id<Node>, Error> {
        let is_free = self.scene[place].mesh.is_none();
        let at = if is_free {
            place
        } else {
            let name = self.scene[shown.finest].name.clone();
            let source = match component {
                Some(at) => level.view(at, made, &name),
                None => Some(NodeKey::made(if level.inside { Made::Prefab } else { made }, None).source()),
            };
            self.scene.nodes.push(Node { name, parent: Some(place), source, ..Node::default() })
        };
        self.scene[at].mesh = Some(shown.finest);
        if shown.coarser.is_empty() || !self.take_model(shown.coarser.len(), path)? {
            return Ok(at);
        }
        let source = Some(NodeKey::made(Made::Lod, component.map(|(_, number)| number)).source());
        for (mesh, distance) in &shown.coarser {
            let (name, transform) = (self.scene[*mesh].name.clone(), self.scene[at].transform);
            let source = source.clone();
            let level = Node { name, transform, mesh: Some(*mesh), source, ..Node::default() };
            let node = self.scene.nodes.push(level);
            self.scene[at].lods.push(LodLevel { node, distance: *distance });
        }
        Ok(at)
    }

    pub(super) fn animated_model(
        &mut self,
        level: &mut Level<'_, '_>,
        (index, number): (usize, usize),
        component: &Component<'_>,
    ) -> Result<(), Error> {
        let path = Place::node(index).component(number).path();
        let Some(place) = level.nodes.get(index).copied().flatten() else { return Ok(()) };
        let Some((model, _)) = self.model(component, &path)? else { return Ok(()) };
        let materials = self.materials(model, component);
        let Some(loaded) = self.models.loaded.get(model) else { return Ok(()) };
        let (groups, bones, count) = (finest(&loaded.graft.scene), loaded.bones, loaded.graft.scene.nodes.len());
        if !self.take_model(count, &path)? {
            return Ok(());
        }
        let mut moved = if bones > 0 { self.bones(level, (index, number), model, place) } else { HashMap::new() };
        let skin = self.skin(model, &moved);
        let weights = weights::stored_bytes(component);
        for (order, group) in groups.iter().enumerate() {
            let is_bound =
                self.models.loaded.get(model).is_some_and(|loaded| loaded.graft.scene[*group].skin.is_some());
            let (materials, weights) = (materials.clone(), weights.clone());
            let key = Key { model, materials, moving: Some(order), weights };
            let Some(shown) = self.group_of(key, &[*group]) else { continue };
            let node = match skin.filter(|_| is_bound) {
                Some(skin) => self.show_bound(level, &shown, skin, (index, number)),
                None => self.show(level, place, &shown, (Made::Mesh, Some((index, number))), &path)?,
            };
            self.cast(component, node, place);
            if node == place {
                level.keep(index, |layout| layout.mesh = Some(number));
            }
            // Animations move its morphs there.
            moved.insert(*group, node);
        }
        for name in level.animations.get(&index).cloned().unwrap_or_default() {
            self.animate(model, &name, &moved);
        }
        self.animate_morphs(model, &component.animations, &moved);
        Ok(())
    }

    /// Adds a skinned mesh. Returns its node, which has no transform.
    fn show_bound(&mut self, level: &mut Level<'_, '_>, shown: &Shown, skin: Id<Skin>, at: (usize, usize)) -> Id<Node> {
        let finest = level.view(at, Made::Mesh, &self.scene[shown.finest].name);
        let coarser = Some(NodeKey::made(Made::Lod, Some(at.1)).source());
        let mut node = |mesh: Id<Mesh>, source: Option<Arc<Source<'static>>>| {
            let name = self.scene[mesh].name.clone();
            self.scene.nodes.push(Node { name, mesh: Some(mesh), skin: Some(skin), source, ..Node::default() })
        };
        let at = node(shown.finest, finest);
        let lods = shown.coarser.iter().map(|(mesh, distance)| {
            let node = node(*mesh, coarser.clone());
            LodLevel { node, distance: *distance }
        });
        let lods = lods.collect();
        self.scene[at].lods = lods;
        at
    }

    /// Returns the nodes for the bones of a model. If the file has a node with the bone's name, this node is used;
    /// otherwise the bone is added below the node of the model.
    fn bones(
        &mut self,
        level: &Level<'_, '_>,
        (index, number): (usize, usize),
        model: usize,
        place: Id<Node>,
    ) -> HashMap<Id<Node>, Id<Node>> {
        let named = self.below(level, index);
        let Some(loaded) = self.models.loaded.get(model) else { return HashMap::new() };
        let own = &loaded.graft.scene;
        let skeleton: HashSet<usize> =
            own.skins.iter().flat_map(|skin| &skin.joints).map(|joint| joint.index()).collect();
        let mut nodes = HashMap::new();
        let made = if level.inside { Made::Prefab } else { Made::Bone };
        // All bones share it.
        let source = Some(NodeKey::made(made, Some(number)).source());
        for bone in own.hierarchy().depth_first().iter().copied().map(Id::new) {
            let Some(node) = own.nodes.get(bone) else { continue };
            let is_above = node.mesh.is_none() && node.parent.is_none();
            if !skeleton.contains(&bone.index()) && !is_above {
                continue;
            }
            if let Some(known) = named.get(&node.name).filter(|_| skeleton.contains(&bone.index())) {
                nodes.insert(bone, *known);
                continue;
            }
            let parent = node.parent.and_then(|parent| nodes.get(&parent).copied()).unwrap_or(place);
            let source = source.clone();
            let bare = Node {
                name: node.name.clone(),
                parent: Some(parent),
                transform: node.transform,
                source,
                ..Node::default()
            };
            nodes.insert(bone, self.scene.nodes.push(bare));
        }
        nodes
    }

    /// Returns the nodes below a node in the file by name. If a name isn't unique, this is the first node.
    pub(super) fn below(&mut self, level: &Level<'_, '_>, index: usize) -> HashMap<String, Id<Node>> {
        let mut named = HashMap::new();
        let mut open: Vec<u32> = level.children.of(index).iter().rev().copied().collect();
        while let Some(next) = open.pop() {
            let Some(left) = self.visits.checked_sub(1) else {
                self.findings.warning(
                    kinds::TOO_MANY_NODES,
                    Place::node(index).path(),
                    "too many nodes to look for bones among them",
                );
                break;
            };
            self.visits = left;
            let at = next as usize;
            if let (Some(node), Some(Some(own))) = (level.file.nodes.get(at), level.nodes.get(at)) {
                named.entry(parts::name(node)).or_insert(*own);
            }
            open.extend(level.children.of(at).iter().rev());
        }
        named
    }

    fn skin(&mut self, model: usize, joints: &HashMap<Id<Node>, Id<Node>>) -> Option<Id<Skin>> {
        let own = self.models.loaded.get(model)?.graft.scene.skins.first()?;
        let joints: Option<Vec<Id<Node>>> = own.joints.iter().map(|joint| joints.get(joint).copied()).collect();
        let skin = Skin { joints: joints?, root: None, ..own.clone() };
        Some(self.scene.skins.push(skin))
    }
}
