//! Nodes that only undo the grid of quantized positions: they go, unless something moves them.

use crate::support;

use asset_gltf::asset_scene::{
    Animation, Array, Attribute, Channel, Component, Id, Interpolation, Mesh, Node, Primitive, Property, Scene,
    Semantic, Transform,
};
use asset_gltf::{WriteOptions, write_glb};
use support::read;

/// A lamp with an unnamed child, whose mesh has positions on a grid that the child undoes.
fn lamp() -> Scene<'static> {
    let mut scene = Scene::default();
    let rows = [[-32767_i16, 0, 0, 0], [32767, 0, 0, 0], [0, 32767, 0, 0]];
    let bytes: Vec<u8> =
        rows.iter().flat_map(|[x, y, z, _]| [x, y, z]).flat_map(|number| number.to_le_bytes()).collect();
    let positions = Array { normalized: true, ..Array::from_bytes(Component::I16, 3, bytes) };
    let positions = scene.arrays.push(positions);
    let attributes = vec![Attribute { semantic: Semantic::Position, array: positions }];
    scene.meshes.push(Mesh { primitives: vec![Primitive { attributes, ..Primitive::default() }], ..Mesh::default() });
    let at = |translation: [f32; 3], scale| Transform::Trs {
        translation,
        rotation: [0.0, 0.0, 0.0, 1.0],
        scale: [scale; 3],
    };
    scene.nodes.push(Node { name: "Lamp".into(), transform: at([0.0, 5.0, 0.0], 1.0), ..Node::default() });
    let (parent, mesh) = (Some(Id::new(0)), Some(Id::new(0)));
    scene.nodes.push(Node { parent, mesh, transform: at([1.0, 0.0, 0.0], 2.0), ..Node::default() });
    scene
}

fn back(scene: &Scene<'_>) -> Scene<'static> {
    let (bytes, _) = write_glb(scene, &WriteOptions::default()).unwrap();
    read(&bytes).unwrap()
}

#[test]
fn a_node_that_only_undoes_a_grid_goes() {
    let back = back(&lamp());
    assert_eq!(back.nodes.len(), 1);
    let lamp = &back.nodes[Id::new(0)];
    assert_eq!((lamp.name.as_str(), lamp.mesh), ("Lamp", Some(Id::new(0))));
    let attribute = &back.meshes[Id::new(0)].primitives[0].attributes[0];
    let positions: Vec<[f32; 3]> = back[attribute.array].to_f32s().unwrap();
    assert_eq!(positions, [[-1.0, 0.0, 0.0], [3.0, 0.0, 0.0], [1.0, 2.0, 0.0]]);
}

#[test]
fn a_node_that_moves_stays() {
    let mut scene = lamp();
    let times = scene.arrays.push(Array::from_f32s([[0.0_f32], [1.0]]));
    let values = scene.arrays.push(Array::from_f32s([[1.0_f32, 0.0, 0.0], [4.0, 0.0, 0.0]]));
    let channel = Channel {
        node: Id::new(1),
        property: Property::Translation,
        times,
        values,
        interpolation: Interpolation::Linear,
    };
    scene.animations.push(Animation { name: "Shift".into(), channels: vec![channel], ..Animation::default() });
    let back = back(&scene);
    assert_eq!(back.nodes.len(), 2);
    let channel = back.animations[Id::new(0)].channels[0];
    assert_eq!(back.nodes[channel.node].mesh, Some(Id::new(0)));
}

#[test]
fn many_nodes_of_a_mesh_with_many_primitives_take_linear_time() {
    let mut scene = lamp();
    let primitive = scene.meshes[Id::new(0)].primitives[0].clone();
    scene.meshes[Id::new(0)].primitives = vec![primitive; 2000];
    let child = scene.nodes[Id::new(1)].clone();
    for _ in 0..2000 {
        scene.nodes.push(child.clone());
    }
    // Of several meshes each keeps its node.
    assert_eq!(back(&scene).nodes.len(), 2002);
}
