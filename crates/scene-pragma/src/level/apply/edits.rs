//! Compares a scene with the models in its map. If a model was edited, this writes it to its file, or to a copy.

use std::collections::HashMap;

use asset_scene::world::World;
use asset_scene::{Error, Id, Material, Node, Scene};
use binio::Path;
use scene_adapter::kinds::PART_NOT_WRITTEN;
use scene_adapter::look::without_extension;
use scene_adapter::same::{self, Drawn, Match, SkinOf};
use scene_adapter::sub_scene::SubScene;
use scene_adapter::{ResourceReader, ShowOptions};

use super::Work;
use crate::kinds;
use crate::level::entity::Values;
use crate::level::export::to_scene;
use crate::level::stored::{EntityKey, Made};
use crate::look::known::KnownMaterials;
use scene_adapter::originals::PartKey;

/// The nodes that show an entity's model.
#[derive(Clone, Debug)]
struct Tree {
    /// The node that is above all others.
    top: Id<Node>,
    /// Nodes elsewhere with meshes that are moved by these bones.
    bound: Vec<Id<Node>>,
}

/// A scene, with everything that is below entity nodes.
struct Side<'s> {
    scene: &'s Scene<'s>,
    world: World,
    trees: HashMap<Id<Node>, Tree>,
    /// The first node for an entity.
    entities: HashMap<usize, Id<Node>>,
    materials: KnownMaterials,
}

/// What the nodes draw: their meshes, their transforms, and how the meshes are bound. When two have the same look, only
/// one has to be compared.
type Look = (Vec<(String, Option<usize>, [u32; 16])>, Vec<(usize, Vec<[u32; 16]>)>);

/// A node, and the same node on the other side.
type Pair = (Id<Node>, Id<Node>);

/// The part of a model that was edited, to be used in messages.
type Part = &'static str;

/// Entities that show the same.
struct Group {
    /// The entities, by their numbers in the map.
    entities: Vec<usize>,
    tree: Tree,
    /// The part that was edited.
    part: Part,
}

impl<'s> Side<'s> {
    fn new(scene: &'s Scene<'s>) -> Self {
        let world = World::new(scene);
        let layouts: Vec<Option<EntityKey>> = scene.nodes.iter().map(EntityKey::of).collect();
        let made = |node: Id<Node>| layouts.get(node.index()).and_then(Option::as_ref).and_then(|layout| layout.made);
        let mut entities = HashMap::new();
        for (id, layout) in scene.nodes.ids().zip(&layouts) {
            if let Some(layout) = layout.as_ref().filter(|layout| layout.made.is_none()) {
                entities.entry(layout.entity).or_insert(id);
            }
        }
        let mut trees: HashMap<Id<Node>, Tree> = HashMap::new();
        let mut tops: HashMap<Id<Node>, Id<Node>> = HashMap::new();
        for (id, node) in scene.nodes.enumerate().filter(|(id, _)| made(*id) == Some(Made::Model)) {
            if let Some(entity) = node.parent {
                trees.entry(entity).or_insert_with(|| Tree { top: id, bound: Vec::new() });
                tops.insert(id, entity);
            }
        }
        for (id, node) in scene.nodes.enumerate().filter(|(id, _)| made(*id) == Some(Made::Mesh)) {
            let joint = node.skin.and_then(|skin| scene[skin].joints.first().copied());
            let above = std::iter::successors(joint, |node| world.parent(*node)).find_map(|node| tops.get(&node));
            if let Some(tree) = above.and_then(|entity| trees.get_mut(entity)) {
                tree.bound.push(id);
            }
        }
        Self { scene, world, trees, entities, materials: KnownMaterials::of(scene) }
    }

    fn alone(&self, tree: &Tree) -> SubScene<'s> {
        SubScene::of_tree(self.scene, &self.world, tree.top, &tree.bound)
    }

    /// Returns the nodes below an entity, parents first. This does not include nodes that are bound elsewhere.
    fn nodes(&self, tree: &Tree) -> Vec<Id<Node>> {
        let mut nodes = vec![tree.top];
        let mut at = 0;
        while let Some(node) = nodes.get(at).copied() {
            nodes.extend(self.world.children(node));
            at = at.saturating_add(1);
        }
        nodes
    }

    fn look(&self, tree: &Tree) -> Look {
        let bits = |matrix: [f32; 16]| matrix.map(f32::to_bits);
        let node = |id: Id<Node>| {
            let node = &self.scene[id];
            (node.name.clone(), node.mesh.map(Id::index), bits(node.transform.to_mat4().to_cols_array()))
        };
        let bound = tree.bound.iter().filter_map(|id| {
            let node = &self.scene[*id];
            let skin = node.skin.map(|skin| &self.scene[skin])?;
            Some((node.mesh?.index(), skin.inverse_bind.iter().map(|bind| bits(*bind)).collect()))
        });
        (self.nodes(tree).into_iter().map(node).collect(), bound.collect())
    }

    /// Returns the material of a node's primitive.
    fn material(&self, node: Id<Node>, primitive: usize) -> Option<Id<Material>> {
        self.scene[self.scene[node].mesh?].primitives.get(primitive)?.material
    }
}

/// Pairs the nodes that are the same on both sides. If one side has more nodes, returns the part that differs.
fn pairs((own, tree): (&Side<'_>, &Tree), (other, there): (&Side<'_>, &Tree)) -> Result<Vec<Pair>, Part> {
    let nodes = |side: &Side<'_>, tree: &Tree| {
        let mut nodes = side.nodes(tree);
        nodes.extend(&tree.bound);
        nodes
    };
    let has_mesh = |side: &Side<'_>, node: Id<Node>| side.scene[node].mesh.is_some();
    let mut left = nodes(own, tree);
    let (mut pairs, mut alone) = (Vec::new(), Vec::new());
    for now in nodes(other, there) {
        let name = &other.scene[now].name;
        let is_it = |here: &Id<Node>| {
            let own_name = &own.scene[*here].name;
            has_mesh(own, *here) == has_mesh(other, now) && (own_name == name || same::is_numbered(own_name, name))
        };
        match left.iter().position(is_it) {
            Some(place) => pairs.push((left.remove(place), now)),
            None if has_mesh(other, now) => alone.push(now),
            None => return Err("skeleton"),
        }
    }
    left.retain(|node| has_mesh(own, *node));
    match (left.as_slice(), alone.as_slice()) {
        ([], []) => {}
        // A new name.
        ([here], [now]) => pairs.push((*here, *now)),
        _ => return Err("mesh"),
    }
    Ok(pairs)
}

/// Returns the part that was edited, or `None` if both sides are equal.
fn edited_part((own, tree): (&Side<'_>, &Tree), (other, there): (&Side<'_>, &Tree)) -> Option<Part> {
    let pairs = match pairs((own, tree), (other, there)) {
        Ok(pairs) => pairs,
        Err(part) => return Some(part),
    };
    for (here, now) in pairs {
        let (a, b) = (&own.scene[here], &other.scene[now]);
        let is_bound = b.skin.is_some();
        if !is_bound && !same::transforms(a.transform.to_affine(), b.transform.to_affine()) {
            return Some(if b.mesh.is_some() { "mesh" } else { "skeleton" });
        }
        if a.skin.zip(b.skin).is_some_and(|(a, b)| !same::skins(SkinOf::new(own.scene, a), SkinOf::new(other.scene, b)))
        {
            return Some("skeleton");
        }
        if let Some(part) = edited_mesh((own, here), (other, now)) {
            return Some(part);
        }
    }
    None
}

/// Returns whether a mesh or one of its materials was edited.
fn edited_mesh((own, node): (&Side<'_>, Id<Node>), (other, now): (&Side<'_>, Id<Node>)) -> Option<Part> {
    let (a, b) = (&own.scene[node], &other.scene[now]);
    let (mesh, there) = a.mesh.zip(b.mesh)?;
    let space =
        a.skin.zip(b.skin).and_then(|(a, b)| same::space(SkinOf::new(own.scene, a), SkinOf::new(other.scene, b)));
    let ours = Drawn::of_mesh_in(space, own.scene, mesh, a.skin, true);
    let theirs = Drawn::of_mesh(other.scene, there, b.skin, true);
    match same::drawn(&ours, &theirs) {
        None => Some("mesh"),
        Some(Match::Together) => None,
        Some(Match::Primitives(places)) => {
            let is_same = |(drawn, place): (&Drawn, &usize)| {
                let (here, now) = (
                    own.material(node, drawn.primitive),
                    theirs.get(*place).and_then(|drawn| other.material(now, drawn.primitive)),
                );
                here.is_none() == now.is_none()
                    && here.zip(now).is_none_or(|(here, now)| own.materials.is_same(here, &other.materials, now))
            };
            (!ours.iter().zip(&places).all(is_same)).then_some("material")
        }
    }
}

impl Work<'_, '_> {
    /// Writes every model that does not exist yet or was edited in the scene.
    pub(super) fn edited_models(&mut self) -> Result<(), Error> {
        let mut own = Side::new(self.scene);
        own.materials.written(|material| self.files.has_new(material));
        let in_files = self.scene_of_files();
        let other = in_files.as_ref().map(Side::new);
        let mut names: Vec<String> = Vec::new();
        let mut users: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, entity) in self.map.entities().into_iter().enumerate() {
            let Some(model) = Values::of(entity).model() else { continue };
            let all = users.entry(model.to_lowercase()).or_default();
            if all.is_empty() {
                names.push(model);
            }
            all.push(number);
        }
        let files = names.iter().filter_map(|name| self.files.place_of(name));
        self.files.named = files.map(|(file, _)| without_extension(&file).to_lowercase()).collect();
        let mut kept = 0_usize;
        for name in names {
            let users = users.remove(&name.to_lowercase()).unwrap_or_default();
            kept = kept.saturating_add(usize::from(self.edited_model(&name, &users, &own, other.as_ref())?));
        }
        if kept > 0 {
            let message = format!("existing models are kept unchanged: {kept}");
            self.files.tell(kinds::MODELS_KEPT, Path::from("models"), message);
        }
        Ok(())
    }

    /// Shows the entities of the map with the files that exist now.
    fn scene_of_files(&self) -> Option<Scene<'static>> {
        let options = self.files.options;
        let mut resources = ResourceReader::new(options.files.project?, options.files.limits);
        let mut how = ShowOptions::default();
        (how.textures, how.limits) = (false, options.files.limits);
        to_scene(&self.map, "", &mut resources, &how).ok().map(|(scene, _)| scene)
    }

    /// Writes a model if it is missing or was edited. Returns whether an existing model is kept.
    fn edited_model(
        &mut self,
        name: &str,
        users: &[usize],
        own: &Side<'_>,
        other: Option<&Side<'_>>,
    ) -> Result<bool, Error> {
        let path = || Path::from("model").name(name.as_bytes());
        let Some((file, exists)) = self.files.place_of(name) else {
            let message = "isn't written: no file of a project can be called so".to_owned();
            self.files.tell(kinds::FILE_NAME_INVALID, path(), message);
            return Ok(false);
        };
        let groups = self.groups(users, own);
        if let Some(other) = other.filter(|_| exists) {
            self.tell_gone(&path(), users, (own, other));
            self.tell_renamed(&path(), &groups, (own, other));
        }
        if groups.is_empty() {
            if !exists && self.files.options.files.project.is_some() {
                let message = "the map references it; it is neither in the target project nor in the scene".to_owned();
                self.files.tell(kinds::MODEL_MISSING, path(), message);
            }
            return Ok(exists);
        }
        let (mut edited, mut is_shown) = (Vec::new(), false);
        for mut group in groups {
            let there = other.filter(|_| exists).and_then(|other| {
                let node = group.entities.first().and_then(|number| other.entities.get(number))?;
                Some((other, other.trees.get(node)?))
            });
            let part = match there {
                Some((other, there)) => edited_part((own, &group.tree), (other, there)),
                // An existing model that can't be shown stays.
                None => (!exists).then_some("mesh"),
            };
            match part {
                None => is_shown = true,
                Some(part) => {
                    group.part = part;
                    edited.push(group);
                }
            }
        }
        if !edited.is_empty() {
            self.write_versions((name, &file, exists), versions(edited, own), is_shown, own)?;
        }
        Ok(exists && is_shown)
    }

    /// Reports entities whose models were removed from the scene.
    fn tell_gone(&mut self, path: &Path, users: &[usize], (own, other): (&Side<'_>, &Side<'_>)) {
        let was_shown = |number: &&usize| other.entities.get(number).is_some_and(|node| other.trees.contains_key(node));
        let is_shown = |number: &usize| {
            let tree = self.entities.get(*number).and_then(|node| own.trees.get(node));
            tree.is_some_and(|tree| {
                own.nodes(tree).iter().chain(&tree.bound).any(|node| own.scene[*node].mesh.is_some())
            })
        };
        let gone = users.iter().filter(was_shown).filter(|number| !is_shown(number)).count();
        if gone > 0 {
            let message =
                format!("isn't in the scene any more: {gone} entities keep it; to remove one, delete its own node");
            self.files.tell(PART_NOT_WRITTEN, path.clone(), message);
        }
    }

    /// Reports the first mesh that has a new name.
    fn tell_renamed(&mut self, path: &Path, groups: &[Group], (own, other): (&Side<'_>, &Side<'_>)) {
        let renamed = groups.iter().find_map(|group| {
            let there = other.trees.get(other.entities.get(group.entities.first()?)?)?;
            let pairs = pairs((own, &group.tree), (other, there)).ok()?;
            let names = |(here, now): Pair| (&own.scene[here].name, &other.scene[now].name);
            let is_new = |(own, before): &(&String, &String)| own != before && !same::is_numbered(own, before);
            pairs.into_iter().map(names).find(is_new)
        });
        if let Some((now, before)) = renamed {
            let message = format!("{before:?} is called {now:?} now, which isn't written: the model keeps its names");
            self.files.tell(PART_NOT_WRITTEN, path.clone(), message);
        }
    }

    /// Groups entities that show the same meshes in the same places.
    fn groups(&self, users: &[usize], own: &Side<'_>) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut places: HashMap<Look, usize> = HashMap::new();
        for number in users {
            let Some(tree) = self.entities.get(*number).and_then(|node| own.trees.get(node)) else { continue };
            let place = *places.entry(own.look(tree)).or_insert_with(|| {
                groups.push(Group { entities: Vec::new(), tree: tree.clone(), part: "" });
                groups.len().saturating_sub(1)
            });
            if let Some(group) = groups.get_mut(place) {
                group.entities.push(*number);
            }
        }
        groups
    }

    /// Writes edited models. If no entity shows the old content any more, the file is overwritten; otherwise this
    /// writes copies.
    fn write_versions(
        &mut self,
        (name, file, exists): (&str, &str, bool),
        versions: Vec<Group>,
        is_shown: bool,
        own: &Side<'_>,
    ) -> Result<(), Error> {
        let most = versions.iter().map(|version| version.entities.len()).max().unwrap_or(0);
        let protection = self.files.options.files.protection(file).map(|protection| protection.to_string());
        let why = protection.as_deref().or_else(|| is_shown.then_some("others still use this file"));
        let first = versions.iter().position(|version| version.entities.len() == most).filter(|_| why.is_none());
        for (number, version) in versions.iter().enumerate() {
            let path = || Path::from("model").name(name.as_bytes());
            let is_original = first == Some(number);
            let wanted = if is_original { file.to_owned() } else { self.files.free_beside(file) };
            // Other bones make another model.
            let original = if exists && version.part != "skeleton" { self.files.read(file) } else { None };
            let written = self.files.write(own.alone(&version.tree), (&wanted, original.as_ref()), &path())?;
            let Some(written) = written else { continue };
            if !is_original {
                let why = why.unwrap_or("others still use this file");
                let message = format!("the {} was edited; {why}, so it becomes {wanted}", version.part);
                self.files.tell(kinds::PART_COPIED, path(), message);
                version.entities.iter().for_each(|entity| self.name_model(*entity, &written.name));
            } else if exists {
                let message = format!("the {} was edited: {file} is written anew", version.part);
                self.files.tell(kinds::PART_WRITTEN, path(), message);
            }
        }
        Ok(())
    }

    /// Lets an entity use another model.
    fn name_model(&mut self, entity: usize, model: &str) {
        if let Some(mut entity) = self.map.entity_mut(entity) {
            let key = Values::of(entity.get()).key(&["model"]);
            entity.set_key_value(&key, model);
        }
    }
}

/// Merges groups that show the same.
fn versions(groups: Vec<Group>, own: &Side<'_>) -> Vec<Group> {
    let mut versions: Vec<Group> = Vec::new();
    for group in groups {
        let is_it = |known: &&mut Group| {
            known.part == group.part && edited_part((own, &group.tree), (own, &known.tree)).is_none()
        };
        match versions.iter_mut().find(is_it) {
            Some(known) => known.entities.extend(group.entities),
            None => versions.push(group),
        }
    }
    versions
}
