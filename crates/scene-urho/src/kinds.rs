//! Finding kinds of this crate.

use binio::FindingKind;

/// Kinds that all adapters share.
pub use asset_scene::kinds::{BONES_ADDED, CHANNELS_LOST};
pub use scene_adapter::kinds::{
    ANIMATION_LENGTH, ANIMATION_MOVES_NOTHING, ANIMATION_RENAMED, LOD_DISTANCES, LODS_LOST, MATERIAL_EDIT_LOST,
    MATERIAL_RULE, MODEL_MISSING, MODEL_UNAVAILABLE, NEW_FILE, NO_MODEL_FOR_EMPTY, PART_COPIED, PART_NOT_COMPARED,
    PART_NOT_WRITTEN, PART_WRITTEN, TOO_MANY_NODES,
};
/// Kinds of scenes and prefabs.
pub use urho_scene::kinds::PREFAB_RECURSION;

/// A matrix shears, which the engine can't represent.
pub const MATRIX_SHEARS: &FindingKind =
    &FindingKind::new("scene-urho/matrix-shears", "A matrix shears, which the engine can't represent.");
/// All triangles of a primitive are degenerate.
pub const DEGENERATE_PRIMITIVE: &FindingKind =
    &FindingKind::new("scene-urho/degenerate-primitive", "All triangles of a primitive are degenerate.");
/// A vertex attribute is lost.
pub const ATTRIBUTE_LOST: &FindingKind = &FindingKind::new("scene-urho/attribute-lost", "A vertex attribute is lost.");
/// Vertex colors are clamped to 0 to 1.
pub const COLORS_CLAMPED: &FindingKind =
    &FindingKind::new("scene-urho/colors-clamped", "Vertex colors are clamped to 0 to 1.");
/// Default morph weights are applied to the vertices.
pub const DEFAULT_WEIGHTS_BAKED: &FindingKind =
    &FindingKind::new("scene-urho/default-weights-baked", "Default morph weights are applied to the vertices.");
/// Default morph weights have no place in the version of the model.
pub const DEFAULT_WEIGHTS_LOST: &FindingKind = &FindingKind::new(
    "scene-urho/default-weights-lost",
    "Default morph weights have no place in the version of the model.",
)
.with_engine("The morphs begin at 0 in the engine, and the model looks as in the original.")
.with_advice("Set the weights in the game, or write UMD3 for rbfx, which stores them.");
/// Coarser levels of detail move along with the finest.
pub const LODS_MOVED: &FindingKind =
    &FindingKind::new("scene-urho/lods-moved", "Coarser levels of detail move along with the finest.")
        .with_engine("All levels have the place, rotation and size of the finest.")
        .with_advice("Move the coarser levels too, if they are to be elsewhere.");
/// A triangle needs more bones than a draw call allows.
pub const TOO_MANY_BONES: &FindingKind =
    &FindingKind::new("scene-urho/too-many-bones", "A triangle needs more bones than a draw call allows.");
/// A geometry is split to respect the bone limit.
pub const GEOMETRY_SPLIT: &FindingKind =
    &FindingKind::new("scene-urho/geometry-split", "A geometry is split to respect the bone limit.");
/// A later track has the same name.
pub const TRACK_DUPLICATE: &FindingKind =
    &FindingKind::new("scene-urho/track-duplicate", "A later track has the same name.");
/// A track has no keys that move anything.
pub const TRACK_MOVES_NOTHING: &FindingKind =
    &FindingKind::new("scene-urho/track-moves-nothing", "A track has no keys that move anything.");
/// A track has no matching bone or node.
pub const TRACK_NEW_NODE: &FindingKind =
    &FindingKind::new("scene-urho/track-new-node", "A track has no matching bone or node.");
/// A track that the scene doesn't have any more is removed.
pub const TRACK_REMOVED: &FindingKind =
    &FindingKind::new("scene-urho/track-removed", "A track that the scene doesn't have any more is removed.")
        .with_engine("The animation leaves the bone where it is.")
        .with_advice("Nothing, if the channels were removed on purpose; otherwise export the bones too.");
/// A track is lost.
pub const TRACK_LOST: &FindingKind = &FindingKind::new("scene-urho/track-lost", "A track is lost.");
/// The parents of a bone form a cycle.
pub const BONE_CYCLE: &FindingKind = &FindingKind::new("scene-urho/bone-cycle", "The parents of a bone form a cycle.");
/// The parent of a bone doesn't exist.
pub const BONE_PARENT_MISSING: &FindingKind =
    &FindingKind::new("scene-urho/bone-parent-missing", "The parent of a bone doesn't exist.");
/// A geometry can't be shown.
pub const GEOMETRY_NOT_SHOWN: &FindingKind =
    &FindingKind::new("scene-urho/geometry-not-shown", "A geometry can't be shown.");
/// Vertices are bound to bones that don't exist.
pub const BONES_MISSING: &FindingKind =
    &FindingKind::new("scene-urho/bones-missing", "Vertices are bound to bones that don't exist.");
/// A morph changes vertices twice or vertices that don't exist.
pub const MORPH_VERTICES: &FindingKind =
    &FindingKind::new("scene-urho/morph-vertices", "A morph changes vertices twice or vertices that don't exist.");
/// The number of geometries differs from the original.
pub const GEOMETRY_COUNT: &FindingKind =
    &FindingKind::new("scene-urho/geometry-count", "The number of geometries differs from the original.");
/// The bind pose differs from the original.
pub const BIND_POSE_DIFFERS: &FindingKind =
    &FindingKind::new("scene-urho/bind-pose-differs", "The bind pose differs from the original.");
/// The number of levels of detail differs from the original.
pub const LOD_COUNT: &FindingKind =
    &FindingKind::new("scene-urho/lod-count", "The number of levels of detail differs from the original.");
/// A scene without lights gets a light.
pub const LIGHT_ADDED: &FindingKind =
    &FindingKind::new("scene-urho/light-added", "A scene without lights gets a light.");
/// Extras of nodes can't be stored in variables.
pub const EXTRAS_LEFT_OUT: &FindingKind =
    &FindingKind::new("scene-urho/extras-left-out", "Extras of nodes can't be stored in variables.")
        .with_engine("Variables are numbers, truth values, texts, and vectors of two to four numbers.")
        .with_advice("Store the value in such a custom property, without a semicolon in its name.");
/// A new scene gets a texture that its materials reflect.
pub const SKY_ADDED: &FindingKind =
    &FindingKind::new("scene-urho/sky-added", "A new scene gets a texture that its materials reflect.");
/// The node of an instance doesn't exist.
pub const INSTANCE_NODE_MISSING: &FindingKind =
    &FindingKind::new("scene-urho/instance-node-missing", "The node of an instance doesn't exist.");
/// The sky of a scene can't be read.
pub const SKY_UNAVAILABLE: &FindingKind =
    &FindingKind::new("scene-urho/sky-unavailable", "The sky of a scene can't be read.");
/// A light subtracts light.
pub const NEGATIVE_LIGHT: &FindingKind = &FindingKind::new("scene-urho/negative-light", "A light subtracts light.");
/// A terrain can't be shown.
pub const TERRAIN_UNAVAILABLE: &FindingKind =
    &FindingKind::new("scene-urho/terrain-unavailable", "A terrain can't be shown.");
/// Components are kept but not shown.
pub const COMPONENTS_NOT_SHOWN: &FindingKind =
    &FindingKind::new("scene-urho/components-not-shown", "Components are kept but not shown.");
/// An animation is missing or unreadable.
pub const ANIMATION_UNAVAILABLE: &FindingKind =
    &FindingKind::new("scene-urho/animation-unavailable", "An animation is missing or unreadable.");
/// Prefabs are nested too deeply.
pub const PREFAB_TOO_DEEP: &FindingKind =
    &FindingKind::new("scene-urho/prefab-too-deep", "Prefabs are nested too deeply.");
/// A prefab is missing or unreadable.
pub const PREFAB_UNAVAILABLE: &FindingKind =
    &FindingKind::new("scene-urho/prefab-unavailable", "A prefab is missing or unreadable.");
/// Source data can't be stored.
pub const NOT_STORED: &FindingKind = &FindingKind::new("scene-urho/not-stored", "Source data can't be stored.");
/// A file can't be written.
pub const FILE_UNWRITABLE: &FindingKind = &FindingKind::new("scene-urho/file-unwritable", "A file can't be written.");
/// Morph weights are lost.
pub const MORPH_WEIGHTS_LOST: &FindingKind =
    &FindingKind::new("scene-urho/morph-weights-lost", "Morph weights are lost.");
/// Morph weights are clamped to 0 to 1.
pub const MORPH_WEIGHTS_CLAMPED: &FindingKind =
    &FindingKind::new("scene-urho/morph-weights-clamped", "Morph weights are clamped to 0 to 1.");
/// Morph weights are stored in a side file.
pub const MORPH_WEIGHTS_IN_SIDE_FILE: &FindingKind =
    &FindingKind::new("scene-urho/morph-weights-in-side-file", "Morph weights are stored in a side file.");
/// A side file value is invalid.
pub const SIDE_FILE_VALUE: &FindingKind =
    &FindingKind::new("scene-urho/side-file-value", "A side file value is invalid.");
/// Morph weights of several nodes are merged.
pub const MORPH_WEIGHTS_MERGED: &FindingKind =
    &FindingKind::new("scene-urho/morph-weights-merged", "Morph weights of several nodes are merged.");
/// Nothing in the project names the materials of a model.
pub const NO_MATERIAL_LIST: &FindingKind =
    &FindingKind::new("scene-urho/no-material-list", "Nothing in the project names the materials of a model.");
/// A model without a material list gets the most likely materials.
pub const MATERIALS_CHOSEN: &FindingKind =
    &FindingKind::new("scene-urho/materials-chosen", "A model without a material list gets the most likely materials.");
/// An animation doesn't fit the skeleton.
pub const SKELETON_MISMATCH: &FindingKind =
    &FindingKind::new("scene-urho/skeleton-mismatch", "An animation doesn't fit the skeleton.");
/// Side file data can't be stored.
pub const SIDE_FILE_LOST: &FindingKind =
    &FindingKind::new("scene-urho/side-file-lost", "Side file data can't be stored.");
/// A side file is unreadable.
pub const SIDE_FILE_UNREADABLE: &FindingKind =
    &FindingKind::new("scene-urho/side-file-unreadable", "A side file is unreadable.");
/// A material list is missing or invalid.
pub const MATERIAL_LIST_UNAVAILABLE: &FindingKind =
    &FindingKind::new("scene-urho/material-list-unavailable", "A material list can't be read.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    MATRIX_SHEARS,
    DEGENERATE_PRIMITIVE,
    ATTRIBUTE_LOST,
    COLORS_CLAMPED,
    DEFAULT_WEIGHTS_BAKED,
    DEFAULT_WEIGHTS_LOST,
    LODS_MOVED,
    TOO_MANY_BONES,
    GEOMETRY_SPLIT,
    TRACK_DUPLICATE,
    TRACK_MOVES_NOTHING,
    TRACK_NEW_NODE,
    TRACK_REMOVED,
    TRACK_LOST,
    BONE_CYCLE,
    BONE_PARENT_MISSING,
    GEOMETRY_NOT_SHOWN,
    BONES_MISSING,
    MORPH_VERTICES,
    GEOMETRY_COUNT,
    BIND_POSE_DIFFERS,
    LOD_COUNT,
    LIGHT_ADDED,
    EXTRAS_LEFT_OUT,
    SKY_ADDED,
    INSTANCE_NODE_MISSING,
    SKY_UNAVAILABLE,
    NEGATIVE_LIGHT,
    TERRAIN_UNAVAILABLE,
    COMPONENTS_NOT_SHOWN,
    ANIMATION_UNAVAILABLE,
    PREFAB_TOO_DEEP,
    PREFAB_UNAVAILABLE,
    NOT_STORED,
    FILE_UNWRITABLE,
    MORPH_WEIGHTS_LOST,
    MORPH_WEIGHTS_CLAMPED,
    MORPH_WEIGHTS_IN_SIDE_FILE,
    SIDE_FILE_VALUE,
    MORPH_WEIGHTS_MERGED,
    NO_MATERIAL_LIST,
    MATERIALS_CHOSEN,
    SKELETON_MISMATCH,
    SIDE_FILE_LOST,
    SIDE_FILE_UNREADABLE,
    MATERIAL_LIST_UNAVAILABLE,
];
