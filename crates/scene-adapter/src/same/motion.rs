//! Compares animations by how nodes move. The keys need not be the same.

use std::collections::HashMap;

use super::tolerance::FRAME;
use asset_scene::curve::{Curve, Side};
use asset_scene::glam::{DQuat, DVec4};
use asset_scene::{Channel, Property, Scene};

/// Curves by node name and property.
type Curves = HashMap<(String, Property), Curve>;

/// What moves in a scene, by some channels of its animations.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Motion<'m> {
    /// The scene of the nodes and keys.
    pub scene: &'m Scene<'m>,
    /// The channels. Those of morph weights are ignored.
    pub channels: &'m [Channel],
}

impl<'m> Motion<'m> {
    /// Creates the motion by the given channels of a scene.
    pub const fn new(scene: &'m Scene<'m>, channels: &'m [Channel]) -> Self {
        Self { scene, channels }
    }
}

fn curves(motion: Motion<'_>) -> Curves {
    let Motion { scene, channels } = motion;
    let moving = channels.iter().filter(|channel| channel.property != Property::MorphWeights);
    let read = moving.filter_map(|channel| {
        let name = scene.nodes.get(channel.node)?.name.clone();
        Some(((name, channel.property), Curve::read(scene, channel).ok()?))
    });
    read.collect()
}

/// Returns whether two motions move nodes with the same names in the same way. If only one of them moves a node, its
/// rest pose in the first scene is used for the other. Values may differ by `near`, as a share of the
/// largest value or in radians.
pub fn motions(ours: Motion<'_>, theirs: Motion<'_>, near: f64) -> bool {
    if have_same_keys(ours, theirs) {
        return true;
    }
    let (own, other) = (curves(ours), curves(theirs));
    let end = |curves: &Curves| curves.values().map(Curve::end).fold(0.0, f32::max);
    if (end(&own) - end(&other)).abs() > FRAME {
        return false;
    }
    let keys = own.keys().chain(other.keys().filter(|key| !own.contains_key(*key)));
    keys.into_iter().all(|key| {
        let (a, b) = (own.get(key), other.get(key));
        let rest = || rest(ours.scene, key);
        let at = |curve: Option<&Curve>, (time, side): (f32, Side)| {
            curve.map_or_else(rest, |curve| Some(curve.sample(time, side)))
        };
        // What a curve does between the frames at which a program has sampled it isn't known.
        let known = b.filter(|_| !a.is_some_and(|a| is_sampled(a.times())));
        let moments = moments(a.into_iter().chain(known));
        let pairs: Vec<(DVec4, DVec4)> = moments.filter_map(|moment| at(a, moment).zip(at(b, moment))).collect();
        // Rounding is by the largest of them.
        let size =
            pairs.iter().fold(1e-3, |size: f64, (a, b)| size.max(a.abs().max_element()).max(b.abs().max_element()));
        pairs.iter().all(|(a, b)| match key.1 {
            Property::Rotation => rotations(*a, *b, near),
            _ => (*a - *b).abs().max_element() <= near * size,
        })
    })
}

/// Returns whether channels have the same keys, bit for bit. Keys may be NaN.
fn have_same_keys(ours: Motion<'_>, theirs: Motion<'_>) -> bool {
    let (own, other) = (ours.channels, theirs.channels);
    let (ours, theirs) = (ours.scene, theirs.scene);
    let is_same = |(a, b): (&Channel, &Channel)| {
        (a.property, a.interpolation) == (b.property, b.interpolation)
            && ours[a.node].name == theirs[b.node].name
            && ours[a.times] == theirs[b.times]
            && ours[a.values] == theirs[b.values]
    };
    own.len() == other.len() && own.iter().zip(other).all(is_same)
}

/// Returns the times at which to compare curves: on both sides of every key, and also between keys if these are farther
/// apart than a frame. The latter is needed because curves with the same keys can still differ if they bend or step.
fn moments<'c>(curves: impl Iterator<Item = &'c Curve>) -> impl Iterator<Item = (f32, Side)> {
    let mut times: Vec<f32> = curves.flat_map(|curve| curve.times().iter().copied()).collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let apart = |pair: &[f32]| match *pair {
        [start, end] if end - start > FRAME => Some([0.25, 0.75].map(|share| start + (end - start) * share)),
        _ => None,
    };
    let between: Vec<f32> = times.windows(2).filter_map(apart).flatten().collect();
    let keys = times.into_iter().flat_map(|time| [(time, Side::Before), (time, Side::After)]);
    keys.chain(between.into_iter().map(|time| (time, Side::After)))
}

/// Returns whether these are the times of whole frames, which means that a program has sampled a curve. The first and
/// the last step may be shorter, because a clip can begin and end between frames.
pub fn is_sampled(times: &[f32]) -> bool {
    let steps: Vec<f32> = times.windows(2).filter_map(|pair| Some(pair.get(1)? - pair.first()?)).collect();
    let most = steps.iter().copied().fold(0.0_f32, f32::max);
    let between = steps.get(1..steps.len().saturating_sub(1)).filter(|between| !between.is_empty());
    let least = between.unwrap_or(&steps).iter().copied().fold(f32::INFINITY, f32::min);
    times.len() > 2 && most <= FRAME && most - least <= 0.1 * most
}

/// Returns the value of a property if nothing moves the node.
fn rest(scene: &Scene<'_>, (name, property): &(String, Property)) -> Option<DVec4> {
    let own = scene[scene.node(name)?].transform.split().first;
    Some(match property {
        Property::Translation => own.translation.extend(0.0),
        Property::Rotation => DVec4::from_array(own.rotation.to_array()),
        _ => own.scale.extend(0.0),
    })
}

/// Compares rotations. A quaternion and its negative are the same rotation.
fn rotations(a: DVec4, b: DVec4, near: f64) -> bool {
    let unit = |value: DVec4| DQuat::from_vec4(value.normalize_or_zero());
    (unit(a).dot(unit(b)).abs() - 1.0).abs() <= near * near
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;
    use asset_scene::{Animation, Array, Interpolation, Node};

    fn scene(times: &[f32], values: &[[f32; 3]]) -> Scene<'static> {
        scene_with(Interpolation::Linear, times, values)
    }

    fn scene_with(interpolation: Interpolation, times: &[f32], values: &[[f32; 3]]) -> Scene<'static> {
        let mut scene = Scene::default();
        let node = scene.nodes.push(Node { name: "door".into(), ..Node::default() });
        let times = scene.arrays.push(Array::from_f32s(times.iter().map(|time| [*time])));
        let values = scene.arrays.push(Array::from_f32s(values.iter().copied()));
        let property = Property::Translation;
        let channels = vec![Channel { node, property, interpolation, times, values }];
        scene.animations.push(Animation { name: "open".into(), channels, source: None });
        scene
    }

    fn same(a: &Scene<'_>, b: &Scene<'_>) -> bool {
        let of = |scene: &Scene<'_>| scene.animations.iter().flat_map(|own| own.channels.clone()).collect::<Vec<_>>();
        motions(Motion::new(a, &of(a)), Motion::new(b, &of(b)), 1e-3)
    }

    #[test]
    fn frames_are_even_but_at_the_ends() {
        let frames: Vec<f32> = (0..6_u8).map(|frame| f32::from(frame) / 30.0).collect();
        let with_end = [frames.as_slice(), &[5.0 / 30.0 + 1e-5]].concat();
        assert!(is_sampled(&frames) && is_sampled(&with_end));
        let gap = [&frames[..3], &frames[4..]].concat();
        assert!(!is_sampled(&gap) && !is_sampled(&frames[..2]) && !is_sampled(&[0.0, 0.03, 0.031]));
    }

    #[test]
    fn between_frames_nothing_is_known() {
        let (frames, line): (Vec<f32>, Vec<[f32; 3]>) =
            (0..31_u8).map(|frame| f32::from(frame) / 30.0).map(|time| (time, [time, 0.0, 0.0])).unzip();
        let peak = scene(
            &[0.0, 0.5, 0.51, 0.52, 1.0],
            &[[0.0; 3], [0.5, 0.0, 0.0], [9.0, 0.0, 0.0], [0.52, 0.0, 0.0], [1.0, 0.0, 0.0]],
        );
        assert!(same(&scene(&frames, &line), &peak));
        assert!(!same(&scene(&[0.0, 1.0], &[line[0], line[30]]), &peak));
    }

    #[test]
    fn keys_are_none_of_what_moves() {
        let plain = scene(&[0.0, 1.0], &[[0.0; 3], [2.0, 0.0, 0.0]]);
        assert!(same(&plain, &scene(&[0.0, 0.5, 1.0], &[[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]])));
        assert!(!same(&plain, &scene(&[0.0, 0.5, 1.0], &[[0.0; 3], [1.1, 0.0, 0.0], [2.0, 0.0, 0.0]])));
        assert!(!same(&plain, &scene(&[0.0, 2.0], &[[0.0; 3], [2.0, 0.0, 0.0]])));
        // A still node, so that the length alone differs.
        let still = |end: f32| scene(&[0.0, end], &[[1.0, 0.0, 0.0]; 2]);
        assert!(same(&still(1.0), &still(1.0 + 0.9 * FRAME)) && !same(&still(1.0), &still(1.0 + 1.1 * FRAME)));
        let steps = |times: &[f32]| scene_with(Interpolation::Step, times, &[[0.0; 3], [2.0, 0.0, 0.0]]);
        assert!(!same(&plain, &steps(&[0.0, 1.0])));
        assert!(!same(&scene(&[0.0, 0.03], &[[0.0; 3], [2.0, 0.0, 0.0]]), &steps(&[0.0, 0.03])));
        let bent = [[0.0; 3], [0.0; 3], [9.0, 0.0, 0.0], [9.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0; 3]];
        assert!(!same(&plain, &scene_with(Interpolation::CubicSpline, &[0.0, 1.0], &bent)));
        // At rest the node is where a track without movement holds it.
        let still = Scene { animations: Default::default(), ..plain.clone() };
        assert!(same(&still, &scene(&[0.0], &[[0.0; 3]])));
        assert!(!same(&still, &scene(&[0.0], &[[0.5, 0.0, 0.0]])));
    }
}
