//! Primitives compressed by `KHR_draco_mesh_compression`: a square of two triangles, by Google's encoder in both of its methods.

use asset_gltf::asset_scene::{Scene, Semantic};
use asset_gltf::{Error, NoFiles, ReadOptions, parse};
use binio::Limits;

use crate::support::read;

const EDGEBREAKER: &str = "RFJBQ08CAgEBAAAABAIBAgAAAR//ARH/AREC/wAAAAAAAQAJAwAAAgEDCQIAAQIBAQEAAwMBMAEQAwAkgkoEAAAAAP8/AAAAAAAAAAAAAAAAAAAAAIA/DgEBAQADAwEwARADACSCpgAAAAAA/w8AAAAAAAAAAAAAAACAPww=";
const SEQUENTIAL: &str = "RFJBQ08CAgEAAAACBAEAAQICAQMBAgAJAwAAAwkCAAECAgABAQADAwEwARADACiCiBEAAAAA/z8AAAABAQADAwEwARADACiCZAEAAAAA/w8AAAAAAAAAAAAAAAAAAAAAgD8OAAAAAAAAAAAAAIA/DA==";

/// Creates a `.gltf` with a stream of this number of corners and vertices.
fn file(stream: &[u8], corners: u64, points: u64, primitive: &str) -> Vec<u8> {
    let data = base64_simd::STANDARD.encode_to_string(stream);
    let length = stream.len();
    format!(
        r#"{{"asset":{{"version":"2.0"}},"extensionsRequired":["KHR_draco_mesh_compression"],"buffers":[{{"byteLength":{length},"uri":"data:application/octet-stream;base64,{data}"}}],"bufferViews":[{{"buffer":0,"byteLength":{length}}}],"accessors":[{{"componentType":5123,"count":{corners},"type":"SCALAR"}},{{"componentType":5126,"count":{points},"type":"VEC3"}},{{"componentType":5126,"count":{points},"type":"VEC2"}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":1,"TEXCOORD_0":2}},"indices":0,{primitive}}}]}}],"nodes":[{{"mesh":0}}]}}"#
    )
    .into_bytes()
}

fn bytes(stream: &str) -> Vec<u8> {
    base64_simd::STANDARD.decode_to_vec(stream).unwrap()
}

const PRIMITIVE: &str =
    r#""extensions":{"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{"POSITION":0,"TEXCOORD_0":1}}}"#;

fn said(corners: u64, points: u64, primitive: &str) -> String {
    read(&file(&bytes(EDGEBREAKER), corners, points, primitive)).unwrap_err().to_string()
}

fn square(stream: &str) -> (Vec<u32>, Vec<[f32; 3]>, Vec<[f32; 2]>) {
    let scene: Scene<'static> = read(&file(&bytes(stream), 6, 4, PRIMITIVE)).unwrap();
    let primitive = &scene.meshes.iter().next().unwrap().primitives[0];
    let array = |semantic| {
        let found = primitive.attributes.iter().find(|attribute| attribute.semantic == semantic);
        &scene.arrays[found.unwrap().array]
    };
    let positions = array(Semantic::Position).to_f32s::<3>().unwrap();
    let coordinates = array("TEXCOORD_0".parse().unwrap()).to_f32s::<2>().unwrap();
    (scene.arrays[primitive.indices.unwrap()].to_u32s().unwrap(), positions, coordinates)
}

/// Google's decoder returned the expected values.
#[test]
fn a_square_decodes_by_both_methods() {
    let corners = [[1.0, 1.0], [0.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
    let (indices, positions, coordinates) = square(EDGEBREAKER);
    assert_eq!(indices, [0, 1, 2, 1, 3, 2]);
    assert_eq!(positions, corners.map(|[x, y]| [x, y, 0.0]));
    assert_eq!(coordinates, corners);
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    let (indices, positions, coordinates) = square(SEQUENTIAL);
    assert_eq!(indices, [0, 1, 2, 2, 1, 3]);
    assert_eq!(positions, corners.map(|[x, y]| [x, y, 0.0]));
    assert_eq!(coordinates, corners);
}

#[test]
fn what_does_not_fit() {
    let at = "mesh 0 > primitive 0 > KHR_draco_mesh_compression";
    let starts =
        |message: String, expected: &str| assert!(message.starts_with(&format!("{at}{expected}")), "{message}");
    starts(said(9, 4, PRIMITIVE), " > accessor 0: expected as many elements as the stream has corners, found 9");
    starts(said(6, 5, PRIMITIVE), " > accessor 1: expected as many elements as the stream has vertices, found 5");
    starts(said(1 << 40, 4, PRIMITIVE), ": exceeded the limit of expanded bytes");
    starts(said(6, 3, PRIMITIVE), " > accessor 1: expected as many elements as the stream has vertices, found 3");
    starts(said(3, 4, PRIMITIVE), " > accessor 0: expected as many elements as the stream has corners, found 3");
    starts(said(6, 4, &format!(r#""mode":5,{PRIMITIVE}"#)), ": expected a list of triangles, found mode 5");
    starts(said(6, 4, &PRIMITIVE.replace("w\":0", "w\":1")), " > bufferView: there is no bufferView 1");
    starts(
        said(6, 4, &PRIMITIVE.replace("N\":0", "N\":7")),
        ": KHR_draco_mesh_compression: an attribute of the primitive is missing",
    );
    starts(
        said(6, 4, &PRIMITIVE.replace("N\":0", "N\":1")),
        " > accessor 1: KHR_draco_mesh_compression: the attribute in the stream has another type",
    );
    starts(
        said(6, 4, &PRIMITIVE.replace("POSITION", "COLOR_0")),
        ": expected an attribute of the primitive, found COLOR_0",
    );
}

/// Every cut and every change of a byte ends, in an error or a scene, within the memory of the limits.
#[test]
fn changed_streams() {
    let limits = Limits::default().max_expanded_bytes(1 << 16);
    let parsed = |stream: &[u8]| -> Result<(), Error> {
        parse(&file(stream, 6, 4, PRIMITIVE), &ReadOptions::default().limits(limits), &NoFiles).map(|_| ())
    };
    for stream in [EDGEBREAKER, SEQUENTIAL].map(bytes) {
        parsed(&stream).unwrap();
        for cut in 1..stream.len() {
            assert!(parsed(&stream[..cut]).is_err(), "cut at {cut}");
        }
        for place in 0..stream.len() {
            for value in [0, 1, 2, 3, 0x7f, 0x80, 0xff] {
                let mut changed = stream.clone();
                changed[place] = value;
                if let Err(error) = parsed(&changed) {
                    assert!(error.to_string().starts_with("mesh 0 > primitive 0 > "), "{error}");
                }
            }
        }
    }
}
