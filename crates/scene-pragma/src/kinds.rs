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
    &FindingKind::new("scene-pragma/pose-not-finite", "A pose is not finite or has no rotation.")
        .with_engine("The bone is at its parent in the output; an entity keeps the valid parts of its pose.")
        .with_advice("Correct the pose in the modelling program and export again.");
/// Morph weights become a separate flex animation.
pub const MORPH_WEIGHTS_SEPARATE: &FindingKind =
    &FindingKind::new("scene-pragma/morph-weights-separate", "Morph weights become a separate flex animation.")
        .with_engine("The engine plays the face only if the game starts the flex animation, too.")
        .with_advice("Play the flex animation with the same name together with the animation.");
/// Bones shear, which the engine can't represent.
pub const BONES_SHEAR: &FindingKind =
    &FindingKind::new("scene-pragma/bones-shear", "Bones shear, which the engine can't represent.")
        .with_engine("The bones have the nearest pose without shear.")
        .with_advice("Apply scales in the modelling program, or don't scale bones differently along their axes.");
/// An animation can't be written.
pub const ANIMATION_LEFT_OUT: &FindingKind =
    &FindingKind::new("scene-pragma/animation-left-out", "An animation can't be written.")
        .with_engine("The output lacks this channel of the animation.")
        .with_advice(
            "Bake the animation in the modelling program and export again, or pass --lossy to accept the loss.",
        );
/// Morph weights at rest are applied to the vertices.
pub const REST_WEIGHTS_BAKED: &FindingKind =
    &FindingKind::new("scene-pragma/rest-weights-baked", "Morph weights at rest are applied to the vertices.")
        .with_engine("The model looks as in the source while all flexes are 0.")
        .with_advice("Nothing needs to be done.");
/// Tangent deltas of morph targets are lost.
pub const MORPH_TANGENTS_LOST: &FindingKind =
    &FindingKind::new("scene-pragma/morph-tangents-lost", "Tangent deltas of morph targets are lost.")
        .with_engine("Normal maps look slightly different while the morph is active.")
        .with_advice("Pass --lossy to accept the loss. To avoid it, export the file without morph tangents.");
/// Morph deltas of later vertices are lost.
pub const MORPH_VERTICES_LOST: &FindingKind =
    &FindingKind::new("scene-pragma/morph-vertices-lost", "Morph deltas of later vertices are lost.")
        .with_engine("The morph doesn't move these vertices.")
        .with_advice("Split the mesh in the modelling program, or pass --lossy to accept the loss.");
/// Morph deltas are shortened to the maximum length.
pub const MORPH_CLAMPED: &FindingKind =
    &FindingKind::new("scene-pragma/morph-clamped", "Morph deltas are shortened to the maximum length.")
        .with_engine("The morph moves these vertices less far.")
        .with_advice("Use a bone for such long distances, or pass --lossy to accept the loss.");
/// Vertex colors are lost.
pub const COLORS_LOST: &FindingKind = &FindingKind::new("scene-pragma/colors-lost", "Vertex colors are lost.")
    .with_engine("The model lacks its vertex colors.")
    .with_advice("Bake the colors into a texture, or pass --lossy to accept the loss.");
/// Custom vertex attributes are lost.
pub const CUSTOM_ATTRIBUTES_LOST: &FindingKind =
    &FindingKind::new("scene-pragma/custom-attributes-lost", "Custom vertex attributes are lost.")
        .with_engine("The model lacks these attributes; the engine's shaders don't read them.")
        .with_advice("Remove the attributes in the modelling program, or pass --lossy to accept the loss.");
/// Inverse bind matrices have no inverse.
pub const INVERSE_BIND_SINGULAR: &FindingKind =
    &FindingKind::new("scene-pragma/inverse-bind-singular", "Inverse bind matrices have no inverse.")
        .with_engine("The mesh is bound in the rest pose at these bones.")
        .with_advice("Remove scales of 0 from the skeleton and export again, if the mesh is deformed.");
/// The bind pose differs from the rest pose.
pub const BIND_POSE_DIFFERS: &FindingKind =
    &FindingKind::new("scene-pragma/bind-pose-differs", "The bind pose differs from the rest pose.")
        .with_engine("Without an animation, the model is shown as it was bound.")
        .with_advice(
            "Nothing needs to be done if the model looks right. Otherwise apply the rest pose in the \
            modelling program.",
        );
/// Another part has the same name.
pub const NAME_DUPLICATE: &FindingKind =
    &FindingKind::new("scene-pragma/name-duplicate", "Another part has the same name.")
        .with_engine("The output lacks this part, because the engine finds parts by name.")
        .with_advice("Rename one of the two parts in the file and convert again.");
/// The engine adds this animation to others.
pub const ADDITIVE_ANIMATION: &FindingKind =
    &FindingKind::new("scene-pragma/additive-animation", "The engine adds this animation to others.")
        .with_engine(
            "The engine adds the animation to others; the output shows it alone, and edits of it don't go back.",
        )
        .with_advice("Nothing needs to be done.");
/// Animation keys are between frames and are lost.
pub const KEYS_BETWEEN_FRAMES: &FindingKind =
    &FindingKind::new("scene-pragma/keys-between-frames", "Animation keys are between frames and are lost.")
        .with_engine("Fast movements lose detail between two frames.")
        .with_advice("Bake the animation at a whole frame rate in the modelling program, or pass --fps.");
/// Jumps or splines of an animation are approximated by frames.
pub const ANIMATION_SAMPLED: &FindingKind =
    &FindingKind::new("scene-pragma/animation-sampled", "Jumps or splines of an animation are approximated by frames.")
        .with_engine("Jumps take one frame, and curves differ slightly from the source.")
        .with_advice("Pass a higher --fps, or --lossy to accept the difference.");
/// Root motion is lost.
pub const ROOT_MOTION_LOST: &FindingKind = &FindingKind::new("scene-pragma/root-motion-lost", "Root motion is lost.")
    .with_engine("The animation stays in place in the output; the engine moves the character.")
    .with_advice("Nothing needs to be done if you only look at it. Pass --lossy to accept the loss.");
/// A part of the file is unreadable.
pub const UNREADABLE: &FindingKind = &FindingKind::new("scene-pragma/unreadable", "A part of the file is unreadable.")
    .with_engine("The output lacks this part.")
    .with_advice("Get the file again, or export it again: engine-assets validate lists its errors.");
/// A later channel replaces an earlier one.
pub const CHANNEL_DUPLICATE: &FindingKind =
    &FindingKind::new("scene-pragma/channel-duplicate", "A later channel replaces an earlier one.")
        .with_engine("The output plays the later channel.")
        .with_advice("Remove one of the two channels.");
/// Changes of this animation can't be written back.
pub const READ_ONLY_SOURCE: &FindingKind =
    &FindingKind::new("scene-pragma/read-only-source", "Changes of this animation can't be written back.")
        .with_engine("The output shows the animation; edits of it aren't written back.")
        .with_advice("Duplicate the animation under a new name to edit it: it's then written as a new one.");
/// A flex animation moves flex controllers.
pub const FLEX_CONTROLLERS: &FindingKind =
    &FindingKind::new("scene-pragma/flex-controllers", "A flex animation moves flex controllers.")
        .with_engine("The output shows the weights of the morphs; edits of them aren't written back.")
        .with_advice("Nothing needs to be done.");
/// The engine shows this group only if a body group selects it.
pub const BODY_GROUP_ONLY: &FindingKind =
    &FindingKind::new("scene-pragma/body-group-only", "The engine shows this group only if a body group selects it.")
        .with_engine("The output shows this group; the engine shows it only for some choices of the body group.")
        .with_advice("Hide the node in the modelling program if it's in the way.");
/// From this level on, nothing is shown.
pub const LOD_END: &FindingKind = &FindingKind::new("scene-pragma/lod-end", "From this level on, nothing is shown.")
    .with_engine("The engine shows nothing from this distance on; the output shows the level before.")
    .with_advice("Nothing needs to be done.");
/// The first skin has no material for this mesh.
pub const NO_MATERIAL: &FindingKind =
    &FindingKind::new("scene-pragma/no-material", "The first skin has no material for this mesh.")
        .with_engine("The output shows the mesh without material.")
        .with_advice("Add a material for the mesh to the first skin of the model.");
/// A mesh can't be shown.
pub const MESH_NOT_SHOWN: &FindingKind = &FindingKind::new("scene-pragma/mesh-not-shown", "A mesh can't be shown.")
    .with_engine("The output lacks this mesh.")
    .with_advice(
        "Nothing needs to be done if the mesh is empty. Otherwise export the model again, or pass --lossy \
        to accept the loss.",
    );
/// Vertex data that doesn't match the vertices is lost.
pub const VERTEX_DATA_LOST: &FindingKind =
    &FindingKind::new("scene-pragma/vertex-data-lost", "Vertex data that doesn't match the vertices is lost.")
        .with_engine("The output lacks this data of the mesh.")
        .with_advice("Don't add or remove vertices if you need the data, or pass --lossy to accept the loss.");
/// Weights of missing bones become 0.
pub const WEIGHTS_OF_MISSING_BONES: &FindingKind =
    &FindingKind::new("scene-pragma/weights-of-missing-bones", "Weights of missing bones become 0.")
        .with_engine("These vertices follow their other bones only.")
        .with_advice("Bind the vertices to existing bones and export the model again.");
/// A morph target moves vertices that don't exist.
pub const MORPH_OUT_OF_BOUNDS: &FindingKind =
    &FindingKind::new("scene-pragma/morph-out-of-bounds", "A morph target moves vertices that don't exist.")
        .with_engine("The morph moves the existing vertices only.")
        .with_advice("Export the model again.");
/// Bones are lost.
pub const BONES_LOST: &FindingKind = &FindingKind::new("scene-pragma/bones-lost", "Bones are lost.")
    .with_engine("The model lacks the new bones; their vertices follow the parent bones.")
    .with_advice("Convert without --into to write a new model with all bones, or pass --lossy to accept the loss.");
/// Unchanged sub meshes of the original are kept.
pub const SUB_MESHES_KEPT: &FindingKind =
    &FindingKind::new("scene-pragma/sub-meshes-kept", "Unchanged sub meshes of the original are kept.")
        .with_engine("The model still shows these sub meshes.")
        .with_advice("To remove them, delete them in Pragma, or convert without --into to write a new model.");
/// A sub mesh is added.
pub const SUB_MESH_ADDED: &FindingKind = &FindingKind::new("scene-pragma/sub-mesh-added", "A sub mesh is added.")
    .with_engine("The model shows the new sub mesh.")
    .with_advice(
        "Nothing needs to be done if you added it on purpose. Otherwise give it the name and material of \
        the original's mesh.",
    );
/// Positions that are not finite are set to zero.
pub const POSITIONS_NOT_FINITE: &FindingKind =
    &FindingKind::new("scene-pragma/positions-not-finite", "Positions that are not finite are set to zero.")
        .with_engine("These vertices are at the origin of the model.")
        .with_advice("Correct the vertices in the modelling program and export again.");
/// A material is added.
pub const MATERIAL_ADDED: &FindingKind = &FindingKind::new("scene-pragma/material-added", "A material is added.")
    .with_engine("The model uses the new material.")
    .with_advice("Nothing needs to be done if the material exists or is written, too. Otherwise correct its name.");
/// Tangents can't be computed without texture coordinates.
pub const NO_TANGENTS: &FindingKind =
    &FindingKind::new("scene-pragma/no-tangents", "Tangents can't be computed without texture coordinates.")
        .with_engine("Normal maps have no effect on this mesh or light it wrongly.")
        .with_advice("Unwrap the mesh in the modelling program and export again.");
/// An animation is added.
pub const ANIMATION_ADDED: &FindingKind = &FindingKind::new("scene-pragma/animation-added", "An animation is added.")
    .with_engine("The model has the new animation after those of the original.")
    .with_advice("Nothing needs to be done if you added it on purpose. Otherwise give it the original's name.");
/// An animation moves some of the bones only.
pub const ANIMATION_PARTIAL: &FindingKind =
    &FindingKind::new("scene-pragma/animation-partial", "An animation moves some of the bones only.")
        .with_engine("The engine leaves the other bones in the pose of the animation before.")
        .with_advice("Nothing needs to be done for gestures. Otherwise key all bones in the modelling program.");
/// Morph targets are lost.
pub const MORPHS_LOST: &FindingKind = &FindingKind::new("scene-pragma/morphs-lost", "Morph targets are lost.")
    .with_engine("The model lacks these morph targets.")
    .with_advice(
        "Export the scene with all morph targets, don't add or remove vertices, or pass --lossy to accept \
        the loss.",
    );
/// A morph target is added.
pub const MORPH_ADDED: &FindingKind = &FindingKind::new("scene-pragma/morph-added", "A morph target is added.")
    .with_engine("The model has the new morph, with a flex and a flex controller.")
    .with_advice("Nothing needs to be done if you added it on purpose. Otherwise give it the original's name.");
/// A mesh group of the original is kept.
pub const GROUP_KEPT: &FindingKind =
    &FindingKind::new("scene-pragma/group-kept", "A mesh group of the original is kept.")
        .with_engine("The model still has this group.")
        .with_advice(
            "Nothing needs to be done if it should stay. Otherwise delete it in Pragma, or give its node the \
            group's name to edit it.",
        );
/// An entity is unreadable.
pub const ENTITY_UNREADABLE: &FindingKind =
    &FindingKind::new("scene-pragma/entity-unreadable", "An entity is unreadable.")
        .with_engine("The output lacks this entity.")
        .with_advice("Convert with --into and the original map, or place the entity in the engine's editor.");
/// Scene content can't be stored in a map.
pub const SCENE_PARTS_LEFT_OUT: &FindingKind =
    &FindingKind::new("scene-pragma/scene-parts-left-out", "Scene content can't be stored in a map.")
        .with_engine("The map lacks this content; the message names it.")
        .with_advice("Nothing needs to be done, unless you need it: then place it in the engine's editor.");
/// An entity value has the wrong type.
pub const ENTITY_VALUE: &FindingKind =
    &FindingKind::new("scene-pragma/entity-value", "An entity value has the wrong type.")
        .with_engine("The output uses the default value; the engine may read another.")
        .with_advice("Correct the value of the entity.");
/// The lightmap is not applied.
pub const LIGHTMAP_NOT_BAKED: &FindingKind =
    &FindingKind::new("scene-pragma/lightmap-not-baked", "The lightmap is not applied.")
        .with_engine("The output has no baked light. The second texture coordinates are for the lightmap.")
        .with_advice(
            "Nothing needs to be done. To see the light, assign the lightmap to the materials in your program.",
        );
/// Only the positions of these entities are shown.
pub const ENTITIES_PLACE_ONLY: &FindingKind =
    &FindingKind::new("scene-pragma/entities-place-only", "Only the positions of these entities are shown.")
        .with_engine("The output shows these entities as empty nodes. A conversion back restores them.")
        .with_advice("Nothing needs to be done.");
/// Collision meshes are unreadable.
pub const COLLISION_UNREADABLE: &FindingKind =
    &FindingKind::new("scene-pragma/collision-unreadable", "Collision meshes are unreadable.")
        .with_engine("The output lacks these collision meshes.")
        .with_advice("Export the model again, or convert without --collision.");
/// The map has no navigation mesh.
pub const NO_NAVMESH: &FindingKind = &FindingKind::new("scene-pragma/no-navmesh", "The map has no navigation mesh.")
    .with_engine("The output lacks the navigation mesh.")
    .with_advice("Nothing needs to be done. To get one, build it in Pragma and keep it next to the map.");
/// A part of the map can't be shown.
pub const PART_NOT_SHOWN: &FindingKind =
    &FindingKind::new("scene-pragma/part-not-shown", "A part of the map can't be shown.")
        .with_engine("The output lacks this part, such as the navigation mesh.")
        .with_advice("Generate the part again in Pragma: engine-assets validate lists its errors.");
/// A light intensity has an unsupported unit.
pub const LIGHT_UNIT: &FindingKind =
    &FindingKind::new("scene-pragma/light-unit", "A light intensity has an unsupported unit.")
        .with_engine("The engine ignores the intensity.")
        .with_advice(
            "Set light_intensity_type to 2 (lux) for a directional light, otherwise to 0 (candela) or 1 (lumen).",
        );
/// A resource name differs in upper and lower case.
pub const RESOURCE_CASE: &FindingKind =
    &FindingKind::new("scene-pragma/resource-case", "A resource name differs in upper and lower case.")
        .with_engine("The engine finds the file: upper and lower case are the same to it.")
        .with_advice("Nothing needs to be done.");
/// A resource name is not a valid file name.
pub const FILE_NAME_INVALID: &FindingKind =
    &FindingKind::new("scene-pragma/file-name-invalid", "A resource name is not a valid file name.")
        .with_engine("The model isn't written.")
        .with_advice("Rename the model in the map: without .. and without characters that file systems forbid.");
/// Existing models are not overwritten.
pub const MODELS_KEPT: &FindingKind =
    &FindingKind::new("scene-pragma/models-kept", "Existing models are not overwritten.")
        .with_engine("The map keeps showing these models, which weren't edited.")
        .with_advice("Nothing needs to be done.");
/// A base material is missing or invalid.
pub const BASE_MATERIAL: &FindingKind =
    &FindingKind::new("scene-pragma/base-material", "A base material is missing or invalid.")
        .with_engine("The output shows the material without what the base material would add.")
        .with_advice("Pass the asset folder with --resources, or correct the name of the base material.");

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
