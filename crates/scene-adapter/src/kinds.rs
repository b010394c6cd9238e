//! Finding kinds of this crate.

use binio::FindingKind;

pub use asset_scene::kinds::NO_POSITIONS;

/// A primitive contains no complete triangle, line or point.
pub const NO_PRIMITIVE: &FindingKind =
    &FindingKind::new("scene-adapter/no-primitive", "A primitive contains no complete triangle, line or point.");
/// The last indices don't form a complete triangle or line.
pub const INCOMPLETE_PRIMITIVE: &FindingKind =
    &FindingKind::new("scene-adapter/incomplete-primitive", "The last indices don't form a complete triangle or line.");
/// A mesh without normals is shaded flat.
pub const NORMALS_FLAT: &FindingKind = &FindingKind::new(
    "scene-adapter/normals-flat",
    "A mesh without normals is shaded flat.",
)
.with_engine("Every triangle has vertices of its own, as glTF requires.")
.with_advice(
    "Export normals, or use the option smooth with an angle, such as 60, for smooth normals and fewer vertices.",
);
/// Tangents can't be computed.
pub const TANGENTS_NOT_COMPUTED: &FindingKind =
    &FindingKind::new("scene-adapter/tangents-not-computed", "Tangents can't be computed.");
/// A name contains a NUL and stays escaped.
pub const NAME_WITH_NUL: &FindingKind =
    &FindingKind::new("scene-adapter/name-with-nul", "A name contains a NUL and stays escaped.");
/// A name is already in use, so a new name is chosen.
pub const NAME_TAKEN: &FindingKind =
    &FindingKind::new("scene-adapter/name-taken", "A name is already in use, so a new name is chosen.");
/// A new file is created, without the other data of the source file.
pub const NEW_FILE: &FindingKind =
    &FindingKind::new("scene-adapter/new-file", "A new file is created, without the other data of the source file.");
/// An animation is longer or shorter than in the original.
pub const ANIMATION_LENGTH: &FindingKind =
    &FindingKind::new("scene-adapter/animation-length", "An animation is longer or shorter than in the original.");
/// An animation has a different name than in the original.
pub const ANIMATION_RENAMED: &FindingKind =
    &FindingKind::new("scene-adapter/animation-renamed", "An animation has a different name than in the original.");
/// An animation moves no node, no bone and no morph target.
pub const ANIMATION_MOVES_NOTHING: &FindingKind = &FindingKind::new(
    "scene-adapter/animation-moves-nothing",
    "An animation moves no node, no bone and no morph target.",
);
/// Levels of detail are lost.
pub const LODS_LOST: &FindingKind = &FindingKind::new("scene-adapter/lods-lost", "Levels of detail are lost.");
/// Level-of-detail distances are replaced by default values.
pub const LOD_DISTANCES: &FindingKind =
    &FindingKind::new("scene-adapter/lod-distances", "Level-of-detail distances are replaced by default values.");
/// A model is large because it repeats a mesh.
pub const MESH_REPEATED: &FindingKind =
    &FindingKind::new("scene-adapter/mesh-repeated", "A model is large because it repeats a mesh.");
/// Texture coordinate sets are lost.
pub const UV_SETS_LOST: &FindingKind =
    &FindingKind::new("scene-adapter/uv-sets-lost", "Texture coordinate sets are lost.");
/// Material content is changed by a conversion rule.
pub const MATERIAL_RULE: &FindingKind =
    &FindingKind::new("scene-adapter/material-rule", "Material content is changed by a conversion rule.");
/// The scene references a missing model.
pub const MODEL_MISSING: &FindingKind =
    &FindingKind::new("scene-adapter/model-missing", "The scene references a missing model.");
/// A model is missing or unreadable.
pub const MODEL_UNAVAILABLE: &FindingKind =
    &FindingKind::new("scene-adapter/model-unavailable", "A model is missing or unreadable.");
/// A node without content gets no model.
pub const NO_MODEL_FOR_EMPTY: &FindingKind =
    &FindingKind::new("scene-adapter/no-model-for-empty", "A node without content gets no model.");
/// The scene has too many nodes.
pub const TOO_MANY_NODES: &FindingKind =
    &FindingKind::new("scene-adapter/too-many-nodes", "The scene has too many nodes.");
/// A part of a scene differs from its file, which is written anew.
pub const PART_WRITTEN: &FindingKind =
    &FindingKind::new("scene-adapter/part-written", "A part of a scene differs from its file, which is written anew.");
/// A part of a scene differs from its file and gets a file of its own.
pub const PART_COPIED: &FindingKind = &FindingKind::new(
    "scene-adapter/part-copied",
    "A part of a scene differs from its file, which others still show, and gets a file of its own.",
);
/// An edited property of a material that its file can't store.
pub const MATERIAL_EDIT_LOST: &FindingKind = &FindingKind::new(
    "scene-adapter/material-edit-lost",
    "An edited property of a material isn't written, because the shader of its file doesn't show it.",
);
/// A part of a scene differs from its file, which can't be written.
pub const PART_NOT_WRITTEN: &FindingKind = &FindingKind::new(
    "scene-adapter/part-not-written",
    "A part of a scene differs from its file, which can't be written.",
);
/// The file of a part of a scene can't be read.
pub const PART_NOT_COMPARED: &FindingKind = &FindingKind::new(
    "scene-adapter/part-not-compared",
    "The file of a part of a scene can't be read, so that it stays as it is.",
);

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    NO_PRIMITIVE,
    INCOMPLETE_PRIMITIVE,
    NORMALS_FLAT,
    TANGENTS_NOT_COMPUTED,
    NAME_WITH_NUL,
    NAME_TAKEN,
    NEW_FILE,
    ANIMATION_LENGTH,
    ANIMATION_RENAMED,
    ANIMATION_MOVES_NOTHING,
    LODS_LOST,
    LOD_DISTANCES,
    MESH_REPEATED,
    UV_SETS_LOST,
    MATERIAL_RULE,
    MODEL_MISSING,
    MODEL_UNAVAILABLE,
    NO_MODEL_FOR_EMPTY,
    TOO_MANY_NODES,
    PART_WRITTEN,
    PART_COPIED,
    MATERIAL_EDIT_LOST,
    PART_NOT_WRITTEN,
    PART_NOT_COMPARED,
];
