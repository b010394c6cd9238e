//! Runs the decoder of meshoptimizer on written files. This is an npm module that is installed next to the
//! [validator](crate::gltf_validator).

use std::path::Path;
use std::process::Command;

use crate::gltf_validator::modules_with;

const MODULE: &str = "meshoptimizer";

/// Returns the reason why it is not possible to run the decoder. If it is possible, returns `None`.
pub fn missing() -> Option<String> {
    modules_with(MODULE).is_none().then(|| "the decoder of meshoptimizer isn't installed (.ci/run does it)".to_owned())
}

/// Returns the bytes of all compressed buffer views in a `.glb`, in order.
///
/// # Errors
/// Returns the message if the decoder does not accept a stream.
///
/// # Panics
/// Panics if the decoder is missing.
pub fn decode(file: &Path) -> Result<Vec<u8>, String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("gltf-validator/decode.mjs");
    let mut node = Command::new("node");
    node.arg(script).arg(file).env("NODE_PATH", modules_with(MODULE).expect("the decoder is installed"));
    let output = node.output().expect("Node.js starts");
    if output.status.success() { Ok(output.stdout) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}
