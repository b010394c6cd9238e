//! Finding kinds of this crate.

pub use asset_scene::kinds::NO_POSITIONS;

binio::kinds! {
    NO_PRIMITIVE: "scene-adapter/no-primitive", "A primitive contains no complete triangle, line or point.",
        engine: "The output lacks this primitive; nothing of it could be drawn.",
        advice: "Nothing needs to be done, unless a surface is missing: then export the source again with its faces.";
    INCOMPLETE_PRIMITIVE: "scene-adapter/incomplete-primitive",
        "The last indices don't form a complete triangle or line.",
        engine: "The output lacks the last one or two indices; all other triangles are complete.",
        advice: "Nothing needs to be done, unless a triangle is missing: then export the source again.";
    NORMALS_FLAT: "scene-adapter/normals-flat", "A mesh without normals is shaded flat.",
        engine: "Every triangle has vertices of its own, as glTF requires.",
        advice: "Export normals, or pass --smooth with an angle, such as 60, for smooth normals and fewer vertices.";
    TANGENTS_NOT_COMPUTED: "scene-adapter/tangents-not-computed", "Tangents can't be computed.",
        engine: "The mesh has no tangents, so its normal map has no effect or lights it wrongly.",
        advice: "Correct the vertices that the message describes in the modelling program and export again.";
    NAME_WITH_NUL: "scene-adapter/name-with-nul", "A name contains a NUL and stays escaped.",
        engine: "Engines end a name at its first NUL, so the output stores the NUL as an escape sequence.",
        advice: "Remove the NUL from the name in the source, because nothing finds the part by its old name.";
    NAME_TAKEN: "scene-adapter/name-taken", "A name is already in use, so a new name is chosen.",
        engine: "The output has the new name. Animations and scripts that use the old name reach the other part.",
        advice: "Rename one of the two in the source if animations or scripts use the name.";
    NEW_FILE: "scene-adapter/new-file", "A new file is created, without the other data of the source file.",
        engine: "The output has everything that a scene shows, and lacks data such as hit boxes, physics and scripts.",
        advice: "If the original has such data, convert again with --into and the original file.";
    ANIMATION_LENGTH: "scene-adapter/animation-length", "An animation is longer or shorter than in the original.",
        engine: "The engine plays the animation with its new length.",
        advice: "Nothing needs to be done if you changed the length. Otherwise check the frame rate and the frame \
            range in the modelling program.";
    ANIMATION_RENAMED: "scene-adapter/animation-renamed", "An animation has a different name than in the original.",
        engine: "The output has the new name only. Scripts and scenes that use the old name don't find the animation.",
        advice: "If you didn't mean to rename it, give it the old name in the modelling program and convert again.";
    ANIMATION_MOVES_NOTHING: "scene-adapter/animation-moves-nothing",
        "An animation moves no node, no bone and no morph target.",
        engine: "The output doesn't contain the animation.",
        advice: "Nothing needs to be done if it was empty. Otherwise animate nodes, bones or morph targets of this \
            model and export again.";
    LODS_LOST: "scene-adapter/lods-lost", "Levels of detail are lost.",
        engine: "The output has fewer levels of detail; the finest one is complete.",
        advice: "Give each level as many meshes and materials as the finest one, or pass --lossy to accept the loss.";
    LOD_DISTANCES: "scene-adapter/lod-distances", "Level-of-detail distances are replaced by default values.",
        engine: "The engine shows these levels from guessed distances on.",
        advice: "If a level changes too early or too late, set lod_distance in the extras of its node in the glTF \
            file.";
    MESH_REPEATED: "scene-adapter/mesh-repeated", "A model is large because it repeats a mesh.",
        engine: "The model file is large, because it contains the vertices once for each node.",
        advice: "Convert to a scene or prefab instead of a model: a scene stores the mesh once.";
    UV_SETS_LOST: "scene-adapter/uv-sets-lost", "Texture coordinate sets are lost.",
        engine: "The output lacks texture coordinates, so textures that use them are shown wrongly.",
        advice: "Bake these textures to the first set in the modelling program, or pass --lossy to accept the loss.";
    MATERIAL_RULE: "scene-adapter/material-rule", "Material content is changed by a conversion rule.",
        engine: "The material looks similar in the output, but not equal.",
        advice: "Compare the result with the source. If the difference matters, edit the material of the output by \
            hand.";
    MODEL_MISSING: "scene-adapter/model-missing", "The scene references a missing model.",
        engine: "The engine logs an error and shows nothing at these nodes.",
        advice: "Copy the model into the target project: pass its folder with --resources, and --copy-resources.";
    MODEL_UNAVAILABLE: "scene-adapter/model-unavailable", "A model is missing or unreadable.",
        engine: "The output contains the node without its mesh.",
        advice: "Pass the folder or package that contains the model with --resources. Repair the model if it's \
            unreadable.";
    NO_MODEL_FOR_EMPTY: "scene-adapter/no-model-for-empty", "A node without content gets no model.",
        engine: "The output contains the node without a model; nothing is visible there.",
        advice: "Nothing needs to be done if the node is empty on purpose. Otherwise give its mesh faces and export \
            again.";
    TOO_MANY_NODES: "scene-adapter/too-many-nodes", "The scene has too many nodes.",
        engine: "The output lacks the content beyond the limit that the message names.",
        advice: "Convert prefabs and models one by one, or split the scene into several files.";
    PART_WRITTEN: "scene-adapter/part-written", "A part of a scene differs from its file, which is written anew.",
        engine: "The edit is visible in every scene that uses this file.",
        advice: "Nothing needs to be done if all of them should change. Otherwise restore the file, and let this \
            scene reference a copy of it.";
    PART_COPIED: "scene-adapter/part-copied",
        "A part of a scene differs from its file, which others still show, and gets a file of its own.",
        engine: "This place uses the new file; all other places keep the old one.",
        advice: "Nothing needs to be done. If all places should change, convert again with --shared.";
    MATERIAL_EDIT_LOST: "scene-adapter/material-edit-lost",
        "An edited property of a material isn't written, because the shader of its file doesn't show it.",
        engine: "The material keeps its old value.",
        advice: "Choose a technique or shader that uses this property and convert again, or pass --lossy to drop the \
            edit.";
    PART_NOT_WRITTEN: "scene-adapter/part-not-written",
        "A part of a scene differs from its file, which can't be written.",
        engine: "The file keeps its old content here.",
        advice: "Make this edit in the engine's editor, or pass --lossy to drop it.";
    EDIT_LOST: "scene-adapter/edit-lost", "An edit isn't in the file that was written.",
        engine: "The file shows the old content here.",
        advice: "Make this edit in the engine's editor. If it is an ordinary one, please report it with both files.";
    ANIMATIONS_KEPT: "scene-adapter/animations-kept", "Animations of the file are not in the scene any more.",
        engine: "The file plays them as before.",
        advice: "If you have removed or renamed them on purpose, remove them in the engine's editor too.";
    PART_NOT_COMPARED: "scene-adapter/part-not-compared",
        "The file of a part of a scene can't be read, so that it stays as it is.",
        engine: "The part stays, or its original is found by the name alone. Edits of the part may be missing in the \
            output.",
        advice: "Pass the project's folder with --resources and convert again. If the file is damaged, repair it \
            first.";
}
