//! Functions that the tests share.
#![allow(dead_code, reason = "each test binary takes what it needs")]

pub(crate) mod spoiled;

use asset_gltf::asset_scene::{ArrayId, Id, Scene, Semantic};
use asset_gltf::{Error, NoFiles, ReadOptions, parse};
use testkit::ByteBuilder;

/// A `.glb` by hand: the JSON padded with spaces, the bytes with zeros.
pub(crate) fn glb(json: &str, bin: &[u8]) -> Vec<u8> {
    let mut json = json.as_bytes().to_vec();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut bin = bin.to_vec();
    bin.resize(bin.len().next_multiple_of(4), 0);
    let length = 12 + 8 + json.len() + if bin.is_empty() { 0 } else { 8 + bin.len() };
    let bytes = ByteBuilder::new().raw(b"glTF").u32(2).u32(length as u32);
    let bytes = bytes.u32(json.len() as u32).raw(b"JSON").raw(&json);
    if bin.is_empty() { bytes.build() } else { bytes.u32(bin.len() as u32).raw(b"BIN\0").raw(&bin).build() }
}

/// Reads bytes that need no files.
pub(crate) fn read(bytes: &[u8]) -> Result<Scene<'static>, Error> {
    parse(bytes, &ReadOptions::default(), &NoFiles).map(|(scene, _)| scene)
}

/// The JSON and the bytes of a `.glb`.
pub(crate) fn take_apart(glb: &[u8]) -> (String, Vec<u8>) {
    let word = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap()) as usize;
    let json = word(12);
    let text = String::from_utf8(glb[20..20 + json].to_vec()).unwrap();
    let bin = glb.get(28 + json..).unwrap_or_default().to_vec();
    (text.trim_end().to_owned(), bin)
}

/// The array of an attribute of the first primitive.
pub(crate) fn array(scene: &Scene<'_>, semantic: &Semantic) -> ArrayId {
    scene.meshes[Id::new(0)].primitives[0].attribute(semantic).expect("the attribute")
}
