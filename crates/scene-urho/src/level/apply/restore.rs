//! Writes the nodes, lights and cameras of a file: existing ones with the edits in the scene, and new ones.

#![allow(clippy::arithmetic_side_effects, reason = "matrices of floats")]

use std::collections::{HashMap, HashSet};

use asset_scene::appearance::unseen;
use asset_scene::glam::{DAffine3, DQuat, DVec3};
use asset_scene::trs::Chain;
use asset_scene::world::World;
use asset_scene::{Id, IdMap, LightKind, Node, Scene, unescape_name};
use scene_adapter::same;
use scene_adapter::sub_scene::Bones;
use urho_scene::{Component, Name, Variant};

use super::Work;
use super::originals::Originals;
use crate::kinds;
use crate::level::stored::{self, NodeKey};
use crate::level::variables::Edited;
use crate::level::{TURN, camera, light, parts};
use crate::mirror;

/// Which scene nodes become nodes in the file, and where.
pub(super) struct Made {
    order: Vec<Id<Node>>,
    /// The nearest ancestor that is in the file, or `None` for a root.
    parents: IdMap<Node, Option<Id<Node>>>,
    /// The transform of a node in the file, if this is not its own.
    moved: IdMap<Node, Option<DAffine3>>,
    kept: IdMap<Node, bool>,
    /// Whether something depends on the transform of a node, for example children or channels.
    busy: IdMap<Node, bool>,
    /// Joints of skins.
    joints: IdMap<Node, bool>,
    /// Nodes that were created to hold bones that have no parent, by the first bone.
    pub(super) holders: HashMap<Id<Node>, usize>,
}

impl Made {
    pub(super) fn new(scene: &Scene<'_>, keys: &[Option<NodeKey>]) -> Self {
        let (world, lods) = (World::new(scene), scene.lod_nodes());
        let count = scene.nodes.len();
        let mut made = Self {
            order: Vec::with_capacity(count),
            parents: IdMap::filled(None, count),
            moved: IdMap::filled(None, count),
            kept: IdMap::filled(false, count),
            busy: IdMap::filled(false, count),
            joints: IdMap::filled(false, count),
            holders: HashMap::new(),
        };
        let channels =
            scene.animations.iter().flat_map(|animation| animation.channels.iter().map(|channel| channel.node));
        channels.chain(scene.nodes.iter().filter_map(|node| node.parent)).for_each(|node| made.busy[node] = true);
        scene.skins.iter().flat_map(|skin| &skin.joints).for_each(|joint| made.joints[*joint] = true);
        for id in world.depth_first() {
            let is_ours = keys.get(id.index()).and_then(Option::as_ref).is_some_and(|layout| layout.made.is_some());
            let parent = world.parent(id);
            let own = scene[id].transform.to_affine();
            let (above, local) = match parent {
                Some(parent) if made.kept[parent] => (Some(parent), None),
                Some(parent) => {
                    let before = made.moved[parent].unwrap_or_else(|| scene[parent].transform.to_affine());
                    (made.parents[parent], Some(before * own))
                }
                None => (None, None),
            };
            made.parents[id] = above;
            made.moved[id] = local;
            made.kept[id] = !is_ours && !lods[id];
            if made.kept[id] {
                made.order.push(id);
            }
        }
        made
    }

    /// Moves the new roots of a prefab below its outermost node. Where the prefab is used, only this node is shown,
    /// with everything below it.
    pub(super) fn adopt(&mut self, scene: &Scene<'_>, keys: &[Option<NodeKey>], originals: &Originals) {
        let place = |id: Id<Node>| keys.get(id.index())?.as_ref().filter(|own| own.made.is_none())?.place;
        let is_named = |id: Id<Node>| {
            let stored = keys.get(id.index()).and_then(Option::as_ref).and_then(|key| originals.node(key));
            stored.is_some_and(|stored| parts::name(stored) == scene[id].name)
        };
        let mut roots: Vec<Id<Node>> = self.order.iter().copied().filter(|id| self.parents[*id].is_none()).collect();
        // Of copies of a node, the one with its name is the node.
        roots.sort_by_cached_key(|id| (place(*id), !is_named(*id)));
        let Some(first) = roots.iter().copied().find(|id| place(*id).is_some()) else { return };
        let mut seen = HashSet::new();
        roots.retain(|id| place(*id).is_none_or(|place| !seen.insert(place)));
        if roots.is_empty() {
            return;
        }
        let transform = |id: Id<Node>| self.moved[id].unwrap_or_else(|| scene[id].transform.to_affine());
        let above = transform(first);
        // Below a node without size everything is a point.
        let within = if above.matrix3.determinant() == 0.0 { DAffine3::IDENTITY } else { above.inverse() };
        let moved: Vec<_> = roots.iter().map(|id| within * transform(*id)).collect();
        self.busy[first] = true;
        for (id, moved) in roots.into_iter().zip(moved) {
            self.parents[id] = Some(first);
            self.moved[id] = Some(moved);
        }
        self.sort(first);
    }

    /// Sorts the nodes so that everything below a node comes after it.
    fn sort(&mut self, first: Id<Node>) {
        let mut below = IdMap::filled(false, self.kept.as_slice().len());
        below[first] = true;
        let (mut before, mut behind) = (Vec::new(), vec![first]);
        // A parent precedes its children, but for the new children of the node.
        for id in self.order.drain(..).filter(|id| *id != first) {
            below[id] = self.parents[id].is_some_and(|parent| below[parent]);
            if below[id] { behind.push(id) } else { before.push(id) }
        }
        before.append(&mut behind);
        self.order = before;
    }

    /// Returns the number of roots.
    pub(super) fn roots(&self) -> usize {
        self.order.iter().filter(|id| self.parents[**id].is_none()).count()
    }

    /// Returns whether a node is in the file.
    pub(super) fn is_kept(&self, node: Id<Node>) -> bool {
        self.kept[node]
    }

    /// Adds another transform to a node.
    pub(super) fn turn(&mut self, node: Id<Node>, own: DAffine3, by: DAffine3) {
        self.moved[node] = Some(self.moved[node].unwrap_or(own) * by);
    }

    /// Returns the nearest ancestor that is in the file.
    pub(super) fn above(&self, node: Id<Node>) -> Option<Id<Node>> {
        self.parents[node]
    }
}

impl Work<'_, '_> {
    pub(super) fn nodes(&mut self) {
        let scene = self.scene;
        let top = self.top;
        let bare = self.bare_bones();
        let unseen = unseen(scene, &World::new(scene));
        let (mut variables, mut refused) = (Vec::new(), Vec::new());
        for id in std::mem::take(&mut self.made.order) {
            let node = self.keys[id].as_ref().and_then(|key| self.originals.node(key)).cloned();
            let is_new = node.is_none();
            let mut node = node.unwrap_or_default();
            match self.views.copies.remove(&id) {
                Some(copy) => node.components.push(copy),
                None if is_new => self.keys[id] = None,
                None => {}
            }
            node.components.extend(self.views.seconds.remove(&id).into_iter().flatten());
            let name = self.views.names.get(&id).unwrap_or(&scene[id].name);
            let stays_nameless = !is_new && parts::name(&node).is_empty() && is_given(scene, id, name);
            if !stays_nameless {
                self.rename(&mut node, name);
            }
            // The engine disables nodes one by one, not with their descendants.
            if unseen[id] && node.is_enabled() {
                node.attributes.set(self.engine, "Is Enabled", Variant::Bool(0));
            }
            let second = self.place(&mut node, id, is_new);
            let shown = self.keys[id].as_ref().map_or(&[][..], |layout| &layout.variables);
            let edited = Edited { node: &scene[id], shown, engine: self.engine };
            variables.extend(edited.apply(&mut node, &mut refused).into_iter().map(Name::from));
            let above = self.made.above(id).and_then(|above| self.places[above]);
            let holder = bare.get(&id).and_then(|first| self.holder(*first, top));
            let parent = above.or(holder).or((!self.level.nodes.is_empty()).then_some(top));
            node.parent = parent.and_then(|parent| u32::try_from(parent).ok());
            self.level.nodes.push(node);
            let mut at = self.level.nodes.len().saturating_sub(1);
            if let Some(turn) = second {
                at = self.turned(at, "Turn", turn);
            }
            self.places[id] = Some(at);
        }
        self.level.add_variable_names(variables);
        if let Some(first) = refused.first() {
            let message = format!("{}, first: \"{first}\"", refused.len());
            self.findings.note(kinds::EXTRAS_LEFT_OUT, "nodes", message);
        }
    }

    /// Returns root bones by the first bone that shares their mesh. The engine searches for bones below the node of
    /// their model.
    fn bare_bones(&self) -> HashMap<Id<Node>, Id<Node>> {
        let world = World::new(self.scene);
        let mut bare = HashMap::new();
        let mut seen = std::collections::HashSet::new();
        for skin in self.scene.nodes.iter().filter_map(|node| node.skin).filter(|skin| seen.insert(*skin)) {
            let bones = Bones::of(self.scene, &world, skin);
            let Some(first) = bones.nodes.first().filter(|_| bones.holder.is_none()) else { continue };
            let roots = bones.nodes.iter().filter(|node| world.parent(**node).is_none());
            for root in roots {
                bare.entry(*root).or_insert(*first);
            }
        }
        bare
    }

    /// Returns the node that was created to hold bones.
    fn holder(&mut self, first: Id<Node>, top: usize) -> Option<usize> {
        if let Some(known) = self.made.holders.get(&first) {
            return Some(*known);
        }
        let parent = (!self.level.nodes.is_empty()).then_some(top).and_then(|top| u32::try_from(top).ok());
        let mut node = urho_scene::Node { parent, ..urho_scene::Node::default() };
        node.attributes.set(self.engine, "Name", Variant::String("Skeleton".into()));
        self.level.nodes.push(node);
        let place = self.level.nodes.len().checked_sub(1)?;
        self.made.holders.insert(first, place);
        Some(place)
    }

    fn rename(&self, node: &mut urho_scene::Node<'static>, name: &str) {
        let before = parts::name(node);
        if before == name || same::is_numbered(name, &before) {
            return;
        }
        let name = binio::Name::from(unescape_name(name));
        node.attributes.set(self.engine, "Name", Variant::String(name));
    }

    /// Moves a node to where it is in the scene. Returns another rotation if a node below it is needed for this.
    fn place(&self, node: &mut urho_scene::Node<'static>, id: Id<Node>, is_new: bool) -> Option<DQuat> {
        let wanted = self.made.moved[id].map_or_else(|| self.scene[id].transform.split(), Chain::of);
        let before = parts::transform(node);
        let same = if self.made.joints[id] { same::joints } else { same::transforms };
        if !is_new && same(before.to_affine(), wanted.to_affine()) {
            return None;
        }
        let first = wanted.first;
        let (translation, scale) = (first.translation.as_vec3().to_array(), first.scale.as_vec3().to_array());
        let [x, y, z, w] = mirror::rotation(first.rotation.as_quat().to_array());
        // A mirrored 0 has a sign.
        let position = mirror::vector(translation).map(|number| number + 0.0);
        let rotation = [w, x, y, z].map(|number| number + 0.0);
        // What another program rounds isn't an edit: of a node that was moved, the rotation stays as it is written.
        let differs = |before: DAffine3, now: DAffine3| is_new || !same(before, now);
        let places = [node.position().to_array(), position].map(|place| DVec3::from(place.map(f64::from)));
        let turns = [node.rotation().to_array(), [x, y, z, w]].map(|turn| DQuat::from_array(turn.map(f64::from)));
        let sizes = [node.scale().to_array(), scale].map(|size| DVec3::from(size.map(f64::from)));
        let [is_moved, is_turned, is_scaled] = [
            places.map(DAffine3::from_translation),
            turns.map(|turn| DAffine3::from_quat(turn.normalize())),
            sizes.map(DAffine3::from_scale),
        ]
        .map(|[before, now]| differs(before, now));
        if is_moved {
            node.attributes.set(self.engine, "Position", Variant::Vector3(position));
        }
        if is_turned {
            node.attributes.set(self.engine, "Rotation", Variant::Quaternion(rotation));
        }
        if is_scaled {
            node.attributes.set(self.engine, "Scale", Variant::Vector3(scale));
        }
        wanted.second
    }

    /// Adds a child node that only rotates.
    fn turned(&mut self, above: usize, what: &str, turn: DQuat) -> usize {
        let engine = self.engine;
        let name = self.level.nodes.get(above).map(|node| node.name().to_string()).unwrap_or_default();
        let mut node = urho_scene::Node { parent: u32::try_from(above).ok(), ..urho_scene::Node::default() };
        let [x, y, z, w] = mirror::rotation(turn.as_quat().to_array());
        node.attributes.set(engine, "Name", Variant::String(format!("{name}_{what}").into()));
        node.attributes.set(engine, "Rotation", Variant::Quaternion([w, x, y, z]));
        self.level.nodes.push(node);
        self.level.nodes.len().saturating_sub(1)
    }

    /// Disables the components whose nodes were hidden.
    fn hidden_views(&mut self) {
        for (node, component) in std::mem::take(&mut self.views.hidden) {
            let node = self.places[node].and_then(|place| self.level.nodes.get_mut(place));
            let component = node.and_then(|node| node.components.get_mut(component));
            if let Some(component) = component {
                component.attributes.set(self.engine, "Is Enabled", Variant::Bool(0));
            }
        }
    }

    /// Writes lights and cameras: existing ones with the values in the scene, and new ones.
    pub(super) fn views(&mut self) {
        self.hidden_views();
        let scene = self.scene;
        let (mut too_bright, mut edges) = (Vec::new(), Vec::new());
        for (id, node) in scene.nodes.enumerate() {
            if let Some(light) = node.light.and_then(|light| scene.lights.get(light)) {
                let engine = self.engine;
                if light::has_other_edge(light, engine) && !self.is_of_prefab(id) {
                    edges.push(node.name.as_str());
                }
                let is_it = |component: &Component<'_>| {
                    component.is_a("Light").then(|| same::lights(&light::of_component(component, engine, ""), light))
                };
                let turns = light.kind != LightKind::Point;
                if let Some(component) = self.view(id, (is_it, true), "Light", turns) {
                    if light::is_physical(light) {
                        too_bright.push(node.name.as_str());
                    }
                    light::set(component, light, engine);
                }
            }
            if let Some(camera) = node.camera.and_then(|camera| scene.cameras.get(camera)) {
                let is_it = |component: &Component<'_>| {
                    component.is_a("Camera").then(|| same::cameras(&camera::of_component(component, ""), camera))
                };
                let engine = self.engine;
                if let Some(component) = self.view(id, (is_it, false), "Camera", true) {
                    camera::set(component, camera, engine);
                }
            }
        }
        if let Some(first) = edges.first() {
            let message = format!(
                "the inner angle of {} spots isn't written (first: {first:?}): the engine takes the edge of a spot from \
                 its shape texture",
                edges.len()
            );
            self.findings.note(scene_adapter::kinds::PART_NOT_WRITTEN, "lights", message);
        }
        if let Some(first) = too_bright.first() {
            let message = format!(
                "{} lights are brighter than the engine shows (first: {first:?}): their file counts in physical units",
                too_bright.len()
            );
            self.findings.warning(kinds::LIGHT_TOO_BRIGHT, "lights", message);
        }
    }

    /// Returns whether a node shows a part of a prefab, whose edits are written to the prefab.
    fn is_of_prefab(&self, id: Id<Node>) -> bool {
        self.keys[id].as_ref().is_some_and(|layout| layout.made == Some(stored::Made::Prefab))
    }

    /// Returns the component that must be changed for a light or camera of a node, or `None` if the file already has
    /// it.
    fn view(
        &mut self,
        id: Id<Node>,
        (is_it, is_light): (impl Fn(&Component<'_>) -> Option<bool>, bool),
        class: &'static str,
        turns: bool,
    ) -> Option<&mut Component<'static>> {
        if self.is_of_prefab(id) {
            return None;
        }
        let layout = self.keys[id].as_ref();
        let is_made = layout.is_some_and(|layout| layout.made.is_some());
        let number = match layout {
            Some(layout) if is_made => layout.component,
            Some(layout) if is_light => layout.light,
            Some(layout) => layout.component,
            None => None,
        };
        let owner = if self.made.is_kept(id) { Some(id) } else { self.made.above(id) };
        let at = owner.and_then(|owner| self.places[owner]);
        if let (Some(at), Some(number)) = (at, number) {
            let component = self.level.nodes.get(at).and_then(|node| node.components.get(number));
            match component.and_then(is_it) {
                Some(true) => return None,
                Some(false) => return self.level.nodes.get_mut(at)?.components.get_mut(number),
                None => {}
            }
        }
        let at = if turns { self.looking_back(id, at?, class, is_made) } else { at? };
        self.add(at, class)
    }

    /// Returns a node that looks along +Z where a scene node looks along −Z. This is the node itself, if nothing else
    /// depends on it.
    fn looking_back(&mut self, id: Id<Node>, at: usize, what: &str, is_made: bool) -> usize {
        let node = &self.scene[id];
        let is_alone = node.mesh.is_none()
            && self.keys[id].is_none()
            && !is_made
            && (node.light.is_none() || node.camera.is_none())
            && !self.made.busy[id];
        let turn = DQuat::from_array(TURN.map(f64::from));
        if !is_alone {
            return self.turned(at, what, turn);
        }
        let engine = self.engine;
        if let Some(own) = self.level.nodes.get_mut(at) {
            let [w, x, y, z] = match own
                .attributes
                .get("Rotation")
                .and_then(|value| value.variant().cloned().map(Variant::into_owned))
            {
                Some(Variant::Quaternion(rotation)) => rotation,
                _ => [1.0, 0.0, 0.0, 0.0],
            };
            // The same turn on both sides of the mirror, but for its sign.
            let before = DQuat::from_xyzw(x.into(), y.into(), z.into(), w.into());
            let [x, y, z, w] = (before * turn).as_quat().to_array();
            own.attributes.set(engine, "Rotation", Variant::Quaternion([w, x, y, z]));
        }
        at
    }
}

/// Returns whether Blender gives this name to a node without one: that of what it shows, or of a skin whose bones it
/// holds, or a number.
fn is_given(scene: &Scene<'_>, id: Id<Node>, name: &str) -> bool {
    let node = &scene[id];
    let shown = [
        node.mesh.map(|mesh| scene[mesh].name.as_str()),
        node.light.map(|light| scene[light].name.as_str()),
        node.camera.map(|camera| scene[camera].name.as_str()),
    ];
    let skins = scene.skins.iter().map(|skin| skin.name.as_str());
    let mut names = shown.into_iter().flatten().chain(skins).filter(|own| !own.is_empty());
    let is_counted = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    names.any(|own| own == name || same::is_numbered(name, own)) || name.strip_prefix("Node_").is_some_and(is_counted)
}
