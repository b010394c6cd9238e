//! Creates maps from neutral scenes.

mod edits;
mod moved;
mod originals;
mod recall;

use crate::kinds;
use scene_adapter::originals::PartKey;
use std::collections::{HashMap, HashSet};

use asset_scene::world::World;
use asset_scene::{Camera, Error, Id, IdMap, Light, Node, Scene, unescape_name};
use binio::{Budget, Findings, Path};
use pragma_asset::udm::{Array, Value};
use pragma_asset::{Encoding, Map};
use scene_adapter::kinds::PART_NOT_WRITTEN;
use scene_adapter::look::ResourceFile;
use scene_adapter::sub_scene::Bones;

use super::options::CreateMapOptions;
use super::restore::{Shown, placed, put, restore};
use super::stored::{EntityKey, Made, MapKey};
use super::write::Files;
use super::{camera, class, light};
use originals::Originals;

/// A map that was created from a scene.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CreatedMap {
    /// The map.
    pub map: Map<'static>,
    /// The models, materials and textures that it needs and the project doesn't have yet, by their resource names. You
    /// must write these files too.
    pub files: Vec<ResourceFile>,
    /// Whether the scene was created from a map. If so, everything except edits is kept.
    pub restored: bool,
    /// What was changed or lost.
    pub findings: Findings,
}

/// Creates a map with the name `name` from any neutral scene. The budget is used to decode textures.
///
/// **Entities from a map** keep all their content. This only writes edits: names, transforms, lights and cameras. If a
/// node was removed, its entity is removed too. A copy of a node
/// becomes a new entity, without the `uuid`.
///
/// **Without extras.** Some programs remove what is stored in nodes. If the scene carries the map, or if you set
/// [`CreateMapOptions::original`], entities and their models are then found by name.
///
/// **Models.** In most programs, people will select the node of a model, and not the node of its entity. So when a
/// model was moved, this moves the entity (except for the world: this moves its vertices). When a model was copied,
/// this copies the entity. But if it was deleted, this keeps the entity, and a finding tells you to delete the node of
/// the entity if you want to remove both.
///
/// **New entities.** Every other node that has a mesh, a light or a camera becomes an entity, and so does an empty node
/// without children if it has a name. It is placed where it is in the scene. Its class is the class in its name
/// (`world`, `info_player_start`, `prop_physics_2`); otherwise it is `prop_dynamic`, `env_light_point`,
/// `env_light_spot`, `env_light_environment`, `env_camera` or `entity`. This creates one model per mesh,
/// `models/maps/NAME/MESH.pmdl_b`. This writes the position, light and cone to both the pose and the key values.
///
/// ```
/// use scene_pragma::asset_scene::{Light, Node, Scene, Transform};
/// use scene_pragma::level::{CreateMapOptions, create};
/// let mut scene = Scene::default();
/// let light = Some(scene.lights.push(Light { intensity: 50.0, ..Light::default() }));
/// let transform = Transform::from_translation([0.0, 2.0, 0.0]);
/// scene.nodes.push(Node { name: "lamp".into(), light, transform, ..Node::default() });
/// scene.nodes.push(Node { name: "info_player_start".into(), ..Node::default() });
/// let built = create(&scene, "room", &CreateMapOptions::default(), &mut binio::Limits::default().budget())?;
/// let entities = built.map.entities();
/// assert_eq!(entities[0].class_name(), "env_light_point");
/// assert_eq!(entities[0].key_value("origin").unwrap(), "0 80 0");
/// assert_eq!(entities[1].class_name(), "info_player_start");
/// # Ok::<(), scene_pragma::asset_scene::Error>(())
/// ```
///
/// # Errors
/// Fails if the scene doesn't pass its [check](Scene::check), or if a model is larger than the limits allow.
pub fn create(
    scene: &Scene<'_>,
    name: &str,
    options: &CreateMapOptions<'_>,
    budget: &mut Budget,
) -> Result<CreatedMap, Error> {
    scene.check()?;
    let key = MapKey::of(scene);
    let (originals, changed) = Originals::of(scene, options.original);
    let mut whole = changed.unwrap_or_else(|| scene.borrowed());
    if let Some(edited) = &originals.edited {
        recall::recall(&mut whole, edited, options)?;
        // This says that plain materials are only placeholders.
        whole.source.get_or_insert_with(|| MapKey::new(edited, None).source());
    }
    let mut findings = Findings::new();
    originals.tell_unknown(&whole, &mut findings);
    let is_seen_only = |node: &Node| {
        let made = EntityKey::of(node).and_then(|key| key.made);
        matches!(made, Some(Made::Collision | Made::Navmesh))
    };
    // Bodies and navigation meshes are shown, and are no part of what is written.
    let seen_only: Vec<bool> = whole.nodes.iter().map(is_seen_only).collect();
    if seen_only.contains(&true) {
        whole.retain_nodes(|node| seen_only.get(node.index()) != Some(&true));
    }
    moved::move_entities(&mut whole, &originals);
    let scene = &whole;
    let map = base(originals.edited.as_ref(), key.as_ref(), options);
    let files = Files::new(scene, name, options, map.encoding());
    let keys: Vec<Option<EntityKey>> = scene.nodes.iter().map(EntityKey::of).collect();
    let mut work = Work {
        scene,
        world: World::new(scene),
        keys: IdMap::new(keys),
        originals: &originals,
        map,
        files,
        findings,
        entities: Vec::new(),
        sheared: 0,
        unseen: 0,
        groups: 0,
    };
    work.stored();
    work.files.looks(budget);
    work.edited_models()?;
    work.fresh()?;
    work.tell();
    let Work { mut map, files, mut findings, .. } = work;
    let (files, materials, found) = files.finish();
    findings.extend(found);
    preload(&mut map, &materials);
    Ok(CreatedMap { map, files, restored: originals.edited.is_some(), findings })
}

/// Returns the map without its entities. This is the original map, or a new map.
fn base(original: Option<&Map<'static>>, key: Option<&MapKey>, options: &CreateMapOptions<'_>) -> Map<'static> {
    let encoding = if key.is_some_and(|key| key.text) { Encoding::Text } else { Encoding::Binary };
    let mut map = original.cloned().unwrap_or_else(|| Map::empty(encoding));
    if let Some(encoding) = options.encoding {
        map.set_encoding(encoding);
    }
    if let Some(Array::Items(items)) = map.document.data_mut().get_mut("entities").and_then(Value::as_array_mut) {
        items.values_mut().clear();
    }
    map
}

/// Adds materials to the list that the engine preloads.
fn preload(map: &mut Map<'_>, materials: &[String]) {
    let mut names: Vec<String> = map.materials().iter().map(|name| name.to_text().into_owned()).collect();
    let known: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let count = names.len();
    names.extend(materials.iter().filter(|name| !known.contains(*name)).cloned());
    if names.len() > count {
        map.set_materials(&names.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

/// The state while a map is created.
struct Work<'s, 'o> {
    scene: &'s Scene<'s>,
    world: World,
    keys: IdMap<Node, Option<EntityKey>>,
    originals: &'s Originals,
    map: Map<'static>,
    files: Files<'s, 'o>,
    /// The nodes of the entities that come from a map, in order.
    entities: Vec<Id<Node>>,
    findings: Findings,
    /// The number of nodes that can't be stored in a map, because a node shears, is hidden, or only groups others.
    sheared: usize,
    unseen: usize,
    groups: usize,
}

impl Work<'_, '_> {
    /// Writes the entities that come from a map, in order, and then copies of them.
    fn stored(&mut self) {
        let scene = self.scene;
        let mut views: HashMap<(usize, bool), Id<Node>> = HashMap::new();
        let mut own: Vec<(bool, usize, Id<Node>)> = Vec::new();
        let mut seen = HashSet::new();
        for (id, key) in self.keys.enumerate() {
            let Some(key) = key else { continue };
            match key.made {
                None => own.push((!seen.insert(key.entity), key.entity, id)),
                Some(Made::Light) => drop(views.entry((key.entity, true)).or_insert(id)),
                Some(Made::Camera) => drop(views.entry((key.entity, false)).or_insert(id)),
                _ => {}
            }
        }
        own.sort_unstable();
        for (is_copy, number, id) in own {
            let Some(key) = self.keys[id].as_ref() else { continue };
            let Some(element) = self.originals.element(key).cloned() else {
                self.findings.warning(
                    kinds::ENTITY_UNREADABLE,
                    [("node", id.index())],
                    "the entity that it was can't be read; it is left out",
                );
                continue;
            };
            self.entities.push(id);
            let mut entity = self.map.push_entity("");
            *entity.element_mut() = element;
            if is_copy || self.originals.is_foreign(key) {
                entity.remove_key_value("uuid");
            }
            let view = |is_light: bool| if key.turned { Some(&id) } else { views.get(&(number, is_light)) };
            let light = view(true).and_then(|node| scene.lights.get(scene[*node].light?));
            let camera = view(false).and_then(|node| scene.cameras.get(scene[*node].camera?));
            let shown = Shown { name: &scene[id].name, world: self.world.world(id), light, camera };
            self.sheared = self.sheared.saturating_add(usize::from(restore(&mut entity, key, &shown)));
        }
    }

    /// Writes new nodes. The world must be first, as in the engine.
    fn fresh(&mut self) -> Result<(), Error> {
        let scene = self.scene;
        let lods = scene.lod_nodes();
        let hidden = asset_scene::appearance::unseen(scene, &self.world);
        let bones = self.bones();
        let mut inside: IdMap<Node, bool> = IdMap::filled(false, scene.nodes.len());
        let mut fresh = Vec::new();
        for id in self.world.depth_first() {
            let key = self.keys[id].as_ref();
            let above = self.world.parent(id);
            let is_made = key.is_some_and(|key| key.made.is_some());
            inside[id] = is_made || key.is_none() && above.is_some_and(|above| inside[above]);
            if inside[id] || lods[id] {
                continue;
            }
            if hidden[id] {
                self.unseen = self.unseen.saturating_add(usize::from(scene[id].mesh.is_some()));
                continue;
            }
            fresh.push((class::of_name(&scene[id].name) != Some("world"), id));
        }
        fresh.sort_unstable();
        for (_, id) in fresh {
            let key = self.keys[id].as_ref();
            let (is_view, is_new) = (key.is_some_and(|key| key.turned), key.is_none());
            self.new_node(id, is_view, is_new && !bones.contains(&id))?;
        }
        Ok(())
    }

    /// Returns the nodes that move meshes.
    fn bones(&self) -> HashSet<Id<Node>> {
        let all = self.scene.skins.ids().map(|skin| Bones::of(self.scene, &self.world, skin));
        all.flat_map(|bones| bones.nodes).collect()
    }

    fn new_node(&mut self, id: Id<Node>, is_view: bool, can_be_empty: bool) -> Result<(), Error> {
        let scene = self.scene;
        let node = &scene[id];
        let mut shows = false;
        if node.mesh.is_some() {
            shows = true;
            let (model, place) = self.files.of_node(id, &self.world)?;
            if let Some(model) = model {
                let world = place.map_or_else(|| self.world.root_transform(), |place| self.world.world(place));
                let class = class::of_name(&node.name).unwrap_or("prop_dynamic");
                let (pose, sheared) = placed(world, false);
                self.count(sheared);
                let mut entity = self.map.push_entity(class);
                entity.set_key_value("model", &model);
                put(&mut entity, &pose);
                name(&mut entity, &node.name);
            }
        }
        if let Some(light) = node.light.filter(|_| !is_view).and_then(|light| scene.lights.get(light)) {
            shows = true;
            self.view(id, light::class(light), Some(light), None);
        }
        if let Some(camera) = node.camera.filter(|_| !is_view).and_then(|camera| scene.cameras.get(camera)) {
            shows = true;
            self.view(id, camera::CLASS, None, Some(camera));
        }
        if shows || !can_be_empty || node.name.is_empty() {
            return Ok(());
        }
        let class = class::of_name(&node.name);
        if class.is_none() && self.world.children(id).next().is_some() {
            self.groups = self.groups.saturating_add(1);
            return Ok(());
        }
        let (pose, sheared) = placed(self.world.world(id), false);
        self.count(sheared);
        let mut entity = self.map.push_entity(class.unwrap_or("entity"));
        put(&mut entity, &pose);
        name(&mut entity, &node.name);
        Ok(())
    }

    fn view(&mut self, id: Id<Node>, class: &str, light: Option<&Light>, camera: Option<&Camera>) {
        let (pose, sheared) = placed(self.world.world(id), true);
        self.count(sheared);
        let mut entity = self.map.push_entity(class);
        // The scale of a node has no effect on either.
        put(&mut entity, &pragma_asset::Pose { scale: pragma_asset::glam::Vec3::ONE, ..pose });
        name(&mut entity, &self.scene[id].name);
        if let Some(light) = light {
            light::set(&mut entity, light, None);
            entity.set_key_value("spawnflags", "1024");
        }
        if let Some(camera) = camera {
            camera::set(&mut entity, camera);
        }
    }

    fn count(&mut self, sheared: bool) {
        self.sheared = self.sheared.saturating_add(usize::from(sheared));
    }

    fn tell(&mut self) {
        let told = [
            (self.sheared, "shear of nodes is removed: the engine turns, scales and moves"),
            (self.unseen, "hidden meshes are left out"),
            (self.groups, "nodes that only hold others are left out: entities have no parents"),
        ];
        for (count, what) in told.into_iter().filter(|(count, _)| *count > 0) {
            self.findings.note(kinds::SCENE_PARTS_LEFT_OUT, Path::from("nodes"), format!("{what}: {count}"));
        }
        let hidden = names_of(self.scene, |id, node| node.hidden && self.keys[id].is_some());
        let extras = names_of(self.scene, |_, node| !node.extras.is_empty());
        let told = [
            (hidden, "entities can't be hidden, so these stay visible"),
            (extras, "custom properties of nodes aren't written, because entities have key values of their class"),
        ];
        for (names, what) in told {
            if let Some(first) = names.first() {
                let message = format!("{what}: {} (first: {first:?})", names.len());
                self.findings.note(PART_NOT_WRITTEN, Path::from("nodes"), message);
            }
        }
        let names: Vec<&str> = self.scene.animations.iter().map(|animation| animation.name.as_str()).collect();
        if let Some(first) = names.first() {
            let message = format!("a map has no animations, so these are left out: {} (first: {first:?})", names.len());
            self.findings.note(PART_NOT_WRITTEN, Path::from("animations"), message);
        }
    }
}

/// Returns the names of the nodes that pass a test.
fn names_of<'s>(scene: &'s Scene<'_>, test: impl Fn(Id<Node>, &Node) -> bool) -> Vec<&'s str> {
    let nodes = scene.nodes.enumerate().filter(|(id, node)| test(*id, node));
    nodes.map(|(_, node)| node.name.as_str()).collect()
}

/// Names an entity like its node, unless this name is only the class.
fn name(entity: &mut pragma_asset::map::EntityMut<'_, '_>, name: &str) {
    let says_class = class::of_name(name).is_some_and(|class| entity.get().class_name() == *class);
    if !name.is_empty() && !says_class {
        entity.set_key_value("name", &String::from_utf8_lossy(&unescape_name(name)));
    }
}
