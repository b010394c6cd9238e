//! Vertices in fewer bits, by `KHR_mesh_quantization`.

use crate::support;

use asset_gltf::asset_scene::glam::Vec3;
use asset_gltf::asset_scene::{
    Animation, Array, Attribute, Channel, Component, Id, Interpolation, Mesh, Node, Primitive, Property, Scene,
    Semantic, Skin, Transform,
};
use asset_gltf::{WriteOptions, write_glb};
use support::spoiled::base;
use support::{array, read, take_apart};

fn small() -> WriteOptions {
    WriteOptions::default().quantize(true)
}

/// The scene as a quantized file holds it, and the messages of its findings.
fn packed(scene: &Scene<'_>, options: &WriteOptions) -> (Scene<'static>, Vec<String>) {
    let (bytes, findings) = write_glb(scene, options).unwrap();
    (read(&bytes).unwrap(), findings.iter().map(|finding| finding.message.clone()).collect())
}

/// The positions of all shown meshes, in the scene's space, in order.
fn surface(scene: &Scene<'_>) -> Vec<Vec3> {
    let pose = scene.rest_pose().unwrap();
    let mut all = Vec::new();
    for (id, node) in scene.nodes.enumerate() {
        for primitive in node.mesh.iter().flat_map(|mesh| &scene[*mesh].primitives) {
            all.extend(pose.posed(scene, id, primitive).unwrap().positions);
        }
    }
    all.sort_by(|a, b| {
        a.to_array()
            .map(|number| (number * 50.0).round())
            .partial_cmp(&b.to_array().map(|number| (number * 50.0).round()))
            .unwrap()
    });
    all
}

fn assert_near(a: &[Vec3], b: &[Vec3], most: f32) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert!((*a - *b).abs().max_element() <= most, "{a} {b}");
    }
}

const CORNERS: [[f32; 3]; 3] = [[2.0, 0.0, 0.0], [6.0, 0.0, 0.0], [2.0, 3.0, -1.0]];

/// A triangle at nodes: one alone, one with a child, one that moves, and two side by side.
fn nodes() -> Scene<'static> {
    let mut scene = Scene::default();
    let positions = scene.arrays.push(Array::from_f32s(CORNERS));
    let attributes = vec![Attribute { semantic: Semantic::Position, array: positions }];
    scene.meshes.push(Mesh { primitives: vec![Primitive { attributes, ..Primitive::default() }], ..Mesh::default() });
    let at = |parent, translation: [f32; 3]| Node {
        mesh: Some(Id::new(0)),
        parent,
        transform: Transform::Trs { translation, rotation: [0.0, 0.6, 0.0, 0.8], scale: [1.0, 2.0, 1.0] },
        ..Node::default()
    };
    let turned = Transform::Matrix([0.0, 2.0, 0.0, 0.0, -2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 5.0, 6.0, 7.0, 1.0]);
    scene.nodes = vec![
        at(None, [10.0, 0.0, 0.0]),
        at(Some(Id::new(0)), [0.0, 20.0, 0.0]),
        at(None, [0.0, 0.0, 40.0]),
        Node { transform: turned, ..at(None, [0.0; 3]) },
    ]
    .into();
    let times = scene.arrays.push(Array::from_f32s([[0.0f32], [1.0]]));
    let values = scene.arrays.push(Array::from_f32s([[1.0f32; 3], [2.0; 3]]));
    let channel =
        Channel { node: Id::new(2), property: Property::Scale, interpolation: Interpolation::Linear, times, values };
    scene.animations.push(Animation { name: "grow".into(), channels: vec![channel], source: None });
    scene
}

#[test]
fn nodes_undo_the_grid() {
    let scene = nodes();
    let (back, messages) = packed(&scene, &small());
    let positions = &back[array(&back, &Semantic::Position)];
    assert_eq!((positions.component, positions.normalized), (Component::I16, true));
    // The longest side is 4 long: half of it is 32767 units.
    assert_eq!(positions.to_f32s::<3>().unwrap()[1][0], 1.0);
    assert_eq!(messages, ["vertices are quantized; largest errors: positions 3.1e-5"]);
    // A child each for the node with a child and the node that moves.
    assert_eq!(back.nodes.len(), scene.nodes.len() + 2);
    assert_eq!(back.nodes[Id::new(4)].parent, Some(Id::new(0)));
    assert_eq!(back.nodes[Id::new(5)].parent, Some(Id::new(2)));
    assert_near(&surface(&back), &surface(&scene), 4.0 / 65534.0 * 4.5);
    let again = packed(&back, &small()).0;
    assert_eq!(again, back, "what has few bits keeps them");
}

#[test]
fn copies_undo_the_grid() {
    let mut scene = nodes();
    scene.animations = Vec::new().into();
    let extra = Node { transform: Transform::from_translation([0.0, 0.0, 80.0]), ..scene.nodes[Id::new(2)].clone() };
    scene.nodes.push(extra);
    let (back, _) = packed(&scene, &small().gpu_instancing(true));
    assert_near(&surface(&back), &surface(&scene), 4.0 / 65534.0 * 4.5);
}

#[test]
fn inverse_bind_matrices_undo_the_grid() {
    for inverse_bind in [Vec::new(), vec![Transform::from_translation([1.0, 2.0, 3.0]).to_mat4().to_cols_array(); 2]] {
        let mut scene = base();
        let positions = array(&scene, &Semantic::Position);
        scene[positions] = Array::from_f32s(CORNERS);
        scene.skins[Id::new(0)].inverse_bind = inverse_bind;
        scene.meshes[Id::new(0)].morph_weights = vec![0.5];
        let (back, _) = packed(&scene, &small());
        assert_eq!(back.nodes.len(), scene.nodes.len());
        assert_near(&surface(&back), &surface(&scene), 2e-4);
    }
}

/// Corners so far apart that the scale of their grid makes a large transform overflow.
#[test]
fn a_grid_that_no_transform_can_undo_is_none() {
    let wide = Array::from_f32s(CORNERS.map(|row| row.map(|number| number * 1e20)));
    let huge = Transform::from_scale(1e25);
    let is_float = |scene: &Scene<'_>| {
        let (back, _) = packed(scene, &small().gpu_instancing(true));
        assert!(surface(&back).iter().all(|place| !place.is_nan()));
        back[array(&back, &Semantic::Position)].component == Component::F32
    };
    let mut skinned = base();
    let positions = array(&skinned, &Semantic::Position);
    skinned[positions] = wide.clone();
    assert!(!is_float(&skinned));
    skinned.skins[Id::new(0)].inverse_bind = vec![huge.to_mat4().to_cols_array(); 2];
    assert!(is_float(&skinned));
    for transform in [huge, Transform::Matrix(huge.to_mat4().to_cols_array())] {
        let mut copied = nodes();
        copied.animations = Vec::new().into();
        let positions = array(&copied, &Semantic::Position);
        copied[positions] = wide.clone();
        assert!(!is_float(&copied));
        let extra = Node { transform, ..copied.nodes[Id::new(2)].clone() };
        copied.nodes.push(extra);
        assert!(is_float(&copied));
    }
}

#[test]
fn a_skin_has_one_grid_for_all_its_meshes() {
    let mut scene = base();
    let far = scene.arrays.push(Array::from_f32s([[50.0f32, 0.0, 0.0], [51.0, 0.0, 0.0], [50.0, 1.0, 0.0]]));
    let mut second = scene.meshes[Id::new(0)].clone();
    second.primitives[0].attributes[0].array = far;
    let mesh = scene.meshes.push(second);
    scene.nodes.push(Node { mesh: Some(mesh), skin: Some(Id::new(0)), ..Node::default() });
    // The same mesh without its skin.
    scene.nodes.push(Node { mesh: Some(mesh), ..Node::default() });
    let (back, _) = packed(&scene, &small());
    assert_near(&surface(&back), &surface(&scene), 1e-2);
    assert_eq!(back.skins.len(), 1);
}

#[test]
fn each_attribute_has_its_bits() {
    let mut scene = base();
    let tex_coords = [[0.0f32, 1.0], [0.25, 0.5], [1.0, 0.0]];
    let inside = scene.arrays.push(Array::from_f32s(tex_coords));
    let around = scene.arrays.push(Array::from_f32s(tex_coords.map(|row| row.map(|number| number - 0.5))));
    let beyond = scene.arrays.push(Array::from_f32s(tex_coords.map(|row| row.map(|number| number * 3.0))));
    let own = &mut scene.meshes[Id::new(0)].primitives[0].attributes;
    for (set, array) in (0..).zip([inside, around, beyond]) {
        own.push(Attribute { semantic: Semantic::TexCoord(set), array });
    }
    let (back, messages) = packed(&scene, &small());
    let bits = |semantic: Semantic| {
        let array = &back[array(&back, &semantic)];
        (array.component, array.normalized)
    };
    assert_eq!(bits(Semantic::Normal), (Component::I8, true));
    assert_eq!(bits(Semantic::Tangent), (Component::I8, true));
    assert_eq!(bits(Semantic::Color(0)), (Component::U16, true));
    assert_eq!(bits(Semantic::Weights(0)), (Component::U8, true));
    assert_eq!(bits(Semantic::TexCoord(0)), (Component::U16, true));
    assert_eq!(bits(Semantic::TexCoord(1)), (Component::I16, true));
    assert_eq!(bits(Semantic::TexCoord(2)), (Component::F32, false));
    assert!(messages[0].ends_with("; arrays of texture coordinates beyond -1 and 1 stay floats: 1"), "{messages:?}");
}

/// Weights keep their sum, and joints whose weights become 0 are joint 0.
#[test]
fn weights_have_a_sum() {
    let mut scene = base();
    let weights = [[0.3334f32, 0.3333, 0.3333, 0.0], [0.9995, 0.0005, 0.0, 0.0], [0.2, 0.4, 0.11, 0.29]];
    let bones: Vec<_> =
        (0..2).map(|_| scene.nodes.push(Node { parent: Some(Id::new(0)), ..Node::default() })).collect();
    scene.skins[Id::new(0)].joints.extend(bones);
    support::spoiled::attribute(&mut scene, Semantic::Weights(0), Array::from_f32s(weights));
    let joints = [[1, 2, 3, 0], [1, 2, 0, 0], [0, 1, 2, 3]];
    support::spoiled::attribute(&mut scene, Semantic::Joints(0), Array::from_u8x4(joints, false));
    let (back, messages) = packed(&scene, &small());
    let packed = back[array(&back, &Semantic::Weights(0))].dense().into_owned();
    assert_eq!(packed, [85, 85, 85, 0, 255, 0, 0, 0, 51, 102, 28, 74]);
    assert_eq!(back[array(&back, &Semantic::Joints(0))].dense()[4..8], [1, 0, 0, 0]);
    assert!(messages.iter().all(|message| !message.contains("joint 0")), "{messages:?}");
}

#[test]
fn meshes_that_keep_their_positions() {
    let hidden = |change: fn(&mut Scene<'static>)| {
        let mut scene = base();
        change(&mut scene);
        let (back, messages) = packed(&scene, &small());
        assert_eq!(back[array(&back, &Semantic::Position)].component, Component::F32);
        assert!(messages.iter().any(|message| message.contains("meshes keep positions of floats: 1")), "{messages:?}");
    };
    hidden(|scene| (scene.nodes[Id::new(2)].mesh, scene.nodes[Id::new(2)].skin) = (None, None));
    hidden(|scene| scene.meshes[Id::new(0)].primitives[0].attributes.truncate(4));
    hidden(|scene| scene.skins[Id::new(0)] = Skin::default());
    hidden(|scene| {
        let positions = array(scene, &Semantic::Position);
        scene[positions] = Array::from_f32s([[f32::NAN; 3], [1.0; 3], [2.0; 3]]);
    });
    hidden(|scene| {
        let positions = array(scene, &Semantic::Position);
        scene[positions] = Array::from_f32s([[f32::MAX; 3], [f32::MIN; 3], [2.0; 3]]);
    });
}

#[test]
fn the_file_requires_the_extension() {
    let (plain, _) = write_glb(&nodes(), &WriteOptions::default()).unwrap();
    let (bytes, _) = write_glb(&nodes(), &small()).unwrap();
    let json = take_apart(&bytes).0;
    assert!(json.contains(r#""extensionsRequired":["KHR_mesh_quantization"]"#), "{json}");
    assert!(!take_apart(&plain).0.contains("KHR_mesh_quantization"));
}
