//! Updates an animation without a model.

use asset_scene::{AnimationId, Error, Mesh, Scene};
use binio::Findings;
use urho_ani::Animation;

use super::clip::{AnimationBefore, update_animation};
use crate::apply::create::{CreateModelOptions, CreatedAnimation, create_animations};
use crate::{Engine, SideFile, add_animation, add_side_weights, original as original_model, original_animation};

/// Returns the animation that would be built from the scene if it had not been edited, or `None` if it moves nothing.
pub(crate) fn built_alone(
    scene: &Scene<'_>,
    original: &Animation<'_>,
    side: Option<&SideFile>,
    build: &CreateModelOptions,
) -> Result<Option<CreatedAnimation>, Error> {
    // Names of nodes and morphs say what an animation moves, and no vertices.
    let meshes = scene.meshes.iter().map(|mesh| Mesh { primitives: Vec::new(), ..mesh.clone() }).collect();
    let mut bare = Scene { nodes: scene.nodes.clone(), skins: scene.skins.clone(), meshes, ..Scene::default() };
    let (id, _) = add_animation(&mut bare, original.borrowed(), "shown");
    if let Some(side) = side {
        add_side_weights(&mut bare, id, side);
    }
    let (animations, _) = create_animations(&bare, &build.clone().animations([id]))?;
    Ok(animations.into_iter().next())
}

/// Returns the engine to write an animation for. If it has variant tracks, this is rbfx.
pub(crate) fn engine_of(animation: &Animation<'_>, otherwise: Engine) -> Engine {
    if animation.version.has_variant_tracks() { Engine::Rbfx } else { otherwise }
}

/// Writes the edits in an animation to the file that it was read from. Returns `None` if this file is not stored in the
/// scene. This does not write morph weights that belong to a side file.
///
/// # Errors
/// Fails if the file is damaged. See also the errors of [`create_animations`](crate::create_animations()).
pub fn updated_animation(
    scene: &Scene<'_>,
    id: AnimationId,
    options: &CreateModelOptions,
    findings: &mut Findings,
) -> Result<Option<Animation<'static>>, Error> {
    let Some(original) = original_animation(scene, id)? else { return Ok(None) };
    let mut options = options.clone().animations([id]).for_original();
    options.engine = engine_of(&original, options.engine);
    let (built, _) = create_animations(scene, &options)?;
    let nothing = || Animation::new(original.version, original.name.clone(), 0.0);
    let built = built.into_iter().next().map_or_else(nothing, |built| built.animation);
    let shown = built_alone(scene, &original, None, &options)?;
    let shown = shown.map_or_else(nothing, |shown| shown.animation);
    let model = original_model(scene)?;
    let before = AnimationBefore { original: &original, shown: Some(&shown), model: model.as_ref() };
    Ok(Some(update_animation(before, built, findings)))
}
