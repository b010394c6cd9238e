//! Finding kinds of this crate.

binio::kinds! {
    VERSION_ZERO: "pragma-asset/version-zero", "The asset version is 0.",
        engine: "The engine refuses the file.",
        advice: "Set the asset version to 1, or export the file again.";
    VERSION_NEWER: "pragma-asset/version-newer", "The asset version is newer than any known version.",
        engine: "The engine reads it as the latest version.",
        advice: "Nothing needs to be done, unless content is missing: then look for a newer release of engine-assets.";
    WRONG_TYPE: "pragma-asset/wrong-type", "The asset type doesn't match the format.",
        engine: "The engine refuses the file.",
        advice: "Give the file the extension of its asset type, or export it again as the asset that it should be.";
    NORMALS_INCOMPLETE: "pragma-asset/normals-incomplete", "Normals can't be computed for all vertices.",
        engine: "Vertices without triangles keep their normals; they are never drawn.",
        advice: "Nothing needs to be done, unless triangles are missing: then export the model again.";
    TANGENTS_INCOMPLETE: "pragma-asset/tangents-incomplete", "Tangents can't be computed for all vertices.",
        engine: "Normal maps have no effect at vertices without tangents.",
        advice: "Add texture coordinates to the mesh and export it again.";
    MATERIAL_CASE: "pragma-asset/material-case", "A material name is not in lower case.",
        engine: "The engine finds the material: upper and lower case are the same to it.",
        advice: "Nothing needs to be done.";
    CLASS_MISSING: "pragma-asset/class-missing", "An entity has no class name.",
        engine: "The engine ignores the entity.",
        advice: "Add a class name to the entity, or remove the entity.";
    FLAGS_VERSION: "pragma-asset/flags-version", "Entity flags don't match the map version.",
        engine: "The engine forgets flags of version 1, so an entity of the client also exists on the server.",
        advice: "Set the map's version to 2, and write the flags as text: ClientsideOnly.";
    POSE_NOT_FINITE: "pragma-asset/pose-not-finite", "A pose is not finite.",
        engine: "Nothing that hangs on this bone or entity is visible.",
        advice: "Correct the pose in the program that wrote the file and export it again.";
    BSP_DAMAGED: "pragma-asset/bsp-damaged", "The BSP data is damaged.",
        engine: "The engine may read invalid memory.",
        advice: "Compile the map again.";
    REFERENCE_OUT_OF_BOUNDS: "pragma-asset/reference-out-of-bounds", "An index refers to an object that doesn't exist.",
        engine: "The engine reads outside its memory, or ignores the part. The message names the case.",
        advice: "Correct the index, or export the file again.";
    IK_CONTROLLERS: "pragma-asset/ik-controllers", "The model has IK controllers.",
        engine: "The engine crashes when it reads them.",
        advice: "Remove the key ikControllers from the file. IK rigs (.pikr) replace it.";
    NO_SKELETON: "pragma-asset/no-skeleton", "A model that isn't static has no skeleton.",
        engine: "The engine shows the model, but no animation moves it.",
        advice: "Set the flag static if the model has no bones. Otherwise export it again with its skeleton.";
    BONE_NUMBERS: "pragma-asset/bone-numbers", "Bones aren't numbered 0, 1, 2 ….",
        engine: "The engine refuses the model or crashes.",
        advice: "Export the model again.";
    TOO_MANY_BONES: "pragma-asset/too-many-bones", "The model has more bones than the engine's shaders support.",
        engine: "Vertices of the bones beyond that number are drawn at wrong positions.",
        advice: "Remove bones in the modelling program, or split the model.";
    BONE_NAME_DUPLICATE: "pragma-asset/bone-name-duplicate", "Two bones have the same name.",
        engine: "The engine finds the first by name.",
        advice: "Rename one of the two bones and export the model and its animations again.";
    GROUP_NUMBERS: "pragma-asset/group-numbers", "Mesh groups aren't numbered 0, 1, 2 ….",
        engine: "Body groups and levels of detail find groups by number, so they can show wrong meshes.",
        advice: "Export the model again.";
    HIT_GROUP_UNKNOWN: "pragma-asset/hit-group-unknown", "Unknown hit group.",
        engine: "Hits on this box don't count for the part of the body that it covers.",
        advice: "Use Generic, Head, Chest, Stomach, LeftArm, RightArm, LeftLeg, RightLeg, Gear or Tail.";
    HIT_BOX_INVERTED: "pragma-asset/hit-box-inverted", "The minimum of a hit box is above its maximum.",
        engine: "Nothing hits it.",
        advice: "Swap the minimum and the maximum of the box.";
    BONE_MISSING: "pragma-asset/bone-missing", "A referenced bone doesn't exist.",
        engine: "The meta rig lacks this bone, so animations transferred by the rig don't move it.",
        advice: "Correct the bone name in the meta rig, or export the model again.";
    FLEX_CONTROLLER_MISSING: "pragma-asset/flex-controller-missing", "A referenced flex controller doesn't exist.",
        engine: "The phoneme doesn't move this part of the face.",
        advice: "Correct the name of the flex controller in the phoneme.";
    ANIMATION_NUMBERS: "pragma-asset/animation-numbers", "Animations aren't numbered 0, 1, 2 ….",
        engine: "The engine finds animations by number, so it can play another one.",
        advice: "Export the model again.";
    EVENT_TIME: "pragma-asset/event-time", "An animation event has no time or is after the end.",
        engine: "The event never happens.",
        advice: "Give the event a time before the end of the animation.";
    ANIMATION_TYPE_UNKNOWN: "pragma-asset/animation-type-unknown", "Unknown type of animation data.",
        engine: "The engine ignores it.",
        advice: "Set the type to bone or move.";
    WEIGHT_COUNT: "pragma-asset/weight-count", "The number of weights differs from the number of bones.",
        engine: "It's undefined which weight a bone gets.",
        advice: "Write one weight for each bone of the set, or none.";
    PROPERTY_UNKNOWN: "pragma-asset/property-unknown", "A channel has an unknown property.",
        engine: "The engine ignores it.",
        advice: "Use position, rotation, scale or offset.";
    WRONG_VALUE_TYPE: "pragma-asset/wrong-value-type", "Channel values have the wrong type.",
        engine: "The channel doesn't move the bone.",
        advice: "Store vec3 for position and scale, quat for rotation, vec2 for offset.";
    KEY_COUNT: "pragma-asset/key-count", "The number of times differs from the number of values.",
        engine: "Keys without a time or without a value are lost or undefined.",
        advice: "Write one value for each time, or export the animation again.";
    TIMES_NOT_ASCENDING: "pragma-asset/times-not-ascending", "Key times are not ascending.",
        engine: "The engine loses keys, throws, or writes outside its memory.",
        advice: "Sort the keys by time, and keep one of several keys at the same time.";
    KEY_OUTSIDE: "pragma-asset/key-outside", "A key is outside the animation.",
        engine: "The engine writes outside its memory.",
        advice: "Make the animation longer, or remove the key.";
    MESH_UNREADABLE: "pragma-asset/mesh-unreadable", "Mesh data is unreadable.",
        engine: "Nothing can show the mesh.",
        advice: "Get the file again, or export the model again.";
    GEOMETRY_TYPE_UNKNOWN: "pragma-asset/geometry-type-unknown", "Unknown geometry type.",
        engine: "It's undefined how the mesh is drawn; conversions leave it out.",
        advice: "Set the geometry type to Triangles, Lines or Points.";
    POSITION_NOT_FINITE: "pragma-asset/position-not-finite", "A vertex position is not finite.",
        engine: "Triangles at this vertex aren't drawn.",
        advice: "Correct the vertex in the modelling program and export the model again.";
    EXTENDED_WEIGHTS: "pragma-asset/extended-weights", "A mesh has extended vertex weights.",
        engine: "The engine's shader misreads them.",
        advice: "Limit the weights to four bones for each vertex and export the model again.";
    INDEX_OUT_OF_BOUNDS: "pragma-asset/index-out-of-bounds", "An index is beyond the vertices.",
        engine: "The engine reads outside its memory.",
        advice: "Export the model again.";
    INCOMPLETE_PRIMITIVE: "pragma-asset/incomplete-primitive", "The last indices don't form a complete primitive.",
        engine: "The last indices draw nothing.",
        advice: "Nothing needs to be done, unless a triangle is missing: then export the model again.";
    ALPHAS: "pragma-asset/alphas", "Vertex alphas are missing or not an array.",
        engine: "The engine reads no alphas, so a blended material shows its first layer only.",
        advice: "Export the model again, or set alphaCount to 0.";
    VERTEX_COUNT: "pragma-asset/vertex-count", "Vertex data doesn't match the number of vertices.",
        engine: "The engine reads outside its memory, or vertices lack this data.",
        advice: "Export the model again.";
    WEIGHTS_SUM: "pragma-asset/weights-sum", "Vertex weights don't sum to 1.",
        engine: "The engine doesn't normalize them.",
        advice: "Normalize the weights in the modelling program and export the model again.";
    COLLISION_EMPTY: "pragma-asset/collision-empty", "A collision mesh is neither convex nor has triangles.",
        engine: "Nothing collides with it.",
        advice: "Mark the collision mesh as convex, or export it with triangles.";
    NAVMESH_DAMAGED: "pragma-asset/navmesh-damaged", "Navigation mesh data is damaged.",
        engine: "The engine may read invalid memory.",
        advice: "Generate the navigation mesh of the map again.";
    INTERPOLATION: "pragma-asset/interpolation", "A channel has an interpolation other than linear.",
        engine: "The engine interpolates linearly.",
        advice: "Nothing needs to be done if the animation looks right. Otherwise bake more keys.";
    NO_TARGET: "pragma-asset/no-target", "A channel has no target.",
        engine: "The channel moves nothing.",
        advice: "Set the target path of the channel, or remove the channel.";
    CHANNEL_UNREADABLE: "pragma-asset/channel-unreadable", "A channel is unreadable.",
        engine: "The engine can't play the channel.",
        advice: "Get the file again, or export the animation again.";
    NOT_ANIMATABLE: "pragma-asset/not-animatable", "Channel values have a type that can't be animated.",
        engine: "The engine doesn't play the channel.",
        advice: "Store numbers, vectors, rotations or colors instead, or remove the channel.";
    IK_BONES_MISSING: "pragma-asset/ik-bones-missing", "The bones of an IK rig are missing.",
        engine: "The engine refuses the file.",
        advice: "Add the list bones to the file, or export the IK rig again.";
    IK_BONE_UNUSED: "pragma-asset/ik-bone-unused", "An IK rig refers to a bone that it doesn't list.",
        engine: "The control or constraint has no bone to act on.",
        advice: "Add the bone to the list bones, or remove the control or constraint.";
    SHADER_MISSING: "pragma-asset/shader-missing", "A material has no shader.",
        engine: "The engine doesn't load the material.",
        advice: "Put the content of the material below the name of a shader, such as pbr.";
    SHADER_AMBIGUOUS: "pragma-asset/shader-ambiguous", "A material has more than one top-level key.",
        engine: "The engine uses any of them as the shader.",
        advice: "Keep one shader at the top of the file, and move or remove the other keys.";
    TEXTURE_NOT_PATH: "pragma-asset/texture-not-path", "A texture is not a path.",
        engine: "The engine loads no texture here.",
        advice: "Write the path of the texture as a string.";
    PROPERTY_IGNORED: "pragma-asset/property-ignored", "A material property has an unsupported type.",
        engine: "The engine ignores it.",
        advice: "Store the property as an integer, float, bool, string, or vector of 2 to 4 numbers.";
    NO_PARTICLE_SYSTEMS: "pragma-asset/no-particle-systems", "The file contains no particle systems.",
        engine: "The engine finds nothing to start in this file.",
        advice: "Remove the file, or add a particle system to it.";
    NO_MATERIAL: "pragma-asset/no-material", "A particle system has no material.",
        engine: "The particles have no texture.",
        advice: "Add the key material to the particle system, unless its renderers need none.";
    PARTICLE_RECURSION: "pragma-asset/particle-recursion", "A particle system is its own child.",
        engine: "The engine starts it forever.",
        advice: "Remove the child.";
    PARTICLE_CHILD_MISSING: "pragma-asset/particle-child-missing", "A child particle system is not in this file.",
        engine: "The child starts only if another loaded file contains it.",
        advice: "Nothing needs to be done if that file is loaded, too. Otherwise correct the name.";
    RESOURCE_OUTSIDE: "pragma-asset/resource-outside", "A reference leads out of the asset folder.",
        engine: "Conversions don't read the file.",
        advice: "Move the file into the asset folder and correct the reference.";
    RESOURCE_MISSING: "pragma-asset/resource-missing", "A referenced resource doesn't exist.",
        engine: "The engine can't load the file, so a texture, material or model is missing.",
        advice: "Pass the asset folder with --root, copy the file into it, or correct the reference.";
}
