//! Scenes for tests.

use asset_scene::{
    Animation, AnimationId, Array, Channel, Component, Id, Interpolation, Node, Property, Scene, Transform,
};

/// A node with a translation.
pub(crate) fn node(scene: &mut Scene<'_>, name: &str, parent: Option<Id<Node>>, at: [f32; 3]) -> Id<Node> {
    let transform = Transform::from_translation(at);
    scene.nodes.push(Node { name: name.into(), parent, transform, ..Node::default() })
}

/// What a channel moves, and how.
pub(crate) type Moved = (Id<Node>, Property, Interpolation);

/// A channel with arrays of its own. `numbers` are the values, row by row.
pub(crate) fn channel(
    scene: &mut Scene<'_>,
    (node, property, interpolation): Moved,
    times: &[f32],
    numbers: &[f32],
) -> Channel {
    let width = match property {
        Property::Rotation => 4,
        Property::MorphWeights => 1,
        _ => 3,
    };
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let times = scene.arrays.push(Array::from_f32s(times.iter().map(|time| [*time])));
    let values = scene.arrays.push(Array::from_bytes(Component::F32, width, bytes));
    Channel { node, property, interpolation, times, values }
}

/// Adds an animation.
pub(crate) fn animation(scene: &mut Scene<'_>, name: &str, channels: Vec<Channel>) -> AnimationId {
    scene.animations.push(Animation { name: name.into(), channels, source: None })
}

/// The key times of a channel.
pub(crate) fn times(scene: &Scene<'_>, channel: &Channel) -> Vec<f32> {
    scene[channel.times].rows::<1>().expect("times").map(|[time]| time).collect()
}

/// The numbers of a channel's values, row by row.
pub(crate) fn values(scene: &Scene<'_>, channel: &Channel) -> Vec<f32> {
    let array = &scene[channel.values];
    array.dense().chunks_exact(array.component.size()).map(|bytes| array.number(bytes)).collect()
}
