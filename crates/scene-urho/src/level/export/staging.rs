//! Reads content that only pictures need.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use asset_scene::world::World;
use asset_scene::{
    Facing, Harmonics, Id, Light, LightEffect, Material, Node, Probe, SkyCube, SpriteSet, Staging, SurfaceEffect,
    Texture, Zone,
};
use binio::Path;
use urho_resource::views::{FaceMode, ParticleEffect, ParticleEffect2d, View as _};
use urho_scene::{Component, Engine, Place, Variant};

use super::flat::{FlatFiles, UNLAYERED};
use super::surfaces::{Lightmaps, Probed};
use super::{Export, zones};
use crate::kinds;
use crate::level::pipeline;
use crate::level::shadows;
use crate::level::sprites::{self, Work};
use crate::level::texts;
use crate::level::{environment, light, parts};
use crate::look::cube;

/// If a picture has no time, this many seconds are used for particles, because most effects are fully visible by then.
const USUAL: f32 = 1.0;

/// The number of a light whose light is in lightmaps.
const BAKED_LIGHT: i32 = 2;
/// The most reflection probes that are read.
const MOST_PROBES: usize = 256;

/// The classes that the engine draws, and pictures don't.
const VISIBLE: [&str; 11] = [
    "AnimatedSprite2D",
    "CustomGeometry",
    "DecalSet",
    "ParticleEmitter2D",
    "ParticleGraphEmitter",
    "ReflectionProbe",
    "RibbonTrail",
    "StaticSprite2D",
    "TileMap2D",
    "UIComponent",
    "UIElement3D",
];

/// The content that only pictures need, while a scene is read.
pub(super) struct Stager {
    /// The time of the picture in seconds.
    pub(super) time: f32,
    /// How many samples of a shadow map are averaged on each side.
    samples: u8,
    /// Whether this is a whole scene, not a prefab.
    is_scene: bool,
    staging: Staging,
    /// The sets whose nodes are not complete yet.
    pending: Vec<Pending>,
    effects: HashMap<String, Option<Rc<ParticleEffect>>>,
    /// What pictures don't show, besides components.
    unshown: Vec<String>,
    /// The reflection probes with their priorities.
    probes: Vec<(i32, Probe)>,
    /// Whether the reflections of probes depend on the place in their rooms.
    has_rooms: bool,
    pub(super) lightmaps: Lightmaps,
    pub(super) probed: Probed,
    /// The zones with their priorities.
    zones: Vec<(i32, Zone)>,
    pub(super) flat: FlatFiles,
}

/// A set of sprites that needs the place of its node.
pub(super) struct Pending {
    pub(super) set: SpriteSet,
    pub(super) node: Id<Node>,
    /// Whether the node scales the sprites.
    pub(super) is_scaled: bool,
    pub(super) origin: Origin,
    /// Sets are drawn in this order, if they are equally far away.
    pub(super) order: (i32, i32),
}

/// Where the sprites of a set come from.
pub(super) enum Origin {
    /// They are in the file.
    File,
    /// An effect emits them. The flag says whether it does so from the start.
    Effect(Rc<ParticleEffect>, bool),
    /// An effect in the plane emits them, with these texture coordinates.
    Flat(Rc<ParticleEffect2d>, [f32; 4]),
}

impl Stager {
    /// Creates a stager for a picture at this time, in seconds.
    pub(super) fn new(time: f32, level: &urho_scene::Scene<'_>) -> Self {
        let time = if time > 0.0 { time } else { USUAL };
        let (exposure, unshown) = pipeline::of(level);
        Self {
            time,
            unshown,
            samples: shadows::samples(level),
            is_scene: level.kind != urho_scene::Kind::Prefab,
            staging: Staging { exposure, ..Staging::default() },
            probes: Vec::new(),
            has_rooms: pipeline::has_rooms(level),
            lightmaps: Lightmaps::of(level),
            probed: Probed::of(level),
            pending: Vec::new(),
            effects: HashMap::new(),
            zones: Vec::new(),
            flat: FlatFiles::default(),
        }
    }

    /// Sets the properties of a surface that only pictures show.
    pub(super) fn surface(&mut self, material: Id<Material>, effect: SurfaceEffect) {
        self.staging.surfaces.insert(material, effect);
    }

    pub(super) fn add_lightmap(&mut self, node: Id<Node>, texture: Texture) {
        self.staging.lightmaps.insert(node, texture);
    }

    pub(super) fn add_ambient(&mut self, node: Id<Node>, light: Harmonics) {
        self.staging.ambients.insert(node, light);
    }

    pub(super) fn add_decals(&mut self, node: Id<Node>) {
        self.staging.decals.push(node);
    }
}

impl Export<'_, '_> {
    /// Adds the node of a component, if it casts shadows, if it has baked light, or if not all lights light it.
    /// `place` is the node of the component.
    pub(super) fn cast(&mut self, component: &Component<'_>, node: Id<Node>, place: Id<Node>) {
        self.stage_lightmap(component, node);
        self.stage_probed(component, node, place);
        let Some(stager) = &mut self.staging else { return };
        if parts::flag(component, "Cast Shadows", false) {
            stager.staging.shadow_casters.push(node);
        }
        let mask = light_mask(component);
        if mask != u32::MAX {
            stager.staging.light_masks.insert(node, mask);
        }
    }

    /// Adds what a picture needs about a light.
    pub(super) fn stage_light(&mut self, light: Id<Light>, component: &Component<'_>, engine: Engine) {
        let Some(stager) = &mut self.staging else { return };
        let casts = parts::flag(component, "Cast Shadows", false);
        let highlight = parts::float(component, "Specular Intensity", 1.0).max(0.0);
        let shadow = casts.then(|| shadows::of_component(component, engine, stager.samples));
        let taken = light::taken(component, engine);
        let is_baked = engine == Engine::Rbfx && parts::number(component, "Light Mode", 0) == BAKED_LIGHT;
        let mask = if is_baked { 0 } else { light_mask(component) };
        stager.staging.lights.insert(light, LightEffect { shadow, highlight, mask, taken });
        // rbfx always compresses bright light.
        stager.staging.is_physical |= engine != Engine::Rbfx && parts::flag(component, "Use Physical Values", false);
    }

    /// Adds a zone. A zone whose cube map can't be read doesn't have any.
    pub(super) fn stage_zone(&mut self, node: Option<Id<Node>>, component: &Component<'_>, engine: Engine) {
        if self.staging.is_none() {
            return;
        }
        let own = environment::Zone::of_component(component, engine);
        let cube = own.reflection.as_ref().filter(|_| self.materials && self.textures).and_then(|(name, factor)| {
            let images = cube::faces(name, self.resources, |_, _| {}).ok().flatten()?;
            let cube = SkyCube { images, color: [1.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] };
            Some((Arc::new(cube), *factor))
        });
        let zone = Zone {
            node,
            bounds: own.bounds,
            ambient: own.ambient,
            // The neighbours aren't known yet.
            gradient: own.has_gradient.then_some([own.ambient; 2]),
            fog: own.fog,
            height_fog: own.height_fog,
            light_mask: light_mask(component),
            reflection: cube,
            background: own.background,
        };
        if let Some(stager) = &mut self.staging {
            stager.zones.push((own.priority(), zone));
        }
    }

    /// Adds a reflection probe with a cube map. Returns `false` if it has none, because the engine then draws the map.
    fn stage_probe(&mut self, node: Id<Node>, component: &Component<'_>) -> bool {
        let cube = parts::resource(component, "Texture").filter(|_| self.materials && self.textures);
        let images = cube.and_then(|name| cube::faces(&name, self.resources, |_, _| {}).ok().flatten());
        let Some((images, stager)) = images.zip(self.staging.as_mut()) else { return false };
        let corner = |name: &str, usual: f32| match component.get(name) {
            Some(Variant::Vector3(corner)) => corner,
            _ => [usual; 3],
        };
        let of_corners = |min: [f32; 3], max: [f32; 3]| [[-max[0], min[1], min[2]], [-min[0], max[1], max[2]]];
        let bounds = of_corners(corner("Bounding Box Min", -1.0), corner("Bounding Box Max", 1.0));
        let has_room = stager.has_rooms && parts::flag(component, "Use Box Projection", false);
        let room = has_room.then(|| of_corners(corner("Projection Box Min", -1.0), corner("Projection Box Max", 1.0)));
        let cube = Arc::new(SkyCube { images, color: [1.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] });
        if stager.probes.len() < MOST_PROBES {
            stager.probes.push((parts::number(component, "Priority", 0), Probe { node, bounds, cube, room }));
        }
        true
    }

    pub(super) fn stage_surfaces(&mut self, surfaces: BTreeMap<Id<Material>, SurfaceEffect>) {
        if let Some(stager) = &mut self.staging {
            stager.staging.surfaces.extend(surfaces);
        }
    }

    /// Adds the sprites of a component. Returns `false` if it doesn't have any, or if this is not for a picture.
    pub(super) fn stage_sprites(
        &mut self,
        node: Id<Node>,
        (index, number): (usize, usize),
        component: &Component<'_>,
    ) -> bool {
        if self.staging.is_none() {
            return false;
        }
        match &*component.class.name.to_text() {
            "BillboardSet" => {
                let material = parts::resource(component, "Material");
                let material = material.map(|name| self.models.material(Some(&name), &mut self.scene));
                let is_relative = parts::flag(component, "Relative Position", true);
                let facing = sprites::facing(parts::number(component, "Face Camera Mode", 1));
                let sprites = sprites::of_component(component);
                let node_of_positions = is_relative.then_some(node);
                let set = SpriteSet { node: node_of_positions, owner: Some(node), material, facing, sprites };
                let is_scaled = parts::flag(component, "Relative Scale", true);
                self.pend(Pending { set, node, is_scaled, origin: Origin::File, order: UNLAYERED });
                true
            }
            "ParticleEmitter" => {
                let path = Place::node(index).component(number).path();
                let Some(name) = parts::resource(component, "Effect") else { return true };
                if let Some(effect) = self.effect(&name, &path) {
                    let is_emitting = parts::flag(component, "Is Emitting", true);
                    self.pend_emitter(effect, node, is_emitting);
                }
                true
            }
            "ReflectionProbe" => self.stage_probe(node, component),
            "DecalSet" => self.stage_decals(node, (index, number), component),
            "Text3D" => {
                let text = texts::of_component(component, node);
                self.staging.iter_mut().for_each(|stager| stager.staging.texts.extend(text.clone()));
                true
            }
            "TileMap2D" => self.stage_tile_map(node, (index, number), component),
            "AnimatedSprite2D" => self.stage_rig(node, (index, number), component),
            "StaticSprite2D" => {
                self.stage_flat_sprite(node, (index, number), component);
                true
            }
            "ParticleEmitter2D" => {
                self.stage_flat_emitter(node, (index, number), component);
                true
            }
            _ => false,
        }
    }

    pub(super) fn pend(&mut self, pending: Pending) {
        if let Some(stager) = &mut self.staging {
            stager.pending.push(pending);
        }
    }

    fn pend_emitter(&mut self, effect: Rc<ParticleEffect>, node: Id<Node>, is_emitting: bool) {
        let material = Some(effect.material.as_str()).filter(|name| !name.is_empty());
        let material = material.map(|name| self.models.material(Some(name), &mut self.scene));
        let facing = match effect.face_camera_mode {
            FaceMode::None => Facing::Node,
            FaceMode::RotateXyz => Facing::Camera,
            FaceMode::RotateY => Facing::CameraUpright,
            FaceMode::LookAtXyz => Facing::Point,
            FaceMode::LookAtY | FaceMode::LookAtMixed => Facing::PointUpright,
            FaceMode::Direction => Facing::Direction,
        };
        let node_of_positions = effect.relative.then_some(node);
        let set = SpriteSet { node: node_of_positions, owner: Some(node), material, facing, sprites: Vec::new() };
        let is_scaled = effect.scaled;
        self.pend(Pending { set, node, is_scaled, origin: Origin::Effect(effect, is_emitting), order: UNLAYERED });
    }

    /// Reads a particle effect. Each file is only read once.
    fn effect(&mut self, name: &str, path: &Path) -> Option<Rc<ParticleEffect>> {
        let known = self.staging.as_ref()?.effects.get(name);
        if let Some(known) = known {
            return known.clone();
        }
        let read = self.resources.read(name).and_then(|bytes| {
            let document = urho_resource::Document::parse(&bytes, None).map_err(|error| error.to_string())?;
            ParticleEffect::of(&document).map_err(|error| error.to_string())
        });
        if let Err(why) = &read {
            let message = format!("no particles: {why}");
            self.findings.warning(kinds::EFFECT_UNAVAILABLE, path.clone().name(name.as_bytes()), message);
        }
        let effect = read.ok().map(Rc::new);
        self.staging.as_mut()?.effects.insert(name.to_owned(), effect.clone());
        effect
    }

    /// Adds the staging to the scene. For this, all nodes must be there.
    pub(super) fn stage(&mut self) {
        self.stage_light_probes();
        let Some(stager) = self.staging.take() else { return };
        let Stager { time, is_scene, mut staging, mut pending, mut zones, mut probes, .. } = stager;
        probes.sort_by_key(|(priority, _)| std::cmp::Reverse(*priority));
        staging.probes = probes.into_iter().map(|(_, probe)| probe).collect();
        let world = World::new(&self.scene);
        // Without a zone, only the light of a whole scene is the engine's: a prefab will be in the zone of its scene.
        if !zones.is_empty() || is_scene && !self.scene.lights.is_empty() {
            zones.sort_by_key(|(priority, _)| std::cmp::Reverse(*priority));
            staging.zones = zones.into_iter().map(|(_, zone)| zone).collect();
            zones::complete(&mut staging.zones, &world);
            staging.zones.push(zones::elsewhere());
        }
        let (mut work, mut left_out) = (Work::new(), 0_usize);
        pending.sort_by_key(|pending| pending.order);
        staging.is_flat = !pending.is_empty() && self.scene.nodes.iter().all(|node| node.mesh.is_none());
        for (number, Pending { mut set, node, is_scaled, origin, order: _ }) in pending.into_iter().enumerate() {
            let place = world.world(node);
            let seed = u32::try_from(number).unwrap_or(0).wrapping_add(1);
            staging.is_flat &= set.facing == Facing::Node;
            match origin {
                Origin::File => {}
                Origin::Effect(effect, is_emitting) => {
                    set.sprites = sprites::of_effect(&effect, &place, (time, is_emitting, seed), &mut work);
                }
                Origin::Flat(effect, uv) => {
                    set.sprites = sprites::of_flat_effect(&effect, &place, (time, uv), &mut work);
                }
            }
            if is_scaled {
                sprites::scale(&mut set.sprites, &place);
            }
            let bytes = (set.sprites.len() as u64).saturating_mul(sprites::PER_SPRITE);
            if !work.is_left() || self.models.budget().spend(bytes).is_err() {
                left_out = left_out.saturating_add(1);
            } else if !set.sprites.is_empty() {
                staging.sprites.push(set);
            }
        }
        if left_out > 0 {
            let message = format!("too many particles and billboards: {left_out} components are left out");
            self.findings.warning(kinds::EFFECT_UNAVAILABLE, "components", message);
        }
        let unshown = self.unshown.iter().filter(|(class, _)| VISIBLE.contains(&class.as_str()));
        staging.not_shown = unshown.map(|(class, count)| format!("{class}: {count}")).collect();
        if stager.lightmaps.missing > 0 {
            staging.not_shown.push(format!("baked light of models: {}", stager.lightmaps.missing));
        }
        if stager.probed.missing > 0 {
            staging.not_shown.push(format!("light probes of models: {}", stager.probed.missing));
        }
        staging.not_shown.extend(stager.unshown);
        self.scene.staging = Some(Box::new(staging));
    }
}

/// Returns the light mask of a component.
fn light_mask(component: &Component<'_>) -> u32 {
    parts::number(component, "Light Mask", -1) as u32
}
