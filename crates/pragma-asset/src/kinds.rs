//! Finding kinds of this crate.

use binio::FindingKind;

/// The asset version is 0.
pub const VERSION_ZERO: &FindingKind = &FindingKind::new("pragma-asset/version-zero", "The asset version is 0.")
    .with_engine("The engine refuses the file.");
/// The asset version is newer than any known version.
pub const VERSION_NEWER: &FindingKind =
    &FindingKind::new("pragma-asset/version-newer", "The asset version is newer than any known version.")
        .with_engine("The engine reads it as the latest version.");
/// The asset type doesn't match the format.
pub const WRONG_TYPE: &FindingKind =
    &FindingKind::new("pragma-asset/wrong-type", "The asset type doesn't match the format.")
        .with_engine("The engine refuses the file.");
/// A material name is not in lower case.
pub const MATERIAL_CASE: &FindingKind =
    &FindingKind::new("pragma-asset/material-case", "A material name is not in lower case.");
/// An entity has no class name.
pub const CLASS_MISSING: &FindingKind = &FindingKind::new("pragma-asset/class-missing", "An entity has no class name.")
    .with_engine("The engine ignores the entity.");
/// Entity flags don't match the map version.
pub const FLAGS_VERSION: &FindingKind =
    &FindingKind::new("pragma-asset/flags-version", "Entity flags don't match the map version.");
/// A pose is not finite.
pub const POSE_NOT_FINITE: &FindingKind = &FindingKind::new("pragma-asset/pose-not-finite", "A pose is not finite.");
/// The BSP data is damaged.
pub const BSP_DAMAGED: &FindingKind = &FindingKind::new("pragma-asset/bsp-damaged", "The BSP data is damaged.")
    .with_engine("The engine may read invalid memory.");
/// An index refers to an object that doesn't exist.
pub const REFERENCE_OUT_OF_BOUNDS: &FindingKind =
    &FindingKind::new("pragma-asset/reference-out-of-bounds", "An index refers to an object that doesn't exist.");
/// The model has IK controllers.
pub const IK_CONTROLLERS: &FindingKind =
    &FindingKind::new("pragma-asset/ik-controllers", "The model has IK controllers.")
        .with_engine("The engine crashes when it reads them.");
/// A model that isn't static has no skeleton.
pub const NO_SKELETON: &FindingKind =
    &FindingKind::new("pragma-asset/no-skeleton", "A model that isn't static has no skeleton.");
/// Bones aren't numbered 0, 1, 2 ….
pub const BONE_NUMBERS: &FindingKind =
    &FindingKind::new("pragma-asset/bone-numbers", "Bones aren't numbered 0, 1, 2 ….")
        .with_engine("The engine refuses the model or crashes.");
/// The model has more bones than the engine's shaders support.
pub const TOO_MANY_BONES: &FindingKind =
    &FindingKind::new("pragma-asset/too-many-bones", "The model has more bones than the engine's shaders support.");
/// Two bones have the same name.
pub const BONE_NAME_DUPLICATE: &FindingKind =
    &FindingKind::new("pragma-asset/bone-name-duplicate", "Two bones have the same name.")
        .with_engine("The engine finds the first by name.");
/// Mesh groups aren't numbered 0, 1, 2 ….
pub const GROUP_NUMBERS: &FindingKind =
    &FindingKind::new("pragma-asset/group-numbers", "Mesh groups aren't numbered 0, 1, 2 ….");
/// Unknown hit group.
pub const HIT_GROUP_UNKNOWN: &FindingKind = &FindingKind::new("pragma-asset/hit-group-unknown", "Unknown hit group.");
/// The minimum of a hit box is above its maximum.
pub const HIT_BOX_INVERTED: &FindingKind =
    &FindingKind::new("pragma-asset/hit-box-inverted", "The minimum of a hit box is above its maximum.")
        .with_engine("Nothing hits it.");
/// A referenced bone doesn't exist.
pub const BONE_MISSING: &FindingKind =
    &FindingKind::new("pragma-asset/bone-missing", "A referenced bone doesn't exist.");
/// A referenced flex controller doesn't exist.
pub const FLEX_CONTROLLER_MISSING: &FindingKind =
    &FindingKind::new("pragma-asset/flex-controller-missing", "A referenced flex controller doesn't exist.");
/// Animations aren't numbered 0, 1, 2 ….
pub const ANIMATION_NUMBERS: &FindingKind =
    &FindingKind::new("pragma-asset/animation-numbers", "Animations aren't numbered 0, 1, 2 ….");
/// An animation event has no time or is after the end.
pub const EVENT_TIME: &FindingKind =
    &FindingKind::new("pragma-asset/event-time", "An animation event has no time or is after the end.")
        .with_engine("The event never happens.");
/// Unknown type of animation data.
pub const ANIMATION_TYPE_UNKNOWN: &FindingKind =
    &FindingKind::new("pragma-asset/animation-type-unknown", "Unknown type of animation data.")
        .with_engine("The engine ignores it.");
/// The number of weights differs from the number of bones.
pub const WEIGHT_COUNT: &FindingKind =
    &FindingKind::new("pragma-asset/weight-count", "The number of weights differs from the number of bones.");
/// A channel has an unknown property.
pub const PROPERTY_UNKNOWN: &FindingKind =
    &FindingKind::new("pragma-asset/property-unknown", "A channel has an unknown property.")
        .with_engine("The engine ignores it.");
/// Channel values have the wrong type.
pub const WRONG_VALUE_TYPE: &FindingKind =
    &FindingKind::new("pragma-asset/wrong-value-type", "Channel values have the wrong type.");
/// The number of times differs from the number of values.
pub const KEY_COUNT: &FindingKind =
    &FindingKind::new("pragma-asset/key-count", "The number of times differs from the number of values.");
/// Key times are not ascending.
pub const TIMES_NOT_ASCENDING: &FindingKind =
    &FindingKind::new("pragma-asset/times-not-ascending", "Key times are not ascending.")
        .with_engine("The engine loses keys, throws, or writes outside its memory.");
/// A key is outside the animation.
pub const KEY_OUTSIDE: &FindingKind = &FindingKind::new("pragma-asset/key-outside", "A key is outside the animation.")
    .with_engine("The engine writes outside its memory.");
/// Mesh data is unreadable.
pub const MESH_UNREADABLE: &FindingKind = &FindingKind::new("pragma-asset/mesh-unreadable", "Mesh data is unreadable.");
/// Unknown geometry type.
pub const GEOMETRY_TYPE_UNKNOWN: &FindingKind =
    &FindingKind::new("pragma-asset/geometry-type-unknown", "Unknown geometry type.");
/// A vertex position is not finite.
pub const POSITION_NOT_FINITE: &FindingKind =
    &FindingKind::new("pragma-asset/position-not-finite", "A vertex position is not finite.");
/// A mesh has extended vertex weights.
pub const EXTENDED_WEIGHTS: &FindingKind =
    &FindingKind::new("pragma-asset/extended-weights", "A mesh has extended vertex weights.")
        .with_engine("The engine's shader misreads them.");
/// An index is beyond the vertices.
pub const INDEX_OUT_OF_BOUNDS: &FindingKind =
    &FindingKind::new("pragma-asset/index-out-of-bounds", "An index is beyond the vertices.")
        .with_engine("The engine reads outside its memory.");
/// The last indices don't form a complete primitive.
pub const INCOMPLETE_PRIMITIVE: &FindingKind =
    &FindingKind::new("pragma-asset/incomplete-primitive", "The last indices don't form a complete primitive.");
/// Vertex alphas are missing or not an array.
pub const ALPHAS: &FindingKind = &FindingKind::new("pragma-asset/alphas", "Vertex alphas are missing or not an array.");
/// Vertex data doesn't match the number of vertices.
pub const VERTEX_COUNT: &FindingKind =
    &FindingKind::new("pragma-asset/vertex-count", "Vertex data doesn't match the number of vertices.");
/// Vertex weights don't sum to 1.
pub const WEIGHTS_SUM: &FindingKind = &FindingKind::new("pragma-asset/weights-sum", "Vertex weights don't sum to 1.")
    .with_engine("The engine doesn't normalize them.");
/// A collision mesh is neither convex nor has triangles.
pub const COLLISION_EMPTY: &FindingKind =
    &FindingKind::new("pragma-asset/collision-empty", "A collision mesh is neither convex nor has triangles.")
        .with_engine("Nothing collides with it.");
/// Navigation mesh data is damaged.
pub const NAVMESH_DAMAGED: &FindingKind =
    &FindingKind::new("pragma-asset/navmesh-damaged", "Navigation mesh data is damaged.")
        .with_engine("The engine may read invalid memory.");
/// A channel has an interpolation other than linear.
pub const INTERPOLATION: &FindingKind =
    &FindingKind::new("pragma-asset/interpolation", "A channel has an interpolation other than linear.")
        .with_engine("The engine interpolates linearly.");
/// A channel has no target.
pub const NO_TARGET: &FindingKind = &FindingKind::new("pragma-asset/no-target", "A channel has no target.");
/// A channel is unreadable.
pub const CHANNEL_UNREADABLE: &FindingKind =
    &FindingKind::new("pragma-asset/channel-unreadable", "A channel is unreadable.");
/// Channel values have a type that can't be animated.
pub const NOT_ANIMATABLE: &FindingKind =
    &FindingKind::new("pragma-asset/not-animatable", "Channel values have a type that can't be animated.");
/// The bones of an IK rig are missing.
pub const IK_BONES_MISSING: &FindingKind =
    &FindingKind::new("pragma-asset/ik-bones-missing", "The bones of an IK rig are missing.")
        .with_engine("The engine refuses the file.");
/// An IK rig refers to a bone that it doesn't list.
pub const IK_BONE_UNUSED: &FindingKind =
    &FindingKind::new("pragma-asset/ik-bone-unused", "An IK rig refers to a bone that it doesn't list.");
/// A material has no shader.
pub const SHADER_MISSING: &FindingKind = &FindingKind::new("pragma-asset/shader-missing", "A material has no shader.")
    .with_engine("The engine doesn't load the material.");
/// A material has more than one top-level key.
pub const SHADER_AMBIGUOUS: &FindingKind =
    &FindingKind::new("pragma-asset/shader-ambiguous", "A material has more than one top-level key.")
        .with_engine("The engine uses any of them as the shader.");
/// A texture is not a path.
pub const TEXTURE_NOT_PATH: &FindingKind =
    &FindingKind::new("pragma-asset/texture-not-path", "A texture is not a path.");
/// A material property has an unsupported type.
pub const PROPERTY_IGNORED: &FindingKind =
    &FindingKind::new("pragma-asset/property-ignored", "A material property has an unsupported type.")
        .with_engine("The engine ignores it.");
/// The file contains no particle systems.
pub const NO_PARTICLE_SYSTEMS: &FindingKind =
    &FindingKind::new("pragma-asset/no-particle-systems", "The file contains no particle systems.");
/// A particle system has no material.
pub const NO_MATERIAL: &FindingKind =
    &FindingKind::new("pragma-asset/no-material", "A particle system has no material.");
/// A particle system is its own child.
pub const PARTICLE_RECURSION: &FindingKind =
    &FindingKind::new("pragma-asset/particle-recursion", "A particle system is its own child.")
        .with_engine("The engine starts it forever.");
/// A child particle system is not in this file.
pub const PARTICLE_CHILD_MISSING: &FindingKind =
    &FindingKind::new("pragma-asset/particle-child-missing", "A child particle system is not in this file.");
/// A reference leads out of the asset folder.
pub const RESOURCE_OUTSIDE: &FindingKind =
    &FindingKind::new("pragma-asset/resource-outside", "A reference leads out of the asset folder.");
/// A referenced resource doesn't exist.
pub const RESOURCE_MISSING: &FindingKind =
    &FindingKind::new("pragma-asset/resource-missing", "A referenced resource doesn't exist.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    VERSION_ZERO,
    VERSION_NEWER,
    WRONG_TYPE,
    MATERIAL_CASE,
    CLASS_MISSING,
    FLAGS_VERSION,
    POSE_NOT_FINITE,
    BSP_DAMAGED,
    REFERENCE_OUT_OF_BOUNDS,
    IK_CONTROLLERS,
    NO_SKELETON,
    BONE_NUMBERS,
    TOO_MANY_BONES,
    BONE_NAME_DUPLICATE,
    GROUP_NUMBERS,
    HIT_GROUP_UNKNOWN,
    HIT_BOX_INVERTED,
    BONE_MISSING,
    FLEX_CONTROLLER_MISSING,
    ANIMATION_NUMBERS,
    EVENT_TIME,
    ANIMATION_TYPE_UNKNOWN,
    WEIGHT_COUNT,
    PROPERTY_UNKNOWN,
    WRONG_VALUE_TYPE,
    KEY_COUNT,
    TIMES_NOT_ASCENDING,
    KEY_OUTSIDE,
    MESH_UNREADABLE,
    GEOMETRY_TYPE_UNKNOWN,
    POSITION_NOT_FINITE,
    EXTENDED_WEIGHTS,
    INDEX_OUT_OF_BOUNDS,
    INCOMPLETE_PRIMITIVE,
    ALPHAS,
    VERTEX_COUNT,
    WEIGHTS_SUM,
    COLLISION_EMPTY,
    NAVMESH_DAMAGED,
    INTERPOLATION,
    NO_TARGET,
    CHANNEL_UNREADABLE,
    NOT_ANIMATABLE,
    IK_BONES_MISSING,
    IK_BONE_UNUSED,
    SHADER_MISSING,
    SHADER_AMBIGUOUS,
    TEXTURE_NOT_PATH,
    PROPERTY_IGNORED,
    NO_PARTICLE_SYSTEMS,
    NO_MATERIAL,
    PARTICLE_RECURSION,
    PARTICLE_CHILD_MISSING,
    RESOURCE_OUTSIDE,
    RESOURCE_MISSING,
];
