//! Finding kinds of this crate.

/// Kinds that all adapters share.
pub use asset_scene::kinds::{BONES_ADDED, CHANNELS_LOST};
pub use scene_adapter::kinds::{
    ANIMATION_LENGTH, ANIMATION_MOVES_NOTHING, ANIMATION_RENAMED, LOD_DISTANCES, LODS_LOST, MATERIAL_EDIT_LOST,
    MATERIAL_RULE, MODEL_MISSING, MODEL_UNAVAILABLE, NEW_FILE, NO_MODEL_FOR_EMPTY, PART_COPIED, PART_NOT_COMPARED,
    PART_NOT_WRITTEN, PART_WRITTEN, TOO_MANY_NODES,
};
/// Kinds of scenes and prefabs.
pub use urho_scene::kinds::{PREFAB_RECURSION, REFERENCE_MISSING};

binio::kinds! {
    MATRIX_SHEARS: "scene-urho/matrix-shears", "A matrix shears, which the engine can't represent.",
        engine: "A sheared bone becomes two bones, and animations don't move a sheared node.",
        advice: "Apply rotation and scale in the modelling program and export again.";
    DEGENERATE_PRIMITIVE: "scene-urho/degenerate-primitive", "All triangles of a primitive are degenerate.",
        engine: "The output lacks this primitive; nothing of it could be seen.",
        advice: "Nothing needs to be done, unless a surface is missing: then correct its vertices in the modelling \
            program.";
    ATTRIBUTE_LOST: "scene-urho/attribute-lost", "A vertex attribute is lost.",
        engine: "The model lacks this vertex data, so shaders that read it get a constant.",
        advice: "Store the data in vertex colors or texture coordinates, or pass --lossy to accept the loss.";
    COLORS_CLAMPED: "scene-urho/colors-clamped", "Vertex colors are clamped to 0 to 1.",
        engine: "Colors brighter than 1 are darker in the engine than in the source.",
        advice: "If the brightness matters, divide the colors in the source and multiply them in the material.";
    DEFAULT_WEIGHTS_BAKED: "scene-urho/default-weights-baked", "Default morph weights are applied to the vertices.",
        engine: "The model looks as in the source while all morph weights are 0.",
        advice: "Nothing needs to be done. For rbfx, convert to umd3 to store the default weights instead.";
    DEFAULT_WEIGHTS_LOST: "scene-urho/default-weights-lost",
        "Default morph weights have no place in the version of the model.",
        engine: "The morphs begin at 0 in the engine, and the model looks as in the original.",
        advice: "Set the weights in the game, or write UMD3 for rbfx, which stores them.";
    LODS_MOVED: "scene-urho/lods-moved", "Coarser levels of detail move along with the finest.",
        engine: "All levels have the place, rotation and size of the finest.",
        advice: "Move the coarser levels too, if they are to be elsewhere.";
    TOO_MANY_BONES: "scene-urho/too-many-bones", "A triangle needs more bones than a draw call allows.",
        engine: "The engine's shaders have no room for these bones, so the triangle is drawn at a wrong position.",
        advice: "Bind the triangle to fewer bones, or raise --max-bones if your graphics cards have room for more.";
    GEOMETRY_SPLIT: "scene-urho/geometry-split", "A geometry is split to respect the bone limit.",
        engine: "The model looks the same and needs more draw calls.",
        advice: "Nothing needs to be done. To get fewer geometries, raise --max-bones if your graphics cards have \
            room for more.";
    TRACK_DUPLICATE: "scene-urho/track-duplicate", "A later track has the same name.",
        engine: "The output and the engine play only the last track with this name.",
        advice: "Rename or remove the other track and export the animation again.";
    TRACK_MOVES_NOTHING: "scene-urho/track-moves-nothing", "A track has no keys that move anything.",
        engine: "The output lacks this track, and the engine ignores it.",
        advice: "Nothing needs to be done.";
    TRACK_NEW_NODE: "scene-urho/track-new-node", "A track has no matching bone or node.",
        engine: "The track moves a new node in the output, and nothing of the model.",
        advice: "Convert the animation with its own model. If bones were renamed, pass --rename-bones.";
    TRACK_REMOVED: "scene-urho/track-removed", "A track that the scene doesn't have any more is removed.",
        engine: "The animation leaves the bone where it is.",
        advice: "Nothing, if the channels were removed on purpose; otherwise export the bones too.";
    TRACK_LOST: "scene-urho/track-lost", "A track is lost.",
        engine: "The output plays the animation without this track.",
        advice: "Convert to uan2, which stores such tracks, or pass --lossy to accept the loss.";
    TRACK_LINEAR: "scene-urho/track-linear", "A spline of a variant track was edited and has linear keys now.",
        engine: "The node moves as in the edited scene; between two keys it goes straight.",
        advice: "Nothing needs to be done. If few keys matter, edit the values in the XML file itself.";
    BONE_CYCLE: "scene-urho/bone-cycle", "The parents of a bone form a cycle.",
        engine: "The bone is a root in the output; the engine never places it.",
        repair: "fix-bone-parents";
    BONE_PARENT_MISSING: "scene-urho/bone-parent-missing", "The parent of a bone doesn't exist.",
        engine: "The bone is a root in the output; the engine attaches it to the model's node.",
        repair: "fix-bone-parents";
    GEOMETRY_NOT_SHOWN: "scene-urho/geometry-not-shown", "A geometry can't be shown.",
        engine: "The output lacks this geometry.",
        advice: "Repair the model first: engine-assets validate lists its errors. Or pass --lossy to accept the loss.";
    BONES_MISSING: "scene-urho/bones-missing", "Vertices are bound to bones that don't exist.",
        engine: "These vertices follow the first bone in the output; the engine reads memory beyond its bones.",
        repair: "clamp-joints",
        advice: "Add --repair fix-bone-mappings if a bone mapping is wrong.";
    MORPH_VERTICES: "scene-urho/morph-vertices", "A morph changes vertices twice or vertices that don't exist.",
        engine: "The output moves existing vertices by the sum of their changes.",
        repair: "fix-morphs",
        advice: "Nothing needs to be done if the morph looks right; the repair drops changes of missing vertices.";
    GEOMETRY_COUNT: "scene-urho/geometry-count", "The number of geometries differs from the original.",
        engine: "The written model has only the geometries of the scene.",
        advice: "If you didn't remove them on purpose, restore them in the modelling program. Otherwise check the \
            material lists of scenes that use the model.";
    BIND_POSE_DIFFERS: "scene-urho/bind-pose-differs", "The bind pose differs from the original.",
        engine: "Animations that were made for the old bind pose displace the vertices.",
        advice: "Don't apply transforms to the skeleton in the modelling program, or export the animations again, too.";
    LOD_COUNT: "scene-urho/lod-count", "The number of levels of detail differs from the original.",
        engine: "The written model has fewer levels of detail.",
        advice: "If you didn't remove them on purpose, restore their nodes in the modelling program, or pass \
            --simplify to create new ones.";
    LIGHT_ADDED: "scene-urho/light-added", "A scene without lights gets a light.",
        engine: "The scene is lit by a directional light called GlobalLight.",
        advice: "Remove the light in the engine's editor if the game brings lights of its own.";
    EXTRAS_LEFT_OUT: "scene-urho/extras-left-out", "Extras of nodes can't be stored in variables.",
        engine: "Variables are numbers, truth values, texts, and vectors of two to four numbers.",
        advice: "Store the value in such a custom property, without a semicolon in its name.";
    SKY_ADDED: "scene-urho/sky-added", "A new scene gets a texture that its materials reflect.",
        engine: "Physically based materials reflect this texture.",
        advice: "Turn on HDR rendering and gamma correction in the game, and replace the texture if the game has a \
            sky of its own.";
    INSTANCE_NODE_MISSING: "scene-urho/instance-node-missing", "The node of an instance doesn't exist.",
        engine: "Neither the output nor the engine shows this instance.",
        advice: "Remove the id from the group in the engine's editor, or restore the node.";
    SKY_UNAVAILABLE: "scene-urho/sky-unavailable", "The sky of a scene can't be read.",
        engine: "The output lacks the sky or a part of it.",
        advice: "Pass the folder or package that contains the textures of the sky with --resources.";
    EFFECT_UNAVAILABLE: "scene-urho/effect-unavailable", "Particles, billboards or sprites of a scene aren't in the picture.",
        engine: "The engine shows them if it finds the effect or the image.",
        advice: "Pass the folder or package that contains the effect or the image with --resources.";
    LIGHT_TOO_BRIGHT: "scene-urho/light-too-bright", "Lights are too bright for the engine.",
        engine: "Surfaces in this light are white.",
        advice: "In Blender, set Lighting Mode to Unitless on import and export, or lower the lights' brightness.";
    NEGATIVE_LIGHT: "scene-urho/negative-light", "A light subtracts light.",
        engine: "The engine darkens surfaces with this light; the output doesn't show that.",
        advice: "Nothing needs to be done: the component is stored with its node.";
    TERRAIN_UNAVAILABLE: "scene-urho/terrain-unavailable", "A terrain can't be shown.",
        engine: "The output lacks the terrain.",
        advice: "Pass the folder or package that contains the height map with --resources. Repair the image if it's \
            unreadable.";
    COMPONENTS_NOT_SHOWN: "scene-urho/components-not-shown", "Components are kept but not shown.",
        engine: "The components aren't visible in the output. A conversion back restores them.",
        advice: "Nothing needs to be done.";
    ANIMATION_UNAVAILABLE: "scene-urho/animation-unavailable", "An animation is missing or unreadable.",
        engine: "The output lacks this animation.",
        advice: "Pass the folder or package that contains the animation with --resources. Repair it if it's \
            unreadable.";
    PREFAB_TOO_DEEP: "scene-urho/prefab-too-deep", "Prefabs are nested too deeply.",
        engine: "The output lacks the innermost prefabs.",
        advice: "Nest prefabs less deeply, and check that no prefab contains itself.";
    PREFAB_UNAVAILABLE: "scene-urho/prefab-unavailable", "A prefab is missing or unreadable.",
        engine: "The output contains the node without the prefab's content.",
        advice: "Pass the folder or package that contains the prefab with --resources. Repair the prefab if it's \
            unreadable.";
    NOT_STORED: "scene-urho/not-stored", "Source data can't be stored.",
        engine: "A conversion back doesn't restore this data of the node.",
        advice: "Convert back with --into and the original scene, which keeps the data.";
    FILE_UNWRITABLE: "scene-urho/file-unwritable", "A file can't be written.",
        engine: "The output lacks this file, so its material or sky has no texture.",
        advice: "Check that the image in the source is there and readable, then convert again.";
    MORPH_WEIGHTS_LOST: "scene-urho/morph-weights-lost", "Morph weights are lost.",
        engine: "The engine plays the animation without some or all of its morph weights.",
        advice: "Merge the animations or make them shorter, or pass --lossy to accept the loss.";
    MORPH_WEIGHTS_CLAMPED: "scene-urho/morph-weights-clamped", "Morph weights are clamped to 0 to 1.",
        engine: "Weights below 0 look like 0, and weights above 1 look like 1.",
        advice: "Make the morph target larger and its weights smaller in the modelling program, or pass --lossy to \
            accept the loss.";
    MORPH_WEIGHTS_IN_SIDE_FILE: "scene-urho/morph-weights-in-side-file", "Morph weights are stored in a side file.",
        engine: "A scene plays the weights. For a model alone, the engine plays them only if the game loads the side \
            file.",
        advice: "For a model alone, set the side file as the ObjectAnimation of the node that shows it.";
    SIDE_FILE_VALUE: "scene-urho/side-file-value", "A side file value is invalid.",
        engine: "The animation lacks this keyframe.",
        advice: "Correct the keyframe in the side file: a time, and numbers from 0 to 255.";
    MORPH_WEIGHTS_MERGED: "scene-urho/morph-weights-merged", "Morph weights of several nodes are merged.",
        engine: "All nodes that share these morphs move like the first one.",
        advice: "Convert each node as a model of its own, or pass --lossy to accept the loss.";
    NO_MATERIAL_LIST: "scene-urho/no-material-list", "Nothing in the project names the materials of a model.",
        engine: "The output shows the model without materials.",
        advice: "Pass --material with one name for each geometry.";
    MATERIALS_CHOSEN: "scene-urho/materials-chosen", "A model without a material list gets the most likely materials.",
        engine: "The output shows the model with these materials.",
        advice: "If they are wrong, pass --material, or put a material list next to the model.";
    SKELETON_MISMATCH: "scene-urho/skeleton-mismatch", "An animation doesn't fit the skeleton.",
        engine: "The animation deforms the new model.",
        advice: "Convert with --into or --bind-pose-of and the model that the animation was made for, or transfer it \
            with --onto.";
    SIDE_FILE_LOST: "scene-urho/side-file-lost", "Side file data can't be stored.",
        engine: "The output lacks the side file's data, such as triggers and metadata.",
        advice: "Copy the data into a side file by hand, or pass --lossy to accept the loss.";
    SIDE_FILE_UNREADABLE: "scene-urho/side-file-unreadable", "A side file is unreadable.",
        engine: "The side file's data, such as triggers and metadata, is missing in the result.",
        advice: "Correct the side file at the place that the message names, or pass --no-sidecar to ignore it.";
    MATERIAL_LIST_UNAVAILABLE: "scene-urho/material-list-unavailable", "A material list can't be read.",
        engine: "The output shows the model without materials.",
        advice: "Correct the material list, or pass --material with one name for each geometry.";
}
