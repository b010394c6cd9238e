//! Finding kinds of this crate.

binio::kinds! {
    CONVERSION_LOSS: "urho-mdl/conversion-loss", "Content can't be stored in the target version.",
        engine: "The engine shows the model without this content.",
        advice: "Convert to a later version, such as --to umd3, or pass --lossy to accept the loss.";
    REPAIRED: "urho-mdl/repaired", "A repair changed the model.",
        engine: "The engine reads the repaired values.",
        advice: "Check the written model with engine-assets validate before it replaces the original.";
    NORMALS_INCOMPLETE: "urho-mdl/normals-incomplete", "Normals can't be computed for all vertices.",
        engine: "Vertices without triangles keep their normals; they are never drawn.",
        advice: "Nothing needs to be done, unless a triangle list is missing: then export the model again.";
    TANGENTS_INCOMPLETE: "urho-mdl/tangents-incomplete", "Tangents can't be computed for all vertices.",
        engine: "Normal maps have no effect at vertices without tangents.",
        advice: "Add texture coordinates to the mesh and export it again.";
    BOUNDS_UNDEFINED: "urho-mdl/bounds-undefined", "The bounding box is undefined.",
        engine: "The engine never finds the model in view.",
        repair: "recompute-bounds";
    BOUNDS_TOO_SMALL: "urho-mdl/bounds-too-small", "The bounding box doesn't contain all vertices.",
        engine: "The engine may cull a visible model.",
        repair: "recompute-bounds";
    LOD_LEVELS_2011: "urho-mdl/lod-levels-2011", "The tail contains LOD levels of 2011.",
        engine: "Later readers interpret them as the first center.",
        advice: "Convert the model to a version after 2011.";
    CENTERS_NOT_FINITE: "urho-mdl/centers-not-finite", "Geometry centers are not finite.",
        engine: "Sorting by distance fails.",
        repair: "recompute-centers";
    CENTERS_MISSING: "urho-mdl/centers-missing", "Geometry centers are missing.",
        engine: "The engine uses zeros.",
        repair: "recompute-centers";
    CENTER_CUT_OFF: "urho-mdl/center-cut-off", "The file ends inside a center.",
        engine: "The engine uses uninitialized memory.",
        repair: "recompute-centers";
    TRAILING_BYTES: "urho-mdl/trailing-bytes", "Bytes after the end.",
        engine: "The engine ignores them.",
        advice: "Get the file again if it was damaged in transit. Otherwise nothing needs to be done.";
    NAMES_MISSING: "urho-mdl/names-missing", "Geometry names are missing.",
        engine: "The engines don't read geometry names.",
        advice: "Nothing needs to be done.";
    INDEX_SIZE: "urho-mdl/index-size", "The index size is neither 2 nor 4 bytes.",
        engine: "The engine writes beyond its buffer or draws uninitialized memory.",
        repair: "fix-index-sizes";
    NO_LOD: "urho-mdl/no-lod", "A geometry has no level of detail.",
        engine: "The engine draws nothing.",
        advice: "Export the model again with triangles for this geometry, or remove the geometry.";
    LOD_DISTANCE_NOT_FINITE: "urho-mdl/lod-distance-not-finite", "A LOD distance is not finite.",
        engine: "The engine never selects this level of detail.",
        repair: "sort-lods";
    LOD_FIRST_DISTANCE: "urho-mdl/lod-first-distance", "The first LOD distance isn't 0.",
        engine: "The engine uses this level from 0 on.",
        repair: "sort-lods";
    LOD_ORDER: "urho-mdl/lod-order", "LOD distances are not ascending.",
        engine: "Later levels may never be shown.",
        repair: "sort-lods";
    BUFFER_MISSING: "urho-mdl/buffer-missing", "A level of detail references a missing buffer.",
        engine: "The engine reads outside its array of buffers.",
        repair: "drop-broken-lods";
    PRIMITIVE_UNKNOWN: "urho-mdl/primitive-unknown", "Unknown primitive type.",
        engine: "The engine doesn't check it.",
        advice: "Export the model again as a triangle list.";
    DRAW_RANGE: "urho-mdl/draw-range", "A draw range is beyond its index buffer.",
        engine: "The engine logs an error and draws nothing.",
        repair: "fix-draw-ranges";
    INCOMPLETE_PRIMITIVE: "urho-mdl/incomplete-primitive", "The last indices don't form a complete primitive.",
        engine: "The graphics card ignores the last indices.",
        advice: "Nothing needs to be done, unless a triangle is missing: then export the model again.";
    INDEX_OUT_OF_BOUNDS: "urho-mdl/index-out-of-bounds", "An index is beyond the vertices.",
        engine: "The engine reads outside the buffer.",
        repair: "drop-bad-triangles";
    DEGENERATE_TRIANGLES: "urho-mdl/degenerate-triangles", "Triangles have fewer than three distinct points.",
        engine: "They are never visible.",
        advice: "Nothing needs to be done. Merge vertices by distance in the modelling program to save the triangles.";
    WEIGHTS_MISSING: "urho-mdl/weights-missing", "A model with bones has a geometry without blend weights.",
        engine: "The geometry is drawn skinned.",
        advice: "Bind all vertices of the geometry to a bone and export the model again.";
    WEIGHTS_WITHOUT_BONES: "urho-mdl/weights-without-bones", "Blend weights without bones.",
        engine: "The engine ignores them.",
        advice: "Export the model with its skeleton, or without weights.";
    WEIGHTS_INVALID: "urho-mdl/weights-invalid", "Blend weights are negative or don't sum to 1.",
        engine: "Shaders don't correct them.",
        repair: "normalise-weights";
    BONE_MAPPING_MISSING: "urho-mdl/bone-mapping-missing", "A geometry has no bone mapping although others have one.",
        engine: "The geometry uses the skeleton's bones.",
        advice: "Export the model again, so that all geometries have bone mappings.";
    NOT_CHECKED: "urho-mdl/not-checked", "Part of the model was not checked because levels of detail repeat too often.",
        engine: "The message says which part may have further problems.",
        advice: "Export the model with fewer levels of detail on the same buffers.";
    BLEND_INDEX_OUT_OF_BOUNDS: "urho-mdl/blend-index-out-of-bounds", "Blend indices are beyond the bones.",
        engine: "Shaders read invalid memory.",
        repair: "clamp-joints";
    BONE_MAPPING_OUT_OF_BOUNDS: "urho-mdl/bone-mapping-out-of-bounds", "A bone mapping is beyond the skeleton.",
        engine: "The engine doesn't check it.",
        repair: "fix-bone-mappings";
    TOO_MANY_BONES: "urho-mdl/too-many-bones", "A draw call has more bones than shaders support.",
        engine: "Shaders read beyond their array of bones, and vertices are torn away.",
        advice: "Split the geometry, for example by converting the model through glTF, or bind it to fewer bones.";
    MANY_BONES: "urho-mdl/many-bones", "A draw call has more bones than all platforms support.",
        engine: "Desktop graphics cards draw it; mobile ones may not.",
        advice: "If the game runs on mobile devices, bind the geometry to fewer bones.";
    MORPH_NAME_DUPLICATE: "urho-mdl/morph-name-duplicate", "Two morphs have the same name.",
        engine: "The engine finds the first of the two by name.",
        advice: "Rename one of the two morphs and export the model again.";
    MORPH_WEIGHT_NOT_FINITE: "urho-mdl/morph-weight-not-finite", "A default morph weight is not finite.",
        engine: "All vertices of the morph become invalid and aren't drawn.",
        repair: "replace-non-finite";
    MORPH_BUFFER_DUPLICATE: "urho-mdl/morph-buffer-duplicate", "A morph changes the same vertex buffer twice.",
        engine: "The engine keeps the later.",
        advice: "Export the model again, so that each morph changes a buffer once.";
    MORPH_MASK_BITS: "urho-mdl/morph-mask-bits", "A morph mask has unused bits.",
        engine: "The engine ignores these bits.",
        advice: "Nothing needs to be done.";
    MORPH_DELTAS_NOT_FINITE: "urho-mdl/morph-deltas-not-finite", "Morph deltas are not finite.",
        engine: "Vertices with these deltas aren't drawn once the morph is active.",
        repair: "replace-non-finite";
    MORPH_BUFFER_MISSING: "urho-mdl/morph-buffer-missing", "A morph references a missing vertex buffer.",
        engine: "The engine never applies it.",
        repair: "fix-morphs";
    MORPH_ELEMENT_MISSING: "urho-mdl/morph-element-missing", "A morph changes an element that the vertices don't have.",
        engine: "The engine reads misaligned deltas.",
        repair: "fix-morphs";
    MORPH_RANGE_EMPTY: "urho-mdl/morph-range-empty", "The morph range of a vertex buffer is empty.",
        engine: "The engine ignores the morph.",
        repair: "fix-morphs";
    MORPH_OUT_OF_RANGE: "urho-mdl/morph-out-of-range", "Morph deltas are outside the morph range.",
        engine: "The engine writes outside the range.",
        repair: "fix-morphs";
    BONE_NAME_DUPLICATE: "urho-mdl/bone-name-duplicate", "Two bones have the same name.",
        engine: "Animations reach the first only.",
        advice: "Rename one of the two bones and export the model and its animations again.";
    BONE_PARENT_MISSING: "urho-mdl/bone-parent-missing", "A bone's parent doesn't exist.",
        engine: "The engine attaches the bone to the model's node.",
        repair: "fix-bone-parents";
    BIND_POSE_NOT_FINITE: "urho-mdl/bind-pose-not-finite", "A bind pose is not finite.",
        engine: "The bone and its children disappear until an animation moves them.",
        repair: "replace-non-finite";
    SKELETON_ROOTS: "urho-mdl/skeleton-roots", "The skeleton has several roots.",
        engine: "The engine animates the children of the last root only.",
        advice: "Parent all bones to one root bone and export the model again.";
    SKELETON_CYCLE: "urho-mdl/skeleton-cycle", "Bones are their own ancestors.",
        engine: "The engine never places them.",
        repair: "fix-bone-parents";
    BONE_BOUNDS_MISSING: "urho-mdl/bone-bounds-missing", "No bone has a sphere or box.",
        engine: "The engine loses the model's bounds when it moves.",
        advice: "Export the model again with bone bounding boxes, or set the bounding box by code.";
    BONE_SCALE: "urho-mdl/bone-scale", "A bone's scale is 0 or negative.",
        engine: "Vertices of the bone shrink to a point or are mirrored.",
        advice: "Apply the scale in the modelling program and export the model again.";
    ROTATION_NOT_UNIT: "urho-mdl/rotation-not-unit", "A bone rotation is not a unit quaternion.",
        engine: "The engine scales the bone by it.",
        advice: "Export the model again with normalized rotations.";
    COLLISION_MASK_BITS: "urho-mdl/collision-mask-bits", "A bone collision mask has undefined bits.",
        engine: "The engine ignores these bits.",
        advice: "Nothing needs to be done.";
    BONE_BOUNDS_UNDEFINED: "urho-mdl/bone-bounds-undefined", "A bone's sphere or box is undefined.",
        engine: "Ray casts and the model's bounds ignore the bone.",
        advice: "Export the model again with bone bounding boxes.";
    BONE_BOUNDS_SMALL: "urho-mdl/bone-bounds-small", "A bone's sphere or box is nearly empty.",
        engine: "The engine drops it.",
        advice: "Nothing needs to be done if few vertices are bound to the bone. Otherwise export the model again.";
    BONE_SPHERE_ONLY: "urho-mdl/bone-sphere-only", "A bone has a sphere without a box.",
        engine: "The engine bounds the model with half its radius.",
        advice: "Export the model again with a box for each bone.";
    OFFSET_MATRIX: "urho-mdl/offset-matrix", "Offset matrices are not the inverse of the bind pose.",
        engine: "In the bind pose, the mesh isn't as it was modelled. Animations set all bones and hide it.",
        advice: "Nothing needs to be done if the animations look right. Otherwise export model and animations from \
            the same rest pose.";
    MORPH_RANGE_OUT_OF_BOUNDS: "urho-mdl/morph-range-out-of-bounds", "A morph range is beyond the vertices.",
        engine: "The engine writes outside the buffer.",
        repair: "fix-morphs";
    ELEMENT_MASK_BITS: "urho-mdl/element-mask-bits", "An element mask has undefined bits.",
        engine: "They occupy no bytes.",
        advice: "Nothing needs to be done.";
    NO_ELEMENTS: "urho-mdl/no-elements", "A vertex buffer has no elements.",
        engine: "The engine logs an error.",
        advice: "Export the model again; the buffer has no content.";
    NO_POSITIONS: "urho-mdl/no-positions", "A vertex buffer has no positions.",
        engine: "The engine draws nothing that can be seen.",
        advice: "Export the model again with positions.";
    POSITIONS_UNUSUAL: "urho-mdl/positions-unusual", "Positions are not a vec3 at the start of the vertex.",
        engine: "The engine skips the buffer for ray casts and other CPU code.",
        advice: "Export the model with positions as three floats at the start of each vertex.";
    TANGENTS_WITHOUT_NORMALS: "urho-mdl/tangents-without-normals", "Tangents without normals.",
        engine: "Normal maps need both, so that lighting is wrong.",
        advice: "Export the model again with normals.";
    ELEMENT_DUPLICATE: "urho-mdl/element-duplicate", "A vertex element repeats a semantic and index.",
        engine: "Shaders read one of the two.",
        advice: "Export the model again with one element of each semantic and index.";
    SEMANTIC_UNKNOWN: "urho-mdl/semantic-unknown", "Unknown vertex element semantic.",
        engine: "Shaders of the engine don't read the element.",
        advice: "Nothing needs to be done if your own shaders read it. Otherwise export the model again.";
    RESERVED_BITS: "urho-mdl/reserved-bits", "Reserved element bits are set.",
        engine: "Readers ignore them.",
        advice: "Nothing needs to be done.";
    ELEMENT_TYPE_UNUSUAL: "urho-mdl/element-type-unusual", "A vertex element has an unusual type.",
        engine: "Decals and other CPU code don't support it.",
        advice: "Export the model with four floats for weights and four bytes for bone indices.";
    VERTEX_NOT_FINITE: "urho-mdl/vertex-not-finite", "Vertex values are NaN or infinite.",
        engine: "Triangles with such positions or weights are not drawn; with other such values they get wrong colors.",
        repair: "replace-non-finite";
    VERTEX_NOT_UNIT: "urho-mdl/vertex-not-unit", "Normals or tangents are not unit length.",
        engine: "Vertices without a normal receive no light, and normal maps have no effect without a tangent sign.",
        advice: "Recalculate normals and tangents in the modelling program and export the model again.";
}
