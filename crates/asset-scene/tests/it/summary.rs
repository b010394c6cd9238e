//! Summaries of scenes: counts, names, and hashes of arrays.

use asset_scene::{
    Array, Attribute, Camera, Id, Image, ImageBytes, Interpolation, Light, Material, Mesh, Node, Primitive, Property,
    Scene, Semantic, Skin, Source, Topology,
};

use super::kit::{animation, channel, node};

/// The SHA-256 of 24 zeros, from `sha256sum`.
const ZEROS: &str = "9d908ecfb6b256def8b49a7c504e6c889c4b0e41fe6ce3e01863dd7b61a20aa0";

#[test]
fn primitives_count_their_vertices_and_indices() {
    let mut scene = Scene::default();
    let positions = scene.arrays.push(Array::from_f32s([[0.0; 3]; 2]));
    let indices = scene.arrays.push(Array::from_bytes(asset_scene::Component::U16, 1, vec![0; 10]));
    let attributes = vec![Attribute { semantic: Semantic::Position, array: positions }];
    let material = Some(scene.materials.push(Material { name: "red".into(), ..Material::default() }));
    let lines = Primitive { topology: Topology::LineStrip, closed: true, attributes, ..Primitive::default() };
    let indexed =
        Primitive { topology: Topology::Triangles, indices: Some(indices), material, closed: false, ..lines.clone() };
    let primitives = vec![lines, indexed, Primitive::default()];
    scene.meshes.push(Mesh { name: "box".into(), primitives, morph_names: vec!["smile".into()], ..Mesh::default() });
    let summary = scene.summary(true);
    let mesh = &summary.meshes[0];
    assert_eq!((mesh.name, mesh.morph_targets), ("box", &["smile".to_owned()][..]));
    let counts: Vec<_> =
        mesh.primitives.iter().map(|one| (one.topology, one.vertices, one.indices, one.material)).collect();
    assert_eq!(counts, [("line loop", 2, 2, None), ("triangles", 2, 5, Some(0)), ("triangles", 0, 0, None)]);
    let attribute = &mesh.primitives[1].attributes[0];
    assert_eq!((attribute.semantic.as_str(), attribute.data.data_size), ("POSITION", 24));
    assert_eq!(attribute.data.data_sha256.as_deref(), Some(ZEROS));
    assert_eq!(scene.summary(false).meshes[0].primitives[1].attributes[0].data.data_sha256, None);
    assert_eq!(summary.materials, ["red"]);
}

#[test]
fn animations_count_each_node_once() {
    let mut scene = Scene::default();
    let [a, b] = ["a", "b"].map(|name| node(&mut scene, name, None, [0.0; 3]));
    let moved = |scene: &mut Scene<'_>, node: Id<Node>, property| {
        channel(scene, (node, property, Interpolation::Linear), &[0.0], &[0.0; 3])
    };
    let channels = vec![
        moved(&mut scene, b, Property::Translation),
        moved(&mut scene, a, Property::Scale),
        moved(&mut scene, b, Property::Scale),
    ];
    animation(&mut scene, "walk", channels);
    let summary = scene.summary(false);
    let animation = &summary.animations[0];
    assert_eq!((animation.name, animation.channels, animation.nodes), ("walk", 3, 2));
    assert_eq!(summary.nodes, 2);
}

#[test]
fn parts_have_their_names_and_kinds() {
    let mut scene = Scene { name: "yard".into(), ..Scene::default() };
    let joint = node(&mut scene, "joint", None, [0.0; 3]);
    scene.skins.push(Skin { name: "arm".into(), joints: vec![joint, joint], ..Skin::default() });
    scene.lights.push(Light { name: "sun".into(), ..Light::default() });
    scene.cameras.push(Camera { name: "eye".into(), ..Camera::default() });
    let bytes = ImageBytes::from(b"\x89PNG\r\n\x1a\n".to_vec());
    scene.images.push(Image { name: "stone".into(), file: Some("stone.png".into()), bytes, ..Image::default() });
    scene.source = Some(Source::of_layout("urho-mdl", &()));
    let summary = scene.summary(false);
    assert_eq!((summary.name, summary.source), ("yard", Some("urho-mdl")));
    assert_eq!((summary.skins[0].name, summary.skins[0].joints), ("arm", 2));
    let (light, camera) = (Light::default(), Camera::default());
    assert_eq!((summary.lights[0].name, summary.lights[0].kind), ("sun", light.kind.name()));
    assert_eq!((summary.cameras[0].name, summary.cameras[0].kind), ("eye", camera.projection.name()));
    let image = &summary.images[0];
    assert_eq!((image.name, image.file, image.media_type), ("stone", Some("stone.png"), Some("image/png")));
    assert_eq!((image.data.data_size, image.data.data_sha256.as_deref()), (8, None));
}
