//! Compressed vertices: streams of `EXT_meshopt_compression` and `KHR_draco_mesh_compression`, and files of
//! `KHR_mesh_quantization`.

use asset_gltf::meshopt::{Filter, Mode, Stream};
use asset_gltf::{NoFiles, ReadOptions, WriteOptions, parse, write_glb};
use binio::Limits;

use crate::Target;

/// The fuzz target for compressed buffer views. The first four bytes tell which stream will follow.
pub const STREAMS: Target = Target { name: "gltf_meshopt", body, seeds };

const MODES: [Mode; 3] = [Mode::Attributes, Mode::Triangles, Mode::Indices];
const FILTERS: [Filter; 5] = [Filter::None, Filter::Octahedral, Filter::Quaternion, Filter::Exponential, Filter::Color];

/// Decodes a stream. Whatever the bytes are, the output must have the requested size.
fn body(bytes: &[u8]) {
    let Some(([kind, stride, low, high], bytes)) = bytes.split_first_chunk() else { return };
    let mode = MODES[usize::from(kind % 3)];
    let filter = FILTERS[usize::from(kind / 3 % 5)];
    let count = usize::from(u16::from_le_bytes([*low, *high]));
    let stream = Stream { mode, filter, count, stride: usize::from(*stride) };
    if let Ok(decoded) = stream.decode(bytes) {
        assert_eq!(decoded.len(), count * stream.stride);
        assert!(decoded.len() <= bytes.len() * 1024, "{} bytes of {}", decoded.len(), bytes.len());
    }
}

/// Returns a stream for each mode, version and filter.
fn seeds() -> Vec<Vec<u8>> {
    let codes = [0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5];
    let versions = [
        [&[0, 4, 16, 0, 0xa0, 2][..], &codes, &[0; 35]].concat(),
        [&[0, 4, 16, 0, 0xa1, 0b10_10_10_00, 3][..], &codes, &[0; 24]].concat(),
        [&[0, 8, 2, 0, 0xa1, 0xff, 0xaa, 3, 0, 0, 2, 0, 1, 0, 0][..], &[0; 14], &[0; 8], &[1, 0x82]].concat(),
    ];
    let triangles = [&[1, 4, 12, 0, 0xe1, 0xf0, 0x00, 0xfe, 0xff][..], &[0, 0xff, 10, 1, 4], &[0; 16]].concat();
    let indices = [&[2, 2, 3, 0, 0xd1, 4, 4, 0x81, 0x04][..], &[0; 4]].concat();
    let filters = [(1, 8), (2, 8), (3, 8), (4, 8), (1, 4), (3, 4), (4, 4)];
    let filtered = filters.map(|(filter, stride)| {
        [&[filter * 3, stride, 1, 0, 0xa0][..], &[0; 32], &[1, 2, 3, 4, 5, 6, 7, 8][..stride.into()]].concat()
    });
    versions.into_iter().chain([triangles, indices]).chain(filtered).collect()
}

/// The fuzz target for Draco. The input has two bytes for the corners and two for the vertices, followed by a stream.
/// Without the feature `draco`, the reader will refuse all streams.
pub const DRACO: Target = Target { name: "gltf_draco", body: draco, seeds: draco_seeds };

/// Decodes a stream. Its size in memory is limited by the number of corners and vertices.
fn draco(bytes: &[u8]) {
    let Some(([a, b, c, d], stream)) = bytes.split_first_chunk() else { return };
    let (corners, vertices) = (u16::from_le_bytes([*a, *b]), u16::from_le_bytes([*c, *d]));
    let length = stream.len();
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"extensionsRequired":["KHR_draco_mesh_compression"],"buffers":[{{"byteLength":{length}}}],"bufferViews":[{{"buffer":0,"byteLength":{length}}}],"accessors":[{{"componentType":5123,"count":{corners},"type":"SCALAR"}},{{"componentType":5126,"count":{vertices},"type":"VEC3"}},{{"componentType":5126,"count":{vertices},"type":"VEC2"}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":1,"TEXCOORD_0":2}},"indices":0,"extensions":{{"KHR_draco_mesh_compression":{{"bufferView":0,"attributes":{{"POSITION":0,"TEXCOORD_0":1}}}}}}}}]}}],"nodes":[{{"mesh":0}}]}}"#
    );
    let limits = Limits::default().max_expanded_bytes(1 << 24);
    if let Ok((scene, _)) = parse(&container(&json, stream), &ReadOptions::default().limits(limits), &NoFiles) {
        let counts: Vec<usize> = scene.arrays.iter().map(|array| array.count).collect();
        assert_eq!(counts, [corners, vertices, vertices].map(usize::from));
    }
}

/// Creates a `.glb` from JSON and bytes.
fn container(json: &str, bytes: &[u8]) -> Vec<u8> {
    let chunk = |kind: &[u8; 4], data: &[u8], padding: u8| {
        let mut data = data.to_vec();
        data.resize(data.len().next_multiple_of(4), padding);
        [&(data.len() as u32).to_le_bytes(), &kind[..], &data].concat()
    };
    let chunks = [chunk(b"JSON", json.as_bytes(), b' '), chunk(b"BIN\0", bytes, 0)].concat();
    [&b"glTF"[..], &2_u32.to_le_bytes(), &(chunks.len() as u32 + 12).to_le_bytes(), &chunks].concat()
}

/// Squares, hills, rings, and a file with two parts. We used the encoder from Google to create them, with both methods
/// and at several speeds.
macro_rules! encoded {
    ($($name:literal)*) => { &[$(include_bytes!(concat!("draco/", $name, ".bin")).as_slice(),)*] };
}

const ENCODED: &[&[u8]] = encoded!(
    "hill_edgebreaker_0"
    "hill_edgebreaker_10"
    "hill_edgebreaker_5"
    "hill_sequential_0"
    "ring_edgebreaker_0"
    "ring_edgebreaker_10"
    "ring_edgebreaker_5"
    "ring_sequential_0"
    "square_edgebreaker"
    "square_sequential"
    "two_edgebreaker_0"
    "two_edgebreaker_10"
    "two_edgebreaker_5"
    "two_sequential_0"
);

fn draco_seeds() -> Vec<Vec<u8>> {
    ENCODED.iter().map(|stream| stream.to_vec()).collect()
}

/// The fuzz target for quantized and compressed files.
pub const QUANTIZED: Target = Target { name: "gltf_quantized", body: super::body, seeds: quantized_seeds };

/// Returns generated scenes that use fewer bits for their vertices. Half of them will be compressed.
fn quantized_seeds() -> Vec<Vec<u8>> {
    let scenes = crate::common::examples(super::any_scene(), 48);
    let how = WriteOptions::default().quantize(true);
    let compressed = how.compression(asset_gltf::Compression::Meshopt);
    let files =
        scenes.iter().zip([how, compressed].into_iter().cycle()).filter_map(|(scene, how)| write_glb(scene, &how).ok());
    files.map(|(bytes, _)| bytes).collect()
}
