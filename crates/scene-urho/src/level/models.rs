//! Loads the models that a scene uses. Each file is only read once, and its arrays will only be in the scene once.

use std::collections::{BTreeMap, HashMap, HashSet};

use asset_scene::{AnimationId, Id, Material, Mesh, Node, Primitive, Property, Scene, Semantic, SurfaceEffect};
use binio::{Budget, Limits};
use scene_adapter::ResourceReader;
use scene_adapter::scene_merge::SceneMerge;

use crate::export::RIGID_SUFFIX;
use crate::look::{ColorSpace, MaterialExport};
use crate::weights;

/// What a node shows: a mesh, and the meshes of coarser levels with their distances.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) finest: Id<Mesh>,
    pub(super) coarser: Vec<(Id<Mesh>, Option<f32>)>,
}

/// A model after it was read.
pub(super) struct Loaded {
    pub(super) graft: SceneMerge,
    pub(super) bones: usize,
    pub(super) animations: HashMap<String, Option<AnimationId>>,
}

/// Identifies a mesh.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) model: usize,
    pub(super) materials: Vec<Id<Material>>,
    /// If the mesh is moved by bones, the number of its group.
    pub(super) moving: Option<usize>,
    /// The default morph weights in the component.
    pub(super) weights: Vec<u8>,
}

/// All models.
pub(super) struct Models {
    pub(super) limits: Limits,
    budget: Budget,
    pub(super) loaded: Vec<Loaded>,
    pub(super) by_name: HashMap<String, Option<usize>>,
    pub(super) shown: HashMap<Key, Option<Shown>>,
    materials: HashMap<String, Id<Material>>,
    order: Vec<String>,
    plain: Option<Id<Material>>,
    pub(super) animations: HashMap<String, AnimationId>,
    /// For each animation file, the name and the bits of the length that are stored in it.
    pub(super) actions: HashMap<String, (String, u32)>,
    /// What each animation moves.
    pub(super) moved: HashSet<(AnimationId, Id<Node>, Property)>,
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
            actions: HashMap::new(),
            moved: HashSet::new(),
        }
    }

    pub(super) fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    /// Returns the material for a file. Without a file, this is the engine's default material.
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

    /// Makes all materials look like their files. Returns the properties that only pictures show, if `for_picture` is
    /// set.
    pub(super) fn looks(
        &self,
        scene: &mut Scene<'static>,
        resources: &mut ResourceReader<'_>,
        textures: bool,
        for_picture: bool,
    ) -> BTreeMap<Id<Material>, SurfaceEffect> {
        let mut looks = MaterialExport::new(ColorSpace::default());
        looks.effects = for_picture.then(BTreeMap::new);
        for name in &self.order {
            if let Some(id) = self.materials.get(name) {
                looks.load(name, *id, scene, resources, textures);
            }
        }
        looks.effects.unwrap_or_default()
    }

    /// Returns a mesh in the scene for these meshes of a model.
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

    /// Returns the meshes for groups in a model, for each level of detail. The groups can be moved by bones or not.
    pub(super) fn levels(&mut self, key: &Key, groups: &[Id<Node>], scene: &mut Scene<'static>) -> Option<Shown> {
        let (model, how) = (key.model, (key.materials.as_slice(), key.moving.is_some()));
        let levels = levels_of(&self.loaded.get(model)?.graft.scene, groups);
        let mut made = Vec::with_capacity(levels.len());
        for (meshes, distance) in levels {
            let id = self.mesh(model, &meshes, how, scene)?;
            let mesh = &mut scene[id];
            if !key.weights.is_empty() && !mesh.morph_names.is_empty() {
                mesh.morph_weights = weights::of_attribute(&key.weights);
                mesh.morph_weights.resize(mesh.morph_names.len(), 0.0);
            }
            made.push((id, distance));
        }
        let mut made = made.into_iter();
        let (finest, _) = made.next()?;
        Some(Shown { finest, coarser: made.collect() })
    }
}

/// Removes the suffix for rigid parts from the mesh name of the model `stem`. If the model's own name contains the
/// suffix, it is kept.
fn without_part(name: String, stem: &str) -> String {
    let level = name.strip_prefix(stem).and_then(|rest| rest.strip_prefix(RIGID_SUFFIX));
    level.map(|level| format!("{stem}{level}")).unwrap_or(name)
}

/// Returns the meshes for groups in a model, for each level of detail, with the distance.
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

/// Returns the nodes that show the meshes of a model, but only the finest levels.
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
