//! Extensions: what is understood, what doesn't matter, what can't be read.

use binio::{Findings, Path};

use crate::error::{Error, ErrorKind, error};
use crate::json::Root;

const UNDERSTOOD: [&str; 2] = ["KHR_mesh_quantization", "MSFT_lod"];

/// Beginnings of the names of extensions about the look of materials, of which a scene keeps the names alone, and about what it has none of.
const HARMLESS: [&str; 5] = ["KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_", "KHR_xmp"];

const COMPRESSED: [&str; 3] = ["KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression"];

/// Whether all extensions are understood that have to be; those that needn't be are noted.
pub(super) fn check(root: &Root, findings: &mut Findings) -> Result<(), Error> {
    for name in &root.extensions_required {
        let known = UNDERSTOOD.contains(&name.as_str()) || HARMLESS.iter().any(|start| name.starts_with(start));
        if !known {
            let compressed = COMPRESSED.contains(&name.as_str());
            let advice = if compressed { "; decode the file with `gltf-transform copy IN OUT`" } else { "" };
            return Err(error(ErrorKind::Extension { name: name.clone(), advice }));
        }
    }
    for name in root.extensions_used.iter().filter(|name| !UNDERSTOOD.contains(&name.as_str())) {
        findings.note(Path::from("extension").name(name.as_bytes()), "ignored");
    }
    Ok(())
}
