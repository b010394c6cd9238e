//! Finding kinds of this crate.

use binio::FindingKind;

/// Parts of the file are damaged or unusual, and were repaired while reading.
pub const FILE_WARNING: &FindingKind = &FindingKind::new(
    "asset-fbx/file-warning",
    "Parts of the file are damaged or unusual, and were repaired while reading.",
)
.with_engine("The result may differ from what the modelling program shows.")
.with_advice("Compare the result with the source. If it's wrong, export the file again.");
/// Numbers that aren't finite became 0.
pub const NOT_FINITE: &FindingKind = &FindingKind::new("asset-fbx/not-finite", "Numbers that aren't finite became 0.")
    .with_engine("Vertices, bones or keys with these numbers are at 0.")
    .with_advice("Look for broken vertices or constraints in the modelling program and export again.");
/// Units or axes of the file were converted to metres, right-handed, Y up.
pub const SPACE_CONVERTED: &FindingKind = &FindingKind::new(
    "asset-fbx/space-converted",
    "Units or axes of the file were converted to metres, right-handed, Y up.",
)
.with_engine("The output has the right size and orientation.")
.with_advice(
    "Nothing needs to be done. If the size is wrong, set the unit in the modelling program, or pass \
    --scale.",
);
/// Pivots of nodes became part of their transforms.
pub const PIVOTS_BAKED: &FindingKind =
    &FindingKind::new("asset-fbx/pivots-baked", "Pivots of nodes became part of their transforms.")
        .with_engine("Nothing looks different; the nodes rotate around other points if you animate them later.")
        .with_advice("Nothing needs to be done.");
/// Nodes that transform shared geometry alone got helper nodes.
pub const GEOMETRY_TRANSFORM: &FindingKind =
    &FindingKind::new("asset-fbx/geometry-transform", "Nodes that transform shared geometry alone got helper nodes.")
        .with_engine("Nothing looks different; the output has additional nodes.")
        .with_advice("Nothing needs to be done. To avoid the nodes, apply the transforms in the modelling program.");
/// Nodes that don't inherit the scale of their parent were compensated, or got helper nodes.
pub const SCALE_INHERITANCE: &FindingKind = &FindingKind::new(
    "asset-fbx/scale-inheritance",
    "Nodes that don't inherit the scale of their parent were compensated, or got helper nodes.",
)
.with_engine("Nothing looks different; the output may have additional nodes.")
.with_advice("Nothing needs to be done. To avoid the nodes, apply the scales in the modelling program.");
/// Meshes without normals got normals from their smoothing.
pub const NORMALS_CREATED: &FindingKind =
    &FindingKind::new("asset-fbx/normals-created", "Meshes without normals got normals from their smoothing.")
        .with_engine("The mesh is shaded by its smoothing groups or edges.")
        .with_advice("If the shading is wrong, export the file with normals.");
/// Faces with fewer than three corners, and holes, are left out.
pub const FACES_LEFT_OUT: &FindingKind =
    &FindingKind::new("asset-fbx/faces-left-out", "Faces with fewer than three corners, and holes, are left out.")
        .with_engine("The output lacks loose points, loose edges and holes.")
        .with_advice(
            "Nothing needs to be done, unless a surface is missing: then give it faces of three or more corners.",
        );
/// Sets of texture coordinates or colours beyond the eighth are left out.
pub const SETS_LEFT_OUT: &FindingKind = &FindingKind::new(
    "asset-fbx/sets-left-out",
    "Sets of texture coordinates or colours beyond the eighth are left out.",
)
.with_engine("Textures and shaders that use these sets are shown wrongly.")
.with_advice("Remove sets that nothing uses in the modelling program, or pass --lossy to accept the loss.");
/// A skin with dual quaternions is blended linearly.
pub const SKINNING_METHOD: &FindingKind =
    &FindingKind::new("asset-fbx/skinning-method", "A skin with dual quaternions is blended linearly.")
        .with_engine("Bent and twisted joints lose volume.")
        .with_advice("Add corrective bones or morph targets in the modelling program, or accept the look.");
/// A mesh has several skins, or a skin with too many bones, which are left out.
pub const SKINS_LEFT_OUT: &FindingKind = &FindingKind::new(
    "asset-fbx/skins-left-out",
    "A mesh has several skins, or a skin with too many bones, which are left out.",
)
.with_engine("The mesh follows its first skin, or no bone at all.")
.with_advice("Bind the mesh with a single skin in the modelling program, or pass --lossy to accept the loss.");
/// A skinned mesh is shown by several nodes, whose transforms have no effect.
pub const SKIN_INSTANCES: &FindingKind = &FindingKind::new(
    "asset-fbx/skin-instances",
    "A skinned mesh is shown by several nodes, whose transforms have no effect.",
)
.with_engine("The mesh is shown in the same place several times.")
.with_advice("Make real copies of the mesh with bones of their own in the modelling program.");
/// Vertices have more than 16 bones; the heaviest are kept.
pub const INFLUENCES_LEFT_OUT: &FindingKind =
    &FindingKind::new("asset-fbx/influences-left-out", "Vertices have more than 16 bones; the heaviest are kept.")
        .with_engine("The mesh bends slightly differently at these vertices.")
        .with_advice(
            "Limit the number of bones for each vertex in the modelling program, or pass --lossy to accept \
            the loss.",
        );
/// Vertices of a skin without bones follow the node of their mesh.
pub const VERTICES_WITHOUT_BONES: &FindingKind = &FindingKind::new(
    "asset-fbx/vertices-without-bones",
    "Vertices of a skin without bones follow the node of their mesh.",
)
.with_engine("These vertices don't follow the skeleton.")
.with_advice("Bind the vertices to a bone in the modelling program, if they should move with it.");
/// Shapes between the base and a morph target became morph targets of their own.
pub const MORPHS_BETWEEN: &FindingKind = &FindingKind::new(
    "asset-fbx/morphs-between",
    "Shapes between the base and a morph target became morph targets of their own.",
)
.with_engine("The morph reaches its shape in several steps, each with a weight of its own.")
.with_advice("Nothing needs to be done. Animations of the file already set the new weights.");
/// A material without metalness and roughness was converted.
pub const MATERIAL_CONVERTED: &FindingKind =
    &FindingKind::new("asset-fbx/material-converted", "A material without metalness and roughness was converted.")
        .with_engine("The material looks similar, but not equal.")
        .with_advice(
            "Compare the result with the source, and edit the material of the output if the difference matters.",
        );
/// Textures or parameters of a material can't be represented.
pub const MATERIAL_PART_LOST: &FindingKind =
    &FindingKind::new("asset-fbx/material-part-lost", "Textures or parameters of a material can't be represented.")
        .with_engine("The material lacks this texture.")
        .with_advice(
            "Bake it in the modelling program: metalness and roughness into one image, opacity into the alpha \
            of the color, height into a normal map. Or pass --lossy to accept the loss.",
        );
/// A texture wasn't where the file says, and was found by its name.
pub const TEXTURE_FOUND: &FindingKind =
    &FindingKind::new("asset-fbx/texture-found", "A texture wasn't where the file says, and was found by its name.")
        .with_engine("The output uses the found texture.")
        .with_advice(
            "Nothing needs to be done, unless it's another texture: then correct the path in the modelling \
            program.",
        );
/// A texture is missing.
pub const TEXTURE_MISSING: &FindingKind = &FindingKind::new("asset-fbx/texture-missing", "A texture is missing.")
    .with_engine("The output has the material without this texture.")
    .with_advice("Copy the texture next to the file, or embed textures when you export.");
/// The material file of an OBJ is missing.
pub const MATERIAL_FILE_MISSING: &FindingKind =
    &FindingKind::new("asset-fbx/material-file-missing", "The material file of an OBJ is missing.")
        .with_engine("The output has default materials.")
        .with_advice("Copy the .mtl file next to the .obj file, under the name that the message shows.");
/// Lights were converted to point lights, or their brightness has no unit.
pub const LIGHT_CONVERTED: &FindingKind = &FindingKind::new(
    "asset-fbx/light-converted",
    "Lights were converted to point lights, or their brightness has no unit.",
)
.with_engine("The light may be brighter or darker than in the modelling program, or shine to all sides.")
.with_advice("Adjust the light in the output or in the engine's editor.");
/// A camera has invalid values, which were replaced.
pub const CAMERA_CONVERTED: &FindingKind =
    &FindingKind::new("asset-fbx/camera-converted", "A camera has invalid values, which were replaced.")
        .with_engine("The camera has default planes or a default field of view.")
        .with_advice("Correct the camera in the modelling program and export again.");
/// Levels of detail of groups stay nodes side by side.
pub const LODS_AS_NODES: &FindingKind =
    &FindingKind::new("asset-fbx/lods-as-nodes", "Levels of detail of groups stay nodes side by side.")
        .with_engine("The output shows all levels at the same time.")
        .with_advice("Give each level of the group exactly one mesh in the modelling program.");
/// An animation got a shorter name.
pub const CLIP_NAMED: &FindingKind = &FindingKind::new("asset-fbx/clip-named", "An animation got a shorter name.")
    .with_engine("The output and its files use the shorter name.")
    .with_advice("Nothing needs to be done. Use the new name in scripts.");
/// An animation was moved to begin at 0, or keys outside of its range were removed.
pub const CLIP_CUT: &FindingKind = &FindingKind::new(
    "asset-fbx/clip-cut",
    "An animation was moved to begin at 0, or keys outside of its range were removed.",
)
.with_engine("The animation starts at once and ends where its range ends.")
.with_advice("Nothing needs to be done. If a movement is missing, correct the range in the modelling program.");
/// Curves were sampled, and keys that aren't needed were removed.
pub const CURVES_REDUCED: &FindingKind =
    &FindingKind::new("asset-fbx/curves-reduced", "Curves were sampled, and keys that aren't needed were removed.")
        .with_engine("The animation looks the same within the tolerance, and the output is smaller.")
        .with_advice("Nothing needs to be done. Pass a smaller --curve-tolerance to keep more keys.");
/// An animation can't be read, or moves nothing.
pub const CLIP_LEFT_OUT: &FindingKind =
    &FindingKind::new("asset-fbx/clip-left-out", "An animation can't be read, or moves nothing.")
        .with_engine("The output lacks this animation.")
        .with_advice(
            "Nothing needs to be done if it was empty. Otherwise bake the animation in the modelling program \
            and export again.",
        );
/// Parts that scenes don't have are left out: constraints, curves, surfaces, caches.
pub const PARTS_LEFT_OUT: &FindingKind = &FindingKind::new(
    "asset-fbx/parts-left-out",
    "Parts that scenes don't have are left out: constraints, curves, surfaces, caches.",
)
.with_engine("The output lacks these parts.")
.with_advice(
    "Convert curves and surfaces to meshes, and bake constraints and caches, in the modelling \
    program. Or pass --lossy to accept the loss.",
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
