//! Finding kinds of this crate.

use binio::FindingKind;

/// Parts of the file are damaged or unusual, and were repaired while reading.
pub const FILE_WARNING: &FindingKind = &FindingKind::new(
    "asset-fbx/file-warning",
    "Parts of the file are damaged or unusual, and were repaired while reading.",
);
/// Numbers that aren't finite became 0.
pub const NOT_FINITE: &FindingKind = &FindingKind::new("asset-fbx/not-finite", "Numbers that aren't finite became 0.");
/// Units or axes of the file were converted to metres, right-handed, Y up.
pub const SPACE_CONVERTED: &FindingKind = &FindingKind::new(
    "asset-fbx/space-converted",
    "Units or axes of the file were converted to metres, right-handed, Y up.",
);
/// Pivots of nodes became part of their transforms.
pub const PIVOTS_BAKED: &FindingKind =
    &FindingKind::new("asset-fbx/pivots-baked", "Pivots of nodes became part of their transforms.");
/// Nodes that transform shared geometry alone got helper nodes.
pub const GEOMETRY_TRANSFORM: &FindingKind =
    &FindingKind::new("asset-fbx/geometry-transform", "Nodes that transform shared geometry alone got helper nodes.");
/// Nodes that don't inherit the scale of their parent were compensated, or got helper nodes.
pub const SCALE_INHERITANCE: &FindingKind = &FindingKind::new(
    "asset-fbx/scale-inheritance",
    "Nodes that don't inherit the scale of their parent were compensated, or got helper nodes.",
);
/// Meshes without normals got normals from their smoothing.
pub const NORMALS_CREATED: &FindingKind =
    &FindingKind::new("asset-fbx/normals-created", "Meshes without normals got normals from their smoothing.");
/// Faces with fewer than three corners, and holes, are left out.
pub const FACES_LEFT_OUT: &FindingKind =
    &FindingKind::new("asset-fbx/faces-left-out", "Faces with fewer than three corners, and holes, are left out.");
/// Sets of texture coordinates or colours beyond the eighth are left out.
pub const SETS_LEFT_OUT: &FindingKind = &FindingKind::new(
    "asset-fbx/sets-left-out",
    "Sets of texture coordinates or colours beyond the eighth are left out.",
);
/// A skin with dual quaternions is blended linearly.
pub const SKINNING_METHOD: &FindingKind =
    &FindingKind::new("asset-fbx/skinning-method", "A skin with dual quaternions is blended linearly.");
/// A mesh has several skins, or a skin with too many bones, which are left out.
pub const SKINS_LEFT_OUT: &FindingKind = &FindingKind::new(
    "asset-fbx/skins-left-out",
    "A mesh has several skins, or a skin with too many bones, which are left out.",
);
/// A skinned mesh is shown by several nodes, whose transforms have no effect.
pub const SKIN_INSTANCES: &FindingKind = &FindingKind::new(
    "asset-fbx/skin-instances",
    "A skinned mesh is shown by several nodes, whose transforms have no effect.",
);
/// Vertices have more than 16 bones; the heaviest are kept.
pub const INFLUENCES_LEFT_OUT: &FindingKind =
    &FindingKind::new("asset-fbx/influences-left-out", "Vertices have more than 16 bones; the heaviest are kept.");
/// Vertices of a skin without bones follow the node of their mesh.
pub const VERTICES_WITHOUT_BONES: &FindingKind = &FindingKind::new(
    "asset-fbx/vertices-without-bones",
    "Vertices of a skin without bones follow the node of their mesh.",
);
/// Shapes between the base and a morph target became morph targets of their own.
pub const MORPHS_BETWEEN: &FindingKind = &FindingKind::new(
    "asset-fbx/morphs-between",
    "Shapes between the base and a morph target became morph targets of their own.",
);
/// A material without metalness and roughness was converted.
pub const MATERIAL_CONVERTED: &FindingKind =
    &FindingKind::new("asset-fbx/material-converted", "A material without metalness and roughness was converted.");
/// Textures or parameters of a material can't be represented.
pub const MATERIAL_PART_LOST: &FindingKind =
    &FindingKind::new("asset-fbx/material-part-lost", "Textures or parameters of a material can't be represented.");
/// A texture wasn't where the file says, and was found by its name.
pub const TEXTURE_FOUND: &FindingKind =
    &FindingKind::new("asset-fbx/texture-found", "A texture wasn't where the file says, and was found by its name.");
/// A texture is missing.
pub const TEXTURE_MISSING: &FindingKind = &FindingKind::new("asset-fbx/texture-missing", "A texture is missing.");
/// The material file of an OBJ is missing.
pub const MATERIAL_FILE_MISSING: &FindingKind =
    &FindingKind::new("asset-fbx/material-file-missing", "The material file of an OBJ is missing.");
/// Lights were converted to point lights, or their brightness has no unit.
pub const LIGHT_CONVERTED: &FindingKind = &FindingKind::new(
    "asset-fbx/light-converted",
    "Lights were converted to point lights, or their brightness has no unit.",
);
/// A camera has invalid values, which were replaced.
pub const CAMERA_CONVERTED: &FindingKind =
    &FindingKind::new("asset-fbx/camera-converted", "A camera has invalid values, which were replaced.");
/// Levels of detail of groups stay nodes side by side.
pub const LODS_AS_NODES: &FindingKind =
    &FindingKind::new("asset-fbx/lods-as-nodes", "Levels of detail of groups stay nodes side by side.");
/// An animation got a shorter name.
pub const CLIP_NAMED: &FindingKind = &FindingKind::new("asset-fbx/clip-named", "An animation got a shorter name.");
/// An animation was moved to begin at 0, or keys outside of its range were removed.
pub const CLIP_CUT: &FindingKind = &FindingKind::new(
    "asset-fbx/clip-cut",
    "An animation was moved to begin at 0, or keys outside of its range were removed.",
);
/// Curves were sampled, and keys that aren't needed were removed.
pub const CURVES_REDUCED: &FindingKind =
    &FindingKind::new("asset-fbx/curves-reduced", "Curves were sampled, and keys that aren't needed were removed.");
/// An animation can't be read, or moves nothing.
pub const CLIP_LEFT_OUT: &FindingKind =
    &FindingKind::new("asset-fbx/clip-left-out", "An animation can't be read, or moves nothing.");
/// Parts that scenes don't have are left out: constraints, curves, surfaces, caches.
pub const PARTS_LEFT_OUT: &FindingKind = &FindingKind::new(
    "asset-fbx/parts-left-out",
    "Parts that scenes don't have are left out: constraints, curves, surfaces, caches.",
);

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    FILE_WARNING,
    NOT_FINITE,
    SPACE_CONVERTED,
    PIVOTS_BAKED,
    GEOMETRY_TRANSFORM,
    SCALE_INHERITANCE,
    NORMALS_CREATED,
    FACES_LEFT_OUT,
    SETS_LEFT_OUT,
    SKINNING_METHOD,
    SKINS_LEFT_OUT,
    SKIN_INSTANCES,
    INFLUENCES_LEFT_OUT,
    VERTICES_WITHOUT_BONES,
    MORPHS_BETWEEN,
    MATERIAL_CONVERTED,
    MATERIAL_PART_LOST,
    TEXTURE_FOUND,
    TEXTURE_MISSING,
    MATERIAL_FILE_MISSING,
    LIGHT_CONVERTED,
    CAMERA_CONVERTED,
    LODS_AS_NODES,
    CLIP_NAMED,
    CLIP_CUT,
    CURVES_REDUCED,
    CLIP_LEFT_OUT,
    PARTS_LEFT_OUT,
];
