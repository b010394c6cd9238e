//! Streams of `EXT_meshopt_compression`.

use asset_gltf::meshopt::{Filter, Mode, Stream};

use crate::Target;

/// The fuzz target of compressed buffer views: four bytes say which stream follows.
pub const STREAMS: Target = Target { name: "gltf_meshopt", body, seeds };

const MODES: [Mode; 3] = [Mode::Attributes, Mode::Triangles, Mode::Indices];
const FILTERS: [Filter; 5] = [Filter::None, Filter::Octahedral, Filter::Quaternion, Filter::Exponential, Filter::Color];

/// Decodes a stream: the output has the requested size, for any bytes.
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

/// One stream of each mode, version and filter.
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
