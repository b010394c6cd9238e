//! Content of an original that its scene can't show. If the original can't be updated, this content is lost.

use asset_formats::{Asset, kinds};
use asset_scene::Scene;
use binio::{Findings, Path};
use scene_adapter::{Document, Target};

use crate::{ConvertOptions, Input, engines};

/// Smaller differences in length are due to rounded times.
const SAME_LENGTH: f32 = 1e-3;

/// Reports which parts of the original are lost or changed in a new file.
pub(crate) fn tell(scene: &Scene<'_>, target: &dyn Target, options: &ConvertOptions, findings: &mut Findings) {
    let original = scene.source.as_ref().and_then(|source| source.original.as_deref());
    // An original that is updated has all its content.
    let Some(original) = original.filter(|_| !options.is_plain()) else { return };
    let Ok(asset) = Asset::parse(original, None) else { return };
    let input = Input::new(&scene.name, &asset);
    let Some(document) = engines::document(&input, &mut Findings::new()).ok().flatten() else { return };
    tell_unshown(scene, document.as_ref(), target, findings);
    if let Ok((before, _)) = asset.to_scene(&scene.name) {
        tell_lengths(scene, &before, options, findings);
    }
}

fn tell_unshown<'d>(scene: &Scene<'_>, document: &dyn Document<'d>, target: &dyn Target, findings: &mut Findings) {
    let unshown = document.unshown(scene);
    for (what, missing) in unshown.counts.into_iter().filter(|(_, count)| *count > 0) {
        findings.loss(
            kinds::ORIGINAL_PART_LOST,
            "original",
            format!("{what} aren't in the scene: {missing}; the option into keeps them"),
        );
    }
    let bones = unshown.bone_shapes;
    if bones > 0 && target.has_bone_shapes() {
        let message = format!(
            "the hit boxes of {bones} are gone: all are computed anew, around the vertices of each bone; the option into keeps them"
        );
        findings.warning(kinds::HIT_BOXES_RECOMPUTED, "bones", message);
    }
}

/// Reports animations that are now shorter or longer, because the program that edited them writes only whole frames.
fn tell_lengths(scene: &Scene<'_>, original: &Scene<'_>, options: &ConvertOptions, findings: &mut Findings) {
    for (id, animation) in original.animations.enumerate().filter(|(_, animation)| options.takes(&animation.name)) {
        let path = Path::from("animation").name(animation.name.as_bytes());
        let now = scene.animation(&animation.name).and_then(|id| scene.duration(id));
        let before = original.duration(id).unwrap_or(0.0);
        match now {
            None => findings.note(
                kinds::ANIMATION_NOT_IN_SCENE,
                path,
                "isn't in the scene any more: it was renamed or taken out",
            ),
            Some(now) if before > 0.0 && (now - before).abs() > SAME_LENGTH => {
                let message =
                    format!("lasts {now:.4} s, and {before:.4} s in the original; the option into keeps that");
                findings.warning(kinds::ANIMATION_LENGTH, path, message);
            }
            Some(_) => {}
        }
    }
}
