//! Any scene as a new model.

mod curve;
mod mesh;
mod rig;

use std::collections::HashSet;

use asset_geometry::glam::{Affine3A, Mat4, Quat, Vec3};
use binio::{Budget, Findings, Path};
use pragma_asset::{AnimationData, Frames, Model, Pose};

use super::layout::{spend, unsupported};
use crate::{Animation, Error, Property, Scene};
use curve::Curve;
use rig::Rig;

/// How a new model is made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BuildOptions {
    /// Frames of animations per second; at each there is a key, since the engine joins no keys that are further apart.
    pub frames_per_second: u8,
    /// Units of the engine in a metre.
    pub units_per_metre: f32,
}

impl Default for BuildOptions {
    /// 24 frames, as the engine's own importer makes; 40 units.
    fn default() -> Self {
        Self { frames_per_second: 24, units_per_metre: 40.0 }
    }
}

/// The group that all meshes go into, as the engine's tools call it.
const GROUP: &str = "reference";

/// A new model of a scene.
///
/// Meshes go into one group, where they stand at rest, in units; triangles of mirrored nodes are turned around. Joints of skins and nodes that
/// move are bones, and what hangs on them without skin is bound to them. The reference pose is the one that meshes were bound in, with
/// the first joint of each skin where it is at rest. Of the weights of a vertex the four largest count, divided by their
/// sum. Animations are sampled, with a key at every frame; scales of joints are in the vertices already, so that bones have those by
/// which they change. Names that are there twice get a number. A scene without name for a material calls it `white`.
///
/// Not in the model, and told: levels of detail, morph targets, colours, all sets of texture coordinates but two, of which the second
/// is called `lightmap`.
///
/// # Errors
/// What [`Scene::check`] and the builder of models say, bones that nest too deep among them; a spent budget.
pub fn build_model(
    scene: &Scene<'_>,
    options: &BuildOptions,
    budget: &mut Budget,
) -> Result<(Model<'static>, Findings), Error> {
    scene.check()?;
    let mut findings = Findings::new();
    let rig = Rig::new(scene, options.units_per_metre);
    let mut builder = Model::builder();
    for (name, parent, pose) in rig.bones() {
        builder = builder.bone(&name, parent, pose);
    }
    let materials: Vec<&str> = scene.materials.iter().map(|material| material.name.as_str()).collect();
    let usual = ["white"];
    for material in if materials.is_empty() { &usual[..] } else { &materials } {
        builder = builder.material(material);
    }
    for mesh in mesh::meshes(scene, &rig, budget, &mut findings)? {
        builder = builder.mesh(GROUP, mesh);
    }
    // That one is the reference pose.
    let mut names = HashSet::from(["reference".to_owned()]);
    for (number, animation) in scene.animations.iter().enumerate() {
        let path = Path::from([("animation", number)]);
        if let Some(frames) = frames(scene, animation, &rig, options, budget)? {
            let name = if animation.name.is_empty() { format!("animation{number}") } else { animation.name.clone() };
            let name = free(name, &mut names);
            let data = AnimationData { activity_weight: 1, frames, ..AnimationData::default() };
            builder = builder.animation(&name, data);
        } else {
            findings.warning(path, "isn't in the model: it moves no bone");
        }
    }
    let failed = |error| unsupported(Path::from("model"), error);
    Ok((builder.build().map_err(failed)?, findings))
}

/// An animation as frames of all bones; `None` if it moves none.
fn frames(
    scene: &Scene<'_>,
    animation: &Animation<'_>,
    rig: &Rig,
    options: &BuildOptions,
    budget: &mut Budget,
) -> Result<Option<Frames>, Error> {
    let moving = animation.channels.iter().filter(|channel| channel.property != Property::MorphWeights);
    let curves: Vec<Curve> = moving.filter_map(|channel| Curve::read(scene, channel)).collect();
    if curves.is_empty() || rig.is_empty() {
        return Ok(None);
    }
    let last = curves.iter().map(Curve::end).fold(0.0, f32::max);
    let rate = f32::from(options.frames_per_second.max(1));
    let count = ((last * rate).ceil() as usize).saturating_add(1);
    let path = || Path::from("frames");
    spend(budget, count.saturating_mul(scene.nodes.len().max(rig.len())), size_of::<Pose>(), path())?;
    let mut poses = Vec::with_capacity(count.saturating_mul(rig.len()));
    let mut locals = rig.rest().to_vec();
    for frame in 0..count {
        let time = (frame as f32 / rate).min(last);
        curves.iter().for_each(|curve| curve.apply(time, &mut locals));
        poses.extend(rig.poses(&locals));
    }
    let bones = (0..rig.len() as u32).collect();
    Ok(Some(Frames::new(rate, bones, poses)))
}

/// A name that isn't taken yet: with a number behind it if it has to be.
fn free(name: String, taken: &mut HashSet<String>) -> String {
    let numbered = (2_u64..).map(|number| format!("{name} {number}"));
    let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name)).unwrap_or(name);
    taken.insert(free.clone());
    free
}

/// Where a node stands, in parts, so that each can be animated.
type Local = Pose;

fn local(transform: &crate::Transform) -> Local {
    let (scale, rotation, origin) = match *transform {
        crate::Transform::Trs { translation, rotation, scale } => {
            (Vec3::from(scale), Quat::from_array(rotation), Vec3::from(translation))
        }
        crate::Transform::Matrix(columns) => Mat4::from_cols_array(&columns).to_scale_rotation_translation(),
    };
    super::skin::upright(Pose { origin, rotation, scale })
}

fn affine(local: &Local) -> Affine3A {
    local.to_affine()
}
