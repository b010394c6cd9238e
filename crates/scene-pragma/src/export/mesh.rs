//! Shows sub meshes as primitives, and mesh groups as nodes.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use asset_scene::{
    Array, Attribute, Component, Error, Id, LodLevel, Material, Mesh, Node, Primitive, Scene, Semantic, Skin, Topology,
    Transform, escape_name,
};
use binio::{Budget, Findings, Path};
use pragma_asset::udm::{Array as Stored, Type};
use pragma_asset::{Mesh as SubMesh, MeshGroup, Model, Pose};

use super::morph::{self, Key, Morphs, Target};
use crate::bones::{self, Bones, ROOT};
use crate::bulk::{Bulk, unpacked};
use crate::fault::{counts, readable, spend};
use crate::kinds;
use crate::sub_mesh::ShownSubMesh;
use crate::{ALPHA, METRES_PER_UNIT, vertex, weights};

/// Builds the meshes of a model.
pub(crate) struct Builder<'b, 'm> {
    pub(crate) model: &'m Model<'m>,
    pub(crate) bones: &'b Bones,
    pub(crate) scene: &'b mut Scene<'m>,
    pub(crate) findings: &'b mut Findings,
    pub(crate) budget: &'b mut Budget,
    pub(crate) morphs: &'b Morphs<'m>,
    pub(crate) shown: Vec<ShownSubMesh>,
    /// For each mesh, the vertex animation frames that its morph targets come from.
    keys: Vec<Vec<Key>>,
    /// The material names in the model, escaped.
    names: Vec<String>,
    /// For each skin, the material for each index that a sub mesh can have.
    looks: Vec<Vec<u32>>,
    materials: HashMap<u32, Option<Id<Material>>>,
    /// By name.
    named: HashMap<String, Id<Material>>,
    /// By the pose of the sub meshes, as bits.
    skins: HashMap<[u32; 10], Id<Skin>>,
}

/// A sub mesh that can be shown.
struct Shown {
    primitive: Primitive,
    targets: Vec<Target>,
    layout: ShownSubMesh,
    is_skinned: bool,
    pose: Pose,
}

/// The sub meshes of a group that share a node.
struct Part {
    is_skinned: bool,
    pose: Pose,
    shown: Vec<Shown>,
}

/// A group, with the nodes for its parts.
struct Group {
    index: u32,
    name: String,
    nodes: Vec<Id<Node>>,
}

impl<'b, 'm> Builder<'b, 'm> {
    pub(crate) fn new(
        model: &'m Model<'m>,
        bones: &'b Bones,
        morphs: &'b Morphs<'m>,
        scene: &'b mut Scene<'m>,
        findings: &'b mut Findings,
        budget: &'b mut Budget,
    ) -> Self {
        Self {
            model,
            bones,
            scene,
            findings,
            budget,
            morphs,
            shown: Vec::new(),
            keys: Vec::new(),
            names: model.materials().iter().map(|name| escape_name(name)).collect(),
            looks: model.skins().into_iter().map(|skin| skin.materials).collect(),
            materials: HashMap::new(),
            named: HashMap::new(),
            skins: HashMap::new(),
        }
    }

    /// Adds everything that can be shown. Returns which sub meshes these are, and for each mesh, which frames its morph
    /// targets come from.
    pub(crate) fn build(mut self) -> Result<(Vec<ShownSubMesh>, Vec<Vec<Key>>), Error> {
        if self.has_variants() {
            self.scene.variants = (0..self.looks.len()).map(|skin| format!("skin{skin}")).collect();
        }
        let all = self.model.mesh_groups();
        let (visible, coarse) = roles(self.model);
        let names = counts(all.iter().map(|group| group.name.clone()));
        let mut groups = Vec::new();
        for group in &all {
            let path = || Path::from("mesh group").name(&group.name);
            if names.get(&group.name).is_some_and(|count| *count > 1) {
                self.findings.error(kinds::NAME_DUPLICATE, path(), "isn't shown: another group has its name");
                continue;
            }
            let is_coarse = coarse.contains(&group.index);
            let parts = self.parts(group)?;
            if !parts.is_empty() && !is_coarse && !visible.contains(&group.index) {
                self.findings.note(
                    kinds::BODY_GROUP_ONLY,
                    path(),
                    "is shown, though in the engine only if a body group chooses it",
                );
            }
            groups.push(self.add_group(group, parts, is_coarse)?);
        }
        self.add_lods(&groups, &coarse);
        Ok((self.shown, self.keys))
    }

    fn parts(&mut self, group: &MeshGroup<'m>) -> Result<Vec<Part>, Error> {
        let mut parts: Vec<Part> = Vec::new();
        for (mesh, sub_meshes) in group.meshes().iter().enumerate() {
            for (sub_mesh, stored) in sub_meshes.meshes().iter().enumerate() {
                let Some(shown) = self.sub_mesh(group, (mesh, sub_mesh), stored)? else { continue };
                let (is_skinned, pose) = (shown.is_skinned, shown.pose);
                match parts.iter_mut().find(|part| part.is_skinned == is_skinned && part.pose == pose) {
                    Some(part) => part.shown.push(shown),
                    None => parts.push(Part { is_skinned, pose, shown: vec![shown] }),
                }
            }
        }
        Ok(parts)
    }

    /// Adds a mesh and a node for each part.
    fn add_group(&mut self, group: &MeshGroup<'_>, parts: Vec<Part>, is_coarse: bool) -> Result<Group, Error> {
        let name = escape_name(&group.name);
        let mut nodes = Vec::new();
        for (number, part) in parts.into_iter().enumerate() {
            let name = if number == 0 { name.clone() } else { format!("{name} {}", number.saturating_add(1)) };
            let (is_skinned, pose) = (part.is_skinned, part.pose);
            let mesh = self.add_mesh(name.clone(), part.shown)?;
            let skin = if is_skinned { Some(self.skin(&pose)?) } else { None };
            nodes.push(self.scene.nodes.push(Node {
                name,
                // Joints take a skinned mesh with them, and those hang below the root.
                parent: (!is_skinned && !is_coarse).then_some(ROOT),
                transform: if is_skinned { Transform::IDENTITY } else { bones::transform(&pose) },
                mesh: Some(mesh),
                skin,
                ..Node::default()
            }));
        }
        Ok(Group { index: group.index, name, nodes })
    }

    fn add_mesh(&mut self, name: String, shown: Vec<Shown>) -> Result<Id<Mesh>, Error> {
        let number = self.scene.meshes.len();
        let (primitives, targets): (Vec<_>, Vec<_>) = shown
            .into_iter()
            .enumerate()
            .map(|(primitive, shown)| {
                self.shown.push(ShownSubMesh { place: (number, primitive), ..shown.layout });
                (shown.primitive, shown.targets)
            })
            .unzip();
        let mut made = Mesh { name, primitives, ..Mesh::default() };
        self.keys.push(morph::add(&mut made, targets, self.budget)?);
        Ok(self.scene.meshes.push(made))
    }

    /// Returns the skin to use for meshes with this pose. If there is none yet, this creates it.
    fn skin(&mut self, pose: &Pose) -> Result<Id<Skin>, Error> {
        let key = pose.to_stransform().map(f32::to_bits);
        if let Some(known) = self.skins.get(&key) {
            return Ok(*known);
        }
        spend(self.budget, self.bones.len(), size_of::<([f32; 16], usize)>(), Path::from("skin"))?;
        let skin = bones::add_skin(self.scene, self.bones, pose);
        self.skins.insert(key, skin);
        Ok(skin)
    }

    /// Adds coarser groups to the groups that they replace.
    fn add_lods(&mut self, groups: &[Group], coarse: &HashSet<u32>) {
        let mut lods = self.model.lods();
        lods.sort_by_key(|lod| lod.lod);
        let places: HashMap<u32, &Group> = groups.iter().rev().map(|group| (group.index, group)).collect();
        let find = |index: u32| places.get(&index).copied();
        for lod in &lods {
            for replacement in &lod.replacements {
                let Some((source, target)) = find(replacement.source).zip(find(replacement.target)) else { continue };
                let path = || Path::from([("lod", lod.lod as usize)]).name(source.name.as_bytes());
                if coarse.contains(&source.index) || !coarse.contains(&target.index) {
                    self.findings.loss(
                        kinds::LODS_LOST,
                        path(),
                        "isn't in the scene: a group is shown up close and far away",
                    );
                    continue;
                }
                if target.nodes.is_empty() {
                    self.findings.note(kinds::LOD_END, path(), "isn't in the scene: from there on nothing is shown");
                } else if source.nodes.len() != target.nodes.len() {
                    self.findings.loss(
                        kinds::LODS_LOST,
                        path(),
                        "isn't whole in the scene: the groups are made of different parts",
                    );
                }
                let distance = Some(lod.distance * METRES_PER_UNIT).filter(|distance| distance.is_finite());
                for (source, target) in source.nodes.iter().zip(&target.nodes) {
                    // Every level lists the replacements of all groups, also of unchanged ones.
                    if self.scene[*source].lods.last().is_some_and(|last| last.node == *target) {
                        continue;
                    }
                    self.scene[*source].lods.push(LodLevel { node: *target, distance });
                    // People and programs know them by such names.
                    let level = self.scene[*source].lods.len();
                    self.scene[*target].name = format!("{}_LOD{level}", self.scene[*source].name);
                }
            }
        }
    }

    fn of_name(&mut self, name: String) -> Id<Material> {
        let materials = &mut self.scene.materials;
        let new = |name: &String| materials.push(Material::named(name.clone()));
        *self.named.entry(name).or_insert_with_key(new)
    }

    /// Returns whether there is more than one skin.
    fn has_variants(&self) -> bool {
        self.looks.len() > 1
    }

    /// Returns the material name for an index in a skin. If the skin doesn't have it, skin 0 is used.
    fn name_in(&self, skin: usize, index: u32) -> Option<String> {
        let of = |skin: usize| self.looks.get(skin)?.get(index as usize).copied();
        self.names.get(of(skin).or_else(|| of(0))? as usize).cloned()
    }

    /// Returns the materials of a sub mesh in all skins, if there is more than one skin.
    fn variants(&mut self, stored: &SubMesh<'_>) -> Vec<(usize, Id<Material>)> {
        if !self.has_variants() {
            return Vec::new();
        }
        let index = stored.material_index();
        let named: Vec<(usize, String)> =
            (0..self.looks.len()).filter_map(|skin| Some((skin, self.name_in(skin, index)?))).collect();
        named.into_iter().map(|(skin, name)| (skin, self.of_name(name))).collect()
    }

    /// Returns the material of a sub mesh in the first skin.
    fn material(&mut self, stored: &SubMesh<'_>) -> Option<Id<Material>> {
        let index = stored.material_index();
        if let Some(known) = self.materials.get(&index) {
            return *known;
        }
        let material = self.name_in(0, index).map(|name| self.of_name(name));
        if material.is_none() {
            self.findings.warning(kinds::NO_MATERIAL, stored.path(), "the first skin has no material for it");
        }
        self.materials.insert(index, material);
        material
    }

    /// Returns the items in an array, or `None` if it is missing or broken.
    fn items(&mut self, stored: &SubMesh<'m>, bulk: Bulk) -> Result<Option<Cow<'m, Stored<'m>>>, Error> {
        let Some(array) = bulk.of(stored.element()) else { return Ok(None) };
        readable(array.unpack(self.budget), stored.path(), self.findings)
    }

    /// Returns a sub mesh if it can be shown.
    fn sub_mesh(
        &mut self,
        group: &MeshGroup<'_>,
        (mesh, sub_mesh): (usize, usize),
        stored: &SubMesh<'m>,
    ) -> Result<Option<Shown>, Error> {
        let (Some(vertices), Some(indices)) = (self.items(stored, Bulk::Vertices)?, self.items(stored, Bulk::Indices)?)
        else {
            return Ok(None);
        };
        let count = vertices.len();
        let (record, topology) = match (vertex::record(&vertices), stored.topology()) {
            (Some(record), Some(topology)) => (record, topology),
            (record, _) => {
                let why = match record {
                    None => "its vertices have no positions",
                    Some(_) => "a geometry type that isn't known",
                };
                self.findings.loss(kinds::MESH_NOT_SHOWN, stored.path(), format!("isn't shown: {why}"));
                return Ok(None);
            }
        };
        let Some(index_array) = self.indices(&indices, (topology, count), stored) else { return Ok(None) };
        let mut layout = ShownSubMesh {
            group: escape_name(&group.name),
            mesh,
            sub_mesh,
            place: (0, 0),
            vertices: count,
            lacks_tangents: false,
        };
        let material = self.material(stored);
        // A small file can have any number of sub meshes in any number of skins.
        let skins = if self.has_variants() { self.looks.len() } else { 0 };
        spend(self.budget, skins, 64, Path::from("skins"))?;
        let variants = self.variants(stored);
        let mut primitive = Primitive { topology, material, variants, ..Primitive::default() };
        primitive.indices = Some(self.scene.arrays.push(index_array));
        self.attributes(&mut primitive, &record, &vertices, &mut layout);
        let mut shown =
            Shown { primitive, targets: Vec::new(), layout, is_skinned: false, pose: bones::normalized(stored.pose()) };
        self.uv_sets(stored, &mut shown)?;
        self.weights(stored, &mut shown)?;
        self.alphas(stored, &mut shown)?;
        let id = (group.index, mesh as u32, sub_mesh as u32);
        shown.targets = self.morphs.targets(id, (self.scene, count), self.budget, self.findings)?;
        Ok(Some(shown))
    }

    /// Adds the vertex attributes of a record.
    fn attributes(
        &mut self,
        primitive: &mut Primitive,
        record: &vertex::Record,
        vertices: &Stored<'m>,
        layout: &mut ShownSubMesh,
    ) {
        for column in &record.columns {
            let array = column.array(unpacked(vertices), record.stride);
            if column.semantic == Semantic::Tangent {
                layout.lacks_tangents = vertex::has_no_direction(&array);
                if layout.lacks_tangents {
                    continue;
                }
            }
            self.add(primitive, column.semantic.clone(), array);
        }
    }

    fn add(&mut self, primitive: &mut Primitive, semantic: Semantic, array: Array<'static>) {
        let array = self.scene.arrays.push(array);
        primitive.attributes.push(Attribute { semantic, array });
    }

    fn indices(
        &mut self,
        indices: &Stored<'_>,
        (topology, vertices): (Topology, usize),
        stored: &SubMesh<'_>,
    ) -> Option<Array<'static>> {
        let component = match indices.item_type() {
            Type::U16 => Component::U16,
            Type::U32 | Type::I32 => Component::U32,
            _ => {
                self.findings.error(
                    kinds::MESH_NOT_SHOWN,
                    stored.path(),
                    "isn't shown: indices of another type than uint16 and uint32",
                );
                return None;
            }
        };
        let array = Array::from_bytes(component, 1, unpacked(indices).to_vec());
        let why = match (array.count, topology) {
            (0, _) => "isn't shown: it draws nothing",
            (count, Topology::Triangles) if count % 3 != 0 => "isn't shown: its last triangle isn't whole",
            (count, Topology::Lines) if count % 2 != 0 => "isn't shown: its last line isn't whole",
            _ if array.to_u32s()?.iter().any(|index| *index as usize >= vertices) => {
                "isn't shown: indices beyond its vertices"
            }
            _ => return Some(array),
        };
        if array.count == 0 {
            self.findings.note(kinds::MESH_NOT_SHOWN, stored.path(), why);
        } else {
            self.findings.warning(kinds::MESH_NOT_SHOWN, stored.path(), why);
        }
        None
    }

    fn uv_sets(&mut self, stored: &SubMesh<'m>, shown: &mut Shown) -> Result<(), Error> {
        let mut next = u32::from(shown.primitive.attribute(&Semantic::TexCoord(0)).is_some());
        for (set, name) in stored.uv_sets().iter().enumerate() {
            let Some(uvs) = self.items(stored, Bulk::UvSet(set))? else { continue };
            if uvs.item_type() != Type::VEC2 || uvs.len() != shown.layout.vertices {
                let path = stored.path().part("uv set").name(name);
                self.findings.loss(kinds::VERTEX_DATA_LOST, path, "isn't in the scene: not as many as vertices");
                continue;
            }
            let array = Array::from_bytes(Component::F32, 2, unpacked(&uvs).to_vec());
            self.add(&mut shown.primitive, Semantic::TexCoord(next), array);
            next = next.saturating_add(1);
        }
        Ok(())
    }

    fn alphas(&mut self, stored: &SubMesh<'m>, shown: &mut Shown) -> Result<(), Error> {
        let Some(alphas) = self.items(stored, Bulk::Alphas)? else { return Ok(()) };
        if alphas.item_type() == Type::VEC2 && alphas.len() == shown.layout.vertices {
            let array = Array::from_bytes(Component::F32, 2, unpacked(&alphas).to_vec());
            self.add(&mut shown.primitive, Semantic::Custom(ALPHA.to_owned()), array);
        } else {
            self.findings.loss(
                kinds::VERTEX_DATA_LOST,
                stored.path(),
                "its alphas aren't in the scene: not as many as vertices",
            );
        }
        Ok(())
    }

    fn weights(&mut self, stored: &SubMesh<'m>, shown: &mut Shown) -> Result<(), Error> {
        if self.bones.len() == 0 {
            return Ok(());
        }
        shown.is_skinned = self.weight_set(stored, Bulk::Weights, 0, shown)?;
        if shown.is_skinned {
            self.weight_set(stored, Bulk::ExtendedWeights, 1, shown)?;
        }
        Ok(())
    }

    /// Adds a set of weights. Returns `false` if there is none.
    fn weight_set(&mut self, stored: &SubMesh<'m>, bulk: Bulk, set: u32, shown: &mut Shown) -> Result<bool, Error> {
        let Some(array) = self.items(stored, bulk)? else { return Ok(false) };
        let record = weights::record(&array).filter(|_| array.len() == shown.layout.vertices);
        let Some(record) = record else {
            self.findings.loss(
                kinds::VERTEX_DATA_LOST,
                stored.path(),
                "its weights aren't in the scene: not as many as vertices",
            );
            return Ok(false);
        };
        let resolved = weights::resolve(unpacked(&array), record, self.bones);
        if resolved.astray > 0 {
            let message = format!("{} weights of bones that aren't there become 0", resolved.astray);
            self.findings.warning(kinds::WEIGHTS_OF_MISSING_BONES, stored.path(), message);
        }
        self.add(&mut shown.primitive, Semantic::Joints(set), resolved.joints);
        self.add(&mut shown.primitive, Semantic::Weights(set), resolved.weights);
        Ok(true)
    }
}

/// Returns the groups that are shown by default, and the groups that only replace others at a distance.
pub(crate) fn roles(model: &Model<'_>) -> (HashSet<u32>, HashSet<u32>) {
    let mut visible: HashSet<u32> = model.base_mesh_groups().into_iter().collect();
    let body_groups = model.body_groups();
    visible.extend(body_groups.iter().filter_map(|group| group.mesh_groups.first()));
    let chosen: HashSet<u32> = body_groups.iter().flat_map(|group| group.mesh_groups.iter().copied()).collect();
    let close = |index: &u32| visible.contains(index) || chosen.contains(index);
    let lods = model.lods();
    let targets = lods.iter().flat_map(|lod| &lod.replacements).map(|replacement| replacement.target);
    let coarse = targets.filter(|target| !close(target)).collect();
    if visible.is_empty() {
        visible = model.mesh_groups().iter().map(|group| group.index).collect();
    }
    (visible, coarse)
}
