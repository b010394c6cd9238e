//! Finding kinds of this crate.

use binio::FindingKind;

/// Levels of detail of a node without a mesh are lost.
pub const LODS_WITHOUT_MESH: &FindingKind =
    &FindingKind::new("asset-scene/lods-without-mesh", "Levels of detail of a node without a mesh are lost.");
/// Meshes under level-of-detail nodes are lost.
pub const MESHES_UNDER_LODS: &FindingKind =
    &FindingKind::new("asset-scene/meshes-under-lods", "Meshes under level-of-detail nodes are lost.");
/// No node shows a mesh.
pub const NO_NODE_SHOWS_MESH: &FindingKind =
    &FindingKind::new("asset-scene/no-node-shows-mesh", "No node shows a mesh.");
/// An animation doesn't begin at time 0.
pub const ANIMATION_START: &FindingKind =
    &FindingKind::new("asset-scene/animation-start", "An animation doesn't begin at time 0.");
/// Scales that differ by axis, mirror or shear are kept.
pub const SCALES_STAY: &FindingKind =
    &FindingKind::new("asset-scene/scales-stay", "Scales that differ by axis, mirror or shear are kept.");
/// Joint influences are changed.
pub const JOINT_INFLUENCES: &FindingKind =
    &FindingKind::new("asset-scene/joint-influences", "Joint influences are changed.");
/// Bones of the original that the scene doesn't have are kept.
pub const BONES_KEPT: &FindingKind =
    &FindingKind::new("asset-scene/bones-kept", "Bones of the original that the scene doesn't have are kept.");
/// Bones that the original doesn't have are added.
pub const BONES_ADDED: &FindingKind =
    &FindingKind::new("asset-scene/bones-added", "Bones that the original doesn't have are added.");
/// Bones have a different parent than in the original.
pub const BONES_REPARENTED: &FindingKind =
    &FindingKind::new("asset-scene/bones-reparented", "Bones have a different parent than in the original.");
/// Animation channels are lost.
pub const CHANNELS_LOST: &FindingKind = &FindingKind::new("asset-scene/channels-lost", "Animation channels are lost.");
/// Bones have a different position than in the original.
pub const BONES_MOVED: &FindingKind =
    &FindingKind::new("asset-scene/bones-moved", "Bones have a different position than in the original.");
/// A primitive has no positions and is skipped.
pub const NO_POSITIONS: &FindingKind =
    &FindingKind::new("asset-scene/no-positions", "A primitive has no positions and is skipped.");
/// A primitive contains no complete triangle, line or point.
pub const NO_PRIMITIVE: &FindingKind =
    &FindingKind::new("asset-scene/no-primitive", "A primitive contains no complete triangle, line or point.");
/// The last indices don't form a complete triangle or line.
pub const INCOMPLETE_PRIMITIVE: &FindingKind =
    &FindingKind::new("asset-scene/incomplete-primitive", "The last indices don't form a complete triangle or line.");
/// Tangents can't be computed.
pub const TANGENTS_NOT_COMPUTED: &FindingKind =
    &FindingKind::new("asset-scene/tangents-not-computed", "Tangents can't be computed.");
/// A name contains a NUL and stays escaped.
pub const NAME_WITH_NUL: &FindingKind =
    &FindingKind::new("asset-scene/name-with-nul", "A name contains a NUL and stays escaped.");
/// A name is already in use, so a new name is chosen.
pub const NAME_TAKEN: &FindingKind =
    &FindingKind::new("asset-scene/name-taken", "A name is already in use, so a new name is chosen.");
/// An animation is longer or shorter than in the original.
pub const ANIMATION_LENGTH: &FindingKind =
    &FindingKind::new("asset-scene/animation-length", "An animation is longer or shorter than in the original.");
/// An animation has a different name than in the original.
pub const ANIMATION_RENAMED: &FindingKind =
    &FindingKind::new("asset-scene/animation-renamed", "An animation has a different name than in the original.");
/// An animation moves no node, no bone and no morph target.
pub const ANIMATION_MOVES_NOTHING: &FindingKind = &FindingKind::new(
    "asset-scene/animation-moves-nothing",
    "An animation moves no node, no bone and no morph target.",
);
/// Levels of detail are lost.
pub const LODS_LOST: &FindingKind = &FindingKind::new("asset-scene/lods-lost", "Levels of detail are lost.");
/// Level-of-detail distances are replaced by default values.
pub const LOD_DISTANCES: &FindingKind =
    &FindingKind::new("asset-scene/lod-distances", "Level-of-detail distances are replaced by default values.");
/// Texture coordinate sets are lost.
pub const UV_SETS_LOST: &FindingKind =
    &FindingKind::new("asset-scene/uv-sets-lost", "Texture coordinate sets are lost.");
/// Material content is changed by a conversion rule.
pub const MATERIAL_RULE: &FindingKind =
    &FindingKind::new("asset-scene/material-rule", "Material content is changed by a conversion rule.");
/// The scene references a missing model.
pub const MODEL_MISSING: &FindingKind =
    &FindingKind::new("asset-scene/model-missing", "The scene references a missing model.");
/// A model is missing or unreadable.
pub const MODEL_UNAVAILABLE: &FindingKind =
    &FindingKind::new("asset-scene/model-unavailable", "A model is missing or unreadable.");
/// A node without content gets no model.
pub const NO_MODEL_FOR_EMPTY: &FindingKind =
    &FindingKind::new("asset-scene/no-model-for-empty", "A node without content gets no model.");
/// The scene has too many nodes.
pub const TOO_MANY_NODES: &FindingKind =
    &FindingKind::new("asset-scene/too-many-nodes", "The scene has too many nodes.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    LODS_WITHOUT_MESH,
    MESHES_UNDER_LODS,
    NO_NODE_SHOWS_MESH,
    ANIMATION_START,
    SCALES_STAY,
    JOINT_INFLUENCES,
    BONES_KEPT,
    BONES_ADDED,
    BONES_REPARENTED,
    CHANNELS_LOST,
    BONES_MOVED,
    NO_POSITIONS,
    NO_PRIMITIVE,
    INCOMPLETE_PRIMITIVE,
    TANGENTS_NOT_COMPUTED,
    NAME_WITH_NUL,
    NAME_TAKEN,
    ANIMATION_LENGTH,
    ANIMATION_RENAMED,
    ANIMATION_MOVES_NOTHING,
    LODS_LOST,
    LOD_DISTANCES,
    UV_SETS_LOST,
    MATERIAL_RULE,
    MODEL_MISSING,
    MODEL_UNAVAILABLE,
    NO_MODEL_FOR_EMPTY,
    TOO_MANY_NODES,
];
