//! Checks extensions: some are supported, some can be ignored, and others make a file unreadable.

use binio::{Findings, Path};

use crate::error::{Error, ErrorKind, error, shown};
use crate::json::{Primitive, Root};
use crate::kinds;

const UNDERSTOOD: [&str; 14] = [
    "EXT_mesh_gpu_instancing",
    "EXT_texture_webp",
    "KHR_lights_punctual",
    "KHR_materials_emissive_strength",
    "KHR_materials_ior",
    "KHR_materials_pbrSpecularGlossiness",
    "KHR_materials_specular",
    "KHR_materials_unlit",
    "KHR_materials_variants",
    "KHR_mesh_quantization",
    "KHR_node_visibility",
    "KHR_texture_basisu",
    "KHR_texture_transform",
    "MSFT_lod",
];

/// The prefixes of extensions that can be ignored. They refine how materials look, or add content that a scene does not
/// have.
const HARMLESS: [&str; 5] = ["KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_", "KHR_xmp"];

pub(super) const DRACO: &str = "KHR_draco_mesh_compression";
const MESHOPT: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// Checks the extensions of a file. A required extension that is not supported causes an error, and an optional one is
/// reported as a note.
pub(super) fn check(root: &Root, findings: &mut Findings) -> Result<(), Error> {
    for name in &root.extensions_required {
        let known = is_understood(name) || HARMLESS.iter().any(|start| name.starts_with(start));
        if !known {
            return Err(unreadable(name));
        }
    }
    // Not required by the file, but its geometry is only stored with the extension.
    let draco = cfg!(feature = "draco");
    if !draco && root.meshes.iter().flat_map(|mesh| &mesh.primitives).any(|primitive| is_only_draco(root, primitive)) {
        return Err(unreadable(DRACO));
    }
    for name in root.extensions_used.iter().filter(|name| !is_understood(name)) {
        findings.expected_loss(kinds::EXTENSION_IGNORED, Path::from("extension").name(name.as_bytes()), "ignored");
    }
    Ok(())
}

/// Returns `true` if positions can be stored as integers or fractions.
pub(super) fn are_quantized(root: &Root) -> bool {
    root.extensions_used.iter().chain(&root.extensions_required).any(|name| name == "KHR_mesh_quantization")
}

fn is_understood(name: &str) -> bool {
    UNDERSTOOD.contains(&name)
        || (cfg!(feature = "meshopt") && MESHOPT.contains(&name))
        || (cfg!(feature = "draco") && name == DRACO)
}

fn unreadable(name: &str) -> Error {
    let compressed = name == DRACO || MESHOPT.contains(&name);
    let advice = if compressed { "; decode the file with `gltf-transform copy IN OUT`" } else { "" };
    error(ErrorKind::Extension { name: shown(name), advice })
}

/// Returns `true` if the positions of a primitive are only stored compressed.
pub(super) fn is_only_draco(root: &Root, primitive: &Primitive) -> bool {
    let compressed = primitive.extensions.as_ref().is_some_and(|extensions| extensions.draco.is_some());
    let mut attributes = primitive.attributes.0.iter().filter_map(|(_, accessor)| root.accessors.get(accessor.index()));
    compressed && attributes.any(|accessor| accessor.buffer_view.is_none() && accessor.sparse.is_none())
}
