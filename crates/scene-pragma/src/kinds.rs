//! Finding kinds of this crate.

/// Kinds that all adapters share.
pub use asset_scene::kinds::CHANNELS_LOST;
pub use scene_adapter::kinds::{
    ANIMATION_LENGTH, ANIMATION_MOVES_NOTHING, ANIMATION_RENAMED, LOD_DISTANCES, LODS_LOST, MATERIAL_EDIT_LOST,
    MATERIAL_RULE, MODEL_MISSING, MODEL_UNAVAILABLE, NO_MODEL_FOR_EMPTY, PART_COPIED, PART_NOT_COMPARED, PART_WRITTEN,
    TOO_MANY_NODES, UV_SETS_LOST,
};

binio::kinds! {
    POSE_NOT_FINITE: "scene-pragma/pose-not-finite", "A pose is not finite or has no rotation.",
        engine: "The bone is at its parent in the output; an entity keeps the valid parts of its pose.",
        advice: "Correct the pose in the modelling program and export again.";
    MORPH_WEIGHTS_SEPARATE: "scene-pragma/morph-weights-separate", "Morph weights become a separate flex animation.",
        engine: "The engine plays the face only if the game starts the flex animation, too.",
        advice: "Play the flex animation with the same name together with the animation.";
    BONES_SHEAR: "scene-pragma/bones-shear", "Bones shear, which the engine can't represent.",
        engine: "The bones have the nearest pose without shear.",
        advice: "Apply scales in the modelling program, or don't scale bones differently along their axes.";
    ANIMATION_LEFT_OUT: "scene-pragma/animation-left-out", "An animation can't be written.",
        engine: "The output lacks this channel of the animation.",
        advice: "Bake the animation in the modelling program and export again, or pass --lossy to accept the loss.";
    REST_WEIGHTS_BAKED: "scene-pragma/rest-weights-baked", "Morph weights at rest are applied to the vertices.",
        engine: "The model looks as in the source while all flexes are 0.",
        advice: "Nothing needs to be done.";
    MORPH_TANGENTS_LOST: "scene-pragma/morph-tangents-lost", "Tangent deltas of morph targets are lost.",
        engine: "Normal maps look slightly different while the morph is active.",
        advice: "Pass --lossy to accept the loss. To avoid it, export the file without morph tangents.";
    MORPH_VERTICES_LOST: "scene-pragma/morph-vertices-lost", "Morph deltas of later vertices are lost.",
        engine: "The morph doesn't move these vertices.",
        advice: "Split the mesh in the modelling program, or pass --lossy to accept the loss.";
    MORPH_CLAMPED: "scene-pragma/morph-clamped", "Morph deltas are shortened to the maximum length.",
        engine: "The morph moves these vertices less far.",
        advice: "Use a bone for such long distances, or pass --lossy to accept the loss.";
    COLORS_LOST: "scene-pragma/colors-lost", "Vertex colors are lost.",
        engine: "The model lacks its vertex colors.",
        advice: "Bake the colors into a texture, or pass --lossy to accept the loss.";
    CUSTOM_ATTRIBUTES_LOST: "scene-pragma/custom-attributes-lost", "Custom vertex attributes are lost.",
        engine: "The model lacks these attributes; the engine's shaders don't read them.",
        advice: "Remove the attributes in the modelling program, or pass --lossy to accept the loss.";
    INVERSE_BIND_SINGULAR: "scene-pragma/inverse-bind-singular", "Inverse bind matrices have no inverse.",
        engine: "The mesh is bound in the rest pose at these bones.",
        advice: "Remove scales of 0 from the skeleton and export again, if the mesh is deformed.";
    BIND_POSE_DIFFERS: "scene-pragma/bind-pose-differs", "The bind pose differs from the rest pose.",
        engine: "Without an animation, the model is shown as it was bound.",
        advice: "Nothing needs to be done if the model looks right. Otherwise apply the rest pose in the modelling \
            program.";
    NAME_DUPLICATE: "scene-pragma/name-duplicate", "Another part has the same name.",
        engine: "The output lacks this part, because the engine finds parts by name.",
        advice: "Rename one of the two parts in the file and convert again.";
    ADDITIVE_ANIMATION: "scene-pragma/additive-animation", "The engine adds this animation to others.",
        engine: "The engine adds the animation to others; the output shows it alone, and edits of it don't go back.",
        advice: "Nothing needs to be done.";
    KEYS_BETWEEN_FRAMES: "scene-pragma/keys-between-frames", "Animation keys are between frames and are lost.",
        engine: "Fast movements lose detail between two frames.",
        advice: "Bake the animation at a whole frame rate in the modelling program, or pass --fps.";
    ANIMATION_SAMPLED: "scene-pragma/animation-sampled", "Jumps or splines of an animation are approximated by frames.",
        engine: "Jumps take one frame, and curves differ slightly from the source.",
        advice: "Pass a higher --fps, or --lossy to accept the difference.";
    ROOT_MOTION_LOST: "scene-pragma/root-motion-lost", "Root motion is lost.",
        engine: "The animation stays in place in the output; the engine moves the character.",
        advice: "Nothing needs to be done if you only look at it. Pass --lossy to accept the loss.";
    UNREADABLE: "scene-pragma/unreadable", "A part of the file is unreadable.",
        engine: "The output lacks this part.",
        advice: "Get the file again, or export it again: engine-assets validate lists its errors.";
    CHANNEL_DUPLICATE: "scene-pragma/channel-duplicate", "A later channel replaces an earlier one.",
        engine: "The output plays the later channel.",
        advice: "Remove one of the two channels.";
    READ_ONLY_SOURCE: "scene-pragma/read-only-source", "Changes of this animation can't be written back.",
        engine: "The output shows the animation; edits of it aren't written back.",
        advice: "Duplicate the animation under a new name to edit it: it's then written as a new one.";
    FLEX_CONTROLLERS: "scene-pragma/flex-controllers", "A flex animation moves flex controllers.",
        engine: "The output shows the weights of the morphs; edits of them aren't written back.",
        advice: "Nothing needs to be done.";
    BODY_GROUP_ONLY: "scene-pragma/body-group-only", "The engine shows this group only if a body group selects it.",
        engine: "The output shows this group; the engine shows it only for some choices of the body group.",
        advice: "Hide the node in the modelling program if it's in the way.";
    LOD_END: "scene-pragma/lod-end", "From this level on, nothing is shown.",
        engine: "The engine shows nothing from this distance on; the output shows the level before.",
        advice: "Nothing needs to be done.";
    NO_MATERIAL: "scene-pragma/no-material", "The first skin has no material for this mesh.",
        engine: "The output shows the mesh without material.",
        advice: "Add a material for the mesh to the first skin of the model.";
    MESH_NOT_SHOWN: "scene-pragma/mesh-not-shown", "A mesh can't be shown.",
        engine: "The output lacks this mesh.",
        advice: "Nothing needs to be done if the mesh is empty. Otherwise export the model again, or pass --lossy to \
            accept the loss.";
    VERTEX_DATA_LOST: "scene-pragma/vertex-data-lost", "Vertex data that doesn't match the vertices is lost.",
        engine: "The output lacks this data of the mesh.",
        advice: "Don't add or remove vertices if you need the data, or pass --lossy to accept the loss.";
    WEIGHTS_OF_MISSING_BONES: "scene-pragma/weights-of-missing-bones", "Weights of missing bones become 0.",
        engine: "These vertices follow their other bones only.",
        advice: "Bind the vertices to existing bones and export the model again.";
    MORPH_OUT_OF_BOUNDS: "scene-pragma/morph-out-of-bounds", "A morph target moves vertices that don't exist.",
        engine: "The morph moves the existing vertices only.",
        advice: "Export the model again.";
    BONES_LOST: "scene-pragma/bones-lost", "Bones are lost.",
        engine: "The model lacks the new bones; their vertices follow the parent bones.",
        advice: "Convert without --into to write a new model with all bones, or pass --lossy to accept the loss.";
    SUB_MESHES_KEPT: "scene-pragma/sub-meshes-kept", "Unchanged sub meshes of the original are kept.",
        engine: "The model still shows these sub meshes.",
        advice: "To remove them, delete them in Pragma, or convert without --into to write a new model.";
    SUB_MESH_ADDED: "scene-pragma/sub-mesh-added", "A sub mesh is added.",
        engine: "The model shows the new sub mesh.",
        advice: "Nothing needs to be done if you added it on purpose. Otherwise give it the name and material of the \
            original's mesh.";
    POSITIONS_NOT_FINITE: "scene-pragma/positions-not-finite", "Positions that are not finite are set to zero.",
        engine: "These vertices are at the origin of the model.",
        advice: "Correct the vertices in the modelling program and export again.";
    MATERIAL_ADDED: "scene-pragma/material-added", "A material is added.",
        engine: "The model uses the new material.",
        advice: "Nothing needs to be done if the material exists or is written, too. Otherwise correct its name.";
    NO_TANGENTS: "scene-pragma/no-tangents", "Tangents can't be computed without texture coordinates.",
        engine: "Normal maps have no effect on this mesh or light it wrongly.",
        advice: "Unwrap the mesh in the modelling program and export again.";
    ANIMATION_ADDED: "scene-pragma/animation-added", "An animation is added.",
        engine: "The model has the new animation after those of the original.",
        advice: "Nothing needs to be done if you added it on purpose. Otherwise give it the original's name.";
    ANIMATION_PARTIAL: "scene-pragma/animation-partial", "An animation moves some of the bones only.",
        engine: "The engine leaves the other bones in the pose of the animation before.",
        advice: "Nothing needs to be done for gestures. Otherwise key all bones in the modelling program.";
    MORPHS_LOST: "scene-pragma/morphs-lost", "Morph targets are lost.",
        engine: "The model lacks these morph targets.",
        advice: "Export the scene with all morph targets, don't add or remove vertices, or pass --lossy to accept the \
            loss.";
    MORPH_ADDED: "scene-pragma/morph-added", "A morph target is added.",
        engine: "The model has the new morph, with a flex and a flex controller.",
        advice: "Nothing needs to be done if you added it on purpose. Otherwise give it the original's name.";
    GROUP_KEPT: "scene-pragma/group-kept", "A mesh group of the original is kept.",
        engine: "The model still has this group.",
        advice: "Nothing needs to be done if it should stay. Otherwise delete it in Pragma, or give its node the \
            group's name to edit it.";
    ENTITY_UNREADABLE: "scene-pragma/entity-unreadable", "An entity is unreadable.",
        engine: "The output lacks this entity.",
        advice: "Convert with --into and the original map, or place the entity in the engine's editor.";
    SCENE_PARTS_LEFT_OUT: "scene-pragma/scene-parts-left-out", "Scene content can't be stored in a map.",
        engine: "The map lacks this content; the message names it.",
        advice: "Nothing needs to be done, unless you need it: then place it in the engine's editor.";
    ENTITY_VALUE: "scene-pragma/entity-value", "An entity value has the wrong type.",
        engine: "The output uses the default value; the engine may read another.",
        advice: "Correct the value of the entity.";
    LIGHTMAP_NOT_BAKED: "scene-pragma/lightmap-not-baked", "The lightmap is not applied.",
        engine: "The output has no baked light. The second texture coordinates are for the lightmap.",
        advice: "Nothing needs to be done. To see the light, assign the lightmap to the materials in your program.";
    ENTITIES_PLACE_ONLY: "scene-pragma/entities-place-only", "Only the positions of these entities are shown.",
        engine: "The output shows these entities as empty nodes. A conversion back restores them.",
        advice: "Nothing needs to be done.";
    COLLISION_UNREADABLE: "scene-pragma/collision-unreadable", "Collision meshes are unreadable.",
        engine: "The output lacks these collision meshes.",
        advice: "Export the model again, or convert without --collision.";
    NO_NAVMESH: "scene-pragma/no-navmesh", "The map has no navigation mesh.",
        engine: "The output lacks the navigation mesh.",
        advice: "Nothing needs to be done. To get one, build it in Pragma and keep it next to the map.";
    PART_NOT_SHOWN: "scene-pragma/part-not-shown", "A part of the map can't be shown.",
        engine: "The output lacks this part, such as the navigation mesh.",
        advice: "Generate the part again in Pragma: engine-assets validate lists its errors.";
    LIGHT_UNIT: "scene-pragma/light-unit", "A light intensity has an unsupported unit.",
        engine: "The engine ignores the intensity.",
        advice: "Set light_intensity_type to 2 (lux) for a directional light, otherwise to 0 (candela) or 1 (lumen).";
    RESOURCE_CASE: "scene-pragma/resource-case", "A resource name differs in upper and lower case.",
        engine: "The engine finds the file: upper and lower case are the same to it.",
        advice: "Nothing needs to be done.";
    FILE_NAME_INVALID: "scene-pragma/file-name-invalid", "A resource name is not a valid file name.",
        engine: "The model isn't written.",
        advice: "Rename the model in the map: without .. and without characters that file systems forbid.";
    MODELS_KEPT: "scene-pragma/models-kept", "Existing models are not overwritten.",
        engine: "The map keeps showing these models, which weren't edited.",
        advice: "Nothing needs to be done.";
    BASE_MATERIAL: "scene-pragma/base-material", "A base material is missing or invalid.",
        engine: "The output shows the material without what the base material would add.",
        advice: "Pass the asset folder with --resources, or correct the name of the base material.";
}
