//! Written compression, decoded by meshoptimizer.

use std::process::ExitCode;

use asset_gltf::meshopt::{Filter, Mode, Stream};
use asset_gltf::{Compression, SceneChoice, WriteOptions, write_glb};
use serde_json::Value;
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::meshopt_decoder;

use crate::round_trip::read;

pub(crate) fn main() -> ExitCode {
    let valid = Selection::new("gltf/valid", &["glb", "gltf"], 80).unless(meshopt_decoder::missing());
    run(&[("meshoptimizer decodes the same bytes", valid, decodes_the_same)])
}

/// The round trip compares our decoder with the source: here it is compared with the decoder of others.
fn decodes_the_same(file: &CorpusFile) -> Result<(), String> {
    let Ok(scene) = read(file, SceneChoice::Default) else { return Ok(()) };
    let path = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = path.path().join("compressed.glb");
    for quantize in [false, true] {
        let options = WriteOptions::default().compression(Compression::Meshopt).quantize(quantize);
        let (bytes, _) = write_glb(&scene, &options).map_err(|error| error.to_string())?;
        std::fs::write(&path, &bytes).map_err(|error| error.to_string())?;
        let (ours, theirs) = (decoded(&bytes)?, meshopt_decoder::decode(&path)?);
        if ours != theirs {
            let place = ours.iter().zip(&theirs).position(|(a, b)| a != b);
            return Err(format!("{} bytes, meshoptimizer {}, the first other at {place:?}", ours.len(), theirs.len()));
        }
    }
    Ok(())
}

/// The bytes of all compressed buffer views of a `.glb`, one after the other.
fn decoded(glb: &[u8]) -> Result<Vec<u8>, String> {
    let length = glb.get(12..16).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes) as usize;
    let root: Value = serde_json::from_slice(&glb[20..20 + length]).map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    for view in root["bufferViews"].as_array().into_iter().flatten() {
        let packed = &view["extensions"]["EXT_meshopt_compression"];
        let number = |name: &str| packed[name].as_u64().unwrap_or_default() as usize;
        let mode = match packed["mode"].as_str() {
            Some("ATTRIBUTES") => Mode::Attributes,
            Some("TRIANGLES") => Mode::Triangles,
            Some("INDICES") => Mode::Indices,
            _ => continue,
        };
        if packed["filter"].as_str().is_some_and(|filter| filter != "NONE") {
            return Err(format!("a filter that isn't written: {packed}"));
        }
        let start = 28 + length + number("byteOffset");
        let stream = Stream { mode, filter: Filter::None, count: number("count"), stride: number("byteStride") };
        let bytes = stream.decode(&glb[start..start + number("byteLength")]);
        all.extend(bytes.map_err(|error| format!("{packed}: {error}"))?);
    }
    Ok(all)
}
