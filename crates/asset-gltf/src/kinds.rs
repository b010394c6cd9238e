//! Finding kinds of this crate.

use binio::FindingKind;

/// The file is not valid glTF.
pub const UNREADABLE: &FindingKind = &FindingKind::new("asset-gltf/unreadable", "The file is not valid glTF.");
/// Accessor values are invalid: out of range, not finite, or not unit length.
pub const ACCESSOR_VALUES: &FindingKind = &FindingKind::new(
    "asset-gltf/accessor-values",
    "Accessor values are invalid: out of range, not finite, or not unit length.",
);
/// A buffer view has a byteStride where none is allowed.
pub const VIEW_STRIDE: &FindingKind =
    &FindingKind::new("asset-gltf/view-stride", "A buffer view has a byteStride where none is allowed.");
/// A buffer has no URI and the file has no binary chunk.
pub const BUFFER_WITHOUT_DATA: &FindingKind =
    &FindingKind::new("asset-gltf/buffer-without-data", "A buffer has no URI and the file has no binary chunk.");
/// Accessor values of this component type can't be normalized.
pub const NOT_NORMALIZABLE: &FindingKind =
    &FindingKind::new("asset-gltf/not-normalizable", "Accessor values of this component type can't be normalized.");
/// An accessor has a byteOffset without a bufferView.
pub const OFFSET_WITHOUT_VIEW: &FindingKind =
    &FindingKind::new("asset-gltf/offset-without-view", "An accessor has a byteOffset without a bufferView.");
/// Accessor data is not aligned to its component size.
pub const MISALIGNED: &FindingKind =
    &FindingKind::new("asset-gltf/misaligned", "Accessor data is not aligned to its component size.");
/// The bounds of an accessor have the wrong number of components.
pub const BOUNDS_SIZE: &FindingKind =
    &FindingKind::new("asset-gltf/bounds-size", "The bounds of an accessor have the wrong number of components.");
/// The bounds of an accessor differ from its values.
pub const BOUNDS_WRONG: &FindingKind =
    &FindingKind::new("asset-gltf/bounds-wrong", "The bounds of an accessor differ from its values.");
/// Two animation channels have the same target.
pub const CHANNEL_DUPLICATE: &FindingKind =
    &FindingKind::new("asset-gltf/channel-duplicate", "Two animation channels have the same target.");
/// An accessor has no required bounds.
pub const BOUNDS_MISSING: &FindingKind =
    &FindingKind::new("asset-gltf/bounds-missing", "An accessor has no required bounds.");
/// A cubic spline sampler has fewer than two keys.
pub const SPLINE_KEYS: &FindingKind =
    &FindingKind::new("asset-gltf/spline-keys", "A cubic spline sampler has fewer than two keys.");
/// An animated node has a matrix.
pub const ANIMATED_MATRIX: &FindingKind =
    &FindingKind::new("asset-gltf/animated-matrix", "An animated node has a matrix.");
/// Morph weights without morph targets.
pub const WEIGHTS_WITHOUT_MORPHS: &FindingKind =
    &FindingKind::new("asset-gltf/weights-without-morphs", "Morph weights without morph targets.");
/// The camera type is missing, ambiguous or unknown.
pub const CAMERA_TYPE: &FindingKind =
    &FindingKind::new("asset-gltf/camera-type", "The camera type is missing, ambiguous or unknown.");
/// A camera value is missing or out of range.
pub const CAMERA_VALUE: &FindingKind =
    &FindingKind::new("asset-gltf/camera-value", "A camera value is missing or out of range.");
/// An image has no source, two sources, or no MIME type.
pub const IMAGE_SOURCE: &FindingKind =
    &FindingKind::new("asset-gltf/image-source", "An image has no source, two sources, or no MIME type.");
/// A reference to an object that doesn't exist.
pub const REFERENCE_MISSING: &FindingKind =
    &FindingKind::new("asset-gltf/reference-missing", "A reference to an object that doesn't exist.");
/// A URI is invalid or refused.
pub const URI_UNREADABLE: &FindingKind = &FindingKind::new("asset-gltf/uri-unreadable", "A URI is invalid or refused.")
    .with_advice("Move the file into the folder of the .gltf; or convert with the option root, which names a folder that contains both.");
/// A referenced file is missing or unreadable.
pub const FILE_MISSING: &FindingKind =
    &FindingKind::new("asset-gltf/file-missing", "A referenced file is missing or unreadable.");
/// The image format is unknown or differs from the declared format.
pub const IMAGE_FORMAT: &FindingKind =
    &FindingKind::new("asset-gltf/image-format", "The image format is unknown or differs from the declared format.");
/// Joint weights or indices are invalid.
pub const JOINT_WEIGHTS: &FindingKind =
    &FindingKind::new("asset-gltf/joint-weights", "Joint weights or indices are invalid.");
/// The light type is missing or unknown.
pub const LIGHT_TYPE: &FindingKind =
    &FindingKind::new("asset-gltf/light-type", "The light type is missing or unknown.");
/// A light value is out of range.
pub const LIGHT_VALUE: &FindingKind = &FindingKind::new("asset-gltf/light-value", "A light value is out of range.");
/// A material factor is out of range.
pub const MATERIAL_VALUE: &FindingKind =
    &FindingKind::new("asset-gltf/material-value", "A material factor is out of range.");
/// The number of morph weights differs from the number of morph targets.
pub const MORPH_WEIGHT_COUNT: &FindingKind = &FindingKind::new(
    "asset-gltf/morph-weight-count",
    "The number of morph weights differs from the number of morph targets.",
);
/// The primitives of a mesh have different numbers of morph targets.
pub const MORPH_COUNT: &FindingKind =
    &FindingKind::new("asset-gltf/morph-count", "The primitives of a mesh have different numbers of morph targets.");
/// The attribute is not defined by glTF.
pub const ATTRIBUTE_NAME: &FindingKind =
    &FindingKind::new("asset-gltf/attribute-name", "The attribute is not defined by glTF.");
/// Attribute sets are not numbered from 0 without gaps, or don't match.
pub const ATTRIBUTE_SETS: &FindingKind = &FindingKind::new(
    "asset-gltf/attribute-sets",
    "Attribute sets are not numbered from 0 without gaps, or don't match.",
);
/// A morph target changes an attribute that the primitive doesn't have.
pub const MORPH_ATTRIBUTE: &FindingKind = &FindingKind::new(
    "asset-gltf/morph-attribute",
    "A morph target changes an attribute that the primitive doesn't have.",
);
/// An attribute has a component type for indices.
pub const ATTRIBUTE_TYPE: &FindingKind =
    &FindingKind::new("asset-gltf/attribute-type", "An attribute has a component type for indices.");
/// An index is beyond the vertices.
pub const INDEX_OUT_OF_BOUNDS: &FindingKind =
    &FindingKind::new("asset-gltf/index-out-of-bounds", "An index is beyond the vertices.");
/// A material requires an attribute that the primitive doesn't have.
pub const ATTRIBUTE_MISSING: &FindingKind = &FindingKind::new(
    "asset-gltf/attribute-missing",
    "A material requires an attribute that the primitive doesn't have.",
);
/// A rotation is not a unit quaternion.
pub const ROTATION_NOT_UNIT: &FindingKind =
    &FindingKind::new("asset-gltf/rotation-not-unit", "A rotation is not a unit quaternion.");
/// A node matrix can't be split into translation, rotation and scale.
pub const MATRIX_SHEARS: &FindingKind =
    &FindingKind::new("asset-gltf/matrix-shears", "A node matrix can't be split into translation, rotation and scale.");
/// A node has a skin, but no primitive of its mesh has joints.
pub const SKIN_WITHOUT_JOINTS: &FindingKind =
    &FindingKind::new("asset-gltf/skin-without-joints", "A node has a skin, but no primitive of its mesh has joints.");
/// An empty list is not allowed.
pub const EMPTY_LIST: &FindingKind = &FindingKind::new("asset-gltf/empty-list", "An empty list is not allowed.");
/// A JSON value has the wrong type.
pub const WRONG_TYPE: &FindingKind = &FindingKind::new("asset-gltf/wrong-type", "A JSON value has the wrong type.");
/// A primitive has no attributes.
pub const PRIMITIVE_WITHOUT_ATTRIBUTES: &FindingKind =
    &FindingKind::new("asset-gltf/primitive-without-attributes", "A primitive has no attributes.");
/// A list contains the same entry twice.
pub const ENTRY_DUPLICATE: &FindingKind =
    &FindingKind::new("asset-gltf/entry-duplicate", "A list contains the same entry twice.");
/// An extension is used but not declared.
pub const UNDECLARED_EXTENSION: &FindingKind =
    &FindingKind::new("asset-gltf/undeclared-extension", "An extension is used but not declared.");
/// The joints of a skin have no common root.
pub const JOINTS_WITHOUT_ROOT: &FindingKind =
    &FindingKind::new("asset-gltf/joints-without-root", "The joints of a skin have no common root.");
/// The skeleton root of a skin is not an ancestor of all joints.
pub const SKELETON_NOT_ANCESTOR: &FindingKind = &FindingKind::new(
    "asset-gltf/skeleton-not-ancestor",
    "The skeleton root of a skin is not an ancestor of all joints.",
);
/// A scene shows a skinned mesh without its joints.
pub const SKIN_OUTSIDE_SCENE: &FindingKind =
    &FindingKind::new("asset-gltf/skin-outside-scene", "A scene shows a skinned mesh without its joints.");
/// Bytes after the end of the file are ignored.
pub const TRAILING_BYTES: &FindingKind =
    &FindingKind::new("asset-gltf/trailing-bytes", "Bytes after the end of the file are ignored.");
/// A chunk of unknown type is ignored.
pub const CHUNK_UNKNOWN: &FindingKind =
    &FindingKind::new("asset-gltf/chunk-unknown", "A chunk of unknown type is ignored.");
/// Animation channels without a target are ignored.
pub const CHANNELS_IGNORED: &FindingKind =
    &FindingKind::new("asset-gltf/channels-ignored", "Animation channels without a target are ignored.");
/// Unused data is not read.
pub const UNUSED_SKIPPED: &FindingKind = &FindingKind::new("asset-gltf/unused-skipped", "Unused data is not read.");
/// The binary chunk is longer than its buffer.
pub const BUFFER_LENGTH: &FindingKind =
    &FindingKind::new("asset-gltf/buffer-length", "The binary chunk is longer than its buffer.");
/// A camera is not imported.
pub const CAMERA_LOST: &FindingKind = &FindingKind::new("asset-gltf/camera-lost", "A camera is not imported.");
/// An attribute of mesh instances is not imported.
pub const INSTANCE_ATTRIBUTE_LOST: &FindingKind =
    &FindingKind::new("asset-gltf/instance-attribute-lost", "An attribute of mesh instances is not imported.");
/// Instances without a mesh are not imported.
pub const INSTANCES_WITHOUT_MESH: &FindingKind =
    &FindingKind::new("asset-gltf/instances-without-mesh", "Instances without a mesh are not imported.");
/// Mesh instances are imported as one mesh.
pub const INSTANCES_MERGED: &FindingKind =
    &FindingKind::new("asset-gltf/instances-merged", "Mesh instances are imported as one mesh.");
/// An unsupported extension is ignored.
pub const EXTENSION_IGNORED: &FindingKind =
    &FindingKind::new("asset-gltf/extension-ignored", "An unsupported extension is ignored.");
/// A specular-glossiness material became a metallic-roughness material.
pub const SPECULAR_GLOSSINESS: &FindingKind = &FindingKind::new(
    "asset-gltf/specular-glossiness",
    "A specular-glossiness material became a metallic-roughness material.",
);
/// Levels of detail are detected by node names.
pub const LOD_NAMES: &FindingKind =
    &FindingKind::new("asset-gltf/lod-names", "Levels of detail are detected by node names.");
/// The bytes of an image are missing or unreadable.
pub const IMAGE_UNAVAILABLE: &FindingKind =
    &FindingKind::new("asset-gltf/image-unavailable", "The bytes of an image are missing or unreadable.");
/// Unknown alpha mode; imported as opaque.
pub const ALPHA_MODE_UNKNOWN: &FindingKind =
    &FindingKind::new("asset-gltf/alpha-mode-unknown", "Unknown alpha mode; imported as opaque.");
/// A texture is missing or has no image.
pub const TEXTURE_LEFT_OUT: &FindingKind =
    &FindingKind::new("asset-gltf/texture-left-out", "A texture is missing or has no image.");
/// A sampler is missing or invalid.
pub const SAMPLER_LEFT_OUT: &FindingKind =
    &FindingKind::new("asset-gltf/sampler-left-out", "A sampler is missing or invalid.");
/// Morph targets of this attribute are ignored.
pub const MORPH_IGNORED: &FindingKind =
    &FindingKind::new("asset-gltf/morph-ignored", "Morph targets of this attribute are ignored.");
/// Nodes outside the scene are not imported.
pub const NODES_NOT_SHOWN: &FindingKind =
    &FindingKind::new("asset-gltf/nodes-not-shown", "Nodes outside the scene are not imported.");
/// The morph weights of a node are ignored because other nodes share its mesh.
pub const WEIGHTS_IGNORED: &FindingKind = &FindingKind::new(
    "asset-gltf/weights-ignored",
    "The morph weights of a node are ignored because other nodes share its mesh.",
);
/// The stored source document can't be used.
pub const STORED_SOURCE: &FindingKind =
    &FindingKind::new("asset-gltf/stored-source", "The stored source document can't be used.");
/// A requested export setting changes the content.
pub const EXPORT_NOTE: &FindingKind =
    &FindingKind::new("asset-gltf/export-note", "A requested export setting changes the content.");
/// Content is changed to fit glTF.
pub const EXPORT_RULE: &FindingKind = &FindingKind::new("asset-gltf/export-rule", "Content is changed to fit glTF.");

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
