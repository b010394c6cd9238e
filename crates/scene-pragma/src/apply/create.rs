//! Creates new models from any scene.

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
        /// The frame rate to use for animations, which must be above 0. Each frame becomes a key. The default is 24, as
        /// in the engine's importer. If an animation has keys between these frames, this is changed to a usual rate
        /// that fits: 25, 30, 50, 60 or 120. For splines the rate is then doubled, until a linear interpolation between
        /// frames is closer than a thousandth, up to 240.
        pub(crate) frames_per_second: u8 = 24,
        /// Units of the model per unit of the scene, which must be above 0. The default is 40, for scenes in metres,
        /// because the engine's unit is 0.025 m.
        pub(crate) scale: f32 = 40.0,
        /// How to optimize meshes. By default, everything is optimized.
        pub(crate) optimization: Optimization = Optimization::default(),
        /// How to shade a mesh that has no normals: smooth up to this angle, in degrees, or flat if you don't set it.
        /// The default is flat.
        #[setter(into)]
        pub(crate) smooth: Option<f32> = None,
        /// How much memory may be used for unpacked vertices, indices and frames: [`Limits::max_expanded_bytes`]. The
        /// default is 1 GiB.
        pub(crate) limits: Limits = Limits::default(),
    }
}

/// A model that was created from a scene.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CreatedModel {
    /// The model, including its animations.
    pub model: Model<'static>,
    /// For each of the model's materials, the material in the scene, or `None` if it is the engine's own material.
    pub materials: Vec<Option<Id<Material>>>,
    /// What was changed or lost.
    pub findings: Findings,
}

/// The engine's own material. Meshes without a material use this.
pub(crate) const WHITE: &str = "white";

/// Creates a new model from a scene.
///
/// **Meshes.** This adds all meshes to one group, in units of the engine, at the rest position or the bind position of
/// their nodes. A mesh with coarser levels of detail gets its own group, and so does every level. If a mesh has no
/// material, it gets the engine's `white`. Materials keep their names in the scene; use
/// [`CreatedMaterials::name_in`](crate::CreatedMaterials::name_in) to rename them to their files. Variants become
/// skins. If the scene has no meshes, the model only has bones and animations, to be included by other models.
///
/// **Morph targets.** Every morph target becomes a vertex animation, a flex and a flex controller with its name. If
/// several meshes have the same target, they share these, unless the targets move separately. The default weights will
/// be applied to the vertices, and each flex is relative to this shape. Animated weights become animations of flex
/// controllers, with the same name as the bone animation. This rounds offsets to 11 bits.
///
/// **Bones.** Skin joints and animated nodes become bones. A mesh without a skin is bound to the nearest ancestor that
/// is a bone. The reference pose is the bind pose of the meshes, with the first joint of each skin at its rest
/// position. If two skins have different bind poses for a joint, it becomes two bones. Duplicate names get a number.
///
/// **Animations.** This samples each animation at every frame. It will only contain the bones that it moves, so that
/// you can use it as a layer without changing other bones.
///
/// The findings tell you what was lost: colours, tangents of morph targets, texture coordinates after the second set
/// (which becomes `lightmap`), and bones that shear while they move, because the engine can't show this.
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
/// Fails if the scene fails [`Scene::check`], if an index is beyond the vertices, if a joint is not in the skin, if
/// bones are nested deeper than a document can be, if the scale or the frame rate is not above 0, or if there are more
/// vertices, indices and frames than [`CreateModelOptions::limits`] allow.
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

/// Bone animations with their names.
type BoneAnimations = Vec<(String, AnimationData)>;

/// Creates the bone animations. Also returns the names of all animations, because the flex animations need the same
/// names.
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

/// Checks the scene, and whether it can be converted with these options.
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

/// Returns a name as text. If the name isn't valid text, this escapes the name.
fn text(name: &binio::Name<'_>) -> String {
    name.as_str().map_or_else(|| escape_name(name), str::to_owned)
}

/// Returns the frame rate for a new animation. If all keys fall on frames with a usual rate, this returns it.
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

/// Samples an animation, and returns frames for the bones that have channels or leave the reference pose. Returns
/// `None` if it doesn't move any bone.
///
/// If an animation only has some of the bones, the engine leaves the other bones in their last pose. If it had all
/// bones, a layer would override everything.
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

/// Returns the frames with only those bones that have a number in the model.
pub(crate) fn with_bones(frames: &Frames, number: impl Fn(u32) -> Option<u32>) -> Frames {
    let numbers: Vec<Option<u32>> = frames.bones.iter().map(|bone| number(*bone)).collect();
    let kept = frames.poses.iter().zip(numbers.iter().cycle()).filter(|(_, number)| number.is_some());
    let poses = kept.map(|(pose, _)| *pose).collect();
    Frames::new(frames.fps, numbers.iter().copied().flatten().collect(), poses)
}
