//! Finding kinds of this crate.

use binio::FindingKind;

/// An animation moves no node and no morph.
pub const ANIMATION_MOVES_NOTHING: &FindingKind =
    &FindingKind::new("scene-urho/animation-moves-nothing", "An animation moves no node and no morph.");
/// Animation channels are lost.
pub const CHANNELS_LOST: &FindingKind = &FindingKind::new("scene-urho/channels-lost", "Animation channels are lost.");
/// A matrix shears, which the engine can't represent.
pub const MATRIX_SHEARS: &FindingKind =
    &FindingKind::new("scene-urho/matrix-shears", "A matrix shears, which the engine can't represent.");
/// Levels of detail or their primitives are lost.
pub const LODS_LOST: &FindingKind =
    &FindingKind::new("scene-urho/lods-lost", "Levels of detail or their primitives are lost.");
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
/// A triangle needs more bones than a draw call allows.
pub const TOO_MANY_BONES: &FindingKind =
    &FindingKind::new("scene-urho/too-many-bones", "A triangle needs more bones than a draw call allows.");
/// A geometry is split to respect the bone limit.
pub const GEOMETRY_SPLIT: &FindingKind =
    &FindingKind::new("scene-urho/geometry-split", "A geometry is split to respect the bone limit.");
/// Level-of-detail distances are replaced by default values.
pub const LOD_DISTANCES: &FindingKind =
    &FindingKind::new("scene-urho/lod-distances", "Level-of-detail distances are replaced by default values.");
/// A later track has the same name.
pub const DUPLICATE_TRACK: &FindingKind =
    &FindingKind::new("scene-urho/duplicate-track", "A later track has the same name.");
/// A track has no keys that move anything.
pub const TRACK_MOVES_NOTHING: &FindingKind =
    &FindingKind::new("scene-urho/track-moves-nothing", "A track has no keys that move anything.");
/// A track has no matching bone or node.
pub const TRACK_NEW_NODE: &FindingKind =
    &FindingKind::new("scene-urho/track-new-node", "A track has no matching bone or node.");
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
/// Bones that the original doesn't have are added.
pub const BONES_ADDED: &FindingKind =
    &FindingKind::new("scene-urho/bones-added", "Bones that the original doesn't have are added.");
/// The number of levels of detail differs from the original.
pub const LOD_COUNT: &FindingKind =
    &FindingKind::new("scene-urho/lod-count", "The number of levels of detail differs from the original.");
/// An animation is longer or shorter than in the original.
pub const ANIMATION_LENGTH: &FindingKind =
    &FindingKind::new("scene-urho/animation-length", "An animation is longer or shorter than in the original.");
/// A scene without lights gets a light.
pub const LIGHT_ADDED: &FindingKind =
    &FindingKind::new("scene-urho/light-added", "A scene without lights gets a light.");
/// The node of an instance doesn't exist.
pub const INSTANCE_NODE_MISSING: &FindingKind =
    &FindingKind::new("scene-urho/instance-node-missing", "The node of an instance doesn't exist.");
/// A light subtracts light.
pub const NEGATIVE_LIGHT: &FindingKind = &FindingKind::new("scene-urho/negative-light", "A light subtracts light.");
/// A terrain can't be shown.
pub const TERRAIN_UNAVAILABLE: &FindingKind =
    &FindingKind::new("scene-urho/terrain-unavailable", "A terrain can't be shown.");
/// Components are kept but not shown.
pub const COMPONENTS_NOT_SHOWN: &FindingKind =
    &FindingKind::new("scene-urho/components-not-shown", "Components are kept but not shown.");
/// A model is missing or unreadable.
pub const MODEL_UNAVAILABLE: &FindingKind =
    &FindingKind::new("scene-urho/model-unavailable", "A model is missing or unreadable.");
/// The scene has too many nodes.
pub const TOO_MANY_NODES: &FindingKind =
    &FindingKind::new("scene-urho/too-many-nodes", "The scene has too many nodes.");
/// An animation is missing or unreadable.
pub const ANIMATION_UNAVAILABLE: &FindingKind =
    &FindingKind::new("scene-urho/animation-unavailable", "An animation is missing or unreadable.");
/// A prefab includes itself.
pub const PREFAB_RECURSION: &FindingKind =
    &FindingKind::new("scene-urho/prefab-recursion", "A prefab includes itself.");
/// Prefabs are nested too deeply.
pub const PREFAB_TOO_DEEP: &FindingKind =
    &FindingKind::new("scene-urho/prefab-too-deep", "Prefabs are nested too deeply.");
/// A prefab is missing or unreadable.
pub const PREFAB_UNAVAILABLE: &FindingKind =
    &FindingKind::new("scene-urho/prefab-unavailable", "A prefab is missing or unreadable.");
/// Source data can't be stored.
pub const NOT_STORED: &FindingKind = &FindingKind::new("scene-urho/not-stored", "Source data can't be stored.");
/// A node without content gets no model.
pub const NO_MODEL_FOR_EMPTY: &FindingKind =
    &FindingKind::new("scene-urho/no-model-for-empty", "A node without content gets no model.");
/// A file can't be written.
pub const FILE_UNWRITABLE: &FindingKind = &FindingKind::new("scene-urho/file-unwritable", "A file can't be written.");
/// The scene references a missing model.
pub const MODEL_MISSING: &FindingKind =
    &FindingKind::new("scene-urho/model-missing", "The scene references a missing model.");
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
/// Material content is changed by a conversion rule.
pub const MATERIAL_RULE: &FindingKind =
    &FindingKind::new("scene-urho/material-rule", "Material content is changed by a conversion rule.");
/// No material list and no material with the model's name exists.
pub const NO_MATERIAL_LIST: &FindingKind =
    &FindingKind::new("scene-urho/no-material-list", "No material list and no material with the model's name exists.");
/// An animation doesn't fit the skeleton.
pub const SKELETON_MISMATCH: &FindingKind =
    &FindingKind::new("scene-urho/skeleton-mismatch", "An animation doesn't fit the skeleton.");
/// An animation has a different name than in the original.
pub const ANIMATION_RENAMED: &FindingKind =
    &FindingKind::new("scene-urho/animation-renamed", "An animation has a different name than in the original.");
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
    ANIMATION_MOVES_NOTHING,
    CHANNELS_LOST,
    MATRIX_SHEARS,
    LODS_LOST,
    DEGENERATE_PRIMITIVE,
    ATTRIBUTE_LOST,
    COLORS_CLAMPED,
    DEFAULT_WEIGHTS_BAKED,
    TOO_MANY_BONES,
    GEOMETRY_SPLIT,
    LOD_DISTANCES,
    DUPLICATE_TRACK,
    TRACK_MOVES_NOTHING,
    TRACK_NEW_NODE,
    TRACK_LOST,
    BONE_CYCLE,
    BONE_PARENT_MISSING,
    GEOMETRY_NOT_SHOWN,
    BONES_MISSING,
    MORPH_VERTICES,
    GEOMETRY_COUNT,
    BIND_POSE_DIFFERS,
    BONES_ADDED,
    LOD_COUNT,
    ANIMATION_LENGTH,
    LIGHT_ADDED,
    INSTANCE_NODE_MISSING,
    NEGATIVE_LIGHT,
    TERRAIN_UNAVAILABLE,
    COMPONENTS_NOT_SHOWN,
    MODEL_UNAVAILABLE,
    TOO_MANY_NODES,
    ANIMATION_UNAVAILABLE,
    PREFAB_RECURSION,
    PREFAB_TOO_DEEP,
    PREFAB_UNAVAILABLE,
    NOT_STORED,
    NO_MODEL_FOR_EMPTY,
    FILE_UNWRITABLE,
    MODEL_MISSING,
    MORPH_WEIGHTS_LOST,
    MORPH_WEIGHTS_CLAMPED,
    MORPH_WEIGHTS_IN_SIDE_FILE,
    SIDE_FILE_VALUE,
    MORPH_WEIGHTS_MERGED,
    MATERIAL_RULE,
    NO_MATERIAL_LIST,
    SKELETON_MISMATCH,
    ANIMATION_RENAMED,
    SIDE_FILE_LOST,
    SIDE_FILE_UNREADABLE,
    MATERIAL_LIST_UNAVAILABLE,
];
