//! Finding kinds of this crate.

use binio::FindingKind;

/// The asset version is 0.
pub const VERSION_ZERO: &FindingKind = &FindingKind::new("pragma-asset/version-zero", "The asset version is 0.")
    .with_engine("The engine refuses the file.")
    .with_advice("Set the asset version to 1, or export the file again.");
/// The asset version is newer than any known version.
pub const VERSION_NEWER: &FindingKind =
    &FindingKind::new("pragma-asset/version-newer", "The asset version is newer than any known version.")
        .with_engine("The engine reads it as the latest version.")
        .with_advice(
            "Nothing needs to be done, unless content is missing: then look for a newer release of engine-assets.",
        );
/// The asset type doesn't match the format.
pub const WRONG_TYPE: &FindingKind =
    &FindingKind::new("pragma-asset/wrong-type", "The asset type doesn't match the format.")
        .with_engine("The engine refuses the file.")
        .with_advice(
            "Give the file the extension of its asset type, or export it again as the asset that it should be.",
        );
/// A material name is not in lower case.
pub const MATERIAL_CASE: &FindingKind =
    &FindingKind::new("pragma-asset/material-case", "A material name is not in lower case.")
        .with_engine("The engine finds the material: upper and lower case are the same to it.")
        .with_advice("Nothing needs to be done.");
/// An entity has no class name.
pub const CLASS_MISSING: &FindingKind = &FindingKind::new("pragma-asset/class-missing", "An entity has no class name.")
    .with_engine("The engine ignores the entity.")
    .with_advice("Add a class name to the entity, or remove the entity.");
/// Entity flags don't match the map version.
pub const FLAGS_VERSION: &FindingKind =
    &FindingKind::new("pragma-asset/flags-version", "Entity flags don't match the map version.")
        .with_engine("The engine forgets flags of version 1, so an entity of the client also exists on the server.")
        .with_advice("Set the map's version to 2, and write the flags as text: ClientsideOnly.");
/// A pose is not finite.
pub const POSE_NOT_FINITE: &FindingKind = &FindingKind::new("pragma-asset/pose-not-finite", "A pose is not finite.")
    .with_engine("Nothing that hangs on this bone or entity is visible.")
    .with_advice("Correct the pose in the program that wrote the file and export it again.");
/// The BSP data is damaged.
pub const BSP_DAMAGED: &FindingKind = &FindingKind::new("pragma-asset/bsp-damaged", "The BSP data is damaged.")
    .with_engine("The engine may read invalid memory.")
    .with_advice("Compile the map again.");
/// An index refers to an object that doesn't exist.
pub const REFERENCE_OUT_OF_BOUNDS: &FindingKind =
    &FindingKind::new("pragma-asset/reference-out-of-bounds", "An index refers to an object that doesn't exist.")
        .with_engine("The engine reads outside its memory, or ignores the part. The message names the case.")
        .with_advice("Correct the index, or export the file again.");
/// The model has IK controllers.
pub const IK_CONTROLLERS: &FindingKind =
    &FindingKind::new("pragma-asset/ik-controllers", "The model has IK controllers.")
        .with_engine("The engine crashes when it reads them.")
        .with_advice("Remove the key ikControllers from the file. IK rigs (.pikr) replace it.");
/// A model that isn't static has no skeleton.
pub const NO_SKELETON: &FindingKind =
    &FindingKind::new("pragma-asset/no-skeleton", "A model that isn't static has no skeleton.")
        .with_engine("The engine shows the model, but no animation moves it.")
        .with_advice("Set the flag static if the model has no bones. Otherwise export it again with its skeleton.");
/// Bones aren't numbered 0, 1, 2 ….
pub const BONE_NUMBERS: &FindingKind =
    &FindingKind::new("pragma-asset/bone-numbers", "Bones aren't numbered 0, 1, 2 ….")
        .with_engine("The engine refuses the model or crashes.")
        .with_advice("Export the model again.");
/// The model has more bones than the engine's shaders support.
pub const TOO_MANY_BONES: &FindingKind =
    &FindingKind::new("pragma-asset/too-many-bones", "The model has more bones than the engine's shaders support.")
        .with_engine("Vertices of the bones beyond that number are drawn at wrong positions.")
        .with_advice("Remove bones in the modelling program, or split the model.");
/// Two bones have the same name.
pub const BONE_NAME_DUPLICATE: &FindingKind =
    &FindingKind::new("pragma-asset/bone-name-duplicate", "Two bones have the same name.")
        .with_engine("The engine finds the first by name.")
        .with_advice("Rename one of the two bones and export the model and its animations again.");
/// Mesh groups aren't numbered 0, 1, 2 ….
pub const GROUP_NUMBERS: &FindingKind =
    &FindingKind::new("pragma-asset/group-numbers", "Mesh groups aren't numbered 0, 1, 2 ….")
        .with_engine("Body groups and levels of detail find groups by number, so they can show wrong meshes.")
        .with_advice("Export the model again.");
/// Unknown hit group.
pub const HIT_GROUP_UNKNOWN: &FindingKind = &FindingKind::new("pragma-asset/hit-group-unknown", "Unknown hit group.")
    .with_engine("Hits on this box don't count for the part of the body that it covers.")
    .with_advice("Use Generic, Head, Chest, Stomach, LeftArm, RightArm, LeftLeg, RightLeg, Gear or Tail.");
/// The minimum of a hit box is above its maximum.
pub const HIT_BOX_INVERTED: &FindingKind =
    &FindingKind::new("pragma-asset/hit-box-inverted", "The minimum of a hit box is above its maximum.")
        .with_engine("Nothing hits it.")
        .with_advice("Swap the minimum and the maximum of the box.");
/// A referenced bone doesn't exist.
pub const BONE_MISSING: &FindingKind =
    &FindingKind::new("pragma-asset/bone-missing", "A referenced bone doesn't exist.")
        .with_engine("The meta rig lacks this bone, so animations transferred by the rig don't move it.")
        .with_advice("Correct the bone name in the meta rig, or export the model again.");
/// A referenced flex controller doesn't exist.
pub const FLEX_CONTROLLER_MISSING: &FindingKind =
    &FindingKind::new("pragma-asset/flex-controller-missing", "A referenced flex controller doesn't exist.")
        .with_engine("The phoneme doesn't move this part of the face.")
        .with_advice("Correct the name of the flex controller in the phoneme.");
/// Animations aren't numbered 0, 1, 2 ….
pub const ANIMATION_NUMBERS: &FindingKind =
    &FindingKind::new("pragma-asset/animation-numbers", "Animations aren't numbered 0, 1, 2 ….")
        .with_engine("The engine finds animations by number, so it can play another one.")
        .with_advice("Export the model again.");
/// An animation event has no time or is after the end.
pub const EVENT_TIME: &FindingKind =
    &FindingKind::new("pragma-asset/event-time", "An animation event has no time or is after the end.")
        .with_engine("The event never happens.")
        .with_advice("Give the event a time before the end of the animation.");
/// Unknown type of animation data.
pub const ANIMATION_TYPE_UNKNOWN: &FindingKind =
    &FindingKind::new("pragma-asset/animation-type-unknown", "Unknown type of animation data.")
        .with_engine("The engine ignores it.")
        .with_advice("Set the type to bone or move.");
/// The number of weights differs from the number of bones.
pub const WEIGHT_COUNT: &FindingKind =
    &FindingKind::new("pragma-asset/weight-count", "The number of weights differs from the number of bones.")
        .with_engine("It's undefined which weight a bone gets.")
        .with_advice("Write one weight for each bone of the set, or none.");
/// A channel has an unknown property.
pub const PROPERTY_UNKNOWN: &FindingKind =
    &FindingKind::new("pragma-asset/property-unknown", "A channel has an unknown property.")
        .with_engine("The engine ignores it.")
        .with_advice("Use position, rotation, scale or offset.");
/// Channel values have the wrong type.
pub const WRONG_VALUE_TYPE: &FindingKind =
    &FindingKind::new("pragma-asset/wrong-value-type", "Channel values have the wrong type.")
        .with_engine("The channel doesn't move the bone.")
        .with_advice("Store vec3 for position and scale, quat for rotation, vec2 for offset.");
/// The number of times differs from the number of values.
pub const KEY_COUNT: &FindingKind =
    &FindingKind::new("pragma-asset/key-count", "The number of times differs from the number of values.")
        .with_engine("Keys without a time or without a value are lost or undefined.")
        .with_advice("Write one value for each time, or export the animation again.");
/// Key times are not ascending.
pub const TIMES_NOT_ASCENDING: &FindingKind =
    &FindingKind::new("pragma-asset/times-not-ascending", "Key times are not ascending.")
        .with_engine("The engine loses keys, throws, or writes outside its memory.")
        .with_advice("Sort the keys by time, and keep one of several keys at the same time.");
/// A key is outside the animation.
pub const KEY_OUTSIDE: &FindingKind = &FindingKind::new("pragma-asset/key-outside", "A key is outside the animation.")
    .with_engine("The engine writes outside its memory.")
    .with_advice("Make the animation longer, or remove the key.");
/// Mesh data is unreadable.
pub const MESH_UNREADABLE: &FindingKind = &FindingKind::new("pragma-asset/mesh-unreadable", "Mesh data is unreadable.")
    .with_engine("Nothing can show the mesh.")
    .with_advice("Get the file again, or export the model again.");
/// Unknown geometry type.
pub const GEOMETRY_TYPE_UNKNOWN: &FindingKind =
    &FindingKind::new("pragma-asset/geometry-type-unknown", "Unknown geometry type.")
        .with_engine("It's undefined how the mesh is drawn; conversions leave it out.")
        .with_advice("Set the geometry type to Triangles, Lines or Points.");
/// A vertex position is not finite.
pub const POSITION_NOT_FINITE: &FindingKind =
    &FindingKind::new("pragma-asset/position-not-finite", "A vertex position is not finite.")
        .with_engine("Triangles at this vertex aren't drawn.")
        .with_advice("Correct the vertex in the modelling program and export the model again.");
/// A mesh has extended vertex weights.
pub const EXTENDED_WEIGHTS: &FindingKind =
    &FindingKind::new("pragma-asset/extended-weights", "A mesh has extended vertex weights.")
        .with_engine("The engine's shader misreads them.")
        .with_advice("Limit the weights to four bones for each vertex and export the model again.");
/// An index is beyond the vertices.
pub const INDEX_OUT_OF_BOUNDS: &FindingKind =
    &FindingKind::new("pragma-asset/index-out-of-bounds", "An index is beyond the vertices.")
        .with_engine("The engine reads outside its memory.")
        .with_advice("Export the model again.");
/// The last indices don't form a complete primitive.
pub const INCOMPLETE_PRIMITIVE: &FindingKind =
    &FindingKind::new("pragma-asset/incomplete-primitive", "The last indices don't form a complete primitive.")
        .with_engine("The last indices draw nothing.")
        .with_advice("Nothing needs to be done, unless a triangle is missing: then export the model again.");
/// Vertex alphas are missing or not an array.
pub const ALPHAS: &FindingKind = &FindingKind::new("pragma-asset/alphas", "Vertex alphas are missing or not an array.")
    .with_engine("The engine reads no alphas, so a blended material shows its first layer only.")
    .with_advice("Export the model again, or set alphaCount to 0.");
/// Vertex data doesn't match the number of vertices.
pub const VERTEX_COUNT: &FindingKind =
    &FindingKind::new("pragma-asset/vertex-count", "Vertex data doesn't match the number of vertices.")
        .with_engine("The engine reads outside its memory, or vertices lack this data.")
        .with_advice("Export the model again.");
/// Vertex weights don't sum to 1.
pub const WEIGHTS_SUM: &FindingKind = &FindingKind::new("pragma-asset/weights-sum", "Vertex weights don't sum to 1.")
    .with_engine("The engine doesn't normalize them.")
    .with_advice("Normalize the weights in the modelling program and export the model again.");
/// A collision mesh is neither convex nor has triangles.
pub const COLLISION_EMPTY: &FindingKind =
    &FindingKind::new("pragma-asset/collision-empty", "A collision mesh is neither convex nor has triangles.")
        .with_engine("Nothing collides with it.")
        .with_advice("Mark the collision mesh as convex, or export it with triangles.");
/// Navigation mesh data is damaged.
pub const NAVMESH_DAMAGED: &FindingKind =
    &FindingKind::new("pragma-asset/navmesh-damaged", "Navigation mesh data is damaged.")
        .with_engine("The engine may read invalid memory.")
        .with_advice("Generate the navigation mesh of the map again.");
/// A channel has an interpolation other than linear.
pub const INTERPOLATION: &FindingKind =
    &FindingKind::new("pragma-asset/interpolation", "A channel has an interpolation other than linear.")
        .with_engine("The engine interpolates linearly.")
        .with_advice("Nothing needs to be done if the animation looks right. Otherwise bake more keys.");
/// A channel has no target.
pub const NO_TARGET: &FindingKind = &FindingKind::new("pragma-asset/no-target", "A channel has no target.")
    .with_engine("The channel moves nothing.")
    .with_advice("Set the target path of the channel, or remove the channel.");
/// A channel is unreadable.
pub const CHANNEL_UNREADABLE: &FindingKind =
    &FindingKind::new("pragma-asset/channel-unreadable", "A channel is unreadable.")
        .with_engine("The engine can't play the channel.")
        .with_advice("Get the file again, or export the animation again.");
/// Channel values have a type that can't be animated.
pub const NOT_ANIMATABLE: &FindingKind =
    &FindingKind::new("pragma-asset/not-animatable", "Channel values have a type that can't be animated.")
        .with_engine("The engine doesn't play the channel.")
        .with_advice("Store numbers, vectors, rotations or colors instead, or remove the channel.");
/// The bones of an IK rig are missing.
pub const IK_BONES_MISSING: &FindingKind =
    &FindingKind::new("pragma-asset/ik-bones-missing", "The bones of an IK rig are missing.")
        .with_engine("The engine refuses the file.")
        .with_advice("Add the list bones to the file, or export the IK rig again.");
/// An IK rig refers to a bone that it doesn't list.
pub const IK_BONE_UNUSED: &FindingKind =
    &FindingKind::new("pragma-asset/ik-bone-unused", "An IK rig refers to a bone that it doesn't list.")
        .with_engine("The control or constraint has no bone to act on.")
        .with_advice("Add the bone to the list bones, or remove the control or constraint.");
/// A material has no shader.
pub const SHADER_MISSING: &FindingKind = &FindingKind::new("pragma-asset/shader-missing", "A material has no shader.")
    .with_engine("The engine doesn't load the material.")
    .with_advice("Put the content of the material below the name of a shader, such as pbr.");
/// A material has more than one top-level key.
pub const SHADER_AMBIGUOUS: &FindingKind =
    &FindingKind::new("pragma-asset/shader-ambiguous", "A material has more than one top-level key.")
        .with_engine("The engine uses any of them as the shader.")
        .with_advice("Keep one shader at the top of the file, and move or remove the other keys.");
/// A texture is not a path.
pub const TEXTURE_NOT_PATH: &FindingKind =
    &FindingKind::new("pragma-asset/texture-not-path", "A texture is not a path.")
        .with_engine("The engine loads no texture here.")
        .with_advice("Write the path of the texture as a string.");
/// A material property has an unsupported type.
pub const PROPERTY_IGNORED: &FindingKind =
    &FindingKind::new("pragma-asset/property-ignored", "A material property has an unsupported type.")
        .with_engine("The engine ignores it.")
        .with_advice("Store the property as an integer, float, bool, string, or vector of 2 to 4 numbers.");
/// The file contains no particle systems.
pub const NO_PARTICLE_SYSTEMS: &FindingKind =
    &FindingKind::new("pragma-asset/no-particle-systems", "The file contains no particle systems.")
        .with_engine("The engine finds nothing to start in this file.")
        .with_advice("Remove the file, or add a particle system to it.");
/// A particle system has no material.
pub const NO_MATERIAL: &FindingKind =
    &FindingKind::new("pragma-asset/no-material", "A particle system has no material.")
        .with_engine("The particles have no texture.")
        .with_advice("Add the key material to the particle system, unless its renderers need none.");
/// A particle system is its own child.
pub const PARTICLE_RECURSION: &FindingKind =
    &FindingKind::new("pragma-asset/particle-recursion", "A particle system is its own child.")
        .with_engine("The engine starts it forever.")
        .with_advice("Remove the child.");
/// A child particle system is not in this file.
pub const PARTICLE_CHILD_MISSING: &FindingKind =
    &FindingKind::new("pragma-asset/particle-child-missing", "A child particle system is not in this file.")
        .with_engine("The child starts only if another loaded file contains it.")
        .with_advice("Nothing needs to be done if that file is loaded, too. Otherwise correct the name.");
/// A reference leads out of the asset folder.
pub const RESOURCE_OUTSIDE: &FindingKind =
    &FindingKind::new("pragma-asset/resource-outside", "A reference leads out of the asset folder.")
        .with_engine("Conversions don't read the file.")
        .with_advice("Move the file into the asset folder and correct the reference.");
/// A referenced resource doesn't exist.
pub const RESOURCE_MISSING: &FindingKind =
    &FindingKind::new("pragma-asset/resource-missing", "A referenced resource doesn't exist.")
        .with_engine("The engine can't load the file, so a texture, material or model is missing.")
        .with_advice("Pass the asset folder with --root, copy the file into it, or correct the reference.");

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
