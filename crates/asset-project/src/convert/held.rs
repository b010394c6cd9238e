//! What a model holds that its scene doesn't show: stored beside the scene, so that whoever comes back without the model is told.

use asset_scene::{AnimationId, Scene, Source};
use binio::{Findings, Name, Path};
use serde_json::{Map, Value};

use super::{ConvertOptions, Goal, Input};
use crate::Asset;
use crate::kinds;

/// Name of the format of what is held, in [`Source::format`] of the node that shows the model.
const FORMAT: &str = "original";
/// What isn't in the scene: how many of each.
const COUNTS: &str = "counts";
/// How many bones have a box or sphere, which is computed anew.
const BONE_SHAPES: &str = "bone_shapes";
/// What there is none of, and a new model has.
const NONE_OF: &str = "none_of";
/// Seconds that animations last, by their names.
const LENGTHS: &str = "lengths";

/// What is counted of animations that have triggers beside them.
const TRIGGERS: &str = "animations with triggers";
/// What is counted of skins that programs may keep as variants.
const SKINS: &str = "further skins";

/// Shorter differences of lengths come from rounding times.
const SAME_LENGTH: f32 = 1e-3;

/// Stores at the node that shows the model what the model holds that a scene doesn't show. Programs keep what stands at nodes.
pub(super) fn store(scene: &mut Scene<'_>, inputs: &[Input<'_, '_>]) {
    let mut counts = Map::new();
    for (what, count) in inputs.iter().flat_map(|input| counts_of(input, scene)).filter(|(_, count)| *count > 0) {
        let known = counts.get(what).and_then(Value::as_u64).unwrap_or(0);
        counts.insert(what.to_owned(), known.saturating_add(count as u64).into());
    }
    let mut layout = Map::new();
    if !counts.is_empty() {
        layout.insert(COUNTS.to_owned(), counts.into());
    }
    let shapes: usize = inputs.iter().map(|input| bone_shapes(input.asset)).sum();
    if shapes > 0 {
        layout.insert(BONE_SHAPES.to_owned(), shapes.into());
    }
    let none_of: Vec<Value> = inputs.iter().flat_map(|input| none_of(input.asset)).map(Value::from).collect();
    if !none_of.is_empty() {
        layout.insert(NONE_OF.to_owned(), none_of.into());
    }
    let is_engines = |input: &Input<'_, '_>| !matches!(input.asset, Asset::Gltf(_));
    let length = |id: AnimationId| {
        let seconds = scene.duration(id).filter(|seconds| *seconds > 0.0)?;
        Some((scene[id].name.clone(), seconds.into()))
    };
    let lengths: Map<String, Value> = scene.animations.ids().filter_map(length).collect();
    if !lengths.is_empty() && inputs.iter().all(is_engines) {
        layout.insert(LENGTHS.to_owned(), lengths.into());
    }
    let shown = scene.nodes.iter_mut().find(|node| node.mesh.is_some() && node.source.is_none());
    if let Some(node) = shown.filter(|_| !layout.is_empty()) {
        node.source = Some(Box::new(Source { format: FORMAT.to_owned(), layout: layout.into(), blocks: Vec::new() }));
    }
}

/// What an input holds beside its scene.
fn counts_of(input: &Input<'_, '_>, scene: &Scene<'_>) -> Vec<(&'static str, usize)> {
    match input.asset {
        Asset::PragmaModel(model) => counts_of_pragma(model, scene),
        Asset::UrhoMdl(_) | Asset::UrhoAni(_) => {
            let content = input.side.and_then(|side| side.content.as_ref());
            vec![(TRIGGERS, usize::from(content.is_some_and(|content| !content.triggers.is_empty())))]
        }
        _ => Vec::new(),
    }
}

/// What a model of Pragma holds beside its scene.
fn counts_of_pragma(model: &pragma_asset::Model<'_>, scene: &Scene<'_>) -> Vec<(&'static str, usize)> {
    let animations = model.animations();
    let shown: std::collections::HashSet<&str> =
        scene.animations.iter().map(|animation| animation.name.as_str()).collect();
    // The reference pose is made anew.
    let unseen = |one: &&pragma_asset::Animation<'_>| {
        let name = asset_scene::escape_name(one.name.as_bytes());
        name != "reference" && !shown.contains(name.as_str())
    };
    let with = |has: fn(&pragma_asset::Animation<'_>) -> bool| animations.iter().filter(|one| has(one)).count();
    vec![
        ("hit boxes", model.hit_boxes().len()),
        ("collision meshes", model.collision_meshes().len()),
        ("attachments", model.attachments().len()),
        ("attached objects", model.object_attachments().len()),
        ("joints", model.joints().len()),
        ("levels of detail", model.lods().len()),
        ("body groups", model.body_groups().len()),
        (SKINS, model.skins().len().saturating_sub(1)),
        ("included models", model.include_models().len()),
        ("animations that move no bone", animations.iter().filter(unseen).count()),
        ("animations with flags", with(|one| one.flags() != pragma_asset::AnimationFlags::default())),
        ("animations with an activity", with(|one| one.activity().is_some())),
        ("animations with fading", with(|one| one.fade_in_time().or(one.fade_out_time()).is_some())),
        ("animations with blending", with(|one| one.blend().is_some())),
        ("events of animations", animations.iter().map(|animation| animation.events().len()).sum()),
        ("blend controllers", model.blend_controllers().len()),
        ("inverse kinematics", model.ik_controllers().len()),
        ("eyeballs", model.eyeballs().len()),
        ("phonemes", model.phonemes().len()),
        ("flags", model.flags().len()),
    ]
}

/// What a model of Pragma has none of, and a new one has.
fn none_of(asset: &Asset<'_>) -> Vec<&'static str> {
    match asset {
        Asset::PragmaModel(model) => {
            let bones = model.skeleton().is_none_or(|skeleton| skeleton.is_empty()).then_some("bones");
            bones.into_iter().chain(model.materials().is_empty().then_some("materials")).collect()
        }
        _ => Vec::new(),
    }
}

/// How many bones of a model of Urho3D have a box or sphere.
fn bone_shapes(asset: &Asset<'_>) -> usize {
    match asset {
        Asset::UrhoMdl(model) => model.skeleton.bones.iter().filter(|bone| bone.collision.mask != 0).count(),
        _ => 0,
    }
}

/// Says what of the model that a scene came from is lost or changed in what is made anew.
pub(super) fn tell(scene: &Scene<'_>, goal: Goal, options: &ConvertOptions, findings: &mut Findings) {
    // One that can be restored has it all.
    if scene.source.is_some() && options.is_plain() {
        return;
    }
    let is_pragma = matches!(goal.extension(), Some("pmdl" | "pmdl_b"));
    let held = scene.nodes.iter().filter_map(|node| node.source.as_ref()).filter(|source| source.format == FORMAT);
    for source in held {
        let counts = source.layout.get(COUNTS).and_then(Value::as_object);
        tell_counts(scene, counts.into_iter().flatten(), findings);
        let shapes = source.layout.get(BONE_SHAPES).and_then(Value::as_u64).filter(|_| goal.extension() == Some("mdl"));
        if let Some(bones) = shapes {
            let message = format!(
                "the hit boxes of {bones} are gone: all are computed anew, around the vertices of each bone; --into ORIGINAL keeps them"
            );
            findings.warning(kinds::HIT_BOXES_RECOMPUTED, "bones", message);
        }
        let none_of = source.layout.get(NONE_OF).and_then(Value::as_array);
        for what in none_of.into_iter().flatten().filter_map(Value::as_str).filter(|_| is_pragma) {
            findings.note(
                kinds::ORIGINAL_WITHOUT_PART,
                "original",
                format!("had no {}; what is made has one; --into ORIGINAL keeps it so", Name::from(what.as_bytes())),
            );
        }
        let lengths = source.layout.get(LENGTHS).and_then(Value::as_object);
        tell_lengths(scene, lengths.into_iter().flatten(), options, findings);
    }
}

fn tell_counts<'h>(scene: &Scene<'_>, counts: impl Iterator<Item = (&'h String, &'h Value)>, findings: &mut Findings) {
    for (what, count) in counts {
        let kept = match what.as_str() {
            TRIGGERS => side_files(scene),
            SKINS => scene.variants.len().saturating_sub(1) as u64,
            _ => 0,
        };
        let missing = count.as_u64().unwrap_or(0).saturating_sub(kept);
        if missing > 0 {
            findings.loss(
                kinds::ORIGINAL_PART_LOST,
                "original",
                format!("{what} aren't in the scene: {missing}; --into ORIGINAL keeps them"),
            );
        }
    }
}

/// Programs that write whole frames make animations shorter or longer than they were.
fn tell_lengths<'h>(
    scene: &Scene<'_>,
    lengths: impl Iterator<Item = (&'h String, &'h Value)>,
    options: &ConvertOptions,
    findings: &mut Findings,
) {
    for (name, length) in lengths.filter(|(name, _)| options.takes(name)) {
        let Some(before) = length.as_f64().map(|length| length as f32) else { continue };
        let path = Path::from("animation").name(name.as_bytes());
        let now = scene.animation(name).and_then(|id| scene.duration(id));
        match now {
            None => findings.note(
                kinds::ANIMATION_NOT_IN_SCENE,
                path,
                "isn't in the scene any more: it was renamed or taken out",
            ),
            Some(now) if (now - before).abs() > SAME_LENGTH => {
                let message =
                    format!("lasts {now:.4} s, and {before:.4} s in the original; --into ORIGINAL keeps that");
                findings.warning(kinds::ANIMATION_LENGTH, path, message);
            }
            Some(_) => {}
        }
    }
}

/// How many animations still have their side files.
fn side_files(scene: &Scene<'_>) -> u64 {
    let sources = scene.animations.iter().filter_map(|animation| animation.source.as_ref());
    sources.filter(|source| matches!(scene_urho::SideFile::stored(source), Ok(Some(_)))).count() as u64
}

/// Takes out what [`store`] stored: it is nobody else's.
pub(super) fn forget(scene: &mut Scene<'_>) {
    for node in &mut scene.nodes {
        if node.source.as_ref().is_some_and(|source| source.format == FORMAT) {
            node.source = None;
        }
    }
}
