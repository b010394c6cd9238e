//! Finds the frame rate of animations, for programs and formats that only have keys on whole frames.

#![allow(clippy::arithmetic_side_effects, reason = "times as floats")]

use std::collections::HashSet;

use asset_scene::{AnimationId, Scene};

/// Usual rates, starting with those to prefer.
const USUAL: [u16; 5] = [30, 25, 60, 50, 120];
/// A key is on a whole frame if it differs by less than this, in frames.
const NEAR: f32 = 0.02;

/// Returns the frame rate with which all keys of the animations are on whole frames. This is `default` if it fits,
/// otherwise a usual rate, or `None` if none fits.
pub fn frame_rate(scene: &Scene<'_>, animations: impl Iterator<Item = AnimationId>, default: u16) -> Option<u16> {
    let channels = animations.flat_map(|animation| &scene[animation].channels);
    // Channels share their times, often all of them.
    let arrays: HashSet<_> = channels.map(|channel| channel.times).collect();
    let times = || arrays.iter().filter_map(|times| scene.arrays.get(*times)?.rows::<1>()).flatten();
    let fits = |rate: u16| times().all(|[time]| is_whole(f32::from(rate) * time));
    [default].into_iter().chain(USUAL).find(|rate| fits(*rate))
}

fn is_whole(frame: f32) -> bool {
    (frame - frame.round()).abs() < NEAR
}

#[cfg(test)]
mod tests {
    use super::*;
    use asset_scene::{Animation, Array, Channel, Interpolation, Node, Property};

    fn rate(times: &[f32]) -> Option<u16> {
        let mut scene = Scene::default();
        let node = scene.nodes.push(Node::default());
        let values = scene.arrays.push(Array::from_f32s(times.iter().map(|_| [0.0; 3])));
        let times = scene.arrays.push(Array::from_f32s(times.iter().map(|time| [*time])));
        let channel =
            Channel { node, property: Property::Translation, interpolation: Interpolation::Linear, times, values };
        scene.animations.push(Animation { name: "walk".into(), channels: vec![channel], source: None });
        let all = scene.animations.enumerate().map(|(id, _)| id).collect::<Vec<_>>();
        frame_rate(&scene, all.into_iter(), 24)
    }

    #[test]
    fn the_default_comes_first_and_no_rate_fits_any_time() {
        assert_eq!(rate(&[]), Some(24));
        assert_eq!(rate(&[0.0, 0.5, 1.0]), Some(24));
        assert_eq!(rate(&[0.0, 1.0 / 30.0, 1.0]), Some(30));
        assert_eq!(rate(&[0.0, 1.0 / 60.0]), Some(60));
        assert_eq!(rate(&[0.0, 1.0 / 120.0, 1.0]), Some(120));
        assert_eq!(rate(&[0.0, 0.013, 1.0]), None);
        assert_eq!(rate(&[0.0, f32::NAN]), None);
    }
}
