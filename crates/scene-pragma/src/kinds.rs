//! Finding kinds of this crate.

use binio::FindingKind;

/// Kinds that all adapters share.
pub use asset_scene::kinds::CHANNELS_LOST;
pub use scene_adapter::kinds::{
    ANIMATION_LENGTH, ANIMATION_MOVES_NOTHING, ANIMATION_RENAMED, LOD_DISTANCES, LODS_LOST, MATERIAL_EDIT_LOST,
    MATERIAL_RULE, MODEL_MISSING, MODEL_UNAVAILABLE, NO_MODEL_FOR_EMPTY, PART_COPIED, PART_NOT_COMPARED, PART_WRITTEN,
    TOO_MANY_NODES, UV_SETS_LOST,
};

/// A pose is not finite or has no rotation.
pub const POSE_NOT_FINITE: &FindingKind =
    &FindingKind::new("scene-pragma/pose-not-finite", "A pose is not finite or has no rotation.");
/// Morph weights become a separate flex animation.
pub const MORPH_WEIGHTS_SEPARATE: &FindingKind =
    &FindingKind::new("scene-pragma/morph-weights-separate", "Morph weights become a separate flex animation.");
/// Bones shear, which the engine can't represent.
pub const BONES_SHEAR: &FindingKind =
    &FindingKind::new("scene-pragma/bones-shear", "Bones shear, which the engine can't represent.");
/// An animation can't be written.
pub const ANIMATION_LEFT_OUT: &FindingKind =
    &FindingKind::new("scene-pragma/animation-left-out", "An animation can't be written.");
/// Morph weights at rest are applied to the vertices.
pub const REST_WEIGHTS_BAKED: &FindingKind =
    &FindingKind::new("scene-pragma/rest-weights-baked", "Morph weights at rest are applied to the vertices.");
/// Tangent deltas of morph targets are lost.
pub const MORPH_TANGENTS_LOST: &FindingKind =
    &FindingKind::new("scene-pragma/morph-tangents-lost", "Tangent deltas of morph targets are lost.");
/// Morph deltas of later vertices are lost.
pub const MORPH_VERTICES_LOST: &FindingKind =
    &FindingKind::new("scene-pragma/morph-vertices-lost", "Morph deltas of later vertices are lost.");
/// Morph deltas are shortened to the maximum length.
pub const MORPH_CLAMPED: &FindingKind =
    &FindingKind::new("scene-pragma/morph-clamped", "Morph deltas are shortened to the maximum length.");
/// Vertex colors are lost.
pub const COLORS_LOST: &FindingKind = &FindingKind::new("scene-pragma/colors-lost", "Vertex colors are lost.");
/// Custom vertex attributes are lost.
pub const CUSTOM_ATTRIBUTES_LOST: &FindingKind =
    &FindingKind::new("scene-pragma/custom-attributes-lost", "Custom vertex attributes are lost.");
/// Inverse bind matrices have no inverse.
pub const INVERSE_BIND_SINGULAR: &FindingKind =
    &FindingKind::new("scene-pragma/inverse-bind-singular", "Inverse bind matrices have no inverse.");
/// The bind pose differs from the rest pose.
pub const BIND_POSE_DIFFERS: &FindingKind =
    &FindingKind::new("scene-pragma/bind-pose-differs", "The bind pose differs from the rest pose.");
/// Another part has the same name.
pub const NAME_DUPLICATE: &FindingKind =
    &FindingKind::new("scene-pragma/name-duplicate", "Another part has the same name.");
/// The engine adds this animation to others.
pub const ADDITIVE_ANIMATION: &FindingKind =
    &FindingKind::new("scene-pragma/additive-animation", "The engine adds this animation to others.");
/// Animation keys are between frames and are lost.
pub const KEYS_BETWEEN_FRAMES: &FindingKind =
    &FindingKind::new("scene-pragma/keys-between-frames", "Animation keys are between frames and are lost.");
/// Jumps or splines of an animation are approximated by frames.
pub const ANIMATION_SAMPLED: &FindingKind =
    &FindingKind::new("scene-pragma/animation-sampled", "Jumps or splines of an animation are approximated by frames.");
/// Root motion is lost.
pub const ROOT_MOTION_LOST: &FindingKind = &FindingKind::new("scene-pragma/root-motion-lost", "Root motion is lost.");
/// A part of the file is unreadable.
pub const UNREADABLE: &FindingKind = &FindingKind::new("scene-pragma/unreadable", "A part of the file is unreadable.");
/// A later channel replaces an earlier one.
pub const CHANNEL_DUPLICATE: &FindingKind =
    &FindingKind::new("scene-pragma/channel-duplicate", "A later channel replaces an earlier one.");
/// Changes of this animation can't be written back.
pub const READ_ONLY_SOURCE: &FindingKind =
    &FindingKind::new("scene-pragma/read-only-source", "Changes of this animation can't be written back.");
/// A flex animation moves flex controllers.
pub const FLEX_CONTROLLERS: &FindingKind =
    &FindingKind::new("scene-pragma/flex-controllers", "A flex animation moves flex controllers.");
/// The engine shows this group only if a body group selects it.
pub const BODY_GROUP_ONLY: &FindingKind =
    &FindingKind::new("scene-pragma/body-group-only", "The engine shows this group only if a body group selects it.");
/// From this level on, nothing is shown.
pub const LOD_END: &FindingKind = &FindingKind::new("scene-pragma/lod-end", "From this level on, nothing is shown.");
/// The first skin has no material for this mesh.
pub const NO_MATERIAL: &FindingKind =
    &FindingKind::new("scene-pragma/no-material", "The first skin has no material for this mesh.");
/// A mesh can't be shown.
pub const MESH_NOT_SHOWN: &FindingKind = &FindingKind::new("scene-pragma/mesh-not-shown", "A mesh can't be shown.");
/// The indices of a mesh are invalid or empty.
pub const MESH_PARTLY_SHOWN: &FindingKind =
    &FindingKind::new("scene-pragma/mesh-partly-shown", "The indices of a mesh are invalid or empty.");
/// Vertex data that doesn't match the vertices is lost.
pub const VERTEX_DATA_LOST: &FindingKind =
    &FindingKind::new("scene-pragma/vertex-data-lost", "Vertex data that doesn't match the vertices is lost.");
/// Weights of missing bones become 0.
pub const WEIGHTS_OF_MISSING_BONES: &FindingKind =
    &FindingKind::new("scene-pragma/weights-of-missing-bones", "Weights of missing bones become 0.");
/// A morph target moves vertices that don't exist.
pub const MORPH_OUT_OF_BOUNDS: &FindingKind =
    &FindingKind::new("scene-pragma/morph-out-of-bounds", "A morph target moves vertices that don't exist.");
/// Bones are lost.
pub const BONES_LOST: &FindingKind = &FindingKind::new("scene-pragma/bones-lost", "Bones are lost.");
/// Unchanged sub meshes of the original are kept.
pub const SUB_MESHES_KEPT: &FindingKind =
    &FindingKind::new("scene-pragma/sub-meshes-kept", "Unchanged sub meshes of the original are kept.");
/// A sub mesh is added.
pub const SUB_MESH_ADDED: &FindingKind = &FindingKind::new("scene-pragma/sub-mesh-added", "A sub mesh is added.");
/// Positions that are not finite are set to zero.
pub const POSITIONS_NOT_FINITE: &FindingKind =
    &FindingKind::new("scene-pragma/positions-not-finite", "Positions that are not finite are set to zero.");
/// A material is added.
pub const MATERIAL_ADDED: &FindingKind = &FindingKind::new("scene-pragma/material-added", "A material is added.");
/// Tangents can't be computed without texture coordinates.
pub const NO_TANGENTS: &FindingKind =
    &FindingKind::new("scene-pragma/no-tangents", "Tangents can't be computed without texture coordinates.");
/// An animation is added.
pub const ANIMATION_ADDED: &FindingKind = &FindingKind::new("scene-pragma/animation-added", "An animation is added.");
/// An animation moves some of the bones only.
pub const ANIMATION_PARTIAL: &FindingKind =
    &FindingKind::new("scene-pragma/animation-partial", "An animation moves some of the bones only.");
/// Morph targets are lost.
pub const MORPHS_LOST: &FindingKind = &FindingKind::new("scene-pragma/morphs-lost", "Morph targets are lost.");
/// A morph target is added.
pub const MORPH_ADDED: &FindingKind = &FindingKind::new("scene-pragma/morph-added", "A morph target is added.");
/// A mesh group of the original is kept.
pub const GROUP_KEPT: &FindingKind =
    &FindingKind::new("scene-pragma/group-kept", "A mesh group of the original is kept.");
/// An entity is unreadable.
pub const ENTITY_UNREADABLE: &FindingKind =
    &FindingKind::new("scene-pragma/entity-unreadable", "An entity is unreadable.");
/// Scene content can't be stored in a map.
pub const SCENE_PARTS_LEFT_OUT: &FindingKind =
    &FindingKind::new("scene-pragma/scene-parts-left-out", "Scene content can't be stored in a map.");
/// An entity value has the wrong type.
pub const ENTITY_VALUE: &FindingKind =
    &FindingKind::new("scene-pragma/entity-value", "An entity value has the wrong type.");
/// The lightmap is not applied.
pub const LIGHTMAP_NOT_BAKED: &FindingKind =
    &FindingKind::new("scene-pragma/lightmap-not-baked", "The lightmap is not applied.");
/// Only the positions of these entities are shown.
pub const ENTITIES_PLACE_ONLY: &FindingKind =
    &FindingKind::new("scene-pragma/entities-place-only", "Only the positions of these entities are shown.");
/// Collision meshes are unreadable.
pub const COLLISION_UNREADABLE: &FindingKind =
    &FindingKind::new("scene-pragma/collision-unreadable", "Collision meshes are unreadable.");
/// The map has no navigation mesh.
pub const NO_NAVMESH: &FindingKind = &FindingKind::new("scene-pragma/no-navmesh", "The map has no navigation mesh.");
/// A part of the map can't be shown.
pub const PART_NOT_SHOWN: &FindingKind =
    &FindingKind::new("scene-pragma/part-not-shown", "A part of the map can't be shown.");
/// A light intensity has an unsupported unit.
pub const LIGHT_UNIT: &FindingKind =
    &FindingKind::new("scene-pragma/light-unit", "A light intensity has an unsupported unit.")
        .with_engine("The engine ignores the intensity.");
/// A resource name differs in upper and lower case.
pub const RESOURCE_CASE: &FindingKind =
    &FindingKind::new("scene-pragma/resource-case", "A resource name differs in upper and lower case.");
/// A resource name is not a valid file name.
pub const FILE_NAME_INVALID: &FindingKind =
    &FindingKind::new("scene-pragma/file-name-invalid", "A resource name is not a valid file name.");
/// Existing models are not overwritten.
pub const MODELS_KEPT: &FindingKind =
    &FindingKind::new("scene-pragma/models-kept", "Existing models are not overwritten.");
/// A base material is missing or invalid.
pub const BASE_MATERIAL: &FindingKind =
    &FindingKind::new("scene-pragma/base-material", "A base material is missing or invalid.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    POSE_NOT_FINITE,
    MORPH_WEIGHTS_SEPARATE,
    BONES_SHEAR,
    ANIMATION_LEFT_OUT,
    REST_WEIGHTS_BAKED,
    MORPH_TANGENTS_LOST,
    MORPH_VERTICES_LOST,
    MORPH_CLAMPED,
    COLORS_LOST,
    CUSTOM_ATTRIBUTES_LOST,
    INVERSE_BIND_SINGULAR,
    BIND_POSE_DIFFERS,
    NAME_DUPLICATE,
    ADDITIVE_ANIMATION,
    KEYS_BETWEEN_FRAMES,
    ANIMATION_SAMPLED,
    ROOT_MOTION_LOST,
    UNREADABLE,
    CHANNEL_DUPLICATE,
    READ_ONLY_SOURCE,
    FLEX_CONTROLLERS,
    BODY_GROUP_ONLY,
    LOD_END,
    NO_MATERIAL,
    MESH_NOT_SHOWN,
    MESH_PARTLY_SHOWN,
    VERTEX_DATA_LOST,
    WEIGHTS_OF_MISSING_BONES,
    MORPH_OUT_OF_BOUNDS,
    BONES_LOST,
    SUB_MESHES_KEPT,
    SUB_MESH_ADDED,
    POSITIONS_NOT_FINITE,
    MATERIAL_ADDED,
    NO_TANGENTS,
    ANIMATION_ADDED,
    ANIMATION_PARTIAL,
    MORPHS_LOST,
    MORPH_ADDED,
    GROUP_KEPT,
    ENTITY_UNREADABLE,
    SCENE_PARTS_LEFT_OUT,
    ENTITY_VALUE,
    LIGHTMAP_NOT_BAKED,
    ENTITIES_PLACE_ONLY,
    COLLISION_UNREADABLE,
    NO_NAVMESH,
    PART_NOT_SHOWN,
    LIGHT_UNIT,
    RESOURCE_CASE,
    FILE_NAME_INVALID,
    MODELS_KEPT,
    BASE_MATERIAL,
];
