//! Finding kinds of this crate.

use binio::FindingKind;

/// The file is not valid glTF.
pub const UNREADABLE: &FindingKind = &FindingKind::new("asset-gltf/unreadable", "The file is not valid glTF.")
    .with_engine("No program can load the file.")
    .with_advice("Export the file again. The message names the part that is wrong.");
/// Accessor values are invalid: out of range, not finite, or not unit length.
pub const ACCESSOR_VALUES: &FindingKind = &FindingKind::new(
    "asset-gltf/accessor-values",
    "Accessor values are invalid: out of range, not finite, or not unit length.",
)
.with_engine("Programs may reject the file, or show wrong vertices, colors or animations.")
.with_advice(
    "Correct these values in the program that wrote the file: finite numbers, unit vectors, ascending \
    times.",
);
/// A buffer view has a byteStride where none is allowed.
pub const VIEW_STRIDE: &FindingKind =
    &FindingKind::new("asset-gltf/view-stride", "A buffer view has a byteStride where none is allowed.")
        .with_engine("Strict programs reject the file; others ignore the byteStride.")
        .with_advice("Remove the byteStride from this buffer view.");
/// A buffer has no URI and the file has no binary chunk.
pub const BUFFER_WITHOUT_DATA: &FindingKind =
    &FindingKind::new("asset-gltf/buffer-without-data", "A buffer has no URI and the file has no binary chunk.")
        .with_engine("Nothing that uses the buffer can be loaded.")
        .with_advice("Export the file again; its binary data is missing.");
/// Accessor values of this component type can't be normalized.
pub const NOT_NORMALIZABLE: &FindingKind =
    &FindingKind::new("asset-gltf/not-normalizable", "Accessor values of this component type can't be normalized.")
        .with_engine("This program uses the numbers as they are; others may reject the file.")
        .with_advice("Remove normalized from the accessor.");
/// An accessor has a byteOffset without a bufferView.
pub const OFFSET_WITHOUT_VIEW: &FindingKind =
    &FindingKind::new("asset-gltf/offset-without-view", "An accessor has a byteOffset without a bufferView.")
        .with_engine("Strict programs reject the file; others ignore the offset.")
        .with_advice("Remove the byteOffset, or add the missing bufferView.");
/// Accessor data is not aligned to its component size.
pub const MISALIGNED: &FindingKind =
    &FindingKind::new("asset-gltf/misaligned", "Accessor data is not aligned to its component size.")
        .with_engine("Browsers and some engines refuse to load this data.")
        .with_advice("Align the data in the program that wrote the file.");
/// The bounds of an accessor have the wrong number of components.
pub const BOUNDS_SIZE: &FindingKind =
    &FindingKind::new("asset-gltf/bounds-size", "The bounds of an accessor have the wrong number of components.")
        .with_engine("Programs ignore the bounds or reject the file.")
        .with_advice("Write as many numbers in min and max as the accessor has components.");
/// The bounds of an accessor differ from its values.
pub const BOUNDS_WRONG: &FindingKind =
    &FindingKind::new("asset-gltf/bounds-wrong", "The bounds of an accessor differ from its values.")
        .with_engine("Programs may cull visible meshes, or play an animation with a wrong length.")
        .with_advice("Recompute min and max in the program that wrote the file.");
/// Two animation channels have the same target.
pub const CHANNEL_DUPLICATE: &FindingKind =
    &FindingKind::new("asset-gltf/channel-duplicate", "Two animation channels have the same target.")
        .with_engine("It's undefined which of the two channels a program plays.")
        .with_advice("Remove one of the two channels.");
/// An accessor has no required bounds.
pub const BOUNDS_MISSING: &FindingKind =
    &FindingKind::new("asset-gltf/bounds-missing", "An accessor has no required bounds.")
        .with_engine(
            "Programs can't frame or cull the mesh, or don't know the length of the animation; strict ones \
            reject the file.",
        )
        .with_advice("Add min and max to the accessor.");
/// A cubic spline sampler has fewer than two keys.
pub const SPLINE_KEYS: &FindingKind =
    &FindingKind::new("asset-gltf/spline-keys", "A cubic spline sampler has fewer than two keys.")
        .with_engine("Programs reject the animation or don't move the node.")
        .with_advice("Add a second keyframe, or use LINEAR or STEP interpolation.");
/// An animated node has a matrix.
pub const ANIMATED_MATRIX: &FindingKind =
    &FindingKind::new("asset-gltf/animated-matrix", "An animated node has a matrix.")
        .with_engine("Programs reject the file or don't move the node.")
        .with_advice("Replace the matrix with translation, rotation and scale.");
/// Morph weights without morph targets.
pub const WEIGHTS_WITHOUT_MORPHS: &FindingKind =
    &FindingKind::new("asset-gltf/weights-without-morphs", "Morph weights without morph targets.")
        .with_engine("Programs ignore the weights or reject the file.")
        .with_advice("Remove the weights, or export the mesh with its morph targets.");
/// The camera type is missing, ambiguous or unknown.
pub const CAMERA_TYPE: &FindingKind =
    &FindingKind::new("asset-gltf/camera-type", "The camera type is missing, ambiguous or unknown.")
        .with_engine("Programs don't load the camera.")
        .with_advice("Set the type to perspective or orthographic, and write only the object with this name.");
/// A camera value is missing or out of range.
pub const CAMERA_VALUE: &FindingKind =
    &FindingKind::new("asset-gltf/camera-value", "A camera value is missing or out of range.")
        .with_engine("The camera shows nothing or a distorted picture.")
        .with_advice("Correct the value in the modelling program and export again.");
/// An image has no source, two sources, or no MIME type.
pub const IMAGE_SOURCE: &FindingKind =
    &FindingKind::new("asset-gltf/image-source", "An image has no source, two sources, or no MIME type.")
        .with_engine("Textures with this image are missing.")
        .with_advice("Give the image either a uri, or a bufferView with a mimeType.");
/// A reference to an object that doesn't exist.
pub const REFERENCE_MISSING: &FindingKind =
    &FindingKind::new("asset-gltf/reference-missing", "A reference to an object that doesn't exist.")
        .with_engine("Programs reject the file or leave the part out.")
        .with_advice("Correct the index, or export the file again.");
/// A URI is invalid or refused.
pub const URI_UNREADABLE: &FindingKind = &FindingKind::new("asset-gltf/uri-unreadable", "A URI is invalid or refused.")
    .with_engine("Textures or meshes that use the URI are missing.")
    .with_advice("Move the file into the folder of the .gltf, or pass --root with a folder that contains both.");
/// A referenced file is missing or unreadable.
pub const FILE_MISSING: &FindingKind =
    &FindingKind::new("asset-gltf/file-missing", "A referenced file is missing or unreadable.")
        .with_engine("Textures or meshes that use the file are missing.")
        .with_advice("Copy the file to the place that the URI names, or correct the URI.");
/// The image format is unknown or differs from the declared format.
pub const IMAGE_FORMAT: &FindingKind =
    &FindingKind::new("asset-gltf/image-format", "The image format is unknown or differs from the declared format.")
        .with_engine("Programs may not show textures with this image.")
        .with_advice("Convert the image to PNG or JPEG, and name its real format in mimeType and file extension.");
/// Joint weights or indices are invalid.
pub const JOINT_WEIGHTS: &FindingKind =
    &FindingKind::new("asset-gltf/joint-weights", "Joint weights or indices are invalid.")
        .with_engine("The mesh is deformed at these vertices.")
        .with_advice(
            "Normalize the weights in the modelling program, bind each vertex to existing bones once, and \
            export again.",
        );
/// The light type is missing or unknown.
pub const LIGHT_TYPE: &FindingKind =
    &FindingKind::new("asset-gltf/light-type", "The light type is missing or unknown.")
        .with_engine("Programs don't load the light.")
        .with_advice("Set the type to directional, point or spot; a spot light also needs the object spot.");
/// A light value is out of range.
pub const LIGHT_VALUE: &FindingKind = &FindingKind::new("asset-gltf/light-value", "A light value is out of range.")
    .with_engine("Programs reject the light or show a wrong brightness.")
    .with_advice("Correct the value in the modelling program and export again.");
/// A material factor is out of range.
pub const MATERIAL_VALUE: &FindingKind =
    &FindingKind::new("asset-gltf/material-value", "A material factor is out of range.")
        .with_engine("Programs clamp the factor, or show a material that is too bright.")
        .with_advice(
            "Set the factor to a number from 0 to 1. For brighter emission, use KHR_materials_emissive_strength.",
        );
/// The number of morph weights differs from the number of morph targets.
pub const MORPH_WEIGHT_COUNT: &FindingKind = &FindingKind::new(
    "asset-gltf/morph-weight-count",
    "The number of morph weights differs from the number of morph targets.",
)
.with_engine("Programs reject the mesh or ignore the weights.")
.with_advice("Write as many weights as the mesh has morph targets.");
/// The primitives of a mesh have different numbers of morph targets.
pub const MORPH_COUNT: &FindingKind =
    &FindingKind::new("asset-gltf/morph-count", "The primitives of a mesh have different numbers of morph targets.")
        .with_engine("This program fills the missing targets with zeros; others reject the mesh.")
        .with_advice("Export the mesh again, with the same morph targets for all of its materials.");
/// The attribute is not defined by glTF.
pub const ATTRIBUTE_NAME: &FindingKind =
    &FindingKind::new("asset-gltf/attribute-name", "The attribute is not defined by glTF.")
        .with_engine("Programs ignore the attribute.")
        .with_advice("Use a name that glTF defines, or begin the name with an underscore.");
/// Attribute sets are not numbered from 0 without gaps, or don't match.
pub const ATTRIBUTE_SETS: &FindingKind = &FindingKind::new(
    "asset-gltf/attribute-sets",
    "Attribute sets are not numbered from 0 without gaps, or don't match.",
)
.with_engine("Programs ignore sets after the gap, or reject the mesh.")
.with_advice("Number the sets from 0, and write as many WEIGHTS sets as JOINTS sets.");
/// A morph target changes an attribute that the primitive doesn't have.
pub const MORPH_ATTRIBUTE: &FindingKind = &FindingKind::new(
    "asset-gltf/morph-attribute",
    "A morph target changes an attribute that the primitive doesn't have.",
)
.with_engine("Programs ignore this part of the morph target or reject the mesh.")
.with_advice("Add the attribute to the primitive, or remove it from the morph target.");
/// An attribute has a component type for indices.
pub const ATTRIBUTE_TYPE: &FindingKind =
    &FindingKind::new("asset-gltf/attribute-type", "An attribute has a component type for indices.")
        .with_engine("Many programs can't load the attribute.")
        .with_advice("Store the attribute as floats, or as integers of 8 or 16 bits.");
/// An index is beyond the vertices.
pub const INDEX_OUT_OF_BOUNDS: &FindingKind =
    &FindingKind::new("asset-gltf/index-out-of-bounds", "An index is beyond the vertices.")
        .with_engine("Programs reject the mesh or draw triangles to random places.")
        .with_advice("Export the mesh again.");
/// A material requires an attribute that the primitive doesn't have.
pub const ATTRIBUTE_MISSING: &FindingKind = &FindingKind::new(
    "asset-gltf/attribute-missing",
    "A material requires an attribute that the primitive doesn't have.",
)
.with_engine("The texture is shown with a single color.")
.with_advice("Unwrap the mesh in the modelling program, or let the texture use existing texture coordinates.");
/// A rotation is not a unit quaternion.
pub const ROTATION_NOT_UNIT: &FindingKind =
    &FindingKind::new("asset-gltf/rotation-not-unit", "A rotation is not a unit quaternion.")
        .with_engine("The node is scaled or sheared in some programs.")
        .with_advice("Normalize the rotation in the program that wrote the file.");
/// A node matrix can't be split into translation, rotation and scale.
pub const MATRIX_SHEARS: &FindingKind =
    &FindingKind::new("asset-gltf/matrix-shears", "A node matrix can't be split into translation, rotation and scale.")
        .with_engine("Programs reject the file, or show the node without shear.")
        .with_advice("Apply rotation and scale in the modelling program and export again.");
/// A node has a skin, but no primitive of its mesh has joints.
pub const SKIN_WITHOUT_JOINTS: &FindingKind =
    &FindingKind::new("asset-gltf/skin-without-joints", "A node has a skin, but no primitive of its mesh has joints.")
        .with_engine("The skin has no effect; strict programs reject the file.")
        .with_advice("Remove the skin from the node, or export the mesh with its weights.");
/// An empty list is not allowed.
pub const EMPTY_LIST: &FindingKind = &FindingKind::new("asset-gltf/empty-list", "An empty list is not allowed.")
    .with_engine("Strict programs reject the file; others ignore the list.")
    .with_advice("Remove the empty list.");
/// A JSON value has the wrong type.
pub const WRONG_TYPE: &FindingKind = &FindingKind::new("asset-gltf/wrong-type", "A JSON value has the wrong type.")
    .with_engine("Programs reject the file or ignore the value.")
    .with_advice("Correct the value; the message names the expected type.");
/// A primitive has no attributes.
pub const PRIMITIVE_WITHOUT_ATTRIBUTES: &FindingKind =
    &FindingKind::new("asset-gltf/primitive-without-attributes", "A primitive has no attributes.")
        .with_engine("Nothing of the primitive is drawn; strict programs reject the file.")
        .with_advice("Remove the primitive, or export the mesh again with positions.");
/// A list contains the same entry twice.
pub const ENTRY_DUPLICATE: &FindingKind =
    &FindingKind::new("asset-gltf/entry-duplicate", "A list contains the same entry twice.")
        .with_engine("Strict programs reject the file; others may show a node twice.")
        .with_advice("Remove the second entry.");
/// An extension is used but not declared.
pub const UNDECLARED_EXTENSION: &FindingKind =
    &FindingKind::new("asset-gltf/undeclared-extension", "An extension is used but not declared.")
        .with_engine("Programs may ignore the extension or reject the file.")
        .with_advice("Add the name to extensionsUsed; add KHR_mesh_quantization to extensionsRequired, too.");
/// The joints of a skin have no common root.
pub const JOINTS_WITHOUT_ROOT: &FindingKind =
    &FindingKind::new("asset-gltf/joints-without-root", "The joints of a skin have no common root.")
        .with_engine("Some programs reject the skin.")
        .with_advice("Put all joints under one node and export again.");
/// The skeleton root of a skin is not an ancestor of all joints.
pub const SKELETON_NOT_ANCESTOR: &FindingKind = &FindingKind::new(
    "asset-gltf/skeleton-not-ancestor",
    "The skeleton root of a skin is not an ancestor of all joints.",
)
.with_engine("Some programs reject the skin; most ignore its skeleton.")
.with_advice("Set skeleton to a node above all joints, or remove it.");
/// A scene shows a skinned mesh without its joints.
pub const SKIN_OUTSIDE_SCENE: &FindingKind =
    &FindingKind::new("asset-gltf/skin-outside-scene", "A scene shows a skinned mesh without its joints.")
        .with_engine("The mesh stays at the origin or isn't shown.")
        .with_advice("Add the joints to the scene that shows the mesh.");
/// Bytes after the end of the file are ignored.
pub const TRAILING_BYTES: &FindingKind =
    &FindingKind::new("asset-gltf/trailing-bytes", "Bytes after the end of the file are ignored.")
        .with_engine("Programs ignore these bytes.")
        .with_advice("Nothing needs to be done.");
/// A chunk of unknown type is ignored.
pub const CHUNK_UNKNOWN: &FindingKind =
    &FindingKind::new("asset-gltf/chunk-unknown", "A chunk of unknown type is ignored.")
        .with_engine("Programs ignore the chunk; the output doesn't contain it.")
        .with_advice("Nothing needs to be done.");
/// Animation channels without a target are ignored.
pub const CHANNELS_IGNORED: &FindingKind =
    &FindingKind::new("asset-gltf/channels-ignored", "Animation channels without a target are ignored.")
        .with_engine("The output lacks these channels; nothing visible is missing.")
        .with_advice(
            "Nothing needs to be done, unless a movement is missing: then export the animation with its nodes.",
        );
/// Unused data is not read.
pub const UNUSED_SKIPPED: &FindingKind = &FindingKind::new("asset-gltf/unused-skipped", "Unused data is not read.")
    .with_engine("Nothing is missing in the output, because no mesh or animation uses this data.")
    .with_advice("Nothing needs to be done.");
/// The binary chunk is longer than its buffer.
pub const BUFFER_LENGTH: &FindingKind =
    &FindingKind::new("asset-gltf/buffer-length", "The binary chunk is longer than its buffer.")
        .with_engine("Only the file is larger than needed.")
        .with_advice("Nothing needs to be done.");
/// A camera is not imported.
pub const CAMERA_LOST: &FindingKind = &FindingKind::new("asset-gltf/camera-lost", "A camera is not imported.")
    .with_engine("The output lacks the camera or light.")
    .with_advice("Correct its values in the modelling program and export again, or place it in the engine's editor.");
/// An attribute of mesh instances is not imported.
pub const INSTANCE_ATTRIBUTE_LOST: &FindingKind =
    &FindingKind::new("asset-gltf/instance-attribute-lost", "An attribute of mesh instances is not imported.")
        .with_engine("All instances look the same in the output.")
        .with_advice(
            "Give instances that should look different a material of their own, or pass --lossy to accept the \
            loss.",
        );
/// Instances without a mesh are not imported.
pub const INSTANCES_WITHOUT_MESH: &FindingKind =
    &FindingKind::new("asset-gltf/instances-without-mesh", "Instances without a mesh are not imported.")
        .with_engine("The output lacks these instances; nothing of them could be seen.")
        .with_advice("Nothing needs to be done, unless a mesh is missing: then export the file again.");
/// Mesh instances are imported as one mesh.
pub const INSTANCES_MERGED: &FindingKind =
    &FindingKind::new("asset-gltf/instances-merged", "Mesh instances are imported as one mesh.")
        .with_engine("The output shows one of the instances.")
        .with_advice("Make real copies of the mesh in the modelling program, or pass --lossy to accept the loss.");
/// An unsupported extension is ignored.
pub const EXTENSION_IGNORED: &FindingKind =
    &FindingKind::new("asset-gltf/extension-ignored", "An unsupported extension is ignored.")
        .with_engine("The output lacks what the extension adds, such as a clear coat or variants of materials.")
        .with_advice(
            "Nothing needs to be done if the result looks right. Otherwise bake the effect into the textures.",
        );
/// A specular-glossiness material became a metallic-roughness material.
pub const SPECULAR_GLOSSINESS: &FindingKind = &FindingKind::new(
    "asset-gltf/specular-glossiness",
    "A specular-glossiness material became a metallic-roughness material.",
)
.with_engine("The material looks similar, but not equal.")
.with_advice(
    "Nothing needs to be done if the result looks right. Otherwise convert the material in the \
    modelling program.",
);
/// Levels of detail are detected by node names.
pub const LOD_NAMES: &FindingKind =
    &FindingKind::new("asset-gltf/lod-names", "Levels of detail are detected by node names.")
        .with_engine("The coarser nodes become levels of detail. Nodes with the same name stay separate nodes.")
        .with_advice(
            "If this is wrong, rename the nodes: only names that end in _LOD and a number are levels of detail.",
        );
/// The bytes of an image are missing or unreadable.
pub const IMAGE_UNAVAILABLE: &FindingKind =
    &FindingKind::new("asset-gltf/image-unavailable", "The bytes of an image are missing or unreadable.")
        .with_engine("The output has the material without this texture.")
        .with_advice("Copy the image to the place that the message names, or pass its folder with --root.");
/// Unknown alpha mode; imported as opaque.
pub const ALPHA_MODE_UNKNOWN: &FindingKind =
    &FindingKind::new("asset-gltf/alpha-mode-unknown", "Unknown alpha mode; imported as opaque.")
        .with_engine("The material is opaque in the output.")
        .with_advice("Set alphaMode to OPAQUE, MASK or BLEND.");
/// A texture is missing or has no image.
pub const TEXTURE_LEFT_OUT: &FindingKind =
    &FindingKind::new("asset-gltf/texture-left-out", "A texture is missing or has no image.")
        .with_engine("The output has the material without this texture.")
        .with_advice("Assign an image to the texture in the modelling program and export again.");
/// A sampler is missing or invalid.
pub const SAMPLER_LEFT_OUT: &FindingKind =
    &FindingKind::new("asset-gltf/sampler-left-out", "A sampler is missing or invalid.")
        .with_engine("The texture repeats and is filtered by default.")
        .with_advice("Correct the sampler, if the texture should be clamped, mirrored or unfiltered.");
/// Morph targets of this attribute are ignored.
pub const MORPH_IGNORED: &FindingKind =
    &FindingKind::new("asset-gltf/morph-ignored", "Morph targets of this attribute are ignored.")
        .with_engine("The morph targets move the mesh, but don't change this attribute.")
        .with_advice("Nothing needs to be done, unless the attribute must change: then animate the material instead.");
/// Nodes outside the scene are not imported.
pub const NODES_NOT_SHOWN: &FindingKind =
    &FindingKind::new("asset-gltf/nodes-not-shown", "Nodes outside the scene are not imported.")
        .with_engine("The output lacks these nodes.")
        .with_advice("Add the nodes to the default scene in the modelling program, if they should be in the output.");
/// The morph weights of a node are ignored because other nodes share its mesh.
pub const WEIGHTS_IGNORED: &FindingKind = &FindingKind::new(
    "asset-gltf/weights-ignored",
    "The morph weights of a node are ignored because other nodes share its mesh.",
)
.with_engine("The node shows the mesh with the default weights.")
.with_advice("Give the node a mesh of its own in the modelling program, if its weights matter.");
/// The stored source document can't be used.
pub const STORED_SOURCE: &FindingKind =
    &FindingKind::new("asset-gltf/stored-source", "The stored source document can't be used.")
        .with_engine("The output is a new file, without the data that only the original has.")
        .with_advice("Convert with --into and the original file.");
/// A requested export setting changes the content.
pub const EXPORT_NOTE: &FindingKind =
    &FindingKind::new("asset-gltf/export-note", "A requested export setting changes the content.")
        .with_engine("The output differs from the source as the option asks for.")
        .with_advice("Nothing needs to be done. Convert without the option to avoid the change.");
/// Content is changed to fit glTF.
pub const EXPORT_RULE: &FindingKind = &FindingKind::new("asset-gltf/export-rule", "Content is changed to fit glTF.")
    .with_engine("The output differs from the source where glTF has no place for it.")
    .with_advice("Nothing needs to be done if the result looks right. Pass --strict to get an error instead.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    UNREADABLE,
    ACCESSOR_VALUES,
    VIEW_STRIDE,
    BUFFER_WITHOUT_DATA,
    NOT_NORMALIZABLE,
    OFFSET_WITHOUT_VIEW,
    MISALIGNED,
    BOUNDS_SIZE,
    BOUNDS_WRONG,
    CHANNEL_DUPLICATE,
    BOUNDS_MISSING,
    SPLINE_KEYS,
    ANIMATED_MATRIX,
    WEIGHTS_WITHOUT_MORPHS,
    CAMERA_TYPE,
    CAMERA_VALUE,
    IMAGE_SOURCE,
    REFERENCE_MISSING,
    URI_UNREADABLE,
    FILE_MISSING,
    IMAGE_FORMAT,
    JOINT_WEIGHTS,
    LIGHT_TYPE,
    LIGHT_VALUE,
    MATERIAL_VALUE,
    MORPH_WEIGHT_COUNT,
    MORPH_COUNT,
    ATTRIBUTE_NAME,
    ATTRIBUTE_SETS,
    MORPH_ATTRIBUTE,
    ATTRIBUTE_TYPE,
    INDEX_OUT_OF_BOUNDS,
    ATTRIBUTE_MISSING,
    ROTATION_NOT_UNIT,
    MATRIX_SHEARS,
    SKIN_WITHOUT_JOINTS,
    EMPTY_LIST,
    WRONG_TYPE,
    PRIMITIVE_WITHOUT_ATTRIBUTES,
    ENTRY_DUPLICATE,
    UNDECLARED_EXTENSION,
    JOINTS_WITHOUT_ROOT,
    SKELETON_NOT_ANCESTOR,
    SKIN_OUTSIDE_SCENE,
    TRAILING_BYTES,
    CHUNK_UNKNOWN,
    CHANNELS_IGNORED,
    UNUSED_SKIPPED,
    BUFFER_LENGTH,
    CAMERA_LOST,
    INSTANCE_ATTRIBUTE_LOST,
    INSTANCES_WITHOUT_MESH,
    INSTANCES_MERGED,
    EXTENSION_IGNORED,
    SPECULAR_GLOSSINESS,
    LOD_NAMES,
    IMAGE_UNAVAILABLE,
    ALPHA_MODE_UNKNOWN,
    TEXTURE_LEFT_OUT,
    SAMPLER_LEFT_OUT,
    MORPH_IGNORED,
    NODES_NOT_SHOWN,
    WEIGHTS_IGNORED,
    STORED_SOURCE,
    EXPORT_NOTE,
    EXPORT_RULE,
];
