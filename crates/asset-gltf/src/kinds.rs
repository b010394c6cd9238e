//! Finding kinds of this crate.

binio::kinds! {
    UNREADABLE: "asset-gltf/unreadable", "The file is not valid glTF.",
        engine: "No program can load the file.",
        advice: "Export the file again. The message names the part that is wrong.";
    ACCESSOR_VALUES: "asset-gltf/accessor-values",
        "Accessor values are invalid: out of range, not finite, or not unit length.",
        engine: "Programs may reject the file, or show wrong vertices, colors or animations.",
        advice: "Correct these values in the program that wrote the file: finite numbers, unit vectors, ascending \
            times.";
    VIEW_STRIDE: "asset-gltf/view-stride", "A buffer view has a byteStride where none is allowed.",
        engine: "Strict programs reject the file; others ignore the byteStride.",
        advice: "Remove the byteStride from this buffer view.";
    BUFFER_WITHOUT_DATA: "asset-gltf/buffer-without-data", "A buffer has no URI and the file has no binary chunk.",
        engine: "Nothing that uses the buffer can be loaded.",
        advice: "Export the file again; its binary data is missing.";
    NOT_NORMALIZABLE: "asset-gltf/not-normalizable", "Accessor values of this component type can't be normalized.",
        engine: "This program uses the numbers as they are; others may reject the file.",
        advice: "Remove normalized from the accessor.";
    OFFSET_WITHOUT_VIEW: "asset-gltf/offset-without-view", "An accessor has a byteOffset without a bufferView.",
        engine: "Strict programs reject the file; others ignore the offset.",
        advice: "Remove the byteOffset, or add the missing bufferView.";
    MISALIGNED: "asset-gltf/misaligned", "Accessor data is not aligned to its component size.",
        engine: "Browsers and some engines refuse to load this data.",
        advice: "Align the data in the program that wrote the file.";
    BOUNDS_SIZE: "asset-gltf/bounds-size", "The bounds of an accessor have the wrong number of components.",
        engine: "Programs ignore the bounds or reject the file.",
        advice: "Write as many numbers in min and max as the accessor has components.";
    BOUNDS_WRONG: "asset-gltf/bounds-wrong", "The bounds of an accessor differ from its values.",
        engine: "Programs may cull visible meshes, or play an animation with a wrong length.",
        advice: "Recompute min and max in the program that wrote the file.";
    EXTRAS_LEFT_OUT: "asset-gltf/extras-left-out", "Custom properties of meshes, materials, animations, scenes or the file are left out.",
        engine: "The game doesn't get these properties.",
        advice: "Nothing needs to be done if the game doesn't need them. Otherwise set them on an object: scenes of Urho3D and rbfx store \
            custom properties of objects as variables of the node.";
    SKIN_WITHOUT_MESH: "asset-gltf/skin-without-mesh", "A node has a skin and no mesh.",
        engine: "Strict programs reject the file; others ignore the skin.",
        advice: "Nothing needs to be done, unless a mesh is missing: Blender writes such nodes for meshes without faces.";
    CHANNEL_DUPLICATE: "asset-gltf/channel-duplicate", "Two animation channels have the same target.",
        engine: "It's undefined which of the two channels a program plays.",
        advice: "Remove one of the two channels.";
    BOUNDS_MISSING: "asset-gltf/bounds-missing", "An accessor has no required bounds.",
        engine: "Programs can't frame or cull the mesh, or don't know the length of the animation; strict ones reject \
            the file.",
        advice: "Add min and max to the accessor.";
    SPLINE_KEYS: "asset-gltf/spline-keys", "A cubic spline sampler has fewer than two keys.",
        engine: "Programs reject the animation or don't move the node.",
        advice: "Add a second keyframe, or use LINEAR or STEP interpolation.";
    ANIMATED_MATRIX: "asset-gltf/animated-matrix", "An animated node has a matrix.",
        engine: "Programs reject the file or don't move the node.",
        advice: "Replace the matrix with translation, rotation and scale.";
    WEIGHTS_WITHOUT_MORPHS: "asset-gltf/weights-without-morphs", "Morph weights without morph targets.",
        engine: "Programs ignore the weights or reject the file.",
        advice: "Remove the weights, or export the mesh with its morph targets.";
    CAMERA_TYPE: "asset-gltf/camera-type", "The camera type is missing, ambiguous or unknown.",
        engine: "Programs don't load the camera.",
        advice: "Set the type to perspective or orthographic, and write only the object with this name.";
    CAMERA_VALUE: "asset-gltf/camera-value", "A camera value is missing or out of range.",
        engine: "The camera shows nothing or a distorted picture.",
        advice: "Correct the value in the modelling program and export again.";
    IMAGE_SOURCE: "asset-gltf/image-source", "An image has no source, two sources, or no MIME type.",
        engine: "Textures with this image are missing.",
        advice: "Give the image either a uri, or a bufferView with a mimeType.";
    REFERENCE_MISSING: "asset-gltf/reference-missing", "A reference to an object that doesn't exist.",
        engine: "Programs reject the file or leave the part out.",
        advice: "Correct the index, or export the file again.";
    URI_UNREADABLE: "asset-gltf/uri-unreadable", "A URI is invalid or refused.",
        engine: "Textures or meshes that use the URI are missing.",
        advice: "Move the file into the folder of the .gltf, or pass --root with a folder that contains both.";
    FILE_MISSING: "asset-gltf/file-missing", "A referenced file is missing or unreadable.",
        engine: "Textures or meshes that use the file are missing.",
        advice: "Copy the file to the place that the URI names, or correct the URI.";
    IMAGE_FORMAT: "asset-gltf/image-format", "The image format is unknown or differs from the declared format.",
        engine: "Programs may not show textures with this image.",
        advice: "Convert the image to PNG or JPEG, and name its real format in mimeType and file extension.";
    JOINT_WEIGHTS: "asset-gltf/joint-weights", "Joint weights or indices are invalid.",
        engine: "The mesh is deformed at these vertices.",
        advice: "Normalize the weights in the modelling program, bind each vertex to existing bones once, and export \
            again.";
    LIGHT_TYPE: "asset-gltf/light-type", "The light type is missing or unknown.",
        engine: "Programs don't load the light.",
        advice: "Set the type to directional, point or spot; a spot light also needs the object spot.";
    LIGHT_VALUE: "asset-gltf/light-value", "A light value is out of range.",
        engine: "Programs reject the light or show a wrong brightness.",
        advice: "Correct the value in the modelling program and export again.";
    MATERIAL_VALUE: "asset-gltf/material-value", "A material factor is out of range.",
        engine: "Programs clamp the factor, or show a material that is too bright.",
        advice: "Set the factor to a number from 0 to 1. For brighter emission, use KHR_materials_emissive_strength.";
    MORPH_WEIGHT_COUNT: "asset-gltf/morph-weight-count",
        "The number of morph weights differs from the number of morph targets.",
        engine: "Programs reject the mesh or ignore the weights.",
        advice: "Write as many weights as the mesh has morph targets.";
    MORPH_COUNT: "asset-gltf/morph-count", "The primitives of a mesh have different numbers of morph targets.",
        engine: "This program fills the missing targets with zeros; others reject the mesh.",
        advice: "Export the mesh again, with the same morph targets for all of its materials.";
    ATTRIBUTE_NAME: "asset-gltf/attribute-name", "The attribute is not defined by glTF.",
        engine: "Programs ignore the attribute.",
        advice: "Use a name that glTF defines, or begin the name with an underscore.";
    ATTRIBUTE_SETS: "asset-gltf/attribute-sets", "Attribute sets are not numbered from 0 without gaps, or don't match.",
        engine: "Programs ignore sets after the gap, or reject the mesh.",
        advice: "Number the sets from 0, and write as many WEIGHTS sets as JOINTS sets.";
    MORPH_ATTRIBUTE: "asset-gltf/morph-attribute",
        "A morph target changes an attribute that the primitive doesn't have.",
        engine: "Programs ignore this part of the morph target or reject the mesh.",
        advice: "Add the attribute to the primitive, or remove it from the morph target.";
    ATTRIBUTE_TYPE: "asset-gltf/attribute-type", "An attribute has a component type for indices.",
        engine: "Many programs can't load the attribute.",
        advice: "Store the attribute as floats, or as integers of 8 or 16 bits.";
    INDEX_OUT_OF_BOUNDS: "asset-gltf/index-out-of-bounds", "An index is beyond the vertices.",
        engine: "Programs reject the mesh or draw triangles to random places.",
        advice: "Export the mesh again.";
    ATTRIBUTE_MISSING: "asset-gltf/attribute-missing",
        "A material requires an attribute that the primitive doesn't have.",
        engine: "The texture is shown with a single color.",
        advice: "Unwrap the mesh in the modelling program, or let the texture use existing texture coordinates.";
    ROTATION_NOT_UNIT: "asset-gltf/rotation-not-unit", "A rotation is not a unit quaternion.",
        engine: "The node is scaled or sheared in some programs.",
        advice: "Normalize the rotation in the program that wrote the file.";
    MATRIX_SHEARS: "asset-gltf/matrix-shears", "A node matrix can't be split into translation, rotation and scale.",
        engine: "Programs reject the file, or show the node without shear.",
        advice: "Apply rotation and scale in the modelling program and export again.";
    SKIN_WITHOUT_JOINTS: "asset-gltf/skin-without-joints",
        "A node has a skin, but no primitive of its mesh has joints.",
        engine: "The skin has no effect; strict programs reject the file.",
        advice: "Remove the skin from the node, or export the mesh with its weights.";
    EMPTY_LIST: "asset-gltf/empty-list", "An empty list is not allowed.",
        engine: "Strict programs reject the file; others ignore the list.",
        advice: "Remove the empty list.";
    WRONG_TYPE: "asset-gltf/wrong-type", "A JSON value has the wrong type.",
        engine: "Programs reject the file or ignore the value.",
        advice: "Correct the value; the message names the expected type.";
    PRIMITIVE_WITHOUT_ATTRIBUTES: "asset-gltf/primitive-without-attributes", "A primitive has no attributes.",
        engine: "Nothing of the primitive is drawn; strict programs reject the file.",
        advice: "Remove the primitive, or export the mesh again with positions.";
    ENTRY_DUPLICATE: "asset-gltf/entry-duplicate", "A list contains the same entry twice.",
        engine: "Strict programs reject the file; others may show a node twice.",
        advice: "Remove the second entry.";
    UNDECLARED_EXTENSION: "asset-gltf/undeclared-extension", "An extension is used but not declared.",
        engine: "Programs may ignore the extension or reject the file.",
        advice: "Add the name to extensionsUsed; add KHR_mesh_quantization to extensionsRequired, too.";
    JOINTS_WITHOUT_ROOT: "asset-gltf/joints-without-root", "The joints of a skin have no common root.",
        engine: "Some programs reject the skin.",
        advice: "Put all joints under one node and export again.";
    SKELETON_NOT_ANCESTOR: "asset-gltf/skeleton-not-ancestor",
        "The skeleton root of a skin is not an ancestor of all joints.",
        engine: "Some programs reject the skin; most ignore its skeleton.",
        advice: "Set skeleton to a node above all joints, or remove it.";
    SKIN_OUTSIDE_SCENE: "asset-gltf/skin-outside-scene", "A scene shows a skinned mesh without its joints.",
        engine: "The mesh stays at the origin or isn't shown.",
        advice: "Add the joints to the scene that shows the mesh.";
    TRAILING_BYTES: "asset-gltf/trailing-bytes", "Bytes after the end of the file are ignored.",
        engine: "Programs ignore these bytes.",
        advice: "Nothing needs to be done.";
    CHUNK_UNKNOWN: "asset-gltf/chunk-unknown", "A chunk of unknown type is ignored.",
        engine: "Programs ignore the chunk; the output doesn't contain it.",
        advice: "Nothing needs to be done.";
    CHANNELS_IGNORED: "asset-gltf/channels-ignored", "Animation channels without a target are ignored.",
        engine: "The output lacks these channels; nothing visible is missing.",
        advice: "Nothing needs to be done, unless a movement is missing: then export the animation with its nodes.";
    UNUSED_SKIPPED: "asset-gltf/unused-skipped", "Unused data is not read.",
        engine: "Nothing is missing in the output, because no mesh or animation uses this data.",
        advice: "Nothing needs to be done.";
    BUFFER_LENGTH: "asset-gltf/buffer-length", "The binary chunk is longer than its buffer.",
        engine: "Only the file is larger than needed.",
        advice: "Nothing needs to be done.";
    CAMERA_LOST: "asset-gltf/camera-lost", "A camera is not imported.",
        engine: "The output lacks the camera or light.",
        advice: "Correct its values in the modelling program and export again, or place it in the engine's editor.";
    INSTANCE_ATTRIBUTE_LOST: "asset-gltf/instance-attribute-lost", "An attribute of mesh instances is not imported.",
        engine: "All instances look the same in the output.",
        advice: "Give instances that should look different a material of their own, or pass --lossy to accept the \
            loss.";
    INSTANCES_WITHOUT_MESH: "asset-gltf/instances-without-mesh", "Instances without a mesh are not imported.",
        engine: "The output lacks these instances; nothing of them could be seen.",
        advice: "Nothing needs to be done, unless a mesh is missing: then export the file again.";
    INSTANCES_MERGED: "asset-gltf/instances-merged", "Mesh instances are imported as one mesh.",
        engine: "The output shows one of the instances.",
        advice: "Make real copies of the mesh in the modelling program, or pass --lossy to accept the loss.";
    EXTENSION_IGNORED: "asset-gltf/extension-ignored", "An unsupported extension is ignored.",
        engine: "The output lacks what the extension adds, such as a clear coat or variants of materials.",
        advice: "Nothing needs to be done if the result looks right. Otherwise bake the effect into the textures.";
    SPECULAR_GLOSSINESS: "asset-gltf/specular-glossiness",
        "A specular-glossiness material became a metallic-roughness material.",
        engine: "The material looks similar, but not equal.",
        advice: "Nothing needs to be done if the result looks right. Otherwise convert the material in the modelling \
            program.";
    LOD_NAMES: "asset-gltf/lod-names", "Levels of detail are detected by node names.",
        engine: "The coarser nodes become levels of detail. Nodes with the same name stay separate nodes.",
        advice: "If this is wrong, rename the nodes: only names that end in _LOD and a number are levels of detail.";
    IMAGE_UNAVAILABLE: "asset-gltf/image-unavailable", "The bytes of an image are missing or unreadable.",
        engine: "The output has the material without this texture.",
        advice: "Copy the image to the place that the message names, or pass its folder with --root.";
    ALPHA_MODE_UNKNOWN: "asset-gltf/alpha-mode-unknown", "Unknown alpha mode; imported as opaque.",
        engine: "The material is opaque in the output.",
        advice: "Set alphaMode to OPAQUE, MASK or BLEND.";
    TEXTURE_LEFT_OUT: "asset-gltf/texture-left-out", "A texture is missing or has no image.",
        engine: "The output has the material without this texture.",
        advice: "Assign an image to the texture in the modelling program and export again.";
    SAMPLER_LEFT_OUT: "asset-gltf/sampler-left-out", "A sampler is missing or invalid.",
        engine: "The texture repeats and is filtered by default.",
        advice: "Correct the sampler, if the texture should be clamped, mirrored or unfiltered.";
    MORPH_IGNORED: "asset-gltf/morph-ignored", "Morph targets of this attribute are ignored.",
        engine: "The morph targets move the mesh, but don't change this attribute.",
        advice: "Nothing needs to be done, unless the attribute must change: then animate the material instead.";
    NODES_NOT_SHOWN: "asset-gltf/nodes-not-shown", "Nodes outside the scene are not imported.",
        engine: "The output lacks these nodes.",
        advice: "Add the nodes to the default scene in the modelling program, if they should be in the output.";
    WEIGHTS_IGNORED: "asset-gltf/weights-ignored",
        "The morph weights of a node are ignored because other nodes share its mesh.",
        engine: "The node shows the mesh with the default weights.",
        advice: "Give the node a mesh of its own in the modelling program, if its weights matter.";
    STORED_SOURCE: "asset-gltf/stored-source", "The stored source document can't be used.",
        engine: "The output is a new file, without the data that only the original has.",
        advice: "Convert with --into and the original file.";
    EXPORT_NOTE: "asset-gltf/export-note", "A requested export setting changes the content.",
        engine: "The output differs from the source as the option asks for.",
        advice: "Nothing needs to be done. Convert without the option to avoid the change.";
    EXPORT_RULE: "asset-gltf/export-rule", "Content is changed to fit glTF.",
        engine: "The output differs from the source where glTF has no place for it.",
        advice: "Nothing needs to be done if the result looks right. Pass --strict to get an error instead.";
}
