//! Scenes written by hand, and functions to build their parts.

use asset_scene::{
    Animation, Array, Attribute, Channel, Id, Interpolation, Mesh, Node, Primitive, Property, Scene, Semantic, Skin,
    Transform,
};

/// Creates an attribute and adds its array.
pub fn attribute(scene: &mut Scene<'_>, semantic: Semantic, array: Array<'static>) -> Attribute {
    Attribute { semantic, array: scene.arrays.push(array) }
}

/// Adds a mesh with a single primitive.
pub fn mesh(scene: &mut Scene<'_>, name: &str, primitive: Primitive) -> Id<Mesh> {
    let names = (0..primitive.targets.len()).map(|target| format!("{name}{target}"));
    scene.meshes.push(Mesh {
        name: name.into(),
        morph_names: names.collect(),
        primitives: vec![primitive],
        ..Mesh::default()
    })
}

/// Creates the positions and indices of a box whose corners are shared.
pub fn cuboid(scene: &mut Scene<'_>, [x, y, z]: [f32; 3]) -> Primitive {
    let corners = (0..8)
        .map(|n| [if n & 1 == 0 { -x } else { x }, if n & 2 == 0 { -y } else { y }, if n & 4 == 0 { -z } else { z }]);
    let position = attribute(scene, Semantic::Position, Array::from_f32s(corners));
    let faces = [
        [0, 4, 6],
        [0, 6, 2],
        [1, 3, 7],
        [1, 7, 5],
        [0, 1, 5],
        [0, 5, 4],
        [2, 6, 7],
        [2, 7, 3],
        [0, 2, 3],
        [0, 3, 1],
        [4, 5, 7],
        [4, 7, 6],
    ];
    let indices = scene.arrays.push(Array::from_u16s(faces.into_iter().flatten()));
    Primitive { attributes: vec![position], indices: Some(indices), ..Primitive::default() }
}

/// Creates a strip of quads along Y, from 0 to `length`, with this number of `steps`. It has normals along Z, texture
/// coordinates, and the bones that you return for each row.
pub fn ribbon(scene: &mut Scene<'_>, length: f32, steps: u16, bones: impl Fn(f32) -> ([u8; 4], [f32; 4])) -> Primitive {
    let rows = || (0..=steps).flat_map(move |row| [(row, -0.2_f32), (row, 0.2)]);
    let share = |row: u16| f32::from(row) / f32::from(steps);
    let position = rows().map(|(row, x)| [x, share(row) * length, 0.0]);
    let attributes = vec![
        attribute(scene, Semantic::Position, Array::from_f32s(position)),
        attribute(scene, Semantic::Normal, Array::from_f32s(rows().map(|_| [0.0, 0.0, 1.0]))),
        attribute(scene, Semantic::TexCoord(0), Array::from_f32s(rows().map(|(row, x)| [x + 0.2, 1.0 - share(row)]))),
        attribute(scene, Semantic::Joints(0), Array::from_u8x4(rows().map(|(row, _)| bones(share(row)).0), false)),
        attribute(scene, Semantic::Weights(0), Array::from_f32s(rows().map(|(row, _)| bones(share(row)).1))),
    ];
    let quads = (0..steps).flat_map(|row| [0, 1, 2, 2, 1, 3].map(|corner| row * 2 + corner));
    let indices = scene.arrays.push(Array::from_u16s(quads));
    Primitive { attributes, indices: Some(indices), ..Primitive::default() }
}

/// Adds a node.
pub fn node(scene: &mut Scene<'_>, name: &str, parent: Option<Id<Node>>, transform: Transform) -> Id<Node> {
    scene.nodes.push(Node { name: name.into(), parent, transform, ..Node::default() })
}

/// Returns a translation.
pub fn at(x: f32, y: f32, z: f32) -> Transform {
    Transform::from_translation([x, y, z])
}

/// Returns the inverse of a translation, in columns.
pub fn back(x: f32, y: f32, z: f32) -> [f32; 16] {
    at(-x, -y, -z).to_mat4().to_cols_array()
}

/// Creates a ribbon on two bones: `Upper` is at the origin, and `Lower` is 1 further up. Both are below a node `Arm`.
pub fn arm() -> Scene<'static> {
    let mut scene = Scene::default();
    let primitive = ribbon(&mut scene, 2.0, 8, |share| ([0, 1, 0, 0], [1.0 - share, share, 0.0, 0.0]));
    let mesh = mesh(&mut scene, "Arm", primitive);
    let root = node(&mut scene, "Arm", None, at(0.5, 0.0, 3.0));
    let upper = node(&mut scene, "Upper", Some(root), at(0.0, 0.0, 0.0));
    let lower = node(&mut scene, "Lower", Some(upper), at(0.0, 1.0, 0.0));
    // Where a bound mesh hangs has no effect.
    let skinned = node(&mut scene, "Skinned", Some(root), at(7.0, 7.0, 7.0));
    let skin = scene.skins.push(Skin {
        joints: vec![upper, lower],
        inverse_bind: vec![back(0.5, 0.0, 3.0), back(0.5, 1.0, 3.0)],
        ..Skin::default()
    });
    scene.nodes[skinned].mesh = Some(mesh);
    scene.nodes[skinned].skin = Some(skin);
    scene
}

/// Creates a channel from rows of `N` numbers.
pub fn channel<const N: usize>(
    scene: &mut Scene<'_>,
    node: Id<Node>,
    (property, interpolation): (Property, Interpolation),
    times: &[f32],
    values: &[[f32; N]],
) -> Channel {
    let times = scene.arrays.push(Array::from_f32s(times.iter().map(|time| [*time])));
    let values = scene.arrays.push(Array::from_f32s(values.iter().copied()));
    Channel { node, property, interpolation, times, values }
}

/// Adds an animation.
pub fn animation(scene: &mut Scene<'_>, name: &str, channels: Vec<Channel>) {
    scene.animations.push(Animation { name: name.into(), channels, source: None });
}

/// Returns a rotation about an axis, given in degrees, as `x y z w`.
pub fn turn(axis: [f32; 3], degrees: f32) -> [f32; 4] {
    let (sine, cosine) = (degrees.to_radians() / 2.0).sin_cos();
    [axis[0] * sine, axis[1] * sine, axis[2] * sine, cosine]
}

/// Returns a rotation about an axis, given in degrees, with a translation and a scale.
pub fn turned(translation: [f32; 3], axis: [f32; 3], degrees: f32, scale: [f32; 3]) -> Transform {
    Transform::Trs { translation, rotation: turn(axis, degrees), scale }
}

/// Returns parents that builders of models often handle wrong, with a description of each.
pub fn parents() -> [(&'static str, Transform); 7] {
    let sheared = [1.0, 0.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, -0.3, 2.0, 0.0, 4.0, 5.0, 6.0, 1.0];
    let mut mirrored = sheared;
    (mirrored[0], mirrored[1]) = (-1.5, 0.25);
    [
        ("plain", at(1.0, 2.0, 3.0)),
        ("scaled evenly", turned([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], 30.0, [2.0; 3])),
        ("scaled unevenly", turned([1.0, 0.0, 0.0], [0.0, 0.6, 0.8], 50.0, [0.5, 3.0, 1.25])),
        ("mirrored", turned([0.0, -1.0, 0.0], [1.0, 0.0, 0.0], 70.0, [-1.0, 1.0, 1.0])),
        ("mirrored unevenly", turned([0.0, -1.0, 0.0], [0.0, 0.0, 1.0], 110.0, [2.0, -0.5, 1.0])),
        ("sheared", Transform::Matrix(sheared)),
        ("sheared and mirrored", Transform::Matrix(mirrored)),
    ]
}

/// Returns three scenes for each of the [`parents`]. They contain a triangle with the corners (0, 0, 0), (1, 0, 0), (1,
/// 1, 0), and normals. The triangle is below a rotated node, and this node is below the parent. In the second scene, an
/// animation rotates the node in between. In the third, a skin binds the triangle to this node.
pub fn below_parents() -> Vec<(String, Scene<'static>)> {
    let mut scenes = Vec::new();
    for (name, transform) in parents() {
        for kind in ["still", "moving", "bound"] {
            let mut scene = Scene::default();
            let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0_f32]];
            let mut attributes = vec![
                attribute(&mut scene, Semantic::Position, Array::from_f32s(corners)),
                attribute(&mut scene, Semantic::Normal, Array::from_f32s([[0.0, 0.0, 1.0_f32]; 3])),
            ];
            if kind == "bound" {
                let weights = Array::from_f32s([[1.0, 0.0, 0.0, 0.0_f32], [0.5, 0.5, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]]);
                attributes.push(attribute(&mut scene, Semantic::Joints(0), Array::from_u8x4([[0, 1, 0, 0]; 3], false)));
                attributes.push(attribute(&mut scene, Semantic::Weights(0), weights));
            }
            let shape = mesh(&mut scene, "Triangle", Primitive { attributes, ..Primitive::default() });
            let parent = node(&mut scene, "Parent", None, transform);
            let tilted = turned([0.5, 0.0, 1.0], [0.0, 0.0, 1.0], 40.0, [1.0, 2.0, 1.0]);
            let middle = node(&mut scene, "Middle", Some(parent), tilted);
            let shown =
                node(&mut scene, "Shown", Some(middle), turned([0.0, 1.0, 0.0], [1.0, 0.0, 0.0], 25.0, [1.0; 3]));
            scene[shown].mesh = Some(shape);
            if kind == "bound" {
                let joints = vec![parent, middle];
                let skin = scene.skins.push(Skin {
                    joints,
                    inverse_bind: vec![back(0.0, 0.0, 0.0), back(0.5, 0.5, 0.0)],
                    ..Skin::default()
                });
                scene[shown].skin = Some(skin);
            }
            if kind != "still" {
                let turns = [turn([0.0, 0.0, 1.0], 40.0), turn([1.0, 0.0, 0.0], 100.0)];
                let kind = (Property::Rotation, Interpolation::Linear);
                let moved = channel(&mut scene, middle, kind, &[0.0, 1.0], &turns);
                animation(&mut scene, "Turn", vec![moved]);
            }
            scenes.push((format!("{name}, {kind}"), scene));
        }
    }
    scenes
}
