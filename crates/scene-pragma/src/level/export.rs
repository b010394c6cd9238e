//! Shows maps as neutral scenes.

#![allow(clippy::arithmetic_side_effects, reason = "floats")]

mod extra;
mod models;

use std::collections::BTreeMap;

use asset_geometry::glam::DQuat;
use asset_scene::{Error, Id, Node, Scene, Source, Transform, sum};
use binio::{Budget, Findings, Path};
use pragma_asset::{Map, Pose};
use scene_adapter::{ResourceReader, ShowOptions};

use super::entity::Values;
use super::stored::{EntityKey, Made, MapKey};
use super::{METRES, TURN, camera, light};
use crate::kinds;
use models::Models;
use scene_adapter::originals::PartKey;

/// If the scene has more nodes than this, no more models will be shown. But there can always be two nodes for each
/// entity.
const MAX_NODES: usize = 1 << 20;

/// Converts a map to a neutral scene with the name `name`, including everything that it shows. You must pass the name
/// of the map, because it is also used to find the lightmap and the navigation mesh. See the findings for resources
/// that could not be found, and for content that can't be shown.
///
/// ```
/// use binio::{Budget, Limits};
/// use pragma_asset::{Encoding, Map, Pose, glam::Vec3};
/// use scene_adapter::ResourceReader;
/// use scene_pragma::asset_scene::Id;
/// use scene_pragma::level::to_scene;
/// let nothing = std::collections::BTreeMap::<String, Vec<u8>>::new();
/// let mut map = Map::empty(Encoding::Binary);
/// map.push_entity("env_light_point").set_pose(&Pose::at(Vec3::new(0.0, 40.0, 0.0)));
/// let mut resources = ResourceReader::new(&nothing, Limits::default());
/// let (scene, findings) = to_scene(&map, "lamp", &mut resources, &Default::default())?;
/// let lamp = &scene.nodes[Id::new(0)];
/// assert_eq!((lamp.name.as_str(), lamp.transform.to_mat4().w_axis.y), ("env_light_point_1", 1.0));
/// assert!(lamp.light.is_some() && findings.is_empty());
/// # Ok::<(), scene_pragma::asset_scene::Error>(())
/// ```
///
/// # Errors
/// Fails if the models need more memory than the limits allow, or if scenes that are shown at the same time have used
/// up the nodes in [`ResourceReader::node_share`].
pub fn to_scene(
    map: &Map<'_>,
    name: &str,
    resources: &mut ResourceReader<'_>,
    options: &ShowOptions<'_>,
) -> Result<(Scene<'static>, Findings), Error> {
    let most = map.entity_count().saturating_mul(2);
    let mut export = Export {
        scene: Scene { name: name.to_owned(), ..Scene::default() },
        findings: Findings::new(),
        budget: options.limits.budget(),
        models: Models::default(),
        max_nodes: MAX_NODES.max(most),
        unshown: BTreeMap::new(),
        resources,
        options,
    };
    let key = MapKey::new(map, export.lightmap(name));
    let stored = || map.to_bytes().map_err(|error| crate::fault::unsupported(Path::from("document"), error));
    let file = options.comes_back.then(stored).transpose()?;
    export.entities(map, file.as_deref().map(sum).as_deref())?;
    if options.navmesh {
        export.navmesh(name)?;
    }
    export.finish();
    let Export { mut scene, mut findings, resources, .. } = export;
    findings.extend(std::mem::take(&mut resources.findings));
    scene.source = file.map(|file| Source { original: Some(file.into()), ..key.source() });
    scene.check()?;
    Ok((scene, findings))
}

/// The state while a map is shown.
struct Export<'s, 'r> {
    scene: Scene<'static>,
    findings: Findings,
    budget: Budget,
    resources: &'s mut ResourceReader<'r>,
    options: &'s ShowOptions<'s>,
    models: Models,
    max_nodes: usize,
    /// For each class, the number of entities that don't show anything.
    unshown: BTreeMap<String, usize>,
}

impl Export<'_, '_> {
    fn entities(&mut self, map: &Map<'_>, document: Option<&str>) -> Result<(), Error> {
        for (index, entity) in map.entities().into_iter().enumerate() {
            let path = Path::new().item("entity", index);
            let values = Values::of(entity);
            let pose = values.pose(&path, &mut self.findings);
            let light = light::of_entity(&values, &path, &mut self.findings);
            let camera = camera::of_entity(&values);
            let model = values.model();
            // A node that is only a light or a camera is turned itself.
            let turned = model.is_none() && light.is_some() != camera.is_some();
            let name = values.name(index);
            let source = Some(EntityKey::of_entity(document, index, turned).source());
            let transform = transform(&pose, turned);
            let place = self.scene.nodes.push(Node { name: name.clone(), transform, source, ..Node::default() });
            if model.is_none() && light.is_none() && camera.is_none() {
                let count = self.unshown.entry(values.class.clone()).or_default();
                *count = count.saturating_add(1);
            }
            if let Some(light) = light {
                let light = self.scene.lights.push(asset_scene::Light { name: name.clone(), ..light });
                let at = self.view(place, turned, ("Light", Made::Light), index);
                self.scene[at].light = Some(light);
            }
            if let Some(camera) = camera {
                let camera = self.scene.cameras.push(asset_scene::Camera { name, ..camera });
                let at = self.view(place, turned, ("Camera", Made::Camera), index);
                self.scene[at].camera = Some(camera);
            }
            if let Some(model) = model {
                let skin = values.skin((&path, &mut self.findings));
                self.model((&model, skin), place, index, &path)?;
            }
        }
        Ok(())
    }

    /// Returns the node for a light or a camera. This is the entity's node, or a child that is turned around.
    fn view(&mut self, place: Id<Node>, turned: bool, (what, made): (&str, Made), entity: usize) -> Id<Node> {
        if turned {
            return place;
        }
        let name = format!("{}_{what}", self.scene[place].name);
        let transform = Transform::Trs { translation: [0.0; 3], rotation: TURN, scale: [1.0; 3] };
        let document = EntityKey::of(&self.scene[place]).and_then(|key| key.document);
        let source = Some(EntityKey::made(document.as_deref(), entity, made).source());
        self.scene.nodes.push(Node { name, parent: Some(place), transform, source, ..Node::default() })
    }

    /// Returns the image to use with the second texture coordinates of the world, if it exists.
    fn lightmap(&mut self, name: &str) -> Option<String> {
        let wanted = format!("materials/maps/{}/lightmap_atlas.dds", name.to_lowercase());
        let found = self.resources.find(&[wanted]).ok()?;
        let message = format!("{found} isn't baked in: the second texture coordinates of the world are for it");
        self.findings.note(kinds::LIGHTMAP_NOT_BAKED, "lightmap", message);
        Some(found)
    }

    /// Adds how materials look, and reports everything that isn't shown.
    fn finish(&mut self) {
        self.looks();
        let classes: Vec<String> = self.unshown.iter().map(|(class, count)| format!("{class} {count}")).collect();
        if !classes.is_empty() {
            let message =
                format!("of these only the places are shown, the rest is kept with them: {}", classes.join(", "));
            self.findings.note(kinds::ENTITIES_PLACE_ONLY, "entities", message);
        }
    }
}

/// Converts a pose to metres. For a light or a camera, this also turns the pose around.
pub(super) fn transform(pose: &Pose, turned: bool) -> Transform {
    let turn = if turned { DQuat::from_array(TURN.map(f64::from)) } else { DQuat::IDENTITY };
    let rotation = if turned { (pose.rotation.as_dquat() * turn).as_quat() } else { pose.rotation };
    let metres = |units: f32| (f64::from(units) * METRES) as f32;
    Transform::Trs {
        translation: pose.origin.to_array().map(metres),
        rotation: rotation.to_array(),
        scale: pose.scale.to_array(),
    }
}
