//! New models of any scene.

pub(crate) mod faces;
mod levels;
pub(crate) mod mesh;
pub(crate) mod motion;
pub(crate) mod rig;
mod skins;

use std::collections::BTreeMap;

use asset_scene::appearance::appearances;
use asset_scene::world::World;
use asset_scene::{AnimationId, Error, Id, Material, Scene, curve, escape_name};
use binio::{Budget, Findings, Limits, Path};
use pragma_asset::{AnimationData, Frames, Model, Pose};
use scene_adapter::surface::{self, Optimization};
use scene_adapter::unique_names::Names;

use crate::fault::{spend, unsupported};
use crate::kinds;
use faces::Faces;
use levels::{Groups, Maker};
use motion::{Motion, check_frames};
use rig::Rig;
use skins::Skins;

binio::options! {
    /// Options for [`create()`].
    #[derive(Clone, Debug, PartialEq)]
    pub struct CreateModelOptions {
        /// Frames of animations per second, each with a key; above 0. Default: 24, as the engine's importer makes. Animations with keys between these
        /// frames get a usual rate that fits: 25, 30, 50, 60 or 120. For splines the rate is doubled until frames that are joined linearly miss them by
        /// less than a thousandth, up to 240.
        pub(crate) frames_per_second: u8 = 24,
        /// Units of the model per unit of the scene, above 0. Default: 40, for scenes in metres: the engine's unit is 0.025 m.
        pub(crate) scale: f32 = 40.0,
        /// Optimizations of meshes. Default: all.
        pub(crate) optimization: Optimization = Optimization::default(),
        /// Angle in degrees up to which triangles of meshes without normals are shaded smooth. Default: none; they are shaded flat.
        #[setter(into)]
        pub(crate) smooth: Option<f32> = None,
        /// Memory that unpacked vertices, indices and frames may take: [`Limits::max_expanded_bytes`]. Default: 1 GiB.
        pub(crate) limits: Limits = Limits::default(),
    }
}

/// A new model.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CreatedModel {
    /// The model, with its animations.
    pub model: Model<'static>,
    /// The material of the scene that each of the model's is; `None` for the engine's own.
    pub materials: Vec<Option<Id<Material>>>,
    /// Changes and losses.
    pub findings: Findings,
}

/// The engine's own material, for meshes without one.
pub(crate) const WHITE: &str = "white";

/// Makes a new model of a scene.
///
/// Meshes become one group, in units, at the rest position or the bind position of their nodes; meshes with coarser levels of detail become a group
/// of their own, and so does each level. Every morph target becomes a vertex animation, a flex and a flex controller with its name: one for all
/// meshes that have it, unless they move separately. Default weights are included in the vertices, and flexes are relative to them. Animated weights
/// become animations of flex controllers, with the name of the matching bone animation. Differences of vertices are rounded to 11 bits. Joints of
/// skins and animated nodes become bones, and meshes without skin are bound to the nearest ancestor bone. The reference pose is the bind pose of the
/// meshes, with the first joint of each skin at its rest position. A joint with different bind poses in two skins becomes two bones. Animations are
/// sampled at every frame, and contain only the bones that they move: layers leave the others alone. Duplicate names get a number. Materials keep the
/// scene's names;
/// [`CreatedMaterials::name_in`](crate::CreatedMaterials::name_in) renames them to their files. Meshes without a material get the engine's `white`.
/// Variants become skins. A scene without meshes becomes a model of bones and animations, as other models include them.
///
/// Findings report omitted content: colours, tangents of morph targets, texture coordinates after the second set, which becomes `lightmap`; and bones
/// that shear while they move, which the engine can't show.
///
/// ```
/// # let scene = asset_scene::Scene::default();
/// use scene_pragma::CreateModelOptions;
/// let built = scene_pragma::create(&scene, &CreateModelOptions::default().frames_per_second(30))?;
/// for finding in &built.findings {
///     eprintln!("{finding}");
/// }
/// # assert_eq!(built.model.meshes().len(), 0);
/// # Ok::<(), asset_scene::Error>(())
/// ```
///
/// # Errors
/// An error of [`Scene::check`]; indices beyond the vertices; joints that a skin doesn't have; bones that nest deeper than a document can; a scale or
/// a number of frames that isn't above 0; more vertices, indices and frames than [`CreateModelOptions::limits`] allow.
pub fn create(scene: &Scene<'_>, options: &CreateModelOptions) -> Result<CreatedModel, Error> {
    check(scene, options)?;
    let units = options.scale;
    let mut findings = Findings::new();
    let mut budget = options.limits.budget();
    let world = World::new(scene);
    let appearances = appearances(scene, &world, &mut findings);
    surface::spend(scene, &appearances, &mut budget, &mut findings)?;
    curve::spend(scene, scene.animations.iter().flat_map(|animation| &animation.channels), &mut budget)?;
    rig::spend_all(scene, &mut budget)?;
    let rig = Rig::new(scene, world, f64::from(units), &mut findings);
    let mut builder = Model::builder();
    for (name, parent, pose) in rig.bones() {
        builder = builder.bone(name, parent, pose);
    }
    let skins = Skins::of(scene, &mut budget, &mut findings)?;
    for material in &skins.materials {
        builder = builder.material(material.map_or(WHITE, |material| &scene[material].name));
    }
    for skin in skins.numbers() {
        builder = builder.skin(skin);
    }
    let mut faces = Faces::new(scene, f32::from(options.frames_per_second), &mut findings);
    let maker = Maker {
        scene,
        optimization: options.optimization,
        smooth: options.smooth,
        rig: &rig,
        skins: &skins,
        faces: &mut faces,
        budget: &mut budget,
        findings: &mut findings,
    };
    let Groups { groups, base, lods } = maker.groups(&appearances)?;
    for (group, meshes) in groups {
        builder = meshes.into_iter().fold(builder, |builder, mesh| builder.mesh(&group, mesh));
    }
    builder = lods.into_iter().fold(builder.base_mesh_groups(base), pragma_asset::ModelBuilder::lod);
    let (animations, with_faces) = animations(scene, &rig, &faces, options, (&mut budget, &mut findings))?;
    for (name, data) in animations {
        builder = builder.animation(&name, data);
    }
    let failed = |error| unsupported(Path::from("model"), error);
    let mut model = builder.build().map_err(failed)?;
    model.set_faces(&faces.finish(&with_faces, &mut findings)?).map_err(failed)?;
    Ok(CreatedModel { model, materials: skins.materials, findings })
}

/// Animations of bones with their names.
type BoneAnimations = Vec<(String, AnimationData)>;

/// Creates the animations of bones. Returns the names of all animations too, for the animations of flexes.
fn animations(
    scene: &Scene<'_>,
    rig: &Rig,
    faces: &Faces<'_>,
    options: &CreateModelOptions,
    (budget, findings): (&mut Budget, &mut Findings),
) -> Result<(BoneAnimations, BTreeMap<AnimationId, String>), Error> {
    // One of that name is the reference pose.
    let mut names = Names::default();
    names.take("reference", "", Path::new(), findings);
    let (mut of_bones, mut names_of) = (Vec::new(), BTreeMap::new());
    for animation in scene.animations.ids() {
        let path = || Path::from([("animation", animation.index())]);
        let frames = frames(scene, animation, rig, options, (budget, findings))?;
        let has_face = faces.moves(animation);
        if frames.is_none() && !has_face {
            findings.loss(
                kinds::ANIMATION_MOVES_NOTHING,
                path(),
                "isn't in the model: it moves no bone and no morph target",
            );
            continue;
        }
        let otherwise = format!("animation{animation}");
        let name = text(&names.take(&scene[animation].name, &otherwise, path(), findings));
        if has_face && frames.is_some() {
            findings.note(
                kinds::MORPH_WEIGHTS_SEPARATE,
                path(),
                "its morph weights are a flex animation of the same name, which the engine plays apart",
            );
        }
        if let Some(frames) = frames {
            let data = AnimationData { activity_weight: 1, frames, ..AnimationData::default() };
            of_bones.push((name.clone(), data));
        }
        names_of.insert(animation, name);
    }
    Ok((of_bones, names_of))
}

/// Checks the scene and whether it can be built with these options.
pub(crate) fn check(scene: &Scene<'_>, options: &CreateModelOptions) -> Result<(), Error> {
    scene.check()?;
    let units = options.scale;
    if !units.is_finite() || units <= 0.0 {
        return Err(unsupported(Path::from("options"), format!("expected a scale above 0, found {units}")));
    }
    if options.frames_per_second == 0 {
        return Err(unsupported(Path::from("options"), "expected at least 1 frame per second, found 0"));
    }
    Ok(())
}

/// A name as text: escaped if it isn't any.
fn text(name: &binio::Name<'_>) -> String {
    name.as_str().map_or_else(|| escape_name(name), str::to_owned)
}

/// Frames per second of a new animation: all its keys are on frames, if a usual rate has them.
fn rate(scene: &Scene<'_>, animation: AnimationId, options: &CreateModelOptions, findings: &mut Findings) -> f32 {
    let default = u16::from(options.frames_per_second);
    let found = scene_adapter::frame_rate(scene, std::iter::once(animation), default);
    if found.is_none() {
        let message =
            format!("has keys between frames at every usual rate: it is sampled at {default} frames per second");
        findings.warning(kinds::KEYS_BETWEEN_FRAMES, Path::from([("animation", animation.index())]), message);
    }
    f32::from(found.unwrap_or(default))
}

/// An animation as frames of the bones that have channels or leave the reference pose; `None` if it moves none.
///
/// The engine plays an animation of some of the bones, and leaves the others in their last pose. With all bones, a layer would override everything.
pub(crate) fn frames(
    scene: &Scene<'_>,
    animation: AnimationId,
    rig: &Rig,
    options: &CreateModelOptions,
    (budget, findings): (&mut Budget, &mut Findings),
) -> Result<Option<Frames>, Error> {
    let path = || Path::from([("animation", animation.index())]);
    let each = scene.nodes.len().max(rig.len());
    spend(budget, each, size_of::<Pose>(), path())?;
    let motion = Motion::read(scene, animation, findings);
    if motion.is_empty() || rig.len() == 0 {
        return Ok(None);
    }
    let count = |rate: f32| ((motion.end() * rate).ceil() as usize).saturating_add(1);
    let least = rate(scene, animation, options, findings);
    // Before the frames are looked at one by one: an animation may last for years.
    spend(budget, count(least).saturating_mul(each), size_of::<Pose>(), path())?;
    let size = motion::size_of_rest(scene);
    let rate = motion.rate(least, size);
    motion.tell_misses(rate, size, &path(), findings);
    let more = count(rate).saturating_sub(count(least));
    spend(budget, more.saturating_mul(each), size_of::<Pose>(), path())?;
    let count = count(rate);
    check_frames(count, rig.len(), motion.keys(), path())?;
    let mut poses = Vec::with_capacity(count.saturating_mul(rig.len()));
    let mut bent = std::collections::BTreeSet::new();
    for frame in 0..count {
        let time = (frame as f32 / rate).min(motion.end());
        poses.extend(rig.poses(motion.at(time), &mut bent));
    }
    if let Some(first) = bent.first() {
        let message = format!(
            "bones that shear, or grow from no size, which the engine can't show: {}, the first is \"{}\"",
            bent.len(),
            rig.name(*first)
        );
        findings.warning(kinds::BONES_SHEAR, path(), message);
    }
    let mut all = Frames::new(rate, (0..rig.len() as u32).collect(), poses);
    let moved = rig.moved(&mut all, &motion.channels());
    if moved.len() < rig.len() {
        let message =
            format!("moves {} of {} bones: the engine leaves the others in their last pose", moved.len(), rig.len());
        findings.note(kinds::ANIMATION_PARTIAL, path(), message);
    }
    Ok(Some(with_bones(&all, |bone| moved.contains(&bone).then_some(bone))))
}

/// Returns frames of the bones that have a number in the model.
pub(crate) fn with_bones(frames: &Frames, number: impl Fn(u32) -> Option<u32>) -> Frames {
    let numbers: Vec<Option<u32>> = frames.bones.iter().map(|bone| number(*bone)).collect();
    let kept = frames.poses.iter().zip(numbers.iter().cycle()).filter(|(_, number)| number.is_some());
    let poses = kept.map(|(pose, _)| *pose).collect();
    Frames::new(frames.fps, numbers.iter().copied().flatten().collect(), poses)
}
