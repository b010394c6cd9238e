//! Tangents for normal maps: written where a scene has none, and left out when the file is read.

#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

use asset_gltf::{NoFiles, ReadOptions, WriteOptions, parse, write_glb};
use asset_scene::{Array, Attribute, Id, Image, Material, Mesh, Node, Primitive, Scene, Semantic, Texture, Topology};
use serde_json::Value;

/// Two squares side by side that share their columns: on the left one the texture is as it is, on the right one mirrored.
fn squares() -> Scene<'static> {
    let mut scene = Scene::default();
    let png = fuzzkit::gltf::png([128, 128, 255, 255]);
    let image = scene.images.push(Image { name: "bumps".into(), bytes: png.into(), ..Image::default() });
    let bumpy = Material { normal_texture: Some(Texture::new(image)), ..Material::named("bumpy") };
    let material = Some(scene.materials.push(bumpy));
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let both = || [0.0, 2.0].into_iter().flat_map(move |side: f32| corners.map(|[x, y]: [f32; 2]| (side, x, y)));
    let positions = scene.arrays.push(Array::from_f32s(both().map(|(side, x, y)| [side + x, y, 0.0])));
    let normals = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 1.0]; 8]));
    let coordinates = both().map(|(side, x, y)| [if side == 0.0 { x } else { 1.0 - x }, 1.0 - y]);
    let coordinates = scene.arrays.push(Array::from_f32s(coordinates));
    let attributes =
        [(Semantic::Position, positions), (Semantic::Normal, normals), (Semantic::TexCoord(0), coordinates)];
    let attributes = attributes.map(|(semantic, array)| Attribute { semantic, array }).to_vec();
    let primitives = [0, 4].map(|first| {
        let indices = Some(scene.arrays.push(Array::from_u16s([0, 1, 2, 0, 2, 3].map(|corner| first + corner))));
        Primitive { attributes: attributes.clone(), indices, material, ..Primitive::default() }
    });
    let mesh = Some(scene.meshes.push(Mesh { primitives: primitives.to_vec(), ..Mesh::default() }));
    scene.nodes.push(Node { mesh, ..Node::default() });
    scene
}

/// The JSON and the binary part of a written scene.
fn written(scene: &Scene<'_>, options: &WriteOptions) -> (Value, Vec<u8>) {
    let (bytes, findings) = write_glb(scene, options).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    let (back, _) = parse(&bytes, &ReadOptions::default(), &NoFiles).unwrap();
    assert!(back == *scene, "what was added is left out again");
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    (serde_json::from_slice(&bytes[20..20 + length]).unwrap(), bytes[28 + length..].to_vec())
}

/// Accessors of the tangents of all primitives.
fn tangents(json: &Value) -> Vec<Option<u64>> {
    let primitives = json["meshes"][0]["primitives"].as_array().unwrap();
    primitives.iter().map(|primitive| primitive["attributes"]["TANGENT"].as_u64()).collect()
}

#[test]
fn a_normal_map_gets_its_tangents() {
    // Nothing is changed that glTF forbids.
    for options in [WriteOptions::default(), WriteOptions::default().strict(true)] {
        let (json, data) = written(&squares(), &options);
        let [Some(first), Some(second)] = tangents(&json)[..] else { panic!("no tangents: {json}") };
        assert_eq!(first, second, "primitives of the same columns share their tangents");
        let accessor = &json["accessors"][first as usize];
        assert_eq!(accessor["extras"]["engine_assets"]["filler"], true);
        let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let start = view["byteOffset"].as_u64().unwrap_or(0) + accessor["byteOffset"].as_u64().unwrap_or(0);
        let rows: Vec<[f32; 4]> = data[start as usize..][..8 * 16]
            .chunks_exact(16)
            .map(|row| [0, 4, 8, 12].map(|at| f32::from_le_bytes(row[at..at + 4].try_into().unwrap())))
            .collect();
        assert_eq!(rows[..4], [[1.0, 0.0, 0.0, 1.0]; 4], "the texture goes right with X, up with Y");
        assert_eq!(rows[4..], [[-1.0, 0.0, 0.0, -1.0]; 4], "mirrored");
    }
}

#[test]
fn others_get_none() {
    let none = |change: &dyn Fn(&mut Scene<'static>)| {
        let mut scene = squares();
        change(&mut scene);
        assert_eq!(tangents(&written(&scene, &WriteOptions::default()).0), [None, None]);
    };
    none(&|scene| scene.materials[Id::new(0)].normal_texture = None);
    none(&|scene| {
        for primitive in &mut scene.meshes[Id::new(0)].primitives {
            primitive.topology = Topology::Lines;
        }
    });
    none(&|scene| {
        for primitive in &mut scene.meshes[Id::new(0)].primitives {
            primitive.attributes.retain(|attribute| attribute.semantic != Semantic::Normal);
        }
    });
    let mut scene = squares();
    let own = scene.arrays.push(Array::from_f32s([[0.0f32, 1.0, 0.0, -1.0]; 8]));
    for primitive in &mut scene.meshes[Id::new(0)].primitives {
        primitive.attributes.push(Attribute { semantic: Semantic::Tangent, array: own });
    }
    let (json, _) = written(&scene, &WriteOptions::default());
    let [Some(kept), _] = tangents(&json)[..] else { panic!("{json}") };
    assert!(json["accessors"][kept as usize]["extras"].is_null(), "tangents of the scene are kept");
}

/// Texture coordinates without a direction, or none at all, give perpendiculars of the normals; a NaN gives nothing.
#[test]
fn odd_vertices_have_tangents_as_far_as_possible() {
    let mut flat = squares();
    let flat_coordinates = flat.arrays.push(Array::from_f32s([[0.5f32, 0.5]; 8]));
    for primitive in &mut flat.meshes[Id::new(0)].primitives {
        primitive.attributes[2].array = flat_coordinates;
    }
    let (json, _) = written(&flat, &WriteOptions::default());
    assert!(tangents(&json).iter().all(Option::is_some), "{json}");
    let mut broken = squares();
    let mut rows = [[0.0f32, 0.0, 1.0]; 8];
    rows[3] = [f32::NAN; 3];
    let positions = broken.arrays.push(Array::from_f32s(rows));
    for primitive in &mut broken.meshes[Id::new(0)].primitives {
        primitive.attributes[0].array = positions;
    }
    let (bytes, _) = write_glb(&broken, &WriteOptions::default()).unwrap();
    assert!(!bytes.windows(9).any(|part| part == b"\"TANGENT\""));
}
