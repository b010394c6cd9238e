//! Finding kinds of this crate.

use binio::FindingKind;

pub use scene_adapter::kinds::ANIMATION_LENGTH;
pub use scene_urho::kinds::SIDE_FILE_UNREADABLE;

/// Trailing bytes are lost in the text encoding.
pub const TRAILING_LOST: &FindingKind =
    &FindingKind::new("engine-assets/trailing-lost", "Trailing bytes are lost in the text encoding.");
/// The header version is lost in the text encoding.
pub const HEADER_LOST: &FindingKind =
    &FindingKind::new("engine-assets/header-lost", "The header version is lost in the text encoding.");
/// The hit boxes of bones are recomputed.
pub const HIT_BOXES_RECOMPUTED: &FindingKind =
    &FindingKind::new("engine-assets/hit-boxes-recomputed", "The hit boxes of bones are recomputed.");
/// The new file contains a part that the original doesn't have.
pub const ORIGINAL_WITHOUT_PART: &FindingKind = &FindingKind::new(
    "engine-assets/original-without-part",
    "The new file contains a part that the original doesn't have.",
);
/// A part of the original is not in the scene.
pub const ORIGINAL_PART_LOST: &FindingKind =
    &FindingKind::new("engine-assets/original-part-lost", "A part of the original is not in the scene.");
/// An animation of the original is not in the scene.
pub const ANIMATION_NOT_IN_SCENE: &FindingKind =
    &FindingKind::new("engine-assets/animation-not-in-scene", "An animation of the original is not in the scene.");
/// Animation keys are not on whole frames.
pub const ANIMATION_FRAMES: &FindingKind =
    &FindingKind::new("engine-assets/animation-frames", "Animation keys are not on whole frames.");
/// Materials are not exported.
pub const MATERIALS_LEFT_OUT: &FindingKind =
    &FindingKind::new("engine-assets/materials-left-out", "Materials are not exported.");
/// Scene content is not part of a model.
pub const PARTS_LEFT_OUT: &FindingKind =
    &FindingKind::new("engine-assets/parts-left-out", "Scene content is not part of a model.");
/// Bytes before the package are lost.
pub const PREFIX_LOST: &FindingKind =
    &FindingKind::new("engine-assets/prefix-lost", "Bytes before the package are lost.");
/// A package entry is unreadable.
pub const ENTRY_UNREADABLE: &FindingKind =
    &FindingKind::new("engine-assets/entry-unreadable", "A package entry is unreadable.");
/// Writing the parsed file doesn't reproduce its bytes.
pub const ROUNDTRIP_DIFFERENT: &FindingKind =
    &FindingKind::new("engine-assets/roundtrip-different", "Writing the parsed file doesn't reproduce its bytes.");
/// The file isn't compared: that would take too much memory.
pub const ROUNDTRIP_TOO_LARGE: &FindingKind = &FindingKind::new(
    "engine-assets/roundtrip-too-large",
    "The file isn't written again and compared: its arrays take too much memory for its size.",
);
/// A resource name differs in upper and lower case.
pub const RESOURCE_CASE: &FindingKind =
    &FindingKind::new("engine-assets/resource-case", "A resource name differs in upper and lower case.")
        .with_engine("The resource is found on Windows only.");
/// A picture has only the first surface of a texture.
pub const TEXTURE_SURFACES_LOST: &FindingKind =
    &FindingKind::new("engine-assets/texture-surfaces-lost", "A picture has only the first surface of a texture.");
/// Textures of a glTF are written in another format or size.
pub const TEXTURES_REWRITTEN: &FindingKind =
    &FindingKind::new("engine-assets/textures-rewritten", "Textures of a glTF are written in another format or size.");
/// Levels of detail are created by simplification.
pub const MESHES_SIMPLIFIED: &FindingKind =
    &FindingKind::new("engine-assets/meshes-simplified", "Levels of detail are created by simplification.");
/// A simplified level of detail has more triangles than requested.
pub const LEVEL_TRIANGLES: &FindingKind = &FindingKind::new(
    "engine-assets/level-triangles",
    "A simplified level of detail has more triangles than requested.",
);
/// A mesh has invalid vertices and gets no simplified levels of detail.
pub const MESH_NOT_SIMPLIFIED: &FindingKind = &FindingKind::new(
    "engine-assets/mesh-not-simplified",
    "A mesh has invalid vertices and gets no simplified levels of detail.",
);
/// Vertices and triangles are joined and reordered.
pub const MESHES_OPTIMIZED: &FindingKind =
    &FindingKind::new("engine-assets/meshes-optimized", "Equal vertices are joined, and triangles are reordered.");
/// A picture has no mips.
pub const TEXTURE_MIPS_LOST: &FindingKind =
    &FindingKind::new("engine-assets/texture-mips-lost", "A picture has no mips.");
/// A picture has no floats.
pub const TEXTURE_FLOATS_LOST: &FindingKind =
    &FindingKind::new("engine-assets/texture-floats-lost", "A picture has no floats.");
/// A scene is read or written for the engine that its content and its project are for.
pub const ENGINE_DETECTED: &FindingKind = &FindingKind::new(
    "engine-assets/engine-detected",
    "A scene is read or written for the engine that its content and its project are for.",
);
/// A referenced resource doesn't exist.
pub const RESOURCE_MISSING: &FindingKind =
    &FindingKind::new("engine-assets/resource-missing", "A referenced resource doesn't exist.");
/// A reference is not a valid resource name.
pub const RESOURCE_NAME: &FindingKind =
    &FindingKind::new("engine-assets/resource-name", "A reference is not a valid resource name.");
/// A referenced resource is unreadable.
pub const RESOURCE_UNREADABLE: &FindingKind =
    &FindingKind::new("engine-assets/resource-unreadable", "A referenced resource is unreadable.");
/// A referenced resource has another format.
pub const RESOURCE_FORMAT: &FindingKind =
    &FindingKind::new("engine-assets/resource-format", "A referenced resource has another format.")
        .with_engine("The resource isn't loaded.");
/// A component has more materials than its model has geometries.
pub const MATERIALS_BEYOND_MODEL: &FindingKind = &FindingKind::new(
    "engine-assets/materials-beyond-model",
    "A component has more materials than its model has geometries.",
)
.with_engine("The materials beyond are dropped.");
/// No checked file references this file.
pub const UNUSED_FILE: &FindingKind =
    &FindingKind::new("engine-assets/unused-file", "No checked file references this file.");
/// Additional files can't be written to standard output.
pub const OUTPUT_WITHOUT_FOLDER: &FindingKind =
    &FindingKind::new("engine-assets/output-without-folder", "Additional files can't be written to standard output.");
/// The file can't be parsed.
pub const UNREADABLE: &FindingKind = &FindingKind::new("engine-assets/unreadable", "The file can't be parsed.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    UNREADABLE,
    TRAILING_LOST,
    HEADER_LOST,
    HIT_BOXES_RECOMPUTED,
    ORIGINAL_WITHOUT_PART,
    ORIGINAL_PART_LOST,
    ANIMATION_NOT_IN_SCENE,
    ANIMATION_FRAMES,
    MATERIALS_LEFT_OUT,
    PARTS_LEFT_OUT,
    PREFIX_LOST,
    ENTRY_UNREADABLE,
    ROUNDTRIP_DIFFERENT,
    ROUNDTRIP_TOO_LARGE,
    TEXTURE_SURFACES_LOST,
    TEXTURES_REWRITTEN,
    MESHES_SIMPLIFIED,
    LEVEL_TRIANGLES,
    MESH_NOT_SIMPLIFIED,
    MESHES_OPTIMIZED,
    TEXTURE_MIPS_LOST,
    TEXTURE_FLOATS_LOST,
    ENGINE_DETECTED,
    RESOURCE_CASE,
    RESOURCE_MISSING,
    RESOURCE_NAME,
    RESOURCE_UNREADABLE,
    RESOURCE_FORMAT,
    MATERIALS_BEYOND_MODEL,
    UNUSED_FILE,
    OUTPUT_WITHOUT_FOLDER,
];
