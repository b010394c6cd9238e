//! Model content that the scene can't show. The scene stores a list of it, so that a conversion without the original is
//! able to report what is lost.

use std::sync::Arc;

use asset_formats::kinds;
use asset_scene::{AnimationId, Scene, Source};
use binio::{Findings, Name, Path};
use scene_adapter::{Target, Unshown};
use serde_json::{Map, Value};

use super::{ConvertOptions, Input};
use crate::engines;

/// The name of this layout, which is used as [`Source::format`] on the node that shows the model.
const FORMAT: &str = "original";
/// The key for the parts that are not in the scene, with their counts.
const COUNTS: &str = "counts";
/// The key for the number of bones with a box or sphere. In a new model, these will be computed.
const BONE_SHAPES: &str = "bone_shapes";
/// The key for the parts that the model doesn't have but a new model would.
const NONE_OF: &str = "none_of";
/// The key for the animation lengths in seconds, by name.
const LENGTHS: &str = "lengths";

/// Smaller differences in length are due to rounded times.
const SAME_LENGTH: f32 = 1e-3;

/// Counts the parts of the model that the scene can't show, and stores the counts in the extras of the node with the
/// model. Other programs keep such extras. The first input is the model; the scene was created from all of them.
pub fn store_unshown(scene: &mut Scene<'_>, inputs: &[Input<'_, '_>]) {
    let unshown: Vec<Unshown> = inputs.iter().map(|input| engines::unshown(input, scene)).collect();
    let mut counts = Map::new();
    for (what, count) in unshown.iter().flat_map(|unshown| &unshown.counts).filter(|(_, count)| *count > 0) {
        let known = counts.get(*what).and_then(Value::as_u64).unwrap_or(0);
        counts.insert((*what).to_owned(), known.saturating_add(*count as u64).into());
    }
    let mut layout = Map::new();
    if !counts.is_empty() {
        layout.insert(COUNTS.to_owned(), counts.into());
    }
    let shapes: usize = unshown.iter().map(|unshown| unshown.bone_shapes).sum();
    if shapes > 0 {
        layout.insert(BONE_SHAPES.to_owned(), shapes.into());
    }
    let none_of: Vec<Value> =
        unshown.iter().flat_map(|unshown| &unshown.none_of).map(|part| Value::from(*part)).collect();
    if !none_of.is_empty() {
        layout.insert(NONE_OF.to_owned(), none_of.into());
    }
    let is_engines = |input: &Input<'_, '_>| !input.asset.is_neutral();
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
        node.source = Some(Arc::new(Source { format: FORMAT.to_owned(), layout: layout.into(), original: None }));
    }
}

/// Reports which parts of the source model are lost or changed in a new file.
pub(super) fn tell(scene: &Scene<'_>, target: &dyn Target, options: &ConvertOptions, findings: &mut Findings) {
    // An original that is updated has all its content.
    let carries = scene.source.as_ref().is_some_and(|source| source.original.is_some());
    if carries && options.is_plain() {
        return;
    }
    let sources = scene.nodes.iter().filter_map(|node| node.source.as_ref()).filter(|source| source.format == FORMAT);
    for source in sources {
        let counts = source.layout.get(COUNTS).and_then(Value::as_object);
        tell_counts(scene, counts.into_iter().flatten(), options, findings);
        let shapes = source.layout.get(BONE_SHAPES).and_then(Value::as_u64).filter(|_| target.has_bone_shapes());
        if let Some(bones) = shapes {
            let message = format!(
                "the hit boxes of {bones} are gone: all are computed anew, around the vertices of each bone; the option into keeps them"
            );
            findings.warning(kinds::HIT_BOXES_RECOMPUTED, "bones", message);
        }
        let none_of = source.layout.get(NONE_OF).and_then(Value::as_array);
        for what in none_of.into_iter().flatten().filter_map(Value::as_str).filter(|_| target.adds_parts()) {
            findings.note(
                kinds::ORIGINAL_WITHOUT_PART,
                "original",
                format!(
                    "had no {}; the new file has one; the option into keeps the original structure",
                    Name::from(what.as_bytes())
                ),
            );
        }
        let lengths = source.layout.get(LENGTHS).and_then(Value::as_object);
        tell_lengths(scene, lengths.into_iter().flatten(), options, findings);
    }
}

fn tell_counts<'h>(
    scene: &Scene<'_>,
    counts: impl Iterator<Item = (&'h String, &'h Value)>,
    options: &ConvertOptions,
    findings: &mut Findings,
) {
    for (what, count) in counts {
        let kept = engines::all(options).map(|driver| (driver.parts.kept)(what, scene)).sum::<usize>() as u64;
        let missing = count.as_u64().unwrap_or(0).saturating_sub(kept);
        if missing > 0 {
            findings.loss(
                kinds::ORIGINAL_PART_LOST,
                "original",
                format!("{what} aren't in the scene: {missing}; the option into keeps them"),
            );
        }
    }
}

/// Reports animations that are now shorter or longer, because the program that edited them writes only whole frames.
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
                    format!("lasts {now:.4} s, and {before:.4} s in the original; the option into keeps that");
                findings.warning(kinds::ANIMATION_LENGTH, path, message);
            }
            Some(_) => {}
        }
    }
}

/// Removes the list that [`store`] has added, because no format can read it.
pub(super) fn forget(scene: &mut Scene<'_>) {
    for node in &mut scene.nodes {
        if node.source.as_ref().is_some_and(|source| source.format == FORMAT) {
            node.source = None;
        }
    }
}
