//! Files made for measuring, as large as is asked for.

use asset_gltf::asset_scene::{Array, Attribute, Mesh, Node, Primitive, Scene, Semantic};
use testkit::ByteBuilder;
use udm::{Array as UdmArray, Document};
use urho_pak::{Builder, Encoding};
use urho_scene::glam::Vec3;
use urho_scene::{Component, Engine, HashedName, Node as UrhoNode, Scene as UrhoScene, Variant, VariantKind};

/// A model: `vertices` of 32 bytes, as many indices of four, `bones`.
pub fn model(vertices: u32, bones: u32) -> Vec<u8> {
    let elements = [0x0003_u32, 0x0103, 0x0402];
    let head = ByteBuilder::new().raw(b"UMD2").u32(1).u32(vertices).u32(3).u32s(&elements).u32s(&[0, 0]);
    let vertex = |index: u32| [index as f32, 1.0, 2.0, 0.0, 1.0, 0.0, 0.5, 0.5];
    let vertices_in = (0..vertices).fold(head, |bytes, index| bytes.f32s(&vertex(index)));
    let head = vertices_in.u32(1).u32s(&[vertices, 4]);
    let indices = (0..vertices).fold(head, ByteBuilder::u32);
    let geometry = indices.u32s(&[1, 0, 1, 0, 0, 0, 0, 0, vertices]).u32(0).u32(bones);
    let bones = (0..bones).fold(geometry, |bytes, index| {
        let bone = bytes.cstr(&format!("Bip01 bone {index}")).u32(index.saturating_sub(1));
        bone.f32s(&[0.0; 3]).f32s(&[1.0, 0.0, 0.0, 0.0]).f32s(&[1.0; 3]).f32s(&[0.0; 12]).u8(3).f32s(&[1.0; 7])
    });
    bones.f32s(&[0.0; 9]).build()
}

/// An animation: `tracks` of `keys` keys, of position and rotation.
pub fn animation(tracks: u32, keys: u32) -> Vec<u8> {
    let seconds = |key: u32| key as f32 / 30.0;
    let head = ByteBuilder::new().raw(b"UANI").cstr("Walk").f32(seconds(keys)).u32(tracks);
    let tracks = (0..tracks).fold(head, |bytes, index| {
        let head = bytes.cstr(&format!("Bip01 bone {index}")).u8(3).u32(keys);
        (0..keys).fold(head, |bytes, key| {
            let (sin, cos) = (key as f32 * 0.05).sin_cos();
            bytes.f32(seconds(key)).f32s(&[sin, cos, 0.5]).f32s(&[cos, sin, 0.0, 0.0])
        })
    });
    tracks.build()
}

/// A sheet of `side` by `side` vertices of 32 bytes, in arrays of their own.
pub fn sheet(side: u32) -> Scene<'static> {
    let mut scene = Scene::default();
    let places: Vec<[f32; 2]> = (0..side * side).map(|index| [(index % side) as f32, (index / side) as f32]).collect();
    let positions = scene.arrays.push(Array::from_f32s(places.iter().map(|[x, y]| [*x, *y, 0.5])));
    let normals = scene.arrays.push(Array::from_f32s(places.iter().map(|_| [0.0, 0.0, 1.0])));
    let coordinates = scene.arrays.push(Array::from_f32s(places.iter().copied()));
    let quad = |index: u32| [0, 1, side, 1, side + 1, side].map(|corner| corner + index);
    let indices = (0..side * (side - 1)).filter(|index| index % side < side - 1).flat_map(quad);
    let indices = scene.arrays.push(Array::from_u32s(indices));
    let attributes =
        [(Semantic::Position, positions), (Semantic::Normal, normals), (Semantic::TexCoord(0), coordinates)];
    let attributes = attributes.map(|(semantic, array)| Attribute { semantic, array }).to_vec();
    let primitive = Primitive { attributes, indices: Some(indices), ..Primitive::default() };
    let mesh = scene.meshes.push(Mesh { primitives: vec![primitive], ..Mesh::default() });
    scene.nodes.push(Node { mesh: Some(mesh), ..Node::default() });
    scene
}

/// The same with tangents, which a conversion then needn't make.
pub fn sheet_with_tangents(side: u32) -> Scene<'static> {
    let mut scene = sheet(side);
    let tangents = Array::from_f32s((0..side * side).map(|_| [1.0, 0.0, 0.0, 1.0]));
    let array = scene.arrays.push(tangents);
    let primitive = scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives);
    primitive.for_each(|primitive| primitive.attributes.push(Attribute { semantic: Semantic::Tangent, array }));
    scene
}

/// A document of `count` small values.
pub fn values(count: u32) -> Document<'static> {
    let mut document = Document::new("BENCH", 1);
    for index in 0..count {
        document.data_mut().push(format!("key{index}"), index);
    }
    document
}

/// A document of one list of `count` floats.
pub fn floats(count: usize) -> Document<'static> {
    let mut document = Document::new("BENCH", 1);
    document.data_mut().insert("values", UdmArray::from_values(&numbers(count)));
    document
}

/// Numbers between -100 and 100, the same each time.
pub fn numbers(count: usize) -> Vec<f32> {
    let states = std::iter::successors(Some(1_u64), |state| {
        Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407))
    });
    states.skip(1).take(count).map(|state| ((state >> 40) as f32 / (1 << 24) as f32 - 0.5) * 200.0).collect()
}

/// Bytes that pack to about the half, as models do.
pub fn packable(start: u32, length: usize) -> Vec<u8> {
    (start..).flat_map(|index| (index / 7).wrapping_mul(2_654_435_761).to_le_bytes()).take(length).collect()
}

/// A package of `count` files of `each` bytes, packed with LZ4.
pub fn package(count: u32, each: usize) -> Vec<u8> {
    let files: Vec<Vec<u8>> = (0..count).map(|file| packable(file.wrapping_mul(1_000_003), each)).collect();
    builder(&files).to_bytes().expect("a package")
}

/// The same before it is packed.
pub fn builder(files: &[Vec<u8>]) -> Builder<'_> {
    let mut builder = Builder::new(Encoding::Ulz4);
    for (index, file) in files.iter().enumerate() {
        builder.add(format!("Models/Folder{}/{index}.mdl", index / 100), file.as_slice()).expect("a good name");
    }
    builder
}

/// Crates side by side, each with a model and a material.
pub fn level(count: u32) -> UrhoScene<'static> {
    let model = Variant::from_text(VariantKind::ResourceRef, b"Model;Models/Box.mdl", Engine::Urho3d.hashes());
    let material =
        Variant::from_text(VariantKind::ResourceRefList, b"Material;Materials/Stone.xml", Engine::Urho3d.hashes());
    let mut component =
        Component { class: HashedName::of(Engine::Urho3d.hashes(), "StaticModel"), ..Component::default() };
    component.set(Engine::Urho3d, "Model", model.value.into_owned());
    component.set(Engine::Urho3d, "Material", material.value.into_owned());
    let mut scene = UrhoScene::new(Engine::Urho3d, urho_scene::Kind::Scene);
    scene.add_component(0, "Octree");
    for index in 1..count {
        let place = Vec3::new((index % 317) as f32 * 1.37, 0.5, (index / 317) as f32 * 1.37);
        let mut node = UrhoNode { id: index + 1, parent: Some(0), ..UrhoNode::default() };
        node.attributes.set(Engine::Urho3d, "Name", Variant::String(format!("Crate {index}").into()));
        node.attributes.set(Engine::Urho3d, "Position", Variant::Vector3(place.to_array()));
        node.components.push(Component { id: index + 1, ..component.clone() });
        scene.nodes.push(node);
    }
    scene
}
