//! Whether a model is what the scene is.

use std::collections::HashMap;

use asset_scene::Scene;
use asset_scene::glam::DVec3;
use asset_scene::urho::build::{BuildOptions, Up, build_animations, build_model};
use binio::Severity;
use urho_ani::Animation;
use urho_mdl::Model;

use crate::{engine, evaluate};

/// How far the model may be from the scene, in shares of its size.
pub(crate) const TOLERANCE: f64 = 1e-4;

/// Builds, and compares what is shown at rest and at several times of each animation.
pub(crate) fn check(
    scene: &Scene<'_>,
    options: &BuildOptions,
) -> Result<(Model<'static>, Vec<(String, Animation<'static>)>), String> {
    let (model, _) = build_model(scene, options).map_err(|error| error.to_string())?;
    let (animations, _) = build_animations(scene, options).map_err(|error| error.to_string())?;
    let errors: Vec<String> =
        model.validate().iter().filter(|f| f.severity == Severity::Error).map(ToString::to_string).collect();
    if !errors.is_empty() {
        return Err(errors.join("\n"));
    }
    let bytes = model.to_bytes().map_err(|error| error.to_string())?;
    if Model::parse(&bytes).map_err(|error| error.to_string())? != model {
        return Err("reads back as something else".into());
    }
    let rest = paths(scene, options, &[(None, 0.0)]);
    let size = size(&rest);
    let mut moments = vec![(None, 0.0)];
    // Each built animation has the number of the scene's, as far as these move anything.
    let moving: Vec<usize> = (0..scene.animations.len()).filter(|number| moves(scene, *number)).collect();
    if moving.len() != animations.len() {
        return Err(format!("{} animations of {}", animations.len(), moving.len()));
    }
    for (place, (_, animation)) in animations.iter().enumerate() {
        let bytes = animation.to_bytes().map_err(|error| error.to_string())?;
        if Animation::parse(&bytes).map_err(|error| error.to_string())? != *animation {
            return Err("the animation reads back as something else".into());
        }
        let shares = [0.0, 0.137, 0.31, 0.5, 0.7771, 1.0];
        moments.extend(shares.map(|share| (Some(place), animation.length * share)));
    }
    let wanted: Vec<_> = moments.iter().map(|(place, time)| (place.map(|place| moving[place]), *time)).collect();
    let expected = paths(scene, options, &wanted);
    let mut made: Vec<Vec<DVec3>> = Vec::new();
    for (place, time) in &moments {
        let animation = place.map(|place| &animations[place].1);
        add(&mut made, engine::corners(&model, 0, animation, *time));
    }
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
fn moves(scene: &Scene<'_>, animation: usize) -> bool {
    let channels = &scene.animations[animation].channels;
    channels.iter().any(|channel| channel.property != asset_scene::Property::MorphWeights)
}

/// Where each corner is at each moment, in the engine's space.
fn paths(scene: &Scene<'_>, options: &BuildOptions, moments: &[(Option<usize>, f32)]) -> Vec<Vec<DVec3>> {
    let mut paths = Vec::new();
    let scale = f64::from(options.scale);
    for (animation, time) in moments {
        let corners = evaluate::corners(scene, animation.map(|animation| &scene.animations[animation]), *time);
        let turned = corners.into_iter().map(|at| match options.up {
            Up::Y => at,
            Up::Z => DVec3::new(at.x, at.z, -at.y),
        });
        add(&mut paths, turned.map(|at| DVec3::new(-at.x, at.y, at.z) * scale).collect());
    }
    paths
}

fn add(paths: &mut Vec<Vec<DVec3>>, corners: Vec<DVec3>) {
    paths.resize(corners.len().max(paths.len()), Vec::new());
    paths.iter_mut().zip(corners).for_each(|(path, corner)| path.push(corner));
}

fn size(paths: &[Vec<DVec3>]) -> f64 {
    let points = || paths.iter().filter_map(|path| path.first()).copied();
    let (least, most) = (points().fold(DVec3::INFINITY, DVec3::min), points().fold(DVec3::NEG_INFINITY, DVec3::max));
    let size = (most - least).length();
    if size > 0.0 { size } else { 1.0 }
}

/// The greatest distance of a corner from the one that it stands for.
fn worst(expected: &[Vec<DVec3>], made: &[Vec<DVec3>], tolerance: f64) -> Result<f64, String> {
    if expected.len() != made.len() {
        return Err(format!("{} corners, there should be {}", made.len(), expected.len()));
    }
    let distance = |a: &[DVec3], b: &[DVec3]| a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    // Triangle lists keep their order; mirroring swaps the last two corners, if they aren't mirrored already.
    let plain = expected.iter().zip(made).map(|(a, b)| distance(a, b)).fold(0.0, f64::max);
    let swapped = expected.chunks(3).zip(made.chunks(3)).map(|(a, b)| match (a, b) {
        ([a0, a1, a2], [b0, b1, b2]) => distance(a0, b0).max(distance(a1, b2)).max(distance(a2, b1)),
        _ => f64::INFINITY,
    });
    let direct = plain.min(swapped.fold(0.0, f64::max));
    if direct <= tolerance {
        return Ok(direct);
    }
    // Otherwise each corner has to find one that goes the same way, and nobody twice.
    let cell = |at: DVec3| (at / (tolerance * 4.0)).floor().to_array().map(|axis| axis as i64);
    let mut cells: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
    made.iter().enumerate().for_each(|(number, path)| cells.entry(cell(path[0])).or_default().push(number));
    let mut worst = 0.0_f64;
    for path in expected {
        let [x, y, z] = cell(path[0]);
        let mut best = (f64::INFINITY, [0; 3], 0);
        for near in (0..27).map(|n| [x + n % 3 - 1, y + n / 3 % 3 - 1, z + n / 9 - 1]) {
            for (place, number) in cells.get(&near).into_iter().flatten().enumerate() {
                let distance = distance(path, &made[*number]);
                if distance < best.0 {
                    best = (distance, near, place);
                }
                if distance <= tolerance * 0.01 {
                    break;
                }
            }
        }
        if best.0.is_infinite() {
            return Err(format!("nothing is at {} (directly: off by {direct})", path[0]));
        }
        cells.get_mut(&best.1).unwrap().swap_remove(best.2);
        worst = worst.max(best.0);
    }
    Ok(worst)
}
