//! Models that a scene refers to: each is read once, and its arrays are in the scene once.

mod animations;

use std::collections::{HashMap, HashSet};

use asset_scene::{AnimationId, Error, Id, LodLevel, Material, Mesh, Node, Primitive, Scene, Semantic, Skin};
use binio::{Budget, Limits, Path};
use scene_adapter::scene_merge::SceneMerge;
use scene_adapter::{ResourceReader, ShowOptions};
use urho_mdl::Model;
use urho_scene::{Component, Place};

use super::export::{Export, Level};
use super::parts;
use super::stored::{Made, NodeLayout};
use crate::export::RIGID_SUFFIX;
use crate::kinds;
use crate::look::{ColorSpace, MaterialExport, load};

/// Content of one node: a mesh, and the meshes of coarser levels with their distances.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) finest: Id<Mesh>,
    pub(super) coarser: Vec<(Id<Mesh>, Option<f32>)>,
}

/// A model that was read.
struct Loaded {
    graft: SceneMerge,
    bones: usize,
    animations: HashMap<String, Option<AnimationId>>,
}

/// Which mesh is meant: the model, its materials, and whether it moves with bones, as which of its groups.
type Key = (usize, Vec<Option<usize>>, Option<usize>);

/// All models.
pub(super) struct Models {
    limits: Limits,
    budget: Budget,
    loaded: Vec<Loaded>,
    by_name: HashMap<String, Option<usize>>,
    shown: HashMap<Key, Option<Shown>>,
    materials: HashMap<String, Id<Material>>,
    order: Vec<String>,
    plain: Option<Id<Material>>,
    animations: HashMap<String, AnimationId>,
}

impl Models {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            limits,
            budget: limits.budget(),
            loaded: Vec::new(),
            by_name: HashMap::new(),
            shown: HashMap::new(),
            materials: HashMap::new(),
            order: Vec::new(),
            plain: None,
            animations: HashMap::new(),
        }
    }

    pub(super) fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    /// Returns the material of a file; without a file, the engine's default material.
    pub(super) fn material(&mut self, name: Option<&str>, scene: &mut Scene<'_>) -> Id<Material> {
        let Some(name) = name else {
            return *self.plain.get_or_insert_with(|| scene.materials.push(Material::named("Default")));
        };
        if let Some(known) = self.materials.get(name) {
            return *known;
        }
        let file = name.rsplit('/').next().unwrap_or(name);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let id = scene.materials.push(Material::named(stem));
        self.materials.insert(name.to_owned(), id);
        self.order.push(name.to_owned());
        id
    }

    /// Gives all materials the looks of their files.
    pub(super) fn looks(&self, scene: &mut Scene<'static>, resources: &mut ResourceReader<'_>, textures: bool) {
        let mut looks = MaterialExport::new(ColorSpace::default());
        for name in &self.order {
            if let Some(id) = self.materials.get(name) {
                load::material(name, *id, scene, &mut looks, resources, textures);
            }
        }
    }

    /// A mesh of the scene for meshes of a model.
    fn mesh(
        &mut self,
        model: usize,
        meshes: &[Id<Mesh>],
        (materials, moves): (&[Id<Material>], bool),
        scene: &mut Scene<'static>,
    ) -> Option<Id<Mesh>> {
        let all: Vec<Mesh> = {
            let own = &self.loaded.get(model)?.graft.scene;
            meshes.iter().filter_map(|mesh| own.meshes.get(*mesh)).cloned().collect()
        };
        let Loaded { graft, bones, .. } = self.loaded.get(model)?;
        let name = all.first()?.name.clone();
        // Skinned and rigid parts only have separate names if they are shown separately.
        let name = if moves && *bones > 0 { name } else { without_part(name, &graft.scene.name) };
        let mut made = Mesh { name, ..Mesh::default() };
        if moves {
            let first = all.first()?;
            (made.morph_names, made.morph_weights) = (first.morph_names.clone(), first.morph_weights.clone());
        }
        let mut primitives: Vec<Primitive> = all.into_iter().flat_map(|mesh| mesh.primitives).collect();
        primitives.sort_by_key(|primitive| primitive.material.map(Id::index));
        for mut primitive in primitives {
            if !moves {
                let is_of_bones = |semantic: &Semantic| matches!(semantic, Semantic::Joints(_) | Semantic::Weights(_));
                primitive.attributes.retain(|attribute| !is_of_bones(&attribute.semantic));
                primitive.targets.clear();
            }
            if let Some(loaded) = self.loaded.get_mut(model) {
                loaded.graft.primitive(&mut primitive, scene);
            }
            let geometry = primitive.material.map_or(0, Id::index);
            primitive.material = materials.get(geometry).copied();
            made.primitives.push(primitive);
        }
        Some(scene.meshes.push(made))
    }

    /// The meshes of groups of a model: of bones or not, each level of detail.
    fn levels(
        &mut self,
        model: usize,
        groups: &[Id<Node>],
        how: (&[Id<Material>], bool),
        scene: &mut Scene<'static>,
    ) -> Option<Shown> {
        let levels = levels_of(&self.loaded.get(model)?.graft.scene, groups);
        let mut made = Vec::with_capacity(levels.len());
        for (meshes, distance) in levels {
            made.push((self.mesh(model, &meshes, how, scene)?, distance));
        }
        let mut made = made.into_iter();
        let (finest, _) = made.next()?;
        Some(Shown { finest, coarser: made.collect() })
    }
}

/// Removes the suffix of rigid parts from the mesh name of the model `stem`. The model's own name is kept, even if it contains the suffix.
fn without_part(name: String, stem: &str) -> String {
    let level = name.strip_prefix(stem).and_then(|rest| rest.strip_prefix(RIGID_SUFFIX));
    level.map(|level| format!("{stem}{level}")).unwrap_or(name)
}

impl Export<'_, '_> {
    /// The model that a component names.
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

    /// The materials of a component's geometries.
    fn materials(&mut self, model: usize, component: &Component<'_>) -> Vec<Id<Material>> {
        let names = parts::resources(component, "Material");
        let count = self.models.loaded.get(model).map_or(0, |loaded| loaded.graft.scene.materials.len());
        let names = (0..count).map(|geometry| names.get(geometry).cloned().flatten());
        let names: Vec<Option<String>> = names.collect();
        names.iter().map(|name| self.models.material(name.as_deref(), &mut self.scene)).collect()
    }

    /// Returns the rigid content of a component.
    pub(super) fn shown(
        &mut self,
        component: &Component<'_>,
        moves: bool,
        path: &Path,
    ) -> Result<Option<Shown>, Error> {
        let Some((model, _)) = self.model(component, path)? else { return Ok(None) };
        let materials = self.materials(model, component);
        let groups = self.models.loaded.get(model).map(|loaded| finest(&loaded.graft.scene)).unwrap_or_default();
        Ok(self.group_of(model, &groups, &materials, moves.then_some(usize::MAX)))
    }

    /// Returns the group of a model with materials; skinned groups are identified by the number of their first member.
    fn group_of(
        &mut self,
        model: usize,
        groups: &[Id<Node>],
        materials: &[Id<Material>],
        moving: Option<usize>,
    ) -> Option<Shown> {
        let key = (model, materials.iter().map(|material| Some(material.index())).collect(), moving);
        if let Some(known) = self.models.shown.get(&key) {
            return known.clone();
        }
        let shown = self.models.levels(model, groups, (materials, moving.is_some()), &mut self.scene);
        self.models.shown.insert(key, shown.clone());
        shown
    }

    /// Shows something at a node, or below it if it shows something else already. Returns the node that shows it.
    pub(super) fn show(
        &mut self,
        place: Id<Node>,
        shown: &Shown,
        made: Made,
        component: Option<usize>,
        inside: bool,
    ) -> Id<Node> {
        let is_free = self.scene[place].mesh.is_none();
        let made = if inside { Made::Prefab } else { made };
        let at = if is_free {
            place
        } else {
            let name = self.scene[shown.finest].name.clone();
            let source = NodeLayout::made(made, component).source();
            self.scene.nodes.push(Node { name, parent: Some(place), source, ..Node::default() })
        };
        self.scene[at].mesh = Some(shown.finest);
        for (mesh, distance) in &shown.coarser {
            let (name, transform) = (self.scene[*mesh].name.clone(), self.scene[at].transform);
            let source = NodeLayout::made(Made::Lod, component).source();
            let level = Node { name, transform, mesh: Some(*mesh), source, ..Node::default() };
            let node = self.scene.nodes.push(level);
            self.scene[at].lods.push(LodLevel { node, distance: *distance });
        }
        at
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
        let Some((groups, bones)) =
            self.models.loaded.get(model).map(|loaded| (finest(&loaded.graft.scene), loaded.bones))
        else {
            return Ok(());
        };
        let mut moved = if bones > 0 { self.bones(level, (index, number), model, place) } else { HashMap::new() };
        let skin = self.skin(model, &moved);
        for (order, group) in groups.iter().enumerate() {
            let is_bound =
                self.models.loaded.get(model).is_some_and(|loaded| loaded.graft.scene[*group].skin.is_some());
            let Some(shown) = self.group_of(model, &[*group], &materials, Some(order)) else { continue };
            let node = match skin.filter(|_| is_bound) {
                Some(skin) => self.show_bound(&shown, skin, number, level.inside),
                None => self.show(place, &shown, Made::Mesh, Some(number), level.inside),
            };
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

    /// A skinned mesh. Returns its node, which has an identity transform.
    fn show_bound(&mut self, shown: &Shown, skin: Id<Skin>, component: usize, inside: bool) -> Id<Node> {
        let made = if inside { Made::Prefab } else { Made::Mesh };
        let mut node = |mesh: Id<Mesh>, made: Made| {
            let (name, source) = (self.scene[mesh].name.clone(), NodeLayout::made(made, Some(component)).source());
            self.scene.nodes.push(Node { name, mesh: Some(mesh), skin: Some(skin), source, ..Node::default() })
        };
        let at = node(shown.finest, made);
        let lods = shown.coarser.iter().map(|(mesh, distance)| {
            let node = node(*mesh, Made::Lod);
            LodLevel { node, distance: *distance }
        });
        let lods = lods.collect();
        self.scene[at].lods = lods;
        at
    }

    /// Returns the nodes of a model's bones: existing nodes of the file with the same name, or new descendants of the model's node.
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
            let source = NodeLayout::made(made, Some(number)).source();
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

    /// The nodes of the file below one by their names, the first of each.
    fn below(&mut self, level: &Level<'_, '_>, index: usize) -> HashMap<String, Id<Node>> {
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

/// The meshes of groups of a model in each level of detail, and the distance of each level.
pub(super) fn levels_of(own: &Scene<'_>, groups: &[Id<Node>]) -> Vec<(Vec<Id<Mesh>>, Option<f32>)> {
    let nodes: Vec<&Node> = groups.iter().filter_map(|group| own.nodes.get(*group)).collect();
    let mesh_of = |node: Id<Node>| own.nodes.get(node).and_then(|node| node.mesh);
    let mut levels: Vec<(Vec<Id<Mesh>>, Option<f32>)> = Vec::new();
    levels.push((nodes.iter().filter_map(|node| node.mesh).collect(), None));
    for level in 0..nodes.iter().map(|node| node.lods.len()).max().unwrap_or(0) {
        let at = |node: &Node| node.lods.get(level).or(node.lods.last()).map(|lod| lod.node);
        let meshes = nodes.iter().filter_map(|node| at(node).map_or(node.mesh, mesh_of)).collect();
        let distance = nodes.iter().find_map(|node| node.lods.get(level)?.distance);
        levels.push((meshes, distance));
    }
    levels
}

/// The nodes of a model that show its meshes, the finest levels alone.
pub(super) fn finest(scene: &Scene<'_>) -> Vec<Id<Node>> {
    let coarse = scene.lod_nodes();
    let shown = scene.nodes.enumerate().filter(|(id, node)| node.mesh.is_some() && !coarse[*id]);
    shown.map(|(id, _)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_suffix_of_the_part_is_removed() {
        for (name, stem, expected) in [
            ("Box rigid", "Box", "Box"),
            ("Box rigid_LOD1", "Box", "Box_LOD1"),
            ("Box", "Box", "Box"),
            ("Big rigid box", "Big rigid box", "Big rigid box"),
            ("Big rigid box rigid", "Big rigid box", "Big rigid box"),
            ("Big rigid box_LOD1", "Big rigid box", "Big rigid box_LOD1"),
        ] {
            assert_eq!(without_part(name.to_owned(), stem), expected);
        }
    }
}
