//! Finding kinds of this crate.

use binio::FindingKind;

/// Content can't be stored in the target version.
pub const CONVERSION_LOSS: &FindingKind =
    &FindingKind::new("urho-mdl/conversion-loss", "Content can't be stored in the target version.")
        .with_engine("The engine shows the model without this content.")
        .with_advice("Convert to a later version, such as --to umd3, or pass --lossy to accept the loss.");
/// A repair changed the model.
pub const REPAIRED: &FindingKind = &FindingKind::new("urho-mdl/repaired", "A repair changed the model.")
    .with_engine("The engine reads the repaired values.")
    .with_advice("Check the written model with engine-assets validate before it replaces the original.");
/// Normals can't be computed for all vertices.
pub const NORMALS_INCOMPLETE: &FindingKind =
    &FindingKind::new("urho-mdl/normals-incomplete", "Normals can't be computed for all vertices.")
        .with_engine("Vertices without triangles keep their normals; they are never drawn.")
        .with_advice("Nothing needs to be done, unless a triangle list is missing: then export the model again.");
/// Tangents can't be computed for all vertices.
pub const TANGENTS_INCOMPLETE: &FindingKind =
    &FindingKind::new("urho-mdl/tangents-incomplete", "Tangents can't be computed for all vertices.")
        .with_engine("Normal maps have no effect at vertices without tangents.")
        .with_advice("Add texture coordinates to the mesh and export it again.");
/// The bounding box is undefined.
pub const BOUNDS_UNDEFINED: &FindingKind =
    &FindingKind::new("urho-mdl/bounds-undefined", "The bounding box is undefined.")
        .with_engine("The engine never finds the model in view.")
        .with_repair("recompute-bounds");
/// The bounding box doesn't contain all vertices.
pub const BOUNDS_TOO_SMALL: &FindingKind =
    &FindingKind::new("urho-mdl/bounds-too-small", "The bounding box doesn't contain all vertices.")
        .with_engine("The engine may cull a visible model.")
        .with_repair("recompute-bounds");
/// The tail contains LOD levels of 2011.
pub const LOD_LEVELS_2011: &FindingKind =
    &FindingKind::new("urho-mdl/lod-levels-2011", "The tail contains LOD levels of 2011.")
        .with_engine("Later readers interpret them as the first center.")
        .with_advice("Convert the model to a version after 2011.");
/// Geometry centers are not finite.
pub const CENTERS_NOT_FINITE: &FindingKind =
    &FindingKind::new("urho-mdl/centers-not-finite", "Geometry centers are not finite.")
        .with_engine("Sorting by distance fails.")
        .with_repair("recompute-centers");
/// Geometry centers are missing.
pub const CENTERS_MISSING: &FindingKind =
    &FindingKind::new("urho-mdl/centers-missing", "Geometry centers are missing.")
        .with_engine("The engine uses zeros.")
        .with_repair("recompute-centers");
/// The file ends inside a center.
pub const CENTER_CUT_OFF: &FindingKind = &FindingKind::new("urho-mdl/center-cut-off", "The file ends inside a center.")
    .with_engine("The engine uses uninitialized memory.")
    .with_repair("recompute-centers");
/// Bytes after the end.
pub const TRAILING_BYTES: &FindingKind = &FindingKind::new("urho-mdl/trailing-bytes", "Bytes after the end.")
    .with_engine("The engine ignores them.")
    .with_advice("Get the file again if it was damaged in transit. Otherwise nothing needs to be done.");
/// Geometry names are missing.
pub const NAMES_MISSING: &FindingKind = &FindingKind::new("urho-mdl/names-missing", "Geometry names are missing.")
    .with_engine("The engines don't read geometry names.")
    .with_advice("Nothing needs to be done.");
/// The index size is neither 2 nor 4 bytes.
pub const INDEX_SIZE: &FindingKind =
    &FindingKind::new("urho-mdl/index-size", "The index size is neither 2 nor 4 bytes.")
        .with_engine("The engine writes beyond its buffer or draws uninitialized memory.")
        .with_repair("fix-index-sizes");
/// A geometry has no level of detail.
pub const NO_LOD: &FindingKind = &FindingKind::new("urho-mdl/no-lod", "A geometry has no level of detail.")
    .with_engine("The engine draws nothing.")
    .with_advice("Export the model again with triangles for this geometry, or remove the geometry.");
/// A LOD distance is not finite.
pub const LOD_DISTANCE_NOT_FINITE: &FindingKind =
    &FindingKind::new("urho-mdl/lod-distance-not-finite", "A LOD distance is not finite.")
        .with_engine("The engine never selects this level of detail.")
        .with_repair("sort-lods");
/// The first LOD distance isn't 0.
pub const LOD_FIRST_DISTANCE: &FindingKind =
    &FindingKind::new("urho-mdl/lod-first-distance", "The first LOD distance isn't 0.")
        .with_engine("The engine uses this level from 0 on.")
        .with_repair("sort-lods");
/// LOD distances are not ascending.
pub const LOD_ORDER: &FindingKind = &FindingKind::new("urho-mdl/lod-order", "LOD distances are not ascending.")
    .with_engine("Later levels may never be shown.")
    .with_repair("sort-lods");
/// A level of detail references a missing buffer.
pub const BUFFER_MISSING: &FindingKind =
    &FindingKind::new("urho-mdl/buffer-missing", "A level of detail references a missing buffer.")
        .with_engine("The engine reads outside its array of buffers.")
        .with_repair("drop-broken-lods");
/// Unknown primitive type.
pub const PRIMITIVE_UNKNOWN: &FindingKind = &FindingKind::new("urho-mdl/primitive-unknown", "Unknown primitive type.")
    .with_engine("The engine doesn't check it.")
    .with_advice("Export the model again as a triangle list.");
/// A draw range is beyond its index buffer.
pub const DRAW_RANGE: &FindingKind =
    &FindingKind::new("urho-mdl/draw-range", "A draw range is beyond its index buffer.")
        .with_engine("The engine logs an error and draws nothing.")
        .with_repair("fix-draw-ranges");
/// The last indices don't form a complete primitive.
pub const INCOMPLETE_PRIMITIVE: &FindingKind =
    &FindingKind::new("urho-mdl/incomplete-primitive", "The last indices don't form a complete primitive.")
        .with_engine("The graphics card ignores the last indices.")
        .with_advice("Nothing needs to be done, unless a triangle is missing: then export the model again.");
/// An index is beyond the vertices.
pub const INDEX_OUT_OF_BOUNDS: &FindingKind =
    &FindingKind::new("urho-mdl/index-out-of-bounds", "An index is beyond the vertices.")
        .with_engine("The engine reads outside the buffer.")
        .with_repair("drop-bad-triangles");
/// Triangles have fewer than three distinct points.
pub const DEGENERATE_TRIANGLES: &FindingKind =
    &FindingKind::new("urho-mdl/degenerate-triangles", "Triangles have fewer than three distinct points.")
        .with_engine("They are never visible.")
        .with_advice(
            "Nothing needs to be done. Merge vertices by distance in the modelling program to save the triangles.",
        );
/// A model with bones has a geometry without blend weights.
pub const WEIGHTS_MISSING: &FindingKind =
    &FindingKind::new("urho-mdl/weights-missing", "A model with bones has a geometry without blend weights.")
        .with_engine("The geometry is drawn skinned.")
        .with_advice("Bind all vertices of the geometry to a bone and export the model again.");
/// Blend weights without bones.
pub const WEIGHTS_WITHOUT_BONES: &FindingKind =
    &FindingKind::new("urho-mdl/weights-without-bones", "Blend weights without bones.")
        .with_engine("The engine ignores them.")
        .with_advice("Export the model with its skeleton, or without weights.");
/// Blend weights are negative or don't sum to 1.
pub const WEIGHTS_INVALID: &FindingKind =
    &FindingKind::new("urho-mdl/weights-invalid", "Blend weights are negative or don't sum to 1.")
        .with_engine("Shaders don't correct them.")
        .with_repair("normalise-weights");
/// A geometry has no bone mapping although others have one.
pub const BONE_MAPPING_MISSING: &FindingKind =
    &FindingKind::new("urho-mdl/bone-mapping-missing", "A geometry has no bone mapping although others have one.")
        .with_engine("The geometry uses the skeleton's bones.")
        .with_advice("Export the model again, so that all geometries have bone mappings.");
/// Part of the model was not checked because levels of detail repeat too often.
pub const NOT_CHECKED: &FindingKind = &FindingKind::new(
    "urho-mdl/not-checked",
    "Part of the model was not checked because levels of detail repeat too often.",
)
.with_engine("The message says which part may have further problems.")
.with_advice("Export the model with fewer levels of detail on the same buffers.");
/// Blend indices are beyond the bones.
pub const BLEND_INDEX_OUT_OF_BOUNDS: &FindingKind =
    &FindingKind::new("urho-mdl/blend-index-out-of-bounds", "Blend indices are beyond the bones.")
        .with_engine("Shaders read invalid memory.")
        .with_repair("clamp-joints");
/// A bone mapping is beyond the skeleton.
pub const BONE_MAPPING_OUT_OF_BOUNDS: &FindingKind =
    &FindingKind::new("urho-mdl/bone-mapping-out-of-bounds", "A bone mapping is beyond the skeleton.")
        .with_engine("The engine doesn't check it.")
        .with_repair("fix-bone-mappings");
/// A draw call has more bones than shaders support.
pub const TOO_MANY_BONES: &FindingKind =
    &FindingKind::new("urho-mdl/too-many-bones", "A draw call has more bones than shaders support.")
        .with_engine("Shaders read beyond their array of bones, and vertices are torn away.")
        .with_advice(
            "Split the geometry, for example by converting the model through glTF, or bind it to fewer bones.",
        );
/// A draw call has more bones than all platforms support.
pub const MANY_BONES: &FindingKind =
    &FindingKind::new("urho-mdl/many-bones", "A draw call has more bones than all platforms support.")
        .with_engine("Desktop graphics cards draw it; mobile ones may not.")
        .with_advice("If the game runs on mobile devices, bind the geometry to fewer bones.");
/// Two morphs have the same name.
pub const MORPH_NAME_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-mdl/morph-name-duplicate", "Two morphs have the same name.")
        .with_engine("The engine finds the first of the two by name.")
        .with_advice("Rename one of the two morphs and export the model again.");
/// A default morph weight is not finite.
pub const MORPH_WEIGHT_NOT_FINITE: &FindingKind =
    &FindingKind::new("urho-mdl/morph-weight-not-finite", "A default morph weight is not finite.")
        .with_engine("All vertices of the morph become invalid and aren't drawn.")
        .with_repair("replace-non-finite");
/// A morph changes the same vertex buffer twice.
pub const MORPH_BUFFER_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-mdl/morph-buffer-duplicate", "A morph changes the same vertex buffer twice.")
        .with_engine("The engine keeps the later.")
        .with_advice("Export the model again, so that each morph changes a buffer once.");
/// A morph mask has unused bits.
pub const MORPH_MASK_BITS: &FindingKind =
    &FindingKind::new("urho-mdl/morph-mask-bits", "A morph mask has unused bits.")
        .with_engine("The engine ignores these bits.")
        .with_advice("Nothing needs to be done.");
/// Morph deltas are not finite.
pub const MORPH_DELTAS_NOT_FINITE: &FindingKind =
    &FindingKind::new("urho-mdl/morph-deltas-not-finite", "Morph deltas are not finite.")
        .with_engine("Vertices with these deltas aren't drawn once the morph is active.")
        .with_repair("replace-non-finite");
/// A morph references a missing vertex buffer.
pub const MORPH_BUFFER_MISSING: &FindingKind =
    &FindingKind::new("urho-mdl/morph-buffer-missing", "A morph references a missing vertex buffer.")
        .with_engine("The engine never applies it.")
        .with_repair("fix-morphs");
/// A morph changes an element that the vertices don't have.
pub const MORPH_ELEMENT_MISSING: &FindingKind =
    &FindingKind::new("urho-mdl/morph-element-missing", "A morph changes an element that the vertices don't have.")
        .with_engine("The engine reads misaligned deltas.")
        .with_repair("fix-morphs");
/// The morph range of a vertex buffer is empty.
pub const MORPH_RANGE_EMPTY: &FindingKind =
    &FindingKind::new("urho-mdl/morph-range-empty", "The morph range of a vertex buffer is empty.")
        .with_engine("The engine ignores the morph.")
        .with_repair("fix-morphs");
/// Morph deltas are outside the morph range.
pub const MORPH_OUT_OF_RANGE: &FindingKind =
    &FindingKind::new("urho-mdl/morph-out-of-range", "Morph deltas are outside the morph range.")
        .with_engine("The engine writes outside the range.")
        .with_repair("fix-morphs");
/// Two bones have the same name.
pub const BONE_NAME_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-mdl/bone-name-duplicate", "Two bones have the same name.")
        .with_engine("Animations reach the first only.")
        .with_advice("Rename one of the two bones and export the model and its animations again.");
/// A bone's parent doesn't exist.
pub const BONE_PARENT_MISSING: &FindingKind =
    &FindingKind::new("urho-mdl/bone-parent-missing", "A bone's parent doesn't exist.")
        .with_engine("The engine attaches the bone to the model's node.")
        .with_repair("fix-bone-parents");
/// A bind pose is not finite.
pub const BIND_POSE_NOT_FINITE: &FindingKind =
    &FindingKind::new("urho-mdl/bind-pose-not-finite", "A bind pose is not finite.")
        .with_engine("The bone and its children disappear until an animation moves them.")
        .with_repair("replace-non-finite");
/// The skeleton has several roots.
pub const SKELETON_ROOTS: &FindingKind =
    &FindingKind::new("urho-mdl/skeleton-roots", "The skeleton has several roots.")
        .with_engine("The engine animates the children of the last root only.")
        .with_advice("Parent all bones to one root bone and export the model again.");
/// Bones are their own ancestors.
pub const SKELETON_CYCLE: &FindingKind = &FindingKind::new("urho-mdl/skeleton-cycle", "Bones are their own ancestors.")
    .with_engine("The engine never places them.")
    .with_repair("fix-bone-parents");
/// No bone has a sphere or box.
pub const BONE_BOUNDS_MISSING: &FindingKind =
    &FindingKind::new("urho-mdl/bone-bounds-missing", "No bone has a sphere or box.")
        .with_engine("The engine loses the model's bounds when it moves.")
        .with_advice("Export the model again with bone bounding boxes, or set the bounding box by code.");
/// A bone's scale is 0 or negative.
pub const BONE_SCALE: &FindingKind = &FindingKind::new("urho-mdl/bone-scale", "A bone's scale is 0 or negative.")
    .with_engine("Vertices of the bone shrink to a point or are mirrored.")
    .with_advice("Apply the scale in the modelling program and export the model again.");
/// A bone rotation is not a unit quaternion.
pub const ROTATION_NOT_UNIT: &FindingKind =
    &FindingKind::new("urho-mdl/rotation-not-unit", "A bone rotation is not a unit quaternion.")
        .with_engine("The engine scales the bone by it.")
        .with_advice("Export the model again with normalized rotations.");
/// A bone collision mask has undefined bits.
pub const COLLISION_MASK_BITS: &FindingKind =
    &FindingKind::new("urho-mdl/collision-mask-bits", "A bone collision mask has undefined bits.")
        .with_engine("The engine ignores these bits.")
        .with_advice("Nothing needs to be done.");
/// A bone's sphere or box is undefined.
pub const BONE_BOUNDS_UNDEFINED: &FindingKind =
    &FindingKind::new("urho-mdl/bone-bounds-undefined", "A bone's sphere or box is undefined.")
        .with_engine("Ray casts and the model's bounds ignore the bone.")
        .with_advice("Export the model again with bone bounding boxes.");
/// A bone's sphere or box is nearly empty.
pub const BONE_BOUNDS_SMALL: &FindingKind =
    &FindingKind::new("urho-mdl/bone-bounds-small", "A bone's sphere or box is nearly empty.")
        .with_engine("The engine drops it.")
        .with_advice(
            "Nothing needs to be done if few vertices are bound to the bone. Otherwise export the model again.",
        );
/// A bone has a sphere without a box.
pub const BONE_SPHERE_ONLY: &FindingKind =
    &FindingKind::new("urho-mdl/bone-sphere-only", "A bone has a sphere without a box.")
        .with_engine("The engine bounds the model with half its radius.")
        .with_advice("Export the model again with a box for each bone.");
/// Offset matrices are not the inverse of the bind pose.
pub const OFFSET_MATRIX: &FindingKind =
    &FindingKind::new("urho-mdl/offset-matrix", "Offset matrices are not the inverse of the bind pose.").with_engine("In the bind pose, the mesh isn't as it was modelled. Animations set all bones and hide it.").with_advice("Nothing needs to be done if the animations look right. Otherwise export model and animations from the same rest pose.");
/// A morph range is beyond the vertices.
pub const MORPH_RANGE_OUT_OF_BOUNDS: &FindingKind =
    &FindingKind::new("urho-mdl/morph-range-out-of-bounds", "A morph range is beyond the vertices.")
        .with_engine("The engine writes outside the buffer.")
        .with_repair("fix-morphs");
/// An element mask has undefined bits.
pub const ELEMENT_MASK_BITS: &FindingKind =
    &FindingKind::new("urho-mdl/element-mask-bits", "An element mask has undefined bits.")
        .with_engine("They occupy no bytes.")
        .with_advice("Nothing needs to be done.");
/// A vertex buffer has no elements.
pub const NO_ELEMENTS: &FindingKind = &FindingKind::new("urho-mdl/no-elements", "A vertex buffer has no elements.")
    .with_engine("The engine logs an error.")
    .with_advice("Export the model again; the buffer has no content.");
/// A vertex buffer has no positions.
pub const NO_POSITIONS: &FindingKind = &FindingKind::new("urho-mdl/no-positions", "A vertex buffer has no positions.")
    .with_engine("The engine draws nothing that can be seen.")
    .with_advice("Export the model again with positions.");
/// Positions are not a vec3 at the start of the vertex.
pub const POSITIONS_UNUSUAL: &FindingKind =
    &FindingKind::new("urho-mdl/positions-unusual", "Positions are not a vec3 at the start of the vertex.")
        .with_engine("The engine skips the buffer for ray casts and other CPU code.")
        .with_advice("Export the model with positions as three floats at the start of each vertex.");
/// Tangents without normals.
pub const TANGENTS_WITHOUT_NORMALS: &FindingKind =
    &FindingKind::new("urho-mdl/tangents-without-normals", "Tangents without normals.")
        .with_engine("Normal maps need both, so that lighting is wrong.")
        .with_advice("Export the model again with normals.");
/// A vertex element repeats a semantic and index.
pub const ELEMENT_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-mdl/element-duplicate", "A vertex element repeats a semantic and index.")
        .with_engine("Shaders read one of the two.")
        .with_advice("Export the model again with one element of each semantic and index.");
/// Unknown vertex element semantic.
pub const SEMANTIC_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-mdl/semantic-unknown", "Unknown vertex element semantic.")
        .with_engine("Shaders of the engine don't read the element.")
        .with_advice("Nothing needs to be done if your own shaders read it. Otherwise export the model again.");
/// Reserved element bits are set.
pub const RESERVED_BITS: &FindingKind = &FindingKind::new("urho-mdl/reserved-bits", "Reserved element bits are set.")
    .with_engine("Readers ignore them.")
    .with_advice("Nothing needs to be done.");
/// A vertex element has an unusual type.
pub const ELEMENT_TYPE_UNUSUAL: &FindingKind =
    &FindingKind::new("urho-mdl/element-type-unusual", "A vertex element has an unusual type.")
        .with_engine("Decals and other CPU code don't support it.")
        .with_advice("Export the model with four floats for weights and four bytes for bone indices.");
/// Vertex values are NaN or infinite.
pub const VERTEX_NOT_FINITE: &FindingKind =
    &FindingKind::new("urho-mdl/vertex-not-finite", "Vertex values are NaN or infinite.")
        .with_engine(
            "Triangles with such positions or weights are not drawn; with other such values they get wrong colors.",
        )
        .with_repair("replace-non-finite");
/// Normals or tangents are not unit length.
pub const VERTEX_NOT_UNIT: &FindingKind =
    &FindingKind::new("urho-mdl/vertex-not-unit", "Normals or tangents are not unit length.")
        .with_engine(
            "Vertices without a normal receive no light, and normal maps have no effect without a tangent sign.",
        )
        .with_advice("Recalculate normals and tangents in the modelling program and export the model again.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    CONVERSION_LOSS,
    REPAIRED,
    NORMALS_INCOMPLETE,
    TANGENTS_INCOMPLETE,
    BOUNDS_UNDEFINED,
    BOUNDS_TOO_SMALL,
    LOD_LEVELS_2011,
    CENTERS_NOT_FINITE,
    CENTERS_MISSING,
    CENTER_CUT_OFF,
    TRAILING_BYTES,
    NAMES_MISSING,
    INDEX_SIZE,
    NO_LOD,
    LOD_DISTANCE_NOT_FINITE,
    LOD_FIRST_DISTANCE,
    LOD_ORDER,
    BUFFER_MISSING,
    PRIMITIVE_UNKNOWN,
    DRAW_RANGE,
    INCOMPLETE_PRIMITIVE,
    INDEX_OUT_OF_BOUNDS,
    DEGENERATE_TRIANGLES,
    WEIGHTS_MISSING,
    WEIGHTS_WITHOUT_BONES,
    WEIGHTS_INVALID,
    BONE_MAPPING_MISSING,
    NOT_CHECKED,
    BLEND_INDEX_OUT_OF_BOUNDS,
    BONE_MAPPING_OUT_OF_BOUNDS,
    TOO_MANY_BONES,
    MANY_BONES,
    MORPH_NAME_DUPLICATE,
    MORPH_WEIGHT_NOT_FINITE,
    MORPH_BUFFER_DUPLICATE,
    MORPH_MASK_BITS,
    MORPH_DELTAS_NOT_FINITE,
    MORPH_BUFFER_MISSING,
    MORPH_ELEMENT_MISSING,
    MORPH_RANGE_EMPTY,
    MORPH_OUT_OF_RANGE,
    BONE_NAME_DUPLICATE,
    BONE_PARENT_MISSING,
    BIND_POSE_NOT_FINITE,
    SKELETON_ROOTS,
    SKELETON_CYCLE,
    BONE_BOUNDS_MISSING,
    BONE_SCALE,
    ROTATION_NOT_UNIT,
    COLLISION_MASK_BITS,
    BONE_BOUNDS_UNDEFINED,
    BONE_BOUNDS_SMALL,
    BONE_SPHERE_ONLY,
    OFFSET_MATRIX,
    MORPH_RANGE_OUT_OF_BOUNDS,
    ELEMENT_MASK_BITS,
    NO_ELEMENTS,
    NO_POSITIONS,
    POSITIONS_UNUSUAL,
    TANGENTS_WITHOUT_NORMALS,
    ELEMENT_DUPLICATE,
    SEMANTIC_UNKNOWN,
    RESERVED_BITS,
    ELEMENT_TYPE_UNUSUAL,
    VERTEX_NOT_FINITE,
    VERTEX_NOT_UNIT,
];
