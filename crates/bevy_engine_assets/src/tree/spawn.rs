//! Spawns the entities of a scene.

use asset_convert::PartTexts;
use asset_scene::{
    Camera as SceneCamera, Id, IdMap, Light, LightKind, Mesh, Node, Primitive, Projection as SceneProjection, Scene,
};
use bevy::animation::{AnimatedBy, AnimationPlayer};
use bevy::asset::{Handle, LoadContext};
use bevy::camera::visibility::{DynamicSkinnedMeshBounds, NoFrustumCulling, Visibility, VisibilityRange};
use bevy::camera::{Camera, Camera3d, OrthographicProjection, PerspectiveProjection, Projection, ScalingMode};
use bevy::color::Color;
use bevy::ecs::entity::Entity;
use bevy::ecs::hierarchy::ChildOf;
use bevy::ecs::name::Name;
use bevy::ecs::world::World;
use bevy::light::{DirectionalLight, PointLight, SpotLight};
use bevy::mesh::Mesh3d;
use bevy::mesh::morph::{MeshMorphWeights, MorphWeights};
use bevy::mesh::skinning::{SkinnedMesh, SkinnedMeshInverseBindposes};
use bevy::pbr::{MeshMaterial3d, StandardMaterial};
use bevy::prelude::{AnimationGraph, AnimationGraphHandle, Transform, WorldAsset};

use super::SceneHandle;
use crate::materials::{default_material, standard};
use crate::meshes::bounds;
use crate::nodes::{Nodes, transform};
use crate::shown::Shown;
use crate::textures::Textures;
use crate::{
    EngineAssetLabel, EngineAssetsError, EngineAssetsSettings, EngineExtras, EngineMaterialExtras, EngineMaterialName,
    EngineMeshName, EngineSceneExtras, LevelOfDetail, SkinnedMeshBoundsPolicy, animations,
};

/// A scene that is being converted to entities.
pub(crate) struct Spawner<'s> {
    pub(crate) scene: &'s Scene<'s>,
    /// What the nodes show in their file.
    pub(crate) texts: PartTexts,
    pub(crate) nodes: &'s Nodes,
    pub(crate) textures: &'s Textures,
    pub(crate) settings: &'s EngineAssetsSettings,
    pub(crate) matrices: Vec<Handle<SkinnedMeshInverseBindposes>>,
    pub(crate) is_animation_root: IdMap<Node, bool>,
    pub(crate) graph: Option<Handle<AnimationGraph>>,
}

/// A node to spawn.
#[derive(Clone)]
struct Place {
    node: Id<Node>,
    parent: Entity,
    /// The transform of the parent in the scene.
    above: Transform,
    /// The entity with the animation player.
    player: Option<Entity>,
    /// The number of the level of detail, and the distances at which it can be seen.
    level: Option<(usize, VisibilityRange)>,
}

/// The entities that were spawned so far.
struct Entities {
    world: World,
    /// The first entity of each node.
    of_nodes: IdMap<Node, Option<Entity>>,
    skinned: Vec<(Entity, usize)>,
    has_camera: bool,
}

impl Spawner<'_> {
    /// Adds the scene.
    pub(crate) fn scene(&self, shown: &Shown, context: &mut LoadContext<'_>) -> Result<SceneHandle, EngineAssetsError> {
        let mut parts = context.begin_labeled_asset();
        let of_nodes = IdMap::filled(None, self.scene.nodes.len());
        let mut entities = Entities { world: World::new(), of_nodes, skinned: Vec::new(), has_camera: false };
        let name = if self.scene.name.is_empty() { "Scene0" } else { &self.scene.name };
        let coordinates = self.settings.coordinates();
        let root = (coordinates.of_scene(), Visibility::default(), Name::new(name.to_owned()));
        let root = entities.world.spawn(root).id();
        if let Some(source) = &self.scene.source {
            entities.world.entity_mut(root).insert(EngineSceneExtras { value: source.layout.to_string() });
        }
        let place = |node: &Id<Node>| Place {
            node: *node,
            parent: root,
            above: Transform::IDENTITY,
            player: None,
            level: None,
        };
        // A stack: deep hierarchies would overflow the program's.
        let mut waiting = self.all_bare(self.nodes.roots().iter().map(place).collect(), &mut entities);
        while let Some((place, entity)) = waiting.pop() {
            let below = self.node(&place, entity, &mut entities, &mut parts, &shown.file)?;
            waiting.extend(self.all_bare(below, &mut entities));
        }
        self.skins(&mut entities);
        let loaded = parts.finish(WorldAsset::new(entities.world));
        Ok(context.add_loaded_labeled_asset(EngineAssetLabel::Scene.to_string(), loaded))
    }

    /// Spawns siblings without their content, in order. They are returned in reverse order.
    fn all_bare(&self, places: Vec<Place>, entities: &mut Entities) -> Vec<(Place, Entity)> {
        let spawn = |place: Place| {
            let entity = self.bare(&place, entities);
            (place, entity)
        };
        let mut spawned: Vec<(Place, Entity)> = places.into_iter().map(spawn).collect();
        spawned.reverse();
        spawned
    }

    /// Spawns the entity of a node, without its content.
    fn bare(&self, place: &Place, entities: &mut Entities) -> Entity {
        let node = &self.scene[place.node];
        let visibility = if node.hidden { Visibility::Hidden } else { Visibility::default() };
        let name = Name::new(self.nodes.name(self.scene, place.node));
        let own = transform(&node.transform);
        let entity = entities.world.spawn((own, visibility, name, ChildOf(place.parent))).id();
        entities.of_nodes[place.node].get_or_insert(entity);
        entity
    }

    /// Adds the content of a node. Returns its children and its levels of detail.
    fn node(
        &self,
        place: &Place,
        entity: Entity,
        entities: &mut Entities,
        parts: &mut LoadContext<'_>,
        file: &str,
    ) -> Result<Vec<Place>, EngineAssetsError> {
        let node = &self.scene[place.node];
        let player = self.animate(place, entity, entities);
        if let Some(extras) = self.texts.extras(node) {
            entities.world.entity_mut(entity).insert(EngineExtras { value: extras.to_string() });
        }
        if let Some((level, _)) = place.level {
            entities.world.entity_mut(entity).insert(LevelOfDetail(level));
        }
        if let Some(camera) = node.camera.filter(|_| self.settings.load_cameras) {
            let is_active = !std::mem::replace(&mut entities.has_camera, true);
            let camera =
                (Camera3d::default(), projection(&self.scene[camera]), Camera { is_active, ..Camera::default() });
            entities.world.entity_mut(entity).insert(camera);
        }
        let levels = self.levels(place, node);
        let world = place.above * transform(&node.transform);
        if let Some(mesh) = node.mesh.filter(|_| !self.settings.load_meshes.is_empty()) {
            let range = place.level.as_ref().map(|(_, range)| range.clone());
            let range = range.or_else(|| levels.first().map(|(_, range)| range.clone()));
            let shape = Shape { place, mesh, entity, range, world };
            self.mesh(&shape, entities, parts, file)?;
        }
        if let Some(light) = node.light.filter(|_| self.settings.load_lights) {
            light_entity(&self.scene[light], entity, &mut entities.world);
        }
        let level_places = levels.into_iter().skip(1).enumerate().map(|(number, (level, range))| Place {
            node: level,
            level: Some((number + 1, range)),
            ..place.clone()
        });
        let children = self.nodes.children(place.node).iter().map(|child| Place {
            node: *child,
            parent: entity,
            above: world,
            player,
            level: place.level.clone(),
        });
        Ok(children.chain(level_places).collect())
    }

    /// Adds the components that clips need. Returns the entity with the player of this node.
    fn animate(&self, place: &Place, entity: Entity, entities: &mut Entities) -> Option<Entity> {
        let is_root = self.is_animation_root[place.node] && place.player.is_none();
        if is_root {
            let mut player = entities.world.entity_mut(entity);
            player.insert(AnimationPlayer::default());
            if let Some(graph) = &self.graph {
                player.insert(AnimationGraphHandle(graph.clone()));
            }
        }
        let player = if is_root { Some(entity) } else { place.player };
        // A level of detail is beside its node: no name leads to it.
        if let Some(player) = player.filter(|_| place.level.is_none()) {
            let target = animations::target(self.scene, place.node, self.nodes);
            entities.world.entity_mut(entity).insert((target, AnimatedBy(player)));
        }
        player
    }

    /// Returns all levels of detail with the distances from which they can be seen, beginning with this node. If the
    /// node has no other level, this returns an empty list.
    fn levels(&self, place: &Place, node: &Node) -> Vec<(Id<Node>, VisibilityRange)> {
        let known = node.lods.iter().filter_map(|level| Some((level.node, level.distance?)));
        let known: Vec<(Id<Node>, f32)> = known.filter(|(_, distance)| distance.is_finite()).collect();
        if known.is_empty() || place.level.is_some() || !self.settings.load_levels_of_detail {
            return Vec::new();
        }
        let mut begin = 0.0;
        let mut levels = Vec::with_capacity(known.len() + 1);
        let mut current = place.node;
        for (next, distance) in known {
            let end = distance.max(begin);
            levels.push((current, VisibilityRange::abrupt(begin, end)));
            (current, begin) = (next, end);
        }
        levels.push((current, VisibilityRange::abrupt(begin, f32::MAX)));
        levels
    }

    /// Adds the entities of a mesh. There is one for each primitive.
    fn mesh(
        &self,
        shape: &Shape<'_>,
        entities: &mut Entities,
        parts: &mut LoadContext<'_>,
        file: &str,
    ) -> Result<(), EngineAssetsError> {
        let mesh = &self.scene[shape.mesh];
        let node = &self.scene[shape.place.node];
        for (number, primitive) in mesh.primitives.iter().enumerate() {
            let label = EngineAssetLabel::Primitive { mesh: shape.mesh.index(), primitive: number };
            let handle = parts.get_label_handle(label.to_string());
            let material = self.material(primitive, shape.is_inverted(), parts);
            let own = self.settings.coordinates().of_mesh();
            let components = (Mesh3d(handle), MeshMaterial3d(material), own, ChildOf(shape.entity));
            let entity = entities.world.spawn(components).id();
            let mut made = entities.world.entity_mut(entity);
            self.describe(mesh, primitive, &mut made);
            if let Some(range) = &shape.range {
                made.insert(range.clone());
            }
            if !primitive.targets.is_empty() {
                made.insert(MeshMorphWeights::Reference(shape.entity));
            }
            if let Some(skin) = node.skin {
                match self.settings.skinned_mesh_bounds_policy {
                    SkinnedMeshBoundsPolicy::Dynamic => drop(made.insert(DynamicSkinnedMeshBounds)),
                    SkinnedMeshBoundsPolicy::NoFrustumCulling => drop(made.insert(NoFrustumCulling)),
                    SkinnedMeshBoundsPolicy::BindPose => {}
                }
                entities.skinned.push((entity, skin.index()));
            }
        }
        self.morph_weights(mesh, shape, entities, parts, file)
    }

    fn morph_weights(
        &self,
        mesh: &Mesh,
        shape: &Shape<'_>,
        entities: &mut Entities,
        parts: &mut LoadContext<'_>,
        file: &str,
    ) -> Result<(), EngineAssetsError> {
        let targets = mesh.primitives.iter().map(|primitive| primitive.targets.len()).max().unwrap_or(0);
        if targets == 0 {
            return Ok(());
        }
        let mut weights = mesh.morph_weights.clone();
        weights.resize(targets.max(weights.len()), 0.0);
        let first = EngineAssetLabel::Primitive { mesh: shape.mesh.index(), primitive: 0 };
        let first = parts.get_label_handle(first.to_string());
        let weights = MorphWeights::new(weights, Some(first)).map_err(|error| EngineAssetsError::MorphTargets {
            file: file.to_owned(),
            node: shape.place.node.index(),
            message: error.to_string(),
        })?;
        entities.world.entity_mut(shape.entity).insert(weights);
        Ok(())
    }

    /// Adds names, bounds and extras.
    fn describe(&self, mesh: &Mesh, primitive: &Primitive, made: &mut bevy::ecs::world::EntityWorldMut<'_>) {
        if let Some(bounds) = bounds(self.scene, primitive, self.settings) {
            made.insert(bounds);
        }
        let mut name = if mesh.name.is_empty() { "Mesh".to_owned() } else { mesh.name.clone() };
        if !mesh.name.is_empty() {
            made.insert(EngineMeshName(mesh.name.clone()));
        }
        if let Some(material) = primitive.material.map(|material| &self.scene[material]) {
            if !material.name.is_empty() {
                name = format!("{name}.{}", material.name);
                made.insert(EngineMaterialName(material.name.clone()));
            }
            if let Some(source) = &material.source {
                made.insert(EngineMaterialExtras { value: source.layout.to_string() });
            }
        }
        made.insert(Name::new(name));
    }

    /// Returns the material of a primitive. This may add the default material, or the material for a mirrored mesh, on
    /// first use.
    fn material(
        &self,
        primitive: &Primitive,
        is_inverted: bool,
        parts: &mut LoadContext<'_>,
    ) -> Handle<StandardMaterial> {
        let has_materials = !self.settings.load_materials.is_empty();
        let Some(id) = primitive.material.filter(|_| has_materials) else {
            let label = EngineAssetLabel::DefaultMaterial.to_string();
            if parts.get_labeled(&label).is_none() {
                return parts.add_labeled_asset(label, default_material());
            }
            return parts.get_label_handle(label);
        };
        let label = EngineAssetLabel::Material { index: id.index(), is_scale_inverted: is_inverted }.to_string();
        if is_inverted && parts.get_labeled(&label).is_none() {
            return parts.add_labeled_asset(label, standard(&self.scene[id], self.textures, true));
        }
        parts.get_label_handle(label)
    }

    /// Connects skinned meshes to their joints.
    fn skins(&self, entities: &mut Entities) {
        for (entity, index) in std::mem::take(&mut entities.skinned) {
            let Some((skin, matrices)) = self.scene.skins.get(Id::new(index)).zip(self.matrices.get(index)) else {
                continue;
            };
            let joints = skin.joints.iter().filter_map(|joint| entities.of_nodes[*joint]).collect();
            let skinned = SkinnedMesh { inverse_bindposes: matrices.clone(), joints };
            entities.world.entity_mut(entity).insert(skinned);
        }
    }
}

/// A mesh that is used by a node.
struct Shape<'p> {
    place: &'p Place,
    mesh: Id<Mesh>,
    entity: Entity,
    range: Option<VisibilityRange>,
    /// The transform of the node in the scene.
    world: Transform,
}

impl Shape<'_> {
    /// Returns `true` if the node mirrors its mesh. Without a change, its back faces would be visible.
    fn is_inverted(&self) -> bool {
        self.world.scale.is_negative_bitmask().count_ones() & 1 == 1
    }
}

/// Returns the projection of a camera.
fn projection(camera: &SceneCamera) -> Projection {
    match camera.projection {
        SceneProjection::Perspective { y_fov, aspect } => {
            let mut made = PerspectiveProjection { fov: y_fov, near: camera.near, ..PerspectiveProjection::default() };
            made.far = camera.far.unwrap_or(made.far);
            made.aspect_ratio = aspect.unwrap_or(made.aspect_ratio);
            Projection::Perspective(made)
        }
        SceneProjection::Orthographic { x_mag, .. } => {
            let usual = OrthographicProjection::default_3d();
            Projection::Orthographic(OrthographicProjection {
                near: camera.near,
                far: camera.far.unwrap_or(usual.far),
                // Half of the visible width.
                scaling_mode: ScalingMode::FixedHorizontal { viewport_width: x_mag * 2.0 },
                ..usual
            })
        }
    }
}

/// The range of lights that have none. It is the same as in Bevy's glTF loader.
const RANGE: f32 = 20.0;

/// Spawns a light.
fn light_entity(light: &Light, parent: Entity, world: &mut World) {
    let [red, green, blue] = light.color;
    let color = Color::linear_rgb(red, green, blue);
    // From candela (lumen per steradian) to the lumen of all directions, also for cones.
    let intensity = light.intensity * 4.0 * std::f32::consts::PI;
    let range = light.range.unwrap_or(RANGE);
    let mut made = match light.kind {
        LightKind::Directional => {
            world.spawn(DirectionalLight { color, illuminance: light.intensity, ..DirectionalLight::default() })
        }
        LightKind::Point => world.spawn(PointLight { color, intensity, range, radius: 0.0, ..PointLight::default() }),
        LightKind::Spot { inner, outer } => world.spawn(SpotLight {
            color,
            intensity,
            range,
            radius: 0.0,
            inner_angle: inner,
            outer_angle: outer,
            ..SpotLight::default()
        }),
    };
    made.insert(ChildOf(parent));
    if !light.name.is_empty() {
        made.insert(Name::new(light.name.clone()));
    }
}
