//! Finding kinds of this crate.

use binio::FindingKind;

pub use asset_scene::kinds::NO_POSITIONS;

/// A primitive contains no complete triangle, line or point.
pub const NO_PRIMITIVE: &FindingKind =
    &FindingKind::new("scene-adapter/no-primitive", "A primitive contains no complete triangle, line or point.")
        .with_engine("The output lacks this primitive; nothing of it could be drawn.")
        .with_advice(
            "Nothing needs to be done, unless a surface is missing: then export the source again with its faces.",
        );
/// The last indices don't form a complete triangle or line.
pub const INCOMPLETE_PRIMITIVE: &FindingKind =
    &FindingKind::new("scene-adapter/incomplete-primitive", "The last indices don't form a complete triangle or line.")
        .with_engine("The output lacks the last one or two indices; all other triangles are complete.")
        .with_advice("Nothing needs to be done, unless a triangle is missing: then export the source again.");
/// A mesh without normals is shaded flat.
pub const NORMALS_FLAT: &FindingKind =
    &FindingKind::new("scene-adapter/normals-flat", "A mesh without normals is shaded flat.")
        .with_engine("Every triangle has vertices of its own, as glTF requires.")
        .with_advice(
            "Export normals, or pass --smooth with an angle, such as 60, for smooth normals and fewer vertices.",
        );
/// Tangents can't be computed.
pub const TANGENTS_NOT_COMPUTED: &FindingKind =
    &FindingKind::new("scene-adapter/tangents-not-computed", "Tangents can't be computed.")
        .with_engine("The mesh has no tangents, so its normal map has no effect or lights it wrongly.")
        .with_advice("Correct the vertices that the message describes in the modelling program and export again.");
/// A name contains a NUL and stays escaped.
pub const NAME_WITH_NUL: &FindingKind =
    &FindingKind::new("scene-adapter/name-with-nul", "A name contains a NUL and stays escaped.")
        .with_engine("Engines end a name at its first NUL, so the output stores the NUL as an escape sequence.")
        .with_advice("Remove the NUL from the name in the source, because nothing finds the part by its old name.");
/// A name is already in use, so a new name is chosen.
pub const NAME_TAKEN: &FindingKind =
    &FindingKind::new("scene-adapter/name-taken", "A name is already in use, so a new name is chosen.")
        .with_engine("The output has the new name. Animations and scripts that use the old name reach the other part.")
        .with_advice("Rename one of the two in the source if animations or scripts use the name.");
/// A new file is created, without the other data of the source file.
pub const NEW_FILE: &FindingKind =
    &FindingKind::new("scene-adapter/new-file", "A new file is created, without the other data of the source file.")
        .with_engine(
            "The output has everything that a scene shows, and lacks data such as hit boxes, physics and scripts.",
        )
        .with_advice("If the original has such data, convert again with --into and the original file.");
/// An animation is longer or shorter than in the original.
pub const ANIMATION_LENGTH: &FindingKind =
    &FindingKind::new("scene-adapter/animation-length", "An animation is longer or shorter than in the original.")
        .with_engine("The engine plays the animation with its new length.")
        .with_advice(
            "Nothing needs to be done if you changed the length. Otherwise check the frame rate and the frame \
            range in the modelling program.",
        );
/// An animation has a different name than in the original.
pub const ANIMATION_RENAMED: &FindingKind =
    &FindingKind::new("scene-adapter/animation-renamed", "An animation has a different name than in the original.")
        .with_engine(
            "The output has the new name only. Scripts and scenes that use the old name don't find the animation.",
        )
        .with_advice(
            "If you didn't mean to rename it, give it the old name in the modelling program and convert again.",
        );
/// An animation moves no node, no bone and no morph target.
pub const ANIMATION_MOVES_NOTHING: &FindingKind = &FindingKind::new(
    "scene-adapter/animation-moves-nothing",
    "An animation moves no node, no bone and no morph target.",
)
.with_engine("The output doesn't contain the animation.")
.with_advice(
    "Nothing needs to be done if it was empty. Otherwise animate nodes, bones or morph targets of \
    this model and export again.",
);
/// Levels of detail are lost.
pub const LODS_LOST: &FindingKind = &FindingKind::new("scene-adapter/lods-lost", "Levels of detail are lost.")
    .with_engine("The output has fewer levels of detail; the finest one is complete.")
    .with_advice("Give each level as many meshes and materials as the finest one, or pass --lossy to accept the loss.");
/// Level-of-detail distances are replaced by default values.
pub const LOD_DISTANCES: &FindingKind =
    &FindingKind::new("scene-adapter/lod-distances", "Level-of-detail distances are replaced by default values.")
        .with_engine("The engine shows these levels from guessed distances on.")
        .with_advice(
            "If a level changes too early or too late, set lod_distance in the extras of its node in the glTF \
            file.",
        );
/// A model is large because it repeats a mesh.
pub const MESH_REPEATED: &FindingKind =
    &FindingKind::new("scene-adapter/mesh-repeated", "A model is large because it repeats a mesh.")
        .with_engine("The model file is large, because it contains the vertices once for each node.")
        .with_advice("Convert to a scene or prefab instead of a model: a scene stores the mesh once.");
/// Texture coordinate sets are lost.
pub const UV_SETS_LOST: &FindingKind =
    &FindingKind::new("scene-adapter/uv-sets-lost", "Texture coordinate sets are lost.")
        .with_engine("The output lacks texture coordinates, so textures that use them are shown wrongly.")
        .with_advice(
            "Bake these textures to the first set in the modelling program, or pass --lossy to accept the loss.",
        );
/// Material content is changed by a conversion rule.
pub const MATERIAL_RULE: &FindingKind =
    &FindingKind::new("scene-adapter/material-rule", "Material content is changed by a conversion rule.")
        .with_engine("The material looks similar in the output, but not equal.")
        .with_advice(
            "Compare the result with the source. If the difference matters, edit the material of the output \
            by hand.",
        );
/// The scene references a missing model.
pub const MODEL_MISSING: &FindingKind =
    &FindingKind::new("scene-adapter/model-missing", "The scene references a missing model.")
        .with_engine("The engine logs an error and shows nothing at these nodes.")
        .with_advice("Copy the model into the target project: pass its folder with --resources, and --copy-resources.");
/// A model is missing or unreadable.
pub const MODEL_UNAVAILABLE: &FindingKind =
    &FindingKind::new("scene-adapter/model-unavailable", "A model is missing or unreadable.")
        .with_engine("The output contains the node without its mesh.")
        .with_advice(
            "Pass the folder or package that contains the model with --resources. Repair the model if it's \
            unreadable.",
        );
/// A node without content gets no model.
pub const NO_MODEL_FOR_EMPTY: &FindingKind =
    &FindingKind::new("scene-adapter/no-model-for-empty", "A node without content gets no model.")
        .with_engine("The output contains the node without a model; nothing is visible there.")
        .with_advice(
            "Nothing needs to be done if the node is empty on purpose. Otherwise give its mesh faces and \
            export again.",
        );
/// The scene has too many nodes.
pub const TOO_MANY_NODES: &FindingKind =
    &FindingKind::new("scene-adapter/too-many-nodes", "The scene has too many nodes.")
        .with_engine("The output lacks the content beyond the limit that the message names.")
        .with_advice("Convert prefabs and models one by one, or split the scene into several files.");
/// A part of a scene differs from its file, which is written anew.
pub const PART_WRITTEN: &FindingKind =
    &FindingKind::new("scene-adapter/part-written", "A part of a scene differs from its file, which is written anew.")
        .with_engine("The edit is visible in every scene that uses this file.")
        .with_advice(
            "Nothing needs to be done if all of them should change. Otherwise restore the file, and let this \
            scene reference a copy of it.",
        );
/// A part of a scene differs from its file and gets a file of its own.
pub const PART_COPIED: &FindingKind = &FindingKind::new(
    "scene-adapter/part-copied",
    "A part of a scene differs from its file, which others still show, and gets a file of its own.",
)
.with_engine("This place uses the new file; all other places keep the old one.")
.with_advice("Nothing needs to be done. If all places should change, replace the old file with the new one.");
/// An edited property of a material that its file can't store.
pub const MATERIAL_EDIT_LOST: &FindingKind = &FindingKind::new(
    "scene-adapter/material-edit-lost",
    "An edited property of a material isn't written, because the shader of its file doesn't show it.",
)
.with_engine("The material keeps its old value.")
.with_advice(
    "Choose a technique or shader that uses this property and convert again, or pass --lossy to drop \
    the edit.",
);
/// A part of a scene differs from its file, which can't be written.
pub const PART_NOT_WRITTEN: &FindingKind = &FindingKind::new(
    "scene-adapter/part-not-written",
    "A part of a scene differs from its file, which can't be written.",
)
.with_engine("The file keeps its old content here.")
.with_advice("Make this edit in the engine's editor, or pass --lossy to drop it.");
/// The file of a part of a scene can't be read.
pub const PART_NOT_COMPARED: &FindingKind = &FindingKind::new(
    "scene-adapter/part-not-compared",
    "The file of a part of a scene can't be read, so that it stays as it is.",
)
.with_engine(
    "The part stays, or its original is found by the name alone. Edits of the part may be missing in \
    the output.",
)
.with_advice(
    "Pass the project's folder with --resources and convert again. If the file is damaged, repair it \
    first.",
);

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    NO_PRIMITIVE,
    INCOMPLETE_PRIMITIVE,
    NORMALS_FLAT,
    TANGENTS_NOT_COMPUTED,
    NAME_WITH_NUL,
    NAME_TAKEN,
    NEW_FILE,
    ANIMATION_LENGTH,
    ANIMATION_RENAMED,
    ANIMATION_MOVES_NOTHING,
    LODS_LOST,
    LOD_DISTANCES,
    MESH_REPEATED,
    UV_SETS_LOST,
    MATERIAL_RULE,
    MODEL_MISSING,
    MODEL_UNAVAILABLE,
    NO_MODEL_FOR_EMPTY,
    TOO_MANY_NODES,
    PART_WRITTEN,
    PART_COPIED,
    MATERIAL_EDIT_LOST,
    PART_NOT_WRITTEN,
    PART_NOT_COMPARED,
];
