//! Finding kinds of this crate.

use binio::FindingKind;

/// Kinds that all adapters share.
pub use asset_scene::kinds::{BONES_ADDED, CHANNELS_LOST};
pub use scene_adapter::kinds::{
    ANIMATION_LENGTH, ANIMATION_MOVES_NOTHING, ANIMATION_RENAMED, LOD_DISTANCES, LODS_LOST, MATERIAL_EDIT_LOST,
    MATERIAL_RULE, MODEL_MISSING, MODEL_UNAVAILABLE, NEW_FILE, NO_MODEL_FOR_EMPTY, PART_COPIED, PART_NOT_COMPARED,
    PART_NOT_WRITTEN, PART_WRITTEN, TOO_MANY_NODES,
};
/// Kinds of scenes and prefabs.
pub use urho_scene::kinds::PREFAB_RECURSION;

/// A matrix shears, which the engine can't represent.
pub const MATRIX_SHEARS: &FindingKind =
    &FindingKind::new("scene-urho/matrix-shears", "A matrix shears, which the engine can't represent.")
        .with_engine("A sheared bone becomes two bones, and animations don't move a sheared node.")
        .with_advice("Apply rotation and scale in the modelling program and export again.");
/// All triangles of a primitive are degenerate.
pub const DEGENERATE_PRIMITIVE: &FindingKind =
    &FindingKind::new("scene-urho/degenerate-primitive", "All triangles of a primitive are degenerate.")
        .with_engine("The output lacks this primitive; nothing of it could be seen.")
        .with_advice(
            "Nothing needs to be done, unless a surface is missing: then correct its vertices in the \
            modelling program.",
        );
/// A vertex attribute is lost.
pub const ATTRIBUTE_LOST: &FindingKind = &FindingKind::new("scene-urho/attribute-lost", "A vertex attribute is lost.")
    .with_engine("The model lacks this vertex data, so shaders that read it get a constant.")
    .with_advice("Store the data in vertex colors or texture coordinates, or pass --lossy to accept the loss.");
/// Vertex colors are clamped to 0 to 1.
pub const COLORS_CLAMPED: &FindingKind =
    &FindingKind::new("scene-urho/colors-clamped", "Vertex colors are clamped to 0 to 1.")
        .with_engine("Colors brighter than 1 are darker in the engine than in the source.")
        .with_advice("If the brightness matters, divide the colors in the source and multiply them in the material.");
/// Default morph weights are applied to the vertices.
pub const DEFAULT_WEIGHTS_BAKED: &FindingKind =
    &FindingKind::new("scene-urho/default-weights-baked", "Default morph weights are applied to the vertices.")
        .with_engine("The model looks as in the source while all morph weights are 0.")
        .with_advice("Nothing needs to be done. For rbfx, convert to umd3 to store the default weights instead.");
/// Default morph weights have no place in the version of the model.
pub const DEFAULT_WEIGHTS_LOST: &FindingKind = &FindingKind::new(
    "scene-urho/default-weights-lost",
    "Default morph weights have no place in the version of the model.",
)
.with_engine("The morphs begin at 0 in the engine, and the model looks as in the original.")
.with_advice("Set the weights in the game, or write UMD3 for rbfx, which stores them.");
/// Coarser levels of detail move along with the finest.
pub const LODS_MOVED: &FindingKind =
    &FindingKind::new("scene-urho/lods-moved", "Coarser levels of detail move along with the finest.")
        .with_engine("All levels have the place, rotation and size of the finest.")
        .with_advice("Move the coarser levels too, if they are to be elsewhere.");
/// A triangle needs more bones than a draw call allows.
pub const TOO_MANY_BONES: &FindingKind =
    &FindingKind::new("scene-urho/too-many-bones", "A triangle needs more bones than a draw call allows.")
        .with_engine("The engine's shaders have no room for these bones, so the triangle is drawn at a wrong position.")
        .with_advice(
            "Bind the triangle to fewer bones, or raise --max-bones if your graphics cards have room for more.",
        );
/// A geometry is split to respect the bone limit.
pub const GEOMETRY_SPLIT: &FindingKind =
    &FindingKind::new("scene-urho/geometry-split", "A geometry is split to respect the bone limit.")
        .with_engine("The model looks the same and needs more draw calls.")
        .with_advice(
            "Nothing needs to be done. To get fewer geometries, raise --max-bones if your graphics cards have \
            room for more.",
        );
/// A later track has the same name.
pub const TRACK_DUPLICATE: &FindingKind =
    &FindingKind::new("scene-urho/track-duplicate", "A later track has the same name.")
        .with_engine("The output and the engine play only the last track with this name.")
        .with_advice("Rename or remove the other track and export the animation again.");
/// A track has no keys that move anything.
pub const TRACK_MOVES_NOTHING: &FindingKind =
    &FindingKind::new("scene-urho/track-moves-nothing", "A track has no keys that move anything.")
        .with_engine("The output lacks this track, and the engine ignores it.")
        .with_advice("Nothing needs to be done.");
/// A track has no matching bone or node.
pub const TRACK_NEW_NODE: &FindingKind =
    &FindingKind::new("scene-urho/track-new-node", "A track has no matching bone or node.")
        .with_engine("The track moves a new node in the output, and nothing of the model.")
        .with_advice("Convert the animation with its own model. If bones were renamed, pass --rename-bones.");
/// A track that the scene doesn't have any more is removed.
pub const TRACK_REMOVED: &FindingKind =
    &FindingKind::new("scene-urho/track-removed", "A track that the scene doesn't have any more is removed.")
        .with_engine("The animation leaves the bone where it is.")
        .with_advice("Nothing, if the channels were removed on purpose; otherwise export the bones too.");
/// A track is lost.
pub const TRACK_LOST: &FindingKind = &FindingKind::new("scene-urho/track-lost", "A track is lost.")
    .with_engine("The output plays the animation without this track.")
    .with_advice("Convert to uan2, which stores such tracks, or pass --lossy to accept the loss.");
/// A spline of a variant track was edited and has linear keys now.
pub const TRACK_LINEAR: &FindingKind =
    &FindingKind::new("scene-urho/track-linear", "A spline of a variant track was edited and has linear keys now.")
        .with_engine("The node moves as in the edited scene; between two keys it goes straight.")
        .with_advice("Nothing needs to be done. If few keys matter, edit the values in the XML file itself.");
/// The parents of a bone form a cycle.
pub const BONE_CYCLE: &FindingKind = &FindingKind::new("scene-urho/bone-cycle", "The parents of a bone form a cycle.")
    .with_engine("The bone is a root in the output; the engine never places it.")
    .with_repair("fix-bone-parents");
/// The parent of a bone doesn't exist.
pub const BONE_PARENT_MISSING: &FindingKind =
    &FindingKind::new("scene-urho/bone-parent-missing", "The parent of a bone doesn't exist.")
        .with_engine("The bone is a root in the output; the engine attaches it to the model's node.")
        .with_repair("fix-bone-parents");
/// A geometry can't be shown.
pub const GEOMETRY_NOT_SHOWN: &FindingKind =
    &FindingKind::new("scene-urho/geometry-not-shown", "A geometry can't be shown.")
        .with_engine("The output lacks this geometry.")
        .with_advice(
            "Repair the model first: engine-assets validate lists its errors. Or pass --lossy to accept the loss.",
        );
/// Vertices are bound to bones that don't exist.
pub const BONES_MISSING: &FindingKind =
    &FindingKind::new("scene-urho/bones-missing", "Vertices are bound to bones that don't exist.")
        .with_engine("These vertices follow the first bone in the output; the engine reads memory beyond its bones.")
        .with_repair("clamp-joints")
        .with_advice("Add --repair fix-bone-mappings if a bone mapping is wrong.");
/// A morph changes vertices twice or vertices that don't exist.
pub const MORPH_VERTICES: &FindingKind =
    &FindingKind::new("scene-urho/morph-vertices", "A morph changes vertices twice or vertices that don't exist.")
        .with_engine("The output moves existing vertices by the sum of their changes.")
        .with_repair("fix-morphs")
        .with_advice(
            "Nothing needs to be done if the morph looks right; the repair drops changes of missing vertices.",
        );
/// The number of geometries differs from the original.
pub const GEOMETRY_COUNT: &FindingKind =
    &FindingKind::new("scene-urho/geometry-count", "The number of geometries differs from the original.")
        .with_engine("The written model has only the geometries of the scene.")
        .with_advice(
            "If you didn't remove them on purpose, restore them in the modelling program. Otherwise check the \
            material lists of scenes that use the model.",
        );
/// The bind pose differs from the original.
pub const BIND_POSE_DIFFERS: &FindingKind =
    &FindingKind::new("scene-urho/bind-pose-differs", "The bind pose differs from the original.")
        .with_engine("Animations that were made for the old bind pose displace the vertices.")
        .with_advice(
            "Don't apply transforms to the skeleton in the modelling program, or export the animations again, \
            too.",
        );
/// The number of levels of detail differs from the original.
pub const LOD_COUNT: &FindingKind =
    &FindingKind::new("scene-urho/lod-count", "The number of levels of detail differs from the original.")
        .with_engine("The written model has fewer levels of detail.")
        .with_advice(
            "If you didn't remove them on purpose, restore their nodes in the modelling program, or pass \
            --simplify to create new ones.",
        );
/// A scene without lights gets a light.
pub const LIGHT_ADDED: &FindingKind =
    &FindingKind::new("scene-urho/light-added", "A scene without lights gets a light.")
        .with_engine("The scene is lit by a directional light called GlobalLight.")
        .with_advice("Remove the light in the engine's editor if the game brings lights of its own.");
/// Extras of nodes can't be stored in variables.
pub const EXTRAS_LEFT_OUT: &FindingKind =
    &FindingKind::new("scene-urho/extras-left-out", "Extras of nodes can't be stored in variables.")
        .with_engine("Variables are numbers, truth values, texts, and vectors of two to four numbers.")
        .with_advice("Store the value in such a custom property, without a semicolon in its name.");
/// A new scene gets a texture that its materials reflect.
pub const SKY_ADDED: &FindingKind =
    &FindingKind::new("scene-urho/sky-added", "A new scene gets a texture that its materials reflect.")
        .with_engine("Physically based materials reflect this texture.")
        .with_advice(
            "Turn on HDR rendering and gamma correction in the game, and replace the texture if the game has \
            a sky of its own.",
        );
/// The node of an instance doesn't exist.
pub const INSTANCE_NODE_MISSING: &FindingKind =
    &FindingKind::new("scene-urho/instance-node-missing", "The node of an instance doesn't exist.")
        .with_engine("Neither the output nor the engine shows this instance.")
        .with_advice("Remove the id from the group in the engine's editor, or restore the node.");
/// The sky of a scene can't be read.
pub const SKY_UNAVAILABLE: &FindingKind =
    &FindingKind::new("scene-urho/sky-unavailable", "The sky of a scene can't be read.")
        .with_engine("The output lacks the sky or a part of it.")
        .with_advice("Pass the folder or package that contains the textures of the sky with --resources.");
/// Lights are too bright for the engine.
pub const LIGHT_TOO_BRIGHT: &FindingKind =
    &FindingKind::new("scene-urho/light-too-bright", "Lights are too bright for the engine.")
        .with_engine("Surfaces in this light are white.")
        .with_advice(
            "In Blender, set Lighting Mode to Unitless on import and export, or lower the lights' brightness.",
        );
/// A light subtracts light.
pub const NEGATIVE_LIGHT: &FindingKind = &FindingKind::new("scene-urho/negative-light", "A light subtracts light.")
    .with_engine("The engine darkens surfaces with this light; the output doesn't show that.")
    .with_advice("Nothing needs to be done: the component is stored with its node.");
/// A terrain can't be shown.
pub const TERRAIN_UNAVAILABLE: &FindingKind =
    &FindingKind::new("scene-urho/terrain-unavailable", "A terrain can't be shown.")
        .with_engine("The output lacks the terrain.")
        .with_advice(
            "Pass the folder or package that contains the height map with --resources. Repair the image if \
            it's unreadable.",
        );
/// Components are kept but not shown.
pub const COMPONENTS_NOT_SHOWN: &FindingKind =
    &FindingKind::new("scene-urho/components-not-shown", "Components are kept but not shown.")
        .with_engine("The components aren't visible in the output. A conversion back restores them.")
        .with_advice("Nothing needs to be done.");
/// An animation is missing or unreadable.
pub const ANIMATION_UNAVAILABLE: &FindingKind =
    &FindingKind::new("scene-urho/animation-unavailable", "An animation is missing or unreadable.")
        .with_engine("The output lacks this animation.")
        .with_advice(
            "Pass the folder or package that contains the animation with --resources. Repair it if it's \
            unreadable.",
        );
/// Prefabs are nested too deeply.
pub const PREFAB_TOO_DEEP: &FindingKind =
    &FindingKind::new("scene-urho/prefab-too-deep", "Prefabs are nested too deeply.")
        .with_engine("The output lacks the innermost prefabs.")
        .with_advice("Nest prefabs less deeply, and check that no prefab contains itself.");
/// A prefab is missing or unreadable.
pub const PREFAB_UNAVAILABLE: &FindingKind =
    &FindingKind::new("scene-urho/prefab-unavailable", "A prefab is missing or unreadable.")
        .with_engine("The output contains the node without the prefab's content.")
        .with_advice(
            "Pass the folder or package that contains the prefab with --resources. Repair the prefab if it's \
            unreadable.",
        );
/// Source data can't be stored.
pub const NOT_STORED: &FindingKind = &FindingKind::new("scene-urho/not-stored", "Source data can't be stored.")
    .with_engine("A conversion back doesn't restore this data of the node.")
    .with_advice("Convert back with --into and the original scene, which keeps the data.");
/// A file can't be written.
pub const FILE_UNWRITABLE: &FindingKind = &FindingKind::new("scene-urho/file-unwritable", "A file can't be written.")
    .with_engine("The output lacks this file, so its material or sky has no texture.")
    .with_advice("Check that the image in the source is there and readable, then convert again.");
/// Morph weights are lost.
pub const MORPH_WEIGHTS_LOST: &FindingKind =
    &FindingKind::new("scene-urho/morph-weights-lost", "Morph weights are lost.")
        .with_engine("The engine plays the animation without some or all of its morph weights.")
        .with_advice("Merge the animations or make them shorter, or pass --lossy to accept the loss.");
/// Morph weights are clamped to 0 to 1.
pub const MORPH_WEIGHTS_CLAMPED: &FindingKind =
    &FindingKind::new("scene-urho/morph-weights-clamped", "Morph weights are clamped to 0 to 1.")
        .with_engine("Weights below 0 look like 0, and weights above 1 look like 1.")
        .with_advice(
            "Make the morph target larger and its weights smaller in the modelling program, or pass --lossy \
            to accept the loss.",
        );
/// Morph weights are stored in a side file.
pub const MORPH_WEIGHTS_IN_SIDE_FILE: &FindingKind =
    &FindingKind::new("scene-urho/morph-weights-in-side-file", "Morph weights are stored in a side file.")
        .with_engine(
            "A scene plays the weights. For a model alone, the engine plays them only if the game loads the \
            side file.",
        )
        .with_advice("For a model alone, set the side file as the ObjectAnimation of the node that shows it.");
/// A side file value is invalid.
pub const SIDE_FILE_VALUE: &FindingKind =
    &FindingKind::new("scene-urho/side-file-value", "A side file value is invalid.")
        .with_engine("The animation lacks this keyframe.")
        .with_advice("Correct the keyframe in the side file: a time, and numbers from 0 to 255.");
/// Morph weights of several nodes are merged.
pub const MORPH_WEIGHTS_MERGED: &FindingKind =
    &FindingKind::new("scene-urho/morph-weights-merged", "Morph weights of several nodes are merged.")
        .with_engine("All nodes that share these morphs move like the first one.")
        .with_advice("Convert each node as a model of its own, or pass --lossy to accept the loss.");
/// Nothing in the project names the materials of a model.
pub const NO_MATERIAL_LIST: &FindingKind =
    &FindingKind::new("scene-urho/no-material-list", "Nothing in the project names the materials of a model.")
        .with_engine("The output shows the model without materials.")
        .with_advice("Pass --material with one name for each geometry.");
/// A model without a material list gets the most likely materials.
pub const MATERIALS_CHOSEN: &FindingKind =
    &FindingKind::new("scene-urho/materials-chosen", "A model without a material list gets the most likely materials.")
        .with_engine("The output shows the model with these materials.")
        .with_advice("If they are wrong, pass --material, or put a material list next to the model.");
/// An animation doesn't fit the skeleton.
pub const SKELETON_MISMATCH: &FindingKind =
    &FindingKind::new("scene-urho/skeleton-mismatch", "An animation doesn't fit the skeleton.")
        .with_engine("The animation deforms the new model.")
        .with_advice(
            "Convert with --into or --bind-pose-of and the model that the animation was made for, or transfer \
            it with --onto.",
        );
/// Side file data can't be stored.
pub const SIDE_FILE_LOST: &FindingKind =
    &FindingKind::new("scene-urho/side-file-lost", "Side file data can't be stored.")
        .with_engine("The output lacks the side file's data, such as triggers and metadata.")
        .with_advice("Copy the data into a side file by hand, or pass --lossy to accept the loss.");
/// A side file is unreadable.
pub const SIDE_FILE_UNREADABLE: &FindingKind =
    &FindingKind::new("scene-urho/side-file-unreadable", "A side file is unreadable.")
        .with_engine("The side file's data, such as triggers and metadata, is missing in the result.")
        .with_advice("Correct the side file at the place that the message names, or pass --no-sidecar to ignore it.");
/// A material list is missing or invalid.
pub const MATERIAL_LIST_UNAVAILABLE: &FindingKind =
    &FindingKind::new("scene-urho/material-list-unavailable", "A material list can't be read.")
        .with_engine("The output shows the model without materials.")
        .with_advice("Correct the material list, or pass --material with one name for each geometry.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    MATRIX_SHEARS,
    DEGENERATE_PRIMITIVE,
    ATTRIBUTE_LOST,
    COLORS_CLAMPED,
    DEFAULT_WEIGHTS_BAKED,
    DEFAULT_WEIGHTS_LOST,
    LODS_MOVED,
    TOO_MANY_BONES,
    GEOMETRY_SPLIT,
    TRACK_DUPLICATE,
    TRACK_MOVES_NOTHING,
    TRACK_NEW_NODE,
    TRACK_REMOVED,
    TRACK_LOST,
    TRACK_LINEAR,
    BONE_CYCLE,
    BONE_PARENT_MISSING,
    GEOMETRY_NOT_SHOWN,
    BONES_MISSING,
    MORPH_VERTICES,
    GEOMETRY_COUNT,
    BIND_POSE_DIFFERS,
    LOD_COUNT,
    LIGHT_ADDED,
    LIGHT_TOO_BRIGHT,
    EXTRAS_LEFT_OUT,
    SKY_ADDED,
    INSTANCE_NODE_MISSING,
    SKY_UNAVAILABLE,
    NEGATIVE_LIGHT,
    TERRAIN_UNAVAILABLE,
    COMPONENTS_NOT_SHOWN,
    ANIMATION_UNAVAILABLE,
    PREFAB_TOO_DEEP,
    PREFAB_UNAVAILABLE,
    NOT_STORED,
    FILE_UNWRITABLE,
    MORPH_WEIGHTS_LOST,
    MORPH_WEIGHTS_CLAMPED,
    MORPH_WEIGHTS_IN_SIDE_FILE,
    SIDE_FILE_VALUE,
    MORPH_WEIGHTS_MERGED,
    NO_MATERIAL_LIST,
    MATERIALS_CHOSEN,
    SKELETON_MISMATCH,
    SIDE_FILE_LOST,
    SIDE_FILE_UNREADABLE,
    MATERIAL_LIST_UNAVAILABLE,
];
