//! Memory for the samples of splines.

use asset_scene::Interpolation::{CubicSpline, Linear};
use asset_scene::Property::{self, MorphWeights, Translation};
use asset_scene::motion::{self, BoneMap};
use asset_scene::{Animation, AnimationId, Array, Channel, Component, Error, Id, Interpolation, Mesh, Node, Scene};
use binio::{Budget, Limits};
use testkit::meter::{Meter, peak_of};

#[global_allocator]
static HEAP: Meter = Meter;

/// Keys of a spline, so far apart that each part has thousands of samples.
const KEYS: usize = 24;
const MORPHS: usize = 32;

fn keys(scene: &mut Scene<'_>, node: Id<Node>, property: Property, interpolation: Interpolation) -> Channel {
    let (width, rows) = if property == MorphWeights { (1, MORPHS) } else { (3, 1) };
    let parts = if interpolation == CubicSpline { 3 } else { 1 };
    let count = KEYS * parts * rows * usize::from(width);
    let bytes: Vec<u8> = (0..count).flat_map(|number| (number as f32).to_le_bytes()).collect();
    let times = scene.arrays.push(Array::from_f32s((0..KEYS).map(|key| [key as f32 * 100.0])));
    let values = scene.arrays.push(Array::from_bytes(Component::F32, width, bytes));
    Channel { node, property, interpolation, times, values }
}

fn animation(scene: &mut Scene<'_>, channels: Vec<Channel>) -> AnimationId {
    scene.animations.push(Animation { name: "Far".to_owned(), channels, source: None })
}

/// Faces with an animation of splines, and the same one of lines.
fn faces() -> (Scene<'static>, [AnimationId; 2]) {
    let mut scene = Scene::default();
    let mesh = Mesh { morph_names: (0..MORPHS).map(|morph| morph.to_string()).collect(), ..Mesh::default() };
    let mesh = scene.meshes.push(mesh);
    for number in 0..16 {
        scene.nodes.push(Node { name: format!("Face{number}"), mesh: Some(mesh), ..Node::default() });
    }
    let created = [CubicSpline, Linear].map(|interpolation| {
        let nodes: Vec<Id<Node>> = scene.nodes.ids().collect();
        let channels = nodes.into_iter().map(|node| keys(&mut scene, node, MorphWeights, interpolation)).collect();
        animation(&mut scene, channels)
    });
    (scene, created)
}

/// Gives the way of a node to one whose keys are lines.
fn add_ways(budget: &mut Budget) -> Result<(), Error> {
    let mut scene = Scene::default();
    let hips = ["From", "To"].map(|name| scene.nodes.push(Node { name: name.to_owned(), ..Node::default() }));
    let spline = keys(&mut scene, hips[0], Translation, CubicSpline);
    let line = keys(&mut scene, hips[1], Translation, Linear);
    let id = animation(&mut scene, vec![spline, line]);
    let way = motion::take_motion(&mut scene, id, hips[0], &mut Limits::default().budget())?;
    motion::give_motion(&mut scene, id, hips[1], &way, budget)
}

#[test]
fn splines_are_sampled_within_the_budget() {
    type Task = fn(&mut Budget) -> Result<(), Error>;
    let tasks: [(&str, usize, Task); 5] = [
        ("append", 2_000_000, |budget| {
            let (mut scene, both) = faces();
            motion::append(&mut scene, &both, "Both", budget).map(drop)
        }),
        ("close_loop", 2_000_000, |budget| {
            let (mut scene, [spline, _]) = faces();
            motion::close_loop(&mut scene, spline, 3, 30.0, &[], budget).map(drop)
        }),
        ("mirror", 2_000_000, |budget| {
            let (mut scene, [spline, _]) = faces();
            motion::mirror(&mut scene, spline, budget).map(drop)
        }),
        ("retarget", 2_000_000, |budget| {
            let (scene, [spline, _]) = faces();
            let mut target = scene.clone();
            let map = BoneMap::between(&scene, &target);
            motion::retarget(&scene, spline, &mut target, &map, budget).map(drop)
        }),
        ("give_motion", 100_000, add_ways),
    ];
    for (name, limit, task) in tasks {
        let mut message = String::new();
        let peak = peak_of(&HEAP, || {
            let mut budget = Limits::default().max_expanded_bytes(limit as u64).budget();
            message = task(&mut budget).map_or_else(|error| error.to_string(), |()| "no error".to_owned());
        });
        assert!(message.contains("of keyframes"), "{name}: {message}");
        assert!(peak < limit, "{name}: {peak} bytes");
    }
}
