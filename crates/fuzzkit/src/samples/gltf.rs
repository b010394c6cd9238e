//! A flag on a pole as glTF. It has vertex colours, and an animation that turns it.

use asset_gltf::{WriteOptions, write_glb};
use asset_scene::{Array, Interpolation, Material, Property, Scene, Semantic};

use crate::scene::by_hand::{animation, at, attribute, channel, cuboid, mesh, node};

/// How far each column of the flag is out of its plane, and its normal before it is scaled to unit length. This makes
/// the cloth look like a wave.
const WAVE: [(f32, [f32; 3]); 7] = [
    (0.0, [-0.5, 0.0, 1.0]),
    (0.08, [-0.4, 0.0, 1.0]),
    (0.1, [0.0, 0.0, 1.0]),
    (0.06, [0.35, 0.0, 1.0]),
    (0.0, [0.4, 0.0, 1.0]),
    (-0.05, [0.2, 0.0, 1.0]),
    (-0.06, [0.0, 0.0, 1.0]),
];
const STRIPES: [[u8; 4]; 3] = [[200, 50, 60, 255], [240, 235, 220, 255], [40, 90, 170, 255]];
const WIDTH: f32 = 0.2;
const HEIGHT: f32 = 0.25;

/// Creates the file.
pub(super) fn flag() -> Vec<u8> {
    let mut scene = Scene::default();
    let cloth = scene.materials.push(Material { double_sided: true, roughness: 0.9, ..Material::named("Cloth") });
    let wood = Material { base_color: [0.45, 0.3, 0.15, 1.0], roughness: 0.8, ..Material::named("Wood") };
    let wood = scene.materials.push(wood);
    let mut pole = cuboid(&mut scene, [0.04, 1.0, 0.04]);
    pole.material = Some(wood);
    let pole = mesh(&mut scene, "Pole", pole);

    // Each stripe has corners of its own, so that colours don't run into one another.
    let rows = || STRIPES.iter().enumerate().flat_map(|(stripe, color)| [(stripe, color), (stripe + 1, color)]);
    let corners = || rows().flat_map(|(row, color)| (0..).zip(WAVE).map(move |(x, wave)| (x as u8, row, *color, wave)));
    let position = corners().map(|(x, row, _, (out, _))| [f32::from(x) * WIDTH, row as f32 * -HEIGHT, out]);
    let normal = corners().map(|(_, _, _, (_, [x, y, z]))| {
        let length = (x * x + y * y + z * z).sqrt();
        [x / length, y / length, z / length]
    });
    let attributes = vec![
        attribute(&mut scene, Semantic::Position, Array::from_f32s(position)),
        attribute(&mut scene, Semantic::Normal, Array::from_f32s(normal)),
        attribute(&mut scene, Semantic::Color(0), Array::from_u8x4(corners().map(|corner| corner.2), true)),
    ];
    let columns = WAVE.len() as u16;
    let quads = (0..STRIPES.len() as u16).flat_map(|stripe| (0..columns - 1).map(move |x| stripe * 2 * columns + x));
    let indices = quads.flat_map(|first| {
        let below = first + columns;
        [first, below, first + 1, first + 1, below, below + 1]
    });
    let indices = Some(scene.arrays.push(Array::from_u16s(indices)));
    let material = Some(cloth);
    let flag = mesh(&mut scene, "Flag", asset_scene::Primitive { attributes, indices, material, ..Default::default() });

    let root = node(&mut scene, "Pole", None, at(0.0, 1.0, 0.0));
    scene[root].mesh = Some(pole);
    let cloth = node(&mut scene, "Flag", Some(root), at(0.04, 0.95, 0.0));
    scene[cloth].mesh = Some(flag);
    // A sixth of a right angle to either side, as sine and cosine of half of it.
    let [ahead, left, right] =
        [[0.0, 0.0, 0.0, 1.0], [0.0, 0.130_526, 0.0, 0.991_445], [0.0, -0.130_526, 0.0, 0.991_445]];
    let turns = [ahead, left, ahead, right, ahead];
    let kind = (Property::Rotation, Interpolation::Linear);
    let swings = channel(&mut scene, cloth, kind, &[0.0, 0.5, 1.0, 1.5, 2.0], &turns);
    animation(&mut scene, "Swing", vec![swings]);
    write_glb(&scene, &WriteOptions::default()).expect("the sample can be encoded").0
}
