//! Finding kinds of this crate.

binio::kinds! {
    FILE_WARNING: "asset-fbx/file-warning",
        "Parts of the file are damaged or unusual, and were repaired while reading.",
        engine: "The result may differ from what the modelling program shows.",
        advice: "Compare the result with the source. If it's wrong, export the file again.";
    NOT_FINITE: "asset-fbx/not-finite", "Numbers that aren't finite became 0.",
        engine: "Vertices, bones or keys with these numbers are at 0.",
        advice: "Look for broken vertices or constraints in the modelling program and export again.";
    SPACE_CONVERTED: "asset-fbx/space-converted",
        "Units or axes of the file were converted to metres, right-handed, Y up.",
        engine: "The output has the right size and orientation.",
        advice: "Nothing needs to be done. If the size is wrong, set the unit in the modelling program, or pass \
            --scale.";
    PIVOTS_BAKED: "asset-fbx/pivots-baked", "Pivots of nodes became part of their transforms.",
        engine: "Nothing looks different; the nodes rotate around other points if you animate them later.",
        advice: "Nothing needs to be done.";
    GEOMETRY_TRANSFORM: "asset-fbx/geometry-transform", "Nodes that transform shared geometry alone got helper nodes.",
        engine: "Nothing looks different; the output has additional nodes.",
        advice: "Nothing needs to be done. To avoid the nodes, apply the transforms in the modelling program.";
    SCALE_INHERITANCE: "asset-fbx/scale-inheritance",
        "Nodes that don't inherit the scale of their parent were compensated, or got helper nodes.",
        engine: "Nothing looks different; the output may have additional nodes.",
        advice: "Nothing needs to be done. To avoid the nodes, apply the scales in the modelling program.";
    NORMALS_CREATED: "asset-fbx/normals-created", "Meshes without normals got normals from their smoothing.",
        engine: "The mesh is shaded by its smoothing groups or edges.",
        advice: "If the shading is wrong, export the file with normals.";
    FACES_LEFT_OUT: "asset-fbx/faces-left-out", "Faces with fewer than three corners, and holes, are left out.",
        engine: "The output lacks loose points, loose edges and holes.",
        advice: "Nothing needs to be done, unless a surface is missing: then give it faces of three or more corners.";
    SETS_LEFT_OUT: "asset-fbx/sets-left-out", "Sets of texture coordinates or colours beyond the eighth are left out.",
        engine: "Textures and shaders that use these sets are shown wrongly.",
        advice: "Remove sets that nothing uses in the modelling program, or pass --lossy to accept the loss.";
    SKINNING_METHOD: "asset-fbx/skinning-method", "A skin with dual quaternions is blended linearly.",
        engine: "Bent and twisted joints lose volume.",
        advice: "Add corrective bones or morph targets in the modelling program, or accept the look.";
    SKINS_LEFT_OUT: "asset-fbx/skins-left-out",
        "A mesh has several skins, or a skin with too many bones, which are left out.",
        engine: "The mesh follows its first skin, or no bone at all.",
        advice: "Bind the mesh with a single skin in the modelling program, or pass --lossy to accept the loss.";
    SKIN_INSTANCES: "asset-fbx/skin-instances",
        "A skinned mesh is shown by several nodes, whose transforms have no effect.",
        engine: "The mesh is shown in the same place several times.",
        advice: "Make real copies of the mesh with bones of their own in the modelling program.";
    INFLUENCES_LEFT_OUT: "asset-fbx/influences-left-out", "Vertices have more than 16 bones; the heaviest are kept.",
        engine: "The mesh bends slightly differently at these vertices.",
        advice: "Limit the number of bones for each vertex in the modelling program, or pass --lossy to accept the \
            loss.";
    VERTICES_WITHOUT_BONES: "asset-fbx/vertices-without-bones",
        "Vertices of a skin without bones follow the node of their mesh.",
        engine: "These vertices don't follow the skeleton.",
        advice: "Bind the vertices to a bone in the modelling program, if they should move with it.";
    MORPHS_BETWEEN: "asset-fbx/morphs-between",
        "Shapes between the base and a morph target became morph targets of their own.",
        engine: "The morph reaches its shape in several steps, each with a weight of its own.",
        advice: "Nothing needs to be done. Animations of the file already set the new weights.";
    MATERIAL_CONVERTED: "asset-fbx/material-converted", "A material without metalness and roughness was converted.",
        engine: "The material looks similar, but not equal.",
        advice: "Compare the result with the source, and edit the material of the output if the difference matters.";
    MATERIAL_PART_LOST: "asset-fbx/material-part-lost", "Textures or parameters of a material can't be represented.",
        engine: "The material lacks this texture.",
        advice: "Bake it in the modelling program: metalness and roughness into one image, opacity into the alpha of \
            the color, height into a normal map. Or pass --lossy to accept the loss.";
    TEXTURE_FOUND: "asset-fbx/texture-found", "A texture wasn't where the file says, and was found by its name.",
        engine: "The output uses the found texture.",
        advice: "Nothing needs to be done, unless it's another texture: then correct the path in the modelling \
            program.";
    TEXTURE_MISSING: "asset-fbx/texture-missing", "A texture is missing.",
        engine: "The output has the material without this texture.",
        advice: "Copy the texture next to the file, or embed textures when you export.";
    MATERIAL_FILE_MISSING: "asset-fbx/material-file-missing", "The material file of an OBJ is missing.",
        engine: "The output has default materials.",
        advice: "Copy the .mtl file next to the .obj file, under the name that the message shows.";
    LIGHT_CONVERTED: "asset-fbx/light-converted",
        "Lights were converted to point lights, or their brightness has no unit.",
        engine: "The light may be brighter or darker than in the modelling program, or shine to all sides.",
        advice: "Adjust the light in the output or in the engine's editor.";
    CAMERA_CONVERTED: "asset-fbx/camera-converted", "A camera has invalid values, which were replaced.",
        engine: "The camera has default planes or a default field of view.",
        advice: "Correct the camera in the modelling program and export again.";
    LODS_AS_NODES: "asset-fbx/lods-as-nodes", "Levels of detail of groups stay nodes side by side.",
        engine: "The output shows all levels at the same time.",
        advice: "Give each level of the group exactly one mesh in the modelling program.";
    CLIP_NAMED: "asset-fbx/clip-named", "An animation got a shorter name.",
        engine: "The output and its files use the shorter name.",
        advice: "Nothing needs to be done. Use the new name in scripts.";
    CLIP_CUT: "asset-fbx/clip-cut", "An animation was moved to begin at 0, or keys outside of its range were removed.",
        engine: "The animation starts at once and ends where its range ends.",
        advice: "Nothing needs to be done. If a movement is missing, correct the range in the modelling program.";
    CURVES_REDUCED: "asset-fbx/curves-reduced", "Curves were sampled, and keys that aren't needed were removed.",
        engine: "The animation looks the same within the tolerance, and the output is smaller.",
        advice: "Nothing needs to be done. Pass a smaller --curve-tolerance to keep more keys.";
    CLIP_LEFT_OUT: "asset-fbx/clip-left-out", "An animation can't be read, or moves nothing.",
        engine: "The output lacks this animation.",
        advice: "Nothing needs to be done if it was empty. Otherwise bake the animation in the modelling program and \
            export again.";
    PARTS_LEFT_OUT: "asset-fbx/parts-left-out",
        "Parts that scenes don't have are left out: constraints, curves, surfaces, caches.",
        engine: "The output lacks these parts.",
        advice: "Convert curves and surfaces to meshes, and bake constraints and caches, in the modelling program. Or \
            pass --lossy to accept the loss.";
}
