//! Comparison of a model with its scene.

use asset_scene::glam::DVec3;
use asset_scene::{AnimationId, Scene};
use binio::Severity;
use scene_urho::{CreateModelOptions, CreatedAnimation, UpAxis, create, create_animations};
use urho_ani::Animation;
use urho_mdl::Model;

use super::engine;
use fuzzkit::scene::compare::{Corners, TOLERANCE, size, worst};
use fuzzkit::scene::evaluate;

/// A model and its animations.
type Made = (Model<'static>, Vec<CreatedAnimation>);

/// Builds a model, and compares the visible result at rest and at several times of each animation.
pub(crate) fn check(scene: &Scene<'_>, options: &CreateModelOptions) -> Result<Made, String> {
    check_scaled(scene, options, (1.0, UpAxis::Y))
}

/// Builds at a scale and with an axis up, and compares.
pub(crate) fn check_scaled(
    scene: &Scene<'_>,
    options: &CreateModelOptions,
    units: (f32, UpAxis),
) -> Result<Made, String> {
    let options = &options.clone().scale(units.0).up(units.1);
    let model = create(scene, options).map_err(|error| error.to_string())?.model;
    let (animations, _) = create_animations(scene, options).map_err(|error| error.to_string())?;
    let errors: Vec<String> =
        model.validate().iter().filter(|f| f.severity == Severity::Error).map(ToString::to_string).collect();
    if !errors.is_empty() {
        return Err(errors.join("\n"));
    }
    let bytes = model.to_bytes().map_err(|error| error.to_string())?;
    if Model::parse(&bytes).map_err(|error| error.to_string())? != model {
        return Err("reads back as something else".into());
    }
    let rest = paths(scene, units, &[(None, 0.0)]);
    let size = size(&rest);
    let mut moments = vec![(None, 0.0)];
    for CreatedAnimation { animation, .. } in &animations {
        let bytes = animation.to_bytes().map_err(|error| error.to_string())?;
        if Animation::parse(&bytes).map_err(|error| error.to_string())? != *animation {
            return Err("the animation reads back as something else".into());
        }
    }
    // Animations of weights alone are compared elsewhere.
    let moving: Vec<AnimationId> = scene.animations.ids().filter(|id| moves(scene, *id)).collect();
    let built: Vec<&CreatedAnimation> = animations.iter().filter(|built| moves(scene, built.id)).collect();
    if !built.iter().map(|built| built.id).eq(moving.iter().copied()) {
        return Err(format!("{} animations of {}", built.len(), moving.len()));
    }
    for (place, CreatedAnimation { animation, .. }) in built.iter().enumerate() {
        let shares = [0.0, 0.137, 0.31, 0.5, 0.7771, 1.0];
        moments.extend(shares.map(|share| (Some(place), animation.length * share)));
    }
    let wanted: Vec<_> = moments.iter().map(|(place, time)| (place.map(|place| moving[place]), *time)).collect();
    let expected = paths(scene, units, &wanted);
    let shown = |(place, time): &(Option<usize>, f32)| {
        let animation = place.map(|place| &built[place].animation);
        engine::corners(&model, 0, animation, *time)
    };
    let made: Vec<Corners> = moments.iter().map(shown).collect();
    let worst = worst(&expected, &made, size * TOLERANCE)?;
    if worst > size * TOLERANCE {
        return Err(format!("off by {worst}, the size is {size}"));
    }
    Ok((model, animations))
}

/// Notes there may be: bones that nothing hangs on have no size.
pub(crate) fn assert_no_warnings(model: &Model<'_>) {
    let findings = model.validate();
    let bad: Vec<String> = findings.iter().filter(|f| f.severity > Severity::Note).map(ToString::to_string).collect();
    assert!(bad.is_empty(), "{bad:?}");
}

/// Whether a node is moved.
fn moves(scene: &Scene<'_>, animation: AnimationId) -> bool {
    let channels = &scene.animations[animation].channels;
    channels.iter().any(|channel| channel.property != asset_scene::Property::MorphWeights)
}

/// Where each corner is at each moment, in the engine's space.
fn paths(scene: &Scene<'_>, (scale, up): (f32, UpAxis), moments: &[(Option<AnimationId>, f32)]) -> Vec<Corners> {
    let scale = f64::from(scale);
    let at = |(animation, time): &(Option<AnimationId>, f32)| {
        let mut corners = evaluate::corners(scene, *animation, *time);
        for at in &mut corners {
            let turned = match up {
                UpAxis::Y => *at,
                UpAxis::Z => DVec3::new(at.x, at.z, -at.y),
                other => panic!("{other:?}"),
            };
            *at = DVec3::new(-turned.x, turned.y, turned.z) * scale;
        }
        corners
    };
    moments.iter().map(at).collect()
}

/// The parts in which two models differ.
pub(crate) fn parts(a: &Model<'_>, b: &Model<'_>) -> String {
    let parts = [
        ("vertex buffers", a.vertex_buffers == b.vertex_buffers),
        ("index buffers", a.index_buffers == b.index_buffers),
        ("geometries", a.geometries == b.geometries),
        ("morphs", a.morphs == b.morphs),
        ("skeleton", a.skeleton == b.skeleton),
        ("bounds", a.bounds == b.bounds),
        ("tail", a.tail == b.tail),
    ];
    parts.into_iter().filter(|(_, same)| !same).map(|(name, _)| name).collect::<Vec<_>>().join(", ")
}
