//! Loads the models that entities show. Each file is only read once, and its arrays will only be in the scene once.

#![allow(clippy::arithmetic_side_effects, reason = "floats")]

use std::collections::{HashMap, HashSet};

use asset_scene::{Array, ArrayId, Error, Id, Material, Mesh, Node, Scene, Semantic, Skin};
use binio::{Budget, Findings, Path};
use pragma_asset::{Model, Reference};
use scene_adapter::scene_merge::SceneMerge;

use super::Export;
use crate::export::Shown;
use crate::export::mesh::roles;
use crate::fault::spend;
use crate::kinds;
use crate::level::stored::{EntityKey, Made};
use crate::look::{MaterialExport, Rule};
use scene_adapter::originals::PartKey;

/// A model after it was read.
struct Loaded {
    graft: SceneMerge,
    /// For each of the model's materials, the material in the whole scene.
    materials: Vec<Id<Material>>,
    /// The nodes of the model that show something.
    shown: Vec<Id<Node>>,
    /// The bones and the node above them, parents first.
    bones: Vec<Id<Node>>,
    skins: usize,
    /// The meshes in the whole scene, by mesh of the model and skin number.
    meshes: HashMap<(Id<Mesh>, usize), Id<Mesh>>,
    /// The collision mesh in the whole scene, if the caller has asked for it.
    collision: Option<Id<Mesh>>,
}

/// All models.
#[derive(Default)]
pub(super) struct Models {
    loaded: Vec<Loaded>,
    by_name: HashMap<String, Option<usize>>,
    /// The materials by file name. If a material is missing, this is its own name.
    materials: HashMap<String, Id<Material>>,
    /// The materials that have a file.
    files: Vec<(Reference, Id<Material>)>,
    /// Whether no more models can be shown, because there are too many nodes.
    is_full: bool,
}

impl Export<'_, '_> {
    /// Shows a model below the node of an entity.
    pub(super) fn model(
        &mut self,
        (name, skin): (&str, usize),
        place: Id<Node>,
        entity: usize,
        path: &Path,
    ) -> Result<(), Error> {
        let Some(number) = self.load(name, path)? else { return Ok(()) };
        let needed = self.models.loaded.get(number).map_or(0, Loaded::nodes);
        if self.scene.nodes.len().saturating_add(needed) > self.max_nodes {
            if !std::mem::replace(&mut self.models.is_full, true) {
                let message =
                    format!("not shown, like the models of all later entities: more than {} nodes", self.max_nodes);
                self.findings.warning(kinds::TOO_MANY_NODES, path.clone().part("model"), message);
            }
            return Ok(());
        }
        self.resources.take_nodes(needed, path)?;
        let Self { models, scene, budget, .. } = self;
        let Some(loaded) = models.loaded.get_mut(number) else { return Ok(()) };
        loaded.place((name, skin), (place, entity), scene, budget)
    }

    /// Returns the model with this name, and reads it if this is the first time.
    fn load(&mut self, name: &str, path: &Path) -> Result<Option<usize>, Error> {
        let key = name.to_lowercase();
        if let Some(known) = self.models.by_name.get(&key) {
            return Ok(*known);
        }
        let path = path.clone().part("model").name(name.as_bytes());
        let candidates = Reference::model(Path::new(), &binio::Name::from(name)).candidates;
        let read = self.resources.read_first(&candidates).map(|(file, bytes)| (bytes, file));
        let number = match read {
            Ok((bytes, file)) => {
                told_case(&file, &candidates, &path, &mut self.findings);
                self.parse(&bytes, name, &file, path)?
            }
            Err(why) => {
                self.findings.warning(kinds::MODEL_UNAVAILABLE, path, format!("no model: {why}"));
                None
            }
        };
        self.models.by_name.insert(key, number);
        Ok(number)
    }

    fn parse(&mut self, bytes: &[u8], name: &str, file: &str, path: Path) -> Result<Option<usize>, Error> {
        let model = match Model::parse(bytes) {
            Ok(model) => model,
            Err(error) => {
                self.findings.warning(kinds::MODEL_UNAVAILABLE, path, format!("no model: {file}: {error}"));
                return Ok(None);
            }
        };
        let stem = name.rsplit('/').next().unwrap_or(name);
        let Shown { mut scene, sub_meshes, findings, .. } = crate::export::show(&model, stem, &mut self.budget)?;
        whole_weights(&mut scene);
        self.findings.extend(findings.into_iter().filter(|finding| !of_body_group(finding)).map(|finding| {
            let mut finding = finding.inside(Path::from("model").name(file.as_bytes()));
            // It is in the model, which stays as it is.
            finding.is_loss = false;
            finding
        }));
        let (visible, coarse) = roles(&model);
        let groups: HashSet<String> = {
            let all = model.mesh_groups();
            let seen = all.iter().filter(|group| visible.contains(&group.index) && !coarse.contains(&group.index));
            seen.map(|group| asset_scene::escape_name(&group.name)).collect()
        };
        // All sub meshes of a mesh are of one group.
        let seen = sub_meshes.iter().filter(|own| groups.contains(&own.group));
        let seen: HashSet<usize> = seen.map(|own| own.place.0).collect();
        let is_seen = |mesh: Id<Mesh>| seen.contains(&mesh.index());
        let shown = scene.nodes.enumerate().filter(|(_, node)| node.mesh.is_some_and(is_seen));
        let shown: Vec<Id<Node>> = shown.map(|(id, _)| id).collect();
        let moves = shown.iter().any(|node| scene[*node].skin.is_some());
        let is_bone = |id: &Id<Node>| scene[*id].mesh.is_none();
        let hierarchy = scene.hierarchy();
        let bones = hierarchy.depth_first().iter().copied().map(Id::new).filter(is_bone);
        let bones = bones.take(if moves { usize::MAX } else { 1 }).collect();
        let materials = self.materials(&model, &scene);
        let collision = if self.options.collision { self.collision(&model, stem)? } else { None };
        self.models.loaded.push(Loaded {
            graft: SceneMerge::new(scene.into_owned()),
            materials,
            shown,
            bones,
            skins: model.skins().len(),
            meshes: HashMap::new(),
            collision,
        });
        Ok(self.models.loaded.len().checked_sub(1))
    }

    /// Returns the scene's materials for a model, with one material for each file.
    fn materials(&mut self, model: &Model<'_>, scene: &Scene<'_>) -> Vec<Id<Material>> {
        let folders = model.material_paths();
        let named = model.materials();
        let by_name: HashMap<String, &binio::Name<'_>> =
            named.iter().rev().map(|name| (asset_scene::escape_name(name), name)).collect();
        let mut materials = Vec::with_capacity(scene.materials.len());
        for own in &scene.materials {
            let name = by_name.get(&own.name).copied();
            let name = name.map_or_else(|| binio::Name::from(own.name.as_str()), binio::Name::borrowed);
            let reference = Reference::material(Path::new(), &name, &folders);
            let found = self.resources.find(&reference.candidates);
            let key = found.as_ref().map_or_else(|_| format!(":{}", own.name), |file| file.to_lowercase());
            if let Some(known) = self.models.materials.get(&key) {
                materials.push(*known);
                continue;
            }
            let id = self.scene.materials.push(Material::named(own.name.clone()));
            self.models.materials.insert(key, id);
            materials.push(id);
            match found {
                Ok(file) => {
                    let path = Path::from("material").name(&name);
                    told_case(&file, &reference.candidates, &path, &mut self.findings);
                    self.models.files.push((Reference { candidates: vec![file], ..reference }, id));
                }
                Err(why) => {
                    self.scene[id].roughness = 0.5;
                    scene_adapter::look::Report::new(&name.to_text(), &mut self.findings)
                        .tell(Rule::MissingMaterial, why);
                }
            }
        }
        materials
    }

    /// Makes all materials look like their files.
    pub(super) fn looks(&mut self) {
        if !self.options.materials {
            return;
        }
        let mut looks = MaterialExport::new();
        for (reference, id) in std::mem::take(&mut self.models.files) {
            looks.load(&reference, id, &mut self.scene, self.resources, self.options.textures);
        }
    }
}

/// Normalises the weights of each vertex. If their sum were smaller, vertices would move to the origin of the map, and
/// not to the model's.
fn whole_weights(scene: &mut Scene<'_>) {
    let primitives = scene.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let sets = [0, 1].map(Semantic::Weights);
    let bound: Vec<Vec<ArrayId>> =
        primitives.map(|own| sets.iter().filter_map(|set| own.attribute(set)).collect()).collect();
    for arrays in bound.into_iter().filter(|arrays| !arrays.is_empty()) {
        let read = |array: &ArrayId| scene.arrays.get(*array)?.rows::<4>().map(Iterator::collect::<Vec<_>>);
        let Some(mut rows) = arrays.iter().map(read).collect::<Option<Vec<Vec<[f32; 4]>>>>() else { continue };
        for vertex in 0..rows.iter().map(Vec::len).min().unwrap_or_default() {
            let mut own: Vec<&mut [f32; 4]> = rows.iter_mut().filter_map(|rows| rows.get_mut(vertex)).collect();
            let sound = |weight: f32| if weight.is_finite() { weight.max(0.0) } else { 0.0 };
            own.iter_mut().for_each(|row| **row = row.map(sound));
            let sum: f32 = own.iter().flat_map(|row| row.iter()).sum();
            match own.first_mut() {
                Some(first) if sum <= 0.0 => **first = [1.0, 0.0, 0.0, 0.0],
                _ => own.iter_mut().for_each(|row| **row = row.map(|weight| weight / sum)),
            }
        }
        for (array, rows) in arrays.into_iter().zip(rows) {
            scene[array] = Array::from_f32s(rows);
        }
    }
}

/// Returns whether a finding is about groups that only a body group can select. These are not shown here.
fn of_body_group(finding: &binio::Finding) -> bool {
    finding.kind == crate::kinds::BODY_GROUP_ONLY
}

/// Reports when a file name only differs in case from the name that was used.
fn told_case(file: &str, candidates: &[String], path: &Path, findings: &mut Findings) {
    let is_it = |candidate: &&String| candidate.eq_ignore_ascii_case(file);
    let Some(named) = candidates.iter().find(is_it).filter(|named| *named != file) else { return };
    let (named, file) = (binio::Name::from(named.as_str()), binio::Name::from(file));
    findings.note(
        kinds::RESOURCE_CASE,
        path.clone(),
        format!("{named} is called {file}: upper and lower case are the same to the engine"),
    );
}

impl Loaded {
    /// Returns the number of nodes that you need to show the model once.
    fn nodes(&self) -> usize {
        let shown = if self.is_one() { 0 } else { self.shown.len() };
        self.bones.len().saturating_add(shown).saturating_add(usize::from(self.collision.is_some()))
    }

    /// Returns whether the node with the scale can show the whole model.
    fn is_one(&self) -> bool {
        let [shown] = self.shown.as_slice() else { return false };
        let own = &self.graft.scene[*shown];
        own.skin.is_none() && own.transform == asset_scene::Transform::IDENTITY
    }

    fn place(
        &mut self,
        (name, skin): (&str, usize),
        (place, entity): (Id<Node>, usize),
        scene: &mut Scene<'static>,
        budget: &mut Budget,
    ) -> Result<(), Error> {
        let skin = if skin < self.skins { skin } else { 0 };
        let document = EntityKey::of(&scene[place]).and_then(|key| key.document);
        let made = |made: Made| EntityKey::made(document.as_deref(), entity, made);
        let mut model = made(Made::Model);
        model.model = Some(name.to_owned());
        let nodes = self.place_bones(place, &model, scene);
        let Some(top) = self.bones.first().and_then(|bone| nodes.get(bone)).copied() else { return Ok(()) };
        let source = || Some(made(Made::Mesh).source());
        let mut skins: HashMap<Id<Skin>, Id<Skin>> = HashMap::new();
        let is_one = self.is_one();
        for id in self.shown.clone() {
            let own = self.graft.scene[id].clone();
            let Some(mesh) = own.mesh else { continue };
            let mesh = self.mesh((mesh, skin), scene, budget)?;
            let Some(bound) = own.skin else {
                if is_one {
                    scene[top].mesh = Some(mesh);
                } else {
                    let (name, transform) = (own.name, own.transform);
                    let parent = Some(top);
                    let made = Node { name, parent, transform, mesh: Some(mesh), source: source(), ..Node::default() };
                    scene.nodes.push(made);
                }
                continue;
            };
            let skin = *skins.entry(bound).or_insert_with(|| {
                let own = self.graft.scene[bound].clone();
                let joints = own.joints.iter().filter_map(|joint| nodes.get(joint).copied()).collect();
                scene.skins.push(Skin { joints, root: Some(top), ..own })
            });
            let (mesh, skin) = (Some(mesh), Some(skin));
            scene.nodes.push(Node { name: own.name, mesh, skin, source: source(), ..Node::default() });
        }
        self.place_collision(top, &made(Made::Collision), scene);
        Ok(())
    }

    /// Adds a node for each bone, and returns these nodes. Nodes of roots get the key `model`.
    fn place_bones(
        &self,
        place: Id<Node>,
        model: &EntityKey,
        scene: &mut Scene<'static>,
    ) -> HashMap<Id<Node>, Id<Node>> {
        let mut nodes: HashMap<Id<Node>, Id<Node>> = HashMap::new();
        for bone in &self.bones {
            let own = &self.graft.scene[*bone];
            let above = own.parent.and_then(|parent| nodes.get(&parent).copied());
            let parent = above.or(Some(place));
            let source = above.is_none().then(|| model.source());
            let made = Node { name: own.name.clone(), parent, transform: own.transform, source, ..Node::default() };
            nodes.insert(*bone, scene.nodes.push(made));
        }
        nodes
    }

    /// If the model has a collision mesh, adds a hidden node with it.
    fn place_collision(&self, top: Id<Node>, key: &EntityKey, scene: &mut Scene<'static>) {
        if let Some(mesh) = self.collision {
            let source = Some(key.source());
            let name = format!("{}_collision", scene[top].name);
            let (parent, mesh) = (Some(top), Some(mesh));
            scene.nodes.push(Node { name, parent, mesh, hidden: true, source, ..Node::default() });
        }
    }

    /// Returns the mesh in the whole scene, given the mesh of the model and the skin.
    fn mesh(
        &mut self,
        (mesh, skin): (Id<Mesh>, usize),
        scene: &mut Scene<'static>,
        budget: &mut Budget,
    ) -> Result<Id<Mesh>, Error> {
        if let Some(known) = self.meshes.get(&(mesh, skin)) {
            return Ok(*known);
        }
        let mut made = self.graft.scene[mesh].clone();
        // A small file can show a model in any number of skins.
        spend(budget, made.primitives.len(), 512, Path::from("model"))?;
        made.name.clone_from(&self.graft.scene.name);
        for primitive in &mut made.primitives {
            self.graft.primitive(primitive, scene);
            let of_skin = primitive.variants.iter().find(|(own, _)| *own == skin).map(|(_, material)| *material);
            let own = of_skin.or(primitive.material);
            primitive.material = own.and_then(|own| self.materials.get(own.index()).copied());
            primitive.variants.clear();
        }
        let id = scene.meshes.push(made);
        self.meshes.insert((mesh, skin), id);
        Ok(id)
    }
}
