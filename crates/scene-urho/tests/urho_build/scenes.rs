//! Scenes made by hand.

use asset_scene::{
    Animation, Array, Attribute, Channel, Interpolation, Mesh, Node, Primitive, Property, Scene, Semantic, Skin,
    Transform,
};

pub(crate) fn attribute(scene: &mut Scene<'_>, semantic: Semantic, array: Array<'static>) -> Attribute {
    Attribute { semantic, array: scene.add_array(array) }
}

/// A mesh of one primitive.
pub(crate) fn mesh(scene: &mut Scene<'_>, name: &str, primitive: Primitive) -> usize {
    let names = (0..primitive.targets.len()).map(|target| format!("{name}{target}"));
    scene.meshes.push(Mesh {
        name: name.into(),
        morph_names: names.collect(),
        primitives: vec![primitive],
        ..Mesh::default()
    });
    scene.meshes.len() - 1
}

/// Positions and indices of a box with shared corners.
pub(crate) fn cuboid(scene: &mut Scene<'_>, [x, y, z]: [f32; 3]) -> Primitive {
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
    let indices = scene.add_array(Array::from_u16s(faces.into_iter().flatten()));
    Primitive { attributes: vec![position], indices: Some(indices), ..Primitive::default() }
}

/// A strip of quads along Y from 0 to `length`, of `steps` quads, with normals along Z, texture coordinates, and the bones of each row.
pub(crate) fn ribbon(
    scene: &mut Scene<'_>,
    length: f32,
    steps: u16,
    bones: impl Fn(f32) -> ([u8; 4], [f32; 4]),
) -> Primitive {
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
    let indices = scene.add_array(Array::from_u16s(quads));
    Primitive { attributes, indices: Some(indices), ..Primitive::default() }
}

pub(crate) fn node(scene: &mut Scene<'_>, name: &str, parent: Option<usize>, transform: Transform) -> usize {
    scene.nodes.push(Node { name: name.into(), parent, transform, ..Node::default() });
    scene.nodes.len() - 1
}

pub(crate) fn at(x: f32, y: f32, z: f32) -> Transform {
    Transform::Trs { translation: [x, y, z], rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] }
}

/// A translation in columns.
pub(crate) fn back(x: f32, y: f32, z: f32) -> [f32; 16] {
    at(-x, -y, -z).to_mat4().to_cols_array()
}

/// A ribbon on two bones, `Upper` at the origin and `Lower` one further up, below a node `Arm`.
pub(crate) fn arm() -> Scene<'static> {
    let mut scene = Scene::default();
    let primitive = ribbon(&mut scene, 2.0, 8, |share| ([0, 1, 0, 0], [1.0 - share, share, 0.0, 0.0]));
    let mesh = mesh(&mut scene, "Arm", primitive);
    let root = node(&mut scene, "Arm", None, at(0.5, 0.0, 3.0));
    let upper = node(&mut scene, "Upper", Some(root), at(0.0, 0.0, 0.0));
    let lower = node(&mut scene, "Lower", Some(upper), at(0.0, 1.0, 0.0));
    // Where a bound mesh hangs has no effect.
    let skinned = node(&mut scene, "Skinned", Some(root), at(7.0, 7.0, 7.0));
    scene.skins.push(Skin {
        joints: vec![upper, lower],
        inverse_bind: vec![back(0.5, 0.0, 3.0), back(0.5, 1.0, 3.0)],
        ..Skin::default()
    });
    scene.nodes[skinned].mesh = Some(mesh);
    scene.nodes[skinned].skin = Some(0);
    scene
}

/// A channel of rows of `N` numbers.
pub(crate) fn channel<const N: usize>(
    scene: &mut Scene<'_>,
    node: usize,
    (property, interpolation): (Property, Interpolation),
    times: &[f32],
    values: &[[f32; N]],
) -> Channel {
    let times = scene.add_array(Array::from_f32s(times.iter().map(|time| [*time])));
    let values = scene.add_array(Array::from_f32s(values.iter().copied()));
    Channel { node, property, interpolation, times, values }
}

pub(crate) fn animation(scene: &mut Scene<'_>, name: &str, channels: Vec<Channel>) {
    scene.animations.push(Animation { name: name.into(), channels, source: None });
}

/// A turn about an axis by degrees, `x y z w`.
pub(crate) fn turn(axis: [f32; 3], degrees: f32) -> [f32; 4] {
    let (sine, cosine) = (degrees.to_radians() / 2.0).sin_cos();
    [axis[0] * sine, axis[1] * sine, axis[2] * sine, cosine]
}
