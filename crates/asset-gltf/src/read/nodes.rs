//! Reads nodes, and finds the nodes of the chosen scene.

use asset_scene::world::World;
use asset_scene::{Camera, Id, IdMap, Light, LodLevel, Node, Scene, Transform};

use super::{File, item, refer};
use crate::SceneChoice;
use crate::error::{Error, ErrorKind, Within, error, no_such, unfit};
use crate::extras::{self, engine_assets};
use crate::json::{self, Integer};
use crate::kinds;
use binio::Path;

impl File<'_> {
    /// Reads all nodes in the file.
    pub(super) fn nodes(
        &mut self,
        lights: &[Option<Id<Light>>],
        cameras: &[Option<Id<Camera>>],
    ) -> Result<Vec<Node>, Error> {
        let root = self.root;
        let mut nodes = Vec::with_capacity(root.nodes.len());
        for (index, node) in root.nodes.iter().enumerate() {
            let mut read = self.node(index, node).within_item("node", index)?;
            let light = node.extensions.as_ref().and_then(|extensions| extensions.light.as_ref());
            read.light = light.and_then(|extension| self.view("light", extension.light, lights, index));
            read.camera = node.camera.and_then(|camera| self.view("camera", camera, cameras, index));
            nodes.push(read);
        }
        for (index, node) in root.nodes.iter().enumerate() {
            for child in &node.children {
                let child = refer("node", *child, nodes.len()).within_item("node", index)?;
                if child == index {
                    let cycle = asset_scene::ErrorKind::Cycle;
                    return Err(error(ErrorKind::Scene(cycle))).within_item("node", index);
                }
                let parent = nodes.get_mut(child).map(|child| child.parent.replace(Id::new(index)));
                if parent.flatten().is_some() {
                    return Err(unfit("at most one node that has it as a child", "several")).within_item("node", child);
                }
            }
        }
        Ok(nodes)
    }

    /// Returns the light or camera of a node. If it could not be read, this is `None`, because the rest of the node can
    /// still be used.
    fn view<T>(&mut self, what: &'static str, number: Integer, places: &[Option<Id<T>>], node: usize) -> Option<Id<T>> {
        let place_of = places.get(number.index()).copied();
        if place_of.is_none() {
            self.lost(Path::from([("node", node)]).part(what), &format!("there is no {what} {}", number.0));
        }
        place_of.flatten()
    }

    fn node(&mut self, number: usize, node: &json::Node) -> Result<Node, Error> {
        let root = self.root;
        let mesh = node.mesh.map(|mesh| item(mesh, root.meshes.len())).transpose()?;
        let mut skin = node.skin.map(|skin| item(skin, root.skins.len())).transpose()?;
        if mesh.is_none() && skin.take().is_some() {
            let message = "has a skin and no mesh: the skin is ignored";
            self.findings.warning(kinds::SKIN_WITHOUT_MESH, [("node", number)], message);
        }
        let transform = transform(node)?;
        let lods = self.lods(node).within("MSFT_lod")?;
        let source = engine_assets(node.extras.as_deref()).and_then(super::materials::source);
        let extras = extras::further(node.extras.as_deref());
        let visibility = node.extensions.as_ref().and_then(|extensions| extensions.visibility.as_ref());
        let hidden = visibility.is_some_and(|extension| !extension.visible);
        Ok(Node { name: node.name.clone(), transform, mesh, skin, lods, hidden, source, extras, ..Node::default() })
    }

    fn lods(&self, node: &json::Node) -> Result<Vec<LodLevel>, Error> {
        let Some(lod) = node.extensions.as_ref().and_then(|extensions| extensions.lod.as_ref()) else {
            return Ok(Vec::new());
        };
        let distances = engine_assets(node.extras.as_deref()).unwrap_or_default().lod_distances;
        let mut distances = distances.into_iter();
        let level = |id: &Integer| {
            let node = item(*id, self.root.nodes.len())?;
            Ok(LodLevel { node, distance: distances.next().flatten() })
        };
        lod.ids.iter().map(level).collect()
    }

    /// Removes all nodes that are not needed. This keeps the nodes of the chosen scene, their levels of detail, and
    /// their joints.
    pub(super) fn select(&mut self, choice: SceneChoice, scene: &mut Scene<'static>) -> Result<(), Error> {
        let scenes = &self.root.scenes;
        let shown = self.root.scene.map(|number| refer("scene", number, scenes.len())).transpose()?;
        let chosen = match choice {
            SceneChoice::AllNodes => None,
            SceneChoice::Number(number) if number >= scenes.len() => return Err(no_such("scene", number)),
            SceneChoice::Number(number) => Some(number),
            SceneChoice::Default => shown.or((!scenes.is_empty()).then_some(0)),
        };
        for (index, listed) in scenes.iter().enumerate() {
            for root in &listed.nodes {
                let node = item::<Node>(*root, scene.nodes.len()).within_item("scene", index)?;
                if scene[node].parent.is_some() {
                    return Err(unfit("nodes without a parent", format_args!("node {node}, which has one")))
                        .within_item("scene", index);
                }
            }
        }
        let Some(listed) = chosen.and_then(|number| scenes.get(number)) else { return Ok(()) };
        scene.name.clone_from(&listed.name);
        let roots = listed.nodes.iter().map(|root| Id::new(root.index())).collect();
        let kept = kept(scene, roots);
        let dropped = kept.as_slice().iter().filter(|kept| !**kept).count();
        if dropped > 0 {
            self.findings.expected_loss(
                kinds::NODES_NOT_SHOWN,
                "scene",
                format!("nodes that it doesn't show are left out: {dropped}"),
            );
            scene.retain_nodes(|node| kept[node]);
        }
        Ok(())
    }

    /// Moves the weights of a node to its mesh. This is only done if no other node shows the mesh.
    pub(super) fn node_weights(&mut self, scene: &mut Scene<'static>) {
        let root = self.root;
        let mut users = vec![0_usize; scene.meshes.len()];
        for mesh in root.nodes.iter().filter_map(|node| node.mesh) {
            if let Some(users) = users.get_mut(mesh.index()) {
                *users = users.saturating_add(1);
            }
        }
        for (index, node) in root.nodes.iter().enumerate().filter(|(_, node)| !node.weights.is_empty()) {
            let mesh = node.mesh.map_or(usize::MAX, Integer::index);
            let alone = users.get(mesh) == Some(&1);
            match scene
                .meshes
                .get_mut(Id::new(mesh))
                .filter(|mesh| alone && mesh.morph_names.len() == node.weights.len())
            {
                Some(mesh) => mesh.morph_weights.clone_from(&node.weights),
                None => self.note(
                    kinds::WEIGHTS_IGNORED,
                    [("node", index)],
                    "weights of its own for a mesh that others show too are ignored",
                ),
            }
        }
    }
}

/// Returns the transform of a node. All numbers must be finite.
fn transform(node: &json::Node) -> Result<Transform, Error> {
    let json::Node { matrix, translation, rotation, scale, .. } = node;
    let parts = translation.iter().flatten().chain(rotation.iter().flatten()).chain(scale.iter().flatten());
    if !parts.chain(matrix.iter().flat_map(|matrix| matrix.iter())).all(|number| number.is_finite()) {
        return Err(unfit("finite numbers as transform", "others"));
    }
    match matrix {
        Some(_) if translation.is_some() || rotation.is_some() || scale.is_some() => {
            Err(unfit("either a matrix or translation, rotation and scale", "both"))
        }
        Some(matrix) => Ok(Transform::Matrix(**matrix)),
        None => Ok(Transform::Trs {
            translation: translation.unwrap_or_default(),
            rotation: rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]),
            scale: scale.unwrap_or([1.0; 3]),
        }),
    }
}

/// Returns the nodes to keep: all nodes below `roots`, their levels of detail, and their joints with all parents.
fn kept(scene: &Scene<'_>, roots: Vec<Id<Node>>) -> IdMap<Node, bool> {
    let mut kept = IdMap::filled(false, scene.nodes.len());
    let world = World::new(scene);
    // The root above each node.
    let mut tops: IdMap<Node, Id<Node>> = IdMap::new(scene.nodes.ids().collect());
    for node in world.depth_first() {
        if let Some(parent) = world.parent(node) {
            tops[node] = tops[parent];
        }
    }
    let mut seen = IdMap::filled(false, scene.skins.len());
    let mut open = roots;
    while let Some(index) = open.pop() {
        if std::mem::replace(&mut kept[index], true) {
            continue;
        }
        let node = &scene[index];
        open.extend(world.children(index));
        open.extend(node.lods.iter().map(|lod| lod.node));
        let Some(skin) = node.skin else { continue };
        if !std::mem::replace(&mut seen[skin], true) {
            // All that is below the root above a joint: a skeleton is kept whole.
            let skin = &scene[skin];
            open.extend(skin.joints.iter().chain(&skin.root).map(|joint| tops[*joint]));
        }
    }
    kept
}
